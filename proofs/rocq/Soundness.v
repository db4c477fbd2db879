(** What [check] accepts is true. *)
From Coq Require Import ZArith NArith List Bool Lia Permutation FMapAVL OrderedTypeEx.
From Soko Require Import Rules Theory Closing Masks Walks Checker.
Import ListNotations.
Open Scope N_scope.

Lemma all_some_spec {A B} (f : A -> option B) l acc r y : all_some f l acc = Some r ->
  In y r -> In y acc \/ exists x, In x l /\ f x = Some y.
Proof.
  revert acc. induction l as [|x l IH]; cbn; intros acc; [intros [= ->]; auto|].
  destruct (f x) as [z|] eqn:E; [|discriminate]. intros H I. destruct (IH _ H I) as [[<-|]|(x' & J & K)]; eauto.
Qed.

Lemma all_some_all {A B} {f : A -> option B} {P : B -> Prop} {l r} : (forall x y, f x = Some y -> P y) ->
  all_some f l [] = Some r -> forall y, In y r -> P y.
Proof. intros H E y I. destruct (all_some_spec _ _ _ _ _ E I) as [[]|(x & _ & K)]. eauto. Qed.

Lemma is_listed_spec l a c : is_listed l a c = true -> exists e, In e l /\ N.testbit (region e) a = true /\ (cost e <= c)%Z.
Proof.
  intros H. apply existsb_exists in H. destruct H as (e & I & H). apply andb_true_iff in H. destruct H as [T L].
  exists e. split; auto. split; auto. now apply Z.leb_le.
Qed.

Lemma rounded_least z odd n : (z <= n)%Z -> Z.odd n = odd -> (rounded z odd <= n)%Z.
Proof.
  intros L O. unfold rounded. destruct (Bool.eqb (Z.odd z) odd) eqn:P; [lia|]. apply eqb_false_iff in P.
  destruct (Z.eq_dec z n) as [->|]; [congruence|lia].
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

(** What a fact says of a state, of which a solution has [m] moves, [p] of them pushes. *)
Definition Fits (v : val) (m p : nat) : Prop :=
  match v with
  | Fin z => z <= Z.of_nat p
  | FinM z => z <= Z.of_nat m /\ z <= 2 * Z.of_nat p
  | _ => True
  end%Z.

(** What a fact has to be: right about states, and where it says dead, right about states with more boxes. *)
Definition Right (f : fact) : Prop :=
  (forall s l m p, wf b s -> NoDup l -> mask l = M b s -> Solves b s m p -> Fits (f (M b s) l (Q b s)) m p) /\
  (forall s l m p, wf b s -> NoDup l -> incl l (map (enc b) (boxes s)) -> f (mask l) l (Q b s) = Inf -> ~ Solves b s m p).

(** What it has to be if it speaks of weights. *)
Definition Weighed (weight : N -> N -> Z) (f : fact) : Prop :=
  (forall s l m p w z, wf b s -> NoDup l -> mask l = M b s -> Weighs b (fun p a => weight (enc b p) (enc b a)) s m p w ->
     f (M b s) l (Q b s) = Fin z -> (z <= w)%Z) /\
  (forall s l m p, wf b s -> NoDup l -> incl l (map (enc b) (boxes s)) -> f (mask l) l (Q b s) = Inf -> ~ Solves b s m p) /\
  (forall m l q z, f m l q <> FinM z).

Lemma weighed_one f : Weighed (weigh None) f -> Right f.
Proof.
  intros (R1 & R2 & R3). split; [|exact R2]. intros s l m p W D E S. destruct (f (M b s) l (Q b s)) as [|z|z|] eqn:V; cbn; auto.
  - destruct (weighs b (fun p a => weigh None (enc b p) (enc b a)) s m p S) as [w Ws]. pose proof (R1 s l m p w z W D E Ws V).
    apply weighs_one in Ws. now subst w.
  - now apply R3 in V.
Qed.

(** What facts show to be dead with these boxes alone. *)
Definition Dead_by (by_ : list fact) (B : list square) (p : square) : Prop :=
  exists f l, In f by_ /\ NoDup l /\ incl l (map (enc b) B) /\ f (mask l) l (enc b p) = Inf.

Lemma dead_by_dead by_ : (forall f, In f by_ -> Right f) -> DeadWith b (Dead_by by_).
Proof.
  intros R B s m p (f & l & F & N & I & E) W J. apply (proj2 (R f F) s l m p W N); auto.
  intros i Hi. apply I in Hi. apply in_map_iff in Hi. destruct Hi as (x & <- & Hx). apply in_map, J, Hx.
Qed.

(** The bits [l] are those of the squares [B]; the box on [a] is pushed to [t]. *)
Lemma dead_by_push by_ l B a t : NoDup l -> incl l (map (enc b) B) -> ~ In (enc b t) l ->
  existsb (fun f : fact => dead (f (replaced (mask l) (enc b a) (enc b t)) (enc b t :: remove_n (enc b a) l) (enc b a))) by_ = true ->
  Dead_by by_ (t :: without a B) a.
Proof.
  intros N I T H. apply existsb_exists in H. destruct H as (f & F & H).
  exists f, (enc b t :: remove_n (enc b a) l). split; auto. split; [now apply replaced_nodup|]. split.
  - intros i [<-|Hi]; [now left|right]. apply remove_n_spec in Hi. destruct Hi as [Hi Ni]. apply I, in_map_iff in Hi.
    destruct Hi as (x & <- & Hx). apply in_map, In_without. split; auto. congruence.
  - rewrite <- replaced_mask. unfold dead in H. now destruct (f _ _ _).
Qed.

(** * Prices *)
Lemma value_at_find l q : value_at l q = match find (fun e => N.testbit (fst e) q) l with Some e => snd e | None => None end.
Proof. induction l as [|[r v] l IH]; cbn; auto. now destruct (N.testbit r q). Qed.

Lemma clearbit_floor x p : floor b p = true -> floor b x = true -> p <> x -> N.testbit (N.clearbit (fl g) (enc b x)) (enc b p) = true.
Proof.
  intros P X N. rewrite N.clearbit_neq; [now apply (fl_spec b g g_of)|]. intros E. apply N. symmetry. now apply (enc_inj b).
Qed.

Section Values.
Variable weight : N -> N -> Z.
Variable falls : option Z -> option Z -> Z -> bool.
Variable tab : table.
Hypothesis ok : check_values b weight g falls tab = true.
Let f (x p : square) : option Z := look tab (enc b x) (enc b p).

(** The value of a box is the same wherever the player walks without it. *)
Lemma values_move x p d : floor b x = true -> floor b p = true -> floor b (add p (delta d)) = true -> p <> x ->
  add p (delta d) <> x -> f x (add p (delta d)) = f x p.
Proof.
  intros X P P1 N N1. unfold f, look. pose proof ok as H. apply andb_true_iff in H. destruct H as [A _]. rewrite forallb_forall in A.
  specialize (A x (proj2 (floor_list_spec b x) X)). cbn zeta in A. rewrite forallb_forall in A. rewrite !value_at_find.
  replace (find (fun e => N.testbit (fst e) (enc b (add p (delta d)))) (tab (enc b x)))
    with (find (fun e => N.testbit (fst e) (enc b p)) (tab (enc b x))); [reflexivity|].
  induction (tab (enc b x)) as [|e l IH]; cbn; [reflexivity|].
  replace (N.testbit (fst e) (enc b (add p (delta d)))) with (N.testbit (fst e) (enc b p)).
  - destruct (N.testbit _ _); auto. apply IH. intros e' H. apply A. now right.
  - pose proof (A e (or_introl eq_refl)) as C. apply eq_true_iff_eq. split; intros T.
    + apply (closed_step b g g_of _ _ p d C); auto. now apply clearbit_floor.
    + rewrite <- (add_opposite p d). rewrite <- (add_opposite p d) in P, N.
      apply (closed_step b g g_of _ _ _ _ C); auto. now apply clearbit_floor.
Qed.

Lemma values_push p d : let a := add p (delta d) in let t := add a (delta d) in
  floor b p = true -> floor b a = true -> floor b t = true -> falls (f a p) (f t a) (weight (enc b p) (enc b a)) = true.
Proof.
  intros a t P Fa Ft. pose proof ok as H. apply andb_true_iff in H. destruct H as [_ B]. rewrite forallb_forall in B.
  specialize (B p (proj2 (floor_list_spec b p) P)). rewrite forallb_forall in B.
  specialize (B d ltac:(destruct d; cbn; auto)). cbn zeta in B. fold a t in B. now rewrite Fa, Ft in B.
Qed.
End Values.

Section Prices.
Variable weight : N -> N -> Z.
Let weight_of (p a : square) : Z := weight (enc b p) (enc b a).
Variable tab : table.
Variable y : square -> Z.
Hypothesis ok : check_table b weight tab y = true.
Let f (x p : square) : option Z := look tab (enc b x) (enc b p).

Lemma table_values : check_values b weight g falls tab = true.
Proof. pose proof ok as H. unfold check_table in H. rewrite <- g_of, andb_true_iff in H. apply H. Qed.

Lemma table_goal x : In x (goals b) -> (forall i, N.testbit (N.clearbit (fl g) (enc b x)) i = true -> exists e, In e (tab (enc b x)) /\ N.testbit (fst e) i = true) /\
  forall e, In e (tab (enc b x)) -> exists v, snd e = Some v /\ (v <= - y x)%Z.
Proof.
  intros X. pose proof ok as H. unfold check_table in H. rewrite <- g_of, andb_true_iff, forallb_forall in H. destruct H as [_ C].
  specialize (C x X). apply andb_true_iff in C. destruct C as [C1 C2]. split.
  - apply N.eqb_eq in C1. rewrite ldiff_spec in C1. intros i Hi. apply C1 in Hi. clear -Hi.
    induction (tab (enc b x)) as [|e l IH]; cbn [fold_right] in Hi; [now rewrite N.bits_0 in Hi|].
    rewrite N.lor_spec, orb_true_iff in Hi. destruct Hi as [Hi|Hi]; [exists e; cbn; auto|].
    destruct (IH Hi) as (e' & ? & ?). exists e'. cbn. auto.
  - rewrite forallb_forall in C2. intros e He. specialize (C2 e He). destruct (snd e) as [v|]; [|discriminate].
    exists v. split; auto. now apply Z.leb_le.
Qed.

Lemma table_push p d : let a := add p (delta d) in let t := add a (delta d) in
  floor b p = true -> floor b a = true -> floor b t = true ->
  match f a p, f t a with Some v, Some w => (v <= w + weight_of p a)%Z | Some _, None => True | None, Some _ => False | None, None => True end.
Proof.
  intros a t P Fa Ft. pose proof (values_push _ _ _ table_values p d P Fa Ft) as H. cbn beta zeta in H. fold a t in H. unfold f, weight_of.
  destruct (look _ (enc b a) _), (look _ (enc b t) _); cbn [falls] in H; auto; [now apply Z.leb_le|discriminate].
Qed.

Lemma table_goals x p : In x (goals b) -> floor b p = true -> p <> x ->
  match f x p with Some v => (v <= - y x)%Z | None => False end.
Proof.
  intros X P N. destruct (table_goal x X) as [C1 C2].
  destruct (C1 (enc b p)) as (e & He & T); [now apply clearbit_floor; auto|]. unfold f, look. rewrite value_at_find.
  destruct (find _ _) as [e'|] eqn:F.
  - apply find_some in F. destruct (C2 e') as (v & -> & L); tauto.
  - pose proof (find_none _ _ F e He) as K. cbn in K. congruence.
Qed.

Lemma table_local : Local b weight_of f y.
Proof. constructor; [exact (values_move _ _ _ table_values)|exact table_push|exact table_goals]. Qed.

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

Lemma prices_weighed : Weighed weight (fun _ l q => total_n tab (sum_y y (goals b)) l q).
Proof.
  split; [|split].
  - intros s l m p w z W D E S H. pose proof (list_perm b s l W D E) as P.
    destruct (Permutation_map_inv _ _ P) as (B & -> & PB). unfold Q in H. rewrite total_n_spec in H.
    pose proof (prices_sound b weight_of f y table_local s m p w W S) as K. unfold prices_bound in K.
    rewrite (total_perm f _ _ (player s) (Permutation_sym PB)) in K || rewrite (total_perm f _ _ (player s) PB) in K.
    destruct (total f B (player s)); cbn in K; [injection H as <-; exact K|discriminate].
  - intros s l m p W _ I H. destruct (total_n_none _ _ _ H) as (i & Il & N). apply I in Il. apply in_map_iff in Il.
    destruct Il as (x & <- & Ix). eapply (no_way_dead b weight_of f y table_local [x] s m p); auto.
    + exists x. split; [now left|exact N].
    + intros z [<-|[]]. exact Ix.
  - intros _ l q z. generalize (sum_y y (goals b)). induction l as [|i l IH]; cbn; intros acc; [discriminate|].
    destruct (look tab i q); [apply IH|discriminate].
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
Lemma value_inf m l q : pattern_value t m l q = Inf ->
  exists p, In p ps /\ N.testbit (pregion p) q = true /\ N.ldiff (pmask p) m = 0.
Proof.
  unfold pattern_value. destruct (existsb _ l) eqn:E; [intros _|discriminate].
  apply existsb_exists in E. destruct E as (i & _ & E). apply existsb_exists in E. destruct E as (p & I & E).
  apply andb_true_iff in E. destruct E as [E F]. apply subset_ldiff in F. exists p. split; [|split]; auto.
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
  { apply (patterns_dead b (Dead_by by_) (dead_by_dead by_ by_right) In_fact).
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
      destruct (ps_ok p I) as (E & N1 & C). rewrite E in K.
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
      + left. rewrite <- replaced_mask in H. apply dead_by_push with (l := plist p); auto.
        * intros i Hi. destruct (F i Hi) as (z & Z & <-). apply in_map, squares_spec. auto.
        * rewrite <- mask_spec. congruence. }
  split.
  - intros s l m p _ _ _ _. unfold pattern_value. now destruct (existsb _ _).
  - intros s l m p W _ I H. apply value_inf in H. destruct H as (p' & I' & R' & L). destruct (ps_ok p' I') as (E' & _ & _).
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
Variable facts : N -> option fact.
Hypothesis facts_right : forall i f, facts i = Some f -> Right f.
Let known := lookup_in emask es.
Let gs := shade (goals b).
Hypothesis checked : forallb (check_entry g fuel limit gs facts known) es = true.
Definition Limit (c : Z) : Prop := reached limit c = true.
Definition Listed (s : state) (c : Z) : Prop :=
  wf b s /\ exists e, In e es /\ emask e = M b s /\ N.testbit (region e) (Q b s) = true /\ c = cost e.

Lemma Limit_up x y : (x <= y)%Z -> Limit x -> Limit y.
Proof. clear checked facts_right. unfold Limit, reached. destruct limit; [|auto]. rewrite !Z.leb_le. lia. Qed.

Lemma is_listed_at s c : is_listed (known (M b s)) (Q b s) c = true -> wf b s -> exists c', Listed s c' /\ (c' <= c)%Z.
Proof.
  clear checked facts_right. intros H W. destruct (is_listed_spec _ _ _ H) as (e & I & T & L).
  apply lookup_spec in I. destruct I as [I K]. exists (cost e). split; auto. split; auto. exists e. auto.
Qed.

Lemma settled_spec by_ c boxes s : settled limit known by_ c (M b s) boxes (Q b s) = true ->
  wf b s -> (forall f, In f by_ -> Right f) ->
  (forall l odd, boxes tt = Some (l, odd) ->
     NoDup l /\ mask l = M b s /\ forall m p, Solves b s m p -> Z.odd (Z.of_nat p) = odd) ->
  (exists c', Listed s c' /\ (c' <= c)%Z) \/ (forall m p, Solves b s m p -> Limit (c + Z.of_nat p)).
Proof.
  clear checked facts_right. unfold settled. intros H W R O. apply orb_true_iff in H. destruct H as [H|H].
  - left. now apply is_listed_at.
  - destruct (boxes tt) as [[l odd]|]; [|discriminate]. destruct (O l odd eq_refl) as (D & E & Od). clear O. rename Od into O.
    apply existsb_exists in H. right. intros m p S. destruct H as (f & I & H). destruct (R f I) as [R1 R2].
    assert (Up : forall z, (z <= Z.of_nat p)%Z -> reached limit (c + rounded z odd) = true -> Limit (c + Z.of_nat p)).
    { clear H R1 R2. intros z R1 H. eapply Limit_up; [|exact H]. pose proof (rounded_least z odd _ R1 (O m p S)). lia. }
    specialize (R1 s l m p W D E S). destruct (f (M b s) l (Q b s)) as [|z|z|] eqn:V; cbn [Fits] in R1.
    + apply (Up 0%Z); auto. lia.
    + apply (Up z); auto.
    + eapply Limit_up; [|exact H]. rewrite Z.div2_div. assert ((z + 1) / 2 < Z.of_nat p + 1)%Z by (apply Z.div_lt_upper_bound; lia). lia.
    + exfalso. apply (R2 s l m p W D); auto; [|now rewrite E]. intros i. now apply mask_ext.
Qed.

(** The parts of an entry's check. *)
Definition settles (e : entry) (by_ : list fact) (a t : N) : bool :=
  settled limit known by_ (cost e + 1) (replaced (emask e) a t)
    (fun _ => boxes_after a t (with_shade g gs (squares_in fuel (emask e) []))) a.

Lemma entry_parts e : In e es ->
  (N.ldiff (emask e) (gl g) = 0 -> Limit (cost e)) /\
  closed g (N.ldiff (fl g) (emask e)) (region e) = true /\
  exists by_, (forall f, In f by_ -> Right f) /\
    (if eclosing e =? 0 then all_pushes g fuel (settles e by_) (emask e) (region e)
     else check_closing g fuel (settles e by_) by_ e) = true.
Proof.
  intros I. rewrite forallb_forall in checked. specialize (checked e I). unfold check_entry in checked.
  apply andb_true_iff in checked. destruct checked as [C K]. apply andb_true_iff in C. destruct C as [C1 C2].
  split; [intros Z; apply subset_ldiff in Z; rewrite Z in C1; exact C1|]. split; [exact C2|].
  destruct (all_some facts (eby e) []) as [by_|] eqn:B; [|discriminate]. exists by_. split; [|exact K].
  exact (all_some_all facts_right B).
Qed.

(** One entry, of which a state is a case. *)
Definition By (e : entry) (s : state) (c : Z) : Prop :=
  wf b s /\ In e es /\ emask e = M b s /\ N.testbit (region e) (Q b s) = true /\ c = cost e.

Lemma by_solved e s c : By e s c -> solved b s -> Limit c.
Proof.
  intros (W & I & E & T & ->) H. apply (entry_parts e I), ldiff_spec. rewrite E.
  intros i Hi. apply mask_spec, in_map_iff in Hi. destruct Hi as (x & <- & Hx).
  rewrite g_of. cbn. apply mask_spec, in_map, H, Hx.
Qed.

Lemma by_move e s s1 c : By e s c -> Move b s s1 -> By e s1 c.
Proof.
  intros (W & I & E & T & ->) Mv. split; [eapply wf_move; eauto|].
  destruct Mv as (d & F & N & ->). split; [|split; [|split]]; auto. destruct (entry_parts e I) as (_ & C & _).
  pose proof W as (_ & _ & _ & Fp & _). apply (closed_step b g g_of _ _ _ _ C); auto.
  rewrite N.ldiff_spec, (fl_spec b g g_of) by auto. cbn [andb]. apply negb_true_iff.
  rewrite E. apply not_true_iff_false. now rewrite (M_spec b s _ W F).
Qed.

(** The state after a push, if the checker has seen that it is settled. *)
Lemma push_settled e s c d by_ : let a := add (player s) (delta d) in let t := add a (delta d) in
  By e s c -> floor b a = true -> In a (boxes s) -> floor b t = true -> ~ In t (boxes s) ->
  (forall f, In f by_ -> Right f) -> settles e by_ (enc b a) (enc b t) = true ->
  Settled b Z Z.add Z.le (fun _ p => Z.of_nat p) Limit Listed (State (t :: without a (boxes s)) a) (c + 1)%Z.
Proof.
  intros a t (W & I & E & T & ->) Fa Ia Ft Nt R H. unfold settles in H.
  assert (P : Push b s (State (t :: without a (boxes s)) a)) by (exists d; auto).
  pose proof (wf_push _ _ _ W P) as W1.
  assert (O : forall m p, Solves b (State (t :: without a (boxes s)) a) m p -> Z.odd (Z.of_nat p) = negb (xorb (shade (boxes s)) gs)).
  { intros m0 p0 S. rewrite (parity b _ m0 p0 goals_nodup W1 S), (shade_push b _ _ W P). symmetry. apply negb_xorb_l. }
  assert (X : N.testbit (M b s) (enc b t) = false).
  { apply not_true_iff_false. now rewrite (M_spec b s _ W Ft). }
  rewrite E in H. pose proof (M_push b s d W Fa Ft) as MP. cbn zeta in MP. fold a in MP. fold t in MP. rewrite <- MP in H.
  set (s1 := State _ _) in *.
  destruct (settled_spec _ _ _ s1 H W1) as [(c' & L & K)|K]; auto.
  - intros l' odd El. destruct (squares_in _ _ _) as [l|] eqn:Sq; [|discriminate]. injection El as <- <-.
    apply squares_in_spec in Sq. destruct Sq as [D Em]. split; [|split].
    + apply replaced_nodup; auto. intros J. apply mask_spec in J. congruence.
    + rewrite <- replaced_mask, Em. symmetry. apply (M_push b s d W Fa Ft).
    + rewrite (shade_spec s l W D) by congruence. exact O.
  - left. exists c'. split; auto.
  - right. exact K.
Qed.

(** The squares to which there is a way. *)
Definition On_foot (s : state) (z : square) (m : N) : Prop :=
  forall i, N.testbit m i = true -> exists q, enc b q = i /\ floor b q = true /\ Way b (boxes s) z q.

Lemma grow_on_foot s z m free : wf b s -> floor b z = true -> ~ In z (boxes s) ->
  subset free (N.ldiff (fl g) (M b s)) = true -> On_foot s z m -> On_foot s z (N.land (grow g m) free).
Proof.
  clear checked facts_right.
  intros W Fz Nz Sub H i K. rewrite subset_spec in Sub. rewrite N.land_spec, andb_true_iff in K. destruct K as [G K].
  apply Sub in K. rewrite N.ldiff_spec, andb_true_iff, negb_true_iff in K. destruct K as (F & B).
  rewrite g_of in F. cbn [fl grid_of] in F. apply mask_spec, in_map_iff in F. destruct F as (y & <- & Fy).
  apply floor_list_spec in Fy.
  assert (Ny : ~ In y (boxes s)). { rewrite <- (M_spec b s y W Fy). congruence. }
  destruct (grow_back b g g_of m y Fy) as (q & d & Fq & Tq & Eq); auto.
  { intros j Hj. destruct (H j Hj) as (q & ? & ? & _). eauto. }
  destruct (H _ Tq) as (q' & Eq' & Fq' & Wq). apply (enc_inj b) in Eq'; auto. subst q'. exists y. split; auto. split; auto. rewrite <- Eq in *. now apply way_step.
Qed.

Lemma spread_on_foot s z k m r : wf b s -> floor b z = true -> ~ In z (boxes s) -> k = 1 \/ k = st g ->
  subset r (N.ldiff (fl g) (M b s)) = true -> On_foot s z m -> On_foot s z (spread k r m).
Proof.
  clear checked facts_right.
  intros W Fz Nz Ek Sub H i K. unfold spread in K. rewrite N.lor_spec, orb_true_iff in K. destruct K as [K|K]; auto.
  apply (grow_on_foot s z m r W Fz Nz Sub H). rewrite N.land_spec, andb_true_iff in *. destruct K as [K1 K2]. split; auto.
  unfold grow. rewrite N.lor_spec in K1. rewrite !N.lor_spec. destruct Ek as [-> | ->]; rewrite K1; rewrite ?orb_true_r; reflexivity.
Qed.

Lemma connected_on_foot s z n m r : wf b s -> floor b z = true -> ~ In z (boxes s) ->
  subset r (N.ldiff (fl g) (M b s)) = true -> On_foot s z m -> connected g n r m = true -> On_foot s z r.
Proof.
  clear checked facts_right.
  intros W Fz Nz Sub. revert m. induction n as [|n IH]; cbn [connected]; intros m H C; [discriminate|].
  destruct (N.eqb_spec m r) as [<-|_]; [exact H|]. apply (IH _) in C; auto.
  apply spread_on_foot; auto. apply spread_on_foot; auto.
Qed.

(** Where the player of a push stands, by the squares of the box. *)
Lemma enc_behind q d : let a := add q (delta d) in let t := add a (delta d) in
  floor b q = true -> floor b a = true -> floor b t = true -> enc b a + enc b a - enc b t = enc b q.
Proof.
  clear. intros a t X Y Z. apply floor_bounds in X, Y, Z. subst a t. destruct q as [r c]. unfold enc.
  destruct d; cbn in *; nia.
Qed.

Lemma nonzero_bit m : (m =? 0) = false -> exists i, N.testbit m i = true.
Proof. intros H. apply N.eqb_neq in H. exists (N.log2 m). now apply N.bit_log2. Qed.

Lemma not_subset m1 m2 : subset m1 m2 = false -> exists i, N.testbit m1 i = true /\ N.testbit m2 i = false.
Proof.
  intros H. destruct (N.ldiff m1 m2 =? 0) eqn:E; [apply N.eqb_eq, subset_ldiff in E; congruence|].
  apply nonzero_bit in E. destruct E as [i E]. exists i. now rewrite N.ldiff_spec, andb_true_iff, negb_true_iff in E.
Qed.

(** The closing boxes of an entry are enough to try. *)
Lemma closing_settled e s c m p by_ : By e s c -> (forall f, In f by_ -> Right f) ->
  check_closing g fuel (settles e by_) by_ e = true ->
  Solves b s m p -> exists t m' p', p = Datatypes.S p' /\ Solves b t m' p' /\
    Settled b Z Z.add Z.le (fun _ p => Z.of_nat p) Limit Listed t (c + 1)%Z.
Proof.
  intros BY R H S. pose proof BY as (W & I & E & T & Ec).
  unfold check_closing in H. set (cm := eclosing e) in H. cbv zeta in H.
  destruct (reach _ _ _ _) as [out|] eqn:Ro; [|discriminate]. apply reach_spec in Ro. destruct Ro as [Ro1 Ro2].
  rewrite !andb_true_iff in H. destruct H as ((((Sub & Must) & Free) & Conn) & H). rewrite subset_spec in Sub.
  pose proof W as (ND & _ & FL & Fp & Np).
  set (C := filter (fun x => N.testbit cm (enc b x)) (boxes s)).
  assert (Cs : forall x, In x C <-> In x (boxes s) /\ N.testbit cm (enc b x) = true) by (intros x; apply filter_In).
  assert (Ci : forall i, N.testbit cm i = true -> exists x, In x C /\ enc b x = i).
  { intros i Hi. pose proof (Sub i Hi) as K. rewrite E in K. apply mask_spec, in_map_iff in K.
    destruct K as (x & <- & Hx). exists x. split; auto. now apply Cs. }
  assert (Cf : forall x, floor b x = true -> ~ In x C -> N.testbit cm (enc b x) = false).
  { intros x F N. apply not_true_iff_false. intros K. destruct (Ci _ K) as (y & Hy & Ey). apply N.
    replace x with y; auto. apply (enc_inj b); auto. apply FL. now apply Cs in Hy. }
  set (O := fun x => floor b x = true /\ N.testbit out (enc b x) = true).
  pose proof (dead_by_dead by_ R) as Dd.
  assert (Shown : forall x t, floor b t = true -> ~ In t C ->
    match force (Delay (squares_in fuel cm [])) with
    | Some lc => existsb (fun f : fact => dead (f (replaced cm (enc b x) (enc b t)) (enc b t :: remove_n (enc b x) lc) (enc b x))) by_
    | None => false
    end = true -> Dead_by by_ (t :: without x C) x).
  { intros x t Ft Nt K. cbn [force] in K. destruct (squares_in fuel cm []) as [lc|] eqn:Dc; [|discriminate].
    apply squares_in_spec in Dc. destruct Dc as [Dc Ecm]. symmetry in Ecm. rewrite Ecm in K. apply dead_by_push with (l := lc); auto.
    - intros i Hi. apply mask_spec in Hi. rewrite <- Ecm in Hi. destruct (Ci i Hi) as (y & Hy & <-). now apply in_map.
    - rewrite <- mask_spec, <- Ecm, (Cf t Ft Nt). discriminate. }
  assert (Ways : forall q, floor b q = true -> N.testbit (region e) (enc b q) = true -> Way b (boxes s) (player s) q).
  { destruct (N.eq_dec (region e) 0) as [R0|R0]; [intros q _ Hq; rewrite R0, N.bits_0 in Hq; discriminate|].
    set (z0 := middle (region e)) in Conn. assert (Seed : N.testbit (region e) z0 = true) by now apply N.bit_log2.
    rewrite E in Free. apply (proj1 (subset_spec _ _) Free) in Seed. rewrite N.ldiff_spec, andb_true_iff, negb_true_iff in Seed. destruct Seed as [Sf Sm].
    rewrite g_of in Sf. cbn [fl grid_of] in Sf. apply mask_spec, in_map_iff in Sf. destruct Sf as (z & Ez & Fz).
    apply floor_list_spec in Fz. assert (Nz : ~ In z (boxes s)). { rewrite <- (M_spec b s z W Fz), Ez. congruence. }
    assert (All : forall q, floor b q = true -> N.testbit (region e) (enc b q) = true -> Way b (boxes s) z q).
    { intros q Fq Hq. rewrite <- Ez in Conn.
      destruct (connected_on_foot s z fuel (bit (enc b z)) (region e) W Fz Nz) with (i := enc b q) as (q' & Eq & Fq' & Wq); auto.
      - intros i. rewrite bit_spec, N.eqb_eq. intros <-. exists z. split; auto. split; auto. constructor.
      - replace q with q'; auto. now apply (enc_inj b). }
    intros q Fq Hq. apply (way_trans b _ _ z); auto. apply way_sym; auto. }
  destruct (closing b s W C O) with (D := Dead_by by_) (m := m) (p := p) as (q & d & Ch & Oq & m' & p' & Ep & S'); auto.
  - intros x Hx. now apply Cs in Hx.
  - split; [exact Fp|]. apply Ro1, T.
  - intros x d [Fx Ox] F N. split; auto. apply Ro2.
    + apply (grow_spec b g g_of); auto.
    + rewrite N.ldiff_spec, (fl_spec b g g_of) by auto. now rewrite (Cf _ F N).
  - apply orb_true_iff in Must. destruct Must as [K|K]; apply negb_true_iff, not_subset in K; destruct K as (i & K1 & K2).
    + left.
      destruct (Ci i K1) as (x & Hx & <-). exists x. split; auto. intros G. rewrite g_of in K2. cbn [gl grid_of] in K2.
      apply not_true_iff_false in K2. apply K2, mask_spec, in_map, G.
    + right. rewrite N.lor_spec, orb_false_iff in K2. destruct K2 as [K2 K3].
      rewrite g_of in K1. cbn [gl grid_of] in K1. apply mask_spec, in_map_iff in K1. destruct K1 as (x & <- & Hx).
      exists x. split; auto. split; [intros [_ J]; congruence|]. rewrite E in K3.
      rewrite <- (M_spec b s x W) by auto. congruence.
  - intros q d x t [_ Oq] Fq Fx Cx Ft Nt.
    pose proof (all_pushes_spec b g g_of _ _ _ _ H q d Fq Fx Ft Oq) as K. cbn zeta beta in K. fold x in K. fold t in K.
    apply Cs in Cx as Cx'. destruct Cx' as [Bx Cmx]. specialize (K Cmx (Cf _ Ft Nt)).
    apply orb_true_iff in K. destruct K as [K|K]; [right|left; now apply Shown].
    + rewrite !andb_true_iff, !negb_true_iff in K. destruct K as (((K1 & K2) & K3) & _).
      pose proof (enc_behind q d Fq Fx Ft) as EB. cbn zeta in EB. fold x in EB. fold t in EB. rewrite EB in K1. rewrite E in K2. split; [auto|]. repeat split; auto.
      * change (~ In t (boxes s)). rewrite <- (M_spec b s t W Ft). congruence.
      * change (~ O t). intros [_ J]. congruence.
  - pose proof Ch as (Wq & Fx & Cx & Ft & Nt & Ot). set (x := add q (delta d)) in *. set (t := add x (delta d)) in *.
    destruct (way_free b _ _ _ Fp Np Wq) as [Fq Nq].
    exists (State (pushed q d (boxes s)) x), m', p'. split; auto. split; auto.
    pose proof (all_pushes_spec b g g_of _ _ _ _ H q d Fq Fx Ft (proj2 Oq)) as K. cbn zeta beta in K. fold x in K. fold t in K.
    apply Cs in Cx as Cx'. destruct Cx' as [Bx Cmx].
    assert (Nc : N.testbit cm (enc b t) = false). { apply Cf; auto. intros J. apply Cs in J. tauto. }
    specialize (K Cmx Nc). apply orb_true_iff in K. destruct K as [K|K]; [|].
    2: { right. intros m1 p1 S1. exfalso.
      apply (Dd (t :: without x C) (State (pushed q d (boxes s)) x) m1 p1); auto.
      * apply Shown; auto. intros J. apply Cs in J. tauto.
      * apply (wf_push b (State (boxes s) q)); [repeat split; auto; apply W|]. exists d. cbn. repeat split; auto.
      * unfold pushed. fold x. fold t. intros y [<-|J]; [now left|]. apply In_without in J. right. apply In_without.
        split; [|tauto]. now apply Cs. }
    + rewrite !andb_true_iff, !negb_true_iff in K. destruct K as (((K1 & _) & _) & K).
      pose proof (enc_behind q d Fq Fx Ft) as EB. cbn zeta in EB. fold x in EB. fold t in EB. rewrite EB in K1.
      apply (push_settled e (State (boxes s) q) c d by_); auto.
      split; [|auto]. repeat split; auto; apply W.
Qed.

Theorem states_sound s c m p : Listed s c -> Solves b s m p -> Limit (c + Z.of_nat p).
Proof.
  apply (closure b Z Z.add Z.le (fun _ p => Z.of_nat p) Limit); [intros; lia|exact Limit_up|intros; lia|].
  clear s c m p. intros s c m p (W & e & I & E & T & Ec) S.
  assert (BY : By e s c) by exact (conj W (conj I (conj E (conj T Ec)))). destruct (entry_parts e I) as (_ & _ & by_ & R & H).
  destruct (eclosing e =? 0).
  - destruct (first_push b Limit (By e) (fun s0 g0 L => by_solved e s0 g0 L) (fun s0 s1 g0 L => by_move e s0 s1 g0 L) s m p S c BY)
      as [[Hl ->]|(s1 & s2 & m' & p' & -> & L1 & P & S2)].
    + left. eapply Limit_up; [|eauto]. lia.
    + right. exists s2, (c + 1)%Z, m', p'. split; [lia|]. split; [exact S2|]. split; [|lia].
      pose proof L1 as (W1 & _ & E1 & T1 & _). pose proof W1 as (_ & _ & _ & Fp & _).
      destruct P as (d & Fa & Ia & Ft & Nt & ->).
      apply (push_settled e s1 c d by_); auto.
      pose proof (all_pushes_spec b g g_of _ _ _ _ H (player s1) d Fp Fa Ft T1) as K. cbn zeta beta in K.
      apply K; rewrite E1.
      * now rewrite (M_spec b s1 _ W1 Fa).
      * apply not_true_iff_false. now rewrite (M_spec b s1 _ W1 Ft).
  - destruct (closing_settled e s c m p by_ BY R H S) as (t & m' & p' & -> & S' & St).
    right. exists t, (c + 1)%Z, m', p'. split; [lia|]. split; [exact S'|]. split; [exact St|lia].
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
