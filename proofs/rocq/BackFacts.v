(** Proves that facts about the play so far, as the checker checks them, are right: prices, counting and groups, read
    backwards from a state to the first one, also in a potential. *)
From Coq Require Import ZArith NArith List Bool Lia Permutation.
From Soko Require Import Rules Theory Masks Checker Soundness Families Groups Counting Potential Back BackGroups.
Import ListNotations.
Open Scope N_scope.

(** * The checker *)

(** Whether [ok] holds of each pull of a box of [m] by a player in [region]: the box before and after it, and the player
    after it. *)
Definition all_pulls (g : grid) (fuel : nat) (ok : N -> N -> N -> bool) (m region : N) : bool :=
  let free := N.ldiff (fl g) m in
  forallb (fun d => all_bits fuel (fun t => let a := before g d t in ok t a (before g d a))
    (N.land (shift g d (N.land (shift g d free) region)) m)) directions.

Section Check.
Variable b : board.
Variable g : grid.
Variable s0 : state.
Variable weight : N -> N -> Z.

(** As [check_table], of the play so far: values rise by at most the weight of a push, and the first squares have a way. *)
Definition check_table_back (first : list square) (tab : table) (y : square -> Z) : bool :=
  check_values b weight g (fun v w => falls w v) tab
  && forallb (fun x => match look tab (enc b x) (enc b (player s0)) with Some v => (v <=? - y x)%Z | None => false end) first.

(** The table, from a computation that nothing rests on. *)
Definition improve_back (t : NM.t (list (N * option Z))) : NM.t (list (N * option Z)) :=
  NM.mapi (fun i l => map (fun e => (fst e, fold_left (fun v d => let a := before g d i in let p := before g d a in
    if N.testbit (fl g) a && N.testbit (fl g) p && N.testbit (fst e) a then
      better v (match look (listed t) a p with Some w => Some (w + weight p a)%Z | None => None end) else v)
    directions (snd e))) l) t.
Definition table_back (nodes : NM.t (list N)) (first : list square) (prices : list Z) : table * (square -> Z) :=
  let q0 := enc b (player s0) in
  table_for b g first prices (fun price => listed (improved improve_back 100000 (NM.mapi (fun i l => map (fun r =>
    (r, if N.testbit r q0 then match price i with Some y => Some (- y)%Z | None => None end else None)) l) nodes))).

Variable fuel : nat.
Variable tab : table.
Variable y : square -> Z.
Definition may_stay_back (x : group) : bool :=
  let price := sum_y y (filter (fun z => N.testbit (gmask x) (enc b z)) (boxes s0)) in
  match total_n tab 0 (glist x) (enc b (player s0)), gexcess x with
  | Fin v, Some e => (v + e + price <=? 0)%Z
  | _, _ => false
  end.
(** The pull of a box from [u] to [a], with the player on [p] after it. *)
Definition pull_ok (t : N -> tree) (x : group) (u a p : N) : bool :=
  let l := a :: remove_n u (glist x) in
  match total_n tab 0 (glist x) a, total_n tab 0 l p with
  | Inf, _ | _, Inf => true
  | Fin v, Fin w =>
      match held t (replaced (gmask x) u a) p l [] with
      | None => true
      | Some l => match gexcess x with Some e => (v + e <=? weight p a + w + excess_after l)%Z | None => false end
      end
  | _, _ => false
  end.
Definition check_group_back (t : N -> tree) (x : group) : bool :=
  (if (N.ldiff (gmask x) (mask (map (enc b) (boxes s0))) =? 0) && N.testbit (gregion x) (enc b (player s0)) then may_stay_back x else true)
  && all_pulls g fuel (pull_ok t x) (gmask x) (gregion x).
Definition groups_back (raw : list (option Z * (list N * N))) : option fact :=
  match all_some (make_group g fuel) raw [] with
  | None => None
  | Some gs =>
      let t := tabulate (N.size (fl g)) (trees_of gs) in
      if forallb (check_group_back t) gs then Some (groups_value tab (sum_y y (boxes s0)) t) else None
  end.
End Check.

Definition counting_back_fact (b : board) (g : grid) (s0 : state) (nodes : NM.t (list N)) (counted : list N) : option fact :=
  let m := mask counted in
  let others := filter (fun x => negb (N.testbit m (enc b x))) (boxes s0) in
  let '(tab, y) := table_back b g s0 (weigh None) nodes others (map (fun _ => 0%Z) others) in
  if (N.ldiff m (mask (map (enc b) (boxes s0))) =? 0) && check_table_back b g s0 (weigh None) others tab y
  then Some (counting_value tab (length (filter (fun x => N.testbit m (enc b x)) (boxes s0)))) else None.

