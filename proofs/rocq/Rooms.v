(** The level of n rooms (docs/background/families.md), for every n, and where its floor is. *)
From Coq Require Import ZArith List Bool Ascii String Lia Permutation.
From Soko Require Import Rules Theory Masks.
Import ListNotations.
Open Scope Z_scope.

(** * The level *)

(** A room with its boxes on goals.  Its left column is the right column of the room that follows. *)
Definition drawing : list string := [
  "##### #####";
  "##  # #####";
  "##    #####";
  "## *##   ##";
  "###  #  * #";
  "#### ## # #";
  "####    # #";
  "    # ###  ";
  "### # #   #";
  "##  * * ###";
  "## # # ####";
  "#  # #   ##";
  "# ## ### ##";
  "# # *  # ##";
  "# #   *# ##";
  "# ## #   ##";
  "# ##   # ##";
  "# ###### ##";
  "#        ##";
  "###########"]%string.

Definition room (r c : Z) : ascii :=
  if (r <? 0) || (c <? 0) then "#"%char else
  match nth_error drawing (Z.to_nat r) with
  | Some row => match String.get (Z.to_nat c) row with Some symbol => symbol | None => "#"%char end
  | None => "#"%char
  end.

(** The rooms stand from right to left, below a corridor.  The last box and its goal are at the left end, the player is at
    the right end. *)
Definition symbol (n r c : Z) : ascii :=
  if r <=? 0 then "#"%char else
  if r =? 1 then if (8 <=? c) && (c <=? 10 * n + 4) then " "%char else "#"%char else
  if c <=? 2 then
    if r =? 9 then if c =? 1 then "."%char else if c =? 2 then "$"%char else "#"%char else "#"%char else
  if c <=? 10 * n + 3 then room (r - 2) ((c - 3) mod 10) else
  if c =? 10 * n + 4 then if r <=? 9 then " "%char else "#"%char else "#"%char.

Definition is_wall (symbol : ascii) : bool := Ascii.eqb symbol "#".
Definition is_box (symbol : ascii) : bool := Ascii.eqb symbol "*" || Ascii.eqb symbol "$".
Definition is_goal (symbol : ascii) : bool := Ascii.eqb symbol "*" || Ascii.eqb symbol ".".

Definition grid (h w : Z) : list square := flat_map (fun r => map (fun c => (r, c)) (zrange w)) (zrange h).
Definition squares (n : Z) (test : ascii -> bool) : list square :=
  filter (fun x => test (symbol n (fst x) (snd x))) (grid 22 (10 * n + 6)).

Definition rooms (number : nat) : level :=
  let n := Z.of_nat number in
  Level (Board (10 * n + 6) 22 (squares n is_wall) (squares n is_goal)) (State (squares n is_box) (9, 10 * n + 4)).

(** * Squares *)

Lemma in_zrange n k : In k (zrange n) <-> 0 <= k < n.
Proof.
  unfold zrange. rewrite in_map_iff. split.
  - intros (i & <- & I). apply in_seq in I. lia.
  - intros H. exists (Z.to_nat k). split; [lia|]. apply in_seq. lia.
Qed.

Lemma in_grid_list h w x : In x (grid h w) <-> 0 <= fst x < h /\ 0 <= snd x < w.
Proof.
  unfold grid. rewrite in_flat_map. split.
  - intros (r & R & I). apply in_map_iff in I. destruct I as (c & <- & C). cbn. now rewrite <- !in_zrange.
  - intros [R C]. exists (fst x). rewrite in_zrange. split; auto. apply in_map_iff. exists (snd x).
    rewrite in_zrange. split; auto. now destruct x.
Qed.

Lemma nodup_zrange n : NoDup (zrange n).
Proof. apply FinFun.Injective_map_NoDup; [intros x y; lia|apply seq_NoDup]. Qed.

Lemma nodup_grid h w : NoDup (grid h w).
Proof.
  unfold grid. generalize (nodup_zrange h). generalize (zrange h) as l. induction 1 as [|r l N D IH]; cbn; [constructor|].
  apply nodup_app; auto.
  - apply FinFun.Injective_map_NoDup; [intros x y; congruence|apply nodup_zrange].
  - intros x I J. apply in_map_iff in I. destruct I as (c & <- & _). apply in_flat_map in J.
    destruct J as (r' & R & J). apply in_map_iff in J. destruct J as (c' & E & _). injection E as -> _. auto.
Qed.

Definition gridded (n : Z) (x : square) : Prop := 0 <= fst x < 22 /\ 0 <= snd x < 10 * n + 6.

Lemma in_squares n test x : In x (squares n test) <-> gridded n x /\ test (symbol n (fst x) (snd x)) = true.
Proof. unfold squares. rewrite filter_In, in_grid_list. reflexivity. Qed.

Lemma nodup_squares n test : NoDup (squares n test).
Proof. apply NoDup_filter, nodup_grid. Qed.

Definition open_at (n : Z) (x : square) : bool := negb (is_wall (symbol n (fst x) (snd x))).

