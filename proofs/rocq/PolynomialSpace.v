(** Sokoban in polynomial space: Savitch's procedure on the rules, as oracle/sokoban.py has it where steps are moves.
    A configuration is the number of the player's square, and one bit for each square in play: whether it has a box. *)
From Coq Require Import ZArith NArith Arith List Bool Lia Permutation.
From Soko Require Import Savitch Rules Plays Theory Masks.
Import ListNotations.
Local Open Scope nat_scope.

(** * Squares in play: those that the player could walk to if there were no boxes *)
Definition beside (set : list square) (x : square) : bool := existsb (fun d => member (add x (delta d)) set) directions.
Definition spread (b : board) (set : list square) : list square :=
  filter (fun x => member x set || beside set x) (floor_list b).
Fixpoint flooded (b : board) (n : nat) (set : list square) : list square :=
  match n with O => set | S n => flooded b n (spread b set) end.
Definition in_play (l : level) : list square := flooded (on l) (length (floor_list (on l))) [player (first l)].

(** * Words and states *)
Fixpoint value (w : word) : nat := match w with [] => 0 | x :: w => (if x then 1 else 0) + 2 * value w end.
Fixpoint index (x : square) (l : list square) : nat :=
  match l with [] => 0 | y :: l => if square_eq x y then 0 else S (index x l) end.
Fixpoint choose (w : word) (l : list square) : list square :=
  match w, l with
  | true :: w, x :: l => x :: choose w l
  | false :: w, _ :: l => choose w l
  | _, _ => []
  end.
Definition ones (w : word) : nat := length (filter (fun x => x) w).

Section Level.
Variable l : level.
Variable squares : list square.               (* in play *)

Definition player_bits : nat := counter_bits (N.of_nat (length squares - 1)).
Definition shown (boxes : list square) : word := map (fun x => member x boxes) squares.
Definition word_of (s : state) : word := number player_bits (N.of_nat (index (player s) squares)) ++ shown (boxes s).
Definition others : list square := filter (fun x => negb (member x squares)) (boxes (first l)).       (* never move *)
Definition state_of (w : word) : state :=
  State (choose (skipn player_bits w) squares ++ others)
        (nth (value (firstn player_bits w)) squares (player (first l))).

Definition is_configuration (w : word) : bool :=
  let i := value (firstn player_bits w) in let boxes := skipn player_bits w in
  (i <? length squares) && negb (nth i boxes false) && (ones boxes =? ones (shown (Rules.boxes (first l)))).
Definition moves_to (w w' : word) : bool :=
  existsb (fun d => match step (on l) (state_of w) d with Some s => same (word_of s) w' | None => false end) directions.
Definition all_on_goals (w : word) : bool := is_solved (on l) (state_of w).
End Level.

Definition system_of (l : level) : system :=
  let squares := in_play l in
  System (player_bits squares + length squares) (is_configuration l squares) (moves_to l squares) (all_on_goals l squares)
         (word_of squares (first l)).

Definition savitch (l : level) : bool := decide (system_of l).
Definition machine_of (l : level) (i : nat) : machine := run (system_of l) i (first_machine (system_of l)).
Definition memory_of (l : level) (m : machine) : word := memory (system_of l) (counter_bits (sufficient (system_of l))) m.

(** * Squares in play: proofs *)
Lemma beside_spec set x : beside set x = true <-> exists d, In (add x (delta d)) set.
Proof.
  unfold beside. rewrite existsb_exists. split.
  - intros (d & _ & H). exists d. now apply member_spec.
  - intros (d & H). exists d. split; [destruct d; cbn; auto|now apply member_spec].
Qed.

Lemma spread_spec b set x : In x (spread b set) <-> floor b x = true /\ (In x set \/ exists d, In (add x (delta d)) set).
Proof. unfold spread. rewrite filter_In, floor_list_spec, orb_true_iff, member_spec, beside_spec. tauto. Qed.

Definition ClosedSet (b : board) (set : list square) : Prop :=
  forall x d, In x set -> floor b (add x (delta d)) = true -> In (add x (delta d)) set.
Definition OnFloor (b : board) (set : list square) : Prop := forall x, In x set -> floor b x = true.

Lemma closed_spread b set : OnFloor b set -> ClosedSet b set -> ClosedSet b (spread b set).
Proof.
  intros F C x d. rewrite !spread_spec. intros [Fx [I|[e I]]] Fd; (split; [exact Fd|left]).
  - apply C; auto.
  - apply C; auto. rewrite <- (add_opposite x e). apply C; auto. now rewrite add_opposite.
Qed.

Lemma flooded_keeps b n : forall set, OnFloor b set ->
  OnFloor b (flooded b n set) /\ incl set (flooded b n set) /\ (ClosedSet b set -> ClosedSet b (flooded b n set)).
Proof.
  induction n as [|n IH]; cbn; intros set F; [auto using incl_refl|].
  assert (F' : OnFloor b (spread b set)) by (intros x; rewrite spread_spec; tauto).
  destruct (IH _ F') as (A & B & C). split; auto. split; auto using closed_spread.
  intros x I. apply B, spread_spec. auto.
Qed.

Lemma nodup_grid (rows columns : list Z) : NoDup rows -> NoDup columns ->
  NoDup (flat_map (fun r => map (fun c => (r, c)) columns) rows).
Proof.
  intros R C. induction R as [|r rows N R IH]; cbn; [constructor|]. apply nodup_app; auto.
  - apply FinFun.Injective_map_NoDup; auto. intros x y [= ->]. reflexivity.
  - intros x I J. apply in_map_iff in I. destruct I as (c & <- & _). apply in_flat_map in J. destruct J as (r' & J & K).
    apply in_map_iff in K. destruct K as (c' & [= -> _] & _). auto.
Qed.

Lemma nodup_floor b : NoDup (floor_list b).
Proof.
  unfold floor_list, zrange. apply NoDup_filter, nodup_grid; (apply FinFun.Injective_map_NoDup; [|apply seq_NoDup];
    intros x y; apply Nat2Z.inj).
Qed.

Lemma flooded_closed b n : forall set, NoDup set -> OnFloor b set -> length (floor_list b) <= n + length set ->
  NoDup (flooded b n set) /\ ClosedSet b (flooded b n set).
Proof.
  induction n as [|n IH]; intros set N F L; cbn [flooded].
  - split; auto. intros x d I Fd. cbn in L. assert (J : incl (floor_list b) set).
    { apply NoDup_length_incl; auto. intros y Y. now apply floor_list_spec, F. }
    apply J, floor_list_spec, Fd.
  - assert (N' : NoDup (spread b set)) by apply NoDup_filter, nodup_floor.
    assert (F' : OnFloor b (spread b set)) by (intros x; rewrite spread_spec; tauto).
    destruct (forallb (fun x => member x set) (spread b set)) eqn:E.
    + rewrite forallb_forall in E. assert (C : ClosedSet b set).
      { intros x d I Fd. apply member_spec, E, spread_spec. split; auto. right. exists (opposite d). now rewrite add_opposite. }
      split; [|now apply flooded_keeps; [|apply closed_spread]].
      clear - N' . revert N'. generalize (spread b set). induction n as [|n IH]; cbn; auto. intros set' _. apply IH, NoDup_filter, nodup_floor.
    + apply IH; auto. assert (X : exists x, In x (spread b set) /\ ~ In x set).
      { clear - E. induction (spread b set) as [|x r IH]; cbn in E; [discriminate|]. apply andb_false_iff in E. destruct E as [E|E].
        - exists x. split; [now left|now apply member_false].
        - destruct (IH E) as (y & ? & ?). exists y. split; [now right|auto]. }
      destruct X as (x & I & J). assert (Le : length (x :: set) <= length (spread b set)).
      { apply NoDup_incl_length; [now constructor|]. intros y [<-|Y]; auto. apply spread_spec. auto. }
      cbn in Le. lia.
Qed.

(** Where the player could walk to if there were no boxes. *)
Inductive Walks (b : board) (x : square) : square -> Prop :=
| walks_here : Walks b x x
| walks_on y d : Walks b x y -> floor b (add y (delta d)) = true -> Walks b x (add y (delta d)).

Lemma flooded_walks b p n : forall set, (forall x, In x set -> Walks b p x) ->
  forall x, In x (flooded b n set) -> Walks b p x.
Proof.
  induction n as [|n IH]; cbn; auto. intros set H. apply IH. intros x. rewrite spread_spec. intros [F [I|[d I]]]; auto.
  rewrite <- (add_opposite x d). apply walks_on; auto. now rewrite add_opposite.
Qed.

(** * Words: proofs *)
Lemma number_S k t : number (S k) t = N.odd t :: number k (N.div2 t).
Proof.
  unfold number. cbn [seq map]. rewrite N.bit0_odd. f_equal. rewrite <- seq_shift, map_map. apply map_ext. intros i.
  rewrite Nat2N.inj_succ, N.div2_spec, N.shiftr_spec', N.add_1_r. reflexivity.
Qed.

Lemma number_value w : number (length w) (N.of_nat (value w)) = w.
Proof.
  induction w as [|x w IH]; [reflexivity|]. cbn [length value]. rewrite number_S.
  replace (N.of_nat ((if x then 1 else 0) + 2 * value w)) with (N.b2n x + 2 * N.of_nat (value w))%N by (destruct x; cbn [N.b2n]; lia).
  rewrite N.div2_div, N.add_b2n_double_div2. rewrite IH. f_equal. now rewrite <- N.bit0_odd, N.add_b2n_double_bit0.
Qed.

Lemma value_number k t : t < 2 ^ k -> value (number k (N.of_nat t)) = t.
Proof.
  revert t. induction k as [|k IH]; intros t H; [cbn in *; lia|]. rewrite number_S. cbn [value].
  replace (N.div2 (N.of_nat t)) with (N.of_nat (Nat.div2 t)).
  - cbn [Nat.pow] in H. pose proof (Nat.div2_odd t) as D. rewrite IH by (destruct (Nat.odd t); cbn in D; lia).
    replace (N.odd (N.of_nat t)) with (Nat.odd t); [destruct (Nat.odd t); cbn [Nat.b2n] in D; lia|].
    apply eq_true_iff_eq. rewrite Nat.odd_spec, N.odd_spec. split; intros [m E]; [exists (N.of_nat m)|exists (N.to_nat m)]; lia.
  - rewrite Nat.div2_div, N.div2_div. now rewrite Nat2N.inj_div.
Qed.


(** * States of a level *)
Section Proofs.
Variable l : level.
Hypothesis is_l : is_level l.
Notation b := (on l).
Notation sq := (in_play l).
Notation n := (player_bits sq).

Lemma sq_facts : NoDup sq /\ ClosedSet b sq /\ OnFloor b sq /\ In (player (first l)) sq.
Proof.
  destruct is_l as (_ & _ & _ & _ & _ & _ & Fp & _). assert (F : OnFloor b [player (first l)]) by (intros x [<-|[]]; auto).
  destruct (flooded_keeps b (length (floor_list b)) _ F) as (A & B & _).
  destruct (flooded_closed b (length (floor_list b)) [player (first l)]) as (N & C); auto.
  - repeat constructor. intros [].
  - cbn. lia.
  - repeat split; auto. apply B. now left.
Qed.

Theorem in_play_spec x : In x sq <-> Walks b (player (first l)) x.
Proof.
  destruct sq_facts as (_ & C & _ & I). split.
  - apply flooded_walks. intros y [<-|[]]. constructor.
  - induction 1; auto.
Qed.

Definition tally (boxes : list square) : nat := ones (shown sq boxes).

(** States that play can come to have these properties. *)
Definition Fair (s : state) : Prop :=
  In (player s) sq /\ ~ In (player s) (boxes s) /\ (forall x, ~ In x sq -> (In x (boxes s) <-> In x (boxes (first l)))) /\
  tally (boxes s) = tally (boxes (first l)).

Definition Same (s s' : state) : Prop := player s = player s' /\ forall x, In x (boxes s) <-> In x (boxes s').

Lemma fair_first : Fair (first l).
Proof. destruct is_l as (_ & _ & _ & _ & _ & _ & _ & Np). repeat split; auto. apply sq_facts. Qed.

Lemma same_refl s : Same s s.
Proof. split; tauto. Qed.
Lemma same_sym s s' : Same s s' -> Same s' s.
Proof. intros [A B]. split; auto. intros x. now rewrite B. Qed.
Lemma same_trans s s' s2 : Same s s' -> Same s' s2 -> Same s s2.
Proof. intros [A B] [C D]. split; [congruence|]. intros x. now rewrite B, D. Qed.

Lemma same_member s s' x : Same s s' -> member x (boxes s) = member x (boxes s').
Proof. intros [_ B]. apply eq_true_iff_eq. rewrite !member_spec. apply B. Qed.

Lemma same_word s s' : Same s s' -> word_of sq s = word_of sq s'.
Proof.
  intros H. unfold word_of, shown. f_equal; [now destruct H as [-> _]|]. apply map_ext. intros x. now apply same_member.
Qed.

Lemma same_step s s' d s1 : Same s s' -> step b s d = Some s1 ->
  pushes s d = pushes s' d /\ exists s1', step b s' d = Some s1' /\ Same s1 s1'.
Proof.
  intros H. unfold step, pushes. pose proof H as [P B]. rewrite <- P, <- !(same_member _ _ _ H).
  set (a := add (player s) (delta d)). destruct (negb (floor b a)); [discriminate|].
  destruct (negb (member a (boxes s))).
  - intros [= <-]. split; auto. eexists. split; [reflexivity|]. split; auto.
  - destruct (_ && _); [|discriminate]. intros [= <-]. split; auto. eexists. split; [reflexivity|]. split; auto.
    intros x. cbn [boxes In]. rewrite !In_without, B. tauto.
Qed.

Lemma same_play s ds s1 m p : Play b s ds s1 m p -> forall s', Same s s' -> exists s1', Play b s' ds s1' m p /\ Same s1 s1'.
Proof.
  induction 1 as [s|s d s1 ds s2 m p E P IH]; intros s' H.
  - exists s'. split; auto. constructor.
  - destruct (same_step _ _ _ _ H E) as (Eq & s1' & E' & H1). destruct (IH _ H1) as (s2' & P' & H2).
    exists s2'. split; auto. rewrite Eq. econstructor; eauto.
Qed.

Lemma same_solved s s' : Same s s' -> solved b s -> solved b s'.
Proof. intros [_ B] S0 x I. apply S0, B, I. Qed.

Lemma is_solved_spec s : is_solved b s = true <-> solved b s.
Proof. unfold is_solved, solved, incl. rewrite forallb_forall. split; intros H x I; apply member_spec, H, I. Qed.

(** ** Words of states *)
Lemma index_nth x set : In x set -> index x set < length set /\ forall y, nth (index x set) set y = x.
Proof.
  induction set as [|z set IH]; cbn; [tauto|]. destruct (square_eq x z) as [->|N]; [split; auto; lia|].
  intros [E|I]; [congruence|]. destruct (IH I). split; auto. lia.
Qed.

Lemma nth_index i set y : NoDup set -> i < length set -> index (nth i set y) set = i.
Proof.
  intros N. revert i. induction N as [|z set D N IH]; intros i L; cbn in *; [lia|].
  destruct i as [|i]; [now destruct (square_eq z z)|]. destruct (square_eq _ z) as [E|_]; [|f_equal; apply IH; lia].
  exfalso. apply D. rewrite <- E. apply nth_In. lia.
Qed.

Lemma choose_map (f : square -> bool) set : choose (map f set) set = filter f set.
Proof. induction set as [|x set IH]; cbn; auto. destruct (f x); now rewrite IH. Qed.

Lemma choose_incl w set x : In x (choose w set) -> In x set.
Proof. revert w. induction set as [|y set IH]; intros [|[|] w]; cbn; try tauto; intros H; [destruct H|]; eauto. Qed.

Lemma choose_shown w set : NoDup set -> length w = length set ->
  map (fun x => if in_dec square_eq x (choose w set) then true else false) set = w.
Proof.
  intros N. revert w. induction N as [|x set D N IH]; intros [|c w]; cbn [length map]; try discriminate; auto. intros [= L].
  assert (E : forall y, In y set -> y <> x) by (intros y Y ->; auto). f_equal.
  - destruct c; cbn [choose]; destruct (in_dec _ _ _) as [I|I]; auto.
    + exfalso. apply I. now left.
    + exfalso. apply D. now apply choose_incl in I.
  - etransitivity; [|apply (IH w L)]. apply map_ext_in. intros y Y. destruct c; cbn [choose]; auto.
    destruct (in_dec _ y (x :: _)) as [[I|I]|I], (in_dec _ y _) as [J|J]; auto; exfalso; try tauto.
    + now apply (E y Y).
    + apply I. now right.
Qed.

Lemma ones_filter (f : square -> bool) set : ones (map f set) = length (filter f set).
Proof. unfold ones. induction set as [|x set IH]; cbn; auto. destruct (f x); cbn; auto. Qed.

Lemma nth_map_member boxes i y : i < length sq -> nth i (shown sq boxes) false = member (nth i sq y) boxes.
Proof.
  intros L. unfold shown. rewrite (nth_indep _ false (member y boxes)) by now rewrite map_length.
  apply (map_nth (fun x => member x boxes)).
Qed.

Lemma pow_counter t : t < 2 ^ counter_bits (N.of_nat t).
Proof.
  unfold counter_bits. assert (H : t < 2 ^ N.size_nat (N.of_nat t)).
  { destruct t as [|t]; [cbn; lia|]. rewrite size_log2 by lia. pose proof (N.log2_spec (N.of_nat (S t)) ltac:(lia)) as [_ H].
    assert (E : N.of_nat (2 ^ S (N.to_nat (N.log2 (N.of_nat (S t))))) = (2 ^ N.succ (N.log2 (N.of_nat (S t))))%N).
    { rewrite pow_nat, Nat2N.inj_succ, N2Nat.id. reflexivity. }
    lia. }
  eapply Nat.lt_le_trans; [exact H|]. apply Nat.pow_le_mono_r; lia.
Qed.

Lemma index_value i : i < length sq -> value (number n (N.of_nat i)) = i.
Proof.
  intros H. apply value_number. eapply Nat.le_lt_trans; [|apply pow_counter]. lia.
Qed.

Lemma split_word (u v : word) k : length u = k -> firstn k (u ++ v) = u /\ skipn k (u ++ v) = v.
Proof. intros <-. split; [now rewrite firstn_app, Nat.sub_diag, firstn_all, app_nil_r|now rewrite skipn_app, Nat.sub_diag, skipn_all]. Qed.

Lemma parts s : firstn n (word_of sq s) = number n (N.of_nat (index (player s) sq)) /\ skipn n (word_of sq s) = shown sq (boxes s).
Proof. apply split_word, number_length. Qed.

Lemma state_word s : Fair s -> Same (state_of l sq (word_of sq s)) s.
Proof.
  intros (P & _ & O & _). unfold state_of. destruct (parts s) as [-> ->]. destruct (index_nth _ _ P) as [L E].
  rewrite index_value, E by auto. split; [reflexivity|]. cbn [boxes]. intros x. unfold shown. rewrite choose_map, in_app_iff.
  unfold others. rewrite !filter_In, negb_true_iff, member_spec, member_false.
  destruct (in_dec square_eq x sq) as [I|I]; [tauto|]. rewrite (O x I). tauto.
Qed.

Lemma word_length s : length (word_of sq s) = bits (system_of l).
Proof. unfold word_of, shown. rewrite app_length, number_length, map_length. reflexivity. Qed.

Lemma fair_valid s : Fair s -> Valid (system_of l) (word_of sq s).
Proof.
  intros (P & Np & _ & T). split; [apply word_length|]. change (is_configuration l sq (word_of sq s) = true).
  unfold is_configuration. destruct (parts s) as [-> ->].
  destruct (index_nth _ _ P) as [L E]. rewrite index_value by auto. rewrite !andb_true_iff. repeat split.
  - now apply Nat.ltb_lt.
  - rewrite (nth_map_member _ _ (player s)), E by auto. now apply negb_true_iff, member_false.
  - apply Nat.eqb_eq, T.
Qed.

Lemma word_state w : Valid (system_of l) w -> word_of sq (state_of l sq w) = w /\ Fair (state_of l sq w).
Proof.
  intros [L V]. change (length w = n + length sq) in L. change (is_configuration l sq w = true) in V. unfold is_configuration in V. rewrite !andb_true_iff in V. destruct V as ((I & Fr) & T).
  apply Nat.ltb_lt in I. apply negb_true_iff in Fr. apply Nat.eqb_eq in T. destruct sq_facts as (N & _ & _ & _).
  assert (L1 : length (firstn n w) = n) by (rewrite firstn_length; lia).
  assert (L2 : length (skipn n w) = length sq) by (rewrite skipn_length; lia).
  assert (S0 : shown sq (boxes (state_of l sq w)) = skipn n w).
  { etransitivity; [|apply (choose_shown (skipn n w) sq N L2)]. unfold shown. apply map_ext_in. intros x X. cbn [state_of boxes].
    unfold member. destruct (in_dec square_eq x (_ ++ _)) as [J|J], (in_dec square_eq x _) as [K|K]; auto; exfalso.
    - apply in_app_iff in J. destruct J as [J|J]; auto. apply filter_In in J. destruct J as [_ J].
      apply negb_true_iff, member_false in J. auto.
    - apply J, in_app_iff. auto. }
  split.
  - unfold word_of. rewrite S0. cbn [state_of player]. rewrite nth_index by auto.
    rewrite <- L1 at 1. rewrite number_value. apply firstn_skipn.
  - repeat split.
    + apply nth_In, I.
    + rewrite <- S0, (nth_map_member _ _ (player (first l))) in Fr by auto. now apply member_false.
    + cbn [state_of boxes]. rewrite in_app_iff. intros [J|J]; [now apply choose_incl in J|]. apply filter_In in J. tauto.
    + intros J. cbn [state_of boxes]. apply in_app_iff. right. apply filter_In. now rewrite negb_true_iff, member_false.
    + unfold tally. now rewrite S0.
Qed.

(** ** Steps of words are steps of the game *)
Lemma fair_step s d s1 : Fair s -> step b s d = Some s1 -> Fair s1.
Proof.
  intros (P & Np & O & T) E. destruct sq_facts as (N & C & F & _). apply step_cases in E.
  destruct (pushes s d).
  - destruct E as (e & Fa & Ia & Ft & Nt & ->). set (a := add (player s) (delta e)) in *. set (t := add a (delta e)) in *.
    assert (A : In a sq) by (apply C; auto). assert (B : In t sq) by (apply C; auto). cbn [boxes player].
    assert (At : t <> a) by (intros ->; auto). repeat split; cbn [boxes player]; auto.
    + intros [J|J]; [auto|]. apply In_without in J. tauto.
    + intros [<-|J]; [tauto|]. apply In_without in J. apply O; tauto.
    + intros J. right. apply In_without. split; [apply O; auto|]. intros ->. auto.
    + rewrite <- T. unfold tally, shown. rewrite !ones_filter.
      assert (X : Permutation (a :: filter (fun x => member x (t :: without a (boxes s))) sq) (t :: filter (fun x => member x (boxes s)) sq)).
      { apply NoDup_Permutation.
        - constructor; [|now apply NoDup_filter]. rewrite filter_In, member_spec. intros [_ [J|J]]; [auto|]. apply In_without in J. tauto.
        - constructor; [|now apply NoDup_filter]. rewrite filter_In, member_spec. tauto.
        - intros x. cbn [In]. rewrite !filter_In, !member_spec. cbn [In]. rewrite In_without.
          assert (Xa : x = a -> In x sq /\ In x (boxes s)) by (intros ->; auto). assert (Xt : x = t -> In x sq) by (intros ->; auto).
          destruct (square_eq x a) as [Ea|Ea], (square_eq x t) as [Et|Et]; intuition. }
      apply Permutation_length in X. cbn in X. lia.
  - destruct E as (e & Fa & Na & ->). repeat split; cbn [boxes player]; auto; apply O; auto.
Qed.

Lemma moves_spec w w' : moves_to l sq w w' = true <-> exists d s, step b (state_of l sq w) d = Some s /\ word_of sq s = w'.
Proof.
  unfold moves_to. rewrite existsb_exists. split.
  - intros (d & _ & H). destruct (step _ _ d) as [s|] eqn:E; [|discriminate]. apply same_spec in H. eauto.
  - intros (d & s & E & H). exists d. split; [destruct d; cbn; auto|]. rewrite E. now apply same_spec.
Qed.

Lemma steps_of_play s ds s' m p : Play b s ds s' m p -> Fair s ->
  Steps (system_of l) (word_of sq s) m (word_of sq s') /\ Fair s'.
Proof.
  induction 1 as [s|s d s1 ds s2 m p E P IH]; intros F; [split; auto; constructor|].
  pose proof (fair_step _ _ _ F E) as F1. destruct (IH F1) as [S0 F2]. split; auto.
  eapply steps_step; [|apply fair_valid, F1|exact S0]. apply moves_spec. exists d.
  destruct (same_step _ _ _ _ (same_sym _ _ (state_word _ F)) E) as (_ & s1' & E' & H).
  exists s1'. split; auto. symmetry. now apply same_word.
Qed.

Lemma play_of_steps w m w' : Steps (system_of l) w m w' -> Valid (system_of l) w ->
  exists ds s' p, Play b (state_of l sq w) ds s' m p /\ Same s' (state_of l sq w').
Proof.
  induction 1 as [w|w w1 m w' L V1 S0 IH]; intros V.
  - exists [], (state_of l sq w), 0. split; [constructor|apply same_refl].
  - apply moves_spec in L. destruct L as (d & s & E & <-). destruct (IH V1) as (ds & s' & p & P & H).
    pose proof (fair_step _ _ _ (proj2 (word_state _ V)) E) as F1.
    destruct (same_play _ _ _ _ _ P _ (state_word _ F1)) as (s2 & P2 & H2).
    exists (d :: ds), s2, (if pushes (state_of l sq w) d then S p else p). split; [econstructor; eauto|].
    eapply same_trans; [apply same_sym; exact H2|exact H].
Qed.

Lemma valid_start : Valid (system_of l) (start (system_of l)).
Proof. apply fair_valid, fair_first. Qed.

Lemma wins_spec w : wins (system_of l) w = true <-> solved b (state_of l sq w).
Proof. apply is_solved_spec. Qed.

Lemma solution_of_steps w m : Valid (system_of l) w -> wins (system_of l) w = true ->
  Steps (system_of l) (start (system_of l)) m w -> exists ds p, Solution l ds m p.
Proof.
  intros V W S0. apply wins_spec in W. destruct (play_of_steps _ _ _ S0 valid_start) as (ds & s' & p & P & H).
  destruct (same_play _ _ _ _ _ P _ (state_word _ fair_first)) as (s2 & P2 & H2).
  exists ds, p, s2. split; auto. apply (same_solved s'); auto. apply (same_solved (state_of l sq w)); auto using same_sym.
Qed.

Lemma steps_of_solution ds m p : Solution l ds m p -> exists w, Valid (system_of l) w /\ wins (system_of l) w = true /\
  Steps (system_of l) (start (system_of l)) m w.
Proof.
  intros (s & P & S0). destruct (steps_of_play _ _ _ _ _ P fair_first) as [S1 F]. exists (word_of sq s).
  split; [now apply fair_valid|]. split; auto. apply wins_spec. apply (same_solved s); auto using same_sym, state_word.
Qed.

(** * Theorems *)
Theorem savitch_decides : savitch l = true <-> solvable l.
Proof.
  unfold savitch. rewrite (decide_spec _ valid_start). split.
  - intros (k & w & V & W & S0). destruct (solution_of_steps w k) as (ds & p & H); auto. exists ds, k, p. exact H.
  - intros (ds & m & p & H). destruct (steps_of_solution ds m p H) as (w & V & W & S0). eauto.
Qed.

(** A level that can be solved can be solved in fewer moves than there are words. *)
Theorem short_solution : solvable l -> exists ds m p, Solution l ds m p /\
  m <= N.to_nat (sufficient (system_of l)) /\ m < 2 ^ bits (system_of l).
Proof.
  intros (ds & m & p & H). destruct (steps_of_solution ds m p H) as (w & V & W & S0).
  destruct (enough _ m w valid_start V W S0) as (k & w' & K & V' & W' & S1).
  destruct (solution_of_steps w' k) as (ds' & p' & H'); auto. exists ds', k, p'. split; auto. split; auto.
  assert (G : Savitch.goals (system_of l) <> 0%N).
  { unfold Savitch.goals, count. intros E. assert (L : length (filter (is_goal (system_of l)) (words (bits (system_of l)))) = 0) by lia.
    apply length_zero_iff_nil in L. assert (I : In w (filter (is_goal (system_of l)) (words (bits (system_of l))))).
    { apply filter_In. unfold is_goal. rewrite words_spec, W. destruct V as [A ->]. auto. }
    rewrite L in I. destruct I. }
  pose proof (sufficient_bound _ G) as B. rewrite <- pow_nat in B. lia.
Qed.

(** Squares in play: at least one, and the player's number takes no more bits than there are squares. *)
Lemma bits_bound : 2 <= bits (system_of l) <= 2 * length sq.
Proof.
  destruct sq_facts as (_ & _ & _ & I). cbn. unfold player_bits, counter_bits.
  assert (L : 1 <= length sq) by (destruct sq; [destruct I|cbn; lia]).
  destruct (N.eq_dec (N.of_nat (length sq - 1)) 0) as [->|T]; [cbn; lia|]. rewrite size_log2 by auto.
  pose proof (N.log2_lt_lin (N.of_nat (length sq - 1)) ltac:(lia)). lia.
Qed.

(** The memory never exceeds the bound of docs/background/savitch.md, with four bits that say what is done next. *)
Theorem savitch_memory i :
  length (memory_of l (machine_of l i)) <= control_bits + horizon_bound (bits (system_of l)) (sufficient (system_of l)).
Proof. apply machine_memory, word_length. Qed.

(** Different configurations of the machine have different memories: nothing is held outside. *)
Theorem memory_is_all i j : memory_of l (machine_of l i) = memory_of l (machine_of l j) -> machine_of l i = machine_of l j.
Proof.
  apply memory_injective; [apply Nat.le_max_r|..]; apply fits_run; try apply word_length; apply fits_first.
Qed.

(** Sokoban is in PSPACE. *)
Theorem polynomial_space :
  (exists i, machine_of l i = Done (savitch l)) /\ (savitch l = true <-> solvable l) /\
  forall i, length (memory_of l (machine_of l i)) <= 4 + 14 * length sq + 16 * length sq * length sq.
Proof.
  split; [apply machine_answers|]. split; [apply savitch_decides|]. intros i. pose proof bits_bound as B.
  pose proof (machine_memory_quadratic (system_of l) i ltac:(lia) (word_length (first l))) as M.
  unfold memory_of, machine_of, control_bits in *. nia.
Qed.

End Proofs.
