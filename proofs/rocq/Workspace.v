(** What one step of the machine needs beside its memory: each test of configurations is a loop over the squares in play,
    and for a move over the directions, which reads bits of the configurations where the level says. *)
From Coq Require Import ZArith NArith Arith List Bool Lia.
From Soko Require Import Savitch Rules Plays Theory Masks PolynomialSpace.
Import ListNotations.
Local Open Scope nat_scope.

Section Workspace.
Variable l : level.
Hypothesis is_l : is_level l.
Notation b := (on l).
Notation sq := (in_play l).
Notation n := (player_bits sq).

(** ** Read in the configurations *)
Definition who (w : word) : nat := value (firstn n w).              (* the number of the player's square *)
Definition box (w : word) (i : nat) : bool := nth i (skipn n w) false.

(** ** Read in the level: the square ahead, if it is floor, and the goals *)
Definition square_at (i : nat) : square := nth i sq (player (first l)).
Definition ahead (d : direction) (i : nat) : option nat :=
  let a := add (square_at i) (delta d) in if floor b a then Some (index a sq) else None.
Definition goal_at (i : nat) : bool := member (square_at i) (goals b).

(** The bit [i] of [w'] is right for a move from [w] in direction [d]. *)
Definition agrees (d : direction) (w w' : word) (i : nat) : bool :=
  match ahead d (who w) with
  | None => false
  | Some a =>
      (who w' =? a) &&
      if box w a
      then match ahead d a with
           | None => false
           | Some t => negb (box w t) && eqb (box w' i) ((i =? t) || negb (i =? a) && box w i)
           end
      else eqb (box w' i) (box w i)
  end.

(** ** The tests, a bit at a time *)
Inductive test :=
| Move (d : direction) (i : nat)               (* does [w] lead to [w'] in direction [d]?  bit [i] is next *)
| Count (i c : nat)                            (* is [w] a configuration?  [c] boxes before bit [i] *)
| Goals (i : nat)                              (* is [w] solved? *)
| Verdict (a : bool).

Definition turn (d : direction) : option direction :=
  match d with up => Some down | down => Some left | left => Some right | right => None end.

Definition test_next (w w' : word) (t : test) : test :=
  match t with
  | Move d i =>
      if agrees d w w' i then if S i <? length sq then Move d (S i) else Verdict true
      else match turn d with Some d => Move d 0 | None => Verdict false end
  | Count i c =>
      let c := if box w i then S c else c in
      if S i <? length sq then Count (S i) c
      else Verdict ((who w <? length sq) && negb (box w (who w)) && (c =? ones (shown sq (boxes (first l)))))
  | Goals i =>
      if box w i && negb (goal_at i) then Verdict false
      else if S i <? length sq then Goals (S i)
      else Verdict (forallb (fun x => member x (goals b)) (others l sq))
  | Verdict a => Verdict a
  end.
Fixpoint test_run (w w' : word) (k : nat) (t : test) : test :=
  match k with O => t | S k => test_run w w' k (test_next w w' t) end.

Definition direction_word (d : direction) : word :=
  match d with up => [false; false] | down => [false; true] | left => [true; false] | right => [true; true] end.
Definition test_memory (t : test) : word :=
  match t with
  | Move d i => [false; false] ++ direction_word d ++ number n (N.of_nat i)
  | Count i c => [false; true] ++ number n (N.of_nat i) ++ number (counter_bits (N.of_nat (length sq))) (N.of_nat c)
  | Goals i => [true; false] ++ number n (N.of_nat i)
  | Verdict a => [true; true; a]
  end.

(** Proofs *)
Lemma who_box w : Valid (system_of l) w -> let s := state_of l sq w in
  who w < length sq /\ index (player s) sq = who w /\ player s = square_at (who w) /\
  forall i, i < length sq -> box w i = member (square_at i) (boxes s).
Proof.
  intros V s. destruct (word_state l is_l w V) as [E (P & _)]. fold s in E, P. destruct (parts l s) as [A B].
  rewrite E in A, B. destruct (index_nth _ _ P) as [L N].
  assert (W : who w = index (player s) sq) by (unfold who; rewrite A; now apply index_value).
  split; [lia|]. split; auto. split; [unfold square_at; rewrite W; symmetry; apply N|].
  intros i I. unfold box. rewrite B. now apply nth_map_member.
Qed.

Lemma place_spec i x : In x sq -> i < length sq -> (square_at i = x <-> i = index x sq).
Proof.
  intros I L. destruct (sq_facts l is_l) as (N & _). destruct (index_nth _ _ I) as [_ E]. unfold square_at. split.
  - intros <-. symmetry. now apply nth_index.
  - intros ->. apply E.
Qed.

Lemma word_bits s w : In (player s) sq -> length w = n + length sq ->
  (word_of sq s = w <-> who w = index (player s) sq /\ forall i, i < length sq -> box w i = member (square_at i) (boxes s)).
Proof.
  intros P L. destruct (index_nth _ _ P) as [Li _]. split.
  - intros <-. destruct (parts l s) as [A B]. split; [unfold who; rewrite A; now apply index_value|].
    intros i I. unfold box. rewrite B. now apply nth_map_member.
  - intros [W B]. rewrite <- (firstn_skipn n w). unfold word_of. f_equal.
    + rewrite <- W. unfold who. assert (F : length (firstn n w) = n) by (rewrite firstn_length; lia).
      rewrite <- F at 1. apply number_value.
    + apply (nth_ext _ _ false false); [unfold shown; rewrite map_length, skipn_length; lia|].
      intros i I. unfold shown in I. rewrite map_length in I. unfold box in B. rewrite (B i I). now apply nth_map_member.
Qed.

Lemma all_squares (f : nat -> bool) : forallb f (seq 0 (length sq)) = true <-> forall i, i < length sq -> f i = true.
Proof. rewrite forallb_forall. split; intros H i; [intros L|rewrite in_seq; intros L]; apply H; [apply in_seq|]; lia. Qed.

(** A move between two configurations shows in their bits. *)
Theorem moves_by_bits w w' : Valid (system_of l) w -> length w' = bits (system_of l) ->
  moves_to l sq w w' = existsb (fun d => forallb (agrees d w w') (seq 0 (length sq))) directions.
Proof.
  intros V L. destruct (who_box w V) as (Lw & Iw & Pw & Bw). set (s := state_of l sq w) in *.
  destruct (word_state l is_l w V) as [_ (P & _)]. fold s in P. destruct (sq_facts l is_l) as (_ & C & _ & _).
  unfold moves_to. fold s. induction directions as [|d ds IH]; [reflexivity|]. cbn [existsb]. rewrite IH. f_equal. clear IH ds.
  apply eq_true_iff_eq. rewrite all_squares. set (a := add (player s) (delta d)).
  assert (E : ahead d (who w) = if floor b a then Some (index a sq) else None) by (unfold ahead; now rewrite <- Pw).
  unfold agrees. rewrite E. unfold step. fold a. destruct (floor b a) eqn:Fa; cbn [negb];
    [|split; [discriminate|intros H; exact (H 0 ltac:(lia))]].
  assert (Ia : In a sq) by (apply C; auto). destruct (index_nth _ _ Ia) as [La Na].
  assert (Ba : box w (index a sq) = member a (boxes s)) by (rewrite Bw by auto; unfold square_at; now rewrite Na).
  rewrite Ba. destruct (member a (boxes s)) eqn:Ma; cbn [negb].
  - set (t := add a (delta d)).
    assert (Et : ahead d (index a sq) = if floor b t then Some (index t sq) else None).
    { unfold ahead, square_at. now rewrite Na. }
    rewrite Et. destruct (floor b t) eqn:Ft; cbn [andb];
      [|split; [discriminate|intros H; specialize (H 0 ltac:(lia)); apply andb_true_iff in H; destruct H; discriminate]].
    assert (It : In t sq) by (apply C; auto). destruct (index_nth _ _ It) as [Lt Nt].
    assert (Bt : box w (index t sq) = member t (boxes s)) by (rewrite Bw by auto; unfold square_at; now rewrite Nt).
    rewrite Bt. destruct (member t (boxes s)) eqn:Mt; cbn [negb andb];
      [split; [discriminate|intros H; specialize (H 0 ltac:(lia)); apply andb_true_iff in H; destruct H; discriminate]|].
    rewrite same_spec, (word_bits (State _ a)) by auto. cbn [player boxes].
    assert (X : forall i, i < length sq -> member (square_at i) (t :: without a (boxes s)) =
      (i =? index t sq) || negb (i =? index a sq) && box w i).
    { intros i I. pose proof (place_spec i t It I) as Ti. pose proof (place_spec i a Ia I) as Ai. rewrite (Bw i I).
      apply eq_true_iff_eq. rewrite orb_true_iff, andb_true_iff, negb_true_iff, Nat.eqb_eq, Nat.eqb_neq, !member_spec.
      cbn [In]. rewrite In_without, <- Ti, <- Ai. intuition congruence. }
    split.
    + intros [W B] i I. rewrite W, Nat.eqb_refl, (B i I), (X i I). cbn [andb]. apply eqb_reflx.
    + intros H. split.
      * specialize (H 0 ltac:(lia)). apply andb_true_iff in H. now apply Nat.eqb_eq.
      * intros i I. specialize (H i I). apply andb_true_iff in H. destruct H as [_ H]. apply eqb_prop in H. now rewrite H, X.
  - rewrite same_spec, (word_bits (State _ a)) by auto. cbn [player boxes]. split.
    + intros [W B] i I. rewrite W, Nat.eqb_refl, (B i I), (Bw i I). cbn [andb]. apply eqb_reflx.
    + intros H. split.
      * specialize (H 0 ltac:(lia)). apply andb_true_iff in H. now apply Nat.eqb_eq.
      * intros i I. specialize (H i I). apply andb_true_iff in H. destruct H as [_ H]. apply eqb_prop in H. now rewrite H, Bw.
Qed.

(** ** The tests answer what the machine asks *)
Section Run.
Variables w w' : word.
Definition Tends (t t' : test) : Prop := exists k, test_run w w' k t = t'.
Lemma tends_refl t : Tends t t.
Proof. now exists 0. Qed.
Lemma tends_step t t' t2 : test_next w w' t = t' -> Tends t' t2 -> Tends t t2.
Proof. intros <- [k <-]. now exists (S k). Qed.
Lemma tends_trans t t' t2 : Tends t t' -> Tends t' t2 -> Tends t t2.
Proof.
  intros [k E] H. revert t E. induction k as [|k IH]; cbn; intros t E; [now rewrite E|]. eapply tends_step; [reflexivity|auto].
Qed.

Lemma run_move d k : forall i, i + S k = length sq ->
  Tends (Move d i) (if forallb (agrees d w w') (seq i (S k)) then Verdict true
                    else match turn d with Some d => Move d 0 | None => Verdict false end).
Proof.
  induction k as [|k IH]; intros i H; rewrite <- cons_seq; cbn [forallb]; (destruct (agrees d w w' i) eqn:A;
    [|eapply tends_step; [cbn [test_next]; rewrite A; reflexivity|apply tends_refl]]); cbn [andb].
  - eapply tends_step; [cbn [test_next]; rewrite A; destruct (Nat.ltb_spec (S i) (length sq)); [lia|reflexivity]|apply tends_refl].
  - eapply tends_step; [cbn [test_next]; rewrite A; destruct (Nat.ltb_spec (S i) (length sq)); [reflexivity|lia]|].
    apply IH. lia.
Qed.

Lemma squares_positive : exists k, length sq = S k.
Proof. destruct (sq_facts l is_l) as (_ & _ & _ & I). destruct sq; [destruct I|cbn; eauto]. Qed.

Theorem move_test : Valid (system_of l) w -> length w' = bits (system_of l) ->
  Tends (Move up 0) (Verdict (moves_to l sq w w')).
Proof.
  intros V L. rewrite moves_by_bits by auto. destruct squares_positive as [k K]. rewrite K.
  pose proof (fun d => run_move d k 0 ltac:(lia)) as R. cbn [existsb directions].
  eapply tends_trans; [apply R|]. destruct (forallb _ _); [apply tends_refl|]. cbn [turn orb].
  eapply tends_trans; [apply R|]. destruct (forallb _ _); [apply tends_refl|]. cbn [turn orb].
  eapply tends_trans; [apply R|]. destruct (forallb _ _); [apply tends_refl|]. cbn [turn orb].
  eapply tends_trans; [apply R|]. destruct (forallb _ _); apply tends_refl.
Qed.

Lemma ones_next v i : i < length v -> ones (firstn (S i) v) = if nth i v false then S (ones (firstn i v)) else ones (firstn i v).
Proof.
  revert v. induction i as [|i IH]; intros [|x v] H; cbn [length] in H; try lia.
  - cbn. now destruct x.
  - change (ones (x :: firstn (S i) v) = if nth i v false then S (ones (x :: firstn i v)) else ones (x :: firstn i v)).
    unfold ones in *. cbn [filter]. pose proof (IH v ltac:(lia)) as E. destruct x; cbn [length]; rewrite E;
      destruct (nth i v false); reflexivity.
Qed.

Theorem configuration_test : length w = bits (system_of l) -> Tends (Count 0 0) (Verdict (is_configuration l sq w)).
Proof.
  intros L. change (length w = n + length sq) in L. destruct squares_positive as [k K].
  assert (Lv : length (skipn n w) = length sq) by (rewrite skipn_length; lia).
  assert (H : forall k i, i + S k = length sq -> Tends (Count i (ones (firstn i (skipn n w)))) (Verdict (is_configuration l sq w))).
  { clear k K. induction k as [|k IH]; intros i H; (eapply tends_step; [reflexivity|]); cbn [test_next];
      (assert (E : (if box w i then S (ones (firstn i (skipn n w))) else ones (firstn i (skipn n w))) =
        ones (firstn (S i) (skipn n w))) by (symmetry; apply ones_next; lia)); rewrite E;
      destruct (Nat.ltb_spec (S i) (length sq)); try lia.
    - rewrite (firstn_all2 (n := S i) (skipn n w)) by lia. apply tends_refl.
    - apply IH. lia. }
  apply (H k 0). lia.
Qed.

Theorem goals_test : Valid (system_of l) w -> Tends (Goals 0) (Verdict (all_on_goals l sq w)).
Proof.
  intros V. destruct (who_box w V) as (_ & _ & _ & Bw). destruct squares_positive as [k K].
  set (good := fun i => negb (box w i && negb (goal_at i))). set (rest := forallb (fun x => member x (goals b)) (others l sq)).
  assert (E : all_on_goals l sq w = forallb good (seq 0 (length sq)) && rest).
  { apply eq_true_iff_eq. unfold all_on_goals. rewrite is_solved_spec, andb_true_iff, all_squares. unfold good, rest, goal_at.
    rewrite forallb_forall. split.
    - intros S0. split.
      + intros i I. rewrite (Bw i I). destruct (member (square_at i) (boxes _)) eqn:M; auto. apply member_spec in M.
        apply S0, member_spec in M. now rewrite M.
      + intros x I. apply member_spec, S0. cbn. apply in_app_iff. auto.
    - intros [A R] x I. cbn in I. pose proof I as J. apply in_app_iff in I. destruct I as [I|I]; [|now apply member_spec, R].
      apply choose_incl in I. destruct (index_nth _ _ I) as [Li Ni]. specialize (A _ Li). rewrite (Bw _ Li) in A.
      unfold square_at in A. rewrite Ni in A. rewrite (proj2 (member_spec x (boxes (state_of l sq w)))) in A by exact J.
      apply member_spec. now destruct (member x (goals b)). }
  assert (H : forall k i, i + S k = length sq -> Tends (Goals i) (Verdict (forallb good (seq i (S k)) && rest))).
  { clear k K E. induction k as [|k IH]; intros i H; rewrite <- cons_seq; cbn [forallb]; unfold good at 1;
      (destruct (box w i && negb (goal_at i)) eqn:A; [eapply tends_step; [cbn [test_next]; rewrite A; reflexivity|apply tends_refl]|]);
      cbn [negb andb]; (eapply tends_step; [cbn [test_next]; rewrite A; reflexivity|]);
      destruct (Nat.ltb_spec (S i) (length sq)); try lia; [apply tends_refl|apply IH; lia]. }
  rewrite E, K. apply H. lia.
Qed.

(** ** What they hold *)
Definition InRange (t : test) : Prop :=
  match t with
  | Move _ i | Goals i => i < length sq
  | Count i c => i < length sq /\ c <= i
  | Verdict _ => True
  end.

Theorem in_range k t : InRange t -> InRange (test_run w w' k t).
Proof.
  revert t. induction k as [|k IH]; cbn [test_run]; auto. intros t H. apply IH. destruct squares_positive as [j J].
  destruct t as [d i|i c|i|a]; cbn [test_next InRange] in *; auto.
  - destruct (agrees d w w' i); [destruct (Nat.ltb_spec (S i) (length sq)); cbn [InRange]; auto|].
    destruct (turn d); cbn [InRange]; auto; lia.
  - destruct H as [H C]. destruct (Nat.ltb_spec (S i) (length sq)); cbn [InRange]; auto. destruct (box w i); lia.
  - destruct (_ && _); cbn [InRange]; auto. destruct (Nat.ltb_spec (S i) (length sq)); cbn [InRange]; auto.
Qed.
End Run.

Theorem test_memory_bound t : length (test_memory t) <= 4 + n + counter_bits (N.of_nat (length sq)).
Proof.
  destruct t as [[] i|i c|i|a]; cbn [test_memory direction_word]; rewrite ?app_length, ?number_length; cbn [length]; lia.
Qed.

Theorem test_memory_injective t t' : InRange t -> InRange t' -> test_memory t = test_memory t' -> t = t'.
Proof.
  assert (N1 : forall i j, i < length sq -> j < length sq -> number n (N.of_nat i) = number n (N.of_nat j) -> i = j).
  { intros i j I J E. apply (f_equal value) in E. rewrite !(index_value l) in E by auto. exact E. }
  assert (N2 : forall i j, i <= length sq -> j <= length sq -> number (counter_bits (N.of_nat (length sq))) (N.of_nat i) =
    number (counter_bits (N.of_nat (length sq))) (N.of_nat j) -> i = j).
  { intros i j I J E. pose proof (pow_counter (length sq)). apply (f_equal value) in E. now rewrite !value_number in E by lia. }
  destruct t as [d i|i c|i|a], t' as [d' i'|i' c'|i'|a']; cbn [InRange test_memory]; intros I I' E; try discriminate.
  - destruct d, d'; try discriminate; injection E as E; apply N1 in E as ->; auto.
  - destruct I, I'. injection E as E. apply app_same in E as [E F]; [|now rewrite !number_length].
    apply N1 in E as ->; auto. apply N2 in F as ->; auto; lia.
  - injection E as E. apply N1 in E as ->; auto.
  - injection E as ->. reflexivity.
Qed.

(** With a test under way, the machine holds this many bits. *)
Theorem total_space i t : length (memory_of l (machine_of l i)) + length (test_memory t) <=
  8 + 16 * length sq + 16 * length sq * length sq.
Proof.
  destruct (polynomial_space l is_l) as (_ & _ & M). specialize (M i). pose proof (test_memory_bound t) as T.
  pose proof (bits_bound l is_l) as [_ B]. change (n + length sq <= 2 * length sq) in B.
  assert (C : counter_bits (N.of_nat (length sq)) <= length sq).
  { destruct squares_positive as [k K]. unfold counter_bits. rewrite size_log2 by lia.
    pose proof (N.log2_lt_lin (N.of_nat (length sq)) ltac:(lia)). lia. }
  lia.
Qed.
End Workspace.
