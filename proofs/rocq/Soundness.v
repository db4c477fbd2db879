(** What [check] accepts is true. *)
From Coq Require Import ZArith NArith List Bool Lia Permutation FMapAVL OrderedTypeEx.
From Soko Require Import Rules Theory Masks Checker.
Import ListNotations.
Open Scope N_scope.

Lemma all_some_spec {A B} (f : A -> option B) l acc r y : all_some f l acc = Some r ->
  In y r -> In y acc \/ exists x, In x l /\ f x = Some y.
Proof.
  revert acc. induction l as [|x l IH]; cbn; intros acc; [intros [= ->]; auto|].
  destruct (f x) as [z|] eqn:E; [|discriminate]. intros H I. destruct (IH _ H I) as [[<-|]|(x' & J & K)]; eauto.
Qed.

Lemma distinct_spec l m : distinct l = Some m -> m = mask l /\ NoDup l.
Proof.
  revert m. induction l as [|i l IH]; cbn; intros m; [intros [= <-]; split; [reflexivity|constructor]|].
  destruct (distinct l) as [m1|]; [|discriminate]. destruct (IH _ eq_refl) as [-> D].
  destruct (N.testbit (mask l) i) eqn:T; [discriminate|]. intros [= <-]. split; [reflexivity|].
  constructor; auto. rewrite <- mask_spec. congruence.
Qed.

Lemma sq_eqb_spec x y : sq_eqb x y = true <-> x = y.
Proof.
  destruct x, y. unfold sq_eqb. cbn. rewrite andb_true_iff, !Z.eqb_eq. split; [intros []; congruence|now intros [= -> ->]].
Qed.

Section Level.
Variable b : board.
Variable g : grid.
Hypothesis g_of : g = grid_of b.
Hypothesis goals_nodup : NoDup (goals b).
Hypothesis goals_floor : forall x, In x (goals b) -> floor b x = true.

(** What a fact has to be: right about states, and where it says dead, right about states with more boxes. *)
Definition Right (f : fact) : Prop :=
  (forall s l m p z, wf b s -> NoDup l -> mask l = M b s -> Solves b s m p -> f (M b s) l (Q b s) = Fin z -> (z <= Z.of_nat p)%Z) /\
  (forall s l m p, wf b s -> incl l (map (enc b) (boxes s)) -> f (mask l) l (Q b s) = Inf -> ~ Solves b s m p).

(** * Prices *)
Section Prices.
Variable tab : table.
Variable y : square -> Z.
Hypothesis ok : check_table b tab y = true.
Let f (x p : square) : option Z := look tab (enc b x) (enc b p).

Lemma opt_eqb_spec v w : opt_eqb v w = true -> v = w.
Proof. destruct v, w; cbn; try discriminate; auto. intros E. apply Z.eqb_eq in E. congruence. Qed.

Lemma table_parts p d : let p1 := add p (delta d) in
  floor b p = true -> floor b p1 = true ->
  (forall x, floor b x = true -> p <> x -> p1 <> x -> f x p1 = f x p) /\
  (floor b (add p1 (delta d)) = true -> match f p1 p, f (add p1 (delta d)) p1 with
     | Some v, Some w => (v <= w + 1)%Z | Some _, None => True | None, Some _ => False | None, None => True end).
Proof.
  intros p1 P P1. unfold check_table in ok. rewrite forallb_forall in ok.
  specialize (ok p (proj2 (floor_list_spec b p) P)). apply andb_true_iff in ok. destruct ok as [H _].
  rewrite forallb_forall in H. assert (D : In d directions) by (destruct d; cbn; auto). specialize (H d D).
  cbn zeta in H. fold p1 in H. rewrite P1 in H. apply andb_true_iff in H. destruct H as [H1 H2].
  rewrite forallb_forall in H1. split.
  - intros x X N1 N2. specialize (H1 x (proj2 (floor_list_spec b x) X)).
    destruct (N.eqb_spec (enc b x) (enc b p)) as [E|_]; [apply enc_inj in E; congruence|].
    destruct (N.eqb_spec (enc b x) (enc b p1)) as [E|_]; [apply enc_inj in E; congruence|].
    apply opt_eqb_spec, H1.
  - intros T. rewrite T in H2. unfold f.
    destruct (look tab (enc b p1) (enc b p)), (look tab (enc b (add p1 (delta d))) (enc b p1)); auto; try discriminate.
    now apply Z.leb_le.
Qed.

Lemma table_goals x p : In x (goals b) -> floor b p = true -> p <> x ->
  match f x p with Some v => (v <= - y x)%Z | None => False end.
Proof.
  intros X P N. unfold check_table in ok. rewrite forallb_forall in ok.
  specialize (ok p (proj2 (floor_list_spec b p) P)). apply andb_true_iff in ok. destruct ok as [_ H].
  rewrite forallb_forall in H. specialize (H x X). apply orb_true_iff in H. destruct H as [H|H].
  - now apply sq_eqb_spec in H.
  - unfold f. destruct (look tab (enc b x) (enc b p)); [now apply Z.leb_le|discriminate].
Qed.

Lemma total_n_spec B p acc : total_n tab acc (map (enc b) B) (enc b p) =
  match total f B p with Some v => Fin (acc + v) | None => Inf end.
Proof.
  revert acc. induction B as [|x B IH]; cbn; intros acc; [f_equal; lia|].
  fold (f x p). destruct (f x p) as [v|]; cbn; auto. rewrite IH. destruct (total f B p); cbn; auto. f_equal; lia.
Qed.

Lemma total_n_none l p acc : total_n tab acc l (enc b p) = Inf -> exists i, In i l /\ look tab i (enc b p) = None.
Proof.
  revert acc. induction l as [|i l IH]; cbn; intros acc; [discriminate|].
  destruct (look tab i (enc b p)) eqn:E; [|eauto]. intros H. destruct (IH _ H) as (j & ? & ?). eauto.
Qed.

Lemma prices_right : Right (fun _ l q => total_n tab (sum_y y (goals b)) l q).
Proof.
  assert (Fm : forall x p d, floor b x = true -> floor b p = true -> floor b (add p (delta d)) = true -> p <> x ->
    add p (delta d) <> x -> f x (add p (delta d)) = f x p).
  { intros x p d X P P1 N1 N2. now apply (table_parts p d P P1). }
  assert (Fp : forall p d, let a := add p (delta d) in let t := add a (delta d) in
    floor b p = true -> floor b a = true -> floor b t = true ->
    match f a p, f t a with Some v, Some w => (v <= w + 1)%Z | Some _, None => True | None, Some _ => False | None, None => True end).
  { intros p d a t P A T. now apply (table_parts p d P A). }
  split.
  - intros s l m p z W D E S H. pose proof (list_perm b s l W D E) as P.
    destruct (Permutation_map_inv _ _ P) as (B & -> & PB). unfold Q in H. rewrite total_n_spec in H.
    pose proof (prices_sound b f y Fm Fp table_goals s m p W S) as K. unfold prices_bound in K.
    rewrite (total_perm f _ _ (player s) (Permutation_sym PB)) in K || rewrite (total_perm f _ _ (player s) PB) in K.
    destruct (total f B (player s)); cbn in K; [injection H as <-; exact K|discriminate].
  - intros s l m p W I H. destruct (total_n_none _ _ _ H) as (i & Il & N). apply I in Il. apply in_map_iff in Il.
    destruct Il as (x & <- & Ix). eapply (no_way_dead b f y Fm Fp table_goals [x] s m p); auto.
    + exists x. split; [now left|exact N].
    + intros z [<-|[]]. exact Ix.
Qed.
End Prices.

(** * Patterns *)
Definition Pattern_ok (p : pattern) : Prop := pmask p = mask (plist p) /\ NoDup (plist p) /\
  (forall i, N.testbit (grow g (pregion p)) i = true -> N.testbit (fl g) i = true -> N.testbit (pmask p) i = false ->
     N.testbit (pregion p) i = true).

Lemma make_pattern_ok fuel raw p : make_pattern g fuel raw = Some p -> Pattern_ok p.
Proof.
  unfold make_pattern. destruct (distinct (fst raw)) as [m|] eqn:D; [|discriminate].
  destruct (reach _ _ _ _) as [r|] eqn:R; [|discriminate]. intros [= <-].
  apply distinct_spec in D. destruct D as [-> D]. apply reach_spec in R. destruct R as [_ R].
  repeat split; cbn; auto. intros i G F N. apply R; auto. now rewrite N.ldiff_spec, F, N.
Qed.

Section Patterns.
Variable fuel : nat.
Variable by_ : list fact.
Hypothesis by_right : forall f, In f by_ -> Right f.
Variable ps : list pattern.
Hypothesis ps_ok : forall p, In p ps -> Pattern_ok p.
Let t := lookup_in key_of ps.
Hypothesis ok : forallb (fun p => negb (N.ldiff (pmask p) (gl g) =? 0) &&
  all_pushes g fuel (fun a t1 => let l := t1 :: remove_n a (plist p) in let m := replaced (pmask p) a t1 in
    dead (pattern_value t m l a) || existsb (fun f : fact => dead (f m l a)) by_) (pmask p) (pregion p)) ps = true.

(** The pattern's boxes as squares: those of its bits that are floor. *)
Definition squares (l : list N) : list square := filter (fun x => existsb (N.eqb (enc b x)) l) (floor_list b).

Lemma squares_spec l x : In x (squares l) <-> floor b x = true /\ In (enc b x) l.
Proof.
  unfold squares. rewrite filter_In, floor_list_spec, existsb_exists. split; intros [F H]; split; auto.
  - destruct H as (i & I & E). apply N.eqb_eq in E. congruence.
  - exists (enc b x). split; auto. apply N.eqb_refl.
Qed.

Definition Floor_bits (l : list N) : Prop := forall i, In i l -> exists x, floor b x = true /\ enc b x = i.
Definition In_fact (P : list square) (R : square -> Prop) : Prop := exists p, In p ps /\ Floor_bits (plist p) /\
  P = squares (plist p) /\ R = (fun x => floor b x = true /\ N.testbit (pregion p) (enc b x) = true).
Definition D (B : list square) (p : square) : Prop := exists f l, In f by_ /\ (forall i, In i l -> In i (map (enc b) B)) /\
  f (mask l) l (enc b p) = Inf.

Lemma D_dead : DeadWith b D.
Proof.
  intros B s m p (f & l & F & I & E) W J. apply (proj2 (by_right f F) s l m p W); auto.
  intros i Hi. apply I in Hi. apply in_map_iff in Hi. destruct Hi as (x & <- & Hx). apply in_map, J, Hx.
Qed.

Lemma value_inf m l q : pattern_value t m l q = Inf ->
  exists p, In p ps /\ N.testbit (pregion p) q = true /\ N.ldiff (pmask p) m = 0.
Proof.
  unfold pattern_value. destruct (existsb _ l) eqn:E; [intros _|discriminate].
  apply existsb_exists in E. destruct E as (i & _ & E). apply existsb_exists in E. destruct E as (p & I & E).
  apply andb_true_iff in E. destruct E as [E F]. apply N.eqb_eq in F. exists p. split; [|split]; auto.
  now apply lookup_spec in I.
Qed.

Lemma after_push l a u : floor b a = true -> floor b u = true -> Floor_bits l ->
  Floor_bits (enc b u :: remove_n (enc b a) l) /\
  (forall i, In i (enc b u :: remove_n (enc b a) l) <-> In i (map (enc b) (u :: without a (squares l)))).
Proof.
  intros A U F. split.
  - intros i [<-|I]; [eauto|]. apply remove_n_spec in I. apply F, I.
  - intros i. cbn. rewrite remove_n_spec, in_map_iff. split.
    + intros [E|[I N]]; auto. right. destruct (F i I) as (x & X & <-). exists x. split; auto.
      apply In_without. rewrite squares_spec. split; auto. congruence.
    + intros [E|(x & <- & I)]; auto. right. apply In_without in I. rewrite squares_spec in I.
      destruct I as [[X I] N]. split; auto. intros E. apply N, (enc_inj b); auto.
Qed.

Lemma patterns_right : Right (pattern_value t).
Proof.
  assert (Dead : DeadWith b (Matches In_fact)).
  { apply (patterns_dead b D D_dead In_fact).
    - intros P R (p & I & F & -> & ->) J. rewrite forallb_forall in ok. specialize (ok p I).
      apply andb_true_iff in ok. destruct ok as [K _]. apply negb_true_iff, N.eqb_neq in K. apply K, ldiff_spec.
      destruct (ps_ok p I) as (-> & _). intros i Hi. apply mask_spec in Hi. destruct (F i Hi) as (x & X & <-).
      rewrite g_of. cbn. apply mask_spec, in_map, J, squares_spec. auto.
    - intros P R x d (p & I & F & -> & ->) [X HR] X1 N. split; auto. destruct (ps_ok p I) as (E & _ & C).
      apply C.
      + apply (grow_spec b g g_of); auto.
      + now apply (fl_spec b g g_of).
      + rewrite E. apply not_true_iff_false. rewrite mask_spec. intros J. apply N, squares_spec. auto.
    - intros P R x d (p & I & F & -> & ->) [X HR] a u Ia U N P1. rewrite squares_spec in Ia. destruct Ia as [A Ia].
      rewrite forallb_forall in ok. specialize (ok p I). apply andb_true_iff in ok. destruct ok as [_ K].
      destruct (ps_ok p I) as (E & _ & C). rewrite E in K.
      pose proof (all_pushes_spec b g g_of _ _ _ _ K x d X A U HR (proj2 (mask_spec _ _) Ia)) as H. fold a in H. fold u in H.
      cbn zeta beta in H. rewrite replaced_mask in H. destruct (after_push (plist p) a u A U F) as [F1 Eq].
      assert (Mt : N.testbit (mask (plist p)) (enc b u) = false).
      { apply not_true_iff_false. rewrite mask_spec. intros J. apply N, squares_spec. auto. }
      specialize (H Mt). apply orb_true_iff in H. destruct H as [H|H].
      + destruct (pattern_value t _ _ _) eqn:V; try discriminate. apply value_inf in V. destruct V as (p' & I' & R' & L).
        right. exists (squares (plist p')), (fun x => floor b x = true /\ N.testbit (pregion p') (enc b x) = true).
        destruct (ps_ok p' I') as (E' & _ & _). rewrite E' in L.
        assert (Sub : forall i, In i (plist p') -> In i (enc b u :: remove_n (enc b a) (plist p))).
        { intros i Hi. apply mask_spec. apply (proj1 (ldiff_spec _ _) L), mask_spec, Hi. }
        split; [|split]; auto.
        * exists p'. repeat split; auto. intros i Hi. apply F1, Sub, Hi.
        * intros z Hz. apply squares_spec in Hz. destruct Hz as [Z Hz]. apply Sub, Eq, in_map_iff in Hz.
          destruct Hz as (z' & E2 & Hz). replace z with z'; auto. apply (enc_inj b); auto.
          destruct Hz as [<-|Hz]; auto. apply In_without in Hz. rewrite squares_spec in Hz. tauto.
      + apply existsb_exists in H. destruct H as (f & Hf & H). left.
        exists f, (enc b u :: remove_n (enc b a) (plist p)). split; [|split]; auto.
        * intros i. apply Eq.
        * unfold dead in H. destruct (f _ _ _); try discriminate. reflexivity. }
  split.
  - intros s l m p z _ _ _ _ H. unfold pattern_value in H. destruct (existsb _ _); discriminate.
  - intros s l m p W I H. apply value_inf in H. destruct H as (p' & I' & R' & L). destruct (ps_ok p' I') as (E' & _ & _).
    rewrite E' in L. assert (Sub : forall i, In i (plist p') -> In i (map (enc b) (boxes s))).
    { intros i Hi. apply I, mask_spec. apply (proj1 (ldiff_spec _ _) L), mask_spec, Hi. }
    pose proof W as (_ & _ & C & Fp & _).
    assert (F : Floor_bits (plist p')).
    { intros i Hi. apply Sub, in_map_iff in Hi. destruct Hi as (x & <- & Hx). eauto. }
    apply (Dead (squares (plist p')) s m p); auto.
    + exists (squares (plist p')), (fun x => floor b x = true /\ N.testbit (pregion p') (enc b x) = true).
      split; [exists p'; auto|split; [apply incl_refl|auto]].
    + intros x Hx. apply squares_spec in Hx. destruct Hx as [X Hx]. apply Sub, (in_set b) in Hx; auto.
Qed.
End Patterns.

(** * States *)
Lemma shade_spec s l : wf b s -> NoDup l -> mask l = M b s -> shade_n g l = shade (boxes s).
Proof.
  intros W D E. pose proof (list_perm b s l W D E) as P.
  destruct (Permutation_map_inv _ _ P) as (B & -> & PB). rewrite (shade_perm _ _ PB).
  destruct W as (_ & _ & C & _).
  assert (F : forall x, In x B -> floor b x = true) by (intros x Hx; apply C; eapply Permutation_in; [symmetry|]; eauto).
  unfold shade_n. assert (H : forall acc, fold_left (fun s i => xorb (N.testbit (dk g) i) s) (map (enc b) B) acc = xorb (shade B) acc).
  { clear -F g_of. induction B as [|x B IH]; intros acc; cbn; [now destruct acc|]. rewrite IH by (intros; apply F; now right).
    assert (T : N.testbit (dk g) (enc b x) = dark x).
    { apply eq_true_iff_eq. rewrite g_of. cbn. rewrite mask_spec, in_set.
      - rewrite filter_In, floor_list_spec. split; [tauto|]. split; auto. apply F. now left.
      - apply F. now left.
      - intros y Hy. apply filter_In in Hy. now apply floor_list_spec. }
    rewrite T. destruct (dark x), (shade B), acc; reflexivity. }
  rewrite H. now destruct (shade B).
Qed.

Section States.
Variable fuel : nat.
Variable limit : option Z.
Variable es : list entry.
Definition Entry_ok (e : entry) : Prop := NoDup (elist e) /\ emask e = mask (elist e) /\
  (forall i, N.testbit (grow g (region e)) i = true -> N.testbit (fl g) i = true -> N.testbit (emask e) i = false ->
     N.testbit (region e) i = true) /\ (forall f, In f (eby e) -> Right f).
Hypothesis es_ok : forall e, In e es -> Entry_ok e.
Let known := lookup_in emask es.
Let gs := shade (goals b).
Hypothesis checked : forallb (check_entry g fuel limit gs known) es = true.
Definition Limit (c : Z) : Prop := reached limit c = true.
Definition Listed (s : state) (c : Z) : Prop :=
  wf b s /\ exists e, In e es /\ emask e = M b s /\ N.testbit (region e) (Q b s) = true /\ c = cost e.

Lemma Limit_up x y : (x <= y)%Z -> Limit x -> Limit y.
Proof. clear checked es_ok. unfold Limit, reached. destruct limit; [|auto]. rewrite !Z.leb_le. lia. Qed.

Lemma settled_spec by_ c odd s l : settled limit known by_ c odd (M b s) l (Q b s) = true ->
  wf b s -> NoDup l -> mask l = M b s -> (forall f, In f by_ -> Right f) ->
  (forall m p, Solves b s m p -> Z.odd (Z.of_nat p) = odd) ->
  (exists c', Listed s c' /\ (c' <= c)%Z) \/ (forall m p, Solves b s m p -> Limit (c + Z.of_nat p)).
Proof.
  clear checked es_ok. unfold settled. intros H W D E R O. apply orb_true_iff in H. destruct H as [H|H]; apply existsb_exists in H.
  - left. destruct H as (e & I & H). apply andb_true_iff in H. destruct H as [T L]. apply Z.leb_le in L.
    apply lookup_spec in I. destruct I as [I K]. exists (cost e). split; auto. split; auto. exists e. auto.
  - right. intros m p S. destruct H as (f & I & H). destruct (R f I) as [R1 R2].
    assert (Up : forall z, (z <= Z.of_nat p)%Z -> reached limit (c + rounded z odd) = true -> Limit (c + Z.of_nat p)).
    { clear H R1 R2. intros z R1 H. eapply Limit_up; [|exact H]. specialize (O m p S). unfold rounded.
      destruct (Bool.eqb (Z.odd z) odd) eqn:P; [lia|]. apply eqb_false_iff in P.
      destruct (Z.eq_dec z (Z.of_nat p)) as [->|]; [congruence|lia]. }
    destruct (f (M b s) l (Q b s)) as [|z|] eqn:V.
    + apply (Up 0%Z); auto. lia.
    + apply (Up z); auto. exact (R1 s l m p z W D E S V).
    + exfalso. apply (R2 s l m p W); auto; [|now rewrite E]. intros i. now apply mask_ext.
Qed.

Theorem states_sound s c m p : Listed s c -> Solves b s m p -> Limit (c + Z.of_nat p).
Proof.
  apply (push_closure b Limit Limit_up Listed).
  - intros s0 c0 (W & e & I & E & T & ->) H. rewrite forallb_forall in checked. specialize (checked e I).
    unfold check_entry in checked. apply andb_true_iff in checked. destruct checked as [C _].
    destruct (N.eqb_spec (N.ldiff (emask e) (gl g)) 0) as [_|N]; [exact C|]. exfalso. apply N, ldiff_spec.
    rewrite E. intros i Hi. apply mask_spec, in_map_iff in Hi. destruct Hi as (x & <- & Hx).
    rewrite g_of. cbn. apply mask_spec, in_map, H, Hx.
  - intros s0 s1 c0 (W & e & I & E & T & ->) Mv. split; [eapply wf_move; eauto|]. exists e.
    destruct Mv as (d & F & N & ->). split; [|split; [|split]]; auto. destruct (es_ok e I) as (_ & _ & C & _).
    pose proof W as (_ & _ & _ & Fp & _). unfold Q. cbn. apply C.
    + apply (grow_spec b g g_of); auto.
    + now apply (fl_spec b g g_of).
    + rewrite E. apply not_true_iff_false. rewrite (M_spec b s0 _ W F). exact N.
  - intros s0 s1 c0 (W & e & I & E & T & ->) P. pose proof (wf_push _ _ _ W P) as W1.
    assert (O : forall m p, Solves b s1 m p -> Z.odd (Z.of_nat p) = negb (xorb (shade (boxes s0)) gs)).
    { intros m0 p0 S. pose proof (parity b s0 (Datatypes.S m0) (Datatypes.S p0) goals_nodup W (solves_push b _ _ _ _ P S)) as K.
      rewrite Nat2Z.inj_succ, Z.odd_succ, <- Z.negb_odd in K. unfold gs. rewrite <- K. now rewrite negb_involutive. }
    rewrite forallb_forall in checked. specialize (checked e I).
    unfold check_entry in checked. apply andb_true_iff in checked. destruct checked as [_ C].
    destruct (es_ok e I) as (D & Em & _ & R). rewrite (shade_spec s0 (elist e) W D) in C by congruence.
    destruct P as (d & Fa & Ia & Ft & Nt & ->). pose proof W as (_ & _ & _ & Fp & _).
    rewrite E in C.
    pose proof (all_pushes_spec b g g_of _ _ _ _ C (player s0) d Fp Fa Ft T) as H. cbn zeta beta in H.
    rewrite (M_spec b s0 _ W Fa) in H. specialize (H Ia).
    assert (X : N.testbit (M b s0) (enc b (add (add (player s0) (delta d)) (delta d))) = false).
    { apply not_true_iff_false. now rewrite (M_spec b s0 _ W Ft). }
    specialize (H X). rewrite <- (M_push b s0 d W Fa Ft) in H.
    set (s1 := State _ _) in *.
    destruct (settled_spec _ _ _ s1 _ H W1) as [(c' & L & K)|K]; auto.
    + constructor.
      * rewrite remove_n_spec. intros [J _]. apply mask_spec in J. rewrite <- Em, E in J. congruence.
      * unfold remove_n. now apply NoDup_filter.
    + rewrite <- replaced_mask, <- Em, E. symmetry. apply (M_push b s0 d W Fa Ft).
    + left. exists c'. split; auto.
Qed.
End States.
End Level.

(** * The whole *)
Lemma distinct_squares_spec l : distinct_squares l = true -> NoDup l.
Proof.
  induction l as [|x l IH]; cbn; [constructor|]. rewrite andb_true_iff, negb_true_iff, member_false.
  intros []. constructor; auto.
Qed.

Lemma level_ok_spec l : level_ok l = true -> is_level l.
Proof.
  unfold level_ok, is_level. rewrite !andb_true_iff, !negb_true_iff, Nat.eqb_eq, !forallb_forall, member_false.
  intros [[[[[[[A B] C] D] E] F] G] H].
  repeat split; auto using distinct_squares_spec. destruct (boxes (first l)); [discriminate|congruence].
Qed.

Lemma level_wf l : is_level l -> wf (on l) (first l).
Proof. intros (A & B & C & D & E & F & G & H). repeat split; auto. Qed.

Lemma make_entry_ok b g fuel find raw e : make_entry g fuel find raw = Some e ->
  (forall i f, find i = Some f -> Right b f) -> Entry_ok b g e.
Proof.
  unfold make_entry. destruct raw as [[[c l] q] by_]. destruct (distinct l) as [m|] eqn:D; [|discriminate].
  destruct (all_some find by_ []) as [fs|] eqn:A; [|discriminate].
  destruct (reach _ _ _ _) as [r|] eqn:R; [|discriminate]. intros [= <-] K.
  apply distinct_spec in D. destruct D as [-> D]. apply reach_spec in R. destruct R as [_ R].
  split; [|split; [|split]]; cbn; auto.
  - intros i G F N. apply R; auto. now rewrite N.ldiff_spec, F, N.
  - intros f Hf. destruct (all_some_spec _ _ _ _ _ A Hf) as [[]|(i & _ & Hi)]. eauto.
Qed.

Lemma run_play b s ds s1 m p : run b s ds = Some (s1, m, p) -> Play b s ds s1 m p.
Proof.
  revert s m p. induction ds as [|d ds IH]; cbn; intros s m p; [intros [= -> <- <-]; constructor|].
  destruct (step b s d) as [s2|] eqn:E; [|discriminate]. destruct (run b s2 ds) as [[[s3 m1] p1]|] eqn:R; [|discriminate].
  intros [= -> <- <-]. econstructor; eauto.
Qed.

Lemma solution_cost_spec l ds m p : solution_cost l ds = Some (m, p) -> Solution l ds m p.
Proof.
  unfold solution_cost. destruct (run _ _ _) as [[[s m1] p1]|] eqn:R; [|discriminate].
  destruct (is_solved _ _) eqn:E; [|discriminate]. intros [= <- <-]. exists s. split; [now apply run_play|].
  unfold is_solved in E. rewrite forallb_forall in E. intros x Hx. now apply member_spec, E.
Qed.
