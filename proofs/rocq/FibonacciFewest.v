(** No solution of a level of the Fibonacci family is cheaper than its start is high, for every n: from two automata that
    pass the tests, the starts and solved states of every size, and the steps in between. *)
From Coq Require Import ZArith NArith List Bool Lia Permutation.
From Soko Require Import Rules Theory Fibonacci FibonacciSolution FibonacciLengths FibonacciWords FibonacciSteps
  FibonacciPossible FibonacciSequences FibonacciAutomata FibonacciHeights.
Import ListNotations.
Open Scope Z_scope.

(** * States of a level as words *)

Section Seen.
Variable m : nat.
Let n := Z.of_nat m.
Let b := on (fibonacci m).
Hypothesis four : 4 <= n.

Definition box_on (s : state) (y : cell) : bool := member (place (Z.of_nat m) y) (boxes s).
Definition Stands (s : state) (p : cell) : Prop :=
  player s = place n p /\ inside (n - 3) p = true /\ box_on s p = false /\
  exists d, inside (n - 3) (add p (step_of d)) = true /\ box_on s (add p (step_of d)) = false.

Lemma is_cell_false y z : is_cell y z = false <-> y <> z.
Proof. rewrite <- not_true_iff_false, is_cell_spec. reflexivity. Qed.

Lemma box_on_push s a t y : box_on (State (place n t :: without (place n a) (boxes s)) (place n a)) y =
  if is_cell y t then true else if is_cell y a then false else box_on s y.
Proof.
  apply eq_true_iff_eq. unfold box_on. cbn [boxes]. fold n. rewrite member_spec. cbn [In]. rewrite In_without.
  destruct (is_cell y t) eqn:T; [apply is_cell_spec in T; subst; intuition|apply is_cell_false in T].
  assert (Nt : place n t <> place n y) by (intros E; apply place_inj in E; congruence).
  destruct (is_cell y a) eqn:Y; [apply is_cell_spec in Y; subst; intuition congruence|apply is_cell_false in Y].
  assert (Na : place n a <> place n y) by (intros E; apply place_inj in E; congruence).
  rewrite member_spec. split; [tauto|auto].
Qed.

Lemma step_seen s d s1 p : Stands s p -> step b s d = Some s1 ->
  exists c, step_cells (inside (n - 3)) (box_on s) p d = Some c /\ pushed c = pushes s d /\
    (forall y, box_on s1 y = boxed c y) /\ Stands s1 (at_cell c).
Proof.
  intros (Pl & I & F & _) S. unfold step in S. unfold pushes, step_cells. cbv zeta. rewrite Pl in *. rewrite !place_add in *.
  set (a := add p (step_of d)) in *. set (t := add a (step_of d)) in *.
  pose proof (inside_step m four p d I) as Ea. fold n b a in Ea. rewrite Ea in S.
  destruct (inside (n - 3) a) eqn:Ia; cbn [negb] in S; [|discriminate].
  pose proof (inside_step m four a d Ia) as Et. fold n b t in Et. rewrite Et in S.
  assert (Pa : a <> p).
  { intros E. unfold a, add in E. destruct p. destruct d; cbn [fst snd step_of] in E; injection E; lia. }
  assert (Pt : t <> p) by apply two_cells.
  assert (Ba : add a (step_of (opposite d)) = p) by apply add_back.
  change (member (place n a) (boxes s)) with (box_on s a) in *. change (member (place n t) (boxes s)) with (box_on s t) in *.
  destruct (box_on s a) eqn:Ma; cbn [negb] in S.
  - destruct (inside (n - 3) t && negb (box_on s t)) eqn:Mt; [|discriminate]. injection S as <-.
    eexists. split; [reflexivity|]. cbn [pushed boxed at_cell]. split; [reflexivity|]. split; [exact (box_on_push s a t)|].
    split; [reflexivity|]. split; [exact Ia|]. split.
    + rewrite box_on_push. destruct (is_cell a t) eqn:E; [|now rewrite (proj2 (is_cell_spec a a) eq_refl)].
      apply is_cell_spec in E. apply andb_true_iff in Mt. rewrite <- E, Ma in Mt. destruct Mt as [_ Mt]. discriminate Mt.
    + exists (opposite d). rewrite Ba. split; [exact I|]. rewrite box_on_push.
      now rewrite (proj2 (is_cell_false p t)), (proj2 (is_cell_false p a)) by congruence.
  - injection S as <-. eexists. split; [reflexivity|]. cbn [pushed boxed at_cell]. split; [reflexivity|]. split; [reflexivity|].
    split; [reflexivity|]. split; [exact Ia|]. split; [exact Ma|]. exists (opposite d). rewrite Ba. auto.
Qed.

(** ** Starts and solved states *)

Lemma inside_gridded y : inside (n - 3) y = true -> gridded n y.
Proof.
  intros I. apply inside_spec in I. unfold gridded. destruct I as [I|I]; [lia|]. apply (room_bounds m) in I. lia.
Qed.

Lemma start_stands : Stands (first (fibonacci m)) (n - 4, 1).
Proof.
  assert (B : forall y, box_on (first (fibonacci m)) y = true -> box_at n y = true).
  { intros y E. unfold box_on in E. apply member_spec in E. cbn [first fibonacci boxes] in E. fold n in E. now apply in_squares in E. }
  split; [reflexivity|]. split; [apply inside_spec; cbn [fst snd]; lia|].
  split; [apply not_true_is_false; intros E; apply B in E; pose proof (no_box_at_first m) as N; fold n in N; congruence|].
  exists left. replace (add (n - 4, 1) (step_of left)) with ((n - 4, 0) : cell) by (unfold add; cbn [fst snd step_of]; f_equal; lia).
  split; [apply inside_spec; cbn [fst snd]; lia|]. apply not_true_is_false. intros E. apply B, box_spec in E. cbn [fst snd] in E.
  pose proof (side_bounds (Z.even n)). lia.
