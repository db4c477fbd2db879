(** Savitch's procedure, and a machine that runs it and whose memory is counted in bits (docs/background/savitch.md).
    Configurations are words of [bits] bits, in the order of the numbers that they write, lowest bit first. *)
From Coq Require Import NArith Arith List Bool Lia.
Import ListNotations.

(** * Words *)
Definition word : Type := list bool.

Fixpoint increment (w : word) : option word :=
  match w with
  | [] => None
  | false :: w => Some (true :: w)
  | true :: w => option_map (cons false) (increment w)
  end.

Definition zeros (n : nat) : word := repeat false n.

Fixpoint words (n : nat) : list word :=
  match n with O => [[]] | S n => flat_map (fun w => [false :: w; true :: w]) (words n) end.

Fixpoint same (v w : word) : bool :=
  match v, w with
  | [], [] => true
  | x :: v, y :: w => eqb x y && same v w
  | _, _ => false
  end.

(** How many words of a list are such, as a binary number. *)
Definition count (P : word -> bool) (l : list word) : N := N.of_nat (length (filter P l)).

(** [number k t] writes [t] in [k] bits. *)
Definition number (k : nat) (t : N) : word := map (fun i => N.testbit t (N.of_nat i)) (seq 0 k).

(** * Systems *)
Record system := System {
  bits : nat;
  valid : word -> bool;                       (* the words that are configurations *)
  leads : word -> word -> bool;               (* one step *)
  wins : word -> bool;                        (* goals *)
  start : word }.

(** * The procedure *)
Definition halvings (t : N) : nat := N.to_nat (N.log2_up t).

(** Steps to ask for: [t], twice as many, and so on, before [last]. *)
Fixpoint horizons (fuel : nat) (t last : N) : list N :=
  if (t <? last)%N then t :: match fuel with O => [last] | S fuel => horizons fuel (N.min (2 * t) last) last end
  else [last].

Section Procedure.
Variable s : system.

Fixpoint reaches (depth : nat) (c1 c2 : word) (t : N) : bool :=
  if (t <=? 1)%N then same c1 c2 || (t =? 1)%N && leads s c1 c2
  else match depth with
       | O => false
       | S depth => existsb (fun m => valid s m && (reaches depth c1 m (t / 2) && reaches depth m c2 (t - t / 2)))
                            (words (bits s))
       end.

Definition is_goal (c : word) : bool := valid s c && wins s c.
Definition configurations : N := count (valid s) (words (bits s)).
Definition goals : N := count is_goal (words (bits s)).
Definition sufficient : N := configurations - goals.

Definition decide : bool :=
  negb (goals =? 0)%N &&
  existsb (fun t => existsb (fun g => is_goal g && reaches (halvings t) (start s) g t) (words (bits s)))
          (horizons (halvings sufficient) (N.min 1 sufficient) sufficient).

(** * The machine.  Its memory is all that it holds. *)
Record frame := Frame { from : word; to : word; within : N; middle : word; second : bool }.   (* a call that waits *)
Record caller := Caller { goal : word; horizon : N; now : N }.
Inductive control :=
| Ask (c1 c2 : word) (t : N)                  (* a call begins *)
| Try                                         (* the middle of the innermost waiting call is next *)
| Next                                        (* ... has failed *)
| Answer (a : bool).                          (* a call ends *)
Inductive machine :=
| Counting (c : word) (all goals : N)
| Choosing (q : caller)
| Running (q : caller) (k : control) (stack : list frame)
| Done (a : bool).

Definition first_machine : machine := Counting (zeros (bits s)) 0 0.

Definition next_goal (q : caller) : machine :=
  match increment (goal q) with
  | Some g => Choosing (Caller g (horizon q) (now q))
  | None => if (now q <? horizon q)%N
            then Choosing (Caller (zeros (bits s)) (horizon q) (N.min (2 * now q) (horizon q)))
            else Done false
  end.

Definition next (m : machine) : machine :=
  match m with
  | Counting c all goals =>
      let all := if valid s c then N.succ all else all in
      let goals := if is_goal c then N.succ goals else goals in
      match increment c with
      | Some c => Counting c all goals
      | None => if (goals =? 0)%N then Done false
                else Choosing (Caller (zeros (bits s)) (all - goals) (N.min 1 (all - goals)))
      end
  | Choosing q => if is_goal (goal q) then Running q (Ask (start s) (goal q) (now q)) [] else next_goal q
  | Running q (Ask c1 c2 t) stack =>
      if (t <=? 1)%N then Running q (Answer (same c1 c2 || (t =? 1)%N && leads s c1 c2)) stack
      else Running q Try (Frame c1 c2 t (zeros (bits s)) false :: stack)
  | Running q Try (Frame c1 c2 t m h :: stack) =>
      if valid s m then Running q (Ask c1 m (t / 2)) (Frame c1 c2 t m h :: stack)
      else Running q Next (Frame c1 c2 t m h :: stack)
  | Running q Next (Frame c1 c2 t m h :: stack) =>
      match increment m with
      | Some m => Running q Try (Frame c1 c2 t m false :: stack)
      | None => Running q (Answer false) stack
      end
  | Running q (Answer true) (Frame c1 c2 t m false :: stack) =>
      Running q (Ask m c2 (t - t / 2)) (Frame c1 c2 t m true :: stack)
  | Running q (Answer true) (Frame c1 c2 t m true :: stack) => Running q (Answer true) stack
  | Running q (Answer false) (f :: stack) => Running q Next (f :: stack)
  | Running q (Answer true) [] => Done true
  | Running q (Answer false) [] => next_goal q
  | Running q Try [] | Running q Next [] => Done false              (* never *)
  | Done a => Done a
  end.

Fixpoint run (i : nat) (m : machine) : machine := match i with O => m | S i => run i (next m) end.

(** * Memory, written out.  Numbers of steps take [k] bits, counts of configurations [bits + 1]. *)
Definition control_bits : nat := 4.
Definition tag (x y z : bool) (a : bool) : word := [x; y; z; a].
Definition frame_word (k : nat) (f : frame) : word := from f ++ to f ++ number k (within f) ++ middle f ++ [second f].
Definition caller_word (k : nat) (q : caller) : word := goal q ++ number k (horizon q) ++ number k (now q).
Definition memory (k : nat) (m : machine) : word :=
  match m with
  | Counting c all goals => tag false false false false ++ c ++ number (S (bits s)) all ++ number (S (bits s)) goals
  | Choosing q => tag false false true false ++ caller_word k q
  | Running q c stack =>
      match c with
      | Ask c1 c2 t => tag false true false false ++ c1 ++ c2 ++ number k t
      | Try => tag false true true false
      | Next => tag true false false false
      | Answer a => tag true false true a
      end ++ caller_word k q ++ flat_map (frame_word k) stack
  | Done a => tag true true true a
  end.

