(** The level of n boxes is a level, for every n from 4, and has a solution of M(n) moves and P(n) pushes; what these numbers
    are. *)
From Coq Require Import ZArith List Bool Lia Permutation.
From Soko Require Import Rules Plays Theory Fibonacci FibonacciSolution.
Import ListNotations.
Open Scope Z_scope.

(** * The numbers *)

(** The Fibonacci numbers, the value at i and that at i + 1, and the Lucas numbers *)
Fixpoint fibs (i : nat) : Z * Z := match i with O => (0, 1) | S i => let (x, y) := fibs i in (y, x + y) end.
Definition fib (i : nat) : Z := fst (fibs i).
Definition lucas (i : nat) : Z := 2 * snd (fibs i) - fst (fibs i).

Theorem moves_recurrence : moves_needed 4 = 59 /\ moves_needed 5 = 106 /\
  forall n, (6 <= n)%nat -> moves_needed n = moves_needed (n - 1) + moves_needed (n - 2) + Z.of_nat n + if Nat.even n then 10 else 12.
Proof.
  split; [reflexivity|split; [reflexivity|]]. intros n N. destruct n as [|[|[|[|[|n]]]]]; try lia. unfold moves_needed.
  replace (S (S (S (S (S n)))) - 2 - 3)%nat with n by lia. replace (S (S (S (S (S n)))) - 1 - 3)%nat with (S n) by lia.
  replace (S (S (S (S (S n)))) - 3)%nat with (S (S n)) by lia. cbn [lengths fst].
  destruct (lengths moves_added 30 59 n) as [x y]. cbn [fst]. unfold moves_added. change (5 + n)%nat with (S (S (S (S (S n))))).
  destruct (Nat.even _); lia.
Qed.

Theorem pushes_recurrence : pushes_needed 4 = 18 /\ pushes_needed 5 = 34 /\
  forall n, (6 <= n)%nat -> pushes_needed n = pushes_needed (n - 1) + pushes_needed (n - 2) + 8.
Proof.
  split; [reflexivity|split; [reflexivity|]]. intros n N. destruct n as [|[|[|[|[|n]]]]]; try lia. unfold pushes_needed.
  replace (S (S (S (S (S n)))) - 2 - 3)%nat with n by lia. replace (S (S (S (S (S n)))) - 1 - 3)%nat with (S n) by lia.
  replace (S (S (S (S (S n)))) - 3)%nat with (S (S n)) by lia. cbn [lengths fst].
  destruct (lengths (fun _ => 8) 8 18 n) as [x y]. cbn [fst]. lia.
Qed.

Definition sign (n : nat) : Z := if Nat.even n then 1 else -1.

Lemma lengths_closed i :
  lengths moves_added 30 59 i =
    (9 * lucas (3 + i) + 5 * fib (3 + i) - sign (3 + i) - Z.of_nat (3 + i) - 14,
     9 * lucas (4 + i) + 5 * fib (4 + i) - sign (4 + i) - Z.of_nat (4 + i) - 14) /\
  lengths (fun _ => 8) 8 18 i =
    (2 * lucas (3 + i) + 4 * fib (3 + i) - 8, 2 * lucas (4 + i) + 4 * fib (4 + i) - 8).
