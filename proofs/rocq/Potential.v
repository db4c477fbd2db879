(** Proves that facts in a potential bound moves: a push that weighs 1 and the player's height before it, minus that after
    it, weighs no more than all moves up to there, so the pushes that are needed bound the moves, too. *)
From Coq Require Import ZArith NArith List Bool Lia.
From Soko Require Import Rules Theory Masks Checker Soundness.
Import ListNotations.
Open Scope N_scope.

(** * The checker *)

(** Heights by squares' bits, and 0 elsewhere. *)
Definition height_of (heights : list (N * Z)) : N -> Z :=
  let t := fold_left (fun t e => NM.add (fst e) (snd e) t) heights (NM.empty Z) in
  tabulate (fold_left (fun n e => N.max n (fst e + 1)) heights 0) (fun q => match NM.find q t with Some h => h | None => 0%Z end).
(** Heights of all floor squares, in row order. *)
Definition make_heights (b : board) (heights : list Z) : option (list (N * Z)) :=
  let squares := map (enc b) (floor_list b) in
  if Nat.eqb (length squares) (length heights) then Some (combine squares heights) else None.
Definition check_heights (b : board) (h : N -> Z) : bool :=
  forallb (fun x => (0 <=? h (enc b x))%Z && forallb (fun d => let y := add x (delta d) in
    if floor b y then (h (enc b x) <=? h (enc b y) + 1)%Z else true) directions) (floor_list b).

(** What a fact says of weights, as one about moves. *)
Definition of_moves (h : N -> Z) (f : fact) : fact := fun m l q =>
  match f m l q with Fin z => FinM (z - h q) | v => v end.
(** A fact in a potential that says nothing says it of moves. *)
Definition no_moves (f : fact) : fact := fun m l q => match f m l q with No => FinM 0 | v => v end.

(** * Soundness *)
Section Heights.
Variable b : board.
Variable h : N -> Z.
Definition Heights : Prop := forall x, floor b x = true -> (0 <= h (enc b x))%Z /\
  forall d, floor b (add x (delta d)) = true -> (h (enc b x) <= h (enc b (add x (delta d))) + 1)%Z.

Lemma check_heights_spec : check_heights b h = true -> Heights.
Proof.
  unfold check_heights. rewrite forallb_forall. intros C x Fx. specialize (C x (proj2 (floor_list_spec b x) Fx)).
  apply andb_true_iff in C. destruct C as [C1 C2]. split; [now apply Z.leb_le|]. intros d F.
  rewrite forallb_forall in C2. specialize (C2 d ltac:(destruct d; cbn; auto)). cbn zeta in C2. rewrite F in C2. now apply Z.leb_le.
Qed.

Hypothesis ok : Heights.

Lemma step_back x d : floor b x = true -> floor b (add x (delta d)) = true -> (h (enc b (add x (delta d))) <= h (enc b x) + 1)%Z.
Proof.
  intros X Y. destruct (ok _ Y) as [_ H]. specialize (H (opposite d)). rewrite add_opposite in H. auto.
Qed.

Lemma weight_of_moves s m p w : wf b s -> Weighs b (fun p a => weigh (Some h) (enc b p) (enc b a)) s m p w ->
  (w <= Z.of_nat m + h (enc b (player s)) /\ w <= 2 * Z.of_nat p)%Z.
Proof.
  intros W S. induction S as [s Hs|s s1 m p w H S IH|s s1 m p w H S IH].
  - destruct W as (_ & _ & _ & Fp & _). destruct (ok _ Fp). lia.
  - specialize (IH (wf_move _ _ _ W H)). destruct H as (d & Fa & Na & ->). cbn [player] in IH.
    destruct W as (_ & _ & _ & Fp & _). pose proof (step_back _ d Fp Fa). lia.
  - specialize (IH (wf_push _ _ _ W H)). destruct H as (d & Fa & _ & _ & _ & ->). cbn [player] in *.
    destruct W as (_ & _ & _ & Fp & _). destruct (ok _ Fp) as [_ H]. specialize (H d Fa). unfold weigh. lia.
Qed.

Lemma of_moves_right f : Weighed b (weigh (Some h)) f -> Right b (of_moves h f).
Proof.
  intros (R1 & R2 & R3). split.
  - intros s l m p W D E S. unfold of_moves. destruct (f (M b s) l (Q b s)) as [|z|z|] eqn:V; cbn [Fits]; auto; [|now apply R3 in V].
    destruct (weighs b (fun p a => weigh (Some h) (enc b p) (enc b a)) s m p S) as [w Ws].
    pose proof (R1 s l m p w z W D E Ws V). destruct (weight_of_moves _ _ _ _ W Ws). unfold Q.
    destruct W as (_ & _ & _ & Fp & _). destruct (ok _ Fp). lia.
  - intros s l m p W D I H. apply (R2 s l m p W D I). unfold of_moves in H. now destruct (f _ _ _).
Qed.
End Heights.

Lemma no_moves_right b f : Right b f -> Right b (no_moves f).
Proof.
  intros [R1 R2]. split.
  - intros s l m p W D E S. specialize (R1 s l m p W D E S). unfold no_moves. destruct (f _ _ _); cbn [Fits] in *; auto; lia.
  - intros s l m p W D I H. apply (R2 s l m p W D I). unfold no_moves in H. now destruct (f _ _ _).
Qed.