Qed.

Lemma start_boxes y : inside (n - 3) y = true -> box_on (first (fibonacci m)) y = box_at n y.
Proof.
  intros I. apply eq_true_iff_eq. unfold box_on. rewrite member_spec. cbn [first fibonacci boxes]. fold n. rewrite in_squares.
  pose proof (inside_gridded y I). tauto.
Qed.

Lemma solved_boxes s y : wf b s -> solved b s -> inside (n - 3) y = true -> box_on s y = goal_at n y.
Proof.
  intros W S I. pose proof (solved_perm b s W S) as P. apply eq_true_iff_eq. unfold box_on. rewrite member_spec. fold n.
  transitivity (In (place n y) (goals b)).
  - split; apply Permutation_in; [exact P|now symmetry].
  - unfold b. cbn [fibonacci on goals]. fold n. rewrite in_squares. pose proof (inside_gridded y I). tauto.
Qed.
End Seen.

(** * Words of starts and solved states *)

Definition plain : N := 8.
Definition Plain (k : nat) (bx : cell -> bool) : Prop :=
  forall i, 0 <= i < Z.of_nat k -> bx (i, 0) = false /\ bx (i, 1) = true /\ bx (i, 2) = false.

Lemma plain_rows k bx p : Plain k bx -> (fst p < 0 \/ Z.of_nat k <= fst p) -> rows k bx p = repeat plain k.
Proof.
  intros B P. induction k as [|k IH]; [reflexivity|]. cbn [rows repeat]. f_equal.
  - unfold row_letter. destruct (B (Z.of_nat k)) as (-> & -> & ->); [lia|]. destruct (Z.eqb_spec (fst p) (Z.of_nat k)); [lia|reflexivity].
  - apply IH; [|lia]. intros i I. apply B. lia.
Qed.

Lemma rows_with_player k bx p : Plain k bx -> 0 <= fst p < Z.of_nat k -> 0 <= snd p <= 2 ->
  exists i j, rows k bx p = repeat plain i ++ (9 + Z.to_N (snd p))%N :: repeat plain j.