Proof.
  induction i as [|i [IH IH']]; [split; reflexivity|]. cbn [lengths]. rewrite IH, IH'. clear IH IH'.
  unfold lucas, fib, sign, moves_added. replace (4 + S i)%nat with (S (S (3 + i))) by lia. replace (3 + S i)%nat with (S (3 + i)) by lia.
  replace (4 + i)%nat with (S (3 + i)) by lia. replace (5 + i)%nat with (S (S (3 + i))) by lia.
  set (k := (3 + i)%nat). cbn [fibs]. destruct (fibs k) as [x y]. cbn [fst snd].
  rewrite !Nat.even_succ, <- !Nat.negb_even, Nat.even_succ, <- Nat.negb_even, negb_involutive, !Nat2Z.inj_succ.
  destruct (Nat.even k); cbn [negb]; split; f_equal; lia.
Qed.

(** With a = (1 + v5) / 2 and b = (1 - v5) / 2, where v5 is the root of 5, lucas n = a^n + b^n and v5 fib n = a^n - b^n. *)
Theorem closed_forms n : (4 <= n)%nat ->
  moves_needed n = 9 * lucas n + 5 * fib n - sign n - Z.of_nat n - 14 /\
  pushes_needed n = 2 * lucas n + 4 * fib n - 8.
Proof.
  intros N. unfold moves_needed, pushes_needed. destruct (lengths_closed (n - 3)) as [-> ->]. cbn [fst].
  replace (3 + (n - 3))%nat with n by lia. auto.
Qed.

(** This is what that says without roots: (1 + v5)^n, as a pair x + y v5, is 2^(n-1) (lucas n + fib n v5). *)
Fixpoint power (n : nat) : Z * Z := match n with O => (1, 0) | S n => let (x, y) := power n in (x + 5 * y, x + y) end.

Theorem powers n : 2 * fst (power n) = 2 ^ Z.of_nat n * lucas n /\ 2 * snd (power n) = 2 ^ Z.of_nat n * fib n.
Proof.
  induction n as [|n [A B]]; [split; reflexivity|]. rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. unfold lucas, fib in *.
  cbn [fibs power]. destruct (fibs n) as [x y], (power n) as [u v]. cbn [fst snd] in *. split; nia.
Qed.

(** The base 1.618 a box: it grows as the Fibonacci numbers. *)
Theorem grows n : (4 <= n)%nat -> 3 * fib (S n) <= pushes_needed n /\ pushes_needed n < moves_needed n.
Proof.
  intros N. destruct (closed_forms n N) as [-> ->].
  assert (A : 3 <= fst (fibs n) /\ 5 <= snd (fibs n) /\ fst (fibs n) <= snd (fibs n) /\ Z.of_nat n <= snd (fibs n)).
  { induction N as [|n N IH]; [vm_compute; intuition discriminate|]. cbn [fibs]. destruct (fibs n) as [x y]. cbn [fst snd] in *. lia. }
  unfold lucas, fib, sign. cbn [fibs]. destruct (fibs n) as [x y]. cbn [fst snd] in *. destruct (Nat.even n); lia.
Qed.

(** * The level *)

Section Level.
Variable m : nat.
Let n := Z.of_nat m.
Let b := on (fibonacci m).
Hypothesis four : 4 <= n.

Definition common (y : cell) : bool := column (n - 6) y || is_cell y last_goal.

Lemma two_more test u v : gridded n u -> gridded n v -> u <> v -> common u = false -> common v = false ->
  (forall y, test y = common y || is_cell y u || is_cell y v) ->
  Permutation (squares n test) (place n u :: place n v :: squares n common).
Proof.
  intros U V D Cu Cv T. apply NoDup_Permutation; [apply nodup_squares| |].
  - constructor; [|constructor; [|apply nodup_squares]].
    + cbn [In]. rewrite in_squares. intros [E|[_ E]]; [apply place_inj in E; congruence|congruence].
    + rewrite in_squares. intros [_ E]. congruence.
  - intros x. rewrite <- (place_cell n x). set (y := cell_of n x). cbn [In]. rewrite !in_squares, T, !orb_true_iff, !is_cell_spec.
    split.
    + intros [G [[C| ->]| ->]]; auto.
    + intros [E|[E|[G C]]]; [apply place_inj in E; subst y; rewrite <- E..|]; auto.
Qed.

Lemma side_other e : loose_side e <> loose_side (negb e).
Proof. destruct e; discriminate. Qed.
Lemma side_bounds e : loose_side e = 0 \/ loose_side e = 2.
Proof. destruct e; auto. Qed.

Lemma common_false y : (snd y <> 1 \/ n - 6 < fst y) -> y <> last_goal -> common y = false.
Proof.
  intros C L. unfold common. apply orb_false_iff. split; apply not_true_is_false; [|now rewrite is_cell_spec].
  rewrite column_spec. intros [A B]. destruct C as [C|C]; [auto|]. lia.
Qed.

Lemma goals_more : Permutation (goals b) (place n (n - 5, 1) :: place n (n - 4, 1) :: squares n common).
Proof.
  unfold b. cbn [on fibonacci goals]. fold n. apply two_more; unfold gridded; cbn [fst snd]; try lia.
  - intros [= E]. lia.
  - apply common_false; cbn [fst snd]; [lia|unfold last_goal; intros [= E]; lia].
  - apply common_false; cbn [fst snd]; [lia|unfold last_goal; intros [= E]; lia].
  - intros y. apply eq_true_iff_eq. unfold common. rewrite goal_spec, !orb_true_iff, column_spec. unfold last_goal. rewrite !is_cell_parts. lia.
Qed.

Lemma boxes_more : Permutation (boxes (first (fibonacci m)))
  (place n (n - 5, loose_side (Z.even n)) :: place n (n - 6, loose_side (negb (Z.even n))) :: squares n common).
Proof.
  cbn [first fibonacci boxes]. fold n. pose proof (side_bounds (Z.even n)) as A. pose proof (side_bounds (negb (Z.even n))) as B.
  apply two_more; unfold gridded; cbn [fst snd]; try lia.
  - intros [= E]. lia.
  - apply common_false; cbn [fst snd]; [lia|unfold last_goal; intros [= E]; lia].
  - apply common_false; cbn [fst snd]; [lia|unfold last_goal; intros [= E]; lia].
  - intros y. apply eq_true_iff_eq. unfold common. rewrite box_spec, !orb_true_iff, column_spec. unfold last_goal. rewrite !is_cell_parts. tauto.
Qed.

Lemma row_inside r c : -3 <= r < n - 3 -> 0 <= c <= 2 -> inside (n - 3) (r, c) = true.
Proof.
  intros R C. apply inside_spec. cbn [fst snd]. destruct (Z.leb_spec 0 r); [left; lia|right].
  assert (r = -1 \/ r = -2 \/ r = -3) as E by lia. assert (c = 0 \/ c = 1 \/ c = 2) as D by lia.
  destruct E as [->|[->| ->]], D as [->|[->| ->]]; cbn; tauto.
Qed.

Lemma goal_inside y : goal_at n y = true -> inside (n - 3) y = true.
Proof. rewrite goal_spec. destruct y as [r c]. cbn [fst snd]. intros H. apply row_inside; lia. Qed.
Lemma box_inside y : box_at n y = true -> inside (n - 3) y = true.
Proof.
  rewrite box_spec. destruct y as [r c]. cbn [fst snd]. pose proof (side_bounds (Z.even n)). pose proof (side_bounds (negb (Z.even n))).
  intros I. apply row_inside; lia.
Qed.

Lemma floor_squares test x : (forall y, test y = true -> inside (n - 3) y = true) -> In x (squares n test) -> floor b x = true.
Proof. intros T I. rewrite <- (place_cell n x) in *. apply in_squares in I. now apply floor_inside, T. Qed.

Lemma no_box_at_first : box_at n (n - 4, 1) = false.
Proof.
  apply not_true_is_false. rewrite box_spec. cbn [fst snd].
  pose proof (side_bounds (Z.even n)). pose proof (side_bounds (negb (Z.even n))). lia.
Qed.

Theorem fibonacci_level : is_level (fibonacci m).
Proof.
  unfold is_level. split; [|split; [apply nodup_squares|split; [apply nodup_squares|split; [|split; [|split; [|split]]]]]].
  - intros E. pose proof boxes_more as P. rewrite E in P. apply Permutation_nil in P. discriminate P.
  - transitivity (S (S (length (squares n common)))); [exact (Permutation_length boxes_more)|].
    symmetry. exact (Permutation_length goals_more).
  - intros x. apply floor_squares, box_inside.
  - intros x. apply floor_squares, goal_inside.
  - cbn [first fibonacci player]. fold n. apply floor_inside; [exact four|]. apply row_inside; fold n; lia.
  - cbn [first fibonacci player boxes]. fold n. rewrite in_squares, no_box_at_first. intros [_ E]. discriminate E.
Qed.

(** A solution ends beside the column, on the right or, with two more moves, on the left. *)
Theorem solved_from e : e = 0 \/ e = 2 -> exists ds s j p, Play b (first (fibonacci m)) ds s j p /\ solved b s /\
  player s = place n (-2, e) /\ Z.of_nat j = moves_needed m + (if e =? 0 then 2 else 0) /\ Z.of_nat p = pushes_needed m.
Proof.
  intros E. assert (M : (4 <= m <= m)%nat) by (unfold n in four; lia).
  assert (St : Start m (Z.of_nat m) (first (fibonacci m))).
  { split; [reflexivity|]. intros y I L. unfold Box. cbn [first fibonacci boxes]. rewrite in_squares. split; [tauto|].
    intros T. split; [|exact T]. pose proof (inside_parts m four y I) as PI. fold n in PI, I, L, T |- *. unfold gridded. apply inside_spec in I.
    destruct I as [I|I]; [lia|]. apply (room_bounds m) in I. fold n in I. lia. }
  destruct (all_columns m four m M e _ E St) as (ds & s & j & p & P & [Q D] & _ & J & G).
  exists ds, s, j, p. split; [exact P|]. split; [|split; [exact Q|split; [exact J|exact G]]].
  assert (F : wf b (first (fibonacci m))).
  { destruct fibonacci_level as (_ & A & _ & B & C & _ & D' & E'). repeat split; auto. }
  assert (W : forall x, In x (boxes s) -> exists y, inside (n - 3) y = true /\ x = place n y).
  { assert (I0 : inside (n - 3) (cell_of n (player (first (fibonacci m)))) = true /\
      forall x, In x (boxes (first (fibonacci m))) -> exists y, inside (n - 3) y = true /\ x = place n y).
    { split.
      - cbn [first fibonacci player]. fold n. rewrite cell_place. apply row_inside; lia.
      - intros x I. exists (cell_of n x). rewrite place_cell. split; [|reflexivity]. rewrite <- (place_cell n x) in I.
        apply in_squares in I. now apply box_inside. }
    clear -P I0 four n b. revert I0. induction P as [s|s d s1 ds s2 j p S P IH]; intros [I B]; [exact B|]. apply IH. clear IH P.
    unfold step in S. rewrite <- (place_cell n (player s)) in S. rewrite !place_add in S. set (a := add (cell_of n (player s)) (step_of d)) in *.
    pose proof (inside_step m four _ d I) as F. fold n a in F. rewrite F in S. clear F. destruct (inside (n - 3) a) eqn:Ia; cbn [negb] in S; [|discriminate].
    destruct (member (place n a) (boxes s)); cbn [negb] in S.
    - pose proof (inside_step m four _ d Ia) as F. fold n in F. rewrite F in S. clear F. destruct (inside (n - 3) (add a (step_of d))) eqn:It; [|discriminate].
      destruct (member _ (boxes s)); [discriminate|]. injection S as <-. cbn [boxes player]. rewrite cell_place. split; [exact Ia|].
      intros x [<-|X]; [eauto|]. apply In_without in X. now apply B.
    - injection S as <-. cbn [boxes player]. rewrite cell_place. auto. }
  intros x X. destruct (W x X) as (y & I & ->). unfold b. cbn [on fibonacci goals]. fold n. apply in_squares.
  pose proof (proj1 (D y I ltac:(pose proof (inside_parts m four y I); lia)) X) as G'. split; [|exact G'].
  apply goal_spec in G'. unfold gridded. lia.
Qed.
End Level.

Theorem fibonacci_solution : forall n, (4 <= n)%nat ->
  is_level (fibonacci n) /\
  exists ds m p, Solution (fibonacci n) ds m p /\ Z.of_nat m = moves_needed n /\ Z.of_nat p = pushes_needed n.
Proof.
  intros n N. assert (F : 4 <= Z.of_nat n) by lia. split; [now apply fibonacci_level|].
  destruct (solved_from n F 2 (or_intror eq_refl)) as (ds & s & j & p & P & S & _ & J & G).
  exists ds, j, p. split; [exists s; auto|]. split; [rewrite J; cbn; lia|exact G].
Qed.
