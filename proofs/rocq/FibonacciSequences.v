(** Sequences that go on as every second Fibonacci number does, and a test by computation that one is never above another. *)
From Coq Require Import ZArith List Bool Lia.
Import ListNotations.
Open Scope Z_scope.

(** Four values of a sequence s with s(i+4) = 5 s(i+3) - 8 s(i+2) + 5 s(i+1) - s(i) *)
Record quad := Quad { q0 : Z; q1 : Z; q2 : Z; q3 : Z }.
Definition next_quad (q : quad) : quad := Quad (q1 q) (q2 q) (q3 q) (5 * q3 q - 8 * q2 q + 5 * q1 q - q0 q).
Definition add_quad (p q : quad) : quad := Quad (q0 p + q0 q) (q1 p + q1 q) (q2 p + q2 q) (q3 p + q3 q).
Definition sub_quad (p q : quad) : quad := Quad (q0 p - q0 q) (q1 p - q1 q) (q2 p - q2 q) (q3 p - q3 q).

Fixpoint quad_at (q : quad) (i : nat) : Z := match i with O => q0 q | S i => quad_at (next_quad q) i end.

(** If the second differences do not fall at first, they never do. *)
Definition rises (q : quad) : bool :=
  (0 <=? q0 q) && (q0 q <=? q1 q) && (0 <=? q2 q - 2 * q1 q + q0 q) &&
  (q2 q - 2 * q1 q + q0 q <=? q3 q - 2 * q2 q + q1 q).
Fixpoint never_negative (fuel : nat) (q : quad) : bool :=
  match fuel with O => false | S fuel => (0 <=? q0 q) && (rises q || never_negative fuel (next_quad q)) end.

Lemma rises_at i : forall q, rises q = true -> 0 <= quad_at q i.
Proof.
  induction i as [|i IH]; intros q R; unfold rises in R; rewrite !andb_true_iff, !Z.leb_le in R; cbn [quad_at]; [lia|].
  apply IH. unfold rises, next_quad. cbn [q0 q1 q2 q3]. rewrite !andb_true_iff, !Z.leb_le. lia.
Qed.

Lemma never_negative_at fuel : forall q, never_negative fuel q = true -> forall i, 0 <= quad_at q i.
Proof.
  induction fuel as [|fuel IH]; intros q N i; [discriminate|]. cbn [never_negative] in N. apply andb_true_iff in N. destruct N as [A B].
  apply orb_true_iff in B. destruct B as [B|B]; [now apply rises_at|]. destruct i as [|i]; [now apply Z.leb_le|]. cbn [quad_at]. now apply IH.
Qed.

Lemma quad_sub i : forall p q, quad_at (sub_quad p q) i = quad_at p i - quad_at q i.
Proof.
  induction i as [|i IH]; intros p q; [reflexivity|]. cbn [quad_at]. rewrite <- IH. f_equal. unfold next_quad, sub_quad.
  cbn [q0 q1 q2 q3]. f_equal; lia.
Qed.

(** * Eight values, and quads for the even and the odd numbers from 8 on; [None] where there is no value *)

Record sequence := Sequence { s0 : option Z; s1 : option Z; s2 : option Z; s3 : option Z; s4 : option Z; s5 : option Z;
  s6 : option Z; s7 : option Z; evens : option quad; odds : option quad }.

Definition shift (s : sequence) : sequence :=
  Sequence (s1 s) (s2 s) (s3 s) (s4 s) (s5 s) (s6 s) (s7 s) (option_map q0 (evens s)) (odds s) (option_map next_quad (evens s)).
Fixpoint value (s : sequence) (r : nat) : option Z := match r with O => s0 s | S r => value (shift s) r end.

Definition both {A} (f : A -> A -> A) (x y : option A) : option A :=
  match x, y with Some x, Some y => Some (f x y) | _, _ => None end.
Definition plus (s t : sequence) : sequence :=
  Sequence (both Z.add (s0 s) (s0 t)) (both Z.add (s1 s) (s1 t)) (both Z.add (s2 s) (s2 t)) (both Z.add (s3 s) (s3 t))
    (both Z.add (s4 s) (s4 t)) (both Z.add (s5 s) (s5 t)) (both Z.add (s6 s) (s6 t)) (both Z.add (s7 s) (s7 t))
    (both add_quad (evens s) (evens t)) (both add_quad (odds s) (odds t)).
Definition constant (c : Z) : sequence :=
  let v := Some c in let q := Some (Quad c c c c) in Sequence v v v v v v v v q q.
Definition nothing : sequence := Sequence None None None None None None None None None None.

Lemma value_constant c r : value (constant c) r = Some c.
Proof.
  induction r as [|r IH]; [reflexivity|]. cbn [value]. replace (shift (constant c)) with (constant c); [exact IH|].
  assert (E : 5 * c - 8 * c + 5 * c - c = c) by lia.
  unfold shift, constant, next_quad. cbn [s0 s1 s2 s3 s4 s5 s6 s7 evens odds option_map q0 q1 q2 q3]. now rewrite E.
Qed.

