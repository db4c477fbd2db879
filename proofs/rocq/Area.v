(** The facts [area], [outside] and [inside]: what pushes waste beyond prices, of boxes outside a set of squares, by groups,
    and of all others, by the boxes inside; and that both together, with prices, are a lower bound of the pushes.
    (docs/background/certificates.md, Areas.) *)
From Coq Require Import ZArith NArith List Bool Lia Permutation FMapAVL OrderedTypeEx.
From Soko Require Import Rules Theory Masks Checker Soundness Groups.
Import ListNotations.
Open Scope N_scope.

(** * The check *)

(** All boxes inside, and whether there may be others; what player and pushes inside waste at least. *)
Record item := Item { iboxes : N; ispare : bool; iregion : N; iexcess : Z }.

Fixpoint value_among (l : list item) (q : N) : Z :=
  match l with [] => 0%Z | x :: l => if N.testbit (iregion x) q then iexcess x else value_among l q end.
(** By the boxes inside; of equal ones the first in the list comes last. *)
Definition items_by (items : list item) : NM.t (list item) :=
  fold_left (fun t x => NM.add (iboxes x) (x :: listed t (iboxes x)) t) items (NM.empty _).
Definition value (t : NM.t (list item)) (inside q : N) : Z := value_among (listed t inside) q.

Section Check.
Variable b : board.
Variable g : grid.
Variable fuel : nat.
Variable tab : table.                           (* of the prices, checked *)
Variable area : N.

(** What a push wastes, by the squares of the player before and after it: as [weight], outside, and inside. *)
Definition waste (q a : N) : Z :=
  match look tab a q, look tab (a + a - q) a with Some v, Some w => (1 + w - v)%Z | _, _ => 0%Z end.
Definition is_outside (q a : N) : bool := negb (N.testbit area a || N.testbit area (a + a - q)).
Definition waste_outside (q a : N) : Z := if is_outside q a then waste q a else 0%Z.
Definition waste_inside (q a : N) : Z := if is_outside q a then 0%Z else waste q a.

(** The groups outside need what they waste, and nothing else. *)
Definition no_values : table := fun i => map (fun e => (fst e, option_map (fun _ => 0%Z) (snd e))) (tab i).
Definition outside_fact (raw : list (option Z * (list N * N))) : option fact :=
  let free := tabulate (N.size (fl g)) no_values in
  if forallb (fun e => N.land (mask (fst (snd e))) area =? 0) raw && check_table b waste_outside free (fun _ => 0%Z)
  then groups_fact b g fuel waste_outside free (fun _ => 0%Z) raw else None.

Definition make_item (raw : Z * (list N * N)) : option item :=
  let '(e, (l, q)) := raw in
  match distinct l with
  | Some m =>
      let free := N.ldiff (fl g) m in
      if subset m (N.land area (fl g)) && N.testbit free q && (0 <? e)%Z && negb (m =? gl g)
      then match reach g fuel free (bit q) with
           | Some r => Some (Item m (Nat.ltb (length l) (length (goals b))) r e)
           | None => None
           end
      else None
  | None => None
  end.

(** The pushes that bring a box inside: the player's square, and the box's before and after it. *)
Definition entrances : list (N * (N * N)) :=
  flat_map (fun p => flat_map (fun d => let p1 := add p (delta d) in let t := add p1 (delta d) in
    if floor b p1 && floor b t && negb (N.testbit area (enc b p1)) && N.testbit area (enc b t)
    then [(enc b p, (enc b p1, enc b t))] else []) directions) (floor_list b).
(** The push of a box from [a] to [u], after which [inside] are the boxes inside, takes off what it wastes at most. *)
Definition lowers (t : NM.t (list item)) (x : item) (q a u inside : N) : bool :=
  match look tab a q, look tab u a with
  | Some v, Some w =>
      let wasted := (1 + w - v)%Z in
      (iexcess x <=? wasted)%Z || (iexcess x <=? wasted + value t inside a)%Z
  | _, _ => true
  end.
