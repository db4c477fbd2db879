(** Proves that two sides that meet are sound: backwards, the states from which a solution costs less than the depth;
    forwards, those up to the cost from which only such a rest can follow. *)
From Coq Require Import ZArith NArith List Bool Lia Permutation FMapAVL OrderedTypeEx.
From Soko Require Import Rules Theory Masks Walks Checker Soundness Families Groups Counting Potential Whole Moves Back BackGroups BackFacts Backwards.
Import ListNotations.
Open Scope Z_scope.

(** * On squares *)
Section Meeting.
Variable b : board.
Variable s0 : state.
Hypothesis first_wf : wf b s0.
Variables move push : Z.
Hypothesis move_costs : 0 <= move.
Hypothesis push_costs : move <= push.
Notation of := (of move push).
Notation Comes := (Comes b s0 (fun _ _ => 1)).
Variables k D : Z.
Variable balance : state -> Z.
Variables A B : state -> Z -> Prop.                             (* listed forwards and backwards *)

(** Listed at some cost: itself, or another state and the walk between them. *)
Definition Avail (L : state -> Z -> Prop) (s : state) (r : Z) : Prop :=
  exists q n c, Walk b (boxes s) (player s) q n /\ L (State (boxes s) q) c /\ c + Z.of_nat n * move <= r.
Definition Settled_on (t : state) (x : Z) : Prop :=
  Avail A t x \/ (forall m p, Solves b t m p -> k <= x + of m p) \/
  (2 * (k - D) <= 2 * x + balance t /\ forall q n c, B (State (boxes t) q) c -> Walk b (boxes t) (player t) q n -> k <= x + Z.of_nat n * move + c).

Hypothesis falls_move : forall s t m p w m1 p1, Comes s m p w -> Move b s t -> Solves b t m1 p1 -> balance s <= balance t + 2 * move.
Hypothesis falls_push : forall s t m p w m1 p1, Comes s m p w -> Push b s t -> Solves b t m1 p1 -> balance s <= balance t + 2 * push.
Hypothesis ends : forall u m p w, Comes u m p w -> solved b u -> 2 * D <= - balance u \/ Avail B u 0.
Hypothesis pulls : forall u t q n c m p w m1 p1, Comes u m p w -> Push b u t -> Solves b t m1 p1 -> B (State (boxes t) q) c -> Walk b (boxes t) q (player t) n ->
  exists x, x <= c + Z.of_nat n * move + push /\ (2 * D <= 2 * x - balance u \/ Avail B u x \/ k <= x + of m p).
Hypothesis first_settled : forall m p, Solves b s0 m p -> Settled_on s0 0.
Hypothesis pushes : forall bs q g p n t, A (State bs q) g -> Walk b bs q p n -> Push b (State bs p) t ->
  forall m1 p1 m2 p2 w, Comes t m2 p2 w -> Solves b t m1 p1 -> exists x, x <= g + Z.of_nat n * move + push /\ Settled_on t x.
Hypothesis no_end : forall s g, A s g -> solved b s -> k <= g.

Lemma of_nonneg m p : (0 <= of m p).
Proof. clear -move_costs push_costs. unfold Moves.of. nia. Qed.
Lemma of_move m p : of (S m) p = move + of m p.
Proof. unfold Moves.of. rewrite Nat2Z.inj_succ, <- Z.add_1_l. ring. Qed.

Lemma avail_up L s r r' : r <= r' -> Avail L s r -> Avail L s r'.
Proof. intros H (q & n & c & W & I & E). exists q, n, c. repeat split; auto. lia. Qed.

Lemma comes_walk s m p w q n : Comes s m p w -> Walk b (boxes s) (player s) q n -> Comes (State (boxes s) q) (m + n) p w.
Proof.
  intros C. induction 1 as [|q d n W IH F N]; [rewrite Nat.add_0_r; now destruct s|].
  replace (m + S n)%nat with (S (m + n)) by lia. eapply comes_move; [exact IH|]. exists d. auto.
Qed.

