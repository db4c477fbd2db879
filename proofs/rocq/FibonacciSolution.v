(** A solution of the level of n boxes for every n: its parts are solutions of the shorter columns n - 1 and n - 2. *)
From Coq Require Import ZArith List Bool Ascii String Lia.
From Soko Require Import Rules Plays Theory Fibonacci.
Import ListNotations.
Open Scope Z_scope.

(** * Its length *)

(** F(n) = F(n-1) + F(n-2) + added(n); the value at n and that at n + 1 *)
Fixpoint lengths (added : nat -> Z) (three four : Z) (i : nat) : Z * Z :=
  match i with
  | O => (three, four)
  | S i => let (x, y) := lengths added three four i in (y, y + x + added (5 + i)%nat)
  end.
Definition moves_added (n : nat) : Z := Z.of_nat n + if Nat.even n then 10 else 12.
Definition moves_needed (n : nat) : Z := fst (lengths moves_added 30 59 (n - 3)).
Definition pushes_needed (n : nat) : Z := fst (lengths (fun _ => 8) 8 18 (n - 3)).

(** * Plays on some cells of the level *)

(** Plays on a set of cells, with the boxes on them and the player; the last number counts the pushes. *)
Fixpoint run (cells : list cell) (B : list cell) (p : cell) (ds : list direction) : option (list cell * cell * nat) :=
  match ds with
  | [] => Some (B, p, O)
  | d :: ds =>
      let a := add p (step_of d) in let t := add a (step_of d) in
      if member a cells then
        if member a B then
          if member t cells && negb (member t B) then
            match run cells (t :: without a B) a ds with Some (B', p', q) => Some (B', p', S q) | None => None end
          else None
        else run cells B a ds
      else None
  end.

Lemma even_of_nat c : Nat.even c = Z.even (Z.of_nat c).
Proof.
  induction c as [|c IH]; [reflexivity|]. rewrite Nat.even_succ, Nat2Z.inj_succ, Z.even_succ, <- Nat.negb_even, <- Z.negb_even.
  now rewrite IH.
Qed.

(** * Cells *)

Lemma column_spec top y : column top y = true <-> snd y = 1 /\ -2 <= fst y <= top.
Proof. unfold column. rewrite !andb_true_iff, Z.eqb_eq, !Z.leb_le. lia. Qed.
Lemma cell_parts (y : cell) r c : y = (r, c) <-> fst y = r /\ snd y = c.
Proof. destruct y. cbn [fst snd]. apply pair_equal_spec. Qed.
Lemma is_cell_parts y r c : is_cell y (r, c) = true <-> fst y = r /\ snd y = c.
Proof. rewrite is_cell_spec. apply cell_parts. Qed.

Lemma goal_spec c y : goal_at c y = true <-> (snd y = 1 /\ -2 <= fst y <= c - 4) \/ (fst y = -3 /\ snd y = 2).
Proof. unfold goal_at, last_goal. now rewrite orb_true_iff, column_spec, is_cell_parts. Qed.
Lemma box_spec c y : box_at c y = true <-> (snd y = 1 /\ -2 <= fst y <= c - 6) \/ (fst y = -3 /\ snd y = 2) \/
  (fst y = c - 5 /\ snd y = loose_side (Z.even c)) \/ (fst y = c - 6 /\ snd y = loose_side (negb (Z.even c))).
Proof. unfold box_at, last_goal. rewrite !orb_true_iff, column_spec, !is_cell_parts. tauto. Qed.

Lemma same_cell (y z : cell) : z = y <-> fst y = fst z /\ snd y = snd z.
Proof. destruct y, z. cbn [fst snd]. split; [intros [= -> ->]; auto|intros [-> ->]; reflexivity]. Qed.
Lemma in_five (y u v w x z : cell) : In y [u; v; w; x; z] <->
  (fst y = fst u /\ snd y = snd u) \/ (fst y = fst v /\ snd y = snd v) \/ (fst y = fst w /\ snd y = snd w) \/
  (fst y = fst x /\ snd y = snd x) \/ (fst y = fst z /\ snd y = snd z).
Proof. cbn [In]. rewrite <- !same_cell. tauto. Qed.

(** The upper five rows of a column; row 0 is the lowest of them. *)
Definition strip : list cell := flat_map (fun r => [(r, 0); (r, 1); (r, 2)]) [0; 1; 2; 3; 4].