Definition check_item (t : NM.t (list item)) (doors : list (N * (N * N))) (x : item) : bool :=
  all_pushes g fuel (fun a u => lowers t x (a + a - u) a u
    (if N.testbit area u then replaced (iboxes x) a u else N.clearbit (iboxes x) a)) (iboxes x) (iregion x)
  && (if ispare x then forallb (fun e => let '(q, (a, u)) := e in
        if N.testbit (iregion x) q && negb (N.testbit (iboxes x) u) then lowers t x q a u (N.setbit (iboxes x) u) else true) doors
      else true).
Definition check_items (raw : list (Z * (list N * N))) : option (NM.t (list item)) :=
  match all_some make_item raw [] with
  | None => None
  | Some items =>
      let t := items_by items in let doors := entrances in
      if forallb (check_item t doors) items then Some t else None
  end.

(** Prices, and what is wasted outside and inside. *)
Definition summed (sum : Z) (outside : fact) (inside : N -> N -> Z) : fact := fun m l q =>
  match total_n tab sum l q with
  | Fin z => match outside m l q with Fin e => Fin (z + e + inside (N.land m area) q)%Z | v => v end
  | v => v
  end.
End Check.
Definition nothing_outside : fact := fun _ _ _ => Fin 0.
Definition nothing_inside (inside q : N) : Z := 0%Z.

(** * What the parts find *)

Lemma items_by_spec items k x : In x (listed (items_by items) k) -> In x items /\ iboxes x = k.
Proof.
  unfold items_by. set (put := fun t x => _).
  assert (H : forall t, In x (listed (fold_left put items t) k) -> In x items /\ iboxes x = k \/ In x (listed t k)).
  { induction items as [|z items IH]; cbn; intros t; [auto|]. intros H. apply IH in H. destruct H as [H|H]; [tauto|].
    unfold put, listed at 1 in H. rewrite NF.add_o in H. destruct (N_as_OT.eq_dec (iboxes z) k) as [E|_]; [|now right].
    cbn [In] in H. destruct H as [<-|H]; [auto|]. right. now rewrite <- E. }
  intros I. destruct (H _ I) as [K|K]; auto. unfold listed in K. rewrite NF.empty_o in K. destruct K.
Qed.

Lemma value_among_spec l q : value_among l q = 0%Z \/
  exists x, In x l /\ N.testbit (iregion x) q = true /\ value_among l q = iexcess x.
Proof.
  induction l as [|x l IH]; cbn; auto. destruct (N.testbit (iregion x) q) eqn:T; [right; eauto|].
  destruct IH as [E|(z & I & K)]; eauto.
Qed.

(** Weights add up. *)
Lemma weighs_split b w w1 w2 s m p z : (forall q a, w q a = (w1 q a + w2 q a)%Z) -> Weighs b w s m p z ->
  exists z1 z2, Weighs b w1 s m p z1 /\ Weighs b w2 s m p z2 /\ z = (z1 + z2)%Z.
Proof.
  intros E. induction 1 as [s H|s s1 m p z H S (z1 & z2 & S1 & S2 & ->)|s s1 m p z H S (z1 & z2 & S1 & S2 & ->)].
  - exists 0%Z, 0%Z. repeat split; now apply weighs_end.
  - exists z1, z2. repeat split; eapply weighs_move; eauto.
  - exists (w1 (player s) (player s1) + z1)%Z, (w2 (player s) (player s1) + z2)%Z.
    split; [now apply weighs_push|]. split; [now apply weighs_push|]. rewrite E. lia.
Qed.

(** * What accepted facts say is true *)
Section Right.
Variable b : board.
Variable g : grid.
Hypothesis g_of : g = grid_of b.
Hypothesis goals_nodup : NoDup (goals b).
Hypothesis goals_floor : forall x, In x (goals b) -> floor b x = true.
Variable tab : table.
Variable y : square -> Z.
Hypothesis ok : check_table b (weigh None) tab y = true.
Variable area : N.
Let f (x p : square) : option Z := look tab (enc b x) (enc b p).
Notation wasted := (fun p a => waste tab (enc b p) (enc b a)).
Notation wasted_outside := (fun p a => waste_outside tab area (enc b p) (enc b a)).
Notation wasted_inside := (fun p a => waste_inside tab area (enc b p) (enc b a)).