(** * The bound of docs/background/savitch.md, without the workspace *)
Definition counter_bits (t : N) : nat := Nat.max 1 (N.size_nat t).
Definition levels (t : N) : nat := S (halvings t).
Definition horizon_bound (n : nat) (t : N) : nat :=
  let d := levels t in let k := counter_bits t in d * (2 * n + k) + (d - 1) * (n + 1) + n + 2 * k.

(** * Words: proofs *)
Lemma words_spec n w : In w (words n) <-> length w = n.
Proof.
  revert w. induction n as [|n IH]; intros w; cbn.
  - destruct w; cbn; intuition discriminate.
  - rewrite in_flat_map. split.
    + intros (v & I & [<-|[<-|[]]]); cbn; f_equal; now apply IH.
    + destruct w as [|x w]; cbn; [discriminate|]. intros [= E]. exists w. split; [now apply IH|]. destruct x; cbn; auto.
Qed.

Lemma words_length n : length (words n) = 2 ^ n.
Proof.
  induction n as [|n IH]; [reflexivity|]. cbn [words Nat.pow].
  assert (H : forall l, length (flat_map (fun w : word => [false :: w; true :: w]) l) = 2 * length l).
  { induction l as [|w l E]; cbn [flat_map app length]; lia. }
  rewrite H, IH. lia.
Qed.

Lemma words_nodup n : NoDup (words n).
Proof.
  induction n as [|n IH]; cbn; [repeat constructor; intros []|].
  assert (H : forall l, NoDup l -> NoDup (flat_map (fun w : word => [false :: w; true :: w]) l)).
  { induction 1 as [|w l N D E]; cbn; [constructor|].
    assert (X : forall y, ~ In (y :: w) (flat_map (fun w : word => [false :: w; true :: w]) l)).
    { intros y. rewrite in_flat_map. intros (v & I & [J|[J|[]]]); injection J as _ ->; auto. }
    constructor; [|constructor; auto]. intros [J|J]; [discriminate|now apply (X false)]. }
  auto.
Qed.

Inductive Chain : list word -> Prop :=
| chain_last w : increment w = None -> Chain [w]
| chain_next w w' l : increment w = Some w' -> Chain (w' :: l) -> Chain (w :: w' :: l).

