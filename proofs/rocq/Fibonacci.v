(** The level of n boxes of the Fibonacci family (docs/background/families.md), for every n, and where its floor is. *)
From Coq Require Import ZArith List Bool Lia Permutation.
From Soko Require Import Rules Theory Masks Rooms.
Import ListNotations.
Open Scope Z_scope.

(** * Cells: rows above the room from 0 on, those of the room below 0; columns 0 to 2 in the shaft *)

Definition cell : Type := square.
Definition place (n : Z) (y : cell) : square := (n - 3 - fst y, snd y + 2).
Definition cell_of (n : Z) (x : square) : cell := (n - 3 - fst x, snd x - 2).
Definition is_cell (y z : cell) : bool := if square_eq y z then true else false.

(** * The level *)

(** The walls, with k rows in the shaft.  The empty squares beside the shaft and the room are outside. *)
Definition wall_at (k : Z) (y : cell) : bool :=
  let (r, c) := y in
  if 0 <=? r then
    if r =? k then (-1 <=? c) && (c <=? 3)                                       (*   #####   *)
    else (c =? -1) || (c =? 3) || (r =? 0) && (c =? 4)                           (*   #   #   *)
  else if r =? -1 then (c <=? -1) || (c =? 4)                                    (*  ##    #  *)
  else if (r =? -2) || (r =? -3) then (c =? -2) || (c =? 4)                      (*  #     #  *)
  else if r =? -4 then (c <=? -1) || (2 <=? c)                                   (*  ##  ###  *)
  else (-1 <=? c) && (c <=? 2).                                                  (*   ####    *)

(** The squares in the middle of the rows up to [top] *)
Definition column (top : Z) (y : cell) : bool := (snd y =? 1) && (-2 <=? fst y) && (fst y <=? top).
Definition last_goal : cell := (-3, 2).
Definition goal_at (n : Z) (y : cell) : bool := column (n - 4) y || is_cell y last_goal.

(** At the start, the two goals at the top are empty, and two boxes are loose beside the column: in the second row on the
    left for even n, on the right for odd n, and in the third row on the other side. *)
Definition loose_side (even : bool) : Z := if even then 0 else 2.
Definition box_at (n : Z) (y : cell) : bool :=
  column (n - 6) y || is_cell y last_goal ||
  is_cell y (n - 5, loose_side (Z.even n)) || is_cell y (n - 6, loose_side (negb (Z.even n))).

Definition squares (n : Z) (test : cell -> bool) : list square :=
  filter (fun x => test (cell_of n x)) (grid (n + 3) 7).

Definition fibonacci (number : nat) : level :=
  let n := Z.of_nat number in
  Level (Board 7 (n + 3) (squares n (wall_at (n - 3))) (squares n (goal_at n)))
        (State (squares n (box_at n)) (place n (n - 4, 1))).

(** * Where the player and boxes can be: k rows of the shaft, and the room *)

Definition room_cells : list cell := [
  (-1, 0); (-1, 1); (-1, 2); (-1, 3);
  (-2, -1); (-2, 0); (-2, 1); (-2, 2); (-2, 3);
  (-3, -1); (-3, 0); (-3, 1); (-3, 2); (-3, 3);
  (-4, 0); (-4, 1)].

Definition in_shaft (k : Z) (y : cell) : bool := (0 <=? fst y) && (fst y <? k) && (0 <=? snd y) && (snd y <=? 2).
Definition inside (k : Z) (y : cell) : bool := in_shaft k y || member y room_cells.

(** Steps in cells, whose rows are counted upwards *)
Definition step_of (d : direction) : cell :=
  match d with up => (1, 0) | down => (-1, 0) | left => (0, -1) | right => (0, 1) end.

Lemma place_inj n y z : place n y = place n z -> y = z.
Proof. destruct y, z. unfold place. cbn [fst snd]. intros [= A B]. apply pair_equal_spec; split; lia. Qed.
Lemma cell_place n y : cell_of n (place n y) = y.
Proof. destruct y. unfold place, cell_of. cbn [fst snd]. apply pair_equal_spec; split; lia. Qed.
Lemma place_cell n x : place n (cell_of n x) = x.
Proof. destruct x. unfold place, cell_of. cbn [fst snd]. apply pair_equal_spec; split; lia. Qed.
Lemma place_add n y d : add (place n y) (delta d) = place n (add y (step_of d)).
Proof. destruct y as [r c], d; unfold place, add; cbn [fst snd delta step_of]; apply pair_equal_spec; split; lia. Qed.

Lemma is_cell_spec y z : is_cell y z = true <-> y = z.
Proof. unfold is_cell. destruct (square_eq y z); intuition congruence. Qed.

Lemma in_shaft_spec k y : in_shaft k y = true <-> 0 <= fst y < k /\ 0 <= snd y <= 2.
Proof. unfold in_shaft. rewrite !andb_true_iff, !Z.leb_le, Z.ltb_lt. lia. Qed.
Lemma inside_spec k y : inside k y = true <-> (0 <= fst y < k /\ 0 <= snd y <= 2) \/ In y room_cells.
Proof. unfold inside. rewrite orb_true_iff, member_spec, in_shaft_spec. reflexivity. Qed.

Definition gridded (n : Z) (y : cell) : Prop := -6 < fst y <= n - 3 /\ -2 <= snd y <= 4.

Lemma in_squares n test y : In (place n y) (squares n test) <-> gridded n y /\ test y = true.
Proof. unfold squares. rewrite filter_In, in_grid_list, cell_place. unfold gridded, place. cbn [fst snd]. intuition lia. Qed.

Lemma nodup_squares n test : NoDup (squares n test).
Proof. apply NoDup_filter, nodup_grid. Qed.

Section Level.
Variable m : nat.
Let n := Z.of_nat m.
Let b := on (fibonacci m).
Hypothesis four : 4 <= n.

Lemma floor_at y : floor b (place n y) = true <-> gridded n y /\ wall_at (n - 3) y = false.
Proof.
  unfold floor, in_grid, b. cbn [on fibonacci width height walls]. fold n.
  rewrite !andb_true_iff, negb_true_iff, member_false, in_squares, !Z.leb_le, !Z.ltb_lt.
  destruct (wall_at (n - 3) y); unfold gridded, place; cbn [fst snd]; intuition (try discriminate; lia).
Qed.

Lemma room_bounds y : In y room_cells -> -4 <= fst y <= -1 /\ -1 <= snd y <= 3 /\ wall_at (n - 3) y = false.
Proof. cbn [room_cells In]. intuition (subst; cbn [fst snd]; try reflexivity; lia). Qed.

Lemma shaft_wall r c : 0 <= r < n - 3 -> wall_at (n - 3) (r, c) = (c =? -1) || (c =? 3) || (r =? 0) && (c =? 4).
Proof.
  intros R. unfold wall_at. replace (0 <=? r) with true by (symmetry; apply Z.leb_le; lia).
  now replace (r =? n - 3) with false by (symmetry; apply Z.eqb_neq; lia).
Qed.

Lemma floor_inside y : inside (n - 3) y = true -> floor b (place n y) = true.
Proof.
  rewrite inside_spec, floor_at. unfold gridded. intros [[R C]|I].
  - split; [lia|]. destruct y as [r c]. cbn [fst snd] in *. rewrite shaft_wall by exact R.
    rewrite !orb_false_iff, andb_false_iff, !Z.eqb_neq. lia.
  - apply room_bounds in I. split; [lia|tauto].
Qed.

(** Floor beside floor inside is inside. *)
Lemma inside_step y d : inside (n - 3) y = true -> floor b (place n (add y (step_of d))) = inside (n - 3) (add y (step_of d)).
Proof.
  intros I. apply eq_true_iff_eq. split; [|apply floor_inside].
  rewrite floor_at. intros [G W]. apply inside_spec in I. rewrite inside_spec.
  destruct I as [[R C]|I].
  - destruct (Z.ltb_spec (fst (add y (step_of d))) 0) as [L|L].
    + right. destruct y as [r c]. destruct d; unfold add in *; cbn [step_of fst snd] in *; try lia.
      assert (r = 0) by lia. subst r. assert (c = 0 \/ c = 1 \/ c = 2) as E by lia.
      destruct E as [->|[->| ->]]; cbn; tauto.
    + left. destruct y as [r c]. unfold add in *. cbn [fst snd] in *. destruct (Z.eq_dec (r + fst (step_of d)) (n - 3)) as [E|E].
      * exfalso. rewrite E in W. unfold wall_at in W. replace (0 <=? n - 3) with true in W by (symmetry; apply Z.leb_le; lia).
        rewrite Z.eqb_refl, andb_false_iff, !Z.leb_gt in W. destruct d; cbn [step_of fst snd] in *; lia.
      * assert (A : 0 <= r + fst (step_of d) < n - 3) by (destruct d; cbn [step_of fst snd] in *; lia).
        rewrite shaft_wall, !orb_false_iff, andb_false_iff, !Z.eqb_neq in W by exact A.
        destruct d; cbn [step_of fst snd] in *; lia.
  - assert (A : forallb (fun y => forallb (fun d => let z := add y (step_of d) in
      (0 <=? fst z) && ((fst z =? 0) && (0 <=? snd z) && (snd z <=? 3)) ||
      (fst z <? 0) && (wall_at 1 z || member z room_cells)) [up; down; left; right]) room_cells = true) by (vm_compute; reflexivity).
    rewrite forallb_forall in A. specialize (A y I). rewrite forallb_forall in A. specialize (A d ltac:(destruct d; cbn; tauto)).
    cbv zeta in A. set (z := add y (step_of d)) in *. apply orb_true_iff in A.
    destruct A as [A|A]; rewrite !andb_true_iff in A.
    + left. rewrite Z.eqb_eq, !Z.leb_le in A. destruct z as [r c]. cbn [fst snd] in *. destruct A as (_ & (-> & A) & B).
      rewrite shaft_wall, !orb_false_iff, andb_false_iff, !Z.eqb_neq in W by lia. lia.
    + right. destruct A as [L A]. apply Z.ltb_lt in L. destruct z as [r c]. cbn [fst snd] in *.
      replace (wall_at 1 (r, c)) with (wall_at (n - 3) (r, c)) in A.
      * rewrite W in A. now apply member_spec.
      * unfold wall_at. now replace (0 <=? r) with false by (symmetry; apply Z.leb_gt; lia).
Qed.
End Level.