Lemma shift_plus s t : shift (plus s t) = plus (shift s) (shift t).
Proof.
  unfold shift, plus. cbn [s0 s1 s2 s3 s4 s5 s6 s7 evens odds]. destruct (evens s), (evens t); cbn [option_map both]; f_equal.
  f_equal. unfold next_quad, add_quad. cbn [q0 q1 q2 q3]. f_equal. lia.
Qed.

Lemma value_plus r : forall s t, value (plus s t) r = both Z.add (value s r) (value t r).
Proof. induction r as [|r IH]; intros s t; [reflexivity|]. cbn [value]. now rewrite shift_plus. Qed.

(** * Where the first has a value, the second has one and is not below it. *)

Definition at_most (x y : option Z) : bool :=
  match x, y with None, _ => true | Some x, Some y => x <=? y | _, _ => false end.
Definition quad_at_most (p q : option quad) : bool :=
  match p, q with None, _ => true | Some p, Some q => never_negative 24 (sub_quad q p) | _, _ => false end.
Definition below (s t : sequence) : bool :=
  at_most (s0 s) (s0 t) && at_most (s1 s) (s1 t) && at_most (s2 s) (s2 t) && at_most (s3 s) (s3 t) && at_most (s4 s) (s4 t) &&
  at_most (s5 s) (s5 t) && at_most (s6 s) (s6 t) && at_most (s7 s) (s7 t) &&
  quad_at_most (evens s) (evens t) && quad_at_most (odds s) (odds t).

Definition At_most (x y : option Z) : Prop := forall v, x = Some v -> exists w, y = Some w /\ v <= w.
Definition Quad_at_most (p q : option quad) : Prop :=
  forall u, p = Some u -> exists w, q = Some w /\ forall i, quad_at u i <= quad_at w i.

Lemma at_most_spec x y : at_most x y = true -> At_most x y.
Proof. destruct x, y; intros H v [= <-]; try discriminate. apply Z.leb_le in H. eauto. Qed.
Lemma quad_at_most_spec p q : quad_at_most p q = true -> Quad_at_most p q.
Proof.
  destruct p as [p|], q as [q|]; intros H u [= <-]; try discriminate. exists q. split; [reflexivity|]. intros i.
  pose proof (never_negative_at _ _ H i) as N. rewrite quad_sub in N. lia.
Qed.

Definition Below (s t : sequence) : Prop :=
  At_most (s0 s) (s0 t) /\ At_most (s1 s) (s1 t) /\ At_most (s2 s) (s2 t) /\ At_most (s3 s) (s3 t) /\ At_most (s4 s) (s4 t) /\
  At_most (s5 s) (s5 t) /\ At_most (s6 s) (s6 t) /\ At_most (s7 s) (s7 t) /\ Quad_at_most (evens s) (evens t) /\ Quad_at_most (odds s) (odds t).

Lemma Below_shift s t : Below s t -> Below (shift s) (shift t).
Proof.
  intros (_ & A & B & C & D & E & F & G & H & I). unfold Below, shift. cbn [s0 s1 s2 s3 s4 s5 s6 s7 evens odds].
  repeat split; auto.
  - intros v V. destruct (evens s) as [p|]; [|discriminate]. injection V as <-. destruct (H p eq_refl) as (q & -> & L).
    exists (q0 q). split; [reflexivity|exact (L 0%nat)].
  - intros v V. destruct (evens s) as [p|]; [|discriminate]. injection V as <-. destruct (H p eq_refl) as (q & -> & L).
    exists (next_quad q). split; [reflexivity|]. intros i. exact (L (S i)).
Qed.

Theorem below_value s t : below s t = true -> forall r v, value s r = Some v -> exists w, value t r = Some w /\ v <= w.
Proof.
  intros H. assert (B : Below s t).
  { unfold below in H. rewrite !andb_true_iff in H. unfold Below. repeat split; try apply at_most_spec; try apply quad_at_most_spec; tauto. }
  clear H. intros r. revert s t B. induction r as [|r IH]; intros s t B v V; [now apply B|]. cbn [value] in *.
  apply (IH (shift s) (shift t)); [now apply Below_shift|exact V].
Qed.

(** Whether there are values for even, or odd, numbers *)
Definition some {A} (x : option A) : bool := match x with Some _ => true | None => false end.
Definition has (s : sequence) (odd : bool) : bool :=
  if odd then some (s1 s) || some (s3 s) || some (s5 s) || some (s7 s) || some (odds s)
  else some (s0 s) || some (s2 s) || some (s4 s) || some (s6 s) || some (evens s).

Lemma has_value r : forall s v, value s r = Some v -> has s (Nat.odd r) = true.
Proof.
  induction r as [|r IH]; intros s v V.
  - cbn in *. rewrite V. reflexivity.
  - cbn [value] in V. apply IH in V. rewrite Nat.odd_succ, <- Nat.negb_odd. unfold has, shift in *. cbn [s0 s1 s2 s3 s4 s5 s6 s7 evens odds] in V.
    destruct (Nat.odd r); cbn [negb]; rewrite !orb_true_iff in *; destruct (evens s), (odds s); cbn in *; tauto.
Qed.
