(** Networks of gadgets in levels.  In a level that is laid out from gadgets and corridors as [Laid_out] says, the player
    can bring all boxes to goals exactly if the network can be won. *)
From Coq Require Import ZArith List Bool Lia String PeanoNat.
From Soko Require Import Rules Theory Gadgets GadgetLevel.
Import ListNotations.
Open Scope Z_scope.

(** * Networks *)

(** A gadget in the level, and for each of its ports the net, a number, that it belongs to. *)
Record tile := Tile { spot : placed; net_of : list (string * nat) }.

Fixpoint replace {A} (i : nat) (x : A) (l : list A) : list A :=
  match l, i with [], _ => [] | _ :: l, O => x :: l | y :: l, S i => y :: replace i x l end.

Section Network.
Variable tiles : list tile.

(** The state of each tile's automaton, and the player's net. *)
Definition position : Type := list string * nat.

(** The player passes through a tile, from his net into a net. *)
Inductive Pass : position -> position -> Prop :=
| pass i t qs q n n' m m' q' : nth_error tiles i = Some t -> nth_error qs i = Some q ->
    In (n, m) (net_of t) -> In (q, n, n', q') (passages (table (spot t))) -> In (n', m') (net_of t) ->
    Pass (qs, m) (replace i q' qs, m').

Definition All_at_goals (p : position) : Prop :=
  forall i t, nth_error tiles i = Some t -> nth_error (fst p) i = Some (goal (table (spot t))).

Definition Can_be_won (p : position) : Prop := exists p', star Pass p p' /\ All_at_goals p'.
End Network.

Lemma nth_replaced {A} (l : list A) : forall i x y, nth_error l i = Some y -> nth_error (replace i x l) i = Some x.
Proof. induction l; intros [|i] x y; cbn; try discriminate; eauto. Qed.
Lemma nth_others {A} (l : list A) : forall i j x, i <> j -> nth_error (replace i x l) j = nth_error l j.
Proof. induction l; intros [|i] [|j] x N; cbn; auto; congruence. Qed.

(** * Levels that are laid out *)

Section Layout.
Variable b : board.
Variable tiles : list tile.
(** The net of each square of corridor, ports among them. *)
Variable net_at : square -> option nat.

Definition gadgets := map spot tiles.
Definition port_at (p : placed) (x : square) : Prop := exists y, is_port (kind p) y /\ x = place p y.
(** Corridor: not inside of a gadget; a gadget's ports count as corridor. *)
Definition Outside (x : square) : Prop := forall t, In t tiles -> owns (spot t) x -> port_at (spot t) x.
Definition Walk : square -> square -> Prop :=
  star (fun x y => exists d, y = add x (delta d) /\ floor b y = true /\ Outside y).

(** One tile: the drawing stands in the level, with its goals; states and configurations belong to each other one to one;
    from each square of the finished gadget the player can walk to a port. *)
Record Tile_fits (t : tile) : Prop := {
  holds : Holds b (spot t);
  same_goals : Same_goals b (spot t);
  has_goals : forall y, In y (goals (room (kind (spot t)))) -> In (place (spot t) y) (goals b);
  one_state : forall B q B' q', In (B, q) (configurations (table (spot t))) ->
    In (B', q') (configurations (table (spot t))) -> (q = q' <-> same B B');
  way_out : forall x, floor (room (kind (spot t))) x = true -> ~ In x (goals (room (kind (spot t)))) ->
    exists z, is_port (kind (spot t)) z /\
      star (fun x y => exists d, y = add x (delta d) /\ floor (room (kind (spot t))) y = true /\
        ~ In y (goals (room (kind (spot t))))) x z;
  has_port : exists n y, In (n, y) (ports (kind (spot t)));
  port_floor : forall y, is_port (kind (spot t)) y -> floor (room (kind (spot t))) y = true;
  one_name : forall n y y', In (n, y) (ports (kind (spot t))) -> In (n, y') (ports (kind (spot t))) -> y = y';
  port_net : forall n y, In (n, y) (ports (kind (spot t))) ->
    exists m, net_at (place (spot t) y) = Some m /\ In (n, m) (net_of t);
  net_port : forall n m, In (n, m) (net_of t) ->
    exists y, In (n, y) (ports (kind (spot t))) /\ net_at (place (spot t) y) = Some m }.

(** All tiles are apart; a net is what the player can walk to from any of its squares, without entering a gadget. *)
Record Laid_out : Prop := {
  tiles_fit : forall t, In t tiles -> Tile_fits t;
  tiles_apart : forall i j t u x, nth_error tiles i = Some t -> nth_error tiles j = Some u ->
    owns (spot t) x -> owns (spot u) x -> i = j;
  net_closed : forall m x d, net_at x = Some m -> floor b (add x (delta d)) = true -> Outside (add x (delta d)) ->
    net_at (add x (delta d)) = Some m;
  net_joined : forall m x y, net_at x = Some m -> net_at y = Some m -> Walk x y }.

