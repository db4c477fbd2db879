(** Proves that states forwards are sound where moves count: every walk before a push is looked at, layer by layer, and a
    state may stand for another that its player can walk to. *)
From Coq Require Import ZArith NArith List Bool Lia Permutation.
From Soko Require Head.
From Soko Require Import Rules Theory Masks Walks Checker Soundness Whole.
Import ListNotations.
Open Scope N_scope.

(** * Costs.  [move] is what a move costs, [push] what a push does (which is a move, too).  Two numbers are one, to the base
      2^60, as in the other checkers. *)
Definition base : Z := 2 ^ 60.
Definition costs (o : objective) : Z * Z :=
  match o with Pushes => (0, 1) | Moves => (1, 1) | PushesMoves => (1, base + 1) | MovesPushes => (base, base + 1) end%Z.
Definition of (move push : Z) (m p : nat) : Z := (Z.of_nat m * move + Z.of_nat p * (push - move))%Z.

(** * The checker *)
Section Check.
Variable g : grid.
Variable fuel : nat.
Variable limit : option Z.
Variables move push : Z.
Variable goal_shade : bool.
Variable facts : N -> option fact.

(** Whether a cost and what a fact shows of the rest reach the limit. *)
Definition shown (c : Z) (odd : bool) (v : val) : bool :=
  match v with
  | No => reached limit (c + rounded 0 odd * push)
  | Fin z => reached limit (c + rounded z odd * push)
  | FinM z => reached limit (c + (z * move + Z.div2 (z + 1) * (push - move)))
  | Inf => true
  end.
(** Whether the player can walk between a square and that of a state listed, and it costs no more with the walk. *)
Definition near (l : list entry) (free a : N) (c : Z) : bool :=
  match l with
  | [] => false
  | _ => some_layer g free fuel (fun d => existsb (fun e => (cost e + d <=? c)%Z) l)
           (fun layer d => existsb (fun e => negb (N.land (region e) layer =? 0) && (cost e + d <=? c)%Z) l) move (bit a) (bit a) 0
  end.
Definition settled_on_foot (known : N -> list entry) (by_ : list fact) (c : Z) (odd : bool) (m : N) (boxes : unit -> list N) (a : N) : bool :=
  let l := known m in
  is_listed l a c
  || (let boxes := boxes tt in existsb (fun f : fact => shown c odd (f m boxes a)) by_)
  || near l (N.ldiff (fl g) m) a c.
(** [settles] says whether the state after a push is. *)
Definition check_steps (settles : list fact -> Z -> bool -> N -> (unit -> list N) -> N -> bool) (e : entry) : bool :=
  (if N.ldiff (emask e) (gl g) =? 0 then reached limit (cost e) else true) && (eclosing e =? 0) &&
  match squares_in fuel (emask e) [], all_some facts (eby e) [] with
  | Some l, Some by_ =>
      let odd := negb (xorb (shade_n g l) goal_shade) in
      all_layers g (N.ldiff (fl g) (emask e)) fuel (fun layer c => all_pushes g fuel (fun a t =>
        settles by_ (c + push)%Z odd (replaced (emask e) a t) (fun _ => t :: remove_n a l) a) (emask e) layer)
        move (region e) (region e) (cost e)
  | _, _ => false
  end.
Definition check_on_foot (known : N -> list entry) : entry -> bool := check_steps (settled_on_foot known).
End Check.

(** As [check], where a move costs something. *)
Definition check_moves (fuel : nat) (l : level) (move push : Z) (limit : option Z) (facts : list (N * raw_fact))
  (states : list entry) (start : list N) : option blame :=
  let b := on l in let g := grid_of b in
  match all_facts fuel (first_ground b g) facts with
  | inr k => Some (BadFact k)
  | inl known =>
      let goal_shade := shade (goals b) in
      let l0 := map (enc b) (boxes (first l)) in
      check_states known states start
        (fun t by_ => settled_on_foot g fuel limit move push t by_ 0 (xorb (shade_n g l0) goal_shade) (mask l0) (fun _ => l0)
           (enc b (player (first l))))
        (check_on_foot g fuel limit move push goal_shade)
  end.

