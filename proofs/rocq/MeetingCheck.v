(** The check of two sides that meet, and that it asks all that [Meeting] needs. *)
From Coq Require Import ZArith NArith List Bool Lia Permutation FMapAVL OrderedTypeEx.
From Soko Require Import Rules Theory Masks Walks Checker Soundness Potential Whole Moves Back BackFacts Backwards Meeting Balance.
Import ListNotations.
Open Scope N_scope.

(** * The checker *)
Section Check.
Variable g : grid.
Variable fuel : nat.
Variables k depth move push : Z.
Variables goal_shade first_shade : bool.
(** Of boxes and the player: what prices say of the rest, and of the play so far. *)
Variable value : list N -> N -> option Z * option Z.
Variables facts facts_back : N -> option fact.
Variables known rests : N -> list entry.

(** Whether the balance leaves a state to the other side; in a solution, both values are finite. *)
Definition left_ahead (v : option Z * option Z) (x : Z) : bool :=
  match v with
  | (Some a, Some z) => (2 * (k - depth) <=? 2 * x + (a - z))%Z
  | (None, Some _) => true
  | _ => false
  end.
Definition left_behind (v : option Z * option Z) (x : Z) : bool :=
  match v with
  | (Some a, Some z) => (2 * depth <=? 2 * x - (a - z))%Z
  | (Some _, None) => true
  | _ => false
  end.

(** Whether a cost, the walk to a state of the other side and the rest from there always reach the limit. *)
Definition rests_reach (l : list entry) (free a : N) (x : Z) : bool :=
  match l with
  | [] => true
  | _ => all_layers g free fuel (fun layer d => forallb (fun e => (N.land (region e) layer =? 0) || (k <=? x + d + cost e)%Z) l)
           move (bit a) (bit a) 0
  end.
Definition settled_ahead (by_ : list fact) (c : Z) (odd : bool) (m : N) (boxes : unit -> list N) (a : N) : bool :=
  settled_on_foot g fuel (Some k) move push known by_ c odd m boxes a
  || (left_ahead (value (boxes tt) a) c && rests_reach (rests m) (N.ldiff (fl g) m) a c).

Definition shown_so_far (c : Z) (odd : bool) (v : val) : bool :=
  match v with
  | No => (k <=? c + rounded 0 odd * push)%Z
  | Fin z => (k <=? c + rounded z odd * push)%Z
  | FinM z => (k <=? c + z * move)%Z
  | Inf => true
  end.
Definition settled_behind (by_ : list fact) (c : Z) (odd : bool) (m : N) (boxes : unit -> list N) (a : N) : bool :=
  let l := rests m in
  is_listed l a c
  || (let boxes := boxes tt in left_behind (value boxes a) c || existsb (fun f : fact => shown_so_far c odd (f m boxes a)) by_)
  || near g fuel move l (N.ldiff (fl g) m) a c.
Definition check_rest (e : entry) : bool :=
  (eclosing e =? 0) &&
  match squares_in fuel (emask e) [], all_some facts_back (eby e) [] with
  | Some l, Some by_ =>
      let odd := negb (xorb (shade_n g l) first_shade) in
      all_layers g (N.ldiff (fl g) (emask e)) fuel (fun layer c => all_pulls g fuel (fun t a p =>
        settled_behind by_ (c + push) odd (replaced (emask e) t a) (fun _ => a :: remove_n t l) p) (emask e) layer)
        move (region e) (region e) (cost e)
  | _, _ => false
  end.
(** The ends of solutions: the player is in reach of his first square [q0], past no box. *)
Definition check_ends (ends : list N) (q0 : N) : bool :=
  let m := mask ends in
  match reach g fuel (fl g) (bit q0) with
  | Some inside => all_bits fuel (fun q => settled_behind [] 0 false m (fun _ => ends) q) (N.ldiff inside m)
  | None => false
  end.
End Check.

Definition fitting (b : board) (hs : option (list (N * Z))) : bool :=
  match hs with Some l => check_heights b (height_of l) | None => true end.