Lemma in_strip y : In y strip <-> 0 <= fst y <= 4 /\ 0 <= snd y <= 2.
Proof.
  destruct y as [r c]. unfold strip. rewrite in_flat_map. cbn [fst snd]. split.
  - intros (x & X & I). cbn [In] in X, I. intuition (subst; injection H as <- <-; lia) || (intuition (subst; match goal with E : (_, _) = _ |- _ => injection E as <- <-; lia end)).
  - intros [R C]. exists r. split; [cbn [In]; lia|]. cbn [In].
    assert (c = 0 \/ c = 1 \/ c = 2) as E by lia. destruct E as [->|[->| ->]]; tauto.
Qed.

Section Level.
Variable m : nat.
Let n := Z.of_nat m.
Let b := on (fibonacci m).
Hypothesis four : 4 <= n.

(** Cells of a window lie [r] rows higher in the level. *)
Definition lift (r : Z) (y : cell) : cell := (fst y + r, snd y).

Lemma lift_inj r y z : lift r y = lift r z -> y = z.
Proof. destruct y, z. unfold lift. cbn [fst snd]. intros [= A B]. apply pair_equal_spec; split; lia. Qed.
Lemma lift_add r y d : add (lift r y) (step_of d) = lift r (add y (step_of d)).
Proof. destruct y, d; unfold lift, add; cbn [fst snd step_of]; apply pair_equal_spec; split; lia. Qed.

Definition Box (s : state) (y : cell) : Prop := In (place n y) (boxes s).

Section Window.
Variable r : Z.
Variable cells : list cell.
Hypothesis on_floor : forall y, In y cells -> inside (n - 3) (lift r y) = true.

