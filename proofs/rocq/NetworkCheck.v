(** The check that a level is laid out from gadgets and corridors, and the search that decides if its network can be won.
    [check_level_sound] says that an answer is right. *)
From Coq Require Import ZArith List Bool Lia String Ascii PeanoNat FMapPositive.
From Soko Require Import Rules Plays Theory Gadgets GadgetData GadgetTheorem GadgetLevel NetworkLevel.
From Soko Require Checker Soundness.
Import ListNotations.
Open Scope Z_scope.

(** * The data *)

(** A gadget of the library, its state at the start, how its drawing is turned, where the drawing's corner (0, 0) is in the
    level, and the net of each port. *)
Record part := Part {
  entry : string; at_start : string; transposed : bool; rows_flipped : bool; columns_flipped : bool; corner : square;
  joins : list (string * nat) }.

(** All gadgets, and a square of each net. *)
Record layout := Layout { parts : list part; roots : list square }.

(** A level as XSB. *)
Definition read_level (rows : list string) : level :=
  let all := all_signs 0 rows in
  let at_signs signs := map snd (filter (fun '(x, _) => existsb (Ascii.eqb x) signs) all) in
  Level
    (Board (Z.of_nat (String.length (hd EmptyString rows))) (Z.of_nat (List.length rows))
      (at_signs ["#"]%char) (at_signs ["."; "*"; "+"]%char))
    (State (at_signs ["$"; "*"]%char) (hd (-1, -1) (at_signs ["@"; "+"]%char))).

Definition tile_of (p : part) : option tile :=
  match find (fun '(name, _, _) => String.eqb name (entry p)) library with
  | Some (_, g, a) => Some (Tile
      (Placed g a (shift (transposed p) (rows_flipped p) (columns_flipped p) (corner p))
        (shifted (transposed p) (rows_flipped p) (columns_flipped p))) (joins p))
  | None => None
  end.
Fixpoint tiles_of (l : list part) : option (list tile) :=
  match l with
  | [] => Some []
  | p :: l => match tile_of p, tiles_of l with Some t, Some ts => Some (t :: ts) | _, _ => None end
  end.

(** What a tile of the library is, wherever it is. *)
Definition Of_library (t : tile) : Prop := Exact (kind (spot t)) (table (spot t)) /\
  (forall x d, place (spot t) (add x (delta d)) = add (place (spot t) x) (delta (turn (spot t) d))) /\
  (forall d, exists d', turn (spot t) d' = d) /\
  (forall x y, place (spot t) x = place (spot t) y -> x = y).

Lemma tile_of_library p t : tile_of p = Some t -> Of_library t.
Proof.
  unfold tile_of. destruct (find _ library) as [((name, g), a)|] eqn:E; [|discriminate]. intros [= <-].
  apply find_some in E as (I & _). apply library_exact in I. split; [exact I|]. cbn. split; [|split].
  - intros x d. apply shift_turns.
  - intros d. apply shift_turns_back.
  - intros x y. apply shift_injective.
Qed.

Lemma tiles_of_library l : forall ts, tiles_of l = Some ts -> forall t, In t ts -> Of_library t.
Proof.
  induction l as [|p l IH]; cbn; intros ts; [intros [= <-] t []|].
  destruct (tile_of p) as [u|] eqn:E; [|discriminate]. destruct (tiles_of l) as [us|]; [|discriminate].
  intros [= <-] t [<-|I]; [eapply tile_of_library; eauto|eauto].
Qed.

(** * Sets of squares, for fast look-up *)

Definition whole (z : Z) : positive := match z with Z0 => 1 | Zpos p => p~0 | Zneg p => p~1 end.
Lemma whole_injective y z : whole y = whole z -> y = z.
Proof. destruct y, z; cbn; congruence. Qed.

Definition squares_set : Type := P.t (P.t unit).
Definition row_of (m : squares_set) (r : Z) : P.t unit := match P.find (whole r) m with Some row => row | None => P.empty _ end.
Definition set_of (l : list square) : squares_set :=
  fold_right (fun x m => P.add (whole (fst x)) (P.add (whole (snd x)) tt (row_of m (fst x))) m) (P.empty _) l.
Definition in_set (x : square) (m : squares_set) : bool := mem (whole (snd x)) (row_of m (fst x)).

Lemma in_set_spec x l : in_set x (set_of l) = member x l.
Proof.
  apply eq_true_iff_eq. rewrite member_spec. destruct x as (r, c). unfold in_set, mem; cbn [fst snd].
  induction l as [|(r', c') l IH]; cbn [set_of fold_right fst snd In].
  - unfold row_of. rewrite !P.gempty. intuition discriminate.
  - fold (set_of l). unfold row_of at 1. destruct (Z.eq_dec r' r) as [->|N].
    + rewrite P.gss. destruct (Z.eq_dec c' c) as [->|M]; [rewrite P.gss; intuition auto|].
      rewrite P.gso by (intros E; apply whole_injective in E; congruence). rewrite IH. intuition congruence.
    + rewrite P.gso by (intros E; apply whole_injective in E; congruence). fold (row_of (set_of l) r). rewrite IH.
      intuition congruence.
Qed.

(** * The check of a layout *)

Section Check.
Variable b : board.
Variable tiles : list tile.
Variable starts : list square.            (* a square of each net *)
Variable fuel : nat.

Definition room_squares (t : tile) : list square := filter (floor (room (kind (spot t)))) (cells (kind (spot t))).
Definition is_portb (t : tile) (y : square) : bool := member y (port_squares (kind (spot t))).
Definition inner_squares (t : tile) : list square :=
  map (place (spot t)) (filter (fun y => negb (is_portb t y)) (room_squares t)).
Definition all_inner : list square := flat_map inner_squares tiles.
(** Sets of the walls and of [all_inner], computed once. *)
Variable wall_set : squares_set.
Variable inner_set : squares_set.
Definition is_floor (x : square) : bool := in_grid b x && negb (in_set x wall_set).
Definition free (x : square) : bool := negb (in_set x inner_set).

(** Nets, by walking from their squares. *)
Definition key (x : square) : positive := Z.to_pos (fst x * width b + snd x + 1).
Definition unkey (p : positive) : square := ((Z.pos p - 1) / width b, (Z.pos p - 1) mod width b).
Definition beside (p : positive) : list positive :=
  flat_map (fun d => let y := add (unkey p) (delta d) in if is_floor y && free y then [key y] else []) directions.
Definition net : Type := list positive * P.t unit * bool.
Definition all_nets : list net := map (fun x => closure_of beside fuel [key x]) starts.
Fixpoint find_net (i : nat) (nets : list net) (p : positive) : option nat :=
  match nets with [] => None | (_, set, _) :: nets => if mem p set then Some i else find_net (S i) nets p end.
Definition net_in (nets : list net) (x : square) : option nat := if in_grid b x then find_net 0 nets (key x) else None.

Definition is_net (m : nat) (o : option nat) : bool := match o with Some n => Nat.eqb m n | None => false end.
Fixpoint check_nets (nets rest : list net) (i : nat) : bool :=
  match rest with
  | [] => true
  | (l, _, ok) :: rest => ok && forallb (fun p => is_net i (find_net 0 nets p)) l && check_nets nets rest (S i)
  end.

(** The squares of a room from which the player can walk to a port beside the finished gadget's boxes. *)
Fixpoint outs (g : gadget) (fuel : nat) : list square :=
  match fuel with
  | O => port_squares g
  | S fuel => let l := outs g fuel in
      l ++ filter (fun x => negb (member x l) && existsb (fun d => let y := add x (delta d) in
        member y l && floor (room g) y && negb (member y (goals (room g)))) directions) (cells g)
  end.

Definition check_tile (nets : list net) (t : tile) : bool :=
  let g := kind (spot t) in let a := table (spot t) in let squares := room_squares t in let put := place (spot t) in
  forallb (fun x => is_floor (put x)) squares &&
  forallb (fun x => is_portb t x || forallb (fun d =>
    Bool.eqb (is_floor (put (add x (delta d)))) (floor (room g) (add x (delta d)))) directions) squares &&
  distinct_squares (goals (room g)) &&
  forallb (fun y => negb (member (put y) (goals b)) || member y (goals (room g))) squares &&
  forallb (fun y => member (put y) (goals b)) (goals (room g)) &&
  forallb (fun '(B, q) => forallb (fun '(B', q') => Bool.eqb (String.eqb q q') (sameb B B')) (configurations a))
    (configurations a) &&
  (let out := outs g 12 in forallb (fun x => member x (goals (room g)) || member x out) squares) &&
  match ports g with [] => false | _ => true end &&
  forallb (fun y => floor (room g) y) (port_squares g) &&
  forallb (fun '(n, y) => forallb (fun '(n', y') => negb (String.eqb n n') || member y [y']) (ports g)) (ports g) &&
  forallb (fun '(n, y) => existsb (fun '(n', m) => String.eqb n n' && is_net m (net_in nets (put y))) (net_of t)) (ports g) &&
  forallb (fun '(n, m) => existsb (fun '(n', y) => String.eqb n n' && is_net m (net_in nets (put y))) (ports g)) (net_of t).

Fixpoint disjoint_all (l : list (list square)) : bool :=
  match l with
  | [] => true
  | x :: l => forallb (fun y => forallb (fun z => negb (member z y)) x) l && disjoint_all l
  end.

Definition check_layout (nets : list net) : bool :=
  forallb (check_tile nets) tiles && disjoint_all (map (fun t => squares_of (spot t)) tiles) &&
  forallb (fun x => floor b x && free x) starts && check_nets nets nets 0.

(** ** It is right *)

Hypothesis of_library : forall t, In t tiles -> Of_library t.
Hypothesis walls_listed : wall_set = set_of (walls b).
Hypothesis inner_listed : inner_set = set_of all_inner.

Lemma is_floor_spec x : is_floor x = floor b x.
Proof. unfold is_floor, floor. now rewrite walls_listed, in_set_spec. Qed.

Lemma is_net_spec m o : is_net m o = true -> o = Some m.
Proof. destruct o; cbn; [|discriminate]. rewrite Nat.eqb_eq. congruence. Qed.

Lemma room_squares_spec t y : In y (room_squares t) <-> floor (room (kind (spot t))) y = true.
Proof.
  unfold room_squares. rewrite filter_In. split; [tauto|]. intros F. split; auto. now apply room_cells.
Qed.

Lemma is_portb_spec t y : is_portb t y = true <-> is_port (kind (spot t)) y.
Proof. unfold is_portb. now rewrite member_spec, port_squares_spec. Qed.

Lemma free_spec x : free x = true <-> Outside tiles x.
Proof.
  unfold free. rewrite inner_listed, in_set_spec, negb_true_iff, member_false. unfold all_inner. rewrite in_flat_map. split.
  - intros N t I (y & F & ->). destruct (is_portb t y) eqn:E; [apply is_portb_spec in E; exists y; auto|].
    exfalso. apply N. exists t. split; auto. apply in_map, filter_In. rewrite E. split; auto. now apply room_squares_spec.
  - intros O (t & I & J). apply in_map_iff in J as (y & <- & J). apply filter_In in J as (J & E).
    apply room_squares_spec in J. destruct (O t I) as (z & P & Ez); [exists y; auto|].
    destruct (of_library t I) as (_ & _ & _ & Inj). apply Inj in Ez. subst z. apply is_portb_spec in P.
    rewrite P in E. discriminate.
Qed.

Lemma unkey_key x : in_grid b x = true -> unkey (key x) = x.
Proof.
  unfold in_grid, key, unkey. rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt. destruct x as (r, c); cbn [fst snd].
  intros (((A & B) & C) & D). rewrite Z2Pos.id by nia. replace (r * width b + c + 1 - 1) with (r * width b + c) by lia.
  f_equal; [rewrite Z.div_add_l by lia; rewrite Z.div_small; lia|].
  rewrite Z.add_comm, Z.mod_add by lia. apply Z.mod_small. lia.
Qed.

Lemma floor_grid x : floor b x = true -> in_grid b x = true.
Proof. unfold floor. rewrite andb_true_iff. tauto. Qed.

Definition Corridor (p : positive) : Prop := exists x, p = key x /\ floor b x = true /\ free x = true.

Lemma beside_spec p q : In q (beside p) <-> exists d, let y := add (unkey p) (delta d) in
  floor b y = true /\ free y = true /\ q = key y.
Proof.
  unfold beside. rewrite in_flat_map. split.
  - intros (d & _ & I). exists d. cbv zeta in *. destruct (is_floor _ && free _) eqn:E; [|destruct I].
    apply andb_true_iff in E as (F & R). rewrite is_floor_spec in F. destruct I as [<-|[]]. auto.
  - intros (d & F & R & ->). exists d. split; [apply all_directions|]. cbv zeta. rewrite is_floor_spec, F, R. now left.
Qed.

Lemma beside_back p q : Corridor p -> In q (beside p) -> Corridor q /\ In p (beside q).
Proof.
  intros (x & -> & F & R) I. apply beside_spec in I as (d & Fy & Ry & ->). rewrite unkey_key in * by now apply floor_grid.
  split; [eexists; eauto|]. apply beside_spec. exists (opposite d).
  rewrite (unkey_key (add x (delta d))) by now apply floor_grid. rewrite add_opposite. auto.
Qed.

Lemma beside_walk p q : star (fun p q => In q (beside p)) p q -> Corridor p -> Walk b tiles (unkey p) (unkey q).
Proof.
  induction 1 as [p|p q r I _ IH]; intros C; [constructor|]. destruct (beside_back p q C I) as (C' & _).
  apply beside_spec in I as (d & F & R & ->). econstructor; [|apply IH; auto].
  exists d. rewrite unkey_key by now apply floor_grid. repeat split; auto. now apply free_spec.
Qed.

Lemma find_net_spec nets p : forall i m, find_net i nets p = Some m -> exists k l set ok,
  m = (i + k)%nat /\ nth_error nets k = Some (l, set, ok) /\ mem p set = true.
Proof.
  induction nets as [|((l, set), ok) nets IH]; cbn; intros i m; [discriminate|]. destruct (mem p set) eqn:E.
  - intros [= <-]. exists 0%nat, l, set, ok. repeat split; auto; lia.
  - intros H. apply IH in H as (k & l' & set' & ok' & -> & N & M). exists (S k), l', set', ok'. repeat split; auto; lia.
Qed.

Lemma check_nets_spec nets rest : forall i, check_nets nets rest i = true -> forall k l set ok,
  nth_error rest k = Some (l, set, ok) -> ok = true /\ forall p, In p l -> find_net 0 nets p = Some (i + k)%nat.
Proof.
  induction rest as [|((l0, set0), ok0) rest IH]; cbn; intros i H k l set ok N; [now destruct k|].
  split_ands. destruct k as [|k]; cbn in N.
  - injection N as -> -> ->. split; auto. rewrite forallb_forall in H1. intros p I. rewrite Nat.add_0_r. now apply is_net_spec, H1.
  - destruct (IH (S i) H0 k l set ok N) as (A & B). split; auto. intros p I. rewrite (B p I). f_equal. lia.
Qed.

(** A net is all that can be reached from its square. *)
Lemma net_spec nets x m : nets = all_nets -> check_nets nets nets 0 = true -> net_in nets x = Some m ->
  in_grid b x = true /\ exists r l, In r starts /\ star (fun p q => In q (beside p)) (key r) (key x) /\
    nth_error starts m = Some r /\ (forall q, In q l <-> star (fun p q => In q (beside p)) (key r) q) /\
    forall q, In q l -> find_net 0 nets q = Some m.
Proof.
  intros E C H. unfold net_in in H. destruct (in_grid b x); [|discriminate]. split; auto.
  apply find_net_spec in H as (k & l & set & ok & -> & N & M). cbn in *.
  destruct (check_nets_spec nets nets 0 C k l set ok N) as (-> & U).
  rewrite E in N. unfold all_nets in N. rewrite nth_error_map in N. destruct (nth_error starts k) as [r|] eqn:R; [|discriminate].
  cbn in N. injection N as N. apply closure_spec in N as (Mem & N).
  assert (L : forall q, In q l <-> star (fun p q => In q (beside p)) (key r) q).
  { intros q. rewrite N. split; [intros (z & [<-|[]] & S); auto|intros S; exists (key r); cbn; auto]. }
  exists r, l. split; [now apply nth_error_In in R|]. split; [apply L; now apply Mem|]. auto.
Qed.

Lemma outs_spec g n x : In x (outs g n) -> exists z, is_port g z /\
  star (fun x y => exists d, y = add x (delta d) /\ floor (room g) y = true /\ ~ In y (goals (room g))) x z.
Proof.
  revert x. induction n as [|n IH]; cbn [outs]; cbv zeta; intros x.
  - intros I. apply port_squares_spec in I. exists x. split; auto. constructor.
  - rewrite in_app_iff, filter_In. intros [I|(_ & I)]; auto. apply andb_true_iff in I as (_ & I).
    apply existsb_exists in I as (d & _ & I). split_ands. apply member_spec in H.
    destruct (IH _ H) as (z & P & S). exists z. split; auto. econstructor; [|exact S]. exists d.
    repeat split; auto. now apply member_false, negb_true_iff.
Qed.

Lemma disjoint_all_spec l : disjoint_all l = true -> forall i j x y z, nth_error l i = Some x -> nth_error l j = Some y ->
  In z x -> In z y -> i = j.
Proof.
  induction l as [|a l IH]; cbn; intros H i j x y z; [now destruct i|]. split_ands. rewrite forallb_forall in H.
  assert (D : forall k u, nth_error l k = Some u -> In z a -> In z u -> False).
  { intros k u N I J. apply nth_error_In in N. apply H in N. rewrite forallb_forall in N. apply N in I.
    apply negb_true_iff, member_false in I. auto. }
  destruct i as [|i], j as [|j]; cbn; auto.
  - intros [= <-] N I J. exfalso. eauto.
  - intros N [= <-] I J. exfalso. eauto.
  - intros N N' I J. f_equal. eapply IH; eauto.
Qed.

Lemma check_tile_spec nets t : In t tiles -> check_tile nets t = true -> Tile_fits b (net_in nets) t.
Proof.
  intros I H. unfold check_tile in H. cbv zeta in H. split_ands.
  rename H into On, H10 into Wd, H9 into Dg, H8 into Sg, H7 into Hg, H6 into One, H5 into Out, H4 into Po, H3 into Pf, H2 into Nm,
    H1 into Pn, H0 into Np.
  destruct (of_library t I) as (X & T & TB & Inj). rewrite forallb_forall in On, Wd, Sg, Hg, One, Out, Pf, Nm, Pn, Np.
  split.
  - split; auto.
    + intros x F. rewrite <- is_floor_spec. apply On. now apply room_squares_spec.
    + intros x d F N. apply room_squares_spec, Wd in F. apply orb_true_iff in F as [F|F]; [apply is_portb_spec in F; tauto|].
      rewrite forallb_forall in F. rewrite <- is_floor_spec. apply eqb_prop, F, all_directions.
  - split; [now apply distinct_squares_spec|]. intros y F J. apply room_squares_spec, Sg in F.
    apply orb_true_iff in F as [F|F]; [|now apply member_spec]. apply negb_true_iff, member_false in F. tauto.
  - intros y J. apply member_spec. now apply Hg.
  - intros B q B' q' J J'. apply One in J. cbn in J. rewrite forallb_forall in J. apply J in J'. cbn in J'.
    apply eqb_prop in J'. rewrite <- String.eqb_eq, <- sameb_spec, J'. reflexivity.
  - intros x F N. apply room_squares_spec, Out in F. apply orb_true_iff in F as [F|F]; apply member_spec in F; [tauto|].
    now apply (outs_spec _ 12).
  - destruct (ports (kind (spot t))) as [|(n, y) l]; [discriminate|]. exists n, y. now left.
  - intros y P. apply Pf. now apply port_squares_spec.
  - intros n y y' J J'. apply Nm in J. cbn in J. rewrite forallb_forall in J. apply J in J'. cbn in J'.
    rewrite String.eqb_refl in J'. cbn in J'. apply member_spec in J' as [J'|[]]. auto.
  - intros n y J. apply Pn in J. cbn in J. apply existsb_exists in J as ((n', m) & J & E). split_ands.
    apply String.eqb_eq in H. subst n'. exists m. split; auto. now apply is_net_spec.
  - intros n m J. apply Np in J. cbn in J. apply existsb_exists in J as ((n', y) & J & E). split_ands.
    apply String.eqb_eq in H. subst n'. exists y. split; auto. now apply is_net_spec.
Qed.

Theorem check_layout_sound nets : nets = all_nets -> check_layout nets = true -> Laid_out b tiles (net_in nets).
Proof.
  intros E H. unfold check_layout in H. split_ands. rewrite forallb_forall in H, H1. split.
  - intros t I. apply check_tile_spec; auto.
  - intros i j t u x I J O O'. apply squares_of_spec in O. apply squares_of_spec in O'.
    apply (disjoint_all_spec _ H2 i j (squares_of (spot t)) (squares_of (spot u)) x); auto;
      rewrite nth_error_map; [now rewrite I|now rewrite J].
  - intros m x d N F O. destruct (net_spec nets x m E H0 N) as (Gx & r & l & _ & S & _ & L & U).
    unfold net_in. rewrite (floor_grid _ F). apply U, L. apply star_trans with (key x); auto.
    apply star_one. apply beside_spec. exists d. cbv zeta. rewrite (unkey_key x Gx). apply free_spec in O. auto.
  - intros m x y N N'. destruct (net_spec nets x m E H0 N) as (Gx & r & _ & I & S & R & _).
    destruct (net_spec nets y m E H0 N') as (Gy & r' & _ & _ & S' & R' & _). assert (r' = r) by congruence. subst r'.
    apply H1 in I. apply andb_true_iff in I as (Fr & Rr). assert (C : Corridor (key r)) by (exists r; auto).
    destruct (star_back _ (fun p q => In q (beside p)) Corridor (key r) (key x) beside_back C S) as (Cx & Back).
    rewrite <- (unkey_key x Gx), <- (unkey_key y Gy). apply beside_walk; auto. eapply star_trans; eauto.
Qed.

(** * The search of the network *)

Definition states_of (t : tile) : list string := map snd (configurations (table (spot t))).
Fixpoint index_of (i : N) (q : string) (l : list string) : N :=
  match l with [] => i | r :: l => if String.eqb q r then i else index_of (i + 1) q l end.
Fixpoint code_states (ts : list tile) (qs : list string) : N :=
  match ts, qs with t :: ts, q :: qs => N.lor (index_of 0 q (states_of t)) (N.shiftl (code_states ts qs) 4) | _, _ => 0%N end.
Fixpoint states_coded (ts : list tile) (n : N) : list string :=
  match ts with
  | [] => []
  | t :: ts => nth (N.to_nat (N.land n 15)) (states_of t) EmptyString :: states_coded ts (N.shiftr n 4)
  end.
(** Positions as numbers.  That [position_of] finds the position again is checked, not proved. *)
Definition code (p : position) : positive :=
  N.succ_pos (N.lor (N.of_nat (snd p)) (N.shiftl (code_states tiles (fst p)) 8)).
Definition position_of (p : positive) : position :=
  let n := Pos.pred_N p in (states_coded tiles (N.shiftr n 8), N.to_nat (N.land n 255)).
Fixpoint all_eq (qs rs : list string) : bool :=
  match qs, rs with [], [] => true | q :: qs, r :: rs => String.eqb q r && all_eq qs rs | _, _ => false end.
Definition position_eq (p r : position) : bool := Nat.eqb (snd p) (snd r) && all_eq (fst p) (fst r).

Definition passes (p : position) : list position :=
  flat_map (fun '(i, t, q) =>
    let here := map fst (filter (fun '(_, m) => Nat.eqb m (snd p)) (net_of t)) in
    match here with [] => [] | _ =>
      flat_map (fun '(q1, n, n', q') =>
        if existsb (String.eqb n) here && String.eqb q q1
        then map (fun '(_, m') => (replace i q' (fst p), m')) (filter (fun '(n2, _) => String.eqb n' n2) (net_of t))
        else []) (passages (table (spot t)))
    end) (combine (combine (seq 0 (List.length tiles)) tiles) (fst p)).
Definition at_goals (p : position) : bool := all_eq (fst p) (map (fun t => goal (table (spot t))) tiles).

(** Can the network be won?  [None] if the search fails. *)
Definition search (p : position) : option bool :=
  let '(l, _, ok) := closure_of (fun p => map code (passes (position_of p))) fuel [code p] in
  if ok && position_eq p (position_of (code p)) && Nat.eqb (List.length (fst p)) (List.length tiles) &&
    forallb (fun n => forallb (fun p => position_eq p (position_of (code p))) (passes (position_of n))) l
  then Some (existsb (fun n => at_goals (position_of n)) l) else None.

Lemma all_eq_spec qs : forall rs, all_eq qs rs = true <-> qs = rs.
Proof.
  induction qs as [|q qs IH]; intros [|r rs]; cbn; try (split; [discriminate|discriminate]); [tauto|].
  rewrite andb_true_iff, String.eqb_eq, IH. split; [intros (-> & ->); auto|intros [= -> ->]; auto].
Qed.

Lemma position_eq_spec p r : position_eq p r = true -> p = r.
Proof.
  unfold position_eq. rewrite andb_true_iff, Nat.eqb_eq, all_eq_spec. destruct p, r; cbn. intros (-> & ->). auto.
Qed.

Lemma numbered {A B} (l : list A) : forall k (qs : list B) i t q,
  In (i, t, q) (combine (combine (seq k (List.length l)) l) qs) <->
  exists j, i = (k + j)%nat /\ nth_error l j = Some t /\ nth_error qs j = Some q.
Proof.
  induction l as [|x l IH]; intros k [|y qs] i t q; cbn.
  1, 2: split; [intros []|intros ([|j] & _ & E & F); discriminate].
  - split; [intros []|intros ([|j] & _ & _ & E); discriminate].
  - rewrite IH. split.
    + intros [[= <- <- <-]|(j & -> & E & F)]; [exists 0%nat; repeat split; auto|exists (S j); repeat split; auto; lia].
    + intros ([|j] & -> & E & F); cbn in E, F; [left; f_equal; [f_equal|]; try congruence; lia|].
      right. exists j. repeat split; auto. lia.
Qed.

Lemma passes_spec p p' : In p' (passes p) <-> Pass tiles p p'.
Proof.
  unfold passes. rewrite in_flat_map. split.
  - intros (((i, t), q) & I & J). apply numbered in I as (j & -> & I & Q). cbn in *.
    set (here := map fst _) in J. assert (J' : In p' (flat_map (fun '(q1, n, n', q') =>
        if existsb (String.eqb n) here && String.eqb q q1
        then map (fun '(_, m') => (replace j q' (fst p), m')) (filter (fun '(n2, _) => String.eqb n' n2) (net_of t))
        else []) (passages (table (spot t))))) by (destruct here; [destruct J|exact J]). clear J.
    apply in_flat_map in J' as ((((q1, n), n'), q') & K & J).
    destruct (existsb (String.eqb n) here && String.eqb q q1) eqn:E; [|destruct J].
    apply andb_true_iff in E as (E & Eq). apply String.eqb_eq in Eq. subst q1.
    apply existsb_exists in E as (n1 & In1 & E). apply String.eqb_eq in E. subst n1.
    apply in_map_iff in In1 as ((n1, m) & E & In1). cbn in E. subst n1. apply filter_In in In1 as (In1 & E).
    apply Nat.eqb_eq in E. subst m. apply in_map_iff in J as ((n2, m') & <- & J). apply filter_In in J as (J & E).
    apply String.eqb_eq in E. subst n2. destruct p as (qs, m). cbn in *. econstructor; eauto.
  - intros H. destruct H as [i t qs q n n' m m' q' I Q N K N']. cbn. exists (i, t, q). split.
    + apply numbered. exists i. auto.
    + set (here := map fst _). assert (In1 : In n here).
      { apply in_map_iff. exists (n, m). split; auto. apply filter_In. split; auto. apply Nat.eqb_refl. }
      assert (R : In (replace i q' qs, m') (flat_map (fun '(q1, n, n', q') =>
        if existsb (String.eqb n) here && String.eqb q q1
        then map (fun '(_, m') => (replace i q' qs, m')) (filter (fun '(n2, _) => String.eqb n' n2) (net_of t))
        else []) (passages (table (spot t))))).
      { apply in_flat_map. exists (q, n, n', q'). split; auto. rewrite String.eqb_refl, andb_true_r.
        replace (existsb (String.eqb n) here) with true.
        - apply in_map_iff. exists (n', m'). split; auto. apply filter_In. split; auto. apply String.eqb_refl.
        - symmetry. apply existsb_exists. exists n. split; auto. apply String.eqb_refl. }
      destruct here; [destruct In1|exact R].
Qed.

Lemma at_goals_spec p : List.length (fst p) = List.length tiles -> (at_goals p = true <-> All_at_goals tiles p).
Proof.
  unfold at_goals, All_at_goals. rewrite all_eq_spec. generalize (fst p). clear. intros qs. revert qs.
  induction tiles as [|t ts IH]; intros [|q qs] L; cbn in *; try discriminate.
  - split; auto. intros _ [|i] t; discriminate.
  - injection L as L. specialize (IH qs L). split.
    + intros [= -> E] [|i] u; cbn; [intros [= <-]; auto|]. now apply IH.
    + intros H. f_equal; [specialize (H 0%nat t eq_refl); cbn in H; congruence|]. apply IH. intros i u. apply (H (S i) u).
Qed.

Lemma replace_length {A} (l : list A) : forall i x, List.length (replace i x l) = List.length l.
Proof. induction l; intros [|i] x; cbn; auto. Qed.

Theorem search_sound p v : search p = Some v -> (Can_be_won tiles p <-> v = true).
Proof.
  unfold search. destruct (closure_of _ fuel [code p]) as ((l, set), ok) eqn:C.
  destruct (_ && _ && _ && _) eqn:E; [|discriminate]. intros [= <-]. split_ands. subst ok.
  apply position_eq_spec in H2. apply Nat.eqb_eq in H1. rewrite forallb_forall in H0.
  apply closure_spec in C as (_ & C).
  set (R := fun x y => In y (map code (passes (position_of x)))) in *.
  assert (L : forall n, In n l <-> star R (code p) n).
  { intros n. rewrite C. split; [intros (x & [<-|[]] & S); auto|intros S; exists (code p); cbn; auto]. }
  assert (Len : forall p', star (Pass tiles) p p' -> List.length (fst p') = List.length tiles).
  { intros p' S. revert H1. clear - S. induction S as [r|r r1 r2 H _ IH]; auto. intros E. apply IH.
    destruct H. cbn in *. now rewrite replace_length. }
  assert (Forth : forall p', star (Pass tiles) p p' -> exists n, In n l /\ position_of n = p').
  { intros p' S. destruct (star_sim (Pass tiles) R (fun p n => In n l /\ position_of n = p)) with (2 := S) (n := code p)
      as (n & _ & V); [|split; [apply L; constructor|auto]|eauto].
    intros p1 n p2 (I & <-) H. apply passes_spec in H. exists (code p2). assert (K : R n (code p2)) by now apply in_map.
    split; auto. split; [apply L; eapply star_trans; [apply L, I|]; now apply star_one|].
    specialize (H0 _ I). rewrite forallb_forall in H0. symmetry. now apply position_eq_spec, H0. }
  assert (Back : forall x y, star R x y -> In x l -> star (Pass tiles) (position_of x) (position_of y)).
  { intros x y Sxy. induction Sxy as [x|x y z K _ IH]; intros J; [constructor|]. unfold R in K.
    apply in_map_iff in K as (p2 & <- & K). assert (Jy : In (code p2) l).
    { apply L. eapply star_trans; [apply L, J|]. apply star_one. now apply in_map. }
    apply star_step with p2; [now apply passes_spec|]. specialize (H0 _ J). rewrite forallb_forall in H0.
    rewrite (position_eq_spec _ _ (H0 _ K)) at 1. auto. }
  rewrite existsb_exists. split.
  - intros (p' & S & G). destruct (Forth p' S) as (n & I & <-). exists n. split; auto. apply at_goals_spec; auto.
  - intros (n & I & G). exists (position_of n). assert (St : star (Pass tiles) p (position_of n)).
    { rewrite H2 at 1. apply Back; apply L; [exact I|constructor]. }
    split; auto. apply at_goals_spec; auto.
Qed.

(** * The start *)

Definition check_start (nets : list net) (s : state) (p : position) : bool :=
  floor b (player s) && negb (member (player s) (boxes s)) && free (player s) && is_net (snd p) (net_in nets (player s)) &&
  forallb (fun x => existsb (fun t => member x (squares_of (spot t))) tiles) (boxes s) &&
  forallb (fun '(i, t) => match nth_error (fst p) i with
    | None => false
    | Some q => existsb (fun '(B, q') => String.eqb q q' && forallb (fun y =>
        Bool.eqb (member (place (spot t) y) (boxes s)) (member y B)) (room_squares t)) (configurations (table (spot t)))
    end) (combine (seq 0 (List.length tiles)) tiles).

Lemma check_start_spec nets s p : check_start nets s p = true ->
  Home_level b tiles s /\ Resting tiles (net_in nets) s p.
Proof.
  intros H. unfold check_start in H. split_ands. rewrite forallb_forall in H0, H1.
  apply negb_true_iff, member_false in H4. apply free_spec in H3. apply is_net_spec in H2. split.
  - split; auto. split; auto. intros x I. apply H1, existsb_exists in I as (t & I & M). exists t. split; auto.
    now apply squares_of_spec, member_spec.
  - split; auto. intros i t I. assert (J : In (i, t) (combine (seq 0 (List.length tiles)) tiles)).
    { clear - I. change i with (0 + i)%nat. revert I. generalize 0%nat. revert i. induction tiles as [|u ts IH]; intros [|i] k; cbn; try discriminate.
      - intros [= ->]. left. f_equal. lia.
      - intros I. right. replace (k + S i)%nat with (S k + i)%nat by lia. now apply IH. }
    apply H0 in J. cbn in J. destruct (nth_error (fst p) i) as [q|]; [|discriminate].
    apply existsb_exists in J as ((B, q') & J & E). split_ands. apply String.eqb_eq in H5. subst q'. exists q, B.
    split; auto. split; auto. intros y F. apply room_squares_spec in F. rewrite forallb_forall in H6. apply H6, eqb_prop in F.
    rewrite <- !member_spec, F. reflexivity.
Qed.
End Check.

(** * The whole *)

(** The tiles and the position of the network at the start, if the level is laid out as it should. *)
Definition network_of (y : layout) (l : level) (fuel : nat) : option (list tile * position) :=
  match tiles_of (parts y) with
  | None => None
  | Some tiles =>
      let b := on l in
      let wall_set := set_of (walls b) in
      let inner_set := set_of (all_inner tiles) in
      let nets := all_nets b (roots y) fuel wall_set inner_set in
      match net_in b nets (player (first l)) with
      | None => None
      | Some m =>
          let p := (map at_start (parts y), m) in
          if Checker.level_ok l && check_layout b tiles (roots y) wall_set inner_set nets &&
            check_start b tiles inner_set nets (first l) p
          then Some (tiles, p) else None
      end
  end.

Theorem network_of_sound y l fuel tiles p : network_of y l fuel = Some (tiles, p) ->
  is_level l /\ (solvable l <-> Can_be_won tiles p).
Proof.
  unfold network_of. destruct (tiles_of (parts y)) as [ts|] eqn:T; [|discriminate].
  assert (Lib := tiles_of_library _ _ T). cbv zeta. destruct (net_in _ _ _) as [m|] eqn:N; [|discriminate].
  destruct (_ && _ && _) eqn:E; [|discriminate]. intros [= <- <-]. split_ands.
  split; [now apply Soundness.level_ok_spec|].
  assert (LO := check_layout_sound (on l) ts (roots y) fuel _ _ Lib eq_refl eq_refl _ eq_refl H1).
  apply check_start_spec in H0 as (Ho & R); auto. rewrite <- (composition (on l) ts _ LO (first l) _ m Ho R).
  unfold solvable, Solution. split.
  - intros (ds & k & n & s' & P & G). exists ds, s', k, n. auto.
  - intros (ds & s' & k & n & P & G). exists ds, k, n, s'. auto.
Qed.

(** [Some v]: the level is laid out as it should, and its network can be won if [v] is true. *)
Definition check_level (y : layout) (l : level) (fuel : nat) : option bool :=
  match network_of y l fuel with Some (tiles, p) => search tiles fuel p | None => None end.

Theorem check_level_sound y l fuel v : check_level y l fuel = Some v -> is_level l /\ (solvable l <-> v = true).
Proof.
  unfold check_level. destruct (network_of y l fuel) as [(tiles, p)|] eqn:E; [|discriminate]. intros S.
  apply network_of_sound in E as (L & E). split; auto. rewrite E. now apply (search_sound tiles fuel).
Qed.

(** A winning play instead of a search: the tile's number, the ports, and the state after each passage. *)
Definition play : Type := list (nat * string * string * string).
Fixpoint play_to (tiles : list tile) (p : position) (steps : play) : option position :=
  match steps with
  | [] => Some p
  | (i, n, n', q') :: steps =>
      match nth_error tiles i, nth_error (fst p) i with
      | Some t, Some q =>
          match find (fun '(n2, _) => String.eqb n' n2) (net_of t) with
          | Some (_, m') =>
              if existsb (fun '(n1, m) => String.eqb n n1 && Nat.eqb m (snd p)) (net_of t) &&
                existsb (passage_eq (q, n, n', q')) (passages (table (spot t)))
              then play_to tiles (replace i q' (fst p), m') steps else None
          | None => None
          end
      | _, _ => None
      end
  end.
Definition check_play (y : layout) (l : level) (fuel : nat) (steps : play) : bool :=
  match network_of y l fuel with
  | Some (tiles, p) => match play_to tiles p steps with
      | Some p' => Nat.eqb (List.length (fst p')) (List.length tiles) && at_goals tiles p'
      | None => false
      end
  | None => false
  end.

Lemma play_to_spec tiles steps : forall p p', play_to tiles p steps = Some p' -> star (Pass tiles) p p'.
Proof.
  induction steps as [|(((i, n), n'), q') steps IH]; intros p p'; cbn [play_to]; [intros [= <-]; constructor|].
  destruct (nth_error tiles i) as [t|] eqn:I; [|discriminate]. destruct (nth_error (fst p) i) as [q|] eqn:Q; [|discriminate].
  destruct (find _ (net_of t)) as [(n2, m')|] eqn:F; [|discriminate]. destruct (_ && _) eqn:E; [|discriminate].
  intros H. apply star_step with (replace i q' (fst p), m'); [|now apply IH]. apply andb_true_iff in E as (E & K).
  apply find_some in F as (F & N). apply String.eqb_eq in N. subst n2.
  apply existsb_exists in E as ((n1, m) & J & E). apply andb_true_iff in E as (E & M). apply String.eqb_eq in E.
  apply Nat.eqb_eq in M. subst n1 m. apply existsb_exists in K as (x & K & X). apply passage_eq_spec in X. subst x.
  destruct p as (qs, m). cbn in *. econstructor; eauto.
Qed.

Theorem check_play_sound y l fuel steps : check_play y l fuel steps = true -> is_level l /\ solvable l.
Proof.
  unfold check_play. destruct (network_of y l fuel) as [(tiles, p)|] eqn:E; [|discriminate].
  destruct (play_to tiles p steps) as [p'|] eqn:S; [|discriminate]. intros H. apply andb_true_iff in H as (L & G).
  apply Nat.eqb_eq in L. apply network_of_sound in E as (I & E). split; auto. apply E. exists p'.
  split; [now apply (play_to_spec tiles steps)|]. now apply at_goals_spec.
Qed.