Lemma floor_at m x : let n := Z.of_nat m in
  floor (on (rooms m)) x = true <-> gridded n x /\ open_at n x = true.
Proof.
  intros n. unfold floor, in_grid. cbn [on rooms width height walls]. rewrite !andb_true_iff, !negb_true_iff.
  rewrite !Z.leb_le, !Z.ltb_lt. fold n. unfold gridded, open_at. rewrite negb_true_iff.
  rewrite member_false, in_squares. unfold gridded.
  destruct (is_wall (symbol n (fst x) (snd x))) eqn:W; intuition (try discriminate; try lia).
Qed.

(** * Rooms, where [glob n k] takes a square of the drawing to its place in room k *)

Definition glob (n k : Z) (y : square) : square := (fst y + 2, 3 + 10 * (n - k) + snd y).

(** The board of one room, with its ports. *)
Definition one : board :=
  let select test := filter (fun x => test (room (fst x) (snd x))) (grid 20 11) in
  Board 11 20 (select is_wall) (select is_goal).

Definition shut : list square := goals one.

Definition within (y : square) : Prop := 0 <= fst y < 20 /\ 0 <= snd y < 11.
Definition inner (y : square) : Prop := 1 <= fst y <= 18 /\ 1 <= snd y <= 9.

Lemma within_list y : within y <-> In y (grid 20 11).
Proof. now rewrite in_grid_list. Qed.

Lemma floor_one y : floor one y = true <-> within y /\ is_wall (room (fst y) (snd y)) = false.
Proof.
  unfold floor, in_grid. cbn [one width height walls]. rewrite !andb_true_iff, !negb_true_iff, !Z.leb_le, !Z.ltb_lt.
  rewrite member_false, filter_In, in_grid_list. unfold within. destruct (is_wall (room (fst y) (snd y)));
    intuition (try discriminate; try lia).
Qed.

(** The right column of a room is the left column of the one before. *)
Lemma same_column r : room r 10 = room r 0 \/ r < 0 \/ 20 <= r.
Proof.
  destruct (Z.ltb_spec r 0) as [H|H]; [auto|]. destruct (Z.leb_spec 20 r) as [H'|H']; [auto|]. left.
  assert (A : forallb (fun r => Ascii.eqb (room r 10) (room r 0)) (zrange 20) = true) by reflexivity.
  rewrite forallb_forall in A. apply Ascii.eqb_eq, A, in_zrange. lia.
Qed.

Lemma symbol_glob n k y : 1 <= k <= n -> within y -> symbol n (fst (glob n k y)) (snd (glob n k y)) = room (fst y) (snd y).
Proof.
  intros K [R C]. destruct y as [r c]; cbn [fst snd glob] in *. unfold symbol.
  replace (r + 2 <=? 0) with false by (symmetry; apply Z.leb_gt; lia).
  replace (r + 2 =? 1) with false by (symmetry; apply Z.eqb_neq; lia).
  replace (3 + 10 * (n - k) + c <=? 2) with false by (symmetry; apply Z.leb_gt; lia).
  replace (3 + 10 * (n - k) + c <=? 10 * n + 3) with true by (symmetry; apply Z.leb_le; lia).
  replace (r + 2 - 2) with r by lia.
  replace (3 + 10 * (n - k) + c - 3) with (c + (n - k) * 10) by lia. rewrite Z_mod_plus_full.
  destruct (Z.eq_dec c 10) as [->|N]; [|now rewrite Z.mod_small by lia].
  change (10 mod 10) with 0. destruct (same_column r) as [E|E]; [auto|lia].
Qed.

Lemma gridded_glob n k y : 1 <= k <= n -> within y -> gridded n (glob n k y).
Proof. intros K [R C]. unfold gridded, glob. cbn [fst snd]. lia. Qed.

Lemma floor_glob m k y : 1 <= k <= Z.of_nat m -> within y -> floor (on (rooms m)) (glob (Z.of_nat m) k y) = floor one y.
Proof.
  intros K W. apply eq_true_iff_eq. rewrite floor_at, floor_one. unfold open_at. rewrite symbol_glob by auto.
  rewrite negb_true_iff. pose proof (gridded_glob _ _ _ K W). tauto.
Qed.

Lemma glob_add n k y d : add (glob n k y) (delta d) = glob n k (add y (delta d)).
Proof. destruct y, d; unfold add, glob; cbn [fst snd delta]; apply pair_equal_spec; split; lia. Qed.

Lemma glob_inj n k y y' : glob n k y = glob n k y' -> y = y'.
Proof. destruct y, y'. unfold glob. cbn [fst snd]. intros [= A B]. apply pair_equal_spec; split; lia. Qed.

(** Rooms meet at borders only. *)
Lemma glob_inner n j k y z : inner y -> within z -> glob n j y = glob n k z -> j = k /\ y = z.
Proof.
  destruct y as [r c], z as [r' c']. unfold inner, within, glob. cbn [fst snd]. intros [] [] E. apply pair_equal_spec in E. destruct E.
  assert (j = k) by lia. subst j. split; [reflexivity|]. apply pair_equal_spec; split; lia.
