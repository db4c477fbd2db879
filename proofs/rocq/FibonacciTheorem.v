(** The solutions of the Fibonacci family are the shortest, for every n: the tables pass the tests. *)
From Coq Require Import ZArith NArith List Bool Lia.
From Soko Require Import Rules Fibonacci FibonacciSolution FibonacciLengths FibonacciAutomata FibonacciHeights FibonacciSearch
  FibonacciTables FibonacciFewest.
Open Scope Z_scope.

(** Moves are counted in 180ths.  If the player ends left of the column, there are two more. *)
Definition parts : Z := 180.
Definition move_cost (push : bool) : Z := parts.
Definition push_cost (push : bool) : Z := if push then 1 else 0.
Definition more_if_left : Z := 2.

(** * Checks by computation *)

Definition triples := all_triples A.
Definition pairs := all_pairs A.
Definition rooms_read := letter_set room_letters.
Definition move_excesses := all_excesses A moves_heights.
Definition push_excesses := all_excesses A pushes_heights.

Lemma accepted_checked : ends_accepted A && starts_accepted A = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Lemma move_ends_checked :
  ends_low moves_heights (parts * more_if_left) && starts_high moves_heights (fun n => parts * moves_needed n) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Lemma push_ends_checked : ends_low pushes_heights 0 && starts_high pushes_heights pushes_needed = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Lemma triples_checked : good_triples A triples = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Lemma pairs_checked : good_pairs A triples pairs rooms_read = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Lemma move_excesses_checked : good_excesses A moves_heights move_excesses = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Lemma push_excesses_checked : good_excesses A pushes_heights push_excesses = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Lemma push_falls_checked : good_falls A pushes_heights push_excesses push_cost (all_met A pushes_heights) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Lemma move_falls_checked : good_falls A moves_heights move_excesses move_cost (all_met A moves_heights) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** * The theorem *)

Theorem fewest_moves m ds s j p : (4 <= m)%nat -> Play (on (fibonacci m)) (first (fibonacci m)) ds s j p ->
  solved (on (fibonacci m)) s ->
  moves_needed m + (if left_of_column (cell_of (Z.of_nat m) (player s)) then more_if_left else 0) <= Z.of_nat j.
Proof.
  intros M P S. assert (four : 4 <= Z.of_nat m) by lia.
  pose proof (solutions_cost m four A moves_heights move_cost (parts * more_if_left) (fun n => parts * moves_needed n)
    ltac:(intros i I; pose proof (proj1 (numbers_recur i I)); unfold parts; lia)
    (closed_rows A triples triples_checked pairs rooms_read pairs_checked)
    (closed_room A triples triples_checked pairs rooms_read pairs_checked)
    (rows_fall_slowly A moves_heights move_excesses move_excesses_checked move_cost (all_met A moves_heights) move_falls_checked)
    (room_falls_slowly A moves_heights move_excesses move_cost (all_met A moves_heights) move_falls_checked)
    accepted_checked move_ends_checked ds s j p P S) as C.
  unfold price, move_cost, parts, more_if_left in *. destruct (left_of_column _); lia.
Qed.

Theorem fewest_pushes m ds j p : (4 <= m)%nat -> Solution (fibonacci m) ds j p -> pushes_needed m <= Z.of_nat p.
Proof.
  intros M (s & P & S). assert (four : 4 <= Z.of_nat m) by lia.
  pose proof (solutions_cost m four A pushes_heights push_cost 0 pushes_needed
    (fun i I => proj2 (numbers_recur i I))
    (closed_rows A triples triples_checked pairs rooms_read pairs_checked)
    (closed_room A triples triples_checked pairs rooms_read pairs_checked)
    (rows_fall_slowly A pushes_heights push_excesses push_excesses_checked push_cost (all_met A pushes_heights) push_falls_checked)
    (room_falls_slowly A pushes_heights push_excesses push_cost (all_met A pushes_heights) push_falls_checked)
    accepted_checked push_ends_checked ds s j p P S) as C.
  unfold price, push_cost in C. destruct (left_of_column _); lia.
Qed.

Theorem fibonacci_optimal : forall n, (4 <= n)%nat ->
  is_level (fibonacci n) /\
  (exists ds m p, Solution (fibonacci n) ds m p /\ Z.of_nat m = moves_needed n /\ Z.of_nat p = pushes_needed n) /\
  (forall ds m p, Solution (fibonacci n) ds m p -> moves_needed n <= Z.of_nat m /\ pushes_needed n <= Z.of_nat p).
Proof.
  intros n N. destruct (fibonacci_solution n N) as [L S]. split; [exact L|]. split; [exact S|]. intros ds m p R.
  split; [|exact (fewest_pushes n ds m p N R)]. destruct R as (s & P & E). pose proof (fewest_moves n ds s m p N P E).
  unfold more_if_left in *. destruct (left_of_column _); lia.
Qed.