Lemma walk_trans bs p q r n n' : Walk b bs p q n -> Walk b bs q r n' -> Walk b bs p r (n + n').
Proof.
  intros W. induction 1 as [|r d n' W' IH F N]; [now rewrite Nat.add_0_r|]. rewrite Nat.add_succ_r. now constructor.
Qed.

Lemma rests u m1 p1 : Solves b u m1 p1 -> forall m p w, Comes u m p w -> of m p + of m1 p1 < k -> 2 * of m1 p1 - balance u < 2 * D ->
  Avail B u (of m1 p1).
Proof.
  induction 1 as [u H|u t m1 p1 H S IH|u t m1 p1 H S IH]; intros m p w C L X.
  - assert (E : of 0 0 = 0) by reflexivity. rewrite E in *. destruct (ends u m p w C H); [lia|auto].
  - pose proof (falls_move u t m p w m1 p1 C H S) as F. pose proof (comes_move _ _ _ _ _ _ _ _ C H) as C1.
    rewrite of_move in *. destruct (IH _ _ _ C1) as (q & n & c & W & I & E); [rewrite of_move; lia|lia|].
    destruct H as (d & Fa & Na & ->). cbn [boxes player] in *. exists q, (Datatypes.S n), c. split; [now apply (walk_after b _ _ d)|].
    split; auto. lia.
  - pose proof (falls_push u t m p w m1 p1 C H S) as F. pose proof (comes_push _ _ _ _ _ _ _ _ C H) as C1.
    rewrite of_push in *. destruct (IH _ _ _ C1) as (q & n & c & W & I & E); [rewrite of_push; lia|lia|].
    pose proof (comes_wf b s0 _ first_wf _ _ _ _ C1) as (_ & _ & _ & Fp & Np).
    destruct (pulls u t q n c m p w m1 p1 C H S I (walk_back b _ _ _ _ Fp Np W)) as (x & Lx & [K|[K|K]]); [lia| |lia].
    eapply avail_up; [|exact K]. lia.
Qed.

Theorem meeting_sound s x m p w m1 p1 : Settled_on s x -> x <= of m p -> Comes s m p w -> Solves b s m1 p1 -> k <= of m p + of m1 p1.
Proof.
  revert s x m p w m1. induction p1 as [p1 IH] using lt_wf_ind. intros s x m p w m1 St Lx C S.
  destruct (Z_lt_ge_dec (of m p + of m1 p1) k) as [L|]; [exfalso|lia]. destruct St as [(q & n & c & W & I & E)|[St|[St1 St2]]].
  - pose proof (comes_wf b s0 _ first_wf _ _ _ _ C) as (_ & _ & _ & Fp & Np). pose proof (walk_back b _ _ _ _ Fp Np W) as W1.
    destruct (first_walk b s m1 p1 S) as (q1 & n1 & W2 & [(So & -> & ->)|(s1 & m2 & p2 & P & S1 & -> & ->)]).
    + assert (K : k <= c) by (apply (no_end (State (boxes s) q) c I So)). pose proof (of_nonneg n1 0). nia.
    + pose proof (comes_walk _ _ _ _ _ _ C W2) as C1. pose proof (comes_push _ _ _ _ _ _ _ _ C1 P) as C2.
      destruct (pushes (boxes s) q c q1 (n + n1) s1 I (walk_trans _ _ _ _ _ _ W1 W2) P _ _ _ _ _ C2 S1) as (x1 & Lx1 & St1).
      assert (X : of (n1 + Datatypes.S m2) (Datatypes.S p2) = Z.of_nat n1 * move + (push + of m2 p2)) by (rewrite of_sum, of_push; reflexivity).
      assert (Y : of (Datatypes.S (m + n1)) (Datatypes.S p) = Z.of_nat n1 * move + of m p + push).
      { rewrite of_push. replace (m + n1)%nat with (n1 + m)%nat by lia. rewrite of_sum. lia. }
      assert (Z : k <= of (Datatypes.S (m + n1)) (Datatypes.S p) + of m2 p2).
      { eapply (IH p2); [lia|exact St1| |exact C2|exact S1]. rewrite Y. lia. }
      lia.
  - specialize (St _ _ S). lia.
  - destruct (rests s m1 p1 S m p w C L) as (q & n & c & W & I & E); [lia|]. specialize (St2 q n c I W). lia.
Qed.

Theorem meeting m p : Solves b s0 m p -> k <= of m p.
Proof. intros S. apply (meeting_sound s0 0 0 0 0 m p (first_settled _ _ S)); [reflexivity|apply comes_first|exact S]. Qed.
End Meeting.