(** What a fact says of weights, as one about the moves so far. *)
Definition of_moves_so_far (h : N -> Z) (q0 : N) (f : fact) : fact := fun m l q =>
  match f m l q with Fin z => FinM (z - h q0 + h q) | v => v end.

(** * Soundness *)
Section Level.
Variable b : board.
Variable g : grid.
Hypothesis g_of : g = grid_of b.
Variable s0 : state.
Hypothesis first_wf : wf b s0.

Definition Played (s : state) (m p : nat) : Prop := exists w, Comes b s0 (fun _ _ => 1%Z) s m p w.

(** What a fact says of a state to which play leads in [m] moves, [p] of them pushes. *)
Definition Fits_so_far (v : val) (m p : nat) : Prop :=
  match v with
  | No => True
  | Fin z => z <= Z.of_nat p
  | FinM z => z <= Z.of_nat m
  | Inf => False
  end%Z.
Definition Right_so_far (f : fact) : Prop := forall s l m p,
  NoDup l -> mask l = M b s -> Played s m p -> Fits_so_far (f (M b s) l (Q b s)) m p.
Definition Weighed_so_far (weight : N -> N -> Z) (f : fact) : Prop := forall s l m p w,
  NoDup l -> mask l = M b s -> Comes b s0 (fun p a => weight (enc b p) (enc b a)) s m p w ->
  match f (M b s) l (Q b s) with No => True | Fin z => (z <= w)%Z | _ => False end.

Lemma comes_weigh w1 w2 s m p w : Comes b s0 w1 s m p w -> exists w', Comes b s0 w2 s m p w'.
Proof.
  induction 1 as [|s s1 m p w C [w' IH] H|s s1 m p w C [w' IH] H]; eexists;
    [apply comes_first|eapply comes_move; eauto|eapply comes_push; eauto].
Qed.

Lemma comes_one s m p w : Comes b s0 (fun _ _ => 1%Z) s m p w -> w = Z.of_nat p.
Proof. induction 1; lia. Qed.