(** * Soundness *)
Section Level.
Variable b : board.
Variable g : grid.
Hypothesis g_of : g = grid_of b.
Hypothesis goals_nodup : NoDup (goals b).
Variable fuel : nat.
Variable limit : option Z.
Variables move push : Z.
Hypothesis move_costs : (0 <= move)%Z.
Hypothesis push_costs : (move <= push)%Z.
Variable es : list entry.
Variable facts : N -> option fact.
Hypothesis facts_right : forall i f, facts i = Some f -> Right b f.
Let known := lookup_in emask es.
Let gs := shade (goals b).
Hypothesis checked : forallb (check_on_foot g fuel limit move push gs facts known) es = true.
Notation of := (of move push).
Notation Limit := (Limit limit).
Notation Listed := (Listed b es).

Lemma pushes_are_moves s m p : Solves b s m p -> (p <= m)%nat.
Proof. induction 1; lia. Qed.

Lemma of_least z m p : (z <= Z.of_nat p)%Z -> (p <= m)%nat -> (z * push <= of m p)%Z.
Proof. clear -move_costs push_costs. intros Z PM. unfold Moves.of. nia. Qed.

Lemma of_sum m p k : (of (k + m) p = Z.of_nat k * move + of m p)%Z.
Proof. unfold Moves.of. rewrite Nat2Z.inj_add. ring. Qed.

Lemma of_push m p : (of (S m) (S p) = push + of m p)%Z.
Proof. unfold Moves.of. rewrite !Nat2Z.inj_succ, <- !Z.add_1_l. ring. Qed.

(** What settles a state, as [closure] asks for it: another one, from which a solution costs no more. *)
Definition Covered (s : state) (c : Z) : Prop := forall m p, Solves b s m p ->
  Limit (c + of m p)%Z \/ exists t c' m' p', (p' <= p)%nat /\ Solves b t m' p' /\ Listed t c' /\ (c' + of m' p' <= c + of m p)%Z.

Lemma near_spec l s c : wf b s -> near g fuel move l (N.ldiff (fl g) (M b s)) (Q b s) c = true ->
  exists q k e, Walk b (boxes s) (player s) q k /\ wf b (State (boxes s) q) /\ In e l /\ N.testbit (region e) (enc b q) = true /\
    (cost e + Z.of_nat k * move <= c)%Z.
Proof.
  clear checked facts_right. intros W. unfold near. destruct l as [|e0 l0]; [discriminate|].
  set (l := e0 :: l0) in *. intros H. pose proof W as (A & B & C & Fp & Np).
  assert (X : forall i, N.testbit (bit (Q b s)) i = true -> exists q, enc b q = i /\ floor b q = true /\ Walk b (boxes s) (player s) q 0).
  { intros i Hi. rewrite bit_spec, N.eqb_eq in Hi. exists (player s). repeat split; auto. constructor. }
  destruct (layer_walked b g g_of s W fuel _ _ move (player s) Fp Np _ _ _ 0%nat X H) as (layer & j & O & T).
  apply existsb_exists in O. destruct O as (e & I & O). apply andb_true_iff in O. destruct O as [O1 O2].
  apply negb_true_iff, nonzero_bit in O1. destruct O1 as [i O1]. rewrite N.land_spec, andb_true_iff in O1. destruct O1 as [R1 R2].
  destruct (T i R2) as (q & <- & Fq & Wk). exists q, j, e. cbn [Nat.add] in Wk.
  destruct (walk_free b _ _ _ _ Fp Np Wk) as [_ Nq]. split; auto. split; [repeat split; auto|]. split; auto. split; auto.
  apply Z.leb_le in O2. lia.
Qed.