Let local : Local b (fun p a => weigh None (enc b p) (enc b a)) f y := table_local b g g_of goals_floor (weigh None) tab y ok.

Lemma enc_ahead p d : let a := add p (delta d) in let t := add a (delta d) in
  floor b p = true -> floor b a = true -> floor b t = true -> enc b a + enc b a - enc b p = enc b t.
Proof.
  clear. intros a t X Y Z. apply floor_bounds in X, Y, Z. subst a t. destruct p as [r c]. unfold enc.
  destruct d; cbn in *; nia.
Qed.

(** A push wastes a number that is at least 0, by the values before and after it, in every solution. *)
Lemma push_wastes p d : let a := add p (delta d) in let t := add a (delta d) in
  floor b p = true -> floor b a = true -> floor b t = true ->
  f a p = None /\ f t a = None /\ wasted p a = 0%Z \/
  exists v, f a p = Some v /\ match f t a with
    | Some w => wasted p a = (1 + w - v)%Z /\ (0 <= wasted p a)%Z
    | None => wasted p a = 0%Z
    end.
Proof.
  intros a t P A T. pose proof (local_push _ _ _ _ local p d P A T) as K. cbn beta zeta in K. fold a t in K.
  cbn [weigh] in K. pose proof (enc_ahead p d P A T) as EA. cbn zeta in EA. fold a t in EA. unfold waste. cbn beta. rewrite EA.
  change (look tab (enc b a) (enc b p)) with (f a p). change (look tab (enc b t) (enc b a)) with (f t a).
  destruct (f a p) as [v|].
  - right. exists v. split; [reflexivity|]. destruct (f t a) as [w|]; [split; [reflexivity|lia]|reflexivity].
  - left. destruct (f t a); [destruct K|auto].
Qed.

Lemma waste_nonnegative p d : let a := add p (delta d) in let t := add a (delta d) in
  floor b p = true -> floor b a = true -> floor b t = true -> (0 <= wasted p a)%Z.
Proof.
  intros a t P A T. pose proof (push_wastes p d P A T) as K. cbn zeta in K. fold a t in K.
  destruct K as [(_ & _ & E)|(v & _ & K)]; [lia|].
  destruct (f t a); lia.
Qed.

Lemma sum_nonnegative (part : bool -> bool) s m p w : wf b s ->
  Weighs b (fun p a => if part (is_outside area (enc b p) (enc b a)) then wasted p a else 0%Z) s m p w -> (0 <= w)%Z.
Proof.
  intros W S. induction S as [s Hs|s s1 m p w H S IH|s s1 m p w H S IH]; [lia|apply IH; eapply wf_move; eauto|].
  specialize (IH (wf_push _ _ _ W H)). destruct H as (d & Fa & _ & Ft & _ & ->). destruct W as (_ & _ & _ & Fp & _).
  cbn [player]. pose proof (waste_nonnegative (player s) d Fp Fa Ft) as K. cbn zeta in K. destruct (part _); lia.
Qed.

Lemma outside_nonnegative s m p w : wf b s -> Weighs b wasted_outside s m p w -> (0 <= w)%Z.
Proof. apply (sum_nonnegative (fun x => x)). Qed.

Lemma inside_nonnegative s m p w : wf b s -> Weighs b wasted_inside s m p w -> (0 <= w)%Z.
Proof.
  intros W S. apply (sum_nonnegative negb s m p w W). revert S. clear. unfold waste_inside.
  induction 1 as [s Hs|s s1 m p w H S IH|s s1 m p w H S IH]; [now apply weighs_end|eapply weighs_move; eauto|].
  replace (if is_outside area (enc b (player s)) (enc b (player s1)) then 0%Z else wasted (player s) (player s1))
    with (if negb (is_outside area (enc b (player s)) (enc b (player s1))) then wasted (player s) (player s1) else 0%Z)
    by now destruct (is_outside _ _ _).
  eapply (weighs_push b (fun p a => if negb (is_outside area (enc b p) (enc b a)) then wasted p a else 0%Z)); eauto.
