(** Frozen boxes: where each push of some boxes on goals is dead, every solution is one of the board on which they are
    walls and their goals are none.  What is right about that board is right about states that hold them. *)
From Coq Require Import ZArith NArith List Bool Lia Permutation.
From Soko Require Import Rules Theory Masks Checker Soundness.
Import ListNotations.

(** * On squares *)

Section Squares.
Variable b : board.
Variable fz : list square.
Hypothesis fz_nodup : NoDup fz.
Hypothesis fz_goals : incl fz (goals b).
Hypothesis goals_nodup : NoDup (goals b).
Hypothesis goals_floor : forall x, In x (goals b) -> floor b x = true.

Definition unfrozen (x : square) : bool := negb (member x fz).
Definition freeze : board := Board (width b) (height b) (fz ++ walls b) (filter unfrozen (goals b)).
Definition rest (s : state) : state := State (filter unfrozen (boxes s)) (player s).

Lemma unfrozen_spec x : unfrozen x = true <-> ~ In x fz.
Proof. unfold unfrozen. rewrite negb_true_iff. apply member_false. Qed.

Lemma floor_freeze x : floor freeze x = true <-> floor b x = true /\ ~ In x fz.
Proof.
  unfold floor. change (in_grid freeze x) with (in_grid b x). cbn [walls freeze].
  rewrite !andb_true_iff, !negb_true_iff, !member_false, in_app_iff. tauto.
Qed.

Lemma divided l : NoDup l -> incl fz l -> Permutation l (fz ++ filter unfrozen l).
Proof.
  intros N I. apply NoDup_Permutation; auto.
  - apply nodup_app; auto using NoDup_filter. intros x X J. apply filter_In in J. destruct J as [_ J].
    apply unfrozen_spec in J. auto.
  - intros x. rewrite in_app_iff, filter_In, unfrozen_spec. destruct (in_dec square_eq x fz); intuition auto.
Qed.

Lemma rest_wf s : wf b s -> incl fz (boxes s) -> wf freeze (rest s).
Proof.
  intros (A & B & C & D & E) I. repeat split; cbn.
  - now apply NoDup_filter.
  - pose proof (Permutation_length (divided _ A I)) as P. pose proof (Permutation_length (divided _ goals_nodup fz_goals)) as P'.
    rewrite app_length in P, P'. lia.
  - intros x H. apply filter_In in H. destruct H as [H U]. apply floor_freeze. apply unfrozen_spec in U. auto.
  - apply floor_freeze. auto.
  - intros H. apply filter_In in H. tauto.
Qed.

Lemma whole_wf s : wf freeze s -> wf b (State (fz ++ boxes s) (player s)).
Proof.
  intros (A & B & C & D & E). apply floor_freeze in D. destruct D as [D N]. repeat split; cbn; auto.
  - apply nodup_app; auto. intros x H J. apply C, floor_freeze in J. tauto.
  - pose proof (Permutation_length (divided _ goals_nodup fz_goals)) as P. rewrite app_length in *. cbn in B. lia.
  - intros x H. apply in_app_iff in H. destruct H as [H|H]; [auto|]. apply C, floor_freeze in H. tauto.
  - rewrite in_app_iff. tauto.
Qed.