(** Another state that is listed, with the walk between, or the rest costs too much. *)
Lemma settled_on_foot_spec by_ c odd s l : settled_on_foot g fuel limit move push known by_ c odd (M b s) (fun _ => l) (Q b s) = true ->
  wf b s -> NoDup l -> mask l = M b s -> (forall f, In f by_ -> Right b f) ->
  (forall m p, Solves b s m p -> Z.odd (Z.of_nat p) = odd) ->
  (exists q k c', Walk b (boxes s) (player s) q k /\ Listed (State (boxes s) q) c' /\ (c' + Z.of_nat k * move <= c)%Z) \/
  forall m p, Solves b s m p -> Limit (c + of m p)%Z.
Proof.
  clear checked facts_right. unfold settled_on_foot. intros H W D E R O. rewrite !orb_true_iff in H. destruct H as [[H|H]|H].
  - left. destruct (is_listed_at b es s c H W) as (c' & Li & Le). exists (player s), 0%nat, c'. split; [constructor|].
    split; [now destruct s|lia].
  - right. intros m p S. apply existsb_exists in H. destruct H as (f & I & H). destruct (R f I) as [R1 R2].
    assert (Up : forall z, (z <= Z.of_nat p)%Z -> reached limit (c + rounded z odd * push) = true -> Limit (c + of m p)).
    { clear H R1 R2. intros z R1 H. eapply Limit_up; [|exact H].
      pose proof (of_least _ m p (rounded_least z odd _ R1 (O m p S)) (pushes_are_moves _ _ _ S)). lia. }
    unfold shown in H. specialize (R1 s l m p W D E S). destruct (f (M b s) l (Q b s)) as [|z|z|] eqn:V; cbn [Fits] in R1.
    + apply (Up 0%Z); auto. lia.
    + apply (Up z); auto.
    + eapply Limit_up; [|exact H]. rewrite Z.div2_div. assert (H2 : ((z + 1) / 2 < Z.of_nat p + 1)%Z) by (apply Z.div_lt_upper_bound; lia).
      unfold Moves.of. destruct R1 as [R1 _]. clear -move_costs push_costs R1 H2. nia.
    + exfalso. apply (R2 s l m p W D); auto; [|now rewrite E]. intros i. now apply mask_ext.
  - left. apply near_spec in H; auto. destruct H as (q & k & e & Wk & Wq & I & T & Le). apply lookup_spec in I. destruct I as [I K].
    exists q, k, (cost e). split; auto. split; auto. split; auto. exists e. auto.
Qed.

Lemma settled_covered by_ c odd s l : settled_on_foot g fuel limit move push known by_ c odd (M b s) (fun _ => l) (Q b s) = true ->
  wf b s -> NoDup l -> mask l = M b s -> (forall f, In f by_ -> Right b f) ->
  (forall m p, Solves b s m p -> Z.odd (Z.of_nat p) = odd) -> Covered s c.
Proof.
  clear checked facts_right. intros H W D E R O m p S.
  destruct (settled_on_foot_spec by_ c odd s l H W D E R O) as [(q & k & c' & Wk & Li & Le)|L]; [right|left; auto].
  exists (State (boxes s) q), c', (k + m)%nat, p. split; auto. split; [|split; [exact Li|rewrite of_sum; lia]].
  pose proof W as (_ & _ & _ & Fp & Np). destruct (walk_free b _ _ _ _ Fp Np Wk) as [Fq Nq].
  apply (walk_solves b _ q (player s)); auto; [now apply walk_back|]. now destruct s.
Qed.

(** What the check of a state says of each push after a walk. *)
Lemma push_after_walk settles e s q n s1 : check_steps g fuel limit move push gs facts settles e = true ->
  wf b s -> emask e = M b s -> N.testbit (region e) (Q b s) = true -> Walk b (boxes s) (player s) q n -> Push b (State (boxes s) q) s1 ->
  exists by_ l odd i, (forall f, In f by_ -> Right b f) /\ (i <= n)%nat /\ NoDup l /\ mask l = M b s1 /\
    (forall m p, Solves b s1 m p -> Z.odd (Z.of_nat p) = odd) /\
    settles by_ (cost e + Z.of_nat i * move + push)%Z odd (M b s1) (fun _ => l) (Q b s1) = true.
Proof.
  intros C W E T Wk P. unfold check_steps in C. rewrite !andb_true_iff in C. destruct C as [_ C].
  destruct (squares_in _ _ _) as [l|] eqn:L; [|discriminate]. apply squares_in_spec in L. destruct L as [D Em].
  destruct (all_some facts (eby e) []) as [by_|] eqn:B; [|discriminate].
  pose proof (all_some_all facts_right B) as R.
  pose proof W as (A & Bo & Fl & Fp & Np). destruct (walk_free b _ _ _ _ Fp Np Wk) as [Fq Nq].
  rewrite E in C. destruct (in_layers b g g_of s W _ _ _ _ _ _ _ _ C Fp T Wk) as (layer & i & Li & Tq & O). cbn beta in O.
  set (s' := State (boxes s) q) in *. assert (W' : wf b s') by (repeat split; auto).
  pose proof (wf_push _ _ _ W' P) as W1. pose proof P as P'. destruct P as (d & Fa & Ia & Ft & Nt & ->).
  cbn [player boxes s'] in Fa, Ia, Ft, Nt. set (a := add q (delta d)) in *. set (t := add a (delta d)) in *.
  pose proof (all_pushes_spec b g g_of _ _ _ _ O q d Fq Fa Ft Tq) as K. cbn zeta beta in K. fold a in K. fold t in K.
  assert (X : N.testbit (M b s) (enc b t) = false) by (apply not_true_iff_false; now rewrite (M_spec b s _ W Ft)).
  specialize (K (proj2 (M_spec b s _ W Fa) Ia) X).
  pose proof (M_push b s' d W' Fa Ft) as MP. cbn zeta in MP. cbn [player boxes s'] in MP. fold a in MP. fold t in MP.
  change (M b s') with (M b s) in MP. rewrite <- MP in K. cbn [boxes player s'] in W1, P' |- *.
  fold a in W1, P' |- *. fold t in W1, P' |- *. set (s1 := State (t :: without a (boxes s)) a) in *.
  exists by_, (enc b t :: remove_n (enc b a) l), (negb (xorb (shade_n g l) gs)), i. split; auto. split; auto. split; [|split; [|split; [|exact K]]].
  - apply replaced_nodup; [exact D|]. intros J. apply mask_spec in J. rewrite Em, E in J. congruence.
  - rewrite <- replaced_mask, Em, E. now symmetry.
  - intros m0 p0 S0. rewrite (parity b s1 m0 p0 goals_nodup W1 S0), (shade_push b s' s1 W' P'), (shade_spec b g g_of s l W D) by congruence.
    symmetry. apply negb_xorb_l.
Qed.

Lemma no_end_below settles e s : check_steps g fuel limit move push gs facts settles e = true -> emask e = M b s -> solved b s -> Limit (cost e).
Proof.
  intros C E So. unfold check_steps in C. rewrite !andb_true_iff in C. destruct C as [[C _] _].
  replace (N.ldiff (emask e) (gl g)) with 0 in C; [exact C|]. symmetry. apply ldiff_spec. rewrite E. intros i Hi.
  apply mask_spec, in_map_iff in Hi. destruct Hi as (x & <- & Hx). rewrite g_of. cbn. apply mask_spec, in_map, So, Hx.
Qed.

Lemma entry_progress e s m p : In e es -> wf b s -> emask e = M b s -> N.testbit (region e) (Q b s) = true -> Solves b s m p ->
  Limit (cost e + of m p)%Z \/
  exists t c' m' p', (p' < p)%nat /\ Solves b t m' p' /\ Listed t c' /\ (c' + of m' p' <= cost e + of m p)%Z.
Proof.
  intros I W E T S. pose proof checked as C. rewrite forallb_forall in C. specialize (C e I). unfold check_on_foot in C.
  pose proof W as (A & Bo & Fl & Fp & Np). destruct (first_walk b s m p S) as (q & n & Wk & K).
  destruct (walk_free b _ _ _ _ Fp Np Wk) as [Fq Nq].
  destruct K as [(So & -> & ->)|(s1 & m1 & p1 & P & S1 & -> & ->)].
  - left. eapply Limit_up; [|exact (no_end_below _ e s C E So)]. unfold Moves.of. nia.
  - destruct (push_after_walk _ e s q n s1 C W E T Wk P) as (by_ & l & odd & i & R & Li & D & Em & O & K).
    assert (W1 : wf b s1) by (eapply wf_push; [|exact P]; repeat split; auto).
    pose proof (settled_covered _ _ _ s1 _ K W1 D Em R O) as Cv.
    assert (Le : (cost e + Z.of_nat i * move + push + of m1 p1 <= cost e + of (n + Datatypes.S m1) (Datatypes.S p1))%Z).
    { rewrite of_sum, of_push. nia. }
    destruct (Cv m1 p1 S1) as [Y|(t' & c' & m' & p' & Lp & S' & Y & Le')].
    + left. eapply Limit_up; [exact Le|exact Y].
    + right. exists t', c', m', p'. split; [lia|]. split; auto. split; auto. lia.
Qed.

Theorem moves_sound s c m p : Listed s c -> Solves b s m p -> Limit (c + of m p).
Proof.
  apply (closure b Z Z.add Z.le of Limit); [intros; lia|apply Limit_up|intros; lia|].
  clear s c m p. intros s c m p (W & e & I & E & T & ->) S.
  destruct (entry_progress e s m p I W E T S) as [H|(t & c' & m' & p' & Lp & S' & Li & Le)]; [now left|right].
  exists t, c', m', p'. repeat split; auto. left. exists c'. split; auto. lia.
Qed.

Lemma covered_sound s c m p : Covered s c -> Solves b s m p -> Limit (c + of m p).
Proof.
  intros C S. destruct (C m p S) as [H|(t & c' & m' & p' & _ & S' & Li & Le)]; auto.
  eapply Limit_up; [exact Le|]. eapply moves_sound; eauto.
Qed.
End Level.

Theorem check_moves_sound fuel l move push k facts states start : is_level l -> (0 <= move <= push)%Z ->
  check_moves fuel l move push (Some k) facts states start = None ->
  forall m p, Solves (on l) (first l) m p -> (k <= of move push m p)%Z.
Proof.
  unfold check_moves. intros L [MC PC] H.
  set (b := on l) in *. set (g := grid_of b) in *. pose proof (level_wf l L) as W. fold b in W.
  assert (GN : NoDup (goals b)) by apply L. assert (GF : forall x, In x (goals b) -> floor b x = true) by apply L.
  destruct (all_facts _ _ _) as [named|] eqn:AF; [|discriminate].
  assert (KR : forall k f, NM.find k named = Some f -> Right b f) by exact (all_facts_are_right b g eq_refl GN GF _ _ _ AF).
  destruct (check_states_none KR H) as [(by_ & BR & St) C].
  intros m p S. pose proof W as (ND & _ & FL & _).
  assert (D : NoDup (map (enc b) (boxes (first l)))) by now apply nodup_enc.
  rewrite (shade_spec b g eq_refl (first l)) in St by auto.
  assert (Lim : Limit (Some k) (0 + of move push m p)).
  { eapply (covered_sound b g eq_refl GN fuel (Some k) move push MC PC states _ KR C); [|exact S].
    eapply (settled_covered b g eq_refl fuel (Some k) move push MC PC states); [exact St|exact W|exact D|reflexivity|exact BR|].
    intros m0 p0 S0. apply (parity b (first l) m0 p0 GN W S0). }
  unfold Limit, reached in Lim. apply Z.leb_le in Lim. lia.
Qed.

(** * Claims *)

(** A claimed cost as one number, where numbers compare as the pairs do: without a longer way than needed, second numbers
    of solutions that cost less stay below the base. *)
Definition one_cost (l : level) (o : objective) (k : list N) : option Z :=
  match o, k with
  | Moves, [x] => Some (Z.of_N x)
  | PushesMoves, [x; y] =>
      if (Z.of_N x * Z.of_nat (S (length (floor_list (on l)))) <? base)%Z then Some (Z.of_N x * base + Z.of_N y)%Z else None
  | MovesPushes, [x; y] => if (Z.of_N x <? base)%Z then Some (Z.of_N x * base + Z.of_N y)%Z else None
  | _, _ => None
  end.

Lemma claim_of_bound l o k n : is_level l -> one_cost l o k = Some n ->
  (forall m p, Solves (on l) (first l) m p -> n <= of (fst (costs o)) (snd (costs o)) m p)%Z ->
  forall ds m p, Solution l ds m p -> at_most (Head.pair_of k) (Rules.cost o m p).
Proof.
  intros L K C ds m p (s & Pl & So). pose proof (solves_of_play _ _ _ _ _ _ Pl So) as S. clear ds s Pl So.
  assert (B : (0 < base)%Z) by reflexivity. unfold of in C.
  unfold one_cost in K. destruct o, k as [|x [|y [|]]]; try discriminate; cbn [costs fst snd Rules.cost Head.pair_of] in *; unfold at_most; cbn [fst snd].
  - injection K as <-. specialize (C m p S). lia.
  - destruct (Z.ltb_spec (Z.of_N x * Z.of_nat (Datatypes.S (length (floor_list (on l))))) base) as [X|]; [|discriminate]. injection K as <-.
    destruct (lt_eq_lt_dec p (N.to_nat x)) as [[Lt|Eq]|Gt]; [exfalso| |lia].
    + destruct (short_solution (on l) _ _ _ (level_wf l L) S) as (m' & S' & M). pose proof (C m' p S') as K. clear -K M Lt X B.
      remember base as w. remember (length (floor_list (on l))) as F. clear Heqw HeqF. nia.
    + pose proof (C m p S). nia.
  - destruct (Z.ltb_spec (Z.of_N x) base) as [X|]; [|discriminate]. injection K as <-.
    pose proof (pushes_are_moves _ _ _ _ S) as PM. pose proof (C m p S) as K.
    destruct (lt_eq_lt_dec m (N.to_nat x)) as [[Lt|Eq]|Gt]; [exfalso| |lia].
    + clear -K PM Lt X B. remember base as w. clear Heqw. nia.
    + nia.
Qed.

Lemma costs_fit o : (0 <= fst (costs o) <= snd (costs o))%Z.
Proof. assert (B : (0 < base)%Z) by reflexivity. destruct o; unfold costs; cbn [fst snd]; lia. Qed.