Qed.

(** Pushes are what the values say, and what is wasted. *)
Lemma pushes_needed s m p w : wf b s -> Weighs b wasted s m p w ->
  exists v, total f (boxes s) (player s) = Some v /\ (sum_y y (goals b) + v + w <= Z.of_nat p)%Z.
Proof.
  intros W S. induction S as [s Hs|s s1 m p w H S IH|s s1 m p w H S IH].
  - pose proof (prices_sound b _ f y local s 0%nat 0%nat 0%Z W (weighs_end b _ s Hs)) as K.
    unfold prices_bound in K. destruct (total f (boxes s) (player s)) as [v|]; cbn in K; [exists v; split; [reflexivity|lia]|destruct K].
  - specialize (IH (wf_move _ _ _ W H)). destruct H as (d & Fa & Na & ->). destruct W as (A & B & C & D & E).
    cbn [boxes player] in IH. destruct IH as (v & Ev & L). exists v. split; [|exact L]. rewrite <- Ev. symmetry.
    apply total_ext. intros x Hx. apply (local_move _ _ _ _ local); auto; intros <-; auto.
  - specialize (IH (wf_push _ _ _ W H)). destruct H as (d & Fa & Ia & Ft & Nt & ->). destruct W as (A & B & C & D & E).
    cbn [boxes player] in *. set (a := add (player s) (delta d)) in *. set (t := add a (delta d)) in *.
    destruct IH as (v & Ev & L). cbn [total] in Ev.
    rewrite (total_ext f (without a (boxes s)) a (player s)) in Ev.
    2:{ intros x Hx. apply In_without in Hx. destruct Hx. apply (local_move _ _ _ _ local); auto; intros <-; tauto. }
    rewrite (total_perm f _ _ (player s) (perm_without _ _ A Ia)). cbn [total].
    pose proof (push_wastes (player s) d D Fa Ft) as K. cbn zeta in K. fold a t in K. destruct K as [(_ & N & _)|(u & Eu & K)].
    + rewrite N in Ev. discriminate.
    + rewrite Eu. destruct (f t a) as [u1|]; [|discriminate]. destruct K as [K _]. cbn beta in K.
      destruct (total f (without a (boxes s)) (player s)) as [r|]; [|discriminate]. cbn [plus_opt] in *. injection Ev as <-.
      exists (u + r)%Z. split; [reflexivity|]. rewrite K. lia.
Qed.

Definition Inside (inside : N -> N -> Z) : Prop := forall s m p w, wf b s -> Weighs b wasted_inside s m p w ->
  (inside (N.land (M b s) area) (Q b s) <= w)%Z.

Lemma summed_weighed outside inside : Weighed b (waste_outside tab area) outside -> Inside inside ->
  Weighed b (weigh None) (summed tab area (sum_y y (goals b)) outside inside).
Proof.
  intros (O1 & O2 & O3) I. split; [|split].
  - intros s l m p w z W D E S H. apply weighs_one in S as S1. subst w. apply weighs_solves in S.
    destruct (weighs b wasted s m p S) as [w Sw]. destruct (pushes_needed s m p w W Sw) as (v & Ev & L).
    destruct (weighs_split b wasted wasted_outside wasted_inside s m p w) as (w1 & w2 & S1 & S2 & ->); auto.
    { intros q a. unfold waste_outside, waste_inside. destruct (is_outside _ _ _); lia. }
    unfold summed in H. pose proof (list_perm b s l W D E) as P. destruct (Permutation_map_inv _ _ P) as (B & -> & PB).
    unfold Q in H. rewrite total_n_spec in H. fold f in H.
    change (total (fun x p : square => look tab (enc b x) (enc b p))) with (total f) in H.
    rewrite <- (total_perm f _ _ (player s) PB), Ev in H.
    destruct (outside (M b s) _ _) as [|e|e|] eqn:O; try discriminate. injection H as <-.
    pose proof (O1 s _ m p w1 e W D E S1 O). pose proof (I s m p w2 W S2). unfold Q in *. lia.
  - intros s l m p W D J H. unfold summed in H. destruct (total_n _ _ _ _) as [|z|z|] eqn:V; try discriminate.
    + destruct (outside _ _ _) eqn:O; try discriminate. now apply (O2 s l m p W D J).
    + destruct (prices_weighed b g g_of goals_floor (weigh None) tab y ok) as (_ & K & _). now apply (K s l m p W D J).
  - intros m l q z. unfold summed. destruct (total_n _ _ _ _) as [|v|v|] eqn:V; try discriminate.
    + destruct (outside m l q) eqn:O; try discriminate. now apply O3 in O.
    + destruct (prices_weighed b g g_of goals_floor (weigh None) tab y ok) as (_ & _ & K). now apply (K m) in V.
