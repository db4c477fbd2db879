(** Proves what facts show of the play so far: prices, and more boxes than first squares, where they can come from no
    other.  The proofs go along the play, from the first state on. *)
From Coq Require Import ZArith NArith List Bool Lia Permutation.
From Soko Require Import Rules Theory Masks Checker Soundness Potential.
Import ListNotations.
Open Scope N_scope.

(** * On squares *)
Section Play.
Variable b : board.
Variable s0 : state.                                            (* the first state *)
Variable weight : square -> square -> Z.

(** [Comes s m p w]: play from the first state leads to [s], in [m] moves, [p] of them pushes, which weigh [w]. *)
Inductive Comes : state -> nat -> nat -> Z -> Prop :=
| comes_first : Comes s0 0 0 0
| comes_move s s1 m p w : Comes s m p w -> Move b s s1 -> Comes s1 (S m) p w
| comes_push s s1 m p w : Comes s m p w -> Push b s s1 -> Comes s1 (S m) (S p) (w + weight (player s) (player s1)).

Lemma comes_solved s m p w m1 p1 : Comes s m p w -> Solves b s m1 p1 ->
  exists u w1, Comes u (m + m1) (p + p1) w1 /\ solved b u.
Proof.
  intros C K1. revert m p w C. induction K1 as [s H|s s1 m1 p1 H K0 IH|s s1 m1 p1 H K0 IH]; intros m p w C.
  - exists s, w. rewrite !Nat.add_0_r. auto.
  - destruct (IH _ _ _ (comes_move _ _ _ _ _ C H)) as (u & w1 & K & E). exists u, w1.
    replace (m + S m1)%nat with (S m + m1)%nat by lia. auto.
  - destruct (IH _ _ _ (comes_push _ _ _ _ _ C H)) as (u & w1 & K & E). exists u, w1.
    replace (m + S m1)%nat with (S m + m1)%nat by lia. replace (p + S p1)%nat with (S p + p1)%nat by lia. auto.
Qed.

Hypothesis first_wf : wf b s0.
Lemma comes_wf s m p w : Comes s m p w -> wf b s.
Proof. induction 1; [exact first_wf|eapply wf_move; eauto|eapply wf_push; eauto]. Qed.

Lemma comes_parity s m p w : Comes s m p w -> Z.odd (Z.of_nat p) = xorb (shade (boxes s)) (shade (boxes s0)).
Proof.
  induction 1 as [|s s1 m p w C IH H|s s1 m p w C IH H].
  - now rewrite xorb_nilpotent.
  - destruct H as (d & _ & _ & ->). exact IH.
  - rewrite Nat2Z.inj_succ, Z.odd_succ, <- Z.negb_odd, IH, (shade_push b _ _ (comes_wf _ _ _ _ C) H).
    now destruct (shade (boxes s)), (shade (boxes s0)).
Qed.

Variable f : square -> square -> option Z.      (* for a box and the player: least pushes so far minus price, None for no way *)
Variable y : square -> Z.
Record Local_back : Prop := {
  back_move : forall x p d, floor b x = true -> floor b p = true -> floor b (add p (delta d)) = true -> p <> x ->
    add p (delta d) <> x -> f x (add p (delta d)) = f x p;
  back_push : forall p d, let a := add p (delta d) in let t := add a (delta d) in
    floor b p = true -> floor b a = true -> floor b t = true ->
    match f a p, f t a with Some v, Some w => (w <= v + weight p a)%Z | Some _, None => False | None, _ => True end }.
Hypothesis local : Local_back.

(** How the values change with a push: that of the box, and no other. *)
Lemma others_stay s l d : wf b s -> floor b (add (player s) (delta d)) = true -> incl l (boxes s) ->
  ~ In (add (player s) (delta d)) l -> forall x, In x l -> f x (add (player s) (delta d)) = f x (player s).
Proof. intros (A & B & C & D & E) Fa I N x Hx. apply (back_move local); auto; intros <-; auto. Qed.

(** Prices *)
Hypothesis first_prices : forall x, In x (boxes s0) -> match f x (player s0) with Some v => (v <= - y x)%Z | None => False end.
Theorem prices_back s m p w : Comes s m p w ->
  exists v, total f (boxes s) (player s) = Some v /\ (sum_y y (boxes s0) + v <= w)%Z.