Lemma without_permuted x l l' : Permutation l l' -> Permutation (without x l) (without x l').
Proof.
  unfold without. induction 1; cbn.
  - constructor.
  - destruct (square_eq x x0); auto.
  - destruct (square_eq x y), (square_eq x x0); auto. constructor.
  - etransitivity; eauto.
Qed.

(** A solution among walls is one with boxes in their place. *)
Lemma thawed s m p : Solves freeze s m p -> forall B, Permutation B (fz ++ boxes s) -> Solves b (State B (player s)) m p.
Proof.
  induction 1 as [s Hs|s s1 m p H S IH|s s1 m p H S IH]; intros B P.
  - constructor. intros x H. apply (Permutation_in _ P), in_app_iff in H. destruct H as [H|H]; auto.
    apply Hs in H. apply filter_In in H. tauto.
  - destruct H as (d & Fa & Na & ->). apply floor_freeze in Fa. destruct Fa as [Fa Za].
    eapply solves_move; [|apply (IH B P)]. exists d. cbn. repeat split; auto.
    intros J. apply (Permutation_in _ P), in_app_iff in J. tauto.
  - destruct H as (d & Fa & Ia & Ft & Nt & ->). apply floor_freeze in Fa, Ft. destruct Fa as [Fa Za], Ft as [Ft Zt].
    cbn [boxes player] in IH. set (a := add (player s) (delta d)) in *. set (t := add a (delta d)) in *.
    eapply solves_push; [|apply (IH (t :: without a B))].
    + exists d. cbn. fold a. fold t. repeat split; auto.
      * apply (Permutation_in _ (Permutation_sym P)), in_app_iff. auto.
      * intros J. apply (Permutation_in _ P), in_app_iff in J. tauto.
    + rewrite <- Permutation_middle. constructor. rewrite (without_permuted a _ _ P). unfold without.
      rewrite remove_app, (notin_remove square_eq fz a Za). reflexivity.
Qed.

Variable R : square -> Prop.
Variable D : list square -> square -> Prop.
Hypothesis D_dead : DeadWith b D.
Hypothesis R_closed : forall x d, R x -> floor b (add x (delta d)) = true -> ~ In (add x (delta d)) fz -> R (add x (delta d)).
Hypothesis stuck : forall x d, let a := add x (delta d) in let t := add a (delta d) in
  R x -> floor b x = true -> In a fz -> floor b a = true -> floor b t = true -> ~ In t fz -> D (t :: without a fz) a.

Lemma filter_without x l : filter unfrozen (without x l) = without x (filter unfrozen l).
Proof.
  unfold without. induction l as [|y l IH]; cbn; auto. destruct (square_eq x y) as [<-|N].
  - rewrite IH. destruct (unfrozen x); cbn; auto. destruct (square_eq x x); congruence.
  - cbn. destruct (unfrozen y); cbn; auto. destruct (square_eq x y); congruence.
Qed.

Theorem frozen s m p : Solves b s m p -> wf b s -> incl fz (boxes s) -> R (player s) -> Solves freeze (rest s) m p.
Proof.
  induction 1 as [s Hs|s s1 m p H S IH|s s1 m p H S IH]; intros W I HR.
  - constructor. intros x H. apply filter_In in H. apply filter_In. split; [apply Hs|]; tauto.
  - pose proof (wf_move _ _ _ W H) as W1. destruct H as (d & Fa & Na & ->). cbn in IH.
    assert (Za : ~ In (add (player s) (delta d)) fz) by auto.
    eapply solves_move; [|apply IH; auto]. exists d. cbn. repeat split; auto.
    + apply floor_freeze. auto.
    + intros J. apply filter_In in J. tauto.
  - pose proof (wf_push _ _ _ W H) as W1. destruct H as (d & Fa & Ia & Ft & Nt & ->). cbn [boxes player] in *.
    pose proof W as (ND & _ & _ & Fp & _).
    set (a := add (player s) (delta d)) in *. set (t := add a (delta d)) in *.
    assert (Zt : ~ In t fz) by auto.
    destruct (in_dec square_eq a fz) as [Za|Za].
    + exfalso. pose proof (stuck (player s) d HR Fp Za Fa Ft Zt) as K. fold a in K. fold t in K.
      apply (D_dead _ (State (t :: without a (boxes s)) a) m p K W1); auto. cbn.
      intros x [<-|J]; [now left|right]. apply In_without in J. apply In_without. split; [apply I|]; tauto.
    + assert (I1 : incl fz (t :: without a (boxes s))).
      { intros x J. right. apply In_without. split; [auto|]. intros ->. auto. }
      specialize (IH W1 I1 (R_closed _ _ HR Fa Za)). unfold rest in IH. cbn [boxes player filter] in IH.
      rewrite filter_without in IH. rewrite (proj2 (unfrozen_spec t) Zt) in IH.
      eapply solves_push; [|exact IH]. exists d. cbn. fold a. fold t. repeat split; auto.
      * apply floor_freeze. auto.
      * apply filter_In. split; auto. now apply unfrozen_spec.
      * apply floor_freeze. auto.
      * intros J. apply filter_In in J. tauto.
Qed.
End Squares.

(** * The checker *)
Open Scope N_scope.

(** A fact about the frozen board, as one about the board: [m] are the frozen boxes, and the player has to be in [r]. *)
Definition lift (m0 r : N) (f : fact) : fact := fun m l q =>
  if (N.ldiff m0 m =? 0) && N.testbit r q then f (N.ldiff m m0) (filter (fun i => negb (N.testbit m0 i)) l) q else No.
(** What a fact about the board says to be dead on the frozen board. *)
Definition lower (m0 : N) (l0 : list N) (f : fact) : fact := fun m l q =>
  match f (N.lor m m0) (l0 ++ l) q with Inf => Inf | _ => No end.

Definition frozen_squares (b : board) (m : N) : list square := filter (fun x => N.testbit m (enc b x)) (goals b).
(** The region of a frozen pattern, if its boxes are frozen. *)
Definition frozen_region (b : board) (g : grid) (fuel : nat) (by_ : list fact) (fz : list square) (q : N) : option N :=
  let l0 := map (enc b) fz in let m0 := mask l0 in
  match reach g fuel (N.ldiff (fl g) m0) (bit q) with
  | Some r => if all_pushes g fuel (fun a t => existsb (fun f : fact => dead (f (replaced m0 a t) (t :: remove_n a l0) a)) by_) m0 r
              then Some r else None
  | None => None
  end.

Section Right.
Variable b : board.
Variable g : grid.
Hypothesis g_of : g = grid_of b.
Hypothesis goals_nodup : NoDup (goals b).
Hypothesis goals_floor : forall x, In x (goals b) -> floor b x = true.
Variable fz : list square.
Hypothesis fz_nodup : NoDup fz.
Hypothesis fz_goals : incl fz (goals b).
Let l0 := map (enc b) fz.
Let m0 := mask l0.

Lemma freeze_goals_nodup : NoDup (goals (freeze b fz)).
Proof. cbn. now apply NoDup_filter. Qed.

Lemma freeze_goals_floor x : In x (goals (freeze b fz)) -> floor (freeze b fz) x = true.
Proof. cbn. intros H. apply filter_In in H. destruct H as [H U]. apply floor_freeze. apply unfrozen_spec in U. auto. Qed.

Lemma fz_floor x : In x fz -> floor b x = true.
Proof. auto. Qed.

Lemma l0_nodup : NoDup l0.
Proof. apply nodup_enc; auto using fz_floor. Qed.

Lemma m0_spec x : floor b x = true -> (N.testbit m0 (enc b x) = true <-> In x fz).
Proof. intros F. unfold m0, l0. rewrite mask_spec. apply in_set; auto. Qed.

Lemma held_boxes s m : wf b s -> (forall i, N.testbit m i = true -> In i (map (enc b) (boxes s))) -> N.ldiff m0 m = 0 -> incl fz (boxes s).
Proof.
  intros (_ & _ & F & _) H L x Hx. apply (in_set b); auto. apply H. apply (proj1 (ldiff_spec _ _) L).
  unfold m0, l0. apply mask_spec, in_map, Hx.
Qed.

Lemma ldiff_mask l : N.ldiff (mask l) m0 = mask (filter (fun i => negb (N.testbit m0 i)) l).
Proof.
  apply N.bits_inj. intros i. apply eq_true_iff_eq. rewrite N.ldiff_spec, andb_true_iff, negb_true_iff, !mask_spec, filter_In, negb_true_iff. tauto.
Qed.

Lemma in_rest s i : wf b s -> In i (map (enc b) (boxes s)) -> N.testbit m0 i = false -> In i (map (enc b) (boxes (rest fz s))).
Proof.
  intros (_ & _ & F & _) H T. apply in_map_iff in H. destruct H as (x & <- & Hx). apply in_map. cbn. apply filter_In. split; auto.
  apply unfrozen_spec. intros J. apply m0_spec in J; auto. congruence.
Qed.

Lemma lower_right f : Right b f -> Right (freeze b fz) (lower m0 l0 f).
Proof.
  intros [_ R]. split.
  - intros s l m p _ _ _ _. unfold lower. now destruct (f _ _ _).
  - intros s l m p W N I H S. unfold lower in H. destruct (f _ _ _) eqn:E; try discriminate.
    assert (M2 : N.lor (mask l) m0 = mask (l0 ++ l)).
    { apply N.bits_inj. intros i. apply eq_true_iff_eq. unfold m0. rewrite N.lor_spec, orb_true_iff, !mask_spec, in_app_iff. tauto. }
    rewrite M2 in E. refine (R (State (fz ++ boxes s) (player s)) (l0 ++ l) m p _ _ _ E _).
    + now apply whole_wf.
    + apply nodup_app; [apply l0_nodup|exact N|]. intros i Hi J. apply I, in_map_iff in J. destruct J as (x & <- & Hx).
      destruct W as (_ & _ & F & _). apply F, floor_freeze in Hx. destruct Hx as [Fx Zx].
      apply Zx, (m0_spec x Fx), mask_spec, Hi.
    + cbn. rewrite map_app. apply incl_app; [now apply incl_appl, incl_refl|now apply incl_appr].
    + apply (thawed b fz fz_goals _ _ _ S). reflexivity.
Qed.

Variable fuel : nat.
Variable by_ : list fact.
Hypothesis by_right : forall f, In f by_ -> Right b f.
Variable q : N.
Variable r : N.
Hypothesis checked : frozen_region b g fuel by_ fz q = Some r.

Lemma region_spec : (forall i, N.testbit (grow g r) i = true -> N.testbit (fl g) i = true -> N.testbit m0 i = false -> N.testbit r i = true) /\
  all_pushes g fuel (fun a t => existsb (fun f : fact => dead (f (replaced m0 a t) (t :: remove_n a l0) a)) by_) m0 r = true.
Proof.
  unfold frozen_region in checked. fold l0 in checked. fold m0 in checked.
  destruct (reach _ _ _ _) as [r'|] eqn:R; [|discriminate]. destruct (all_pushes _ _ _ _ _) eqn:A; [|discriminate].
  injection checked as <-. split; auto. apply reach_spec in R. intros i G F N. apply R; auto. now rewrite N.ldiff_spec, F, N.
Qed.

Lemma rest_solves s m p : wf b s -> incl fz (boxes s) -> N.testbit r (Q b s) = true -> Solves b s m p ->
  Solves (freeze b fz) (rest fz s) m p.
Proof.
  intros W I T S. destruct region_spec as [C A].
  apply (frozen b fz (fun x => floor b x = true /\ N.testbit r (enc b x) = true) (Dead_by b by_) (dead_by_dead b by_ by_right)); auto.
  - intros x d [X Hx] F N. split; auto. apply C.
    + apply (grow_spec b g g_of); auto.
    + now apply (fl_spec b g g_of).
    + apply not_true_iff_false. now rewrite m0_spec.
  - intros x d a t [X Hx] _ Ia Fa Ft Nt.
    pose proof (all_pushes_spec b g g_of _ _ _ _ A x d X Fa Ft Hx) as H. fold a in H. fold t in H. cbn beta in H.
    rewrite (m0_spec a Fa) in H. specialize (H Ia).
    assert (T1 : N.testbit m0 (enc b t) = false) by (apply not_true_iff_false; now rewrite m0_spec).
    apply dead_by_push with (l := l0); auto.
    + apply l0_nodup.
    + apply incl_refl.
    + rewrite <- mask_spec. fold m0. congruence.
  - split; auto. apply W.
Qed.

Theorem lift_right f : Right (freeze b fz) f -> Right b (lift m0 r f).
Proof.
  intros [R1 R2]. split.
  - intros s l m p W D E S. unfold lift. destruct (_ && _) eqn:C; [|exact I].
    apply andb_true_iff in C. destruct C as [C T]. apply N.eqb_eq in C.
    assert (Hz : incl fz (boxes s)) by (apply (held_boxes s (M b s) W); auto; intros i; apply mask_spec).
    assert (E1 : mask (filter (fun i => negb (N.testbit m0 i)) l) = M (freeze b fz) (rest fz s)).
    { unfold M. apply mask_ext. intros i. rewrite filter_In, negb_true_iff. unfold M in E.
      pose proof (proj1 (mask_ext _ _) E) as X. rewrite X. split.
      - intros [J N]. change (enc (freeze b fz)) with (enc b). now apply in_rest.
      - intros J. change (enc (freeze b fz)) with (enc b) in J. apply in_map_iff in J. destruct J as (x & <- & Hx). cbn in Hx.
        apply filter_In in Hx. destruct Hx as [Hx U]. split; [now apply in_map|]. apply not_true_iff_false.
        rewrite m0_spec; [now apply unfrozen_spec|]. apply W, Hx. }
    rewrite <- E, ldiff_mask, E1. change (Q b s) with (Q (freeze b fz) (rest fz s)). apply (R1 (rest fz s) (filter (fun i => negb (N.testbit m0 i)) l) m p); auto.
    + now apply rest_wf.
    + now apply NoDup_filter.
    + now apply rest_solves.
  - intros s l m p W ND J H S. unfold lift in H. destruct (_ && _) eqn:C; [|discriminate].
    apply andb_true_iff in C. destruct C as [C T]. apply N.eqb_eq in C.
    assert (I : incl fz (boxes s)) by (apply (held_boxes s (mask l) W); auto; intros i Hi; apply J, mask_spec, Hi).
    rewrite ldiff_mask in H. apply (R2 (rest fz s) _ m p (rest_wf b fz fz_nodup fz_goals goals_nodup s W I)) in H; auto.
    + apply H. now apply rest_solves.
    + now apply NoDup_filter.
    + intros i Hi. apply filter_In in Hi. destruct Hi as [Hi N]. apply negb_true_iff in N.
      change (enc (freeze b fz)) with (enc b). apply in_rest; auto.
Qed.
End Right.