Qed.

Lemma nothing_outside_weighed : Weighed b (waste_outside tab area) nothing_outside.
Proof.
  split; [|split]; unfold nothing_outside; try discriminate. intros s l m p w z W _ _ S [= <-].
  exact (outside_nonnegative s m p w W S).
Qed.

Lemma nothing_inside_right : Inside nothing_inside.
Proof. intros s m p w W S. exact (inside_nonnegative s m p w W S). Qed.

(** ** Items *)
Hypothesis goals_inside : subset (gl g) area = true.

Definition Item_ok (x : item) : Prop := (0 <= iexcess x)%Z /\ iboxes x <> gl g /\
  (ispare x = false -> exists l, mask l = iboxes x /\ NoDup l /\ (length (goals b) <= length l)%nat) /\
  (forall i, N.testbit (grow g (iregion x)) i = true -> N.testbit (fl g) i = true -> N.testbit (iboxes x) i = false ->
     N.testbit (iregion x) i = true).

Lemma make_item_ok fuel raw x : make_item b g fuel area raw = Some x -> Item_ok x.
Proof.
  unfold make_item. destruct raw as [e [l q]]. destruct (distinct l) as [m|] eqn:D; [|discriminate].
  apply distinct_spec in D. destruct D as [-> D]. destruct (_ && _) eqn:C; [|discriminate].
  apply andb_true_iff in C. destruct C as [C C2]. apply andb_true_iff in C. destruct C as [_ C1].
  apply Z.ltb_lt in C1. apply negb_true_iff, N.eqb_neq in C2.
  destruct (reach _ _ _ _) as [r|] eqn:R; [|discriminate]. intros [= <-]. apply reach_spec in R. destruct R as [_ R].
  split; [|split; [|split]]; cbn; auto; [lia|..].
  - intros L. apply Nat.ltb_ge in L. exists l. auto.
  - intros i G F N. apply R; auto. now rewrite N.ldiff_spec, F, N.
Qed.

Variable fuel : nat.
Variable items : list item.
Hypothesis items_ok : forall x, In x items -> Item_ok x.
Let t := items_by items.
Hypothesis checked : forallb (check_item g fuel tab area t (entrances b area)) items = true.

Lemma value_spec k q : value t k q = 0%Z \/
  exists x, In x items /\ iboxes x = k /\ N.testbit (iregion x) q = true /\ value t k q = iexcess x.
Proof.
  unfold value. destruct (value_among_spec (listed t k) q) as [E|(x & I & T & E)]; auto. right.
  apply items_by_spec in I. exists x. tauto.
Qed.

Lemma value_nonnegative k q : (0 <= value t k q)%Z.
Proof. destruct (value_spec k q) as [->|(x & I & _ & _ & ->)]; [lia|apply (items_ok x I)]. Qed.

(** It is the same wherever the player walks. *)
Lemma value_move k p d : floor b p = true -> floor b (add p (delta d)) = true -> N.testbit k (enc b p) = false ->
  N.testbit k (enc b (add p (delta d))) = false -> value t k (enc b (add p (delta d))) = value t k (enc b p).