Hypothesis laid_out : Laid_out.

(** The boxes of the level in a gadget's squares. *)
Definition Lies (s : state) (p : placed) (B : list square) : Prop :=
  forall y, floor (room (kind p)) y = true -> (In (place p y) (boxes s) <-> In y B).
Definition Agree (s : state) (qs : list string) : Prop := forall i t, nth_error tiles i = Some t ->
  exists q B, nth_error qs i = Some q /\ In (B, q) (configurations (table (spot t))) /\ Lies s (spot t) B.

(** The player is in a corridor or at a port, and the gadgets are in these states. *)
Definition Resting (s : state) (p : position) : Prop :=
  Agree s (fst p) /\ net_at (player s) = Some (snd p) /\ Outside (player s).

Definition Home_level (s : state) : Prop :=
  floor b (player s) = true /\ ~ In (player s) (boxes s) /\
  forall x, In x (boxes s) -> exists t, In t tiles /\ owns (spot t) x.

(** ** Squares *)

Lemma all_hold p : In p gadgets -> Holds b p.
Proof. intros I. apply in_map_iff in I as (t & <- & I). apply (tiles_fit laid_out t I). Qed.

Lemma apart p q : In p gadgets -> In q gadgets -> p = q \/ forall x, owns p x -> ~ owns q x.
Proof.
  intros I J. apply in_map_iff in I as (t & <- & I). apply in_map_iff in J as (u & <- & J).
  apply In_nth_error in I as (i & I). apply In_nth_error in J as (j & J).
  destruct (Nat.eq_dec i j) as [->|N]; [left; congruence|right].
  intros x O O'. apply N. eapply (tiles_apart laid_out); eauto.
Qed.

Lemma in_gadget t : In t tiles -> In (spot t) gadgets.
Proof. apply in_map. Qed.

Lemma same_tile t u x : In t tiles -> In u tiles -> owns (spot t) x -> owns (spot u) x -> t = u.
Proof.
  intros I J O O'. apply In_nth_error in I as (i & I). apply In_nth_error in J as (j & J).
  assert (i = j) by (eapply (tiles_apart laid_out); eauto). congruence.
Qed.

Lemma room_cells g x : floor (room g) x = true -> In x (cells g).
Proof.
  unfold floor, in_grid, cells, columns. rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt. intros ((((A & B) & C) & D) & _).
  apply in_flat_map. exists (Z.to_nat (fst x)). split; [apply in_seq; lia|].
  apply in_map_iff. exists (Z.to_nat (snd x)). split; [|apply in_seq; lia].
  destruct x; cbn in *. rewrite !Z2Nat.id by lia. reflexivity.
Qed.

Definition squares_of (p : placed) : list square := map (place p) (filter (floor (room (kind p))) (cells (kind p))).
Lemma squares_of_spec p x : In x (squares_of p) <-> owns p x.
Proof.
  unfold squares_of, owns. rewrite in_map_iff. split.
  - intros (y & <- & I). apply filter_In in I as (_ & F). eauto.
  - intros (y & F & ->). exists y. split; auto. apply filter_In. split; auto. now apply room_cells.
Qed.

Lemma owns_dec p x : owns p x \/ ~ owns p x.
Proof. rewrite <- squares_of_spec. destruct (in_dec square_eq x (squares_of p)); auto. Qed.

Lemma is_port_dec g y : is_port g y \/ ~ is_port g y.
Proof. rewrite <- port_squares_spec. destruct (in_dec square_eq y (port_squares g)); auto. Qed.

(** Either both squares are in one gadget, or in none together. *)
Lemma together x y : (exists i t, nth_error tiles i = Some t /\ owns (spot t) x /\ owns (spot t) y) \/
  (forall t, In t tiles -> ~ (owns (spot t) x /\ owns (spot t) y)).
Proof.
  assert (H : forall l, (exists t, In t l /\ owns (spot t) x /\ owns (spot t) y) \/
    (forall t, In t l -> ~ (owns (spot t) x /\ owns (spot t) y))).
  { induction l as [|u l [(t & I & O)|N]]; [right; intros t []|left; exists t; cbn; auto|].
    destruct (owns_dec (spot u) x) as [O|O], (owns_dec (spot u) y) as [O'|O'].
    1: left; exists u; cbn; auto.
    all: right; intros t [<-|I]; [tauto|auto]. }
  destruct (H tiles) as [(t & I & O)|N]; [left|right; auto].
  apply In_nth_error in I as (i & I). eauto.
Qed.

Lemma inner_neighbour t y d : In t tiles -> floor (room (kind (spot t))) y = true -> ~ is_port (kind (spot t)) y ->
  floor b (add (place (spot t) y) (delta d)) = true -> owns (spot t) (add (place (spot t) y) (delta d)).
Proof. intros I. apply (neighbour b gadgets all_hold). now apply in_gadget. Qed.

Lemma inner_neighbour_back t y d x : In t tiles -> floor (room (kind (spot t))) y = true -> ~ is_port (kind (spot t)) y ->
  floor b x = true -> add x (delta d) = place (spot t) y -> owns (spot t) x.
Proof.
  intros I F N Fx E. assert (Q : x = add (place (spot t) y) (delta (opposite d))).
  { rewrite <- E. symmetry. apply add_opposite. }
  rewrite Q in *. now apply inner_neighbour.
Qed.

Lemma port_outside t n y : In t tiles -> In (n, y) (ports (kind (spot t))) -> Outside (place (spot t) y).
Proof.
  intros I J u K O. assert (P : is_port (kind (spot t)) y) by (exists n; auto).
  assert (u = t) as ->.
  { eapply same_tile; eauto. exists y. split; auto. now apply (port_floor _ (tiles_fit laid_out t I)). }
  exists y. auto.
Qed.

(** ** Steps *)

Lemma step_shape s d s' : step b s d = Some s' ->
  player s' = add (player s) (delta d) /\ floor b (player s') = true /\
  (~ In (player s') (boxes s) /\ boxes s' = boxes s \/
   In (player s') (boxes s) /\ floor b (add (player s') (delta d)) = true /\
   boxes s' = add (player s') (delta d) :: without (player s') (boxes s)).
Proof.
  unfold step. set (a := add (player s) (delta d)). destruct (floor b a) eqn:Fa; cbn; [|discriminate].
  destruct (member a (boxes s)) eqn:M; cbn.
  - destruct (floor b (add a (delta d))) eqn:Fl; cbn; [|discriminate].
    destruct (member (add a (delta d)) (boxes s)) eqn:Ml; cbn; [discriminate|]. intros [= <-]. cbn.
    apply member_spec in M. auto 10.
  - intros [= <-]. cbn. apply member_false in M. auto.
Qed.

Lemma step_free s d s' : step b s d = Some s' -> ~ In (player s') (boxes s').
Proof.
  intros E. apply step_shape in E as (P & F & [(N & ->)|(I & Fl & ->)]); auto.
  intros [K|K]; [|apply In_without in K; tauto]. destruct (player s') as [r c], d; cbn in K; injection K; lia.
Qed.

Lemma stays_in_gadgets s d s' : step b s d = Some s' -> In_gadgets b gadgets s -> In_gadgets b gadgets s'.
Proof. now apply step_stays; [apply all_hold|apply apart]. Qed.

(** A box is inside of a gadget, off its ports. *)
Lemma box_inside s x : In_gadgets b gadgets s -> In x (boxes s) -> exists t y, In t tiles /\ x = place (spot t) y /\
  floor (room (kind (spot t))) y = true /\ ~ is_port (kind (spot t)) y.
Proof.
  intros (_ & O & V) I. destruct (O x I) as (p & J & y & F & ->). destruct (V p J) as (st & R & B & _).
  apply (B y F) in I. destruct (reached_boxes b gadgets all_hold p st y J R I) as (_ & N).
  apply in_map_iff in J as (t & <- & J). exists t, y. auto.
Qed.

Lemma outside_free s x : In_gadgets b gadgets s -> Outside x -> ~ In x (boxes s).
Proof.
  intros G O I. destruct (box_inside s x G I) as (t & y & J & -> & F & N).
  destruct (O t J) as (z & P & E); [exists y; auto|].
  apply (injective b _ (holds _ (tiles_fit laid_out t J))) in E. congruence.
Qed.

(** A step within a gadget, or into it, leaves the other gadgets as they are. *)
Lemma others_stay s d s' i j t u y : In_gadgets b gadgets s -> step b s d = Some s' ->
  nth_error tiles i = Some t -> nth_error tiles j = Some u -> i <> j -> owns (spot t) (player s') ->
  floor (room (kind (spot u))) y = true -> (In (place (spot u) y) (boxes s') <-> In (place (spot u) y) (boxes s)).
Proof.
  intros G E I J N O F. apply step_shape in E as (P & Fa & [(M & ->)|(M & Fl & ->)]); [reflexivity|].
  destruct (around_box b gadgets all_hold s _ d G M Fl) as (p & K & Oa & Ol).
  apply in_map_iff in K as (v & <- & K). apply In_nth_error in K as (k & K).
  assert (k = i) by (eapply (tiles_apart laid_out); eauto). subst k.
  assert (v = t) by congruence. subst v.
  assert (D : forall z, owns (spot t) z -> z <> place (spot u) y).
  { intros z Oz ->. apply N. eapply (tiles_apart laid_out); eauto. exists y. auto. }
  specialize (D _ Oa) as D1. specialize (D _ Ol) as D2. cbn. rewrite In_without. intuition congruence.
Qed.

(** A step that does not stay in a gadget moves no box and ends outside. *)
Lemma crossing s d s' : In_gadgets b gadgets s -> step b s d = Some s' ->
  (forall t, In t tiles -> ~ (owns (spot t) (player s) /\ owns (spot t) (player s'))) ->
  boxes s' = boxes s /\ Outside (player s').
Proof.
  intros G E N. assert (Fs : floor b (player s) = true) by apply G. apply step_shape in E as (P & Fa & C).
  assert (D : forall t y, In t tiles -> player s' = place (spot t) y -> floor (room (kind (spot t))) y = true ->
    ~ is_port (kind (spot t)) y -> False).
  { intros t y I Ey F Ny. apply (N t I). split; [|exists y; auto].
    apply (inner_neighbour_back t y d); auto. congruence. }
  split.
  - destruct C as [(_ & C)|(M & _ & _)]; auto. exfalso.
    destruct (box_inside s _ G M) as (t & y & I & Ey & F & Ny). eauto.
  - intros t I (y & F & Ey). destruct (is_port_dec (kind (spot t)) y) as [Py|Ny]; [exists y; auto|exfalso; eauto].
Qed.

(** ** Views *)

Lemma view_of s qs i t : nth_error tiles i = Some t -> Agree s qs -> Outside (player s) ->
  exists q B n y, nth_error qs i = Some q /\ In (B, q) (configurations (table (spot t))) /\ Lies s (spot t) B /\
    In (n, y) (ports (kind (spot t))) /\ View (spot t) s (State B y).
Proof.
  intros I A O. destruct (A i t I) as (q & B & Q & C & L). assert (It : In t tiles) by now apply nth_error_In in I.
  destruct (owns_dec (spot t) (player s)) as [W|W].
  - destruct (O t It W) as (y & Py & Ey). assert (F := port_floor _ (tiles_fit laid_out t It) y Py).
    destruct Py as (n & Py). exists q, B, n, y. do 4 (split; auto). split; [exact L|left; auto].
  - destruct (has_port _ (tiles_fit laid_out t It)) as (n & y & Py).
    exists q, B, n, y. do 4 (split; auto). split; [exact L|right; split; auto; exists n; auto].
Qed.

Lemma start_in_gadgets s qs : floor b (player s) = true -> Agree s qs -> Outside (player s) ->
  (forall x, In x (boxes s) -> exists t, In t tiles /\ owns (spot t) x) -> In_gadgets b gadgets s.
Proof.
  intros F A O H. repeat split; auto.
  - intros x I. destruct (H x I) as (t & J & W). exists (spot t). split; auto. now apply in_gadget.
  - intros p I. apply in_map_iff in I as (t & <- & I). apply In_nth_error in I as (i & I).
    destruct (view_of s qs i t I A O) as (q & B & n & y & _ & C & _ & P & V). exists (State B y). split; auto.
    exists B, q, n, y. repeat split; auto. constructor.
Qed.

Lemma solved_home s t : In t tiles -> In_gadgets b gadgets s -> solved b s ->
  Lies s (spot t) (goals (room (kind (spot t)))).
Proof.
  intros I G S. set (p := spot t). assert (J : In p gadgets) by now apply in_gadget.
  destruct (same_goals _ (tiles_fit laid_out t I)) as (ND & SG). fold p in ND, SG.
  destruct G as (_ & _ & V). destruct (V p J) as (st & R & (VB & _)).
  assert (C : incl (boxes st) (goals (room (kind p)))).
  { intros x K. destruct (reached_boxes b gadgets all_hold p st x J R K) as (Fx & _). apply SG; auto. apply S. now apply VB. }
  destruct R as (B & q & k & y & I1 & I2 & A).
  destruct (boxes_stay _ _ (exact b _ (all_hold p J)) B q k y st I1 I2 A) as (_ & l & N & Sl & L).
  intros x F. rewrite (VB x F). split; [apply C|]. intros Gx. apply Sl.
  apply (NoDup_length_incl N (l' := goals (room (kind p)))); [rewrite L; auto| |exact Gx].
  intros z Z. apply C, Sl, Z.
Qed.

Lemma configuration_floor t B q x : In t tiles -> In (B, q) (configurations (table (spot t))) -> In x B ->
  floor (room (kind (spot t))) x = true.
Proof.
  intros I C J. destruct (has_port _ (tiles_fit laid_out t I)) as (n & y & P).
  destruct (boxes_stay _ _ (exact b _ (holds _ (tiles_fit laid_out t I))) B q n y (State B y) C P) as (K & _);
    [constructor|]. now apply K.
Qed.

Lemma home_state s t B q : In t tiles -> In (B, q) (configurations (table (spot t))) -> Lies s (spot t) B ->
  Lies s (spot t) (goals (room (kind (spot t)))) -> q = goal (table (spot t)).
Proof.
  intros I C L H. destruct (goal_listed _ _ (exact b _ (holds _ (tiles_fit laid_out t I)))) as (B0 & C0 & S0).
  apply (one_state _ (tiles_fit laid_out t I) B q B0 (goal (table (spot t))) C C0). intros x. split; intros J.
  - assert (F := configuration_floor t B q x I C J). apply S0, (H x F), (L x F), J.
  - assert (F := configuration_floor t B0 _ x I C0 J). apply (L x F), (H x F), S0, J.
Qed.

(** ** From the level to the network *)

Definition Others_as (i : nat) (s0 s : state) : Prop := forall j u y, i <> j -> nth_error tiles j = Some u ->
  floor (room (kind (spot u))) y = true -> (In (place (spot u) y) (boxes s) <-> In (place (spot u) y) (boxes s0)).

(** The player is visiting tile [i], which he entered in [s0] at a port. *)
Definition Visiting (s : state) (p : position) : Prop := exists i t s0 n y, nth_error tiles i = Some t /\
  In_gadgets b gadgets s0 /\ Resting s0 p /\ In (n, y) (ports (kind (spot t))) /\ player s0 = place (spot t) y /\
  Stay b (spot t) s0 s /\ owns (spot t) (player s) /\ Others_as i s0 s.

Lemma rest_end s0 s1 p : Resting s0 p -> boxes s1 = boxes s0 -> Outside (player s1) ->
  net_at (player s1) = Some (snd p) -> Resting s1 p.
Proof.
  intros (A & _ & _) E O N. repeat split; auto. intros i t I. destruct (A i t I) as (q & B & Q & C & L).
  exists q, B. repeat split; auto; rewrite E; now apply L.
Qed.

(** At a port the visit may end: it was a passage, or changed nothing. *)
Lemma visit_ends s p y' ds s2 m k : Visiting s p -> (forall t, In t tiles -> owns (spot t) (player s) ->
    is_port (kind (spot t)) y' /\ player s = place (spot t) y') -> In_gadgets b gadgets s ->
  Play b s ds s2 m k -> solved b s2 -> exists p', star (Pass tiles) p p' /\ Resting s p'.
Proof.
  intros (i & t & s0 & n & y & I & G0 & (A & Net & O) & P & E & St & W & Oth) At G H S.
  assert (It : In t tiles) by now apply nth_error_In in I. destruct (At t It W) as (Py & Ey). destruct Py as (n' & P').
  destruct (A i t I) as (q & B & Q & C & L). assert (Fit := tiles_fit laid_out t It).
  assert (F : floor (room (kind (spot t))) y = true) by (apply (port_floor _ Fit); exists n; auto).
  assert (V : View (spot t) s0 (State B y)) by (split; [exact L|left; auto]).
  assert (Ig := in_gadget t It). assert (SG := same_goals _ Fit).
  assert (O0 : owns (spot t) (player s0)) by (exists y; auto).
  destruct (visits_are_passages b gadgets all_hold apart (spot t) s0 B q n y s n' y' ds s2 m k)
    as (B' & q' & C' & (VB & _) & D); auto.
  destruct (port_net _ Fit n y P) as (m0 & M0 & N0). destruct (port_net _ Fit n' y' P') as (m1 & M1 & N1).
  assert (m0 = snd p) by congruence. subst m0. destruct p as (qs, m0). cbn in *.
  exists (replace i q' qs, m1). split.
  - destruct D as [D|(-> & ->)].
    + econstructor; [|constructor]. econstructor; eauto.
    + assert (y' = y) by (eapply (one_name _ Fit); eauto). subst y'. assert (m1 = m0) by congruence. subst m1.
      replace (replace i q' qs) with qs; [constructor|]. clear - Q. revert i Q.
      induction qs as [|r qs IH]; intros [|i]; cbn; try discriminate; [intros [= ->]; auto|].
      intros Q. f_equal. now apply IH.
  - split; [|split; [cbn; congruence|rewrite Ey; eapply port_outside; eauto]].
    intros j u J. destruct (Nat.eq_dec i j) as [<-|N].
    + assert (u = t) by congruence. subst u. exists q', B'. repeat split; auto.
      * cbn. eapply nth_replaced; eauto.
      * intros Z. now apply (VB y0 H0).
      * intros Z. now apply (VB y0 H0).
    + destruct (A j u J) as (r & R & Q1 & C1 & L1). exists r, R. cbn. rewrite nth_others by auto. repeat split; auto.
      * intros Z. apply (L1 y0 H0). now apply (Oth j u y0 N J H0).
      * intros Z. apply (Oth j u y0 N J H0). now apply L1.
Qed.

Lemma star_end_step {A} (R : A -> A -> Prop) x y z : star R x y -> R y z -> star R x z.
Proof. intros S H. eapply star_trans; [exact S|]. now apply star_one. Qed.

(** In a finished gadget the player walks to a port. *)
Lemma walk_out t x z : In t tiles ->
  star (fun x y => exists d, y = add x (delta d) /\ floor (room (kind (spot t))) y = true /\
    ~ In y (goals (room (kind (spot t))))) x z ->
  forall s, player s = place (spot t) x -> Lies s (spot t) (goals (room (kind (spot t)))) ->
  Stay b (spot t) s (State (boxes s) (place (spot t) z)).
Proof.
  intros I H. induction H as [x|x y z (d & -> & F & N) H IH]; intros s P L.
  - rewrite <- P. destruct s. constructor.
  - destruct (holds _ (tiles_fit laid_out t I)) as [X T TB Inj OF Wd]. set (y := add x (delta d)) in *.
    set (s1 := State (boxes s) (place (spot t) y)). apply star_step with s1.
    + split; [|exists y; auto]. exists (turn (spot t) d). unfold step. rewrite P, <- T. fold y. rewrite (OF y F). cbn.
      rewrite <- (L y F) in N. apply member_false in N. now rewrite N.
    + apply (IH s1); auto.
Qed.

Lemma visiting_port s p : In_gadgets b gadgets s -> Visiting s p ->
  (forall i t y, nth_error tiles i = Some t -> player s = place (spot t) y ->
    floor (room (kind (spot t))) y = true -> is_port (kind (spot t)) y) ->
  exists y', forall t, In t tiles -> owns (spot t) (player s) ->
    is_port (kind (spot t)) y' /\ player s = place (spot t) y'.
Proof.
  intros G (i & t & s0 & n & y & I & _ & _ & _ & _ & _ & (y' & F & E) & _) H. exists y'.
  assert (It : In t tiles) by now apply nth_error_In in I.
  intros u J O. assert (u = t) as -> by (eapply same_tile; eauto; exists y'; auto). split; eauto.
Qed.

Theorem level_to_network s ds s2 m k : Play b s ds s2 m k -> solved b s2 ->
  In_gadgets b gadgets s -> ~ In (player s) (boxes s) -> forall p, Resting s p \/ Visiting s p -> Can_be_won tiles p.
Proof.
  induction 1 as [s|s d s1 ds s2 m k E H IH]; intros S G Free p D.
  - (* The boxes are on the goals.  Inside of a gadget, walk to a port first. *)
    assert (R : exists s' p', star (Pass tiles) p p' /\ Resting s' p' /\ In_gadgets b gadgets s' /\ solved b s').
    { destruct D as [R|V]; [exists s, p; repeat split; try apply R; try apply G; auto; constructor|].
      destruct V as (i & t & s0 & n & y & I & G0 & R & P & E & St & (x & F & Ex) & Oth).
      assert (It : In t tiles) by now apply nth_error_In in I. assert (Fit := tiles_fit laid_out t It).
      assert (L := solved_home s t It G S). destruct (way_out _ Fit x F) as (z & Pz & W).
      { intros K. apply Free. rewrite Ex. now apply L. }
      assert (St' := walk_out t x z It W s Ex L). set (s' := State (boxes s) (place (spot t) z)) in *.
      assert (Fz := port_floor _ Fit z Pz).
      assert (V' : Visiting s' p).
      { exists i, t, s0, n, y. split; auto. split; auto. split; auto. split; auto. split; auto.
        split; [eapply star_trans; eauto|]. split; [exists z; auto|exact Oth]. }
      assert (G' : In_gadgets b gadgets s').
      { revert G. clear - St' laid_out. induction St' as [|s s1 s2 ((d & E) & _) _ IH]; auto.
        intros G. apply IH. eapply stays_in_gadgets; eauto. }
      destruct (visit_ends s' p z [] s' 0 0 V') as (p' & X & R'); auto; [|constructor|].
      { intros u J O. assert (u = t) as -> by (eapply same_tile; eauto; exists z; auto). auto. }
      exists s', p'. repeat split; try apply R'; try apply G'; auto. }
    destruct R as (s' & p' & X & (A & _ & _) & G' & S'). exists p'. split; auto. intros i t I.
    destruct (A i t I) as (q & B & Q & C & L). rewrite Q. f_equal. assert (It : In t tiles) by now apply nth_error_In in I.
    eapply home_state; eauto. now apply solved_home.
  - assert (G1 := stays_in_gadgets s d s1 E G). assert (Free1 := step_free s d s1 E).
    assert (From : forall p, Resting s p -> Can_be_won tiles p).
    { clear p D. intros p R. apply IH; auto. destruct (together (player s) (player s1)) as [(i & t & I & O & O1)|N].
      - right. assert (It : In t tiles) by now apply nth_error_In in I.
        destruct (proj2 (proj2 R) t It O) as (y & (n & P) & Ey). exists i, t, s, n, y. do 5 (split; auto).
        split; [apply star_one; split; [exists d; auto|auto]|]. split; auto.
        intros j u z Nj J F. now apply (others_stay s d s1 i j t u z).
      - left. destruct (crossing s d s1 G E N) as (Eb & O1). apply (rest_end s); auto.
        destruct R as (_ & Net & _). apply step_shape in E as (Ep & Fl & _). rewrite Ep in *.
        apply (net_closed laid_out); auto. }
    destruct D as [R|V]; auto. destruct (together (player s) (player s1)) as [(i & t & I & O & O1)|N].
    + apply IH; auto. right. destruct V as (i0 & t0 & s0 & n & y & I0 & G0 & R & P & E0 & St & O0 & Oth).
      assert (i0 = i) by (eapply (tiles_apart laid_out); eauto). subst i0. assert (t0 = t) by congruence. subst t0.
      exists i, t, s0, n, y. split; auto. split; auto. split; auto. split; auto. split; auto.
      split; [eapply star_end_step; [exact St|split; [exists d; auto|auto]]|]. split; auto.
      intros j u z Nj J F. rewrite <- (Oth j u z Nj J F). now apply (others_stay s d s1 i j t u z).
    + destruct (visiting_port s p G V) as (y' & At).
      { intros i t y I Ey F. assert (It : In t tiles) by now apply nth_error_In in I.
        destruct (is_port_dec (kind (spot t)) y) as [|Ny]; auto. exfalso. apply (N t It). split; [exists y; auto|].
        apply step_shape in E as (Ep & Fl & _). rewrite Ep, Ey in *. now apply inner_neighbour. }
      destruct (visit_ends s p y' (d :: ds) s2 (Datatypes.S m) (if pushes s d then Datatypes.S k else k) V At G) as (p' & X & R); auto.
      { econstructor; eauto. }
      destruct (From p' R) as (p2 & X2 & W). exists p2. split; auto. eapply star_trans; eauto.
Qed.

(** ** From the network to the level *)

Definition Steps : state -> state -> Prop := star (fun s s' => exists d, step b s d = Some s').

Lemma steps_play s s' : Steps s s' -> exists ds m k, Play b s ds s' m k.
Proof.
  induction 1 as [s|s s1 s2 (d & E) _ (ds & m & k & P)]; [exists [], 0%nat, 0%nat; constructor|].
  exists (d :: ds), (S m), (if pushes s d then S k else k). econstructor; eauto.
Qed.

Lemma steps_stay s s' : Steps s s' -> In_gadgets b gadgets s -> In_gadgets b gadgets s'.
Proof. induction 1 as [s|s s1 s2 (d & E) _ IH]; auto. intros G. apply IH. eapply stays_in_gadgets; eauto. Qed.

Lemma walk_steps x z : Walk x z -> forall s, player s = x -> In_gadgets b gadgets s -> Steps s (State (boxes s) z).
Proof.
  induction 1 as [x|x y z (d & -> & F & O) _ IH]; intros s P G.
  - rewrite <- P. destruct s. constructor.
  - assert (N := outside_free s _ G O). apply member_false in N.
    assert (E : step b s d = Some (State (boxes s) (add x (delta d)))).
    { unfold step. rewrite P, F. cbn. now rewrite N. }
    econstructor; [exists d; exact E|]. apply (IH (State (boxes s) (add x (delta d)))); auto.
    eapply stays_in_gadgets; eauto.
Qed.

Lemma stay_steps p s s' : Stay b p s s' -> Steps s s'.
Proof. induction 1 as [s|s s1 s2 (E & _) _ IH]; [constructor|]. econstructor; eauto. Qed.

Lemma stay_others i t s s' : nth_error tiles i = Some t -> Stay b (spot t) s s' -> In_gadgets b gadgets s -> Others_as i s s'.
Proof.
  intros I H. induction H as [s|s s1 s2 ((d & E) & O) _ IH]; intros G j u y N J F; [reflexivity|].
  rewrite (IH (stays_in_gadgets s d s1 E G) j u y N J F). now apply (others_stay s d s1 i j t u y).
Qed.

Lemma pass_walked s p p' : In_gadgets b gadgets s -> Resting s p -> Pass tiles p p' ->
  exists s', Steps s s' /\ Resting s' p'.
Proof.
  intros G (A & Net & O) H. destruct H as [i t qs q n n' m m' q' I Q N Pa N']. cbn in *.
  assert (It : In t tiles) by now apply nth_error_In in I. assert (Fit := tiles_fit laid_out t It).
  destruct (net_port _ Fit n m N) as (y & P & M). destruct (net_port _ Fit n' m' N') as (y' & P' & M').
  assert (W := net_joined laid_out m _ _ Net M). assert (X := walk_steps _ _ W s eq_refl G).
  set (s1 := State (boxes s) (place (spot t) y)) in *. assert (G1 := steps_stay _ _ X G).
  destruct (A i t I) as (q0 & B & Q0 & C & L). assert (q0 = q) by congruence. subst q0.
  assert (F : floor (room (kind (spot t))) y = true) by (apply (port_floor _ Fit); exists n; auto).
  destruct (passages_made _ _ (exact b _ (holds _ Fit)) B q n n' q' C Pa) as (y1 & y1' & st & B' & P1 & P1' & In1 & Ep & Sm & C' & _).
  rewrite (one_name _ Fit _ _ _ P1 P) in *. rewrite (one_name _ Fit _ _ _ P1' P') in *.
  assert (Ig := in_gadget t It).
  assert (Rd : Reached (spot t) (State B y)) by (exists B, q, n, y; repeat split; auto; constructor).
  assert (V : View (spot t) s1 (State B y)) by (split; [exact L|left; auto]).
  destruct (passages_can_be_made b gadgets all_hold (spot t) s1 (State B y) st) as (s2 & St & (VB & _) & E2); auto.
  exists s2. split; [eapply star_trans; [exact X|eapply stay_steps; eauto]|].
  split; [|split; [cbn; congruence|rewrite E2, Ep; eapply port_outside; eauto]].
  intros j u J. destruct (Nat.eq_dec i j) as [<-|D].
  - assert (u = t) by congruence. subst u. exists q', B'. repeat split; auto.
    + cbn. eapply nth_replaced; eauto.
    + intros Z. apply Sm, (VB _ H), Z.
    + intros Z. apply (VB _ H), Sm, Z.
  - destruct (A j u J) as (r & R & Q1 & C1 & L1). exists r, R. cbn. rewrite nth_others by auto.
    assert (Oth := stay_others i t s1 s2 I St G1). repeat split; auto.
    + intros Z. apply (L1 _ H). now apply (Oth j u _ D J H).
    + intros Z. apply (Oth j u _ D J H). now apply L1.
Qed.

Theorem network_to_level p p' : star (Pass tiles) p p' -> All_at_goals tiles p' -> forall s, In_gadgets b gadgets s -> Resting s p ->
  exists s', Steps s s' /\ solved b s'.
Proof.
  induction 1 as [p|p p1 p' H _ IH]; intros W s G R.
  - exists s. split; [constructor|]. destruct R as (A & _ & _). intros x J.
    destruct (box_inside s x G J) as (t & y & It & -> & F & _). destruct (In_nth_error _ _ It) as (i & I).
    destruct (A i t I) as (q & B & Q & C & L). rewrite (W i t I) in Q. injection Q as <-. assert (Fit := tiles_fit laid_out t It).
    destruct (goal_listed _ _ (exact b _ (holds _ Fit))) as (B0 & C0 & S0). apply (has_goals _ Fit), S0.
    apply (one_state _ Fit B _ B0 _ C C0); auto. now apply L.
  - destruct (pass_walked s p p1 G R H) as (s1 & X & R1).
    destruct (IH W s1 (steps_stay _ _ X G) R1) as (s' & X' & S'). exists s'. split; auto. eapply star_trans; eauto.
Qed.

(** The level has a solution exactly if the network can be won. *)
Theorem composition s qs m : Home_level s -> Resting s (qs, m) ->
  ((exists ds s' k n, Play b s ds s' k n /\ solved b s') <-> Can_be_won tiles (qs, m)).
Proof.
  intros (F & Free & H) R. assert (G : In_gadgets b gadgets s) by (eapply start_in_gadgets; eauto; apply R).
  split.
  - intros (ds & s' & k & n & P & S). eapply level_to_network; eauto.
  - intros (p' & X & W). destruct (network_to_level _ _ X W s G R) as (s' & St & S).
    destruct (steps_play _ _ St) as (ds & k & n & P). exists ds, s', k, n. auto.
Qed.
End Layout.
