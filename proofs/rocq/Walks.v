(** Proves that layers of squares around a player give the lengths of his walks: no walk is shorter, and each square of a
    layer can be walked to; and that a solution can be had with walks that never come back to a square. *)
From Coq Require Import ZArith NArith List Bool Lia Permutation.
From Soko Require Import Rules Theory Masks.
Import ListNotations.
Open Scope N_scope.

(** * Layers.  [seen] are the squares of all layers up to [edge], which is [c] away. *)
Section Layers.
Variable g : grid.
Variable free : N.
Definition next_layer (seen edge : N) : N := N.ldiff (N.land (grow g edge) free) seen.
(** Whether [ok] holds of every layer from [edge] on, with the cost of the walk to it. *)
Fixpoint all_layers (fuel : nat) (ok : N -> Z -> bool) (move : Z) (seen edge : N) (c : Z) : bool :=
  match fuel with
  | O => false
  | S fuel => if edge =? 0 then true else
      if ok edge c then let next := next_layer seen edge in all_layers fuel ok move (N.lor seen next) next (c + move)%Z else false
  end.
(** Whether [ok] holds of some layer from [edge] on, before it is too far. *)
Fixpoint some_layer (fuel : nat) (near : Z -> bool) (ok : N -> Z -> bool) (move : Z) (seen edge : N) (c : Z) : bool :=
  match fuel with
  | O => false
  | S fuel => if edge =? 0 then false else if near c then
      if ok edge c then true else let next := next_layer seen edge in some_layer fuel near ok move (N.lor seen next) next (c + move)%Z
      else false
  end.

Lemma all_layers_spec fuel ok move : forall seen edge c, all_layers fuel ok move seen edge c = true ->
  exists layers : nat -> N, layers O = edge /\
  (forall i, layers i = 0 \/ ok (layers i) (c + Z.of_nat i * move)%Z = true) /\
  (forall i y, N.testbit (grow g (layers i)) y = true -> N.testbit free y = true ->
     N.testbit seen y = true \/ exists j, (j <= S i)%nat /\ N.testbit (layers j) y = true).
Proof.
  induction fuel as [|fuel IH]; intros seen edge c; cbn [all_layers]; [discriminate|].
  destruct (N.eqb_spec edge 0) as [->|NE].
  - intros _. exists (fun _ => 0). split; [reflexivity|]. split; [now left|].
    intros i y G. unfold grow in G. rewrite !N.shiftr_0_l, !N.shiftl_0_l in G. cbn in G. discriminate.
  - destruct (ok edge c) eqn:O; [|discriminate]. intros H. apply IH in H. destruct H as (layers & L0 & K & G).
    exists (fun i => match i with O => edge | S i => layers i end). split; [reflexivity|]. split.
    + intros [|i].
      * right. replace (c + Z.of_nat 0 * move)%Z with c by lia. exact O.
      * destruct (K i) as [K1|K1]; [now left|right]. replace (c + Z.of_nat (S i) * move)%Z with (c + move + Z.of_nat i * move)%Z by lia.
        exact K1.
    + assert (N1 : forall i y, N.testbit (N.lor seen (next_layer seen edge)) y = true ->
        N.testbit seen y = true \/ exists j, (j <= S i)%nat /\ N.testbit (match j with O => edge | S j => layers j end) y = true).
      { intros i y T. rewrite N.lor_spec, orb_true_iff in T. destruct T as [T|T]; auto. right. exists 1%nat. split; [lia|]. now rewrite L0. }
      intros [|i] y G1 F.
      * apply N1. rewrite N.lor_spec. unfold next_layer. rewrite N.ldiff_spec, N.land_spec, G1, F.
        destruct (N.testbit seen y); reflexivity.
      * destruct (G i y G1 F) as [T|(j & J & T)]; [now apply N1|]. right. exists (S j). split; [lia|exact T].
Qed.
End Layers.

Section Walks.
Variable b : board.
Variable g : grid.
Hypothesis g_of : g = grid_of b.

(** A walk past boxes, with its moves. *)
Inductive Walk (B : list square) (p : square) : square -> nat -> Prop :=
| walk_here : Walk B p p 0
| walk_step q d n : Walk B p q n -> floor b (add q (delta d)) = true -> ~ In (add q (delta d)) B -> Walk B p (add q (delta d)) (S n).

Lemma walk_after B p d q n : floor b (add p (delta d)) = true -> ~ In (add p (delta d)) B -> Walk B (add p (delta d)) q n ->
  Walk B p q (S n).
Proof. intros F N. induction 1; [now repeat constructor|]. now constructor. Qed.

