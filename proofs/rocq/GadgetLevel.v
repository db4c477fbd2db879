(** Gadgets in levels, turned, mirrored and moved: all boxes stay in their gadgets, the visits that a solution makes are
    passages of the automata, and each passage can be made. *)
From Coq Require Import ZArith List Bool Lia String.
From Soko Require Import Rules Theory Gadgets.
Import ListNotations.
Open Scope Z_scope.

(** A gadget, where its squares are in the level, and how its directions are turned. *)
Record placed := Placed {
  kind : gadget; table : automaton; place : square -> square; turn : direction -> direction }.

Section Level.
Variable b : board.
Variable gadgets : list placed.

Definition owns (p : placed) (x : square) : Prop := exists y, floor (room (kind p)) y = true /\ x = place p y.

(** The level's floor around each square of the gadget but the ports is that of the drawing. *)
Record Holds (p : placed) : Prop := {
  exact : Exact (kind p) (table p);
  turned : forall x d, place p (add x (delta d)) = add (place p x) (delta (turn p d));
  turned_back : forall d, exists d', turn p d' = d;
  injective : forall x y, place p x = place p y -> x = y;
  on_floor : forall x, floor (room (kind p)) x = true -> floor b (place p x) = true;
  walled : forall x d, floor (room (kind p)) x = true -> ~ is_port (kind p) x ->
    floor b (place p (add x (delta d))) = floor (room (kind p)) (add x (delta d)) }.

Hypothesis all_hold : forall p, In p gadgets -> Holds p.
Hypothesis apart : forall p q, In p gadgets -> In q gadgets -> p = q \/ forall x, owns p x -> ~ owns q x.

(** The gadget's own state [t] in the level's state [s]; while the player is elsewhere, he is at any port of [t]. *)
Definition View (p : placed) (s t : state) : Prop :=
  (forall y, floor (room (kind p)) y = true -> (In (place p y) (boxes s) <-> In y (boxes t))) /\
  (floor (room (kind p)) (player t) = true /\ player s = place p (player t) \/
   ~ owns p (player s) /\ is_port (kind p) (player t)).

Definition Reached (p : placed) (t : state) : Prop := exists B q n y,
  In (B, q) (configurations (table p)) /\ In (n, y) (ports (kind p)) /\ Anywhere (kind p) (State B y) t.

(** All boxes are in gadgets, whose states can be reached from listed configurations. *)
Definition In_gadgets (s : state) : Prop :=
  floor b (player s) = true /\
  (forall x, In x (boxes s) -> exists p, In p gadgets /\ owns p x) /\
  (forall p, In p gadgets -> exists t, Reached p t /\ View p s t).

Lemma star_one {A} (R : A -> A -> Prop) x y : R x y -> star R x y.
Proof. intros H. econstructor; [exact H|constructor]. Qed.

Lemma reached_further p t t' : Reached p t -> Anywhere (kind p) t t' -> Reached p t'.
Proof. intros (B & q & n & y & I & J & S) S'. exists B, q, n, y. repeat split; auto. eapply star_trans; eauto. Qed.

Lemma reached_boxes p t x : In p gadgets -> Reached p t -> In x (boxes t) ->
  floor (room (kind p)) x = true /\ ~ is_port (kind p) x.
Proof.
  intros I (B & q & n & y & J & K & S). eapply boxes_stay with (1 := exact _ (all_hold p I)); eauto.
Qed.

Lemma neighbour p x d : In p gadgets -> floor (room (kind p)) x = true -> ~ is_port (kind p) x ->
  floor b (add (place p x) (delta d)) = true -> owns p (add (place p x) (delta d)).
Proof.
  intros I F N H. destruct (all_hold p I) as [_ T TB _ _ W]. destruct (TB d) as (d' & <-).
  rewrite <- T in *. rewrite W in H by auto. exists (add x (delta d')). auto.
Qed.

(** A box has the squares around it that are floor in its own gadget. *)
Lemma around_box s x d : In_gadgets s -> In x (boxes s) -> floor b (add x (delta d)) = true ->
  exists p, In p gadgets /\ owns p x /\ owns p (add x (delta d)).
Proof.
  intros (_ & O & V) I F. destruct (O x I) as (p & J & y & Fy & ->). exists p. repeat split; auto; [exists y; auto|].
  destruct (V p J) as (t & R & B & _). apply (B y Fy) in I. apply neighbour; auto. now apply (reached_boxes p t y).
Qed.

Lemma step_view s d s' p t : In_gadgets s -> In p gadgets -> Reached p t -> View p s t -> step b s d = Some s' ->
  floor b (player s') = true /\
  exists t', View p s' t' /\ (t' = t /\ ~ owns p (player s') \/
    Outer (kind p) t t' /\ ~ owns p (player s) \/ Inner (kind p) t t').
Proof.
  intros G I R (VB & VP) E. assert (H := all_hold p I). destruct H as [X T TB Inj OF W].
  assert (FP : floor b (player s) = true) by apply G.
  set (a := add (player s) (delta d)) in *. set (l := add a (delta d)) in *.
  assert (Fa : floor b a = true).
  { unfold step in E. fold a in E. destruct (floor b a); auto. discriminate. }
  assert (Cases : ~ In a (boxes s) /\ s' = State (boxes s) a \/
    In a (boxes s) /\ floor b l = true /\ ~ In l (boxes s) /\ s' = State (l :: without a (boxes s)) a).
  { unfold step in E. fold a l in E. rewrite Fa in E. cbn in E.
    destruct (member a (boxes s)) eqn:M; cbn in E.
    - destruct (floor b l) eqn:Fl; cbn in E; [|discriminate].
      destruct (member l (boxes s)) eqn:Ml; cbn in E; [discriminate|]. injection E as <-.
      apply member_spec in M. apply member_false in Ml. right. auto.
    - injection E as <-. apply member_false in M. left. auto. }
  assert (Pa : player s' = a) by (destruct Cases as [(_ & ->)|(_ & _ & _ & ->)]; reflexivity).
  split; [now rewrite Pa|].
  assert (Far : ~ owns p a -> forall y, floor (room (kind p)) y = true -> (In (place p y) (boxes s') <-> In y (boxes t))).
  { intros N y Fy. rewrite <- (VB y Fy). destruct Cases as [(_ & ->)|(M & Fl & _ & ->)]; cbn; [reflexivity|].
    destruct (around_box _ _ _ G M Fl) as (q & J & Qa & Ql). fold l in Ql.
    assert (D : forall z, owns q z -> z <> place p y).
    { intros z Oz Ez. destruct (apart p q I J) as [->|D]; [auto|]. apply (D z); auto. exists y. auto. }
    rewrite In_without. specialize (D l Ql) as D1. specialize (D a Qa) as D2. intuition congruence. }
  destruct VP as [(Fy & Py)|(Ny & Py)].
  - set (y := player t) in *. destruct (TB d) as (d' & <-). set (y1 := add y (delta d')).
    assert (Ea : a = place p y1) by (unfold a, y1; now rewrite Py, T).
    destruct (floor (room (kind p)) y1) eqn:F1.
    + destruct Cases as [(M & ->)|(M & Fl & Ml & ->)].
      * exists (State (boxes t) y1). split; [split; cbn; auto|]. right. right. exists d'. unfold step. fold y y1. rewrite F1. cbn.
        rewrite Ea in M. rewrite (VB y1 F1) in M. apply member_false in M. rewrite M. reflexivity.
      * rewrite Ea, (VB y1 F1) in M. destruct (reached_boxes _ _ _ I R M) as (_ & N1). set (y2 := add y1 (delta d')).
        assert (El : l = place p y2) by (unfold l, y2; now rewrite Ea, T).
        assert (F2 : floor (room (kind p)) y2 = true) by (unfold y2; rewrite <- W; auto; fold y2; now rewrite <- El).
        rewrite El, (VB y2 F2) in Ml.
        exists (State (y2 :: without y1 (boxes t)) y1). split; [split; cbn; auto|].
        -- intros z Fz. rewrite Ea, El, !In_without, (VB z Fz). split; intros [K|(K & L)].
           ++ left. now apply Inj.
           ++ right. split; congruence.
           ++ left. congruence.
           ++ right. split; auto.
        -- right. right. exists d'. unfold step. fold y y1 y2. rewrite F1, F2. apply member_spec in M. rewrite M. cbn.
           apply member_false in Ml. rewrite Ml. reflexivity.
    + assert (Na : ~ owns p a). { intros (z & Fz & Ez). rewrite Ea in Ez. apply Inj in Ez. congruence. }
      exists t. rewrite Pa. split; [split; [now apply Far|]|left; auto]. right. rewrite Pa. split; auto.
      destruct (in_dec square_eq y (map snd (ports (kind p)))) as [K|K].
      * apply in_map_iff in K as ((n, z) & Ez & K). cbn in Ez. subst z. exists n. auto.
      * exfalso. assert (~ is_port (kind p) y) by (intros (n & L); apply K; now apply (in_map snd) in L).
        rewrite Ea in Fa. unfold y1 in *. rewrite W in Fa by auto. congruence.
  - destruct (in_dec square_eq a (map (place p) (map snd (ports (kind p))))) as [K|K].
    + apply in_map_iff in K as (z & Ez & K). apply in_map_iff in K as ((n, z') & Ez' & K). cbn in Ez'. subst z'.
      assert (Pz : is_port (kind p) z) by (exists n; auto).
      destruct (floor (room (kind p)) z) eqn:Fz.
      * assert (Nz : ~ In z (boxes t)) by (intros L; now apply (reached_boxes p t z I R) in L).
        destruct Cases as [(M & ->)|(M & _)]; [|exfalso; apply Nz; rewrite <- (VB z Fz), Ez; auto].
        exists (State (boxes t) z). split; [split; cbn; auto|]. right. left. repeat split; auto.
      * assert (Na : ~ owns p a). { intros (u & Fu & Eu). rewrite <- Ez in Eu. apply Inj in Eu. congruence. }
        exists t. rewrite Pa. split; [split; [now apply Far|right; rewrite Pa; auto]|left; auto].
    + assert (Na : ~ owns p a).
      { intros (z & Fz & Ez). assert (Nz : ~ is_port (kind p) z).
        { intros (n & L). apply K. rewrite Ez. apply in_map. now apply (in_map snd) in L. }
        apply Ny. assert (Q : add (place p z) (delta (opposite d)) = player s) by (rewrite <- Ez; apply add_opposite).
        rewrite <- Q. apply neighbour; auto. now rewrite Q. }
      exists t. rewrite Pa. split; [split; [now apply Far|right; rewrite Pa; auto]|left; auto].
Qed.

Lemma reach_on p t t' (U V : Prop) : t' = t /\ U \/ Outer (kind p) t t' /\ V \/ Inner (kind p) t t' ->
  Anywhere (kind p) t t'.
Proof. intros [(-> & _)|[(H & _)|H]]; [constructor|apply star_one; auto|apply star_one; auto]. Qed.

(** Boxes stay in their gadgets, whatever the player does. *)
Theorem boxes_stay_in_gadgets s ds s' m n : Play b s ds s' m n -> In_gadgets s -> In_gadgets s'.
Proof.
  induction 1 as [s|s d s1 ds s2 m n E _ IH]; auto. intros G. apply IH. clear IH.
  assert (F1 : floor b (player s1) = true).
  { unfold step in E. destruct (floor b (add (player s) (delta d))) eqn:F; [|discriminate]. cbn in E.
    destruct (member _ _); cbn in E; [|now injection E as <-].
    destruct (floor b _ && _); [|discriminate]. now injection E as <-. }
  repeat split; auto.
  - intros x I. apply step_cases in E. destruct (pushes s d).
    + destruct E as (e & Fa & M & Fl & _ & ->). cbn in I. destruct I as [<-|I].
      * destruct (around_box _ _ _ G M Fl) as (p & J & _ & O). eauto.
      * apply In_without in I as (I & _). now apply G.
    + destruct E as (e & _ & _ & ->). now apply G.
  - intros p I. destruct G as (F & O & V). destruct (V p I) as (t & R & Vt).
    destruct (step_view s d s1 p t) as (_ & t' & V' & K); auto; [repeat split; auto|].
    exists t'. split; auto. eapply reached_further; [exact R|]. eapply reach_on, K.
Qed.

Lemma step_stays s d s' : step b s d = Some s' -> In_gadgets s -> In_gadgets s'.
Proof.
  intros E. apply (boxes_stay_in_gadgets s [d] s' 1 (if pushes s d then 1 else 0)%nat).
  apply (play_step b s d s' [] s' 0 0); auto. constructor.
Qed.

Lemma play_view p s ds s' m n : Play b s ds s' m n -> In p gadgets -> In_gadgets s -> forall t, Reached p t -> View p s t ->
  exists t', Anywhere (kind p) t t' /\ View p s' t'.
Proof.
  intros H I. induction H as [s|s d s1 ds s2 m n E H IH]; intros G t R V; [exists t; split; [constructor|auto]|].
  destruct (step_view s d s1 p t) as (_ & t1 & V1 & K); auto. apply reach_on in K.
  assert (G1 := step_stays s d s1 E G).
  destruct (IH G1 t1) as (t2 & S & V2); auto; [eapply reached_further; eauto|].
  exists t2. split; auto. eapply star_trans; eauto.
Qed.

(** The level's goals in the gadget are the gadget's. *)
Definition Same_goals (p : placed) : Prop := NoDup (goals (room (kind p))) /\
  forall y, floor (room (kind p)) y = true -> In (place p y) (goals b) -> In y (goals (room (kind p))).

Lemma solution_live p s t ds s' m n : In p gadgets -> Same_goals p -> In_gadgets s -> Reached p t -> View p s t ->
  Play b s ds s' m n -> solved b s' -> Live (kind p) t.
Proof.
  intros I (ND & SG) G R V H S. destruct (play_view p _ _ _ _ _ H I G t R V) as (t' & A & V' & _).
  assert (R' : Reached p t') by (eapply reached_further; eauto). exists t'. split; auto.
  assert (C : incl (boxes t') (goals (room (kind p)))).
  { intros x J. destruct (reached_boxes p t' x I R' J) as (Fx & _). apply SG; auto. apply S. now apply V'. }
  destruct R' as (B & q & k & y & J & K & A').
  destruct (boxes_stay _ _ (exact _ (all_hold p I)) B q k y t' J K A') as (_ & l & N & Sl & L).
  intros x. split; [apply C|]. intros Gx. apply Sl.
  apply (NoDup_length_incl N (l' := goals (room (kind p)))); [rewrite L; auto| |exact Gx].
  intros z Z. apply C, Sl, Z.
Qed.

(** A stay of the player on the gadget's squares. *)
Definition Stay (p : placed) : state -> state -> Prop :=
  star (fun s s' => (exists d, step b s d = Some s') /\ owns p (player s')).

Lemma stay_view p s s' : Stay p s s' -> In p gadgets -> In_gadgets s -> owns p (player s) ->
  forall t, Reached p t -> View p s t -> In_gadgets s' /\ exists t', Inside (kind p) t t' /\ View p s' t'.
Proof.
  intros H I. induction H as [s|s s1 s2 ((d & E) & O1) H IH]; intros G O t R V.
  { split; auto. exists t. split; [constructor|auto]. }
  destruct (step_view s d s1 p t) as (_ & t1 & V1 & K); auto. assert (A := reach_on _ _ _ _ _ K).
  destruct K as [(_ & K)|[(_ & K)|K]]; [tauto|tauto|].
  assert (G1 := step_stays s d s1 E G).
  destruct (IH G1 O1 t1) as (G2 & t2 & S & V2); auto; [eapply reached_further; eauto|].
  split; auto. exists t2. split; auto. econstructor; eauto.
Qed.

(** Every visit of a solution is a passage of the gadget's automaton, or turns back into the same state. *)
Theorem visits_are_passages p s B q n y s' n' y' ds s2 m k :
  In p gadgets -> Same_goals p -> In_gadgets s ->
  In (B, q) (configurations (table p)) -> In (n, y) (ports (kind p)) -> View p s (State B y) -> owns p (player s) ->
  Stay p s s' -> In (n', y') (ports (kind p)) -> player s' = place p y' -> owns p (player s') ->
  Play b s' ds s2 m k -> solved b s2 ->
  exists B' q', In (B', q') (configurations (table p)) /\ View p s' (State B' y') /\
    (In (q, n, n', q') (passages (table p)) \/ n = n' /\ q = q').
Proof.
  intros I SG G J K V O H K' P' O' H2 S.
  assert (R : Reached p (State B y)) by (exists B, q, n, y; repeat split; auto; constructor).
  destruct (stay_view p s s' H I G O _ R V) as (G' & t & T & V').
  assert (R' : Reached p t).
  { eapply reached_further; [exact R|]. clear - T. induction T; [constructor|]. econstructor; eauto. }
  assert (E : player t = y').
  { destruct V' as (_ & [(_ & E)|(N & _)]); [|tauto]. apply (injective _ (all_hold p I)). congruence. }
  assert (L : Live (kind p) t) by (eapply solution_live; eauto).
  destruct (visits_listed _ _ (exact _ (all_hold p I)) B q n y n' y' t J K T K' E L) as (B' & q' & J' & Sm & Q).
  exists B', q'. repeat split; auto.
  - intros X. rewrite <- (Sm y0). now apply V'.
  - intros X. apply V'; auto. now apply Sm.
  - destruct V' as (_ & [(F & E')|(N & _)]); [|tauto]. left. cbn. now rewrite <- E.
Qed.

(** Every step of a gadget, and so every passage, can be made in the level. *)
Theorem passages_can_be_made p s t t' : In p gadgets -> Reached p t -> View p s t -> player s = place p (player t) ->
  floor (room (kind p)) (player t) = true -> Inside (kind p) t t' ->
  exists s', Stay p s s' /\ View p s' t' /\ player s' = place p (player t').
Proof.
  intros I R V P F H. revert s R V P F. induction H as [t|t t1 t2 (d & E) H IH]; intros s R (VB & VP) P F.
  { exists s. repeat split; auto; try apply VB; auto. constructor. }
  destruct (all_hold p I) as [X T TB Inj OF W].
  set (y1 := add (player t) (delta d)). set (y2 := add y1 (delta d)).
  set (a := add (player s) (delta (turn p d))). set (l := add a (delta (turn p d))).
  assert (Ea : a = place p y1) by (unfold a, y1; now rewrite P, T).
  assert (El : l = place p y2) by (unfold l, y2; now rewrite Ea, T).
  assert (C : floor (room (kind p)) y1 = true /\ (~ In y1 (boxes t) /\ t1 = State (boxes t) y1 \/
    In y1 (boxes t) /\ floor (room (kind p)) y2 = true /\ ~ In y2 (boxes t) /\ t1 = State (y2 :: without y1 (boxes t)) y1)).
  { unfold step in E. fold y1 y2 in E. destruct (floor (room (kind p)) y1); cbn in E; [|discriminate]. split; auto.
    destruct (member y1 (boxes t)) eqn:M; cbn in E.
    - destruct (floor (room (kind p)) y2); cbn in E; [|discriminate].
      destruct (member y2 (boxes t)) eqn:M2; cbn in E; [discriminate|]. injection E as <-.
      apply member_spec in M. apply member_false in M2. right. auto.
    - injection E as <-. apply member_false in M. left. auto. }
  destruct C as (F1 & C).
  assert (R1 : Reached p t1) by (eapply reached_further; [exact R|apply star_one; left; exists d; auto]).
  assert (N : exists s1, step b s (turn p d) = Some s1 /\ View p s1 t1 /\ player s1 = place p (player t1)).
  { destruct C as [(M & ->)|(M & F2 & M2 & ->)].
    - exists (State (boxes s) a). repeat split; cbn; auto; try apply VB; auto. unfold step. fold a.
      rewrite Ea, OF by auto. cbn. rewrite <- (VB y1 F1) in M. apply member_false in M. now rewrite M.
    - exists (State (l :: without a (boxes s)) a). repeat split; cbn; auto.
      + unfold step. fold a l. rewrite Ea, El, !OF by auto. cbn. rewrite <- (VB y1 F1) in M. rewrite <- (VB y2 F2) in M2.
        apply member_spec in M. apply member_false in M2. now rewrite M, M2.
      + rewrite !In_without, (VB y H0), Ea, El. intros [K|(K & L)]; [left; now apply Inj|right; split; congruence].
      + rewrite !In_without, (VB y H0), Ea, El. intros [K|(K & L)]; [left; congruence|right; split; auto]. }
  destruct N as (s1 & E1 & V1 & P1).
  assert (Ft : floor (room (kind p)) (player t1) = true) by (destruct C as [(_ & ->)|(_ & _ & _ & ->)]; exact F1).
  destruct (IH s1) as (s2 & S & V2 & P2); auto.
  exists s2. split; auto. econstructor; [|exact S]. split; [exists (turn p d); auto|]. exists (player t1). auto.
Qed.
End Level.

(** Drawings that are transposed, mirrored and moved are placed as [Holds] asks. *)
Definition shift (transpose flip_rows flip_columns : bool) (corner x : square) : square :=
  let (r, c) := if transpose then (snd x, fst x) else x in
  (fst corner + (if flip_rows then - r else r), snd corner + (if flip_columns then - c else c)).
Definition shifted (transpose flip_rows flip_columns : bool) (d : direction) : direction :=
  let turned := match d, transpose with
    | d, false => d | up, true => left | left, true => up | down, true => right | right, true => down end in
  match turned with
  | up => if flip_rows then down else up | down => if flip_rows then up else down
  | left => if flip_columns then right else left | right => if flip_columns then left else right end.

Lemma shift_turns f i j corner x d :
  shift f i j corner (add x (delta d)) = add (shift f i j corner x) (delta (shifted f i j d)).
Proof. destruct f, i, j, d, x, corner; unfold shift, add; cbn; f_equal; lia. Qed.
Lemma shift_turns_back f i j d : exists d', shifted f i j d' = d.
Proof.
  destruct f, i, j, d; ((now exists up) || (now exists down) || (now exists left) || (now exists right)).
Qed.
Lemma shift_injective f i j corner x y : shift f i j corner x = shift f i j corner y -> x = y.
Proof. destruct f, i, j, x, y, corner; unfold shift; cbn; intros [= A B]; f_equal; lia. Qed.