Qed.

(** The ports of a room: the way in, the way on and the way to the corridor *)
Definition port_i : square := (7, 10).
Definition port_n : square := (7, 0).
Definition port_b : square := (0, 5).
Definition ports : list square := [port_i; port_b; port_n].

Definition withinb (y : square) : bool := (0 <=? fst y) && (fst y <? 20) && (0 <=? snd y) && (snd y <? 11).

Lemma withinb_spec y : withinb y = true <-> within y.
Proof. unfold withinb, within. rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt. lia. Qed.

(** Whoever steps over the border of a room is at a port. *)
Lemma leaves y d : floor one y = true -> ~ within (add y (delta d)) ->
  y = port_i /\ d = right \/ y = port_n /\ d = left \/ y = port_b /\ d = up.
Proof.
  intros F N. pose proof (proj1 (floor_one y) F) as [W _]. rewrite <- withinb_spec in N. apply not_true_is_false in N.
  apply within_list in W.
  assert (A : forallb (fun y => forallb (fun d => negb (floor one y) || withinb (add y (delta d)) ||
    member y [port_i] && (match d with right => true | _ => false end) ||
    member y [port_n] && (match d with left => true | _ => false end) ||
    member y [port_b] && (match d with up => true | _ => false end)) [up; down; left; right]) (grid 20 11) = true)
    by (vm_compute; reflexivity).
  rewrite forallb_forall in A. specialize (A y W). rewrite forallb_forall in A.
  specialize (A d ltac:(destruct d; cbn; tauto)). rewrite F, N in A. cbn [negb orb] in A.
  rewrite !orb_true_iff, !andb_true_iff, !member_spec in A.
  destruct A as [[[A B]|[A B]]|[A B]]; destruct A as [A|[]]; subst y; destruct d; try discriminate; auto.
Qed.

(** * Squares outside the rooms *)

Lemma floor_corridor m c : floor (on (rooms m)) (1, c) = true <-> 8 <= c <= 10 * Z.of_nat m + 4.
Proof.
  rewrite floor_at. unfold gridded, open_at, symbol. cbn [fst snd Z.leb Z.eqb Z.compare Pos.compare Pos.eqb].
  replace (1 <=? 0) with false by reflexivity. replace (1 =? 1) with true by reflexivity.
  destruct (Z.leb_spec 8 c), (Z.leb_spec c (10 * Z.of_nat m + 4)); cbn [andb];
    change (is_wall " ") with false; change (is_wall "#") with true; cbn [negb]; intuition (discriminate || lia).
Qed.

Lemma floor_right m r : 2 <= r -> (floor (on (rooms m)) (r, 10 * Z.of_nat m + 4) = true <-> r <= 9).
Proof.
  intros R. rewrite floor_at. unfold gridded, open_at, symbol. cbn [fst snd].
  destruct (Z.leb_spec r 0); [lia|]. destruct (Z.eqb_spec r 1); [lia|].
  destruct (Z.leb_spec (10 * Z.of_nat m + 4) 2); [lia|].
  destruct (Z.leb_spec (10 * Z.of_nat m + 4) (10 * Z.of_nat m + 3)); [lia|]. rewrite Z.eqb_refl.
  destruct (Z.leb_spec r 9); change (is_wall " ") with false; change (is_wall "#") with true; cbn [negb];
    intuition (discriminate || lia).
Qed.

Lemma no_floor m r c : r <= 0 \/ 10 * Z.of_nat m + 5 <= c -> floor (on (rooms m)) (r, c) = false.
Proof.
  intros H. apply not_true_is_false. rewrite floor_at. unfold gridded, open_at, symbol. cbn [fst snd]. intros [G O].
  destruct (Z.leb_spec r 0); [discriminate|]. destruct (Z.eqb_spec r 1) as [->|].
  - destruct (Z.leb_spec 8 c), (Z.leb_spec c (10 * Z.of_nat m + 4)); cbn in O; try discriminate; lia.
  - destruct (Z.leb_spec c 2); [lia|]. destruct (Z.leb_spec c (10 * Z.of_nat m + 3)); [lia|].
    destruct (Z.eqb_spec c (10 * Z.of_nat m + 4)); [lia|discriminate].
Qed.

(** Below the corridor there is a room's border. *)
Lemma below_corridor m c : 8 <= c <= 10 * Z.of_nat m + 3 -> exists k y, 1 <= k <= Z.of_nat m /\ within y /\ fst y = 0 /\
  (2, c) = glob (Z.of_nat m) k y.
Proof.
  intros C. set (n := Z.of_nat m) in *.
  pose proof (Z.div_mod (c - 4) 10 ltac:(lia)) as E. pose proof (Z.mod_pos_bound (c - 4) 10 ltac:(lia)) as B.
  exists (n - (c - 4) / 10), (0, (c - 4) mod 10 + 1). unfold glob, within. cbn [fst snd].
  repeat split; try lia. apply pair_equal_spec; split; lia.
Qed.
