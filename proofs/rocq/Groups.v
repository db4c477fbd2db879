(** The fact [groups]: groups of boxes that together need more than the prices of each, their check, and that what an
    accepted fact says of a state is true.  (docs/background/certificates.md, Groups; why it is done so: [Families].) *)
From Coq Require Import ZArith NArith List Bool Lia Permutation FMapAVL OrderedTypeEx.
From Soko Require Import Rules Theory Masks Checker Soundness Families.
Import ListNotations.
Open Scope N_scope.

(** * The check *)
Record group := Group { gmask : N; glist : list N; gregion : N; gsize : N; gexcess : option Z }.    (* [None]: dead *)

Definition excess_of (x : group) : Z := match gexcess x with Some e => e | None => 0%Z end.

(** Which group is chosen first: of larger excess, then of fewer boxes, then whose last square is later, and so on. *)
Definition comes_first (x y : group) : bool :=
  match Z.compare (excess_of x) (excess_of y) with
  | Gt => true
  | Lt => false
  | Eq => (gsize x <? gsize y) || (gsize x =? gsize y) && (gmask y <? gmask x)
  end.
Fixpoint place (x : group) (l : list group) : list group :=
  match l with [] => [x] | y :: l' => if comes_first x y then x :: l else y :: place x l' end.

(** All groups, by their squares: those that begin with a box stand [here] and, if [longer], below it; [later] are the
    squares that may come next.  Nothing rests on the order: whether a state holds a group is asked of its mask. *)
Inductive tree := Leaf | Node (box : N) (here : list group) (later : N) (longer next : tree).
Fixpoint branch (x : group) (path : list N) : tree :=
  match path with
  | [] => Leaf
  | [i] => Node i [x] 0 Leaf Leaf
  | i :: (k :: _) as path => Node i [] (bit k) (branch x path) Leaf
  end.
