(** Automata of gadgets.  A gadget is a small board with ports, floor squares where the player comes in and goes out.
    [check_gadget] searches all states of a gadget; [check_gadget_exact] says that an automaton which it accepts is
    exactly what the rules of [Rules.v] allow. *)
From Coq Require Import ZArith List Bool Ascii String FMapPositive.
From Soko Require Import Rules Theory.
Import ListNotations.
Open Scope Z_scope.

(** * What is claimed *)

(** The goals of [room] are the boxes' places in the goal state. *)
Record gadget := Gadget { room : board; ports : list (string * square) }.

(** A configuration of boxes with its state; a passage: from this state, between these ports, into this state. *)
Record automaton := Automaton {
  goal : string;
  configurations : list (list square * string);
  passages : list (string * string * string * string) }.

(** A drawing: [#] is a wall, [$] a goal of a box, a space floor, any other sign a port. *)
Fixpoint signs (r c : Z) (row : string) : list (ascii * square) :=
  match row with EmptyString => [] | String x row => (x, (r, c)) :: signs r (c + 1) row end.
Fixpoint all_signs (r : Z) (rows : list string) : list (ascii * square) :=
  match rows with [] => [] | row :: rows => signs r 0 row ++ all_signs (r + 1) rows end.
Definition drawn (rows : list string) : gadget :=
  let all := all_signs 0 rows in
  let at_sign x := map snd (filter (fun '(y, _) => Ascii.eqb x y) all) in
  Gadget
    (Board (Z.of_nat (String.length (hd EmptyString rows))) (Z.of_nat (List.length rows))
      (at_sign "#"%char) (at_sign "$"%char))
    (map (fun '(x, y) => (String x EmptyString, y))
      (filter (fun '(x, _) => negb (existsb (Ascii.eqb x) ["#"; "$"; " "]%char)) all)).

Inductive star {A : Type} (R : A -> A -> Prop) : A -> A -> Prop :=
| star_end x : star R x x
| star_step x y z : R x y -> star R y z -> star R x z.

(** Sets of squares are lists, whose order means nothing. *)
Definition same (l l' : list square) : Prop := forall x, In x l <-> In x l'.

Section Claim.
Variable g : gadget.

Definition is_port (x : square) : Prop := exists n, In (n, x) (ports g).

(** A step within the gadget: what is outside of [room] acts as a wall. *)
Definition Inner (s s' : state) : Prop := exists d, step (room g) s d = Some s'.

(** From port to port outside of the gadget, which changes nothing in it. *)
Definition Outer (s s' : state) : Prop :=
  is_port (player s) /\ is_port (player s') /\ boxes s' = boxes s /\ ~ In (player s') (boxes s).

Definition Inside : state -> state -> Prop := star Inner.
Definition Anywhere : state -> state -> Prop := star (fun s s' => Inner s s' \/ Outer s s').

Definition Home (s : state) : Prop := same (boxes s) (goals (room g)).
(** In some surroundings the gadget's boxes can still be brought to its goals. *)
Definition Live (s : state) : Prop := exists s', Anywhere s s' /\ Home s'.

Record Exact (a : automaton) : Prop := {
  (** The goals are a configuration of the goal state. *)
  goal_listed : exists B, In (B, goal a) (configurations a) /\ same B (goals (room g));
  (** Each configuration is live, with the player at any port. *)
  listed_live : forall B q n p, In (B, q) (configurations a) -> In (n, p) (ports g) -> Live (State B p);
  (** A visit that leaves the gadget live is a passage of the automaton, or turns back without change of the state. *)
  visits_listed : forall B q n p n' p' s, In (B, q) (configurations a) ->
    In (n, p) (ports g) -> Inside (State B p) s -> In (n', p') (ports g) -> player s = p' -> Live s ->
    exists B' q', In (B', q') (configurations a) /\ same (boxes s) B' /\
      (In (q, n, n', q') (passages a) \/ n = n' /\ q = q');
  (** Each passage of the automaton can be made, from each configuration of its state. *)
  passages_made : forall B q n n' q', In (B, q) (configurations a) -> In (q, n, n', q') (passages a) ->
    exists p p' s B', In (n, p) (ports g) /\ In (n', p') (ports g) /\
      Inside (State B p) s /\ player s = p' /\ same (boxes s) B' /\ In (B', q') (configurations a) /\ Live s;
  (** No box comes onto a port, whatever the player does; the number of boxes is that of the goals. *)
  boxes_stay : forall B q n p s, In (B, q) (configurations a) -> In (n, p) (ports g) -> Anywhere (State B p) s ->
    (forall x, In x (boxes s) -> floor (room g) x = true /\ ~ is_port x) /\
    exists l, NoDup l /\ same l (boxes s) /\ List.length l = List.length (goals (room g));
  (** Wherever the gadget is live, it can be finished with the player at a port. *)
  not_shut_in : forall B q n p s, In (B, q) (configurations a) -> In (n, p) (ports g) -> Anywhere (State B p) s ->
    Live s -> exists s', Anywhere s s' /\ Home s' /\ is_port (player s') }.
End Claim.

(** * Search in graphs whose nodes are numbers *)

Module P := PositiveMap.

Definition get (m : P.t (list positive)) (x : positive) : list positive :=
  match P.find x m with Some l => l | None => [] end.
Definition graph_of (edges : list (positive * positive)) : P.t (list positive) :=
  fold_right (fun '(x, y) m => P.add x (y :: get m x) m) (P.empty _) edges.
Definition edges_of (next : positive -> list positive) (l : list positive) : list (positive * positive) :=
  flat_map (fun x => map (pair x) (next x)) l.

Lemma get_graph edges x y : In y (get (graph_of edges) x) <-> In (x, y) edges.
Proof.
  induction edges as [|(u, v) edges IH]; cbn.
  - unfold get. now rewrite P.gempty.
  - unfold get at 1. destruct (Pos.eq_dec u x) as [->|N].
    + rewrite P.gss. cbn. rewrite IH. intuition congruence.
    + rewrite P.gso by auto. fold (get (graph_of edges) x). rewrite IH. intuition congruence.
Qed.

Lemma edges_spec next l x y : In (x, y) (edges_of next l) <-> In x l /\ In y (next x).
Proof.
  unfold edges_of. rewrite in_flat_map. split.
  - intros (z & I & J). apply in_map_iff in J as (u & [= <- <-] & J). auto.
  - intros (I & J). exists x. split; auto. now apply in_map.
Qed.

Definition mem (x : positive) (set : P.t unit) : bool := match P.find x set with Some _ => true | None => false end.

Fixpoint close (next : positive -> list positive) (fuel : nat) (todo done : list positive) (seen : P.t unit)
    : list positive * P.t unit * bool :=
  match todo, fuel with
  | [], _ => (done, seen, true)
  | _, O => (done, seen, false)
  | x :: todo, S fuel =>
      if mem x seen then close next fuel todo done seen
      else close next fuel (next x ++ todo) (x :: done) (P.add x tt seen)
  end.

Lemma star_trans {A} (R : A -> A -> Prop) x y z : star R x y -> star R y z -> star R x z.
Proof. induction 1; eauto using star_step. Qed.

Lemma close_spec next fuel : forall todo done seen l set,
  (forall x, mem x seen = true <-> In x done) ->
  (forall x y, In x done -> In y (next x) -> In y done \/ In y todo) ->
  close next fuel todo done seen = (l, set, true) ->
  (forall x, mem x set = true <-> In x l) /\
  (forall x y, In x l -> In y (next x) -> In y l) /\
  (forall x, In x done \/ In x todo -> In x l) /\
  (forall y, In y l -> In y done \/ exists x, In x todo /\ star (fun x y => In y (next x)) x y).
Proof.
  induction fuel as [|fuel IH]; intros [|t todo] done seen l set M C; cbn; try discriminate.
  1, 2: intros [= <- <-]; repeat split; try apply M; auto; [intros x y I J; destruct (C _ _ I J) as [|[]]; auto|
    intros x [|[]]; auto].
  destruct (mem t seen) eqn:E; intros H.
  - apply M in E. apply IH in H as (A & B & D & F); auto.
    + repeat split; try apply A; auto.
      * intros x [I|[<-|I]]; auto.
      * intros y I. destruct (F y I) as [|(x & J & P)]; auto. right. exists x. cbn. auto.
    + intros x y I J. destruct (C _ _ I J) as [|[<-|]]; auto.
  - apply IH in H as (A & B & D & F).
    + repeat split; try apply A; auto.
      * intros x [I|[<-|I]]; apply D; cbn; rewrite ?in_app_iff; auto.
      * intros y I. destruct (F y I) as [[<-|]|(x & J & P)]; auto.
        -- right. exists t. cbn. split; auto. constructor.
        -- apply in_app_iff in J as [J|J]; right; [exists t|exists x]; cbn; split; auto. econstructor; eauto.
    + intros x. unfold mem. cbn. destruct (Pos.eq_dec t x) as [->|N].
      * rewrite P.gss. intuition.
      * rewrite P.gso by auto. fold (mem x seen). rewrite M. intuition congruence.
    + intros x y [<-|I] J; [right; apply in_app_iff; auto|].
      destruct (C _ _ I J) as [|[<-|]]; cbn; rewrite ?in_app_iff; auto.
Qed.

Definition closure_of (next : positive -> list positive) (fuel : nat) (start : list positive)
    : list positive * P.t unit * bool := close next fuel start [] (P.empty _).

Lemma closure_spec next fuel start l set : closure_of next fuel start = (l, set, true) ->
  (forall x, mem x set = true <-> In x l) /\
  (forall y, In y l <-> exists x, In x start /\ star (fun x y => In y (next x)) x y).
Proof.
  intros H. apply close_spec in H as (A & B & C & D).
  - split; auto. intros y. split.
    + intros I. destruct (D y I) as [[]|]; auto.
    + intros (x & I & S). assert (J : In x l) by auto. clear I. induction S; eauto.
  - intros x. unfold mem. rewrite P.gempty. cbn. intuition congruence.
  - cbn. tauto.
Qed.

Lemma star_back {A} (R R' : A -> A -> Prop) (X : A -> Prop) x y : (forall x y, X x -> R x y -> X y /\ R' y x) ->
  X x -> star R x y -> X y /\ star R' y x.
Proof.
  intros H I S. induction S as [|x u y R1 S IH]; [split; auto; constructor|].
  destruct (H _ _ I R1) as (J & K). destruct (IH J) as (L & T). split; auto.
  eapply star_trans; [exact T|]. econstructor; [exact K|constructor].
Qed.

(** * The checker *)

Definition directions := [up; down; left; right].
Lemma all_directions d : In d directions.
Proof. destruct d; cbn; auto. Qed.

Definition subset (l l' : list square) : bool := forallb (fun x => member x l') l.
Definition sameb (l l' : list square) : bool := subset l l' && subset l' l.
Definition alike (s s' : state) : Prop := player s = player s' /\ same (boxes s) (boxes s').
Definition alikeb (s s' : state) : bool :=
  (if square_eq (player s) (player s') then true else false) && sameb (boxes s) (boxes s').

Lemma subset_spec l l' : subset l l' = true <-> incl l l'.
Proof. unfold subset. rewrite forallb_forall. split; intros H x I; apply member_spec; auto. Qed.

Lemma sameb_spec l l' : sameb l l' = true <-> same l l'.
Proof. unfold sameb, same. rewrite andb_true_iff, !subset_spec. split; [intros (A & B) x; split; auto|intros H; split; intros x; apply H]. Qed.

Lemma alikeb_spec s s' : alikeb s s' = true <-> alike s s'.
Proof.
  unfold alikeb, alike. rewrite andb_true_iff, sameb_spec.
  destruct (square_eq (player s) (player s')); intuition congruence.
Qed.

Lemma same_refl l : same l l. Proof. intros x. reflexivity. Qed.
Lemma same_sym l l' : same l l' -> same l' l. Proof. intros H x. symmetry. apply H. Qed.
Lemma same_trans l l' m : same l l' -> same l' m -> same l m. Proof. intros H K x. rewrite (H x). apply K. Qed.

Lemma same_member l l' x : same l l' -> member x l = member x l'.
Proof. intros H. destruct (member x l') eqn:E; [apply member_spec, H, member_spec, E|apply member_false; rewrite (H x); apply member_false, E]. Qed.

Lemma step_alike b s s' d s1 : alike s s' -> step b s d = Some s1 -> exists s2, step b s' d = Some s2 /\ alike s1 s2.
Proof.
  intros (P & S). unfold step. rewrite <- P. set (a := add (player s) (delta d)). set (t := add a (delta d)).
  rewrite <- !(same_member _ _ _ S). destruct (negb (floor b a)); [discriminate|].
  destruct (negb (member a (boxes s))); [intros [= <-]; eexists; split; [reflexivity|split; cbn; auto]|].
  destruct (floor b t && negb (member t (boxes s))); [|discriminate].
  intros [= <-]. eexists. split; [reflexivity|]. split; cbn; auto.
  intros x. cbn. rewrite !In_without. rewrite (S x). reflexivity.
Qed.

Section Check.
Variable g : gadget.
Variable a : automaton.
Variable fuel : nat.

(** A state as a number: boxes as bits, then the player.  That [decode] finds the state again is checked, not proved. *)
Definition columns := Z.to_nat (width (room g)).
Definition cells : list square :=
  flat_map (fun r => map (fun c => (Z.of_nat r, Z.of_nat c)) (seq 0 columns)) (seq 0 (Z.to_nat (height (room g)))).
Definition size : N := Z.to_N (height (room g) * width (room g)).
Definition number (x : square) : N := Z.to_N (fst x * width (room g) + snd x).
Definition encode (s : state) : positive :=
  N.succ_pos (fold_right (fun x m => N.setbit m (number x)) 0%N (boxes s) * size + number (player s))%N.
Definition decode (n : positive) : state :=
  let '(m, p) := N.div_eucl (Pos.pred_N n) size in
  State (filter (fun x => N.testbit m (number x)) cells) (Z.div_eucl (Z.of_N p) (width (room g))).

Definition port_squares := map snd (ports g).
Definition steps (n : positive) : list state :=
  flat_map (fun d => match step (room g) (decode n) d with Some s => [s] | None => [] end) directions.
Definition walks (n : positive) : list state :=
  let s := decode n in
  if member (player s) port_squares
  then map (State (boxes s)) (filter (fun x => negb (member x (boxes s))) port_squares) else [].
Definition inner (n : positive) : list positive := map encode (steps n).
Definition anywhere (n : positive) : list positive := map encode (steps n ++ walks n).

Fixpoint distinct_squares (l : list square) : bool :=
  match l with [] => true | x :: l => negb (member x l) && distinct_squares l end.
Definition good (n : positive) : bool :=
  let s := decode n in
  forallb (fun s => alikeb s (decode (encode s))) (steps n ++ walks n) &&
  forallb (fun x => floor (room g) x && negb (member x port_squares)) (boxes s) &&
  distinct_squares (boxes s) && (List.length (boxes s) =? List.length (goals (room g)))%nat.

Definition entries : list state :=
  flat_map (fun '(B, _) => map (fun '(_, p) => State B p) (ports g)) (configurations a).
Definition at_home (n : positive) : bool := sameb (boxes (decode n)) (goals (room g)).
Definition passage_eq (x y : string * string * string * string) : bool :=
  let '(q, n, n', q') := x in let '(r, m, m', r') := y in
  String.eqb q r && String.eqb n m && String.eqb n' m' && String.eqb q' r'.

(** From an entry, where live nodes end at ports. *)
Definition check_visits (forth : P.t (list positive)) (live : P.t unit) (q n : string) (s : state) : bool :=
  let '(l, _, ok) := closure_of (get forth) fuel [encode s] in
  let ends := flat_map (fun y => if mem y live
    then map (pair y) (map fst (filter (fun '(_, p) => if square_eq (player (decode y)) p then true else false) (ports g)))
    else []) l in
  ok &&
  forallb (fun '(y, n') => existsb (fun '(B, q') => sameb (boxes (decode y)) B &&
    (existsb (passage_eq (q, n, n', q')) (passages a) || (String.eqb n n' && String.eqb q q'))) (configurations a)) ends &&
  forallb (fun '(q1, n1, n', q') => negb (String.eqb q q1 && String.eqb n n1) ||
    existsb (fun '(y, m) => String.eqb m n' &&
      existsb (fun '(B, r) => String.eqb r q' && sameb (boxes (decode y)) B) (configurations a)) ends) (passages a).

Definition check_gadget : bool :=
  let '(all, _, ok) := closure_of anywhere fuel (map encode entries) in
  let forth := graph_of (edges_of inner all) in
  let back := graph_of (map (fun '(x, y) => (y, x)) (edges_of anywhere all)) in
  let '(lives, live, ok1) := closure_of (get back) fuel (filter at_home all) in
  let '(_, home, ok2) := closure_of (get back) fuel
    (filter (fun n => at_home n && member (player (decode n)) port_squares) all) in
  ok && ok1 && ok2 &&
  forallb (fun s => alikeb s (decode (encode s))) entries &&
  forallb good all && forallb (fun n => mem n home) lives &&
  existsb (fun '(B, q) => String.eqb q (goal a) && sameb B (goals (room g))) (configurations a) &&
  forallb (fun '(q, n, _, _) => existsb (fun '(m, _) => String.eqb m n) (ports g)) (passages a) &&
  forallb (fun '(B, q) => forallb (fun '(n, p) =>
    mem (encode (State B p)) live && check_visits forth live q n (State B p)) (ports g)) (configurations a).
End Check.

(** * The checker is right *)

Lemma star_sim {A B} (R : A -> A -> Prop) (R' : B -> B -> Prop) (V : A -> B -> Prop) :
  (forall s n s', V s n -> R s s' -> exists n', R' n n' /\ V s' n') ->
  forall s s', star R s s' -> forall n, V s n -> exists n', star R' n n' /\ V s' n'.
Proof.
  intros H s s' S. induction S as [s|s u s' R1 S IH]; intros n V1; [exists n; split; [constructor|auto]|].
  destruct (H _ _ _ V1 R1) as (n1 & R2 & V2). destruct (IH _ V2) as (n2 & S2 & V3).
  exists n2. split; auto. econstructor; eauto.
Qed.

Lemma distinct_squares_spec l : distinct_squares l = true -> NoDup l.
Proof.
  induction l as [|x l IH]; cbn; [constructor|]. rewrite andb_true_iff, negb_true_iff.
  intros (A & B). apply member_false in A. constructor; auto.
Qed.

Lemma passage_eq_spec x y : passage_eq x y = true -> x = y.
Proof.
  destruct x as [[[q n] n'] q'], y as [[[r m] m'] r']. cbn. rewrite !andb_true_iff, !String.eqb_eq.
  intros (((-> & ->) & ->) & ->). reflexivity.
Qed.

Lemma passage_eq_refl x : passage_eq x x = true.
Proof. destruct x as [[[q n] n'] q']. cbn. now rewrite !String.eqb_refl. Qed.

Ltac split_ands := repeat match goal with H : _ && _ = true |- _ => apply andb_true_iff in H as [? ?] end.

Section Right.
Variable g : gadget.
Variable a : automaton.
Variable all : list positive.
Hypothesis all_good : forall n, In n all -> good g n = true.
Hypothesis all_closed : forall n m, In n all -> In m (anywhere g n) -> In m all.

Let View (s : state) (n : positive) : Prop := In n all /\ alike s (decode g n).

Lemma port_squares_spec x : In x (port_squares g) <-> is_port g x.
Proof.
  unfold port_squares, is_port. rewrite in_map_iff. split; [intros ((n, y) & <- & I); eauto|].
  intros (n & I). exists (n, x). auto.
Qed.

Lemma good_code n s : In n all -> In s (steps g n ++ walks g n) -> alike s (decode g (encode g s)).
Proof.
  intros I J. apply all_good in I. unfold good in I. split_ands. rewrite forallb_forall in H.
  apply alikeb_spec. auto.
Qed.

Lemma alike_trans s s' s2 : alike s s' -> alike s' s2 -> alike s s2.
Proof. intros (A & B) (C & D). split; [congruence|eapply same_trans; eauto]. Qed.
Lemma alike_sym s s' : alike s s' -> alike s' s.
Proof. intros (A & B). split; [auto|now apply same_sym]. Qed.

Lemma steps_spec n s : In s (steps g n) <-> Inner g (decode g n) s.
Proof.
  unfold steps, Inner. rewrite in_flat_map. split.
  - intros (d & _ & I). exists d. destruct (step (room g) (decode g n) d); [destruct I as [<-|[]]; auto|destruct I].
  - intros (d & E). exists d. rewrite E. split; [apply all_directions|now left].
Qed.

Lemma walks_spec n s : In s (walks g n) <-> Outer g (decode g n) s.
Proof.
  unfold walks, Outer. destruct (member (player (decode g n)) (port_squares g)) eqn:E.
  - apply member_spec, port_squares_spec in E. rewrite in_map_iff. split.
    + intros (x & <- & I). apply filter_In in I as (I & J). cbn. apply port_squares_spec in I.
      apply negb_true_iff, member_false in J. auto.
    + intros (_ & P & B & N). exists (player s). split; [destruct s; cbn in *; congruence|].
      apply filter_In. split; [now apply port_squares_spec|]. now apply negb_true_iff, member_false.
  - cbn. split; [tauto|]. intros (P & _). apply port_squares_spec, member_spec in P. congruence.
Qed.

Lemma view_inner s n s' : View s n -> Inner g s s' -> exists n', In n' (inner g n) /\ View s' n'.
Proof.
  intros (I & V) (d & E). destruct (step_alike _ _ _ _ _ V E) as (s2 & E2 & V2).
  assert (J : In s2 (steps g n)) by (apply steps_spec; exists d; auto).
  assert (J' : In s2 (steps g n ++ walks g n)) by (apply in_app_iff; auto).
  exists (encode g s2). split; [now apply in_map|]. split; [apply (all_closed n); auto; now apply in_map|].
  eapply alike_trans; [exact V2|]. now apply (good_code n).
Qed.

Lemma view_anywhere s n s' : View s n -> Inner g s s' \/ Outer g s s' -> exists n', In n' (anywhere g n) /\ View s' n'.
Proof.
  intros V [H|H].
  - destruct (view_inner _ _ _ V H) as (n' & I & V'). exists n'. split; auto.
    unfold anywhere. rewrite map_app, in_app_iff. auto.
  - destruct V as (I & P & S), H as (P1 & P2 & B & N). set (s2 := State (boxes (decode g n)) (player s')).
    assert (J : In s2 (walks g n)).
    { apply walks_spec. unfold Outer. rewrite <- P. repeat split; auto. cbn. now rewrite <- (S (player s')). }
    assert (J' : In s2 (steps g n ++ walks g n)) by (apply in_app_iff; auto).
    exists (encode g s2). split; [now apply in_map|]. split; [apply (all_closed n); auto; now apply in_map|].
    apply alike_trans with s2; [|now apply (good_code n)]. split; cbn; auto. now rewrite B.
Qed.

Lemma inner_view s n n' : View s n -> In n' (inner g n) -> exists s', Inner g s s' /\ View s' n'.
Proof.
  intros (I & V) J. apply in_map_iff in J as (s2 & <- & J). assert (K := J). apply steps_spec in J as (d & E).
  destruct (step_alike _ _ _ _ _ (alike_sym _ _ V) E) as (s' & E' & V').
  exists s'. split; [exists d; auto|]. split; [apply (all_closed n); auto; apply in_map, in_app_iff; auto|].
  apply alike_trans with s2; [now apply alike_sym|]. apply (good_code n); auto. apply in_app_iff; auto.
Qed.

Lemma anywhere_view s n n' : View s n -> In n' (anywhere g n) -> exists s', (Inner g s s' \/ Outer g s s') /\ View s' n'.
Proof.
  intros V J. unfold anywhere in J. rewrite map_app, in_app_iff in J. destruct J as [J|J].
  - destruct (inner_view _ _ _ V J) as (s' & H & V'). eauto.
  - destruct V as (I & P & S). apply in_map_iff in J as (s2 & <- & J). assert (K := J).
    apply walks_spec in J as (P1 & P2 & B & N).
    exists (State (boxes s) (player s2)). split.
    + right. repeat split; cbn; auto; [now rewrite P|]. now rewrite (S (player s2)).
    + split; [apply (all_closed n); auto; apply in_map, in_app_iff; auto|].
      apply alike_trans with s2; [|apply (good_code n); auto; apply in_app_iff; auto]. split; cbn; auto. now rewrite B.
Qed.

(** What closures of the two graphs say. *)
Definition ForthEdge (forth : P.t (list positive)) := forall x y, In y (get forth x) <-> In x all /\ In y (inner g x).
Definition BackEdge (back : P.t (list positive)) := forall x y, In y (get back x) <-> In y all /\ In x (anywhere g y).

Lemma reach_back back (T : positive -> Prop) start l set : BackEdge back ->
  (forall n, In n start <-> In n all /\ T n) ->
  (forall s n n', T n -> View s n -> View s n' -> T n') ->
  forall fuel, closure_of (get back) fuel start = (l, set, true) ->
  (forall x, mem x set = true <-> In x l) /\
  forall s n, View s n ->
    (In n l <-> exists s' n', Anywhere g s s' /\ View s' n' /\ T n').
Proof.
  intros B S0 TT fuel C. apply closure_spec in C as (M & C). split; auto. intros s n V. rewrite C. split.
  - intros (h & I & S). apply S0 in I as (I & K).
    destruct (star_back (fun x y => In y (get back x)) (fun x y => In y (anywhere g x)) (fun n => In n all) h n)
      as (_ & S'); auto.
    { intros x y X Y. apply B in Y. tauto. }
    destruct (star_sim (fun x y => In y (anywhere g x)) (fun s s' => Inner g s s' \/ Outer g s s') (fun n s => View s n)
      (fun n s n' V H => anywhere_view s n n' V H) _ _ S' _ V) as (s' & S2 & V2). exists s', h. auto.
  - intros (s' & n' & S & V' & K).
    destruct (star_sim _ (fun x y => In y (anywhere g x)) View view_anywhere _ _ S _ V) as (h & S2 & V2).
    exists h. split; [apply S0; split; [apply V2|eapply TT; eauto]|].
    apply (star_back (fun x y => In y (anywhere g x)) (fun x y => In y (get back x)) (fun n => In n all) n h);
      auto; [|apply V].
    intros x y X Y. split; [eauto|]. apply B. auto.
Qed.

Lemma at_home_spec s n : alike s (decode g n) -> (at_home g n = true <-> Home g s).
Proof.
  intros (_ & S). unfold at_home, Home. rewrite sameb_spec. split; intros H.
  - eapply same_trans; eauto.
  - eapply same_trans; [apply same_sym, S|auto].
Qed.

Lemma reach_inner forth fuel s n l set : ForthEdge forth -> View s n ->
  closure_of (get forth) fuel [n] = (l, set, true) ->
  (forall y, In y l -> exists s', Inside g s s' /\ View s' y) /\
  (forall s', Inside g s s' -> exists y, In y l /\ View s' y).
Proof.
  intros F V C. apply closure_spec in C as (_ & C). split.
  - intros y I. apply C in I as (x & [<-|[]] & S).
    apply (star_sim _ (Inner g) (fun n s => View s n)) with (2 := S); auto.
    intros x s1 y1 V1 E. apply F in E as (_ & E). now apply (inner_view s1 x).
  - intros s' S. destruct (star_sim (Inner g) (fun x y => In y (get forth x)) View) with (2 := S) (n := n) as (y & S' & V'); auto.
    + intros s1 x s2 V1 H. destruct (view_inner _ _ _ V1 H) as (y & I & V2). exists y. split; auto. apply F. split; auto. apply V1.
    + exists y. split; auto. apply C. exists n. cbn. auto.
Qed.

Variable forth : P.t (list positive).
Variable live : P.t unit.
Variable fuel : nat.
Hypothesis forth_right : ForthEdge forth.
Hypothesis live_right : forall s n, View s n -> (mem n live = true <-> Live g s).

Lemma check_visits_right q n s : check_visits g a fuel forth live q n s = true -> View s (encode g s) ->
  (forall s' n' p', Inside g s s' -> In (n', p') (ports g) -> player s' = p' -> Live g s' ->
     exists B' q', In (B', q') (configurations a) /\ same (boxes s') B' /\
       (In (q, n, n', q') (passages a) \/ n = n' /\ q = q')) /\
  (forall n' q', In (q, n, n', q') (passages a) ->
     exists p' s' B', In (n', p') (ports g) /\ Inside g s s' /\ player s' = p' /\ same (boxes s') B' /\
       In (B', q') (configurations a) /\ Live g s').
Proof.
  unfold check_visits. destruct (closure_of (get forth) fuel [encode g s]) as ((l, set), ok) eqn:C.
  set (ends := flat_map _ l). intros H V. split_ands. subst ok.
  destruct (reach_inner _ _ _ _ _ _ forth_right V C) as (R1 & R2).
  assert (Ends : forall y m, In (y, m) ends <->
    In y l /\ mem y live = true /\ exists p, In (m, p) (ports g) /\ player (decode g y) = p).
  { intros y m. unfold ends. rewrite in_flat_map. split.
    - intros (z & I & J). destruct (mem z live) eqn:L; [|destruct J].
      apply in_map_iff in J as (m' & [= <- <-] & J). apply in_map_iff in J as ((k, p) & <- & J).
      apply filter_In in J as (J & K). destruct (square_eq (player (decode g z)) p); [|discriminate].
      repeat split; auto. exists p. auto.
    - intros (I & L & p & J & E). exists y. split; auto. rewrite L. apply in_map. apply in_map_iff. exists (m, p).
      split; auto. apply filter_In. split; auto. destruct (square_eq (player (decode g y)) p); congruence. }
  rewrite forallb_forall in H0, H1. split.
  - intros s' n' p' S J E L. destruct (R2 _ S) as (y & I & Vy).
    assert (K : In (y, n') ends).
    { apply Ends. repeat split; auto; [now apply (live_right s')|]. exists p'. split; auto. rewrite <- E. symmetry. apply Vy. }
    apply H1 in K. cbn in K. apply existsb_exists in K as ((B', q') & K & M).
      apply andb_true_iff in M as (M & N). exists B', q'. split; auto. split.
    + eapply same_trans; [apply Vy|]. now apply sameb_spec.
    + apply orb_true_iff in N as [N|N].
      * apply existsb_exists in N as (x & N & X). apply passage_eq_spec in X. subst x. auto.
      * apply andb_true_iff in N as (N & X). right. split; now apply String.eqb_eq.
  - intros n' q' I. apply H0 in I. cbn in I. rewrite !String.eqb_refl in I. cbn in I.
    apply existsb_exists in I as ((y, m) & I & M). apply andb_true_iff in M as (N & M). apply String.eqb_eq in N. subst m.
    apply existsb_exists in M as ((B', r) & J & M). apply andb_true_iff in M as (N & M). apply String.eqb_eq in N. subst r.
    apply sameb_spec in M.
    apply Ends in I as (I & L & p & K & E). destruct (R1 _ I) as (s' & S & Vy).
    exists p, s', B'. assert (L' : Live g s') by now apply (live_right s' y).
    destruct Vy as (_ & P & Sm). assert (same (boxes s') B') by (eapply same_trans; eauto).
    assert (player s' = p) by congruence. auto 10.
Qed.
End Right.

Theorem check_gadget_exact g a fuel : check_gadget g a fuel = true -> Exact g a.
Proof.
  unfold check_gadget.
  destruct (closure_of (anywhere g) fuel (map (encode g) (entries g a))) as ((all, allset), ok) eqn:C.
  set (forth := graph_of (edges_of (inner g) all)).
  set (back := graph_of (map (fun '(x, y) => (y, x)) (edges_of (anywhere g) all))).
  destruct (closure_of (get back) fuel (filter (at_home g) all)) as ((lives, live), ok1) eqn:C1.
  set (out := fun n => at_home g n && member (player (decode g n)) (port_squares g)).
  destruct (closure_of (get back) fuel (filter out all)) as ((homes, home), ok2) eqn:C2.
  intros H. split_ands. subst ok ok1 ok2.
  rename H0 into Visits, H1 into Named, H2 into Goal, H3 into Safe, H4 into Good, H5 into Coded.
  rewrite forallb_forall in Visits, Named, Safe, Good, Coded.
  apply closure_spec in C as (_ & C).
  assert (Closed : forall n m, In n all -> In m (anywhere g n) -> In m all).
  { intros n m I J. apply C in I as (x & I & S). apply C. exists x. split; auto.
    eapply star_trans; [exact S|]. econstructor; [exact J|constructor]. }
  assert (Forth : ForthEdge g all forth).
  { intros x y. unfold forth. rewrite get_graph. apply edges_spec. }
  assert (Back : BackEdge g all back).
  { intros x y. unfold back. rewrite get_graph, in_map_iff. split.
    - intros ((u, v) & [= -> ->] & I). now apply edges_spec in I.
    - intros I. exists (y, x). split; auto. now apply edges_spec. }
  assert (Entry : forall B q n p, In (B, q) (configurations a) -> In (n, p) (ports g) ->
    In (encode g (State B p)) all /\ alike (State B p) (decode g (encode g (State B p)))).
  { intros B q n p I J. assert (K : In (State B p) (entries g a)).
    { unfold entries. apply in_flat_map. exists (B, q). split; auto. apply in_map_iff. exists (n, p). auto. }
    split; [|now apply alikeb_spec, Coded]. apply C. exists (encode g (State B p)). split; [now apply in_map|constructor]. }
  destruct (reach_back g all Good Closed back (fun n => at_home g n = true) (filter (at_home g) all) lives live Back)
    with (fuel := fuel) as (M1 & L1); auto.
  { intros n. apply filter_In. }
  { intros s n n' K (_ & V) (_ & V'). apply (at_home_spec g s n'); auto. apply (at_home_spec g s n); auto. }
  destruct (reach_back g all Good Closed back (fun n => out n = true) (filter out all) homes home Back)
    with (fuel := fuel) as (M2 & L2); auto.
  { intros n. apply filter_In. }
  { unfold out. intros s n n' K (_ & V) (_ & V'). split_ands. apply andb_true_iff. split.
    - apply (at_home_spec g s n'); auto. apply (at_home_spec g s n); auto.
    - rewrite <- (proj1 V'), (proj1 V). auto. }
  assert (LiveR : forall s n, In n all /\ alike s (decode g n) -> (mem n live = true <-> Live g s)).
  { intros s n V. rewrite M1, (L1 s n V). unfold Live. split.
    - intros (s' & n' & S & (_ & V') & K). exists s'. split; auto. now apply (at_home_spec g s' n').
    - intros (s' & S & K).
      destruct (star_sim _ (fun x y => In y (anywhere g x)) _ (view_anywhere g all Good Closed) _ _ S _ V) as (n' & _ & V').
      exists s', n'. repeat split; auto; try apply V'. now apply (at_home_spec g s' n'). }
  assert (Reached : forall B q n p s, In (B, q) (configurations a) -> In (n, p) (ports g) -> Anywhere g (State B p) s ->
    exists m, In m all /\ alike s (decode g m)).
  { intros B q n p s I J S.
    destruct (star_sim _ (fun x y => In y (anywhere g x)) _ (view_anywhere g all Good Closed) _ _ S _ (Entry B q n p I J))
      as (m & _ & V). eauto. }
  assert (Each : forall B q n p, In (B, q) (configurations a) -> In (n, p) (ports g) ->
    mem (encode g (State B p)) live = true /\ check_visits g a fuel forth live q n (State B p) = true).
  { intros B q n p I J. apply Visits in I. cbn in I. rewrite forallb_forall in I. apply I in J. cbn in J.
    now apply andb_true_iff in J. }
  split.
  - apply existsb_exists in Goal as ((B, q) & I & K). split_ands. apply String.eqb_eq in H. subst q.
    exists B. split; auto. now apply sameb_spec.
  - intros B q n p I J. apply (LiveR _ _ (Entry B q n p I J)). now apply (Each B q n p).
  - intros B q n p n' p' s I J S J' E L.
    destruct (check_visits_right g a all Good Closed forth live fuel Forth LiveR q n (State B p)) as (K & _);
      [now apply (Each B q n p)|now apply (Entry B q n p)|eauto].
  - intros B q n n' q' I K. assert (N := K). apply Named in N. cbn in N.
    apply existsb_exists in N as ((m, p) & J & N). apply String.eqb_eq in N. subst m.
    destruct (check_visits_right g a all Good Closed forth live fuel Forth LiveR q n (State B p)) as (_ & M);
      [now apply (Each B q n p)|now apply (Entry B q n p)|].
    destruct (M _ _ K) as (p' & s & B' & J' & S & E & Sm & I' & L). exists p, p', s, B'. auto 10.
  - intros B q n p s I J S. destruct (Reached _ _ _ _ _ I J S) as (m & Im & _ & V).
    apply Good in Im. unfold good in Im. split_ands. rewrite forallb_forall in H2. split.
    + intros x X. apply V in X. apply H2 in X. apply andb_true_iff in X as (X & Y). split; auto.
      intros K. apply port_squares_spec, member_spec in K. rewrite K in Y. discriminate.
    + exists (boxes (decode g m)). repeat split.
      * now apply distinct_squares_spec.
      * apply V.
      * apply V.
      * now apply Nat.eqb_eq.
  - intros B q n p s I J S L. destruct (Reached _ _ _ _ _ I J S) as (m & Vm).
    assert (K : In m lives) by (apply M1; now apply (LiveR s m)).
    apply Safe, M2, (L2 s m Vm) in K as (s' & n' & S' & (_ & V') & K).
    exists s'. unfold out in K. split_ands. repeat split; auto.
    + apply (at_home_spec g s' n'); auto.
    + apply (at_home_spec g s' n'); auto.
    + rewrite (proj1 V'). now apply port_squares_spec, member_spec.
Qed.