Lemma run_play ds : forall B p B' p' q s, run cells B p ds = Some (B', p', q) ->
  player s = place n (lift r p) -> (forall y, In y cells -> Box s (lift r y) <-> In y B) ->
  exists s', Play b s ds s' (List.length ds) q /\ player s' = place n (lift r p') /\
    (forall y, In y cells -> Box s' (lift r y) <-> In y B') /\
    (forall z, (forall y, In y cells -> z <> lift r y) -> Box s' z <-> Box s z).
Proof.
  induction ds as [|d ds IH]; intros B p B' p' q s R P H; cbn [run] in R.
  - injection R as <- <- <-. exists s. split; [constructor|]. split; [exact P|]. split; [exact H|reflexivity].
  - set (a := add p (step_of d)) in *. set (t := add a (step_of d)) in *.
    destruct (member a cells) eqn:Ca; [|discriminate]. apply member_spec in Ca.
    assert (Fa : floor b (place n (lift r a)) = true) by now apply floor_inside, on_floor.
    assert (Ea : add (player s) (delta d) = place n (lift r a)) by now rewrite P, place_add, lift_add.
    destruct (member a B) eqn:Ma.
    + destruct (member t cells && negb (member t B)) eqn:Mt; [|discriminate].
      apply andb_true_iff in Mt. destruct Mt as [Ct Mt]. apply member_spec in Ct.
      apply negb_true_iff, member_false in Mt. apply member_spec in Ma.
      destruct (run cells _ a ds) as [[[B1 p1] q1]|] eqn:E; [|discriminate]. injection R as <- <- <-.
      assert (Et : add (place n (lift r a)) (delta d) = place n (lift r t)) by now rewrite place_add, lift_add.
      assert (Ft : floor b (place n (lift r t)) = true) by now apply floor_inside, on_floor.
      assert (Ba : member (place n (lift r a)) (boxes s) = true) by now apply member_spec, H.
      assert (Bt : member (place n (lift r t)) (boxes s) = false) by (apply member_false; intros I; apply H in I; auto).
      set (s1 := State (place n (lift r t) :: without (place n (lift r a)) (boxes s)) (place n (lift r a))).
      assert (S1 : step b s d = Some s1).
      { unfold step. rewrite Ea, Et, Fa, Ft, Ba, Bt. reflexivity. }
      assert (Pu : pushes s d = true) by (unfold pushes; now rewrite Ea).
      destruct (IH _ _ _ _ _ s1 E eq_refl) as (s' & P' & Q' & H' & O').
      { intros y Y. unfold Box, s1. cbn [boxes In]. rewrite !In_without. split.
        - intros [G|[G N]]; [left; now apply place_inj, lift_inj in G|right].
          split; [now apply H|]. intros ->. auto.
        - intros [->|[G N]]; [now left|right]. split; [now apply H|]. intros G'. apply N. now apply place_inj, lift_inj in G'. }
      exists s'. split; [|split; [exact Q'|split; [exact H'|]]].
      * cbn [List.length]. replace (S q1) with (if pushes s d then S q1 else q1) by now rewrite Pu. econstructor; eauto.
      * intros z Z. rewrite O' by exact Z. unfold Box, s1. cbn [boxes In]. rewrite In_without. split.
        -- intros [G|[G _]]; [exfalso; apply place_inj in G; apply (Z t Ct); congruence|exact G].
        -- intros G. right. split; [exact G|]. intros G'. apply place_inj in G'. apply (Z a Ca). congruence.
    + apply member_false in Ma.
      assert (Ba : member (place n (lift r a)) (boxes s) = false) by (apply member_false; intros I; apply H in I; auto).
      set (s1 := State (boxes s) (place n (lift r a))).
      assert (S1 : step b s d = Some s1) by (unfold step; rewrite Ea, Fa, Ba; reflexivity).
      assert (Pu : pushes s d = false) by (unfold pushes; now rewrite Ea).
      destruct (IH _ _ _ _ _ s1 R eq_refl H) as (s' & P' & Q' & H' & O').
      exists s'. split; [|split; [exact Q'|split; [exact H'|exact O']]].
      cbn [List.length]. replace q with (if pushes s d then S q else q) by now rewrite Pu. econstructor; eauto.
Qed.
End Window.

(** * The parts *)

(** At the start of the column of [c] boxes, and when it is solved with the player beside it; nothing is said of the rows
    above. *)
Definition Start (c : Z) (s : state) : Prop :=
  player s = place n (c - 4, 1) /\
  forall y, inside (n - 3) y = true -> fst y <= c - 4 -> Box s y <-> box_at c y = true.
Definition Done (c e : Z) (s : state) : Prop :=
  player s = place n (-2, e) /\
  forall y, inside (n - 3) y = true -> fst y <= c - 4 -> Box s y <-> goal_at c y = true.
Definition Above (c : Z) (s s' : state) : Prop :=
  forall y, inside (n - 3) y = true -> c - 4 < fst y -> Box s' y <-> Box s y.

Definition extra (e : Z) : Z := if e =? 0 then 2 else 0.

Definition Solves_column (c : nat) : Prop := forall e s, e = 0 \/ e = 2 -> Start (Z.of_nat c) s ->
  exists ds s' j p, Play b s ds s' j p /\ Done (Z.of_nat c) e s' /\ Above (Z.of_nat c) s s' /\
    Z.of_nat j = moves_needed c + extra e /\ Z.of_nat p = pushes_needed c.

(** The columns of four and five boxes are solved on a board of the room and two rows. *)
Definition low_cells (k : Z) : list cell :=
  room_cells ++ flat_map (fun r => [(r, 0); (r, 1); (r, 2)]) (if k =? 1 then [0] else [0; 1]).

Definition ending (e : Z) : string := if e =? 0 then "drruulDlddlUluR" else "lldRdrUrruulD".
Definition way_of_3 (e : Z) : string := "dddlUluRurrrddLLU" ++ ending e.
Definition way_of_4 (e : Z) : string := "drrddLLU" ++ ending 2 ++ "uu" ++ "llDDRU" ++ way_of_3 e.
Definition way_of_5 (e : Z) : string := "dlDDRU" ++ way_of_3 0 ++ "uuu" ++ "rrDDLU" ++ way_of_4 e.

Definition same_cells (k : Z) (B : list cell) (test : cell -> bool) : bool :=
  forallb (fun y => Bool.eqb (member y B) (test y)) (low_cells k).

Definition low_way (c e : Z) : string := if c =? 4 then way_of_4 e else way_of_5 e.

Lemma low_inside c y : c = 4 \/ c = 5 -> In y (low_cells (c - 3)) -> c <= n -> inside (n - 3) (lift 0 y) = true.
Proof.
  intros C I N. replace (lift 0 y) with y by (destruct y; unfold lift; cbn [fst snd]; apply pair_equal_spec; split; lia).
  apply inside_spec. unfold low_cells in I. apply in_app_iff in I. destruct I as [I|I]; [now right|left].
  destruct C as [->| ->]; cbn in I; intuition (subst; cbn [fst snd]; lia).
Qed.

Lemma low_complete c y : c = 4 \/ c = 5 -> inside (n - 3) y = true -> fst y <= c - 4 -> In y (low_cells (c - 3)).
Proof.
  intros C I L. unfold low_cells. apply in_app_iff. apply inside_spec in I. destruct I as [[R S]|I]; [right|now left].
  destruct y as [r s]. cbn [fst snd] in *. assert (s = 0 \/ s = 1 \/ s = 2) as E by lia.
  destruct C as [->| ->]; [assert (r = 0) as -> by lia|assert (r = 0 \/ r = 1) as [->| ->] by lia];
    destruct E as [->|[->| ->]]; cbn; tauto.
Qed.

Definition low_ends (c e : Z) : bool :=
  match run (low_cells (c - 3)) (filter (box_at c) (low_cells (c - 3))) (c - 4, 1) (lurd (low_way c e)) with
  | Some (B, p, q) => same_cells (c - 3) B (goal_at c) && is_cell p (-2, e) &&
      (Z.of_nat q =? pushes_needed (Z.to_nat c)) &&
      (Z.of_nat (List.length (lurd (low_way c e))) =? moves_needed (Z.to_nat c) + extra e)
  | None => false
  end.

Lemma low_columns c : c = 4 \/ c = 5 -> c <= n -> Solves_column (Z.to_nat c).
Proof.
  intros C N e s E [P H].
  assert (A : low_ends c e = true) by (destruct C as [->| ->], E as [->| ->]; vm_compute; reflexivity).
  unfold low_ends in A. destruct (run _ _ _ _) as [[[B p] q]|] eqn:R; [|discriminate].
  rewrite !andb_true_iff, !Z.eqb_eq, is_cell_spec in A. destruct A as [[[A ->] Q] M].
  rewrite Z2Nat.id in * by lia.
  assert (L : forall y, lift 0 y = y) by (intros [u v]; unfold lift; cbn [fst snd]; apply pair_equal_spec; split; lia).
  destruct (run_play 0 _ (fun y I => low_inside c y C I N) _ _ _ _ _ _ s R) as (s' & P' & Q' & H' & O').
  - now rewrite L.
  - intros y I. rewrite L, filter_In. pose proof (low_inside c y C I N) as F. rewrite L in F. rewrite H; [tauto|exact F|].
    unfold low_cells in I. apply in_app_iff in I. destruct I as [I|I].
    + apply (room_bounds m) in I. lia.
    + destruct C as [->| ->]; cbn in I; intuition (subst; cbn [fst snd]; lia).
  - exists (lurd (low_way c e)), s', (List.length (lurd (low_way c e))), q.
    split; [exact P'|]. split; [|split; [|split; assumption]].
    + split; [now rewrite L in Q'|]. intros y I F. pose proof (low_complete c y C I F) as K.
      specialize (H' y K). rewrite L in H'. rewrite H'. unfold same_cells in A. rewrite forallb_forall in A.
      specialize (A y K). apply eqb_prop in A. rewrite <- A. symmetry. apply member_spec.
    + intros y I F. apply O'. intros z K. rewrite L. intros <-. unfold low_cells in K. apply in_app_iff in K.
      destruct K as [K|K]; [apply (room_bounds m) in K; lia|].
      destruct C as [->| ->]; cbn in K; intuition (subst; cbn [fst snd] in *; lia).
Qed.

(** * From two columns to the next *)

(** Letting down beside the lower loose box: the boxes before and after *)
Definition boxes_1 (even : bool) : list cell :=
  [(0, 1); (1, 1); (2, 1); (3, loose_side even); (2, loose_side (negb even))].
Definition boxes_2 (even : bool) : list cell :=
  [(3, 1); (1, loose_side even); (0, loose_side (negb even)); (0, 1); (3, loose_side even)].
Definition first_part (even : bool) : list direction := lurd (if even then "drDDLU" else "dlDDRU").
(** Letting down beside the upper loose box, with the column of two boxes less solved *)
Definition boxes_3 (even : bool) : list cell := [(0, 1); (1, 1); (2, 1); (3, 1); (3, loose_side even)].
Definition boxes_4 (even : bool) : list cell :=
  [(4, 1); (2, loose_side (negb even)); (1, loose_side even); (0, 1); (1, 1)].
Definition second_part (even : bool) : list direction := lurd (if even then "llDDRU" else "rrDDLU").

Lemma first_runs even : run strip (boxes_1 even) (4, 1) (first_part even) = Some (boxes_2 even, (2, 1), 4%nat).
Proof. destruct even; vm_compute; reflexivity. Qed.
Lemma second_runs even : run strip (boxes_3 even) (4, loose_side (negb even)) (second_part even) = Some (boxes_4 even, (3, 1), 4%nat).
Proof. destruct even; vm_compute; reflexivity. Qed.

Lemma inside_parts y : inside (n - 3) y = true -> -4 <= fst y < n - 3 /\ (0 <= fst y -> 0 <= snd y <= 2).
Proof. rewrite inside_spec. intros [H|H]; [lia|apply (room_bounds m) in H; lia]. Qed.

(** Walking straight up beside the column *)
Lemma climb c s i : forall r, player s = place n (r, c) ->
  (forall j, 1 <= j <= Z.of_nat i -> inside (n - 3) (r + j, c) = true /\ ~ Box s (r + j, c)) ->
  Play b s (repeat up i) (State (boxes s) (place n (r + Z.of_nat i, c))) i 0.
Proof.
  revert s. induction i as [|i IH]; intros s r P H.
  - replace (r + Z.of_nat 0) with r by lia. rewrite <- P. destruct s. constructor.
  - destruct (H 1 ltac:(lia)) as [F B]. set (s1 := State (boxes s) (place n (r + 1, c))).
    assert (A : add (player s) (delta up) = place n (r + 1, c)).
    { rewrite P, place_add. f_equal. unfold add. cbn [fst snd step_of]. f_equal; lia. }
    assert (M : member (place n (r + 1, c)) (boxes s) = false) by now apply member_false.
    assert (E : step b s up = Some s1).
    { unfold step. rewrite A, M. unfold b, n. rewrite (floor_inside m four _ F). reflexivity. }
    assert (Pu : pushes s up = false) by (unfold pushes; now rewrite A).
    replace (r + Z.of_nat (S i)) with (r + 1 + Z.of_nat i) by lia. cbn [repeat].
    assert (Q : Play b s1 (repeat up i) (State (boxes s1) (place n (r + 1 + Z.of_nat i, c))) i 0).
    { apply (IH s1 (r + 1)); [reflexivity|]. intros j J. replace (r + 1 + j) with (r + (j + 1)) by lia. apply H. lia. }
    pose proof (play_step b s up s1 _ _ _ _ E Q) as Z. rewrite Pu in Z. exact Z.
Qed.

Lemma next_column c : (6 <= c <= m)%nat -> Solves_column (c - 2) -> Solves_column (c - 1) -> Solves_column c.
Proof.
  intros C Two One e s E [P H]. set (z := Z.of_nat c) in *. set (ev := Z.even z).
  assert (Z6 : 6 <= z <= n) by (unfold z, n; lia).
  unfold Solves_column in Two, One.
  replace (Z.of_nat (c - 2)) with (z - 2) in Two by (unfold z; lia).
  replace (Z.of_nat (c - 1)) with (z - 1) in One by (unfold z; lia).
  assert (E2 : Z.even (z - 2) = ev) by (unfold ev; rewrite Z.even_sub; cbn; destruct (Z.even z); reflexivity).
  assert (E1 : Z.even (z - 1) = negb ev) by (unfold ev; rewrite Z.even_sub; cbn; destruct (Z.even z); reflexivity).
  assert (SI : forall y, In y strip -> inside (n - 3) (lift (z - 8) y) = true).
  { intros y Y. apply in_strip in Y. apply inside_spec. unfold lift. cbn [fst snd].
    destruct (Z.leb_spec 0 (fst y + (z - 8))); [left; lia|right].
    assert (fst y + (z - 8) = -1 \/ fst y + (z - 8) = -2) as R by lia. destruct R as [-> | ->];
      assert (snd y = 0 \/ snd y = 1 \/ snd y = 2) as S by lia; destruct S as [-> |[-> | ->]]; cbn; tauto. }
  assert (DS : forall y, inside (n - 3) y = true -> (exists u, In u strip /\ y = lift (z - 8) u) \/
    ((forall u, In u strip -> y <> lift (z - 8) u) /\ (z - 4 < fst y \/ fst y < z - 8 \/ fst y < 0 /\ (snd y < 0 \/ 2 < snd y)))).
  { intros y I. pose proof (inside_parts y I) as [A B].
    destruct (in_dec square_eq (fst y - (z - 8), snd y) strip) as [Y|Y].
    - left. eexists. split; [exact Y|]. destruct y. unfold lift. cbn [fst snd]. f_equal. lia.
    - right. split.
      + intros u U ->. apply Y. destruct u. unfold lift. cbn [fst snd]. replace (z0 + (z - 8) - (z - 8)) with z0 by lia. exact U.
      + rewrite in_strip in Y. cbn [fst snd] in Y. lia. }
  (* beside the lower loose box *)
  destruct (run_play (z - 8) strip SI (first_part ev) _ _ _ _ _ s (first_runs ev)) as (s1 & P1 & Q1 & H1 & O1).
  { rewrite P. f_equal. unfold lift. cbn [fst snd]. f_equal. lia. }
  { intros y Y. pose proof (SI y Y) as I. apply in_strip in Y. rewrite H by (auto; unfold lift; cbn [fst snd]; lia).
    rewrite box_spec. unfold boxes_1. rewrite in_five. unfold lift. fold ev. cbn [fst snd]. destruct ev; cbn [negb loose_side]; lia. }
  assert (St1 : Start (z - 2) s1).
  { split.
    - rewrite Q1. f_equal. unfold lift. cbn [fst snd]. f_equal. lia.
    - intros y I L. destruct (DS y I) as [(u & U & ->)|[O R]].
      + rewrite H1 by exact U. apply in_strip in U. unfold boxes_2. rewrite in_five, box_spec, E2. unfold lift in *. cbn [fst snd] in *.
        destruct ev; cbn [negb loose_side]; lia.
      + rewrite O1 by exact O. rewrite H by (auto; lia). rewrite !box_spec, E2. fold ev. destruct ev; cbn [negb loose_side]; lia. }
  destruct (Two (loose_side (negb ev)) s1) as (d2 & s2 & j2 & p2 & P2 & [Q2 D2] & A2 & J2 & G2).
  { destruct ev; cbn; tauto. }
  { exact St1. }
  unfold Above in A2.
  assert (K2 : forall u, In u strip -> Box s2 (lift (z - 8) u) <-> In u (boxes_3 ev)).
  { intros u U. pose proof (SI u U) as I. pose proof (proj1 (in_strip u) U) as B. unfold boxes_3. rewrite in_five.
    destruct (Z.leb_spec (fst u) 2).
    - rewrite D2 by (auto; unfold lift; cbn [fst snd]; lia). rewrite goal_spec. unfold lift. cbn [fst snd]. destruct ev; cbn [negb loose_side]; lia.
    - rewrite A2 by (auto; unfold lift; cbn [fst snd]; lia). rewrite H1 by exact U. unfold boxes_2. rewrite in_five.
      cbn [fst snd]. destruct ev; cbn [negb loose_side]; lia. }
  (* up *)
  pose proof (climb (loose_side (negb ev)) s2 (c - 2) (-2) Q2) as P3.
  assert (C3 : forall j, 1 <= j <= Z.of_nat (c - 2) -> inside (n - 3) (-2 + j, loose_side (negb ev)) = true /\ ~ Box s2 (-2 + j, loose_side (negb ev))).
  { intros j J. assert (I : inside (n - 3) (-2 + j, loose_side (negb ev)) = true).
    { apply inside_spec. cbn [fst snd]. destruct (Z.leb_spec 0 (-2 + j)); [left; unfold z in *; destruct ev; cbn [negb loose_side]; lia|right].
      assert (j = 1) as -> by lia. destruct ev; cbn; tauto. }
    split; [exact I|]. intros B. destruct (Z.leb_spec (-2 + j) (z - 6)).
    - apply D2 in B; [|exact I|cbn [fst snd]; lia]. apply goal_spec in B. cbn [fst snd] in B. destruct ev; cbn [negb loose_side] in *; lia.
    - replace ((-2 + j, loose_side (negb ev)) : cell) with (lift (z - 8) (-2 + j - (z - 8), loose_side (negb ev))) in B
        by (unfold lift; cbn [fst snd]; f_equal; lia).
      apply K2 in B; [|apply in_strip; cbn [fst snd]; unfold z in *; destruct ev; cbn [negb loose_side]; lia].
      unfold boxes_3 in B. rewrite in_five in B. cbn [fst snd] in B. destruct ev; cbn [negb loose_side] in *; lia. }
  specialize (P3 C3). clear C3.
  replace (-2 + Z.of_nat (c - 2)) with (z - 4) in P3 by (unfold z; lia).
  set (s3 := State (boxes s2) (place n (z - 4, loose_side (negb ev)))) in *.
  (* beside the upper loose box *)
  destruct (run_play (z - 8) strip SI (second_part ev) _ _ _ _ _ s3 (second_runs ev)) as (s4 & P4 & Q4 & H4 & O4).
  { unfold s3. cbn [player]. f_equal. unfold lift. cbn [fst snd]. f_equal. lia. }
  { exact K2. }
  assert (St4 : Start (z - 1) s4).
  { split.
    - rewrite Q4. f_equal. unfold lift. cbn [fst snd]. f_equal. lia.
    - intros y I L. destruct (DS y I) as [(u & U & ->)|[O R]].
      + rewrite H4 by exact U. apply in_strip in U. unfold boxes_4. rewrite in_five, box_spec, E1. unfold lift in *. cbn [fst snd] in *.
        destruct ev; cbn [negb loose_side]; lia.
      + rewrite O4 by exact O. change (Box s2 y <-> box_at (z - 1) y = true). rewrite D2 by (auto; lia).
        rewrite goal_spec, box_spec, E1. pose proof (inside_parts y I). destruct ev; cbn [negb loose_side]; lia. }
  destruct (One e s4 E St4) as (d5 & s5 & j5 & p5 & P5 & [Q5 D5] & A5 & J5 & G5).
  unfold Above in A5. eexists _, s5, _, _. split.
  { eapply play_app; [exact P1|]. eapply play_app; [exact P2|]. eapply play_app; [exact P3|]. eapply play_app; [exact P4|exact P5]. }
  split; [|split].
  - split; [exact Q5|]. intros y I L. destruct (Z.leb_spec (fst y) (z - 5)).
    + rewrite D5 by (auto; lia). rewrite !goal_spec. lia.
    + rewrite A5 by (auto; lia). pose proof (inside_parts y I) as [_ B].
      replace y with (lift (z - 8) (4, snd y)) by (destruct y; unfold lift; cbn [fst snd] in *; f_equal; lia).
      rewrite H4 by (apply in_strip; cbn [fst snd]; lia). unfold boxes_4. rewrite in_five, goal_spec. unfold lift. cbn [fst snd].
      destruct ev; cbn [negb loose_side]; lia.
  - intros y I L.
    assert (O : forall u, In u strip -> y <> lift (z - 8) u).
    { intros u U ->. apply in_strip in U. unfold lift in L. cbn [fst snd] in L. lia. }
    rewrite A5 by (auto; lia). rewrite O4 by exact O. change (Box s2 y <-> Box s y). rewrite A2 by (auto; lia). now apply O1.
  - assert (L6 : List.length (first_part ev) = 6%nat /\ List.length (second_part ev) = 6%nat) by (destruct ev; split; reflexivity).
    destruct L6 as [-> ->]. destruct c as [|[|[|[|[|c]]]]]; try lia.
    unfold moves_needed, pushes_needed in *.
    replace (S (S (S (S (S c)))) - 2 - 3)%nat with c in * by lia. replace (S (S (S (S (S c)))) - 1 - 3)%nat with (S c) in * by lia.
    replace (S (S (S (S (S c)))) - 3)%nat with (S (S c)) in * by lia.
    cbn [lengths fst] in *. destruct (lengths moves_added 30 59 c) as [x y]. destruct (lengths (fun _ => 8) 8 18 c) as [x' y'].
    cbn [fst snd] in *. assert (Ad : moves_added (5 + c) = z + if ev then 10 else 12).
    { unfold moves_added, ev, z. change (5 + c)%nat with (S (S (S (S (S c))))).
      replace (Nat.even (S (S (S (S (S c)))))) with (Z.even (Z.of_nat (S (S (S (S (S c))))))); [reflexivity|].
      symmetry. apply even_of_nat. }
    rewrite Ad. unfold z in *. unfold extra in *. destruct ev; cbn [negb loose_side Z.eqb] in *; lia.
Qed.

Theorem all_columns c : (4 <= c <= m)%nat -> Solves_column c.
Proof.
  induction c as [c IH] using lt_wf_ind. intros C. destruct (Nat.leb_spec c 5) as [L|L].
  - replace c with (Z.to_nat (Z.of_nat c)) by lia. apply low_columns; unfold n; lia.
  - apply next_column; [lia| |]; apply IH; lia.
Qed.
End Level.