Proof.
  intros P A Np Na. unfold value. assert (H : forall x, In x (listed t k) -> Item_ok x /\ iboxes x = k).
  { intros x I. apply items_by_spec in I. destruct I as [I E]. split; auto. }
  induction (listed t k) as [|x l IH]; cbn; [reflexivity|]. rewrite IH by (intros z Z; apply H; now right).
  destruct (H x (or_introl eq_refl)) as ((_ & _ & _ & C) & E). rewrite E in C.
  replace (N.testbit (iregion x) (enc b (add p (delta d)))) with (N.testbit (iregion x) (enc b p)); [reflexivity|].
  apply eq_true_iff_eq. split; intros T.
  - apply C; auto; [|now apply (fl_spec b g g_of)]. now apply (grow_spec b g g_of).
  - apply C; auto; [|now apply (fl_spec b g g_of)]. rewrite <- (add_opposite p d) at 1.
    apply (grow_spec b g g_of); auto. now rewrite add_opposite.
Qed.

Lemma lowers_spec x p d k : let a := add p (delta d) in let u := add a (delta d) in
  floor b p = true -> floor b a = true -> floor b u = true -> f a p <> None -> f u a <> None ->
  lowers tab t x (enc b p) (enc b a) (enc b u) k = true -> (iexcess x <= wasted p a + value t k (enc b a))%Z.
Proof.
  intros a u P A U Na Nu. pose proof (enc_ahead p d P A U) as EA. cbn zeta in EA. fold a u in EA.
  unfold lowers, waste. cbn beta. rewrite EA.
  change (look tab (enc b a) (enc b p)) with (f a p). change (look tab (enc b u) (enc b a)) with (f u a).
  destruct (f a p) as [v|]; [|congruence]. destruct (f u a) as [w|]; [|congruence].
  pose proof (value_nonnegative k (enc b a)). rewrite orb_true_iff, !Z.leb_le. lia.
Qed.