(** The values of two facts with prices, ahead and behind, on the level's board. *)
Definition value_of (b : board) (s0 : state) (move push : Z) (so : so_far) (back : back_so_far) (balanced : option (N * N)) :
  option (list N -> N -> option Z * option Z) :=
  match balanced with
  | None => Some (fun _ _ => (Some 0, Some 0)%Z)
  | Some (p, q) =>
      match NM.find p (priced so), NM.find q (tables back) with
      | Some (b1, hs, (tab, y)), Some (hs1, (tab1, y1)) =>
          if board_eq b1 b then if fitting b hs && fitting b hs1 then
            let ahead := priced_at tab (sum_y y (goals b)) (cost_ahead (option_map height_of hs) move push) in
            let behind := priced_at tab1 (sum_y y1 (boxes s0)) (cost_behind (option_map height_of hs1) (enc b (player s0)) move push) in
            Some (fun l q => (ahead l q, behind l q))
          else None else None
      | _, _ => None
      end
  end.

Definition check_meeting (fuel : nat) (l : level) (move push k depth : Z) (balanced : option (N * N)) (facts : list (N * raw_fact))
  (back : list (N * raw_back)) (states rests : list entry) (start : list N) : option blame :=
  let b := on l in let s0 := first l in let g := grid_of b in let whole := first_ground b g in
  match facts_so_far fuel whole facts no_facts with
  | inr k => Some (BadFact k)
  | inl so =>
  match back_facts_so_far b g s0 fuel (gnodes whole) back no_back_facts with
  | inr k => Some (BadFact k)
  | inl so_back =>
      match value_of b s0 move push so so_back balanced with
      | None => Some BadStart
      | Some value =>
          let behind := lookup_in emask rests in
          let goal_shade := shade (goals b) in let first_shade := shade (boxes s0) in
          let l0 := map (enc b) (boxes s0) in
          match check_states (Whole.known so) states start
            (fun known by_ =>
               settled_ahead g fuel k depth move push value known behind by_ 0 (xorb (shade_n g l0) goal_shade) (mask l0) (fun _ => l0)
                 (enc b (player s0))
               && check_ends g fuel k depth move push value behind (map (enc b) (goals b)) (enc b (player s0)))
            (fun find known =>
               check_steps g fuel (Some k) move push goal_shade find (settled_ahead g fuel k depth move push value known behind)) with
          | Some bad => Some bad
          | None => option_map BadState (first_bad (check_rest g fuel k depth move push first_shade value
                      (fun i => NM.find i (shown_back so_back)) behind) rests (Index.count states 0))
          end
      end
  end end.

(** * Soundness *)
Section Level.
Variable b : board.
Variable g : grid.
Hypothesis g_of : g = grid_of b.
Hypothesis goals_nodup : NoDup (goals b).
Variable s0 : state.
Hypothesis first_wf : wf b s0.
Hypothesis as_many : length (boxes s0) = length (goals b).
Variable fuel : nat.
Variables k depth move push : Z.
Hypothesis move_costs : (0 <= move)%Z.
Hypothesis push_costs : (move <= push)%Z.
Variable value : list N -> N -> option Z * option Z.
Notation of := (of move push).
Notation Comes := (Comes b s0 (fun _ _ => 1%Z)).
Notation value_at s := (value (map (enc b) (boxes s)) (Q b s)).

(** What a balance has to be. *)
Record Balanced : Prop := {
  value_same : forall s l, wf b s -> NoDup l -> mask l = M b s -> value l (Q b s) = value_at s;
  value_finite : forall s m p w m1 p1, Comes s m p w -> Solves b s m1 p1 -> exists x y, value_at s = (Some x, Some y);
  value_falls : forall s t m p w m1 p1 c, Comes s m p w -> Solves b t m1 p1 -> (Move b s t /\ c = move \/ Push b s t /\ c = push) ->
    forall x y x1 y1, value_at s = (Some x, Some y) -> value_at t = (Some x1, Some y1) -> (x - y <= x1 - y1 + 2 * c)%Z }.
Hypothesis balanced : Balanced.
Definition balance (s : state) : Z := match value_at s with (Some x, Some y) => (x - y)%Z | _ => 0%Z end.

Lemma falls s t m p w m1 p1 c : Comes s m p w -> Solves b t m1 p1 -> (Move b s t /\ c = move \/ Push b s t /\ c = push) ->
  (balance s <= balance t + 2 * c)%Z.
Proof.
  intros C S H. assert (X : exists m2 p2 w2 m3 p3, Comes t m2 p2 w2 /\ Solves b s m3 p3).
  { destruct H as [[H _]|[H _]]; do 5 eexists; split;
      [eapply comes_move; eauto|eapply solves_move; eauto|eapply comes_push; eauto|eapply solves_push; eauto]. }
  destruct X as (m2 & p2 & w2 & m3 & p3 & C2 & S2).
  destruct (value_finite balanced _ _ _ _ _ _ C S2) as (x & y & E). destruct (value_finite balanced _ _ _ _ _ _ C2 S) as (x1 & y1 & E1).
  pose proof (value_falls balanced s t m p w m1 p1 c C S H x y x1 y1 E E1) as K. unfold balance. now rewrite E, E1.
Qed.

Variables es rs : list entry.
Variables facts facts_back : N -> option fact.
Hypothesis facts_right : forall i f, facts i = Some f -> Right b f.
Hypothesis facts_back_right : forall i f, facts_back i = Some f -> Right_so_far b s0 f.
Let known := lookup_in emask es.
Let rests := lookup_in emask rs.
Let gs := shade (goals b).
Let ss := shade (boxes s0).
Notation Settles := (settled_ahead g fuel k depth move push value known rests).
Hypothesis checked : forallb (check_steps g fuel (Some k) move push gs facts Settles) es = true.
Hypothesis checked_rests : forallb (check_rest g fuel k depth move push ss value facts_back rests) rs = true.

(** The states that [lookup_in] gives. *)
Definition Behind (s : state) (c : Z) : Prop :=
  wf b s /\ exists e, In e (rests (M b s)) /\ N.testbit (region e) (Q b s) = true /\ c = cost e.
Notation Listed := (Listed b es).
Notation Settled_on := (Settled_on b move push k depth balance Listed Behind).

Lemma limit_is x : Limit (Some k) x -> (k <= x)%Z.
Proof. unfold Limit, reached. apply Z.leb_le. Qed.

Lemma settled_ahead_spec by_ c odd s l m p w : Settles by_ c odd (M b s) (fun _ => l) (Q b s) = true ->
  wf b s -> NoDup l -> mask l = M b s -> (forall f, In f by_ -> Right b f) ->
  (forall m p, Solves b s m p -> Z.odd (Z.of_nat p) = odd) -> Comes s m p w -> (exists m1 p1, Solves b s m1 p1) -> Settled_on s c.
Proof.
  clear checked checked_rests. intros H W D E R O C (m1 & p1 & S). unfold settled_ahead in H. apply orb_true_iff in H. destruct H as [H|H].
  - destruct (settled_on_foot_spec b g g_of fuel (Some k) move push move_costs push_costs es by_ c odd s l H W D E R O) as [(q & n & c' & Wk & Li & Le)|L].
    + left. exists q, n, c'. auto.
    + right. left. intros m2 p2 S2. apply limit_is, L, S2.
  - right. right. apply andb_true_iff in H. destruct H as [H1 H2]. rewrite (value_same balanced s l W D E) in H1.
    destruct (value_finite balanced _ _ _ _ _ _ C S) as (x & y & V). unfold balance. rewrite V in *. cbn [left_ahead] in H1.
    apply Z.leb_le in H1. split; [lia|]. intros q n c' (Wq & e & I & T & ->) Wk. change (M b (State (boxes s) q)) with (M b s) in I.
    unfold rests_reach in H2. destruct (rests (M b s)) as [|e0 l0] eqn:L; [destruct I|]. rewrite <- L in *.
    pose proof W as (_ & _ & _ & Fp & Np).
    assert (Tp : N.testbit (bit (Q b s)) (enc b (player s)) = true) by (rewrite bit_spec; apply N.eqb_refl).
    destruct (in_layers b g g_of s W _ _ _ _ _ _ _ _ H2 Fp Tp Wk) as (layer & i & Li & Tq & O2). cbn beta in O2.
    rewrite forallb_forall in O2. specialize (O2 e I). apply orb_true_iff in O2. destruct O2 as [O2|O2].
    + exfalso. apply N.eqb_eq in O2. assert (X : N.testbit (N.land (region e) layer) (enc b q) = true).
      { rewrite N.land_spec, Tq. unfold Q in T. cbn [player] in T. now rewrite T. }
      rewrite O2, N.bits_0 in X. discriminate.
    + apply Z.leb_le in O2. nia.
Qed.

Lemma comes_pushes s m p w : Comes s m p w -> (p <= m)%nat.
Proof. induction 1; lia. Qed.

Lemma settled_behind_spec by_ c odd s l m p w : settled_behind g fuel k depth move push value rests by_ c odd (M b s) (fun _ => l) (Q b s) = true ->
  wf b s -> NoDup l -> mask l = M b s -> (forall f, In f by_ -> Right_so_far b s0 f) -> Comes s m p w ->
  (by_ = [] \/ Z.odd (Z.of_nat p) = odd) -> (exists m1 p1, Solves b s m1 p1) ->
  (2 * depth <= 2 * c - balance s)%Z \/ Avail b move Behind s c \/ by_ <> [] /\ (k <= c + of m p)%Z.
Proof.
  clear checked checked_rests. intros H W D E R C O (m1 & p1 & S). unfold settled_behind in H. rewrite !orb_true_iff in H.
  destruct H as [[H|[H|H]]|H].
  - right. left. destruct (is_listed_spec _ _ _ H) as (e & I & T & L).
    exists (player s), 0%nat, (cost e). split; [constructor|]. split; [|lia]. destruct s. split; auto. exists e. auto.
  - left. rewrite (value_same balanced s l W D E) in H. destruct (value_finite balanced _ _ _ _ _ _ C S) as (x & y & V).
    unfold balance. rewrite V in *. cbn [left_behind] in H. now apply Z.leb_le in H.
  - right. right. apply existsb_exists in H. destruct H as (f & I & H). destruct O as [->|O]; [destruct I|].
    split; [intros ->; destruct I|]. pose proof (R f I s l m p D E (ex_intro _ w C)) as R1. pose proof (comes_pushes _ _ _ _ C) as PM.
    assert (Up : forall z, (z <= Z.of_nat p)%Z -> (k <= c + rounded z odd * push)%Z -> (k <= c + of m p)%Z).
    { clear H R1. intros z R1 H. pose proof (of_least move push move_costs push_costs _ m p (rounded_least z odd _ R1 O) PM). lia. }
    unfold shown_so_far in H. destruct (f (M b s) l (Q b s)) as [|z|z|] eqn:V; cbn [Fits_so_far] in R1; rewrite ?Z.leb_le in H.
    + apply (Up 0%Z); auto. lia.
    + apply (Up z); auto.
    + unfold Moves.of. clear -move_costs push_costs R1 H. nia.
    + destruct R1.
  - right. left. destruct (near_spec b g g_of fuel move _ s c W H) as (q & n & e & Wk & Wq & I & T & Le). exists q, n, (cost e).
    split; auto. split; auto. split; auto. exists e. auto.
Qed.

Lemma pulls u t q n c m p w m1 p1 : Comes u m p w -> Push b u t -> Solves b t m1 p1 -> Behind (State (boxes t) q) c ->
  Walk b (boxes t) q (player t) n ->
  exists x, (x <= c + Z.of_nat n * move + push)%Z /\
    ((2 * depth <= 2 * x - balance u)%Z \/ Avail b move Behind u x \/ (k <= x + of m p)%Z).
Proof.
  intros C P S (Wq & e & I & T & ->) Wk. apply lookup_spec in I. destruct I as [I E]. change (M b (State (boxes t) q)) with (M b t) in E.
  pose proof checked_rests as K. rewrite forallb_forall in K. specialize (K e I). unfold check_rest in K.
  apply andb_true_iff in K. destruct K as [_ K].
  destruct (squares_in _ _ _) as [l|] eqn:L; [|discriminate]. apply squares_in_spec in L. destruct L as [D Em].
  destruct (all_some facts_back (eby e) []) as [by_|] eqn:B; [|discriminate]. rewrite E in Em, K.
  pose proof (comes_wf b s0 _ first_wf _ _ _ _ C) as Wu. pose proof Wq as (_ & _ & _ & Fq & _).
  destruct (in_layers b g g_of t (wf_push _ _ _ Wu P) _ _ _ _ _ _ _ _ K Fq T Wk) as (layer & i & Li & Tq & O). cbn beta in O.
  exists (cost e + Z.of_nat i * move + push)%Z. split; [nia|].
  destruct (push_taken_back b g g_of s0 first_wf fuel (fun m l q => settled_behind g fuel k depth move push value rests by_
    (cost e + Z.of_nat i * move + push) (negb (xorb (shade_n g _) ss)) m (fun _ => l) q) layer l u t m p w C P D Em Tq O) as (l' & D' & E' & Od & S').
  destruct (settled_behind_spec by_ _ _ u l' m p w S' Wu D' E') as [H|[H|[_ H]]]; auto.
  - exact (all_some_all facts_back_right B).
  - eexists. eexists. eapply solves_push; eauto.
Qed.

Lemma comes_inside r s m p w : reach g fuel (fl g) (bit (enc b (player s0))) = Some r -> Comes s m p w -> N.testbit r (Q b s) = true.
Proof.
  intros H. unfold reach in H. destruct (_ && _) eqn:C; [|discriminate]. injection H as <-. apply andb_true_iff in C. destruct C as [C1 C2].
  assert (Step : forall x d, floor b x = true -> floor b (add x (delta d)) = true -> N.testbit (flood g fuel (fl g) (bit (enc b (player s0)))) (enc b x) = true ->
    N.testbit (flood g fuel (fl g) (bit (enc b (player s0)))) (enc b (add x (delta d))) = true).
  { intros x d X Y. apply (closed_step b g g_of _ _ x d C2 X Y). now apply (fl_spec b g g_of). }
  induction 1 as [|s s1 m p w Cm IH H|s s1 m p w Cm IH H].
  - apply (proj1 (subset_spec _ _) C1). rewrite bit_spec. apply N.eqb_refl.
  - pose proof (comes_wf b s0 _ first_wf _ _ _ _ Cm) as (_ & _ & _ & Fp & _). destruct H as (d & Fa & _ & ->). apply Step; auto.
  - pose proof (comes_wf b s0 _ first_wf _ _ _ _ Cm) as (_ & _ & _ & Fp & _). destruct H as (d & Fa & _ & _ & _ & ->). apply Step; auto.
Qed.

Hypothesis goals_floor : forall x, In x (goals b) -> floor b x = true.
Hypothesis ends_checked : check_ends g fuel k depth move push value rests (map (enc b) (goals b)) (enc b (player s0)) = true.

Lemma ends u m p w : Comes u m p w -> solved b u -> (2 * depth <= - balance u)%Z \/ Avail b move Behind u 0.
Proof.
  intros C So. unfold check_ends in ends_checked. destruct (reach _ _ _ _) as [r|] eqn:Re; [|discriminate].
  pose proof (comes_wf b s0 _ first_wf _ _ _ _ C) as Wu.
  assert (Mu : mask (map (enc b) (goals b)) = M b u) by (symmetry; now apply mask_perm, Permutation_map, solved_perm).
  pose proof (all_bits_spec _ _ _ ends_checked (Q b u)) as K. cbn beta in K. rewrite Mu in K.
  assert (X : N.testbit (N.ldiff r (M b u)) (Q b u) = true).
  { now rewrite N.ldiff_spec, (comes_inside r u m p w Re C), (M_player b u Wu). }
  specialize (K X). destruct (settled_behind_spec [] _ _ u (map (enc b) (goals b)) m p w K Wu) as [H|[H|[H _]]]; auto.
  - now apply nodup_enc.
  - intros f [].
  - exists 0%nat, 0%nat. now constructor.
  - congruence.
Qed.

Lemma pushes_settled bs q c p n t : Listed (State bs q) c -> Walk b bs q p n -> Push b (State bs p) t ->
  forall m1 p1 m2 p2 w, Comes t m2 p2 w -> Solves b t m1 p1 -> exists x, (x <= c + Z.of_nat n * move + push)%Z /\ Settled_on t x.
Proof.
  intros (W & e & I & E & T & ->) Wk P m1 p1 m2 p2 w C S. pose proof checked as K. rewrite forallb_forall in K. specialize (K e I).
  destruct (push_after_walk b g g_of goals_nodup fuel (Some k) move push facts facts_right _ e (State bs q) p n t K W E T Wk P)
    as (by_ & l & odd & i & R & Li & D & Em & O & H).
  exists (cost e + Z.of_nat i * move + push)%Z. split; [nia|].
  apply (settled_ahead_spec by_ _ odd t l m2 p2 w H (comes_wf b s0 _ first_wf _ _ _ _ C) D Em R O C). eauto.
Qed.

Lemma no_end s c : Listed s c -> solved b s -> (k <= c)%Z.
Proof.
  intros (W & e & I & E & T & ->) So. pose proof checked as K. rewrite forallb_forall in K. specialize (K e I).
  apply limit_is. eapply no_end_below; eauto.
Qed.

Theorem meeting_checked by_ odd l : Settles by_ 0 odd (M b s0) (fun _ => l) (Q b s0) = true -> NoDup l -> mask l = M b s0 ->
  (forall f, In f by_ -> Right b f) -> (forall m p, Solves b s0 m p -> Z.odd (Z.of_nat p) = odd) ->
  forall m p, Solves b s0 m p -> (k <= of m p)%Z.
Proof.
  intros St D E R O. apply (meeting b s0 first_wf move push move_costs push_costs k depth balance Listed Behind).
  - intros. eapply falls; eauto.
  - intros. eapply falls; eauto.
  - apply ends.
  - intros. eapply pulls; eauto.
  - intros m p S. apply (settled_ahead_spec by_ 0 odd s0 l 0 0 0 St first_wf D E R O (comes_first _ _ _)). eauto.
  - intros. eapply pushes_settled; eauto.
  - apply no_end.
Qed.
End Level.

(** * The whole *)

Lemma value_balanced b g s0 move push so back balanced value : g = grid_of b -> (forall x, In x (goals b) -> floor b x = true) -> wf b s0 ->
  (0 <= move <= push)%Z -> Good_so_far b so -> Good_back b g s0 back -> value_of b s0 move push so back balanced = Some value ->
  Balanced b s0 move push value.
Proof.
  intros G GF W [MC PC] (_ & P & _) [_ T] H. unfold value_of in H. destruct balanced as [[p q]|].
  2: { injection H as <-. constructor; [reflexivity|eauto|]. intros s t m p w m1 p1 c _ _ S x y x1 y1 [= <- <-] [= <- <-].
    destruct S as [[_ ->]|[_ ->]]; lia. }
  destruct (NM.find p (priced so)) as [[[b1 hs] [tab y]]|] eqn:E; [|discriminate].
  destruct (NM.find q (tables back)) as [[hs1 [tab1 y1]]|] eqn:E1; [|discriminate].
  destruct (board_eq b1 b) as [->|]; [|discriminate]. destruct (_ && _) eqn:F; [|discriminate]. injection H as <-.
  apply andb_true_iff in F. destruct F as [F F1]. specialize (P _ _ E). specialize (T _ _ E1). cbn [fst snd] in P, T. clear E E1.
  assert (Fit : forall hs, fitting b hs = true -> Heights_fit b (option_map height_of hs)).
  { clear. intros [l|]; cbn; [apply check_heights_spec|auto]. }
  apply Fit in F, F1. unfold weight_on in P, T. set (h := option_map height_of hs) in *. set (h1 := option_map height_of hs1) in *.
  constructor.
  - intros s l Ws D M. unfold priced_at. now rewrite !(total_n_same b _ _ s l Ws D M).
  - intros s m p0 w m1 p1 C S. pose proof (comes_wf b s0 _ W _ _ _ _ C) as Ws.
    destruct (ahead_finite b g G GF h tab y P s m1 p1 Ws S) as [v Ev].
    destruct (behind_finite b g G s0 W h1 tab1 y1 T s m p0 w C) as [v1 Ev1].
    pose proof (ahead_total b move push h tab y s) as A. rewrite Ev in A. pose proof (behind_total b s0 move push h1 tab1 y1 s) as B. rewrite Ev1 in B.
    unfold ahead in A. unfold behind in B. rewrite A, B. eauto.
  - intros s t m p0 w m1 p1 c C S H x z x1 z1 [= X Z] [= X1 Z1]. pose proof (comes_wf b s0 _ W _ _ _ _ C) as Ws.
    destruct (ahead_step b g G GF move push MC PC h F tab y P s t m1 p1 c Ws S H) as (v & v1 & A & A1 & L).
    destruct (behind_step b g G s0 W move push MC PC h1 F1 tab1 y1 T s t m p0 w c C H) as (u & u1 & B & B1 & L1).
    unfold ahead in A, A1. unfold behind in B, B1. rewrite X in A. rewrite X1 in A1. rewrite Z in B. rewrite Z1 in B1.
    injection A as <-. injection A1 as <-. injection B as <-. injection B1 as <-. lia.
Qed.

Theorem check_meeting_sound fuel l move push k depth balanced facts back states rests start : is_level l -> (0 <= move <= push)%Z ->
  check_meeting fuel l move push k depth balanced facts back states rests start = None ->
  forall m p, Solves (on l) (first l) m p -> (k <= of move push m p)%Z.
Proof.
  unfold check_meeting. intros L MP H. set (b := on l) in *. set (s0 := first l) in *. set (g := grid_of b) in *.
  pose proof (level_wf l L) as W. fold b s0 in W. assert (GN : NoDup (goals b)) by apply L.
  assert (GF : forall x, In x (goals b) -> floor b x = true) by apply L. assert (Len : length (boxes s0) = length (goals b)) by apply L.
  destruct (facts_so_far _ _ _ _) as [so|] eqn:AF; [|discriminate]. destruct (back_facts_so_far _ _ _ _ _ _ _) as [so_back|] eqn:AB; [|discriminate].
  pose proof (facts_are_good b g eq_refl GN GF _ _ _ AF) as Go. pose proof (back_facts_are_good b g s0 _ _ _ _ eq_refl W AB) as Gb.
  destruct (value_of _ _ _ _ _ _ _) as [value|] eqn:V; [|discriminate].
  pose proof (value_balanced b g s0 move push so so_back balanced value eq_refl GF W MP Go Gb V) as Ba.
  destruct (check_states _ _ _ _ _) eqn:C; [discriminate|]. destruct (check_states_none (proj1 Go) C) as [(by_ & BR & St) C0]. clear C.
  apply andb_true_iff in St. destruct St as [St En]. destruct (first_bad _ rests _) eqn:C1; [discriminate|]. apply first_bad_none in C1.
  pose proof W as (ND & _ & FL & _). assert (D : NoDup (map (enc b) (boxes s0))) by now apply nodup_enc.
  rewrite (shade_spec b g eq_refl s0) in St by auto.
  apply (meeting_checked b g eq_refl GN s0 W Len fuel k depth move push (proj1 MP) (proj2 MP) value Ba states rests _ _ (proj1 Go) (proj1 Gb) C0 C1 GF En
    _ _ _ St D eq_refl BR).
  intros m p S. apply (parity b s0 m p GN W S).
Qed.