Lemma walk_free B p q n : floor b p = true -> ~ In p B -> Walk B p q n -> floor b q = true /\ ~ In q B.
Proof. intros F N. destruct 1; auto. Qed.

Lemma walk_back B p q n : floor b p = true -> ~ In p B -> Walk B p q n -> Walk B q p n.
Proof.
  intros F N. induction 1 as [|q d n H IH Fq Nq]; [constructor|].
  destruct (walk_free B p q n F N H) as [F1 N1].
  apply (walk_after B (add q (delta d)) (opposite d)); rewrite add_opposite; auto.
Qed.

(** A walk before a solution is a part of one. *)
Lemma walk_solves B p q n m k : floor b p = true -> ~ In p B -> Walk B p q n -> Solves b (State B q) m k -> Solves b (State B p) (n + m) k.
Proof.
  intros F N W. revert m. induction W as [|q d n W IH Fq Nq]; intros m S; [exact S|].
  replace (Datatypes.S n + m)%nat with (n + Datatypes.S m)%nat by lia. apply IH.
  eapply solves_move; [|exact S]. exists d. auto.
Qed.

(** A solution walks, and then it ends or pushes. *)
Lemma first_walk s m p : Solves b s m p -> exists q n, Walk (boxes s) (player s) q n /\
  (solved b (State (boxes s) q) /\ m = n /\ p = 0%nat \/
   exists s1 m1 p1, Push b (State (boxes s) q) s1 /\ Solves b s1 m1 p1 /\ m = (n + S m1)%nat /\ p = S p1).
Proof.
  induction 1 as [s H|s s1 m p H S IH|s s1 m p H S IH].
  - exists (player s), 0%nat. split; [constructor|]. left. destruct s. auto.
  - destruct H as (d & F & N & ->). destruct IH as (q & n & W & K). cbn [boxes player] in *. exists q, (Datatypes.S n).
    split; [now apply (walk_after _ _ d)|]. destruct K as [(K & -> & ->)|(s2 & m2 & p2 & P & S2 & -> & ->)]; [left; auto|].
    right. exists s2, m2, p2. auto.
  - exists (player s), 0%nat. split; [constructor|]. right. exists s1, m, p. destruct s. auto.
Qed.

(** What a set grows to comes from it. *)
Lemma grow_back m y : floor b y = true -> (forall i, N.testbit m i = true -> exists q, enc b q = i /\ floor b q = true) ->
  N.testbit (grow g m) (enc b y) = true ->
  exists q d, floor b q = true /\ N.testbit m (enc b q) = true /\ add q (delta d) = y.
