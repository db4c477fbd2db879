(** The level of each formula of [FormulaData.v] has a solution exactly if the formula is true. *)
From Coq Require Import List Bool String.
From Soko Require Import Rules Plays Formulas NetworkCheck FormulaData.

(** A true formula's network may come with a winning play; otherwise the network is searched. *)
Definition check_formula (f : formula) (rows : list string) (y : layout) (won : option play) : bool :=
  match won with
  | Some steps => value f && check_play y (read_level rows) (Nat.pow 2 16) steps
  | None => match check_level y (read_level rows) (Nat.pow 2 16) with Some v => Bool.eqb v (value f) | None => false end
  end.

Theorem check_formula_sound f rows y won : check_formula f rows y won = true ->
  is_level (read_level rows) /\ (solvable (read_level rows) <-> Truth f).
Proof.
  unfold check_formula. destruct won as [steps|].
  { rewrite andb_true_iff, value_spec. intros (T & C). apply check_play_sound in C as (L & S). tauto. }
  destruct (check_level _ _ _) as [v|] eqn:E; [|discriminate]. intros H.
  apply eqb_prop in H. subst v. apply check_level_sound in E as (L & E). split; auto. rewrite E. apply value_spec.
Qed.

Theorem formulas_end_to_end : forall f rows y (won : option play), In (f, rows, y, won) formulas ->
  is_level (read_level rows) /\ (solvable (read_level rows) <-> Truth f).
Proof.
  assert (H : forallb (fun '(f, rows, y, won) => check_formula f rows y won) formulas = true)
    by vm_cast_no_check (eq_refl true).
  rewrite forallb_forall in H. intros f rows y won I. apply H in I. now apply check_formula_sound in I.
Qed.

(** The first formula is true, the second one false, the third one true for all values of its variable. *)
Corollary true_and_false : Truth formula_1 /\ solvable (read_level level_1) /\
  ~ Truth formula_2 /\ ~ solvable (read_level level_2) /\ Truth formula_3 /\ solvable (read_level level_3).
Proof.
  assert (T : Truth formula_1) by (apply value_spec; reflexivity).
  assert (F : ~ Truth formula_2) by (rewrite <- value_spec; discriminate).
  assert (T' : Truth formula_3) by (apply value_spec; reflexivity).
  split; [exact T|]. split; [apply (formulas_end_to_end formula_1 level_1 layout_1 None); cbn; auto|].
  split; [exact F|]. split; [intros S; apply F; apply (formulas_end_to_end formula_2 level_2 layout_2 None); cbn; auto|].
  split; [exact T'|]. apply (formulas_end_to_end formula_3 level_3 layout_3 play_3); cbn; auto.
Qed.