Lemma words_chain n : Chain (words n).
Proof.
  induction n as [|n IH]; cbn; [now constructor|]. induction IH as [w E|w w' l E C IH]; cbn.
  - constructor; [reflexivity|]. constructor. cbn. now rewrite E.
  - constructor; [reflexivity|]. constructor; [|exact IH]. cbn. now rewrite E.
Qed.

Lemma words_zeros n : exists l, words n = zeros n :: l.
Proof. induction n as [|n [l E]]; cbn; [eauto|]. rewrite E. cbn. unfold zeros. eauto. Qed.

Lemma chain_after pre w post : Chain (pre ++ w :: post) ->
  match post with [] => increment w = None | w' :: _ => increment w = Some w' end.
Proof.
  induction pre as [|v pre IH]; cbn.
  - intros C. inversion C; auto.
  - intros C. apply IH. inversion C; auto. destruct pre; discriminate.
Qed.

Lemma increment_length w w' : increment w = Some w' -> length w' = length w.
Proof.
  revert w'. induction w as [|[] w IH]; cbn; intros w'; [discriminate| |now intros [= <-]].
  destruct (increment w) as [v|]; cbn; [|discriminate]. intros [= <-]. cbn. now rewrite (IH v).
Qed.

Lemma zeros_length n : length (zeros n) = n.
Proof. apply repeat_length. Qed.

Lemma same_spec v w : same v w = true <-> v = w.
Proof.
  revert w. induction v as [|x v IH]; intros [|y w]; cbn; try (intuition discriminate).
  rewrite andb_true_iff, eqb_true_iff, IH. intuition congruence.
Qed.

Lemma number_length k t : length (number k t) = k.
Proof. unfold number. now rewrite map_length, seq_length. Qed.

Lemma size_log2 t : t <> 0%N -> N.size_nat t = S (N.to_nat (N.log2 t)).
Proof.
  intros H. assert (E : N.of_nat (N.size_nat t) = N.size t).
  { destruct t as [|p]; [reflexivity|]. cbn. induction p as [p IH|p IH|]; cbn [Pos.size_nat Pos.size]; lia. }
  rewrite N.size_log2 in E by auto. lia.
Qed.

Lemma number_inj k t u : N.size_nat t <= k -> N.size_nat u <= k -> number k t = number k u -> t = u.
Proof.
  intros T U E. apply N.bits_inj. intros i. destruct (Nat.lt_ge_cases (N.to_nat i) k) as [L|L].
  - assert (X : forall v, nth_error (number k v) (N.to_nat i) = Some (N.testbit v i)).
    { intros v. unfold number. rewrite nth_error_map.
      rewrite (nth_error_nth' (seq 0 k) 0) by now rewrite seq_length. rewrite seq_nth by auto. cbn. now rewrite N2Nat.id. }
    pose proof (X t) as A. rewrite E, X in A. congruence.
  - assert (X : forall v, N.size_nat v <= k -> N.testbit v i = false).
    { intros v V. destruct (N.eq_dec v 0) as [->|N0]; [apply N.bits_0|].
      apply N.bits_above_log2. rewrite size_log2 in V by auto. lia. }
    now rewrite !X.
Qed.

(** * The procedure is right *)
Definition Valid (c : word) : Prop := length c = bits s /\ valid s c = true.

Inductive Steps : word -> nat -> word -> Prop :=
| steps_end c : Steps c 0 c
| steps_step c c1 k c2 : leads s c c1 = true -> Valid c1 -> Steps c1 k c2 -> Steps c (S k) c2.

Lemma steps_app c1 j m k c2 : Steps c1 j m -> Steps m k c2 -> Steps c1 (j + k) c2.
Proof. induction 1; cbn; auto. intros. eapply steps_step; eauto. Qed.

Lemma steps_split j k c1 c2 : Valid c1 -> Steps c1 (j + k) c2 -> exists m, Valid m /\ Steps c1 j m /\ Steps m k c2.
Proof.
  revert c1. induction j as [|j IH]; cbn; intros c1 V S0.
  - exists c1. repeat split; try apply V; auto. constructor.
  - inversion S0 as [|? c ? ? L V1 S1]; subst. destruct (IH c V1 S1) as (m & VM & A & B).
    exists m. repeat split; try apply VM; auto. eapply steps_step; eauto.
Qed.

Lemma halvings_half t : (2 <= t)%N -> S (halvings (t - t / 2)) <= halvings t /\ S (halvings (t / 2)) <= halvings t.
Proof.
  intros H. unfold halvings. assert (U : (1 < t)%N) by lia. pose proof (N.log2_up_spec t U) as [_ A].
  pose proof (N.log2_up_pos t U) as B. set (k := N.log2_up t) in *.
  assert (K : (2 ^ k = 2 * 2 ^ N.pred k)%N) by (rewrite <- N.pow_succ_r'; f_equal; lia).
  pose proof (N.div_mod t 2 ltac:(lia)) as E. pose proof (N.mod_lt t 2 ltac:(lia)) as M.
  assert (G : forall u, (0 < u)%N -> (u <= 2 ^ N.pred k)%N -> S (N.to_nat (N.log2_up u)) <= N.to_nat k).
  { intros u U0 L. apply N.log2_up_le_pow2 in L; lia. }
  rewrite K in A. clear K. revert A E M G. generalize (t / 2)%N (t mod 2)%N (2 ^ N.pred k)%N. intros h r x A E M G.
  split; apply G; lia.
Qed.

Lemma reaches_spec depth : forall c1 c2 t, halvings t <= depth -> Valid c1 -> Valid c2 ->
  (reaches depth c1 c2 t = true <-> exists k, k <= N.to_nat t /\ Steps c1 k c2).
Proof.
  assert (Base : forall d c1 c2 t, (t <= 1)%N -> Valid c2 ->
    (reaches d c1 c2 t = true <-> exists k, k <= N.to_nat t /\ Steps c1 k c2)).
  { intros d c1 c2 t T V2. assert (R : reaches d c1 c2 t = same c1 c2 || (t =? 1)%N && leads s c1 c2).
    { destruct d; cbn; now rewrite (proj2 (N.leb_le t 1) T). }
    rewrite R, orb_true_iff, andb_true_iff, same_spec, N.eqb_eq. split.
    - intros [->|[-> L]]; [exists 0; split; [lia|constructor]|].
      exists 1. split; [cbn; lia|]. eapply steps_step; eauto. constructor.
    - intros (k & K & S0). inversion S0 as [|? c ? ? L V S1]; subst; [now left|].
      destruct S1; [|lia]. right. split; [lia|auto]. }
  induction depth as [|depth IH]; intros c1 c2 t D V1 V2.
  - apply Base; auto. destruct (N.le_gt_cases t 1) as [L|L]; auto. pose proof (halvings_half t ltac:(lia)). lia.
  - destruct (N.le_gt_cases t 1) as [L|L]; [now apply Base|]. cbn [reaches]. rewrite (proj2 (N.leb_gt t 1) L).
    pose proof (halvings_half t ltac:(lia)) as [H1 H2]. rewrite existsb_exists.
    assert (Hh : (t / 2 <= t)%N) by (apply N.div_le_upper_bound; lia).
    revert H1 H2 Hh. generalize (t / 2)%N. intros h H1 H2 Hh. split.
    + intros (m & I & H). rewrite !andb_true_iff in H. destruct H as (Vm & A & B). apply words_spec in I.
      assert (VM : Valid m) by now split.
      apply IH in A; auto; try lia. apply IH in B; auto; try lia.
      destruct A as (j & J & A), B as (k & K & B). exists (j + k). split; [lia|]. eapply steps_app; eauto.
    + intros (k & K & S0). pose (j := Nat.min k (N.to_nat h)).
      replace k with (j + (k - j)) in S0 by lia. destruct (steps_split _ _ _ _ V1 S0) as (m & VM & A & B).
      exists m. split; [apply words_spec, VM|]. rewrite !andb_true_iff. repeat split; [apply VM|apply IH|apply IH]; auto; try lia.
      * exists j. split; [lia|auto].
      * exists (k - j). split; [lia|auto].
Qed.

(** ** How many steps suffice: each configuration before the first goal comes once *)
Inductive Path : word -> list word -> word -> Prop :=       (* the configurations before the last *)
| path_end c : Path c [] c
| path_step c c1 l c2 : leads s c c1 = true -> Valid c1 -> Path c1 l c2 -> Path c (c :: l) c2.

Lemma path_of_steps c k c2 : Steps c k c2 -> exists l, Path c l c2 /\ length l = k.
Proof. induction 1 as [|c c1 k c2 L V S0 (l & P & E)]; [exists []|exists (c :: l)]; split; cbn; auto; econstructor; eauto. Qed.

Lemma steps_of_path c l c2 : Path c l c2 -> Steps c (length l) c2.
Proof. induction 1; cbn; econstructor; eauto. Qed.

Lemma path_from c l c2 x : Path c l c2 -> In x l -> exists l', Path x l' c2 /\ length l' <= length l /\ incl l' l.
Proof.
  induction 1 as [|c c1 l c2 L V P IH]; cbn; [tauto|]. intros [<-|I].
  - exists (c :: l). split; [eapply path_step; eauto|]. split; auto using incl_refl.
  - destruct (IH I) as (l' & P' & K & J). exists l'. split; auto. split; [cbn; lia|]. intros y Y. right. auto.
Qed.

Lemma path_short l : forall c c2, Path c l c2 -> Valid c -> is_goal c2 = true -> Valid c2 ->
  exists l' c3, Path c l' c3 /\ is_goal c3 = true /\ Valid c3 /\ NoDup l' /\
    (forall x, In x l' -> Valid x /\ is_goal x = false) /\ incl l' l.
Proof.
  induction l as [l IH] using (well_founded_induction (Wf_nat.well_founded_ltof _ (@length word))). unfold Wf_nat.ltof in IH.
  intros c c2 P V W V2.
  assert (Stop : forall l c, is_goal c = true -> Valid c -> exists l' c3, Path c l' c3 /\ is_goal c3 = true /\ Valid c3 /\
    NoDup l' /\ (forall x, In x l' -> Valid x /\ is_goal x = false) /\ incl l' l).
  { intros l0 c0 G0 V0. exists [], c0. split; [constructor|]. split; auto. split; auto. split; [constructor|].
    split; intros x []. }
  inversion P as [|? c1 l1 ? L V1 P1]; subst; [now apply Stop|].
  destruct (is_goal c) eqn:G; [now apply Stop|].
  destruct (IH l1 ltac:(cbn; lia) _ _ P1 V1 W V2) as (l' & c3 & P' & W3 & V3 & N & A & J).
  destruct (in_dec (list_eq_dec bool_dec) c l') as [I|I].
  - destruct (path_from _ _ _ _ P' I) as (l2 & P2 & K & J2).
    assert (Le : length l2 < length (c :: l1)).
    { cbn. pose proof (NoDup_incl_length N J). lia. }
    destruct (IH l2 Le _ _ P2 V W3 V3) as (l3 & c4 & P3 & W4 & V4 & N4 & A4 & J4).
    exists l3, c4. split; auto. split; auto. split; auto. split; auto. split; auto. intros x X. right. auto.
  - exists (c :: l'), c3. split; [eapply path_step; eauto|]. split; auto. split; auto. split; [now constructor|].
    split; [intros x [<-|X]; auto|intros x [<-|X]; [now left|right; auto]].
Qed.

Lemma count_split P Q l : (forall x, Q x = true -> P x = true) ->
  (count P l = count Q l + count (fun x => P x && negb (Q x)) l)%N.
Proof.
  intros H. unfold count. induction l as [|x l IH]; cbn; [reflexivity|].
  pose proof (H x). destruct (Q x), (P x); cbn [negb andb length]; lia.
Qed.

Lemma is_goal_valid x : is_goal x = true -> valid s x = true.
Proof. unfold is_goal. now rewrite andb_true_iff. Qed.

Lemma few l : NoDup l -> (forall x, In x l -> Valid x /\ is_goal x = false) -> length l <= N.to_nat sufficient.
Proof.
  intros N A. unfold sufficient, configurations, goals. rewrite (count_split (valid s) is_goal) by apply is_goal_valid.
  replace (_ + _ - _)%N with (count (fun x => valid s x && negb (is_goal x)) (words (bits s))) by lia.
  unfold count. rewrite Nat2N.id. apply NoDup_incl_length; auto. intros x I. destruct (A x I) as [[E V] G].
  apply filter_In. rewrite words_spec, V, G. auto.
Qed.

(** A goal that can be reached can be reached in [sufficient] steps. *)
Theorem enough k g : Valid (start s) -> Valid g -> wins s g = true -> Steps (start s) k g ->
  exists k' g', k' <= N.to_nat sufficient /\ Valid g' /\ wins s g' = true /\ Steps (start s) k' g'.
Proof.
  intros V Vg W S0. destruct (path_of_steps _ _ _ S0) as (l & P & _).
  assert (G : is_goal g = true) by (unfold is_goal; rewrite W; destruct Vg as [_ ->]; reflexivity).
  destruct (path_short _ _ _ P V G Vg) as (l' & c3 & P' & W3 & V3 & N & A & _).
  exists (length l'), c3. repeat split; try apply V3; [now apply few| |now apply steps_of_path].
  unfold is_goal in W3. now apply andb_true_iff in W3.
Qed.

Lemma horizons_last fuel t last : In last (horizons fuel t last).
Proof. revert t. induction fuel; intros t; cbn; destruct (_ <? _)%N; cbn; auto. Qed.

Theorem decide_spec : Valid (start s) ->
  (decide = true <-> exists k g, Valid g /\ wins s g = true /\ Steps (start s) k g).
Proof.
  intros V. unfold decide. rewrite andb_true_iff, negb_true_iff, N.eqb_neq, existsb_exists. split.
  - intros (_ & t & _ & H). apply existsb_exists in H. destruct H as (g & I & H). apply andb_true_iff in H. destruct H as [G R].
    unfold is_goal in G. apply andb_true_iff in G. apply words_spec in I. assert (Vg : Valid g) by (split; tauto).
    apply reaches_spec in R; auto. destruct R as (k & _ & S0). exists k, g. tauto.
  - intros (k & g & Vg & W & S0). split.
    + unfold goals, count. intros E. assert (L : length (filter is_goal (words (bits s))) = 0) by lia.
      apply length_zero_iff_nil in L. assert (I : In g (filter is_goal (words (bits s)))).
      { apply filter_In. unfold is_goal. rewrite words_spec, W. destruct Vg as [A ->]. auto. }
      rewrite L in I. destruct I.
    + destruct (enough k g V Vg W S0) as (k' & g' & K & V' & W' & S1). exists sufficient. split; [apply horizons_last|].
      apply existsb_exists. exists g'. split; [apply words_spec, V'|]. apply andb_true_iff. split.
      * unfold is_goal. rewrite W'. destruct V' as [_ ->]. reflexivity.
      * apply reaches_spec; eauto.
Qed.

(** * The machine's answer is the procedure's *)
Definition Leads (m m' : machine) : Prop := exists i, run i m = m'.
Lemma run_app i j m : run (i + j) m = run j (run i m).
Proof. revert m. induction i; cbn; auto. Qed.
Lemma leads_refl m : Leads m m.
Proof. now exists 0. Qed.
Lemma leads_trans m1 m2 m3 : Leads m1 m2 -> Leads m2 m3 -> Leads m1 m3.
Proof. intros [i <-] [j <-]. exists (i + j). apply run_app. Qed.
Lemma leads_step m m' m2 : next m = m' -> Leads m' m2 -> Leads m m2.
Proof. intros <- [i <-]. now exists (S i). Qed.

Lemma run_tries q c1 c2 t stack (A B : word -> bool) :
  (forall m st, Leads (Running q (Ask c1 m (t / 2)) st) (Running q (Answer (A m)) st)) ->
  (forall m st, Leads (Running q (Ask m c2 (t - t / 2)) st) (Running q (Answer (B m)) st)) ->
  forall m l, Chain (m :: l) ->
  Leads (Running q Try (Frame c1 c2 t m false :: stack))
        (Running q (Answer (existsb (fun m => valid s m && (A m && B m)) (m :: l))) stack).
Proof.
  intros HA HB. set (P := fun m => _ && _).
  assert (Fail : forall m l, P m = false ->
    Leads (Running q Next (Frame c1 c2 t m false :: stack)) (Running q (Answer (existsb P (m :: l))) stack) ->
    Leads (Running q Try (Frame c1 c2 t m false :: stack)) (Running q (Answer (existsb P (m :: l))) stack)).
  { intros m l F H. unfold P in F. eapply leads_step; [reflexivity|]. cbn [next]. destruct (valid s m); [|exact H].
    eapply leads_trans; [apply HA|]. destruct (A m); [|now eapply leads_step; [reflexivity|exact H]].
    eapply leads_step; [reflexivity|]. cbn [next]. eapply leads_trans; [apply HB|]. destruct (B m); [discriminate|].
    eapply leads_step; [reflexivity|]. cbn [next].
    destruct H as [[|i] H]; [discriminate|]. exists (S i). cbn in H |- *. exact H. }
  assert (Win : forall m l, P m = true ->
    Leads (Running q Try (Frame c1 c2 t m false :: stack)) (Running q (Answer (existsb P (m :: l))) stack)).
  { intros m l W. cbn [existsb]. rewrite W. unfold P in W. eapply leads_step; [reflexivity|]. cbn [next].
    rewrite !andb_true_iff in W. destruct W as (-> & Am & Bm).
    eapply leads_trans; [apply HA|]. rewrite Am. eapply leads_step; [reflexivity|]. cbn [next].
    eapply leads_trans; [apply HB|]. rewrite Bm. eapply leads_step; [reflexivity|]. apply leads_refl. }
  intros m l C. remember (m :: l) as ml eqn:F. revert m l F.
  induction C as [w E|w w' l' E C IH]; intros m l [= <- <-]; destruct (P w) eqn:Pm; auto.
  - apply Fail; auto. eapply leads_step; [cbn [next]; rewrite E; reflexivity|]. cbn [existsb]. rewrite Pm. apply leads_refl.
  - apply Fail; auto. eapply leads_step; [cbn [next]; rewrite E; reflexivity|]. cbn [existsb]. rewrite Pm. apply (IH _ _ eq_refl).
Qed.

Lemma run_reaches depth : forall q c1 c2 t stack, halvings t <= depth ->
  Leads (Running q (Ask c1 c2 t) stack) (Running q (Answer (reaches depth c1 c2 t)) stack).
Proof.
  induction depth as [|depth IH]; intros q c1 c2 t stack D; (destruct (t <=? 1)%N eqn:T;
    [eapply leads_step; [cbn [next]; rewrite T; reflexivity|]; cbn [reaches]; rewrite T; apply leads_refl|]);
    apply N.leb_gt in T as T'; pose proof (halvings_half t ltac:(lia)) as [H1 H2]; [lia|].
  eapply leads_step; [cbn [next]; rewrite T; reflexivity|]. cbn [reaches]. rewrite T.
  destruct (words_zeros (bits s)) as [l E]. pose proof (words_chain (bits s)) as C. rewrite E in *.
  apply run_tries; auto; intros; apply IH; lia.
Qed.

Lemma run_goals h t g l : Chain (g :: l) ->
  let after := if (t <? h)%N then Choosing (Caller (zeros (bits s)) h (N.min (2 * t) h)) else Done false in
  let found := existsb (fun g => is_goal g && reaches (halvings t) (start s) g t) (g :: l) in
  Leads (Choosing (Caller g h t)) (if found then Done true else after).
Proof.
  intros C after. remember (g :: l) as gl eqn:F. revert g l F.
  assert (Fail : forall g m, is_goal g && reaches (halvings t) (start s) g t = false ->
    Leads (next_goal (Caller g h t)) m -> Leads (Choosing (Caller g h t)) m).
  { intros g m N H. eapply leads_step; [reflexivity|]. cbn [next goal now]. destruct (is_goal g); [|exact H].
    eapply leads_trans; [now apply run_reaches with (depth := halvings t)|]. cbn in N. rewrite N.
    eapply leads_step; [reflexivity|exact H]. }
  assert (Win : forall g, is_goal g && reaches (halvings t) (start s) g t = true ->
    Leads (Choosing (Caller g h t)) (Done true)).
  { intros g W. apply andb_true_iff in W. destruct W as [G R]. eapply leads_step; [cbn [next goal now]; rewrite G; reflexivity|].
    eapply leads_trans; [now apply run_reaches with (depth := halvings t)|]. rewrite R.
    eapply leads_step; [reflexivity|apply leads_refl]. }
  induction C as [w E|w w' l' E C IH]; intros g l [= <- <-]; cbn [existsb];
    destruct (is_goal w && reaches (halvings t) (start s) w t) eqn:P; cbn [orb]; auto.
  - apply Fail; auto. unfold next_goal. cbn [goal horizon now]. rewrite E. apply leads_refl.
  - apply Fail; auto. unfold next_goal. cbn [goal horizon now]. rewrite E. apply (IH _ _ eq_refl).
Qed.

Definition asked (h : N) (l : list N) : bool :=
  existsb (fun t => existsb (fun g => is_goal g && reaches (halvings t) (start s) g t) (words (bits s))) l.

Lemma run_horizons h fuel : forall t, (t <= h)%N -> (h <= t * 2 ^ N.of_nat fuel)%N ->
  Leads (Choosing (Caller (zeros (bits s)) h t)) (Done (asked h (horizons fuel t h))).
Proof.
  induction fuel as [|fuel IH]; intros t T H; destruct (words_zeros (bits s)) as [l E];
    pose proof (words_chain (bits s)) as C; rewrite E in C; pose proof (run_goals h t _ _ C) as G; cbn zeta in G;
    rewrite <- E in G; cbn [horizons]; destruct (N.ltb_spec t h) as [L|L].
  - cbn in H. lia.
  - replace h with t in * by lia. unfold asked. cbn [existsb]. rewrite orb_false_r. destruct (existsb _ _); exact G.
  - unfold asked in *. cbn [existsb]. eapply leads_trans; [exact G|]. destruct (existsb _ _); cbn [orb]; [apply leads_refl|].
    apply IH; [lia|]. rewrite Nat2N.inj_succ, N.pow_succ_r' in H. destruct (N.min_spec (2 * t) h) as [[_ ->]|[_ ->]]; [lia|].
    pose proof (N.pow_nonzero 2 (N.of_nat fuel)). nia.
  - replace h with t in * by lia. unfold asked. cbn [existsb]. rewrite orb_false_r. destruct (existsb _ _); exact G.
Qed.

Lemma count_app P l l' : count P (l ++ l') = (count P l + count P l')%N.
Proof. unfold count. rewrite filter_app, app_length. lia. Qed.

(** What [Counting] has counted. *)
Definition Counted (c : word) (all won : N) : Prop := exists pre post, words (bits s) = pre ++ c :: post /\
  all = count (valid s) pre /\ won = count is_goal pre.

Lemma counted_first : Counted (zeros (bits s)) 0 0.
Proof. destruct (words_zeros (bits s)) as [l E]. exists [], l. auto. Qed.

Lemma count_one P x : count P [x] = if P x then 1%N else 0%N.
Proof. unfold count. cbn. now destruct (P x). Qed.

Lemma counted_next c all won : Counted c all won ->
  let all' := if valid s c then N.succ all else all in
  let won' := if is_goal c then N.succ won else won in
  match increment c with Some c' => Counted c' all' won' | None => all' = configurations /\ won' = goals end.
Proof.
  intros (pre & post & E & -> & ->) all' won'. pose proof (words_chain (bits s)) as C. rewrite E in C.
  apply chain_after in C.
  assert (A : all' = count (valid s) (pre ++ [c])) by (unfold all'; rewrite count_app, count_one; destruct (valid s c); lia).
  assert (W : won' = count is_goal (pre ++ [c])) by (unfold won'; rewrite count_app, count_one; destruct (is_goal c); lia).
  destruct post as [|c' post]; rewrite C.
  - unfold configurations, goals. rewrite E. auto.
  - exists (pre ++ [c]), post. rewrite <- app_assoc. auto.
Qed.

Lemma run_counting c all won l : Counted c all won -> Chain (c :: l) ->
  Leads (Counting c all won)
    (if (goals =? 0)%N then Done false else Choosing (Caller (zeros (bits s)) sufficient (N.min 1 sufficient))).
Proof.
  intros N C. remember (c :: l) as cl eqn:F. revert c l all won N F.
  induction C as [w E|w w' l' E C IH]; intros c l all won N [= <- <-]; apply counted_next in N; rewrite E in N;
    (eapply leads_step; [cbn [next]; rewrite E; reflexivity|]); cbn zeta in N.
  - destruct N as [-> ->]. apply leads_refl.
  - apply (IH _ _ _ _ N eq_refl).
Qed.

Theorem machine_answers : Leads first_machine (Done decide).
Proof.
  destruct (words_zeros (bits s)) as [l E]. pose proof (words_chain (bits s)) as C. rewrite E in C.
  eapply leads_trans; [eapply run_counting; [apply counted_first|exact C]|]. unfold decide.
  destruct (goals =? 0)%N; cbn [negb andb]; [apply leads_refl|]. apply run_horizons; [lia|].
  unfold halvings. rewrite N2Nat.id. destruct (N.le_gt_cases sufficient 1) as [L|L].
  - pose proof (N.pow_nonzero 2 (N.log2_up sufficient)). nia.
  - pose proof (N.log2_up_spec _ L). lia.
Qed.

(** * What the machine holds *)
Definition Words (q : caller) : Prop := length (goal q) = bits s /\ horizon q = sufficient /\ (now q <= sufficient)%N /\ goals <> 0%N.

Definition FrameFits (f : frame) : Prop :=
  length (from f) = bits s /\ length (to f) = bits s /\ length (middle f) = bits s /\ (2 <= within f <= sufficient)%N.

Fixpoint Deep (stack : list frame) : Prop :=
  match stack with
  | [] => True
  | f :: stack => FrameFits f /\ length stack + levels (within f) <= levels sufficient /\ Deep stack
  end.

Definition Fits (m : machine) : Prop :=
  match m with
  | Counting c all won => Counted c all won
  | Choosing q => Words q
  | Running q c stack => Words q /\ Deep stack /\
      match c with
      | Ask c1 c2 t => length c1 = bits s /\ length c2 = bits s /\ (t <= sufficient)%N /\
                       length stack + levels t <= levels sufficient
      | Try | Next => stack <> []
      | Answer _ => True
      end
  | Done _ => True
  end.

Lemma fits_first : Fits first_machine.
Proof. apply counted_first. Qed.

Lemma fits_next_goal q : Words q -> Fits (next_goal q).
Proof.
  intros (L & H & T & G). unfold next_goal. destruct (increment (goal q)) as [g|] eqn:E.
  - apply increment_length in E. cbn. unfold Words. cbn. rewrite E. auto.
  - destruct (_ <? _)%N; cbn; [|exact I]. unfold Words. cbn. rewrite zeros_length. repeat split; auto. lia.
Qed.

Lemma levels_mono t u : (t <= u)%N -> levels t <= levels u.
Proof. intros H. unfold levels, halvings. pose proof (N.log2_up_le_mono t u H). lia. Qed.

Ltac fits W := cbn [Fits Deep]; split; [exact W|]; unfold FrameFits, levels in *; cbn [length from to within middle second];
  repeat split; auto using zeros_length; try discriminate; try congruence; try lia.

Lemma fits_next m : length (start s) = bits s -> Fits m -> Fits (next m).
Proof.
  intros St. destruct m as [c all won|q|q c stack|a]; cbn [next]; auto.
  - cbn [Fits]. intros N. apply counted_next in N. cbn zeta in N. destruct (increment c) as [c'|]; [exact N|].
    destruct N as [-> ->]. destruct (N.eqb_spec goals 0) as [G|G]; cbn [Fits]; [exact I|].
    unfold Words. cbn. fold sufficient.
    rewrite zeros_length. repeat split; auto. lia.
  - intros W. destruct (is_goal (goal q)); [|now apply fits_next_goal]. pose proof W as (L & H & T & _).
    pose proof (levels_mono _ _ T). fits W.
  - intros (W & D & K). destruct c as [c1 c2 t| | |a].
    + destruct K as (L1 & L2 & T & K). destruct (N.leb_spec t 1) as [L|L]; fits W.
    + destruct stack as [|[c1 c2 t m h] stack]; [exact I|]. destruct D as ((F1 & F2 & F3 & T) & K' & D).
      cbn [from to within middle] in *. pose proof (halvings_half t ltac:(lia)) as [_ H2].
      assert (Hh : (t / 2 <= t)%N) by (apply N.div_le_upper_bound; lia). unfold levels in *.
      destruct (valid s m); fits W.
    + destruct stack as [|[c1 c2 t m h] stack]; [exact I|]. destruct D as ((F1 & F2 & F3 & T) & K' & D).
      cbn [from to within middle] in *. destruct (increment m) as [m'|] eqn:E; [|fits W].
      apply increment_length in E. fits W.
    + destruct stack as [|[c1 c2 t m h] stack]; [destruct a; [exact I|now apply fits_next_goal]|].
      destruct D as ((F1 & F2 & F3 & T) & K' & D). cbn [from to within middle] in *.
      pose proof (halvings_half t ltac:(lia)) as [H1 _]. pose proof (N.le_sub_l t (t / 2)). unfold levels in *.
      destruct a; [destruct h|]; fits W.
Qed.

Lemma frames_length k stack : Deep stack -> length (flat_map (frame_word k) stack) = length stack * (3 * bits s + k + 1).
Proof.
  induction stack as [|f stack IH]; cbn [Deep flat_map length Nat.mul]; auto. intros ((F1 & F2 & F3 & _) & _ & D).
  unfold frame_word at 1. rewrite !app_length, IH, number_length by auto. cbn. lia.
Qed.

Lemma deep_levels stack : Deep stack -> length stack <= levels sufficient - 1.
Proof.
  destruct stack as [|f stack]; cbn; [lia|]. intros ((_ & _ & _ & T) & L & _). unfold levels in *.
  pose proof (halvings_half (within f) ltac:(lia)). lia.
Qed.

Lemma caller_length k q : Words q -> length (caller_word k q) = bits s + 2 * k.
Proof. intros (L & _). unfold caller_word. rewrite !app_length, !number_length. lia. Qed.

Lemma memory_bound m : Fits m ->
  length (memory (counter_bits sufficient) m) <= control_bits + horizon_bound (bits s) sufficient.
Proof.
  intros F. assert (E : control_bits + horizon_bound (bits s) sufficient = 4 + (bits s + 2 * counter_bits sufficient) +
    (2 * bits s + counter_bits sufficient) + (levels sufficient - 1) * (3 * bits s + counter_bits sufficient + 1)).
  { unfold horizon_bound, control_bits, levels. lia. }
  assert (K : 1 <= counter_bits sufficient) by (unfold counter_bits; lia).
  rewrite E. clear E. generalize dependent (counter_bits sufficient). intros k K.
  destruct m as [c all won|q|q c stack|a]; cbn [memory]; rewrite ?app_length, ?number_length; cbn [tag length].
  - destruct F as (pre & post & E & _). assert (L : length c = bits s).
    { apply words_spec. rewrite E. apply in_app_iff. cbn. auto. }
    rewrite L. generalize ((levels sufficient - 1) * (3 * bits s + k + 1)). intros x. lia.
  - rewrite caller_length by auto. nia.
  - destruct F as (W & D & C). rewrite caller_length, (frames_length k stack) by auto.
    pose proof (deep_levels stack D) as L. unfold levels in *. destruct c as [c1 c2 t| | |a];
      rewrite ?app_length, ?number_length; cbn [tag length].
    + destruct C as (L1 & L2 & _ & C). rewrite L1, L2. nia.
    + nia.
    + nia.
    + nia.
  - lia.
Qed.

Lemma fits_run i m : length (start s) = bits s -> Fits m -> Fits (run i m).
Proof. revert m. induction i; cbn; auto using fits_next. Qed.

(** Whatever configuration the machine passes through, its memory is within the bound. *)
Theorem machine_memory i : length (start s) = bits s ->
  length (memory (counter_bits sufficient) (run i first_machine)) <= control_bits + horizon_bound (bits s) sufficient.
Proof. auto using memory_bound, fits_run, fits_first. Qed.

(** ** In terms of [bits] alone *)
Lemma count_le P l : (count P l <= N.of_nat (length l))%N.
Proof. unfold count. induction l as [|x l IH]; cbn; [lia|]. destruct (P x); cbn [length]; lia. Qed.

Lemma pow_nat n : N.of_nat (2 ^ n) = (2 ^ N.of_nat n)%N.
Proof. induction n as [|n IH]; [reflexivity|]. rewrite Nat2N.inj_succ, N.pow_succ_r', <- IH. cbn [Nat.pow]. lia. Qed.

(** Fewer steps than words suffice. *)
Lemma sufficient_bound : goals <> 0%N -> (sufficient < 2 ^ N.of_nat (bits s))%N.
Proof.
  intros G. unfold sufficient. pose proof (count_le (valid s) (words (bits s))) as L. fold configurations in L.
  rewrite words_length, pow_nat in L. lia.
Qed.

Lemma bound_quadratic n t : 1 <= n -> (t < 2 ^ N.of_nat n)%N -> horizon_bound n t <= 4 * n * n + 7 * n.
Proof.
  intros P T. assert (D : levels t <= S n).
  { unfold levels, halvings. pose proof (N.log2_up_le_mono t (2 ^ N.of_nat n) ltac:(lia)) as L.
    rewrite N.log2_up_pow2 in L; lia. }
  assert (K : counter_bits t <= n).
  { unfold counter_bits. destruct (N.eq_dec t 0) as [->|T0]; [cbn; lia|]. rewrite size_log2 by auto.
    apply N.log2_lt_pow2 in T; lia. }
  unfold horizon_bound. cbn zeta. nia.
Qed.

Lemma memory_quadratic m : 1 <= bits s -> Fits m ->
  length (memory (counter_bits sufficient) m) <= control_bits + 4 * bits s * bits s + 7 * bits s.
Proof.
  intros P F. assert (B : goals <> 0%N -> length (memory (counter_bits sufficient) m) <=
    control_bits + 4 * bits s * bits s + 7 * bits s).
  { intros G. pose proof (bound_quadratic _ _ P (sufficient_bound G)). pose proof (memory_bound m F). lia. }
  destruct m as [c all won|q|q c stack|a]; [|apply B, F|apply B, F|cbn; unfold control_bits; nia].
  destruct F as (pre & post & E & _). cbn [memory]. rewrite !app_length, !number_length.
  assert (L : length c = bits s) by (apply words_spec; rewrite E; apply in_app_iff; cbn; auto).
  cbn [tag length]. unfold control_bits. nia.
Qed.

Theorem machine_memory_quadratic i : 1 <= bits s -> length (start s) = bits s ->
  length (memory (counter_bits sufficient) (run i first_machine)) <= control_bits + 4 * bits s * bits s + 7 * bits s.
Proof. auto using memory_quadratic, fits_run, fits_first. Qed.

(** ** What is written out loses nothing *)
Lemma app_same {A} (l1 l2 m1 m2 : list A) : length l1 = length m1 -> l1 ++ l2 = m1 ++ m2 -> l1 = m1 /\ l2 = m2.
Proof.
  revert m1. induction l1 as [|x l1 IH]; intros [|y m1]; cbn; try discriminate; auto.
  intros [= L] [= <- E]. destruct (IH _ L E) as [-> ->]. auto.
Qed.

Lemma size_le t u : (t <= u)%N -> N.size_nat t <= N.size_nat u.
Proof.
  intros H. destruct (N.eq_dec t 0) as [->|T]; [cbn; lia|]. rewrite !size_log2 by lia.
  pose proof (N.log2_le_mono t u H). lia.
Qed.

Lemma size_configurations t : (t <= N.of_nat (length (words (bits s))))%N -> N.size_nat t <= S (bits s).
Proof.
  intros H. destruct (N.eq_dec t 0) as [->|T]; [cbn; lia|]. rewrite size_log2 by auto. rewrite words_length in H.
  rewrite pow_nat in H. pose proof (N.log2_le_mono _ _ H) as L. rewrite N.log2_pow2 in L; lia.
Qed.

Lemma frame_inj k f f' l l' : FrameFits f -> FrameFits f' -> N.size_nat sufficient <= k ->
  frame_word k f ++ l = frame_word k f' ++ l' -> f = f' /\ l = l'.
Proof.
  intros (A1 & A2 & A3 & A4) (B1 & B2 & B3 & B4) K E. destruct f as [c1 c2 t m h], f' as [c1' c2' t' m' h'].
  unfold frame_word in E. cbn [from to within middle second] in *. rewrite <- !app_assoc in E.
  apply app_same in E as [-> E]; [|congruence]. apply app_same in E as [-> E]; [|congruence].
  apply app_same in E as [T E]; [|now rewrite !number_length]. apply app_same in E as [-> E]; [|congruence].
  apply number_inj in T as ->; [|eapply Nat.le_trans; [apply size_le|eauto]; lia..]. cbn in E. injection E as -> ->. auto.
Qed.

Lemma frames_inj k stack stack' : Deep stack -> Deep stack' -> N.size_nat sufficient <= k ->
  flat_map (frame_word k) stack = flat_map (frame_word k) stack' -> stack = stack'.
Proof.
  intros D D' K. revert stack' D'. induction stack as [|f stack IH]; intros [|f' stack']; cbn [Deep flat_map]; auto.
  - intros _ E. apply (f_equal (@length bool)) in E. unfold frame_word in E. rewrite !app_length in E. cbn in E. lia.
  - intros _ E. apply (f_equal (@length bool)) in E. unfold frame_word in E. rewrite !app_length in E. cbn in E. lia.
  - destruct D as (F & _ & D). intros (F' & _ & D') E. apply frame_inj in E; auto. destruct E as [-> E].
    f_equal. now apply IH.
Qed.

Lemma caller_inj k q q' l l' : Words q -> Words q' -> N.size_nat sufficient <= k ->
  caller_word k q ++ l = caller_word k q' ++ l' -> q = q' /\ l = l'.
Proof.
  intros (A1 & A2 & A3 & _) (B1 & B2 & B3 & _) K E. destruct q as [g h t], q' as [g' h' t']. unfold caller_word in E.
  cbn [goal horizon now] in *. rewrite <- !app_assoc in E. apply app_same in E as [-> E]; [|congruence].
  apply app_same in E as [_ E]; [|now rewrite !number_length]. apply app_same in E as [T ->]; [|now rewrite !number_length].
  apply number_inj in T as ->; [|eapply Nat.le_trans; [apply size_le|eauto]; lia..]. subst. auto.
Qed.

Lemma counted_fits c all won : Counted c all won ->
  length c = bits s /\ N.size_nat all <= S (bits s) /\ N.size_nat won <= S (bits s).
Proof.
  intros (pre & post & E & -> & ->). split; [apply words_spec; rewrite E; apply in_app_iff; cbn; auto|].
  assert (L : forall P, (count P pre <= N.of_nat (length (words (bits s))))%N).
  { intros P. pose proof (count_le P pre). rewrite E, app_length. lia. }
  auto using size_configurations.
Qed.

Theorem memory_injective k m m' : N.size_nat sufficient <= k -> Fits m -> Fits m' -> memory k m = memory k m' -> m = m'.
Proof.
  intros K F F' E. destruct m as [c all won|q|q c stack|a], m' as [c' all' won'|q'|q' c' stack'|a']; cbn [memory] in E;
    try (destruct c as [c1 c2 t| | |a]); try (destruct c' as [c1' c2' t'| | |a']); try discriminate; cbn [tag app] in E.
  - apply counted_fits in F as (L & A & W), F' as (L' & A' & W'). revert A W A' W' E.
    generalize (S (bits s)). intros n A W A' W' E. injection E as E.
    apply app_same in E as [-> E]; [|congruence]. apply app_same in E as [X Y]; [|now rewrite !number_length].
    apply number_inj in X as ->; auto. apply number_inj in Y as ->; auto.
  - injection E as E. rewrite <- (app_nil_r (caller_word k q)), <- (app_nil_r (caller_word k q')) in E.
    apply caller_inj in E as [-> _]; auto.
  - injection E as E. destruct F as (W & D & L1 & L2 & T & _), F' as (W' & D' & L1' & L2' & T' & _).
    rewrite <- !app_assoc in E. apply app_same in E as [-> E]; [|congruence]. apply app_same in E as [-> E]; [|congruence].
    apply app_same in E as [X E]; [|now rewrite !number_length].
    apply number_inj in X as ->; [|eapply Nat.le_trans; [apply size_le|eauto]; lia..].
    apply caller_inj in E as [-> E]; auto. apply frames_inj in E as ->; auto.
  - injection E as E. destruct F as (W & D & _), F' as (W' & D' & _).
    apply caller_inj in E as [-> E]; auto. apply frames_inj in E as ->; auto.
  - injection E as E. destruct F as (W & D & _), F' as (W' & D' & _).
    apply caller_inj in E as [-> E]; auto. apply frames_inj in E as ->; auto.
  - injection E as -> E. destruct F as (W & D & _), F' as (W' & D' & _).
    apply caller_inj in E as [-> E]; auto. apply frames_inj in E as ->; auto.
  - injection E as ->. auto.
Qed.

End Procedure.