Proof.
  intros Fy H G.
  assert (Y : forall j, N.testbit m j = true -> (j = enc b y + st g \/ (st g <= enc b y /\ j = enc b y - st g) \/ j = enc b y + 1 \/ (1 <= enc b y /\ j = enc b y - 1)) ->
    exists q d, floor b q = true /\ N.testbit m (enc b q) = true /\ add q (delta d) = y).
  { intros j Hj Ej. destruct (H j Hj) as (q & <- & Fq). exists q.
    pose proof (floor_bounds b q Fq) as Bq. pose proof (floor_bounds b y Fy) as By'.
    destruct q as [r c], y as [r' c']. rewrite g_of in Ej. unfold enc in Ej. cbn [st grid_of fst snd] in *.
    assert (U : forall k, ((width b + 1) * r + c = (width b + 1) * r' + c' + k)%Z -> forall v h, (k = v * (width b + 1) + h)%Z ->
      (0 <= c' + h < width b + 1)%Z -> r = (r' + v)%Z /\ c = (c' + h)%Z).
    { intros k E v h -> Hh. assert (E' : ((width b + 1) * r + c = (width b + 1) * (r' + v) + (c' + h))%Z) by nia.
      apply Z.div_mod_unique in E'; lia. }
    destruct Ej as [Ej|[[Lj Ej]|[Ej|[Lj Ej]]]].
    - exists up. destruct (U (width b + 1)%Z ltac:(nia) 1%Z 0%Z ltac:(lia) ltac:(lia)) as [-> ->].
      split; auto. split; auto. unfold add. cbn. f_equal; lia.
    - exists down. destruct (U (- (width b + 1))%Z ltac:(nia) (-1)%Z 0%Z ltac:(lia) ltac:(lia)) as [-> ->].
      split; auto. split; auto. unfold add. cbn. f_equal; lia.
    - exists left. destruct (U 1%Z ltac:(nia) 0%Z 1%Z ltac:(lia) ltac:(lia)) as [-> ->].
      split; auto. split; auto. unfold add. cbn. f_equal; lia.
    - exists right. assert (E' : ((width b + 1) * r' + c' = (width b + 1) * r + (c + 1))%Z) by nia.
      apply Z.div_mod_unique in E'; [|lia|lia]. destruct E' as [-> ->].
      split; auto. split; auto. unfold add. cbn. f_equal; lia. }
  unfold grow in G. rewrite !N.lor_spec, !orb_true_iff in G. destruct G as [[G|G]|[G|G]].
  - rewrite N.shiftr_spec' in G. eauto.
  - destruct (N.lt_ge_cases (enc b y) (st g)) as [L|L]; [rewrite N.shiftl_spec_low in G by exact L; discriminate|].
    rewrite N.shiftl_spec_high' in G by exact L. apply (Y _ G). auto.
  - rewrite N.shiftr_spec' in G. eauto.
  - destruct (N.lt_ge_cases (enc b y) 1) as [L|L]; [rewrite N.shiftl_spec_low in G by exact L; discriminate|].
    rewrite N.shiftl_spec_high' in G by exact L. apply (Y _ G). auto.
Qed.

Section State.
Variable s : state.
Hypothesis W : wf b s.
Let free := N.ldiff (fl g) (M b s).

Lemma free_spec x : floor b x = true -> (N.testbit free (enc b x) = true <-> ~ In x (boxes s)).
Proof.
  intros F. unfold free. rewrite N.ldiff_spec, (fl_spec b g g_of) by auto. cbn [andb]. rewrite negb_true_iff.
  rewrite <- (M_spec b s x W F). now destruct (N.testbit _ _).
Qed.

(** Every square is in a layer that is no farther than it. *)
Lemma in_layers fuel ok move region c p q n : all_layers g free fuel ok move region region c = true ->
  floor b p = true -> N.testbit region (enc b p) = true -> Walk (boxes s) p q n ->
  exists layer i, (i <= n)%nat /\ N.testbit layer (enc b q) = true /\ ok layer (c + Z.of_nat i * move)%Z = true.
Proof.
  intros H Fp Rp Wk. apply all_layers_spec in H. destruct H as (layers & L0 & K & G).
  assert (J : exists i, (i <= n)%nat /\ N.testbit (layers i) (enc b q) = true /\ floor b q = true).
  { induction Wk as [|q d n Wk IH Fq Nq]; [exists O; rewrite L0; auto|].
    destruct IH as (i & Li & Ti & F0).
    destruct (G i (enc b (add q (delta d)))) as [T|(j & Lj & T)].
    - now apply (grow_spec b g g_of).
    - now apply free_spec.
    - exists O. rewrite L0. split; [lia|auto].
    - exists j. split; [lia|auto]. }
  destruct J as (i & Li & Ti & Fq). exists (layers i), i. split; auto. split; auto.
  destruct (K i) as [E|]; auto. rewrite E, N.bits_0 in Ti. discriminate.
Qed.

(** A layer that is found can be walked to. *)
Lemma layer_walked fuel near ok move p : floor b p = true -> ~ In p (boxes s) -> forall seen edge c k,
  (forall i, N.testbit edge i = true -> exists q, enc b q = i /\ floor b q = true /\ Walk (boxes s) p q k) ->
  some_layer g free fuel near ok move seen edge c = true ->
  exists layer j, ok layer (c + Z.of_nat j * move)%Z = true /\
    forall i, N.testbit layer i = true -> exists q, enc b q = i /\ floor b q = true /\ Walk (boxes s) p q (k + j).
Proof.
  intros Fp Np. induction fuel as [|fuel IH]; intros seen edge c k E; cbn [some_layer]; [discriminate|].
  destruct (edge =? 0); [discriminate|]. destruct (near c); [|discriminate]. destruct (ok edge c) eqn:O.
  - intros _. exists edge, 0%nat. rewrite Nat.add_0_r. replace (c + Z.of_nat 0 * move)%Z with c by lia. auto.
  - intros H. apply (IH _ _ _ (S k)) in H.
    + destruct H as (layer & j & K & T). exists layer, (S j). replace (k + S j)%nat with (S k + j)%nat by lia.
      replace (c + Z.of_nat (S j) * move)%Z with (c + move + Z.of_nat j * move)%Z by lia. auto.
    + intros i Ti. unfold next_layer in Ti. rewrite N.ldiff_spec, N.land_spec, !andb_true_iff in Ti. destruct Ti as [[G F] _].
      pose proof F as F'. unfold free in F'. rewrite N.ldiff_spec, andb_true_iff in F'. destruct F' as [F' _]. rewrite g_of in F'. cbn [fl grid_of] in F'.
      apply mask_spec, in_map_iff in F'. destruct F' as (y & <- & Fy). apply floor_list_spec in Fy.
      apply grow_back in G; auto.
      * destruct G as (q & d & Fq & Tq & <-). exists (add q (delta d)). split; auto. split; auto.
        destruct (E _ Tq) as (q' & Eq & Fq' & Wq). apply (enc_inj b) in Eq; auto. subst q'.
        constructor; auto. now apply free_spec.
      * intros j Hj. destruct (E j Hj) as (q & ? & ? & _). eauto.
Qed.
End State.

(** * Short walks *)

(** A walk with no square twice, of which the list has those before the last. *)
Inductive Path (B : list square) (p : square) : list square -> square -> Prop :=
| path_here : Path B p [] p
| path_step l q d : Path B p l q -> floor b (add q (delta d)) = true -> ~ In (add q (delta d)) B ->
    ~ In (add q (delta d)) (q :: l) -> Path B p (q :: l) (add q (delta d)).

Lemma path_cut B p l q x : Path B p l q -> In x (q :: l) -> exists l', Path B p l' x /\ (length l' <= length l)%nat.
Proof.
  induction 1 as [|l q d P IH F N D]; cbn [In]; intros I.
  - destruct I as [<-|[]]. exists []. split; [constructor|auto].
  - destruct I as [<-|I]; [exists (q :: l); split; [now constructor|auto]|].
    destruct (IH I) as (l' & P' & L). exists l'. split; auto. cbn. lia.
Qed.

Lemma path_of_walk B p q n : Walk B p q n -> exists l, Path B p l q /\ (length l <= n)%nat.
Proof.
  induction 1 as [|q d n Wk IH F N]; [exists []; split; [constructor|auto]|].
  destruct IH as (l & P & L). destruct (in_dec square_eq (add q (delta d)) (q :: l)) as [I|I].
  - destruct (path_cut B p l q _ P I) as (l' & P' & L'). exists l'. split; auto. lia.
  - exists (q :: l). split; [now constructor|cbn; lia].
Qed.

Lemma path_walk B p l q : Path B p l q -> Walk B p q (length l).
Proof. induction 1; cbn; now constructor. Qed.

Lemma path_short B p l q : floor b p = true -> Path B p l q -> (length (q :: l) <= length (floor_list b))%nat.
Proof.
  intros Fp P. assert (H : NoDup (q :: l) /\ incl (q :: l) (floor_list b)).
  { induction P as [|l q d P IH F N D].
    - split; [repeat constructor; intros []|]. intros x [<-|[]]. now apply floor_list_spec.
    - destruct IH as [IH1 IH2]. split; [now constructor|]. intros x [<-|I]; [now apply floor_list_spec|auto]. }
  now apply NoDup_incl_length.
Qed.

Lemma short_walk B p q n : floor b p = true -> Walk B p q n -> exists n', Walk B p q n' /\ (n' <= n)%nat /\ (n' < length (floor_list b))%nat.
Proof.
  intros F Wk. destruct (path_of_walk B p q n Wk) as (l & P & L). exists (length l). split; [now apply path_walk|]. split; auto.
  pose proof (path_short B p l q F P). cbn in *. lia.
Qed.

(** A solution can be had with as many pushes, and no more moves than floor squares before each and after the last. *)
Lemma short_solution s m p : wf b s -> Solves b s m p ->
  exists m', Solves b s m' p /\ (m' <= (p + 1) * length (floor_list b))%nat.
Proof.
  revert s m. induction p as [|p IH]; intros s m W S; destruct (first_walk s m _ S) as (q & n & Wk & K);
    pose proof W as (_ & _ & _ & Fp & Np); destruct (short_walk _ _ _ _ Fp Wk) as (n' & Wk' & _ & L).
  - destruct K as [(K & -> & _)|(s1 & m1 & p1 & _ & _ & _ & E)]; [|discriminate]. exists (n' + 0)%nat. split; [|lia].
    destruct s as [B p]. eapply walk_solves; eauto. now constructor.
  - destruct K as [(_ & _ & E)|(s1 & m1 & p1 & P & S1 & -> & E)]; [discriminate|]. injection E as <-.
    assert (W1 : wf b s1).
    { eapply wf_push; [|exact P]. destruct (walk_free _ _ _ _ Fp Np Wk) as [Fq Nq]. destruct W as (A & B & C & _). repeat split; auto. }
    destruct (IH s1 m1 W1 S1) as (m2 & S2 & L2). exists (n' + Datatypes.S m2)%nat. split; [|lia].
    destruct s as [B p0]. eapply walk_solves; eauto. eapply solves_push; eauto.
Qed.
End Walks.