Proof.
  induction 1 as [|s s1 m p w C IH H|s s1 m p w C IH H].
  - assert (G : forall l, incl l (boxes s0) -> exists v, total f l (player s0) = Some v /\ (sum_y y l + v <= 0)%Z).
    { induction l as [|x l IHl]; intros I; [exists 0%Z; split; [reflexivity|cbn; lia]|].
      destruct IHl as (v & E & L); [intros z Hz; apply I; now right|]. pose proof (first_prices x (I x (or_introl eq_refl))) as K.
      cbn. rewrite E. destruct (f x (player s0)) as [u|]; [|destruct K]. exists (u + v)%Z. split; [reflexivity|lia]. }
    apply G, incl_refl.
  - pose proof (comes_wf _ _ _ _ C) as W. destruct H as (d & Fa & Na & ->). cbn [boxes player].
    rewrite (total_ext f (boxes s) _ (player s)); auto. apply others_stay; auto. apply incl_refl.
  - pose proof (comes_wf _ _ _ _ C) as W. pose proof W as (A & _ & _ & Fp & _). destruct H as (d & Fa & Ia & Ft & Nt & ->). cbn [boxes player].
    set (a := add (player s) (delta d)) in *. set (t := add a (delta d)) in *. destruct IH as (v & E & L).
    rewrite (total_perm f _ _ (player s) (perm_without _ _ A Ia)) in E. cbn [total] in *.
    rewrite (total_ext f (without a (boxes s)) _ (player s)).
    + pose proof (back_push local (player s) d Fp Fa Ft) as K. cbn zeta in K. fold a t in K.
      destruct (f a (player s)) as [u|]; [|discriminate]. destruct (f t a) as [u1|]; [|destruct K].
      destruct (total f (without a (boxes s)) (player s)) as [v1|]; [|discriminate]. cbn in *. injection E as <-.
      exists (u1 + v1)%Z. split; [reflexivity|lia].
    + apply others_stay; auto; [intros z Hz; now apply In_without in Hz|rewrite In_without; tauto].
Qed.
End Play.

(** Boxes that have no way from a first square of the table never become more. *)
Section Counting.
Variable b : board.
Variable s0 : state.
Hypothesis first_wf : wf b s0.
Variable f : square -> square -> option Z.
Hypothesis local : Local_back b (fun _ _ => 1%Z) f.
Definition no_way (p : square) (x : square) : bool := match f x p with Some _ => false | None => true end.
Variable inside : list square.
Hypothesis first_inside : forall x, In x (boxes s0) -> no_way (player s0) x = true -> In x inside.

Lemma filter_same {A} (g h : A -> bool) l : (forall x, In x l -> g x = h x) -> filter g l = filter h l.
Proof. induction l as [|x l IH]; cbn; auto. intros H. rewrite (H x (or_introl eq_refl)), IH; auto. Qed.

Lemma filter_perm {A} (g : A -> bool) l l' : Permutation l l' -> Permutation (filter g l) (filter g l').
Proof.
  induction 1 as [|x l l' H IH|u v l|]; cbn; auto.
  - destruct (g x); auto.
  - destruct (g u), (g v); auto. apply perm_swap.
  - etransitivity; eauto.
Qed.

Theorem counting_back s m p w : Comes b s0 (fun _ _ => 1%Z) s m p w ->
  (length (filter (no_way (player s)) (boxes s)) <= length inside)%nat.
Proof.
  induction 1 as [|s s1 m p w C IH H|s s1 m p w C IH H].
  - apply NoDup_incl_length; [apply NoDup_filter, first_wf|]. intros x Hx. apply filter_In in Hx. destruct Hx. auto.
  - pose proof (comes_wf b s0 _ first_wf _ _ _ _ C) as W. destruct H as (d & Fa & Na & ->). cbn [boxes player].
    rewrite (filter_same _ (no_way (player s))); auto. intros x Hx. unfold no_way.
    now rewrite (others_stay b _ f local s (boxes s) d W Fa (incl_refl _) Na x Hx).
  - pose proof (comes_wf b s0 _ first_wf _ _ _ _ C) as W. pose proof W as (A & _ & _ & Fp & _). destruct H as (d & Fa & Ia & Ft & Nt & ->). cbn [boxes player].
    set (a := add (player s) (delta d)) in *. set (t := add a (delta d)) in *.
    rewrite (Permutation_length (filter_perm _ _ _ (perm_without _ _ A Ia))) in IH. cbn [filter] in *.
    rewrite (filter_same (no_way a) (no_way (player s)) (without a (boxes s))).
    + pose proof (back_push _ _ _ local (player s) d Fp Fa Ft) as K. cbn zeta in K. fold a t in K. unfold no_way at 1. unfold no_way at 1 in IH.
      destruct (f a (player s)), (f t a); cbn [length] in *; try tauto; lia.
    + intros x Hx. unfold no_way. rewrite (others_stay b _ f local s (without a (boxes s)) d W Fa); auto.
      * intros z Hz. now apply In_without in Hz.
      * rewrite In_without. tauto.
Qed.
End Counting.