Fixpoint insert (x : group) (t : tree) (path : list N) : tree :=
  match t, path with
  | _, [] => t
  | Leaf, _ => branch x path
  | Node j here later longer next, i :: path' =>
      if i =? j then match path' with
                     | [] => Node j (x :: here) later longer next
                     | k :: _ => Node j here (N.setbit later k) (insert x longer path') next
                     end
      else Node j here later longer (insert x next path)
  end.
(** The tree of the groups whose first box is on a square. *)
Definition first_in (t : NM.t tree) (i : N) : tree := match NM.find i t with Some t => t | None => Leaf end.
Definition trees_of (gs : list group) : N -> tree :=
  first_in (fold_left (fun t x => match glist x with
    | [] => t
    | i :: _ => NM.add i (insert x (first_in t i) (glist x)) t
    end) gs (NM.empty tree)).

(** The groups that a state holds, in the order in which they are chosen; [None] if one is dead. *)
Fixpoint held_here (m q : N) (here acc : list group) : option (list group) :=
  match here with
  | [] => Some acc
  | x :: here =>
      if N.testbit (gregion x) q && subset (gmask x) m
      then match gexcess x with None => None | Some _ => held_here m q here (place x acc) end
      else held_here m q here acc
  end.
Fixpoint held_in (t : tree) (m q : N) (acc : list group) : option (list group) :=
  match t with
  | Leaf => Some acc
  | Node i here later longer next =>
      if N.testbit m i
      then match held_here m q here acc with
           | None => None
           | Some acc =>
               if N.land later m =? 0 then held_in next m q acc
               else match held_in longer m q acc with None => None | Some acc => held_in next m q acc end
           end
      else held_in next m q acc
  end.
(** [l] are the boxes of [m], in any order. *)
Fixpoint held (t : N -> tree) (m q : N) (l : list N) (acc : list group) : option (list group) :=
  match l with
  | [] => Some acc
  | i :: l => match held_in (t i) m q acc with None => None | Some acc => held t m q l acc end
  end.

(** The excesses of groups, those left out that share a box with an earlier one. *)
Fixpoint greedy (taken : N) (acc : Z) (l : list group) : Z :=
  match l with
  | [] => acc
  | x :: l => if N.land (gmask x) taken =? 0 then greedy (N.lor taken (gmask x)) (acc + excess_of x)%Z l
              else greedy taken acc l
  end.
Definition sizes (l : list group) : list N :=
  fold_left (fun acc x => if existsb (N.eqb (gsize x)) acc then acc else gsize x :: acc) l [].
(** The largest of the sums for groups of up to two boxes, of up to three, and so on. *)
Definition excess_found (l : list group) : Z :=
  fold_left (fun v most => Z.max v (greedy 0 0 (filter (fun x => gsize x <=? most) l))) (sizes l) 0%Z.
(** After a push of a group, whose boxes are few: each group that they hold is the first in one of the sums. *)
Definition excess_after (l : list group) : Z :=
  fold_left (fun v x => Z.max v (greedy 0 0 (x :: l))) l 0%Z.

Section Check.
Variable b : board.
Variable g : grid.
Variable fuel : nat.
Variable weight : N -> N -> Z.
Variable tab : table.                           (* of the prices [by] which the groups are, checked *)
Variable y : square -> Z.

Definition make_group (raw : option Z * (list N * N)) : option group :=
  let '(e, (l, q)) := raw in
  match distinct l with
  | Some m =>
      let free := N.ldiff (fl g) m in
      if (N.ldiff m (fl g) =? 0) && N.testbit free q && (2 <=? N.of_nat (length l))
         && match e with Some e => (0 <? e)%Z | None => true end
      then match reach g fuel free (bit q) with
           | Some r => Some (Group m l r (N.of_nat (length l)) e)
           | None => None
           end
      else None
  | None => None
  end.

(** Where all of a group's boxes are on goals, they may stay there. *)
Definition may_stay (x : group) : bool :=
  let price := sum_y y (filter (fun z => N.testbit (gmask x) (enc b z)) (goals b)) in
  all_bits fuel (fun q => match total_n tab 0 (glist x) q, gexcess x with
                          | Fin v, Some e => (v + e + price <=? 0)%Z
                          | _, _ => false
                          end) (gregion x).
(** The push of a box from [a] to [u] takes off its weight at most. *)
Definition push_ok (t : N -> tree) (x : group) (a u : N) : bool :=
  let l := u :: remove_n a (glist x) in
  match total_n tab 0 (glist x) (a + a - u), total_n tab 0 l a with
  | Inf, _ | _, Inf => true
  | Fin v, Fin w =>
      match held t (replaced (gmask x) a u) a l [] with
      | None => true
      | Some l => match gexcess x with Some e => (v + e <=? weight (a + a - u) a + w + excess_after l)%Z | None => false end
      end
  | _, _ => false
  end.
Definition check_group (t : N -> tree) (x : group) : bool :=
  (if N.ldiff (gmask x) (gl g) =? 0 then may_stay x else true) && all_pushes g fuel (push_ok t x) (gmask x) (gregion x).

Definition groups_value (sum : Z) (t : N -> tree) : fact := fun m l q =>
  match total_n tab sum l q with
  | Fin z => match held t m q l [] with None => Inf | Some found => Fin (z + excess_found found)%Z end
  | v => v
  end.
Definition groups_fact (raw : list (option Z * (list N * N))) : option fact :=
  match all_some make_group raw [] with
  | None => None
  | Some gs =>
      let t := tabulate (N.size (fl g)) (trees_of gs) in
      if forallb (check_group t) gs then Some (groups_value (sum_y y (goals b)) t) else None
  end.
End Check.

(** * What the parts find *)
Fixpoint in_tree (x : group) (t : tree) : Prop :=
  match t with Leaf => False | Node _ here _ longer next => In x here \/ in_tree x longer \/ in_tree x next end.

Lemma branch_spec z x path : in_tree z (branch x path) -> z = x.
Proof. induction path as [|i [|k path] IH]; cbn; intuition auto. Qed.

Lemma insert_spec z x t path : in_tree z (insert x t path) -> z = x \/ in_tree z t.
Proof.
  revert path. induction t as [|j here later longer IHl next IHn]; intros [|i path]; cbn [insert]; auto.
  - intros H. left. eapply branch_spec; eauto.
  - destruct (i =? j); [destruct path as [|k path]|]; cbn [in_tree].
    + cbn. intuition auto.
    + intros [H|[H|H]]; auto. apply IHl in H. tauto.
    + intros [H|[H|H]]; auto. apply IHn in H. tauto.
Qed.

Lemma trees_of_spec z gs i : in_tree z (trees_of gs i) -> In z gs.
Proof.
  unfold trees_of. set (add := fun t x => _).
  assert (H : forall t, in_tree z (first_in (fold_left add gs t) i) -> In z gs \/ exists j, in_tree z (first_in t j)).
  { induction gs as [|x gs IH]; cbn; intros t; [eauto|]. intros H. apply IH in H. destruct H as [H|[j H]]; auto.
    unfold add in H. destruct (glist x) as [|k l] eqn:G; [eauto|]. unfold first_in at 1 in H. rewrite NF.add_o in H.
    destruct (N_as_OT.eq_dec k j); [|right; exists j; exact H]. apply insert_spec in H. destruct H as [->|H]; eauto. }
  intros I. destruct (H _ I) as [|[j K]]; auto. unfold first_in in K. now rewrite NF.empty_o in K.
Qed.

Definition Holds_group (m q : N) (x : group) : Prop := N.testbit (gregion x) q = true /\ N.ldiff (gmask x) m = 0.

Lemma place_spec x l z : In z (place x l) -> z = x \/ In z l.
Proof. induction l as [|y l IH]; cbn; [|destruct (comes_first x y); cbn]; intuition auto. Qed.

Section Found.
Variables m q : N.

Lemma held_here_some (Q : group -> Prop) here acc l : held_here m q here acc = Some l ->
  (forall x, In x here -> Holds_group m q x -> gexcess x <> None -> Q x) -> (forall x, In x acc -> Q x) ->
  forall x, In x l -> Q x.
Proof.
  revert acc. induction here as [|y here IH]; cbn; intros acc; [intros [= ->]; auto|].
  destruct (_ && _) eqn:E; [|intros H K A; apply (IH _ H); auto].
  apply andb_true_iff in E. destruct E as [E1 E2]. apply subset_ldiff in E2.
  destruct (gexcess y) eqn:G; [|discriminate]. intros H K A. apply (IH _ H); auto.
  intros x I. apply place_spec in I. destruct I as [->|I]; auto. apply K; auto; [split|]; congruence.
Qed.

Lemma held_here_none here acc : held_here m q here acc = None ->
  exists x, In x here /\ Holds_group m q x /\ gexcess x = None.
Proof.
  revert acc. induction here as [|y here IH]; cbn; intros acc; [discriminate|].
  destruct (_ && _) eqn:E; [|intros H; destruct (IH _ H) as (x & ? & ?); eauto].
  apply andb_true_iff in E. destruct E as [E1 E2]. apply subset_ldiff in E2.
  destruct (gexcess y) eqn:G; [intros H; destruct (IH _ H) as (x & ? & ?); eauto|].
  intros _. exists y. repeat split; auto.
Qed.

Lemma held_in_some (Q : group -> Prop) t acc l : held_in t m q acc = Some l ->
  (forall x, in_tree x t -> Holds_group m q x -> gexcess x <> None -> Q x) -> (forall x, In x acc -> Q x) ->
  forall x, In x l -> Q x.
Proof.
  revert acc l. induction t as [|j here later longer IHl next IHn]; cbn; intros acc l; [intros [= ->]; auto|].
  intros H K A. destruct (N.testbit m j); [|apply (IHn _ _ H); auto].
  destruct (held_here m q here acc) as [acc1|] eqn:E; [|discriminate].
  assert (A1 : forall x, In x acc1 -> Q x) by (apply (held_here_some Q _ _ _ E); auto).
  destruct (N.land later m =? 0); [apply (IHn _ _ H); auto|].
  destruct (held_in longer m q acc1) as [acc2|] eqn:E2; [|discriminate]. apply (IHn _ _ H); auto. apply (IHl _ _ E2); auto.
Qed.

Lemma held_in_none t acc : held_in t m q acc = None -> exists x, in_tree x t /\ Holds_group m q x /\ gexcess x = None.
Proof.
  revert acc. induction t as [|j here later longer IHl next IHn]; cbn; intros acc; [discriminate|].
  assert (N : forall acc, held_in next m q acc = None ->
    exists x, (In x here \/ in_tree x longer \/ in_tree x next) /\ Holds_group m q x /\ gexcess x = None).
  { intros a H. destruct (IHn _ H) as (x & ? & ?). eauto. }
  destruct (N.testbit m j); [|apply N]. destruct (held_here m q here acc) as [acc1|] eqn:E.
  - destruct (N.land later m =? 0); [apply N|].
    destruct (held_in longer m q acc1) as [acc2|] eqn:E2; [apply N|]. intros _. destruct (IHl _ E2) as (x & ? & ?). eauto.
  - intros _. destruct (held_here_none _ _ E) as (x & ? & ?). eauto.
Qed.

Lemma held_some (Q : group -> Prop) t bs acc l : held t m q bs acc = Some l ->
  (forall x i, in_tree x (t i) -> Holds_group m q x -> gexcess x <> None -> Q x) -> (forall x, In x acc -> Q x) ->
  forall x, In x l -> Q x.
Proof.
  intros H K. revert acc H. induction bs as [|i bs IH]; cbn; intros acc; [intros [= ->]; auto|].
  destruct (held_in (t i) m q acc) as [acc1|] eqn:E; [|discriminate]. intros H A. apply (IH _ H).
  apply (held_in_some Q _ _ _ E); eauto.
Qed.

Lemma held_none t bs acc : held t m q bs acc = None -> exists x i, in_tree x (t i) /\ Holds_group m q x /\ gexcess x = None.
Proof.
  revert acc. induction bs as [|i bs IH]; cbn; intros acc; [discriminate|].
  destruct (held_in (t i) m q acc) as [acc1|] eqn:E; [apply IH|]. intros _. destruct (held_in_none _ _ E) as (x & ? & ?). eauto.
Qed.
End Found.

(** Groups chosen from a list, disjoint. *)
Definition bits_of (F : list group) : list N := concat (map glist F).
Fixpoint excesses (F : list group) : Z := match F with [] => 0%Z | x :: F => (excess_of x + excesses F)%Z end.
Definition Chosen (l F : list group) (v : Z) : Prop := incl F l /\ NoDup (bits_of F) /\ v = excesses F.

Lemma greedy_spec l taken acc : (forall x, In x l -> gmask x = mask (glist x) /\ NoDup (glist x)) ->
  exists F, Chosen l F (greedy taken acc l - acc)%Z /\ forall i, In i (bits_of F) -> N.testbit taken i = false.
Proof.
  revert taken acc. induction l as [|x l IH]; intros taken acc K.
  - exists []. repeat split; cbn; [apply incl_refl|constructor|lia|intros i []].
  - cbn [greedy]. destruct (K x (or_introl eq_refl)) as [E D].
    destruct (N.eqb_spec (N.land (gmask x) taken) 0) as [Z|_].
    + destruct (IH (N.lor taken (gmask x)) (acc + excess_of x)%Z) as (F & (I & ND & S) & T); [intros; apply K; now right|].
      exists (x :: F). repeat split.
      * intros z [<-|J]; [now left|right; auto].
      * change (bits_of (x :: F)) with (glist x ++ bits_of F). apply nodup_app; auto. intros i J J'.
        specialize (T i J'). rewrite N.lor_spec, E, orb_false_iff in T. destruct T as [_ T].
        apply mask_spec in J. congruence.
      * cbn [excesses]. rewrite <- S. lia.
      * change (bits_of (x :: F)) with (glist x ++ bits_of F). intros i J. apply in_app_or in J. destruct J as [J|J].
        -- apply mask_spec in J. rewrite <- E in J. assert (H : N.testbit (N.land (gmask x) taken) i = false) by now rewrite Z, N.bits_0.
           rewrite N.land_spec, J in H. exact H.
        -- specialize (T i J). rewrite N.lor_spec in T. now apply orb_false_iff in T.
    + destruct (IH taken acc) as (F & (I & R) & T); [intros; apply K; now right|]. exists F. repeat split; try apply R; auto.
      intros z J. right. auto.
Qed.

Lemma max_spec {A} (h : A -> Z) l v : let r := fold_left (fun v x => Z.max v (h x)) l v in
  r = v \/ exists x, In x l /\ r = h x.
Proof.
  revert v. induction l as [|x l IH]; cbn; intros v; auto. destruct (IH (Z.max v (h x))) as [E|(z & I & E)]; [|eauto].
  destruct (Z.max_spec v (h x)) as [[_ M]|[_ M]]; rewrite M in E at 2; eauto.
Qed.

Lemma no_choice l : Chosen l [] 0%Z.
Proof. repeat split; [intros z []|constructor]. Qed.

Lemma excess_found_spec l : (forall x, In x l -> gmask x = mask (glist x) /\ NoDup (glist x)) ->
  exists F, Chosen l F (excess_found l).
Proof.
  intros K. unfold excess_found. destruct (max_spec (fun most => greedy 0 0 (filter (fun x => gsize x <=? most) l)) (sizes l) 0%Z)
    as [->|(most & _ & ->)]; [exists []; apply no_choice|].
  destruct (greedy_spec (filter (fun x => gsize x <=? most) l) 0 0%Z) as (F & (I & R & S) & _).
  - intros x J. apply filter_In in J. now apply K.
  - exists F. repeat split; auto; [|lia]. intros z J. apply I, filter_In in J. tauto.
Qed.

Lemma excess_after_spec l : (forall x, In x l -> gmask x = mask (glist x) /\ NoDup (glist x)) ->
  exists F, Chosen l F (excess_after l).
Proof.
  intros K. unfold excess_after. destruct (max_spec (fun x => greedy 0 0 (x :: l)) l 0%Z) as [->|(x & Hx & ->)];
    [exists []; apply no_choice|].
  destruct (greedy_spec (x :: l) 0 0%Z) as (F & (I & R & S) & _).
  - intros z [<-|J]; auto.
  - exists F. repeat split; auto; [|lia]. intros z J. apply I in J. destruct J as [<-|J]; auto.
Qed.

(** * What an accepted fact says is true *)
Section Right.
Variable b : board.
Variable g : grid.
Hypothesis g_of : g = grid_of b.
Hypothesis goals_nodup : NoDup (goals b).
Hypothesis goals_floor : forall x, In x (goals b) -> floor b x = true.
Variable fuel : nat.
Variable weight : N -> N -> Z.
Let weight_of (p a : square) : Z := weight (enc b p) (enc b a).
Variable tab : table.
Variable y : square -> Z.
Hypothesis ok : check_table b weight tab y = true.
Let f (x p : square) : option Z := look tab (enc b x) (enc b p).

Definition Group_ok (x : group) : Prop := gmask x = mask (glist x) /\ NoDup (glist x) /\
  (exists P, map (enc b) P = glist x /\ forall z, In z P -> floor b z = true) /\
  (forall i, N.testbit (grow g (gregion x)) i = true -> N.testbit (fl g) i = true -> N.testbit (gmask x) i = false ->
     N.testbit (gregion x) i = true).

Lemma floor_bits l : (forall i, In i l -> N.testbit (fl g) i = true) ->
  exists P, map (enc b) P = l /\ forall z, In z P -> floor b z = true.
Proof.
  induction l as [|i l IH]; intros H; [exists []; split; auto; intros z []|].
  destruct IH as (P & E & F); [intros; apply H; now right|]. pose proof (H i (or_introl eq_refl)) as T.
  rewrite g_of in T. cbn in T. apply mask_spec, in_map_iff in T. destruct T as (x & Ex & Hx). apply floor_list_spec in Hx.
  exists (x :: P). split; [cbn; congruence|]. intros z [<-|J]; auto.
Qed.

Lemma make_group_ok raw x : make_group g fuel raw = Some x -> Group_ok x.
Proof.
  unfold make_group. destruct raw as [e [l q]]. destruct (distinct l) as [m|] eqn:D; [|discriminate].
  apply distinct_spec in D. destruct D as [-> D]. destruct (_ && _) eqn:C; [|discriminate].
  apply andb_true_iff in C. destruct C as [C _]. apply andb_true_iff in C. destruct C as [C _].
  apply andb_true_iff in C. destruct C as [C _]. apply N.eqb_eq in C.
  destruct (reach _ _ _ _) as [r|] eqn:R; [|discriminate]. intros [= <-]. apply reach_spec in R. destruct R as [_ R].
  split; [|split; [|split]]; cbn; auto.
  - apply floor_bits. intros i I. apply (proj1 (ldiff_spec _ _) C), mask_spec, I.
  - intros i G F N. apply R; auto. now rewrite N.ldiff_spec, F, N.
Qed.

Variable gs : list group.
Hypothesis gs_ok : forall x, In x gs -> Group_ok x.
Let t := trees_of gs.
Hypothesis checked : forallb (check_group b g fuel weight tab y t) gs = true.

Definition In_fact (P : list square) (R : square -> Prop) (e : option Z) : Prop := exists x, In x gs /\
  map (enc b) P = glist x /\ (forall z, In z P -> floor b z = true) /\ e = gexcess x /\
  R = (fun p => floor b p = true /\ N.testbit (gregion x) (enc b p) = true /\ ~ In p P).

Let local : Local b weight_of f y := table_local b g g_of goals_floor weight tab y ok.

(** Masks are sets of squares. *)
Lemma holds_squares P B p R e x : In x gs -> map (enc b) P = glist x -> (forall z, In z P -> floor b z = true) ->
  (forall z, In z B -> floor b z = true) -> floor b p = true -> ~ In p B ->
  e = gexcess x -> R = (fun p => floor b p = true /\ N.testbit (gregion x) (enc b p) = true /\ ~ In p P) ->
  Holds_group (mask (map (enc b) B)) (enc b p) x -> In_fact P R e /\ R p /\ incl P B.
Proof.
  intros I E F FB Fp Np Ee ER [H1 H2]. assert (J : incl P B).
  { intros z Hz. apply (in_set b); auto. apply mask_spec. apply (proj1 (ldiff_spec _ _) H2).
    destruct (gs_ok x I) as (-> & _). rewrite <- E. apply mask_spec, in_map, Hz. }
  split; [exists x; auto|]. split; auto. rewrite ER. repeat split; auto.
Qed.

Lemma fact_of x : In x gs -> exists P, map (enc b) P = glist x /\ (forall z, In z P -> floor b z = true) /\
  In_fact P (fun p => floor b p = true /\ N.testbit (gregion x) (enc b p) = true /\ ~ In p P) (gexcess x).
Proof. intros I. destruct (gs_ok x I) as (_ & _ & (P & E & F) & _). exists P. repeat split; auto. exists x. auto. Qed.

(** A choice of groups as one of sets of squares. *)
Lemma chosen_held B p l F v : (forall z, In z B -> floor b z = true) -> floor b p = true -> ~ In p B ->
  (forall x, In x l -> In x gs /\ Holds_group (mask (map (enc b) B)) (enc b p) x /\ gexcess x <> None) ->
  Chosen l F v -> exists C, Held In_fact B p C /\ gain C = v.
Proof.
  intros FB Fp Np K (I & ND & ->). assert (H : exists C, map (enc b) (all_of C) = bits_of F /\ gain C = excesses F /\
    incl (all_of C) B /\ forall P n, In (P, n) C -> exists R, In_fact P R (Some n) /\ R p).
  { clear ND. induction F as [|x F IH]; [exists []; repeat split; [intros z []|intros P n []]|].
    destruct IH as (C & E & G & J & H); [intros z Hz; apply I; now right|].
    destruct (K x (I x (or_introl eq_refl))) as (Hx & Hh & Hn). destruct (gexcess x) as [n|] eqn:En; [|congruence].
    destruct (fact_of x Hx) as (P & EP & FP & _).
    destruct (holds_squares P B p _ _ x Hx EP FP FB Fp Np eq_refl eq_refl Hh) as (H1 & H2 & H3).
    exists ((P, n) :: C). change (all_of ((P, n) :: C)) with (P ++ all_of C). change (bits_of (x :: F)) with (glist x ++ bits_of F).
    split; [|split; [|split]].
    - rewrite map_app. congruence.
    - cbn. unfold excess_of. rewrite En. congruence.
    - apply incl_app; auto.
    - intros P' n' [[= <- <-]|Q]; [|now apply H]. rewrite En in H1. eauto. }
  destruct H as (C & E & G & J & H). exists C. split; auto. split; [|split]; auto.
  apply (NoDup_map_inv (enc b)). now rewrite E.
Qed.

Lemma total_none P p : total f P p = None -> No_way f P p.
Proof.
  induction P as [|x P IH]; cbn; [discriminate|]. destruct (f x p) eqn:E.
  - destruct (total f P p); [discriminate|]. intros _. destruct (IH eq_refl) as (u & I & N). exists u. split; [now right|auto].
  - intros _. exists x. split; [now left|auto].
Qed.

Lemma excess_in_tree x i : in_tree x (t i) -> In x gs.
Proof. apply trees_of_spec. Qed.

Lemma held_dead B p l acc : (forall z, In z B -> floor b z = true) -> floor b p = true -> ~ In p B ->
  held t (mask (map (enc b) B)) (enc b p) l acc = None -> Dead f In_fact B p.
Proof.
  intros FB Fp Np H. destruct (held_none _ _ _ _ _ H) as (x & i & I & Hh & E). apply excess_in_tree in I. right.
  destruct (fact_of x I) as (P & EP & FP & _).
  destruct (holds_squares P B p _ _ x I EP FP FB Fp Np eq_refl eq_refl Hh) as (H1 & H2 & H3).
  rewrite E in H1. exists P, (fun p => floor b p = true /\ N.testbit (gregion x) (enc b p) = true /\ ~ In p P).
  repeat split; auto; try apply H2. exists p. auto.
Qed.

Lemma held_good B p bs l : held t (mask (map (enc b) B)) (enc b p) bs [] = Some l ->
  forall x, In x l -> In x gs /\ Holds_group (mask (map (enc b) B)) (enc b p) x /\ gexcess x <> None.
Proof.
  intros H. apply (held_some _ _ _ _ _ _ _ H); [|intros x []]. intros x i I Hh E. apply excess_in_tree in I. auto.
Qed.

Lemma held_ok l : (forall x, In x l -> In x gs) -> forall x, In x l -> gmask x = mask (glist x) /\ NoDup (glist x).
Proof. intros H x I. destruct (gs_ok x (H x I)) as (E & D & _). auto. Qed.

Lemma after_push P a u : (forall z, In z P -> floor b z = true) -> floor b a = true ->
  enc b u :: remove_n (enc b a) (map (enc b) P) = map (enc b) (u :: without a P).
Proof.
  intros F A. cbn [map]. f_equal. unfold remove_n, without. induction P as [|z P IH]; cbn; auto.
  assert (Z : floor b z = true) by (apply F; now left). assert (IH1 := IH (fun x I => F x (or_intror I))).
  destruct (N.eqb_spec (enc b z) (enc b a)) as [E|N], (square_eq a z) as [->|D]; cbn; try congruence.
  apply enc_inj in E; auto. congruence.
Qed.

Lemma total_n_squares P p acc : total_n tab acc (map (enc b) P) (enc b p) =
  match total f P p with Some v => Fin (acc + v) | None => Inf end.
Proof. apply total_n_spec. Qed.

Lemma stay P (R : square -> Prop) e p : In_fact P R e -> incl P (goals b) -> R p ->
  exists n v, e = Some n /\ total f P p = Some v /\ (v + n + sum_y y P <= 0)%Z.
Proof.
  intros (x & I & E & F & Ee & ER) G HR. rewrite ER in HR. destruct HR as (Fp & Tp & Np).
  rewrite forallb_forall in checked. specialize (checked x I). unfold check_group in checked.
  apply andb_true_iff in checked. destruct checked as [C _].
  destruct (gs_ok x I) as (Em & ND & _).
  destruct (N.eqb_spec (N.ldiff (gmask x) (gl g)) 0) as [_|N].
  - unfold may_stay in C. pose proof (all_bits_spec _ _ _ C (enc b p) Tp) as H. cbn beta in H.
    rewrite <- E, total_n_squares in H. destruct (total f P p) as [v|]; [|discriminate].
    rewrite <- Ee in H. destruct e as [n|]; [|discriminate]. exists n, v. repeat split; auto. apply Z.leb_le in H.
    assert (Pm : Permutation (filter (fun z => N.testbit (gmask x) (enc b z)) (goals b)) P).
    { apply NoDup_Permutation.
      - now apply NoDup_filter.
      - rewrite <- E in ND. now apply NoDup_map_inv in ND.
      - intros z. rewrite filter_In, Em, mask_spec, <- E. split.
        + intros [Hz J]. apply (in_set b) in J; auto.
        + intros Hz. split; [now apply G|now apply in_map]. }
    rewrite (sum_y_perm y _ _ Pm) in H. lia.
  - exfalso. apply N, ldiff_spec. rewrite Em, <- E. intros i Hi. apply mask_spec, in_map_iff in Hi.
    destruct Hi as (z & <- & Hz). rewrite g_of. cbn. apply mask_spec, in_map, G, Hz.
Qed.

Lemma led P (R : square -> Prop) e p d : In_fact P R e -> R p ->
  let a := add p (delta d) in let u := add a (delta d) in
  In a P -> floor b u = true -> ~ In u P ->
  let P1 := u :: without a P in
  No_way f P p \/ Dead f In_fact P1 a \/
  exists n v w C, e = Some n /\ total f P p = Some v /\ total f P1 a = Some w /\ Held In_fact P1 a C /\
    (v + n <= weight_of p a + w + gain C)%Z.
Proof.
  intros (x & I & E & F & Ee & ER) HR a u Ia Fu Nu P1. rewrite ER in HR. destruct HR as (Fp & Tp & Np).
  rewrite forallb_forall in checked. specialize (checked x I). unfold check_group in checked.
  apply andb_true_iff in checked. destruct checked as [_ C]. pose proof (F a Ia) as Fa.
  destruct (gs_ok x I) as (Em & ND & _).
  assert (Ma : N.testbit (gmask x) (enc b a) = true) by (rewrite Em, <- E; apply mask_spec, in_map, Ia).
  assert (Mu : N.testbit (gmask x) (enc b u) = false).
  { apply not_true_iff_false. rewrite Em, <- E, mask_spec. intros J. apply (in_set b) in J; auto. }
  pose proof (all_pushes_spec b g g_of _ _ _ _ C p d Fp Fa Fu Tp Ma Mu) as H. fold a in H. fold u in H.
  unfold push_ok in H. pose proof (enc_behind b p d Fp Fa Fu) as B. cbn zeta in B. fold a in B. fold u in B. rewrite B in H.
  rewrite <- E, (after_push P a u F Fa), !total_n_squares in H. fold P1 in H.
  destruct (total f P p) as [v|] eqn:Ev; [|left; now apply total_none].
  destruct (total f P1 a) as [w|] eqn:Ew; [|right; left; left; now apply total_none].
  rewrite Em, replaced_mask, <- E, (after_push P a u F Fa) in H. fold P1 in H.
  assert (F1 : forall z, In z P1 -> floor b z = true).
  { intros z [<-|Hz]; auto. apply In_without in Hz. apply F. tauto. }
  assert (N1 : ~ In a P1).
  { intros [J|J]; [|apply In_without in J; tauto]. apply Nu. rewrite J. exact Ia. }
  destruct (held t (mask (map (enc b) P1)) (enc b a) _ []) as [l|] eqn:El.
  - destruct (gexcess x) as [n|]; [|discriminate]. pose proof (held_good _ _ _ _ El) as K.
    destruct (excess_after_spec l) as (G & HG); [apply held_ok; intros z Hz; now apply K|].
    destruct (chosen_held P1 a l G _ F1 Fa N1 K HG) as (D & HD & ED).
    right. right. exists n, v, w, D. apply Z.leb_le in H. repeat split; auto; try apply HD. rewrite ED. unfold weight_of. lia.
  - right. left. eapply (held_dead P1 a); eauto.
Qed.

Lemma region_closed P (R : square -> Prop) e p d : In_fact P R e -> R p ->
  floor b (add p (delta d)) = true -> ~ In (add p (delta d)) P -> R (add p (delta d)).
Proof.
  intros (x & I & E & F & Ee & ER) HR A N. rewrite ER in *. destruct HR as (Fp & Tp & Np). repeat split; auto.
  destruct (gs_ok x I) as (Em & _ & _ & C). apply C.
  - apply (grow_spec b g g_of); auto.
  - now apply (fl_spec b g g_of).
  - apply not_true_iff_false. rewrite Em, <- E, mask_spec. intros J. apply (in_set b) in J; auto.
Qed.

Lemma on_floor P (R : square -> Prop) e x : In_fact P R e -> In x P -> floor b x = true.
Proof. intros (z & _ & _ & F & _). auto. Qed.

Lemma in_floor P (R : square -> Prop) e x : In_fact P R e -> R x -> floor b x = true /\ ~ In x P.
Proof. intros (z & _ & _ & _ & _ & ->) (A & _ & B). auto. Qed.

Lemma value_weighed : Weighed b weight (groups_value tab (sum_y y (goals b)) t).
Proof.
  assert (DS : DeadWith b (Dead f In_fact)).
  { apply (dead_sound b weight_of f y local In_fact on_floor in_floor region_closed stay led). }
  split; [|split].
  - intros s l m p w z W D E S H. pose proof (list_perm b s l W D E) as P.
    destruct (Permutation_map_inv _ _ P) as (B & -> & PB). unfold groups_value, Q in H.
    rewrite total_n_squares in H. rewrite <- (total_perm f _ _ (player s) PB) in H.
    pose proof W as (NB & _ & FB & Fp & Np).
    destruct (total f (boxes s) (player s)) as [v|] eqn:Ev; [|discriminate].
    destruct (held t (M b s) (enc b (player s)) _ []) as [found|] eqn:El; [|discriminate]. injection H as <-.
    unfold M in El. pose proof (held_good _ _ _ _ El) as K.
    destruct (excess_found_spec found) as (G & HG); [apply held_ok; intros x Hx; now apply K|].
    destruct (chosen_held (boxes s) (player s) found G _ FB Fp Np K HG) as (C & HC & EC).
    pose proof (families_sound b weight_of f y local In_fact on_floor in_floor region_closed stay led
      s m p w C W S HC) as R. rewrite Ev in R. lia.
  - intros s l m p W _ I H S. pose proof W as (NB & _ & FB & Fp & Np). unfold groups_value, Q in H.
    destruct (total_n tab (sum_y y (goals b)) l (enc b (player s))) as [|v|v|] eqn:V; [discriminate| |discriminate|].
    + destruct (held t (mask l) (enc b (player s)) l []) as [found|] eqn:El; [discriminate|].
      destruct (held_none _ _ _ _ _ El) as (x & k & Ix & [H1 H2] & E). apply excess_in_tree in Ix.
      destruct (gs_ok x Ix) as (Em & _).
      assert (Hh : Holds_group (mask (map (enc b) (boxes s))) (enc b (player s)) x).
      { split; auto. apply ldiff_spec. intros i Hi. apply mask_spec, I, mask_spec. now apply (proj1 (ldiff_spec _ _) H2). }
      destruct (fact_of x Ix) as (P & EP & FP & _).
      destruct (holds_squares P (boxes s) (player s) _ _ x Ix EP FP FB Fp Np eq_refl eq_refl Hh) as (K1 & K2 & K3).
      refine (DS (boxes s) s m p _ W (incl_refl _) S). right. rewrite E in K1.
      exists P, (fun p => floor b p = true /\ N.testbit (gregion x) (enc b p) = true /\ ~ In p P).
      repeat split; auto; try apply K2. exists (player s). auto.
    + destruct (total_n_none b tab l (player s) _ V) as (i & Ii & Ni). apply I, in_map_iff in Ii. destruct Ii as (x & <- & Hx).
      refine (DS (boxes s) s m p _ W (incl_refl _) S). left. exists x. split; auto.
  - intros m l q z. unfold groups_value. destruct (total_n _ _ _ _) as [|v|v|] eqn:V; try discriminate.
    + now destruct (held _ _ _ _).
    + destruct (prices_weighed b g g_of goals_floor weight tab y ok) as (_ & _ & K). now apply (K m) in V.
Qed.
End Right.

(** The theorem that the checker uses. *)
Theorem groups_weighed b g fuel weight tab y raw f : g = grid_of b -> NoDup (goals b) -> (forall x, In x (goals b) -> floor b x = true) ->
  check_table b weight tab y = true -> groups_fact b g fuel weight tab y raw = Some f -> Weighed b weight f.
Proof.
  intros G ND GF C H. unfold groups_fact in H. destruct (all_some (make_group g fuel) raw []) as [gs|] eqn:A; [|discriminate].
  destruct (forallb _ gs) eqn:K; [|discriminate]. injection H as <-.
  apply (value_weighed b g G ND GF fuel weight tab y C gs); auto.
  exact (all_some_all (make_group_ok b g G fuel) A).
Qed.