Lemma inside_right : Inside (value t).
Proof.
  intros s m p w W S. induction S as [s Hs|s s1 m p w H S IH|s s1 m p w H S IH].
  - destruct (value_spec (N.land (M b s) area) (Q b s)) as [->|(x & I & E & _)]; [lia|]. exfalso.
    apply (items_ok x I). rewrite E. replace (M b s) with (gl g).
    + unfold subset in goals_inside. now apply N.eqb_eq.
    + rewrite g_of. symmetry. apply mask_perm, Permutation_map, (solved_perm b s W Hs).
  - specialize (IH (wf_move _ _ _ W H)). destruct H as (d & Fa & Na & ->). unfold Q in *. cbn [player] in IH.
    assert (Np : N.testbit (M b s) (enc b (player s)) = false) by apply (M_player b s W).
    assert (Ma : N.testbit (M b s) (enc b (add (player s) (delta d))) = false).
    { apply not_true_iff_false. now rewrite (M_spec b s _ W Fa). }
    pose proof W as (_ & _ & _ & Fp & _). change (M b (State (boxes s) (add (player s) (delta d)))) with (M b s) in IH.
    rewrite value_move in IH; auto; rewrite N.land_spec; [now rewrite Np|now rewrite Ma].
  - specialize (IH (wf_push _ _ _ W H)). apply weighs_solves in S as Sol1. pose proof (solves_push b _ _ _ _ H Sol1) as Sol.
    pose proof (wf_push _ _ _ W H) as W1. destruct H as (d & Fa & Ia & Ft & Nt & ->). unfold Q in *. cbn [player boxes] in *.
    rewrite (M_push b s d W Fa Ft) in IH. pose proof W as (ND & LB & FB & Fp & Np).
    assert (Mp : N.testbit (M b s) (enc b (player s)) = false) by apply (M_player b s W).
    assert (Ma : N.testbit (M b s) (enc b (add (player s) (delta d))) = true) by now apply (M_spec b s _ W Fa).
    assert (Mt : N.testbit (M b s) (enc b (add (add (player s) (delta d)) (delta d))) = false).
    { apply not_true_iff_false. now rewrite (M_spec b s _ W Ft). }
    assert (Va : f (add (player s) (delta d)) (player s) <> None).
    { intros N. apply (no_way_dead b _ f y local [add (player s) (delta d)] s _ _) in Sol; auto.
      - exists (add (player s) (delta d)). split; [now left|exact N].
      - intros z [<-|[]]. exact Ia. }
    assert (Vt : f (add (add (player s) (delta d)) (delta d)) (add (player s) (delta d)) <> None).
    { intros N. apply (no_way_dead b _ f y local [add (add (player s) (delta d)) (delta d)] _ _ _) in Sol1; auto.
      - exists (add (add (player s) (delta d)) (delta d)). split; [now left|exact N].
      - intros z [<-|[]]. now left. }
    unfold waste_inside. pose proof (enc_ahead (player s) d Fp Fa Ft) as EA. pose proof (enc_behind b (player s) d Fp Fa Ft) as EB.
    cbn zeta in EA, EB. pose proof (waste_nonnegative (player s) d Fp Fa Ft) as WN. cbn beta zeta in WN.
    unfold is_outside. rewrite EA.
    pose proof (lowers_spec) as LS. specialize LS with (p := player s) (d := d). cbn zeta beta in LS.
    pose proof (all_pushes_spec b g g_of) as AP.
    assert (In_entrances : N.testbit area (enc b (add (player s) (delta d))) = false ->
      N.testbit area (enc b (add (add (player s) (delta d)) (delta d))) = true ->
      In (enc b (player s), (enc b (add (player s) (delta d)), enc b (add (add (player s) (delta d)) (delta d)))) (entrances b area)).
    { intros Aa At. apply in_flat_map. exists (player s). split; [now apply floor_list_spec|]. apply in_flat_map. exists d.
      split; [destruct d; cbn; auto|]. cbn zeta. rewrite Fa, Ft, Aa, At. now left. }
    assert (Room : N.testbit area (enc b (add (player s) (delta d))) = false -> forall l, mask l = N.land (M b s) area -> NoDup l ->
      (length l < length (goals b))%nat).
    { intros Aa l El Dl. rewrite <- LB, <- (map_length (enc b) (boxes s)).
      assert (D : NoDup (enc b (add (player s) (delta d)) :: l)).
      { constructor; auto. rewrite <- mask_spec, El, N.land_spec, Aa, andb_false_r. discriminate. }
      apply NoDup_incl_length with (l' := map (enc b) (boxes s)) in D; [exact D|].
      intros i [<-|Hi]; [now apply in_map|]. apply mask_spec in Hi. rewrite El, N.land_spec in Hi.
      apply andb_true_iff in Hi. apply mask_spec, Hi. }
    set (a := add (player s) (delta d)) in *. set (u := add a (delta d)) in *. fold a u in EA, EB, WN, LS.
    set (R := N.land (M b s) area) in *.
    assert (Ru : N.testbit R (enc b u) = false) by (unfold R; now rewrite N.land_spec, Mt).
    destruct (N.testbit area (enc b a)) eqn:Aa; cbn [orb negb].
    + (* from inside *)
      destruct (value_spec R (enc b (player s))) as [->|(x & I & E & T & ->)].
      { pose proof (value_nonnegative (N.land (replaced (M b s) (enc b a) (enc b u)) area) (enc b a)). lia. }
      pose proof checked as K. rewrite forallb_forall in K. specialize (K x I). unfold check_item in K.
      apply andb_true_iff in K. destruct K as [K _]. rewrite E in K.
      assert (Ra : N.testbit R (enc b a) = true) by (unfold R; now rewrite N.land_spec, Ma, Aa).
      specialize (AP _ _ _ _ K (player s) d Fp Fa Ft T Ra Ru). cbn beta in AP. fold a u in AP. rewrite EB in AP.
      specialize (LS _ _ Fp Fa Ft Va Vt AP).
      match type of LS with context [value t ?k _] => replace k with (N.land (replaced (M b s) (enc b a) (enc b u)) area) in LS end; [lia|].
      unfold R, replaced. apply N.bits_inj. intros i. destruct (N.testbit area (enc b u)) eqn:Au;
        rewrite !N.land_spec, ?N.setbit_eqb, ?N.clearbit_eqb, ?N.land_spec, ?N.setbit_eqb, ?N.clearbit_eqb;
        (destruct (N.eqb_spec (enc b u) i) as [<-|]; [rewrite Au; now destruct (N.eqb (enc b a) (enc b u)), (N.testbit (M b s) (enc b u))|]);
        now destruct (N.eqb (enc b a) i), (N.testbit (M b s) i), (N.testbit area i).
    + destruct (N.testbit area (enc b u)) eqn:Au; cbn [orb negb].
      * (* into the area *)
        destruct (value_spec R (enc b (player s))) as [->|(x & I & E & T & ->)].
        { pose proof (value_nonnegative (N.land (replaced (M b s) (enc b a) (enc b u)) area) (enc b a)). lia. }
        pose proof checked as K. rewrite forallb_forall in K. specialize (K x I). unfold check_item in K.
        apply andb_true_iff in K. destruct K as [_ K]. destruct (ispare x) eqn:Sp.
        2:{ exfalso. destruct (items_ok x I) as (_ & _ & L & _). destruct (L Sp) as (l & El & Dl & Le).
            rewrite E in El. specialize (Room eq_refl l El Dl). lia. }
        rewrite forallb_forall in K. specialize (K _ (In_entrances eq_refl eq_refl)). cbn beta iota in K.
        rewrite T, E, Ru in K. cbn [negb andb] in K. specialize (LS _ _ Fp Fa Ft Va Vt K).
        replace (N.setbit R (enc b u)) with (N.land (replaced (M b s) (enc b a) (enc b u)) area) in LS; [lia|].
        unfold R, replaced. apply N.bits_inj. intros i.
        rewrite N.land_spec, !N.setbit_eqb, N.clearbit_eqb, N.land_spec.
        destruct (N.eqb_spec (enc b u) i) as [<-|]; [now rewrite Au|].
        destruct (N.eqb_spec (enc b a) i) as [<-|]; [rewrite Aa|]; cbn; now rewrite ?andb_false_r, ?andb_true_r.
      * (* outside *)
        replace (N.land (replaced (M b s) (enc b a) (enc b u)) area) with R in IH.
        -- rewrite Z.add_0_l, <- (value_move R (player s) d); auto; fold a; unfold R; rewrite N.land_spec;
             [now rewrite Mp|now rewrite Aa, andb_false_r].
        -- unfold R, replaced. apply N.bits_inj. intros i. rewrite !N.land_spec, N.setbit_eqb, N.clearbit_eqb.
           destruct (N.eqb_spec (enc b u) i) as [<-|]; [now rewrite Au, !andb_false_r|].
           destruct (N.eqb_spec (enc b a) i) as [<-|]; [now rewrite Aa, !andb_false_r|]. now rewrite andb_true_r.
Qed.
End Right.

(** The theorems that the checker uses. *)
Theorem outside_weighed b g fuel tab area raw f : g = grid_of b -> NoDup (goals b) -> (forall x, In x (goals b) -> floor b x = true) ->
  outside_fact b g fuel tab area raw = Some f -> Weighed b (waste_outside tab area) f.
Proof.
  intros G ND GF. unfold outside_fact. destruct (_ && _) eqn:C; [|discriminate]. apply andb_true_iff in C. destruct C as [_ C].
  exact (groups_weighed b g fuel _ _ _ raw f G ND GF C).
Qed.

Theorem check_items_right b g fuel tab y area raw t : g = grid_of b -> (forall x, In x (goals b) -> floor b x = true) ->
  check_table b (weigh None) tab y = true -> subset (gl g) area = true -> check_items b g fuel tab area raw = Some t ->
  Inside b tab area (value t).
Proof.
  intros G GF C S H. unfold check_items in H. destruct (all_some (make_item b g fuel area) raw []) as [items|] eqn:A; [|discriminate].
  destruct (forallb _ items) eqn:K; [|discriminate]. injection H as <-.
  apply (inside_right b g G GF tab y C area S fuel items); auto.
  exact (all_some_all (make_item_ok b g area fuel) A).
Qed.
