(** Plays: two in a row are one, texts for their steps, and levels that have a solution. *)
From Coq Require Import ZArith List Bool Ascii String.
From Soko Require Import Rules.
Import ListNotations.

Definition solvable (l : level) : Prop := exists ds m p, Solution l ds m p.

(** LURD, of either case *)
Fixpoint lurd (s : string) : list direction :=
  match s with
  | EmptyString => []
  | String c s => (if Ascii.eqb c "l" || Ascii.eqb c "L" then left else if Ascii.eqb c "u" || Ascii.eqb c "U" then up
                   else if Ascii.eqb c "r" || Ascii.eqb c "R" then right else down) :: lurd s
  end.

Lemma play_app b s ds s1 j p : Play b s ds s1 j p -> forall es s2 j' p', Play b s1 es s2 j' p' ->
  Play b s (ds ++ es) s2 (j + j') (p + p').
Proof.
  induction 1 as [s|s d s1 ds s2 j p E P IH]; intros es s3 j' p' Q; [exact Q|]. cbn [app plus Nat.add].
  replace ((if pushes s d then S p else p) + p')%nat with (if pushes s d then S (p + p') else (p + p')%nat)
    by (destruct (pushes s d); reflexivity).
  econstructor; eauto.
Qed.