Proof.
  intros B P C. induction k as [|k IH]; [lia|]. cbn [rows]. destruct (B (Z.of_nat k)) as (E0 & E1 & E2); [lia|].
  assert (B' : Plain k bx) by (intros i I; apply B; lia).
  destruct (Z.eqb_spec (fst p) (Z.of_nat k)) as [E|E].
  - exists O, k. cbn [repeat app]. f_equal; [|apply plain_rows; [exact B'|lia]].
    unfold row_letter. rewrite E0, E1, E2, E, Z.eqb_refl. cbn [bit_if]. lia.
  - destruct (IH B') as (i & j & ->); [lia|]. exists (S i), j. cbn [repeat app]. f_equal.
    unfold row_letter. rewrite E0, E1, E2. destruct (Z.eqb_spec (fst p) (Z.of_nat k)); [contradiction|reflexivity].
Qed.

Lemma no_number p : 0 <= fst p -> number_in room_cells p 1 = 0%N.
Proof.
  intros P. assert (X : forall z, In z room_cells -> is_cell p z = false).
  { intros z Z. apply is_cell_false. intros ->. apply room_row in Z. lia. }
  cbn [number_in room_cells]. rewrite !X by (cbn [room_cells In]; tauto). reflexivity.
Qed.

(** The room of all levels when the column is in it, with the player *)
Definition room_with (p : cell) : N := room_letter (goal_at 4) p.
Definition room_alone : N := room_with (0, 0).

Lemma room_without p : 0 <= fst p -> room_with p = room_alone.
Proof. intros P. unfold room_alone, room_with, room_letter. now rewrite !no_number by (cbn [fst]; lia). Qed.

Lemma goals_in_room n y : 4 <= n -> In y room_cells -> goal_at n y = goal_at 4 y.
Proof. intros N I. apply room_row in I. apply eq_true_iff_eq. rewrite !goal_spec. lia. Qed.

Lemma goals_plain n k : Z.of_nat k = n - 3 -> Plain k (goal_at n).
Proof.
  intros K i I. repeat split; [apply not_true_is_false|..|apply not_true_is_false]; rewrite goal_spec; cbn [fst snd]; lia.
Qed.

(** The uppermost five rows of a start *)
Definition start_top (even : bool) : list N := if even then [2; 4; 24; 8; 8]%N else [2; 16; 12; 8; 8]%N.

Lemma start_word j : let n := 8 + Z.of_nat j in
  rows (5 + j) (box_at n) (n - 4, 1) = start_top (Nat.even j) ++ repeat plain j /\ room_letter (box_at n) (n - 4, 1) = room_alone.
Proof.
  intros n. split.
  - assert (Ev : Z.even n = Nat.even j) by (unfold n; rewrite Z.even_add, even_of_nat; destruct (Z.even (Z.of_nat j)); reflexivity).
    assert (R : rows (5 + j) (box_at n) (n - 4, 1) =
      row_letter (box_at n) (n - 4, 1) (n - 4) :: row_letter (box_at n) (n - 4, 1) (n - 5) :: row_letter (box_at n) (n - 4, 1) (n - 6) ::
      row_letter (box_at n) (n - 4, 1) (n - 7) :: row_letter (box_at n) (n - 4, 1) (n - 8) :: rows j (box_at n) (n - 4, 1)).
    { cbn [Nat.add rows]. repeat (apply f_equal2; [f_equal; lia|]). reflexivity. }
    rewrite R, plain_rows; [|..|right; cbn [fst]; lia].
    + assert (B : forall r c v, (box_at n (r, c) = true <-> v = true) -> box_at n (r, c) = v) by (intros; now apply eq_true_iff_eq).
      assert (L : forall i x0 x1 x2, box_at n (n - i, 0) = x0 -> box_at n (n - i, 1) = x1 -> box_at n (n - i, 2) = x2 ->
        row_letter (box_at n) (n - 4, 1) (n - i) = (bit_if x0 4 + bit_if x1 8 + bit_if x2 16 + if (i =? 4)%Z then 2 else 0)%N).
      { intros i x0 x1 x2 <- <- <-. unfold row_letter. cbn [fst snd].
        destruct (Z.eqb_spec (n - 4) (n - i)), (Z.eqb_spec i 4); try lia; reflexivity. }
      rewrite <- Ev. clear R.
      rewrite (L 4 false false false), (L 5 (Z.even n) false (negb (Z.even n))), (L 6 (negb (Z.even n)) true (Z.even n)),
        (L 7 false true false), (L 8 false true false);
        try (apply B; rewrite box_spec; cbn [fst snd]; destruct (Z.even n); cbn [loose_side negb]; split; intros; try discriminate; lia).
      destruct (Z.even n); reflexivity.
    + intros i I. repeat split; [apply not_true_is_false|..|apply not_true_is_false]; rewrite box_spec; cbn [fst snd];
        destruct (Z.even n); cbn [loose_side negb]; lia.
  - unfold room_alone, room_with, room_letter. rewrite !no_number by (cbn [fst]; lia). do 2 f_equal.
    apply bits_ext. intros y I. apply room_row in I. apply eq_true_iff_eq. rewrite box_spec, goal_spec. lia.
Qed.

(** * Plain rows in automata *)

Section Ends.
Variable A : automaton.

(** The states after plain rows *)
Fixpoint orbit (fuel : nat) (q : positive) : list positive :=
  match fuel with
  | O => []
  | S fuel => q :: match a_step A q plain with Some q => orbit fuel q | None => [] end
  end.
Definition among (q : positive) (l : list positive) : bool := existsb (Pos.eqb q) l.
Definition goes_on (l : list positive) (test : positive -> bool) : bool :=
  forallb (fun q => test q && match a_step A q plain with Some q => among q l | None => false end) l.

Lemma among_spec q l : among q l = true <-> In q l.
Proof.
  unfold among. rewrite existsb_exists. split; [intros (r & I & E); apply Pos.eqb_eq in E; now subst|].
  intros I. exists q. split; [exact I|apply Pos.eqb_refl].
Qed.

Lemma goes_on_run l test : goes_on l test = true -> forall i q, In q l ->
  exists q', a_run A q (repeat plain i) = Some q' /\ test q' = true.
Proof.
  intros G. unfold goes_on in G. rewrite forallb_forall in G. induction i as [|i IH]; intros q I.
  - exists q. split; [reflexivity|]. specialize (G q I). now apply andb_true_iff in G.
  - specialize (G q I). apply andb_true_iff in G. destruct G as [_ G]. cbn [repeat a_run].
    destruct (a_step A q plain) as [q1|]; [|discriminate]. apply IH. now apply among_spec.
Qed.

(** ** A accepts starts and solved states. *)

Definition side_accepted (q : positive) (c : Z) : bool :=
  match a_step A q (9 + Z.to_N c) with Some q => goes_on (orbit 4 q) (fun q => a_room A q room_alone) | None => false end.
Definition sides_accepted (q : positive) : bool := side_accepted q 0 && side_accepted q 2.
Definition room_accepted (q : positive) : bool := forallb (fun p => goal_at 4 p || a_room A q (room_with p)) room_cells.
Definition ends_accepted : bool :=
  sides_accepted 1 &&
  match a_step A 1 plain with Some q => goes_on (orbit 4 q) (fun q => sides_accepted q && room_accepted q) | None => false end.

Definition start_rows (m : nat) : list N := let n := Z.of_nat m in rows (m - 3) (box_at n) (n - 4, 1).
Definition start_room (m : nat) : N := let n := Z.of_nat m in room_letter (box_at n) (n - 4, 1).
Definition small : list nat := [4; 5; 6; 7]%nat.
Definition comes_back (q : positive) : bool :=
  match a_run A q [plain; plain] with Some r => Pos.eqb r q && a_room A q room_alone | None => false end.
Definition starts_accepted : bool :=
  forallb (fun m => accepts A 1 (start_rows m) (start_room m)) small &&
  match a_run A 1 (start_top true) with Some q => comes_back q | None => false end &&
  match a_run A 1 (start_top false ++ [plain]) with Some q => comes_back q | None => false end.

Lemma side_accepts q c i : side_accepted q c = true -> accepts A q ((9 + Z.to_N c)%N :: repeat plain i) room_alone = true.
Proof.
  unfold side_accepted, accepts. cbn [a_run]. destruct (a_step A q (9 + Z.to_N c)) as [q1|]; [|discriminate]. intros G.
  destruct (goes_on_run _ _ G i q1) as (q2 & -> & R); [now left|exact R].
Qed.

Hypothesis ends_good : ends_accepted = true.

Lemma plain_prefix i : exists q, a_run A 1 (repeat plain i) = Some q /\ sides_accepted q = true /\ (i <> O -> room_accepted q = true).
Proof.
  unfold ends_accepted in ends_good. apply andb_true_iff in ends_good. destruct ends_good as [S G].
  destruct i as [|i]; [exists 1%positive; repeat split; [exact S|congruence]|]. cbn [repeat a_run].
  destruct (a_step A 1 plain) as [q|]; [|discriminate]. destruct (goes_on_run _ _ G i q) as (q' & R & T); [now left|].
  apply andb_true_iff in T. exists q'. tauto.
Qed.

Lemma solved_accepted k bx p : (k <> 0)%nat -> Plain k bx -> (forall y, In y room_cells -> bx y = goal_at 4 y) ->
  inside (Z.of_nat k) p = true -> bx p = false -> accepts A 1 (rows k bx p) (room_letter bx p) = true.
Proof.
  intros K B R I F. rewrite (room_ext _ (goal_at 4) p R). change (room_letter (goal_at 4) p) with (room_with p).
  apply inside_spec in I. destruct I as [[I C]|I].
  - destruct (rows_with_player k bx p B I C) as (i & j & ->). rewrite accepts_app, (room_without p) by lia.
    destruct (plain_prefix i) as (q & -> & S & _). unfold sides_accepted in S. apply andb_true_iff in S.
    assert (snd p = 0 \/ snd p = 2) as [E|E].
    { assert (snd p <> 1); [|lia]. intros E. destruct (B (fst p) I) as (_ & T & _). destruct p as [r c]. cbn [fst snd] in *.
      subst c. congruence. }
    + rewrite E. now apply side_accepts.
    + rewrite E. now apply side_accepts.
  - rewrite plain_rows by (auto; left; apply room_row in I; lia). destruct (plain_prefix k) as (q & Q & _ & T).
    unfold accepts. rewrite Q. specialize (T K). unfold room_accepted in T. rewrite forallb_forall in T. specialize (T p I).
    rewrite <- R, F in T by exact I. exact T.
Qed.

Hypothesis starts_good : starts_accepted = true.

Lemma comes_back_accepts q i : comes_back q = true -> accepts A q (repeat plain (2 * i)) room_alone = true.
Proof.
  unfold comes_back. destruct (a_run A q [plain; plain]) as [r|] eqn:E; [|discriminate]. intros C. apply andb_true_iff in C.
  destruct C as [C R]. apply Pos.eqb_eq in C. subst r. induction i as [|i IH]; [exact R|].
  replace (2 * S i)%nat with (2 + 2 * i)%nat by lia. change (repeat plain (2 + 2 * i)) with ([plain; plain] ++ repeat plain (2 * i)).
  rewrite accepts_app, E. exact IH.
Qed.

Lemma small_or_larger m : 4 <= Z.of_nat m -> In m small \/ exists j, m = (8 + j)%nat.
Proof.
  intros M. destruct (Nat.ltb_spec m 8); [left; cbn [small In]; lia|right]. exists (m - 8)%nat. lia.
Qed.

Lemma larger_start j : start_rows (8 + j) = start_top (Nat.even j) ++ repeat plain j /\ start_room (8 + j) = room_alone.
Proof.
  unfold start_rows, start_room. replace (8 + j - 3)%nat with (5 + j)%nat by lia.
  replace (Z.of_nat (8 + j)) with (8 + Z.of_nat j) by lia. apply start_word.
Qed.

Lemma start_accepted m : 4 <= Z.of_nat m -> accepts A 1 (start_rows m) (start_room m) = true.
Proof.
  intros M. unfold starts_accepted in starts_good. rewrite !andb_true_iff in starts_good. destruct starts_good as [[Sm E] O].
  destruct (small_or_larger m M) as [I|[j ->]]; [rewrite forallb_forall in Sm; now apply Sm|].
  destruct (larger_start j) as [-> ->]. destruct (Nat.even j) eqn:Ev.
  - apply Nat.even_spec in Ev. destruct Ev as [i ->]. rewrite accepts_app. destruct (a_run A 1 (start_top true)); [|discriminate].
    now apply comes_back_accepts.
  - assert (Od : Nat.odd j = true) by (rewrite <- Nat.negb_even; now rewrite Ev). apply Nat.odd_spec in Od. destruct Od as [i ->].
    rewrite Nat.add_1_r. change (repeat plain (S (2 * i))) with ([plain] ++ repeat plain (2 * i)). rewrite app_assoc, accepts_app.
    destruct (a_run A 1 (start_top false ++ [plain])); [|discriminate]. now apply comes_back_accepts.
Qed.
End Ends.

(** * Sequences that alternate, and numbers that go on as the weights do *)

Definition constants (x : option Z) : option quad := option_map (fun c => Quad c c c c) x.
Definition alternating (x y : option Z) : sequence := Sequence x y x y x y x y (constants x) (constants y).

Lemma value_alternating r : forall x y, value (alternating x y) r = if Nat.even r then x else y.
Proof.
  induction r as [|r IH]; intros x y; [reflexivity|]. cbn [value].
  replace (shift (alternating x y)) with (alternating y x); [rewrite IH, Nat.even_succ, <- Nat.negb_even; now destruct (Nat.even r)|].
  unfold alternating, shift, constants. cbn [s0 s1 s2 s3 s4 s5 s6 s7 evens odds].
  destruct x, y; cbn [option_map]; unfold next_quad; cbn [q0 q1 q2 q3]; repeat (f_equal; try lia).
Qed.

Section Numbers.
Variable f : nat -> Z.
Definition quad_of (i : nat) : option quad := Some (Quad (f i) (f (2 + i)%nat) (f (4 + i)%nat) (f (6 + i)%nat)).
Definition numbers (i : nat) : sequence :=
  let v (j : nat) := Some (f (j + i)%nat) in
  Sequence (v 0%nat) (v 1%nat) (v 2%nat) (v 3%nat) (v 4%nat) (v 5%nat) (v 6%nat) (v 7%nat) (quad_of (8 + i)) (quad_of (9 + i)).

Hypothesis recurs : forall i, (4 <= i)%nat -> f (8 + i)%nat = 5 * f (6 + i)%nat - 8 * f (4 + i)%nat + 5 * f (2 + i)%nat - f i.

Lemma value_numbers r : forall i, (4 <= i)%nat -> value (numbers i) r = Some (f (r + i)).
Proof.
  induction r as [|r IH]; intros i I; [reflexivity|]. cbn [value]. replace (shift (numbers i)) with (numbers (S i)).
  - rewrite IH by lia. do 2 f_equal. lia.
  - unfold numbers, shift, quad_of. cbn [s0 s1 s2 s3 s4 s5 s6 s7 evens odds option_map q0]. f_equal.
    all: try (do 2 f_equal; lia). unfold next_quad. cbn [q0 q1 q2 q3]. f_equal. rewrite <- recurs by lia. f_equal; f_equal; lia.
Qed.
End Numbers.

(** * Heights of starts and solved states *)

(** The squares left of the column *)
Definition left_of_column (p : cell) : bool := snd p <=? (if fst p <=? -3 then 1 else 0).

Section Heights.
Variable H : weighted.
Variable gap : Z.
Definition most (p : cell) : Z := if left_of_column p then - gap else 0.

Fixpoint orbit_w (fuel : nat) (h : positive) : list positive :=
  match fuel with
  | O => []
  | S fuel => h :: match w_step H h plain with Some (h, _) => orbit_w fuel h | None => [] end
  end.
Definition falling (w : sequence) : bool := below w (constant 0).
Definition sinks (l : list positive) (test : positive -> bool) : bool :=
  forallb (fun h => test h &&
    match w_step H h plain with Some (h, w) => falling w && among h l | None => true end) l.

Lemma falling_value w r v : falling w = true -> value w r = Some v -> v <= 0.
Proof.
  intros F V. destruct (below_value _ _ F r v V) as (x & X & L). rewrite value_constant in X. injection X as <-. exact L.
Qed.

Lemma sinks_height l test : sinks l test = true -> forall i h y rho z, In h l -> height H h (repeat plain i ++ y) rho = Some z ->
  exists h' z', test h' = true /\ height H h' y rho = Some z' /\ z <= z'.
Proof.
  intros G. unfold sinks in G. rewrite forallb_forall in G. induction i as [|i IH]; intros h y rho z I E;
    specialize (G h I) as Gh; apply andb_true_iff in Gh; destruct Gh as [T Gh].
  - exists h, z. repeat split; auto. lia.
  - cbn [repeat app height] in E. destruct (w_step H h plain) as [[h1 w]|]; [|discriminate].
    apply andb_true_iff in Gh. destruct Gh as [F In1]. apply among_spec in In1.
    apply both_some in E. destruct E as (v & z1 & V & E & ->). pose proof (falling_value _ _ _ F V).
    destruct (IH _ _ _ _ In1 E) as (h' & z' & T' & E' & L). exists h', z'. repeat split; auto. lia.
Qed.

Definition low_room (p : cell) (h : positive) : bool :=
  match w_room H h (room_with p) with Some x => x <=? most p | None => true end.
Definition side_low (h : positive) (c : Z) : bool :=
  match w_step H h (9 + Z.to_N c) with
  | None => true
  | Some (h, w) =>
      match value w 0, w_room H h room_alone with Some v, Some x => v + x <=? most (0, c) | _, _ => true end &&
      match w_step H h plain with
      | None => true
      | Some (h, v) => falling v && sinks (orbit_w 4 h) (fun h =>
          match w_room H h room_alone with Some x => below (shift w) (constant (most (0, c) - x)) | None => true end)
      end
  end.
Definition sides_low (h : positive) : bool := side_low h 0 && side_low h 2.
Definition rooms_low (h : positive) : bool := forallb (fun p => goal_at 4 p || low_room p h) room_cells.
Definition ends_low : bool :=
  sides_low 1 &&
  match w_step H 1 plain with
  | Some (h, w) => falling w && sinks (orbit_w 4 h) (fun h => sides_low h && rooms_low h)
  | None => true
  end.

Lemma side_height h c i z : side_low h c = true -> height H h ((9 + Z.to_N c)%N :: repeat plain i) room_alone = Some z -> z <= most (0, c).
Proof.
  unfold side_low. cbn [height]. destruct (w_step H h (9 + Z.to_N c)) as [[h1 w]|]; [|discriminate]. intros G E.
  apply andb_true_iff in G. destruct G as [G0 G]. apply both_some in E. destruct E as (v & x & V & X & ->). rewrite repeat_length in V.
  destruct i as [|i].
  - cbn [repeat height] in X. rewrite V, X in G0. now apply Z.leb_le.
  - cbn [repeat height] in X. destruct (w_step H h1 plain) as [[h2 w2]|]; [|discriminate]. apply andb_true_iff in G. destruct G as [F G].
    apply both_some in X. destruct X as (v2 & x2 & V2 & X2 & ->). pose proof (falling_value _ _ _ F V2).
    rewrite <- (app_nil_r (repeat plain i)) in X2. destruct (sinks_height _ _ G _ _ _ _ _ (or_introl eq_refl) X2) as (h3 & z3 & T & Z3 & L).
    cbn [height] in Z3. rewrite Z3 in T. destruct (below_value _ _ T i v V) as (t & Et & Lt). rewrite value_constant in Et.
    injection Et as <-. lia.
Qed.

Hypothesis ends_good : ends_low = true.

Lemma plain_height i y rho z : height H 1 (repeat plain i ++ y) rho = Some z ->
  exists h z', sides_low h = true /\ (i <> O -> rooms_low h = true) /\ height H h y rho = Some z' /\ z <= z'.
Proof.
  unfold ends_low in ends_good. apply andb_true_iff in ends_good. destruct ends_good as [S G]. intros E.
  destruct i as [|i]; [exists 1%positive, z; repeat split; [exact S|congruence|exact E|lia]|]. cbn [repeat app height] in E.
  destruct (w_step H 1 plain) as [[h w]|]; [|discriminate]. apply andb_true_iff in G. destruct G as [F G].
  apply both_some in E. destruct E as (v & x & V & X & ->). pose proof (falling_value _ _ _ F V).
  destruct (sinks_height _ _ G _ _ _ _ _ (or_introl eq_refl) X) as (h' & z' & T & E' & L). apply andb_true_iff in T.
  exists h', z'. repeat split; try tauto. lia.
Qed.

Lemma solved_low k bx p z : (k <> 0)%nat -> Plain k bx -> (forall y, In y room_cells -> bx y = goal_at 4 y) ->
  inside (Z.of_nat k) p = true -> bx p = false -> height H 1 (rows k bx p) (room_letter bx p) = Some z -> z <= most p.
Proof.
  intros K B R I F. rewrite (room_ext _ (goal_at 4) p R). change (room_letter (goal_at 4) p) with (room_with p).
  apply inside_spec in I. destruct I as [[I C]|I].
  - destruct (rows_with_player k bx p B I C) as (i & j & ->). rewrite (room_without p) by lia. intros E.
    destruct (plain_height _ _ _ _ E) as (h & z' & S & _ & E' & L). unfold sides_low in S. apply andb_true_iff in S.
    assert (M : most p = most (0, snd p)).
    { unfold most, left_of_column. cbn [fst snd]. destruct (Z.leb_spec (fst p) (-3)); [lia|reflexivity]. }
    rewrite M. etransitivity; [exact L|].
    assert (snd p = 0 \/ snd p = 2) as [Ec|Ec].
    { assert (snd p <> 1); [|lia]. intros Ec. destruct (B (fst p) I) as (_ & T & _). destruct p as [r c]. cbn [fst snd] in *.
      subst c. congruence. }
    + rewrite Ec in *. now apply (side_height h 0 j).
    + rewrite Ec in *. now apply (side_height h 2 j).
  - rewrite plain_rows by (auto; left; apply room_row in I; lia). rewrite <- (app_nil_r (repeat plain k)). intros E.
    destruct (plain_height _ _ _ _ E) as (h & z' & _ & T & E' & L). specialize (T K). unfold rooms_low in T.
    rewrite forallb_forall in T. specialize (T p I). rewrite <- R, F in T by exact I. cbn [orb] in T. unfold low_room in T.
    cbn [height] in E'. rewrite E' in T. apply Z.leb_le in T. lia.
Qed.

(** ** Starts are at least as high as the numbers say. *)

Variable f : nat -> Z.
Hypothesis recurs : forall i, (4 <= i)%nat -> f (8 + i)%nat = 5 * f (6 + i)%nat - 8 * f (4 + i)%nat + 5 * f (2 + i)%nat - f i.

(** With an even number of rows below after h, an odd one after g *)
Definition level_pair (h g : positive) : bool :=
  match w_step H h plain, w_step H g plain with
  | Some (g', w), Some (h', w') => Pos.eqb g' g && Pos.eqb h' h && below (alternating None (Some 0)) w && below (alternating (Some 0) None) w'
  | _, _ => false
  end.
Definition starts_high : bool :=
  forallb (fun m => match height H 1 (start_rows m) (start_room m) with Some z => f m <=? z | None => false end) small &&
  let (h, s) := w_run H 1 (start_top true) in let (g, t) := w_run H 1 (start_top false) in
  level_pair h g &&
  match w_room H h room_alone with
  | Some x => below (plus (numbers f 8) (alternating (Some 0) None)) (plus s (constant x)) &&
              below (plus (numbers f 8) (alternating None (Some 0))) (plus t (constant x))
  | None => false
  end.

Lemma level_height h g x : level_pair h g = true -> w_room H h room_alone = Some x -> forall i,
  exists z, height H (if Nat.even i then h else g) (repeat plain i) room_alone = Some z /\ x <= z.
Proof.
  unfold level_pair. destruct (w_step H h plain) as [[g' w]|] eqn:Sh; [|discriminate].
  destruct (w_step H g plain) as [[h' w']|] eqn:Sg; [|discriminate]. rewrite !andb_true_iff, !Pos.eqb_eq.
  intros [[[-> ->] Bw] Bg] X. induction i as [|i (z & E & L)]; [exists x; split; [exact X|lia]|].
  rewrite Nat.even_succ, <- Nat.negb_even. cbn [repeat height]. destruct (Nat.even i) eqn:Ev; cbn [negb].
  - rewrite Sg, repeat_length. destruct (below_value _ _ Bg i 0) as (v & V & Lv); [now rewrite value_alternating, Ev|].
    rewrite V, E. cbn [both]. exists (v + z). split; [reflexivity|lia].
  - rewrite Sh, repeat_length. destruct (below_value _ _ Bw i 0) as (v & V & Lv); [now rewrite value_alternating, Ev|].
    rewrite V, E. cbn [both]. exists (v + z). split; [reflexivity|lia].
Qed.

Hypothesis starts_good : starts_high = true.

Lemma start_high m : 4 <= Z.of_nat m -> exists z, height H 1 (start_rows m) (start_room m) = Some z /\ f m <= z.
Proof.
  intros M. unfold starts_high in starts_good. apply andb_true_iff in starts_good. destruct starts_good as [Sm G].
  destruct (small_or_larger m M) as [I|[j ->]].
  - rewrite forallb_forall in Sm. specialize (Sm m I). destruct (height H 1 (start_rows m) (start_room m)) as [z|]; [|discriminate].
    exists z. split; [reflexivity|now apply Z.leb_le].
  - destruct (larger_start j) as [-> ->]. destruct (w_run H 1 (start_top true)) as [h s] eqn:Rs.
    destruct (w_run H 1 (start_top false)) as [g t] eqn:Rt. apply andb_true_iff in G. destruct G as [P G].
    destruct (w_room H h room_alone) as [x|] eqn:X; [|discriminate]. apply andb_true_iff in G. destruct G as [Gs Gt].
    destruct (level_height h g x P X j) as (z & E & L).
    assert (N : value (numbers f 8) j = Some (f (8 + j)%nat)) by (rewrite value_numbers by (auto; lia); do 2 f_equal; lia).
    destruct (Nat.even j) eqn:Ev.
    + pose proof (below_value _ _ Gs j (f (8 + j)%nat)) as B. rewrite !value_plus, N, value_alternating, Ev, value_constant in B.
      cbn [both] in B. destruct B as (y & Y & Ly); [f_equal; lia|]. apply both_some in Y. destruct Y as (v & x' & V & Ex & ->).
      injection Ex as <-. exists (v + z). split; [|lia]. apply (w_run_height H _ _ _ _ _ _ _ _ Rs); [now rewrite repeat_length|exact E].
    + pose proof (below_value _ _ Gt j (f (8 + j)%nat)) as B. rewrite !value_plus, N, value_alternating, Ev, value_constant in B.
      cbn [both] in B. destruct B as (y & Y & Ly); [f_equal; lia|]. apply both_some in Y. destruct Y as (v & x' & V & Ex & ->).
      injection Ex as <-. exists (v + z). split; [|lia]. apply (w_run_height H _ _ _ _ _ _ _ _ Rt); [now rewrite repeat_length|exact E].
Qed.
End Heights.

(** * Solutions *)

Section Solutions.
Variable m : nat.
Let n := Z.of_nat m.
Let b := on (fibonacci m).
Let k := (m - 3)%nat.
Hypothesis four : 4 <= n.

Variable A : automaton.
Variable H : weighted.
Variable cost : bool -> Z.
Variable gap : Z.
Variable f : nat -> Z.
Hypothesis recurs : forall i, (4 <= i)%nat -> f (8 + i)%nat = 5 * f (6 + i)%nat - 8 * f (4 + i)%nat + 5 * f (2 + i)%nat - f i.

Hypothesis rows_closed : forall x u v y h rho d push, (1 <= h <= 3)%nat -> length v = h ->
  behind h false v 0 d push = Some (u, 0%N) -> accepts A 1 (x ++ v ++ y) rho = true ->
  possible first_mode (x ++ u ++ y) rho = true -> accepts A 1 (x ++ u ++ y) rho = true.
Hypothesis room_closed : forall x u v h rho before d push a, (h <= 2)%nat -> length v = h ->
  behind h true v rho d push = Some (u, before) -> player_in v rho = Some a -> (h = 0%nat \/ Z.of_nat h - 2 <= fst a) ->
  accepts A 1 (x ++ v) rho = true -> possible first_mode (x ++ u) before = true -> accepts A 1 (x ++ u) before = true.
Hypothesis rows_fall : forall x u v y i rho d push z, (1 <= i <= 3)%nat -> length u = i -> length v = i ->
  ahead i false u 0 d = Some (v, 0%N, push) -> height H 1 (x ++ u ++ y) rho = Some z -> accepts A 1 (x ++ v ++ y) rho = true ->
  exists z', height H 1 (x ++ v ++ y) rho = Some z' /\ z <= z' + cost push.
Hypothesis room_falls : forall x u v i rho rho' d push z p, (i <= 2)%nat -> length u = i -> length v = i ->
  ahead i true u rho d = Some (v, rho', push) -> player_in u rho = Some p -> (i = 0%nat \/ Z.of_nat i - 3 <= fst p) ->
  height H 1 (x ++ u) rho = Some z -> accepts A 1 (x ++ v) rho' = true ->
  exists z', height H 1 (x ++ v) rho' = Some z' /\ z <= z' + cost push.
Hypothesis accepted : ends_accepted A && starts_accepted A = true.
Hypothesis measured : ends_low H gap && starts_high H f = true.

Lemma rows_of_k : Z.of_nat k = n - 3.
Proof. unfold k, n in *. lia. Qed.

(** One step back keeps a word accepted, and a step ahead loses no more height than it costs. *)
Lemma step_accepted bx p d c : inside (Z.of_nat k) p = true -> bx p = false -> Free k bx p ->
  step_cells (inside (Z.of_nat k)) bx p d = Some c ->
  accepts A 1 (rows k (boxed c) (at_cell c)) (room_letter (boxed c) (at_cell c)) = true ->
  accepts A 1 (rows k bx p) (room_letter bx p) = true /\
  forall z, height H 1 (rows k bx p) (room_letter bx p) = Some z ->
    exists z', height H 1 (rows k (boxed c) (at_cell c)) (room_letter (boxed c) (at_cell c)) = Some z' /\ z <= z' + cost (pushed c).
Proof.
  intros I F Fr S Ac. pose proof (free_possible k bx p I Fr) as Po. pose proof (step_parts _ _ _ _ _ S) as (Ea & _).
  destruct (step_words k bx p d c I F S) as [(x & u & v & y & h & Hh & Lu & Lv & Eu & Ev & Er & Ah & Be)|
    (x & u & v & h & Hh & Lu & Lv & Ne & Eu & Ev & Pu & Pv & Ah & Be)]; rewrite Eu, Ev in *.
  - rewrite <- Er in *. split; [now apply (rows_closed x u v y h _ d (pushed c))|].
    intros z Z. exact (rows_fall x u v y h _ d (pushed c) z Hh Lu Lv Ah Z Ac).
  - split; [now apply (room_closed x u v h (room_letter (boxed c) (at_cell c)) _ d (pushed c) (at_cell c))|].
    intros z Z. apply (room_falls x u v h (room_letter bx p) _ d (pushed c) z p); auto.
    destruct Ne as [Ne|Ne]; [now left|right]. rewrite Ea in Ne. unfold add in Ne. destruct d; cbn [step_of fst snd] in Ne; lia.
Qed.

(** What the steps of a play cost *)
Definition price (j p : nat) : Z := cost false * Z.of_nat j + (cost true - cost false) * Z.of_nat p.

Lemma play_falls s ds s' j p : Play b s ds s' j p -> solved b s' -> wf b s -> forall q, Stands m s q ->
  accepts A 1 (rows k (box_on m s) q) (room_letter (box_on m s) q) = true /\
  forall z, height H 1 (rows k (box_on m s) q) (room_letter (box_on m s) q) = Some z ->
    z <= most gap (cell_of n (player s')) + price j p.
Proof.
  pose proof rows_of_k as K. apply andb_true_iff in accepted, measured.
  induction 1 as [s|s d s1 ds s2 j p E P IH]; intros S W q St.
  - destruct St as (Pl & I & F & _). fold n in I. rewrite Pl. rewrite <- K in I.
    assert (G : forall y, inside (Z.of_nat k) y = true -> box_on m s y = goal_at n y)
      by (rewrite K; intros y; now apply (solved_boxes m four)).
    assert (B : Plain k (box_on m s)).
    { intros i R. rewrite !G by (apply inside_spec; cbn [fst snd]; lia). now apply (goals_plain n k). }
    assert (R : forall y, In y room_cells -> box_on m s y = goal_at 4 y).
    { intros y Y. rewrite G by (apply inside_spec; now right). now apply goals_in_room. }
    assert (K0 : k <> 0%nat) by lia.
    split; [apply (solved_accepted A (proj1 accepted)); auto|]. intros z Z. fold n. rewrite cell_place.
    pose proof (solved_low H gap (proj1 measured) k _ q z K0 B R I F Z). unfold price. lia.
  - destruct (step_seen m four s d s1 q St E) as (c & C & Q & Bo & St1). fold n in C.
    assert (W1 : wf b s1).
    { pose proof (step_cases _ _ _ _ E) as X. destruct (pushes s d); [eapply wf_push|eapply wf_move]; eauto. }
    destruct (IH S W1 _ St1) as [Ac Lo]. clear IH.
    assert (Er : rows k (box_on m s1) (at_cell c) = rows k (boxed c) (at_cell c)) by (apply rows_ext; auto).
    assert (Em : room_letter (box_on m s1) (at_cell c) = room_letter (boxed c) (at_cell c)) by (apply room_ext; auto).
    rewrite Er, Em in *. destruct St as (Pl & I & F & Fr). fold n in I, Fr. rewrite <- K in *.
    destruct (step_accepted _ q d c I F Fr C Ac) as [Ac' Fa]. split; [exact Ac'|].
    intros z Z. destruct (Fa z Z) as (z' & Z' & L). specialize (Lo z' Z'). rewrite Q in L.
    unfold price in *. destruct (pushes s d); lia.
Qed.

Theorem solutions_cost ds s j p : Play b (first (fibonacci m)) ds s j p -> solved b s ->
  f m + (if left_of_column (cell_of n (player s)) then gap else 0) <= price j p.
Proof.
  intros P S. pose proof rows_of_k as K.
  assert (W : wf b (first (fibonacci m))).
  { destruct (fibonacci_level m four) as (_ & B & _ & C & D & _ & E & G). repeat split; auto. }
  destruct (play_falls _ _ _ _ _ P S W _ (start_stands m four)) as [_ L]. fold n in L.
  assert (Er : rows k (box_on m (first (fibonacci m))) (n - 4, 1) = start_rows m).
  { apply rows_ext. intros y Y. apply (start_boxes m four). fold n. rewrite <- K. apply orb_true_iff. left. exact Y. }
  assert (Em : room_letter (box_on m (first (fibonacci m))) (n - 4, 1) = start_room m).
  { apply room_ext. intros y Y. apply (start_boxes m four). apply inside_spec. now right. }
  rewrite Er, Em in L. apply andb_true_iff in measured. destruct measured as [_ M].
  destruct (start_high H f recurs M m four) as (z & Z & G). specialize (L z Z). unfold most in L.
  destruct (left_of_column _); lia.
Qed.
End Solutions.

(** * The numbers go on in this way. *)

Lemma numbers_recur i : (4 <= i)%nat ->
  moves_needed (8 + i) = 5 * moves_needed (6 + i) - 8 * moves_needed (4 + i) + 5 * moves_needed (2 + i) - moves_needed i /\
  pushes_needed (8 + i) = 5 * pushes_needed (6 + i) - 8 * pushes_needed (4 + i) + 5 * pushes_needed (2 + i) - pushes_needed i.
Proof.
  intros I. destruct (closed_forms (8 + i) ltac:(lia)) as [-> ->]. destruct (closed_forms (6 + i) ltac:(lia)) as [-> ->].
  destruct (closed_forms (4 + i) ltac:(lia)) as [-> ->]. destruct (closed_forms (2 + i) ltac:(lia)) as [-> ->].
  destruct (closed_forms i I) as [-> ->]. unfold lucas, fib, sign. cbn [Nat.add fibs Nat.even]. destruct (fibs i) as [x y].
  cbn [fst snd]. destruct (Nat.even i); lia.
Qed.