Lemma right_of_one f : Weighed_so_far (weigh None) f -> Right_so_far f.
Proof.
  intros R s l m p D E [w C]. pose proof (comes_one _ _ _ _ C) as X.
  assert (C' : Comes b s0 (fun p a => weigh None (enc b p) (enc b a)) s m p w) by exact C.
  specialize (R s l m p w D E C'). destruct (f _ _ _); cbn [Fits_so_far]; auto; [lia|destruct R].
Qed.

Section Heights.
Variable h : N -> Z.
Hypothesis ok : Heights b h.
Lemma weight_so_far s m p w : Comes b s0 (fun p a => weigh (Some h) (enc b p) (enc b a)) s m p w ->
  (w <= Z.of_nat m + h (enc b (player s0)) - h (enc b (player s)))%Z.
Proof.
  induction 1 as [|s s1 m p w C IH H|s s1 m p w C IH H]; [lia| |].
  - pose proof (comes_wf b s0 _ first_wf _ _ _ _ C) as (_ & _ & _ & Fp & _). destruct H as (d & Fa & _ & ->). cbn [player].
    pose proof (step_back b h ok _ d Fp Fa). lia.
  - destruct H as (d & Fa & _ & _ & _ & ->). cbn [player]. unfold weigh. lia.
Qed.

Lemma right_of_moves f : Weighed_so_far (weigh (Some h)) f -> Right_so_far (of_moves_so_far h (enc b (player s0)) f).
Proof.
  intros R s l m p D E [w C]. destruct (comes_weigh _ (fun p a => weigh (Some h) (enc b p) (enc b a)) _ _ _ _ C) as [w' C'].
  specialize (R s l m p w' D E C'). pose proof (weight_so_far _ _ _ _ C') as X. unfold of_moves_so_far.
  destruct (f _ _ _); cbn [Fits_so_far]; auto; unfold Q; lia.
Qed.
End Heights.

Lemma no_moves_so_far f : Right_so_far f -> Right_so_far (no_moves f).
Proof. intros R s l m p D E C. specialize (R s l m p D E C). unfold no_moves. destruct (f _ _ _); cbn [Fits_so_far] in *; auto; lia. Qed.

Lemma all_pulls_spec fuel ok m region : all_pulls g fuel ok m region = true ->
  forall p d, let a := add p (delta d) in let t := add a (delta d) in
  floor b p = true -> floor b a = true -> floor b t = true ->
  N.testbit region (enc b a) = true -> N.testbit m (enc b t) = true -> N.testbit m (enc b p) = false ->
  ok (enc b t) (enc b a) (enc b p) = true.
Proof.
  intros H p d a t P A T R Mt Mp. unfold all_pulls in H. rewrite forallb_forall in H.
  specialize (H d ltac:(destruct d; cbn; auto)). pose proof (all_bits_spec _ _ _ H (enc b t)) as K. cbn beta zeta in K.
  destruct (enc_step b g g_of a d A T) as [E _]. fold t in E. rewrite E in K.
  destruct (enc_step b g g_of p d P A) as [E1 _]. fold a in E1. rewrite E1 in K. apply K.
  rewrite N.land_spec, Mt. unfold t. rewrite (shift_spec b g g_of) by auto. rewrite N.land_spec, R. unfold a.
  rewrite (shift_spec b g g_of) by auto. rewrite N.ldiff_spec, (fl_spec b g g_of), Mp by auto. reflexivity.
Qed.

(** A push taken back, as checks of states backwards ask for it: its boxes, and whether the pushes before it are odd. *)
Lemma push_taken_back fuel settles region l s s1 m p w : Comes b s0 (fun _ _ => 1%Z) s m p w -> Push b s s1 ->
  NoDup l -> mask l = M b s1 -> N.testbit region (Q b s1) = true ->
  all_pulls g fuel (fun t a q => settles (replaced (M b s1) t a) (a :: remove_n t l) q) (M b s1) region = true ->
  exists l', NoDup l' /\ mask l' = M b s /\ Z.odd (Z.of_nat p) = negb (xorb (shade_n g l) (shade (boxes s0))) /\
    settles (M b s) l' (Q b s) = true.
Proof.
  intros C P D E T H. pose proof (comes_wf b s0 _ first_wf _ _ _ _ C) as W. pose proof (wf_push _ _ _ W P) as W1.
  rewrite (comes_parity b s0 _ first_wf _ _ _ _ C), (shade_spec b g g_of s1 l W1 D E), (shade_push b s s1 W P).
  destruct P as (d & Fa & Ia & Ft & Nt & ->). pose proof W as (_ & _ & _ & Fp & Np). unfold Q in T. cbn [player] in T.
  destruct (push_leaves s d Np Ia Nt) as [Ap Aa]. pose proof (M_push b s d W Fa Ft) as MP. cbn zeta in MP, Ap, Aa.
  set (a := add (player s) (delta d)) in *. set (t := add a (delta d)) in *. set (s1 := State (t :: without a (boxes s)) a) in *.
  assert (out : forall x, floor b x = true -> ~ In x (boxes s1) -> N.testbit (M b s1) (enc b x) = false).
  { intros x F N. apply not_true_iff_false. now rewrite (M_spec b s1 x W1 F). }
  pose proof (all_pulls_spec _ _ _ _ H (player s) d Fp Fa Ft T (proj2 (M_spec b s1 t W1 Ft) (or_introl eq_refl)) (out _ Fp Ap)) as K.
  fold a t in K. cbn beta in K. assert (Back : replaced (M b s1) (enc b t) (enc b a) = M b s).
  { rewrite MP. apply replaced_back; [now apply (M_spec b s a W Fa)|]. apply not_true_iff_false. now rewrite (M_spec b s t W Ft). }
  rewrite Back in K. exists (enc b a :: remove_n (enc b t) l). split; [|split; [|split; [|exact K]]].
  - apply replaced_nodup; [exact D|]. intros J. apply mask_spec in J. rewrite E, (out a Fa Aa) in J. discriminate.
  - now rewrite <- replaced_mask, E.
  - destruct (shade (boxes s)), (shade (boxes s0)); reflexivity.
Qed.

Section Prices.
Variable weight : N -> N -> Z.
Let weight_of (p a : square) : Z := weight (enc b p) (enc b a).
Variable first : list square.
Variable tab : table.
Variable y : square -> Z.
Hypothesis ok : check_table_back b g s0 weight first tab y = true.
Let f (x p : square) : option Z := look tab (enc b x) (enc b p).

Lemma local_back : Local_back b weight_of f.
Proof.
  assert (V : check_values b weight g (fun v w => falls w v) tab = true) by exact (proj1 (andb_prop _ _ ok)).
  constructor; [exact (values_move b g g_of _ _ _ V)|]. intros p d a t P Fa Ft.
  pose proof (values_push b g _ _ _ V p d P Fa Ft) as H. cbn beta zeta in H. fold a t in H. unfold f, weight_of.
  destruct (look _ (enc b a) _), (look _ (enc b t) _); cbn [falls] in H; auto; [now apply Z.leb_le|discriminate].
Qed.

Lemma first_prices_back x : In x first -> match f x (player s0) with Some v => (v <= - y x)%Z | None => False end.
Proof.
  pose proof ok as H. apply andb_true_iff in H. destruct H as [_ C]. rewrite forallb_forall in C. intros X. specialize (C x X).
  unfold f. destruct (look _ _ _); [now apply Z.leb_le|discriminate].
Qed.
End Prices.

Section Whole.
Variable weight : N -> N -> Z.
Let weight_of (p a : square) : Z := weight (enc b p) (enc b a).
Variable tab : table.
Variable y : square -> Z.
Hypothesis ok : check_table_back b g s0 weight (boxes s0) tab y = true.
Let f (x p : square) : option Z := look tab (enc b x) (enc b p).
Let local : Local_back b weight_of f := local_back weight (boxes s0) tab y ok.
Let first_prices : forall x, In x (boxes s0) -> match f x (player s0) with Some v => (v <= - y x)%Z | None => False end :=
  first_prices_back weight (boxes s0) tab y ok.

Lemma prices_so_far : Weighed_so_far weight (fun _ l q => total_n tab (sum_y y (boxes s0)) l q).
Proof.
  intros s l m p w D E C. pose proof (comes_wf b s0 _ first_wf _ _ _ _ C) as W.
  pose proof (list_perm b s l W D E) as P. destruct (Permutation_map_inv _ _ P) as (B & -> & PB). unfold Q. rewrite total_n_spec.
  destruct (prices_back b s0 weight_of first_wf f y local first_prices s m p w C) as (v & T & L).
  rewrite (total_perm f _ _ (player s) PB) in T. unfold f in T. rewrite T. exact L.
Qed.

Variable fuel : nat.
Variable gs : list group.
Hypothesis gs_ok : forall x, In x gs -> Group_ok b g x.
Let t := trees_of gs.
Hypothesis checked : forallb (check_group_back b g s0 weight fuel tab y t) gs = true.
Notation In_fact := (In_fact b gs).

Lemma stay_back P (R : square -> Prop) e : In_fact P R e -> incl P (boxes s0) -> R (player s0) ->
  exists n v, e = Some n /\ total f P (player s0) = Some v /\ (v + n + sum_y y P <= 0)%Z.
Proof.
  intros (x & I & E & F & Ee & ER) G HR. rewrite ER in HR. destruct HR as (Fp & Tp & Np).
  rewrite forallb_forall in checked. specialize (checked x I). unfold check_group_back in checked.
  apply andb_true_iff in checked. destruct checked as [C _]. destruct (gs_ok x I) as (Em & ND & _).
  assert (Z : N.ldiff (gmask x) (mask (map (enc b) (boxes s0))) = 0).
  { apply ldiff_spec. rewrite Em, <- E. intros i Hi. apply mask_spec, in_map_iff in Hi. destruct Hi as (z & <- & Hz).
    apply mask_spec, in_map, G, Hz. }
  rewrite Z, Tp in C. cbn [andb N.eqb] in C. unfold may_stay_back in C. rewrite <- E, total_n_squares in C.
  fold f in C. change (total (fun x p : square => look tab (enc b x) (enc b p)) P (player s0)) with (total f P (player s0)) in C.
  destruct (total f P (player s0)) as [v|]; [|discriminate].
  rewrite <- Ee in C. destruct e as [n|]; [|discriminate]. exists n, v. repeat split; auto. apply Z.leb_le in C.
  assert (Pm : Permutation (filter (fun z => N.testbit (gmask x) (enc b z)) (boxes s0)) P).
  { apply NoDup_Permutation.
    - apply NoDup_filter, first_wf.
    - rewrite <- E in ND. now apply NoDup_map_inv in ND.
    - intros z. rewrite filter_In, Em, mask_spec, <- E. pose proof first_wf as (_ & _ & Fl & _). split.
      + intros [Hz J]. apply (in_set b) in J; auto.
      + intros Hz. split; [now apply G|now apply in_map]. }
  rewrite (sum_y_perm y _ _ Pm) in C. lia.
Qed.

Lemma led_back P (R : square -> Prop) e p d : In_fact P R e ->
  let a := add p (delta d) in let u := add a (delta d) in
  R a -> In u P -> floor b p = true -> floor b a = true -> ~ In p P -> ~ In a P ->
  let P1 := a :: without u P in
  No_way f P a \/ No_way f P1 p \/ Dead_group In_fact P1 p \/
  exists n v w C, e = Some n /\ total f P a = Some v /\ total f P1 p = Some w /\ Held In_fact P1 p C /\
    (v + n <= weight_of p a + w + gain C)%Z.
Proof.
  intros (x & I & E & F & Ee & ER) a u HR Iu Fp Fa Np Na P1. rewrite ER in HR. destruct HR as (_ & Ta & _).
  rewrite forallb_forall in checked. specialize (checked x I). unfold check_group_back in checked.
  apply andb_true_iff in checked. destruct checked as [_ C]. pose proof (F u Iu) as Fu. destruct (gs_ok x I) as (Em & ND & _).
  assert (Mu : N.testbit (gmask x) (enc b u) = true) by (rewrite Em, <- E; apply mask_spec, in_map, Iu).
  assert (Mp : N.testbit (gmask x) (enc b p) = false).
  { apply not_true_iff_false. rewrite Em, <- E, mask_spec. intros J. apply (in_set b) in J; auto. }
  pose proof (all_pulls_spec _ _ _ _ C p d Fp Fa Fu Ta Mu Mp) as H. fold a in H. fold u in H.
  unfold pull_ok in H. rewrite <- E, (Groups.after_push b P u a F Fu), !total_n_squares in H. fold P1 in H.
  change (total (fun x p : square => look tab (enc b x) (enc b p))) with (total f) in H.
  destruct (total f P a) as [v|] eqn:Ev; [|left; now apply (total_none b tab)].
  destruct (total f P1 p) as [w|] eqn:Ew; [|right; left; now apply (total_none b tab)].
  rewrite Em, replaced_mask, <- E, (Groups.after_push b P u a F Fu) in H. fold P1 in H.
  assert (F1 : forall z, In z P1 -> floor b z = true).
  { intros z [<-|Hz]; auto. apply In_without in Hz. apply F. tauto. }
  assert (N1 : ~ In p P1).
  { intros [J|J]; [|apply In_without in J; tauto]. clear -J. unfold a in J. destruct p as [r c]; unfold add in J; destruct d; cbn in J; injection J; lia. }
  destruct (held t (mask (map (enc b) P1)) (enc b p) _ []) as [l|] eqn:El.
  - destruct (gexcess x) as [n|]; [|discriminate]. pose proof (held_good _ _ _ _ _ _ El) as K.
    destruct (excess_after_spec l) as (G & HG); [apply (held_ok b g gs gs_ok); intros z Hz; now apply K|].
    destruct (chosen_held b g gs gs_ok P1 p l G _ F1 Fp N1 K HG) as (D & HD & ED).
    right. right. right. exists n, v, w, D. apply Z.leb_le in H. repeat split; auto; try apply HD. rewrite ED. unfold weight_of. lia.
  - right. right. left. destruct (held_none _ _ _ _ _ El) as (x1 & i1 & I1 & Hh & E1). apply excess_in_tree in I1.
    destruct (fact_of b g gs gs_ok x1 I1) as (P2 & EP & FP & _).
    destruct (holds_squares b g gs gs_ok P2 P1 p _ _ x1 I1 EP FP F1 Fp N1 eq_refl eq_refl Hh) as (H1 & H2 & H3).
    rewrite E1 in H1. exists P2, (fun p => floor b p = true /\ N.testbit (gregion x1) (enc b p) = true /\ ~ In p P2). auto.
Qed.

Lemma groups_so_far : Weighed_so_far weight (groups_value tab (sum_y y (boxes s0)) t).
Proof.
  intros s l m p w D E C. pose proof (comes_wf b s0 _ first_wf _ _ _ _ C) as W.
  pose proof (list_perm b s l W D E) as P. destruct (Permutation_map_inv _ _ P) as (B & -> & PB). unfold groups_value, Q.
  rewrite total_n_squares. change (total (fun x p : square => look tab (enc b x) (enc b p))) with (total f).
  rewrite <- (total_perm f _ _ (player s) PB). pose proof W as (NB & _ & FB & Fp & Np).
  destruct (prices_back b s0 weight_of first_wf f y local first_prices s m p w C) as (v & T & _). rewrite T.
  assert (on : forall P R e x, In_fact P R e -> In x P -> floor b x = true) by apply (Groups.on_floor b gs).
  assert (rc := Groups.region_closed b g g_of gs gs_ok).
  destruct (held t (M b s) (enc b (player s)) _ []) as [found|] eqn:El.
  - unfold M in El. pose proof (held_good _ _ _ _ _ _ El) as K.
    destruct (excess_found_spec found) as (G & HG); [apply (held_ok b g gs gs_ok); intros x Hx; now apply K|].
    destruct (chosen_held b g gs gs_ok (boxes s) (player s) found G _ FB Fp Np K HG) as (Ch & HC & EC).
    pose proof (families_back b s0 first_wf weight_of f y local first_prices In_fact rc stay_back led_back s m p w Ch C HC) as R.
    rewrite T in R. lia.
  - destruct (held_none _ _ _ _ _ El) as (x & i & Ix & Hh & E1). apply excess_in_tree in Ix. unfold M in Hh.
    destruct (fact_of b g gs gs_ok x Ix) as (P2 & EP & FP & _).
    destruct (holds_squares b g gs gs_ok P2 (boxes s) (player s) _ _ x Ix EP FP FB Fp Np eq_refl eq_refl Hh) as (H1 & H2 & H3).
    apply (dead_never b s0 first_wf weight_of f y local first_prices In_fact rc stay_back led_back s m p w C).
    rewrite E1 in H1. exists P2, (fun p => floor b p = true /\ N.testbit (gregion x) (enc b p) = true /\ ~ In p P2). auto.
Qed.
End Whole.

Theorem groups_back_right weight fuel tab y raw f : check_table_back b g s0 weight (boxes s0) tab y = true ->
  groups_back b g s0 weight fuel tab y raw = Some f -> Weighed_so_far weight f.
Proof.
  intros C H. unfold groups_back in H. destruct (all_some (make_group g fuel) raw []) as [gs|] eqn:A; [|discriminate].
  destruct (forallb _ gs) eqn:K; [|discriminate]. injection H as <-. apply (groups_so_far weight tab y C fuel gs); auto.
  exact (all_some_all (make_group_ok b g g_of fuel) A).
Qed.

Theorem counting_back_right nodes counted f : counting_back_fact b g s0 nodes counted = Some f -> Right_so_far f.
Proof.
  unfold counting_back_fact. destruct (table_back _ _ _ _ _ _ _) as [tab y]. destruct (_ && _) eqn:C; [|discriminate].
  apply andb_true_iff in C. destruct C as [_ C]. intros [= <-]. set (m0 := mask counted) in *.
  set (inside := filter (fun x => N.testbit m0 (enc b x)) (boxes s0)). intros s l m p D E [w P].
  unfold counting_value. destruct (exceeds _ _ _ _) eqn:X; [|exact I]. exfalso. apply exceeds_spec in X.
  pose proof (comes_wf b s0 _ first_wf _ _ _ _ P) as W. pose proof (list_perm b s l W D E) as Pm.
  destruct (Permutation_map_inv _ _ Pm) as (B & -> & PB).
  set (f := fun x p : square => look tab (enc b x) (enc b p)).
  assert (L : Local_back b (fun _ _ => 1%Z) f) by exact (local_back (weigh None) _ tab y C).
  pose proof (counting_back b s0 first_wf f L inside) as K. specialize (K ltac:(
    intros x Hx N; apply filter_In; split; auto; destruct (N.testbit m0 (enc b x)) eqn:T; auto;
    pose proof (first_prices_back (weigh None) _ tab y C x) as F;
    unfold no_way, f in N; destruct (look tab (enc b x) (enc b (player s0))); [discriminate|];
    exfalso; apply F, filter_In; rewrite T; auto) s m p w P).
  assert (Y : length (filter (fun i => opt_eqb (look tab i (Q b s)) None) (map (enc b) B)) = length (filter (no_way f (player s)) B)).
  { clear. induction B as [|x B IH]; cbn; auto. unfold no_way at 1, f at 1, Q at 1.
    destruct (look tab (enc b x) (enc b (player s))); cbn [opt_eqb length]; [exact IH|now rewrite <- IH]. }
  rewrite Y, <- (Permutation_length (filter_perm (no_way f (player s)) _ _ PB)) in X. lia.
Qed.
End Level.
