(** The heights of RoomTable.v are checked, and what that means is said without the tables. *)
From Coq Require Import ZArith NArith List Bool Lia.
From Soko Require Import Rules Theory Head Rooms RoomTable.
Import ListNotations.
Open Scope Z_scope.

(** Decided by computation: for moves and for pushes no step lowers the height by more than it costs. *)
Lemma moves_checked : good_table 1 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Lemma pushes_checked : good_table 0 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Lemma patterns_checked : good_patterns = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Global Opaque table dead patterns live fuel.

Definition Weight (w : Z) : Prop := w = 0 \/ w = 1.

(** Sealed, lest anything below computes the tables *)
Lemma seal {A} (x : A) : {y | y = x}.
Proof. exists x. reflexivity. Qed.

Definition Live : Z -> state -> height -> Prop := proj1_sig (seal (fun w s t => In (s, t) (values (table w)))).
Definition Pattern : list square -> square -> Prop := proj1_sig (seal (fun k p => In (State k p) (values dead))).

Lemma live_listed w s t : Live w s t <-> In (s, t) (values (table w)).
Proof. unfold Live. now rewrite (proj2_sig (seal _)). Qed.
Lemma pattern_listed k p : Pattern k p <-> In (State k p) (values dead).
Proof. unfold Pattern. now rewrite (proj2_sig (seal _)). Qed.

Definition eval (t : height) (a b : Z) : Z := of_a t * a + of_b t * b + rest t.

Lemma find_values {A} k (m : M.t A) v : M.find k m = Some v -> In v (values m).
Proof. intros E. apply M.elements_correct in E. apply in_map_iff. exists (k, v). auto. Qed.

Lemma innerb_spec l : forallb innerb l = true <-> forall y, In y l -> inner y.
Proof.
  rewrite forallb_forall. unfold innerb, inner. split; intros H y I; specialize (H y I);
    rewrite !andb_true_iff, !Z.leb_le in *; lia.
Qed.

Lemma subset_spec k l : subset k l = true <-> incl k l.
Proof. unfold subset, incl. rewrite forallb_forall. split; intros H y I; apply member_spec; auto; now apply H. Qed.

Lemma same_boxes_spec k l : same_boxes k l = true -> k = l.
Proof. unfold same_boxes. now destruct list_eq_dec. Qed.

Lemma same_place_spec x y : same_place x y = true -> x = y.
Proof. unfold same_place. now destruct square_eq. Qed.

Lemma in_directions d : In d directions.
Proof. destruct d; cbn; tauto. Qed.

Lemma never_positive_spec w t a b : never_positive w t = true -> least_a w <= a -> least_b w <= b -> eval t a b <= 0.
Proof. unfold never_positive, eval. rewrite !andb_true_iff, !Z.leb_le. intros [[A B] C] Ha Hb. nia. Qed.

Lemma eval_minus s t a b : eval (minus s t) a b = eval s a b - eval t a b.
Proof. unfold eval, minus. cbn [of_a of_b rest]. ring. Qed.

Lemma same_height_spec s t : same_height s t = true -> s = t.
Proof. unfold same_height. rewrite !andb_true_iff, !Z.eqb_eq. destruct s, t; cbn. intros [[-> ->] ->]. reflexivity. Qed.

Lemma in_patterns_spec k p : in_patterns k p = true -> Pattern k p.
Proof.
  rewrite pattern_listed. unfold in_patterns. destruct (M.find _ _) as [[k' p']|] eqn:F; [|discriminate].
  rewrite andb_true_iff. intros [A B]. apply same_boxes_spec in A. apply same_place_spec in B. cbn in A, B. subst.
  exact (find_values _ _ _ F).
Qed.

Lemma shown_dead_spec u : shown_dead u = true -> exists k, incl k (boxes u) /\ Pattern k (player u).
Proof.
  unfold shown_dead. destruct (M.find _ patterns) as [l|]; [|discriminate].
  rewrite existsb_exists. intros (k & _ & H). apply andb_true_iff in H. destruct H as [A B].
  exists k. split; [now apply subset_spec|now apply in_patterns_spec].
Qed.

Lemma and3 a b c : a && b && c = true -> a = true /\ b = true /\ c = true.
Proof. destruct a, b, c; auto. Qed.
Lemma and4 a b c d : a && b && c && d = true -> a = true /\ b = true /\ c = true /\ d = true.
Proof. destruct a, b, c, d; auto. Qed.
Lemma and5 a b c d e : a && b && c && d && e = true -> a = true /\ b = true /\ c = true /\ d = true /\ e = true.
Proof. destruct a, b, c, d, e; auto. Qed.

Section Table.
Variable w : Z.
Hypothesis W : Weight w.

Lemma table_checked : good_table w = true.
Proof. destruct W as [->| ->]; [apply pushes_checked|apply moves_checked]. Qed.

Lemma good_live s t : Live w s t -> good_entry w (table w) (s, t) = true.
Proof.
  pose proof table_checked as T. unfold good_table in T. apply andb_true_iff in T. destruct T as [T _].
  rewrite forallb_forall in T. rewrite live_listed. apply T.
Qed.

Lemma live_start p : In p ports -> Live w (State shut p) (port_height w p).
Proof.
  pose proof table_checked as T. unfold good_table in T. apply andb_true_iff in T. destruct T as [_ T].
  unfold starts_at_zero in T. rewrite forallb_forall in T. intros I. specialize (T p I).
  destruct (M.find _ _) as [[[k q] t]|] eqn:F; [|discriminate]. apply and3 in T. destruct T as (A & B & C).
  apply same_boxes_spec in A. apply same_place_spec in B. apply same_height_spec in C. cbn in A, B. subst.
  rewrite live_listed. exact (find_values _ _ _ F).
Qed.

Lemma live_room s t : Live w s t -> (forall y, In y (boxes s) -> inner y) /\ floor one (player s) = true.
Proof.
  intros L. apply good_live in L. unfold good_entry in L. apply and4 in L.
  destruct L as (A & B & _). split; [now apply innerb_spec|exact B].
Qed.

Lemma live_step s t d u : Live w s t -> step one s d = Some u ->
  (forall y, In y (boxes u) -> inner y) /\
  ((exists k, incl k (boxes u) /\ Pattern k (player u)) \/
   exists k t', Live w (State k (player u)) t' /\ same_squares k (boxes u) /\
     forall a b, w <= a -> 15 * w <= b -> eval t a b <= eval t' a b + cost_of w s d).
Proof.
  intros L E. apply good_live in L. unfold good_entry in L. apply and4 in L. destruct L as (_ & _ & L & _).
  rewrite forallb_forall in L. specialize (L d (in_directions d)). unfold step_falls in L. rewrite E in L.
  apply andb_true_iff in L. destruct L as [I L]. split; [now apply innerb_spec|].
  apply orb_true_iff in L. destruct L as [L|L]; [left; now apply shown_dead_spec|right].
  destruct (M.find _ _) as [[[k p] t']|] eqn:F; [|discriminate]. apply and4 in L. destruct L as (A & B & C & D).
  apply same_place_spec in A. cbn in A, B, C. subst p. apply subset_spec in B, C. exists k, t'.
  split; [rewrite live_listed; exact (find_values _ _ _ F)|]. split; [intros x; split; auto|].
  intros a b Ha Hb. pose proof (never_positive_spec _ _ a b D Ha Hb) as N. rewrite !eval_minus in N.
  unfold eval at 3 in N. cbn [of_a of_b rest] in N. lia.
Qed.

Lemma live_port s t p : Live w s t -> In (player s) ports -> In p ports ->
  exists t', Live w (State (boxes s) p) t' /\
    minus t' (port_height w p) = minus t (port_height w (player s)).
Proof.
  intros L I J. apply good_live in L. unfold good_entry in L. apply and4 in L. destruct L as (_ & _ & _ & L).
  rewrite (proj2 (member_spec _ _) I) in L. cbn [negb orb] in L. apply andb_true_iff in L. destruct L as [L _].
  rewrite forallb_forall in L. specialize (L p J). unfold port_agrees in L.
  destruct (M.find _ _) as [[[k q] t']|] eqn:F; [|discriminate]. apply and3 in L. destruct L as (A & B & C).
  apply same_boxes_spec in A. apply same_place_spec in B. apply same_height_spec in C. cbn in A, B. subst. exists t'.
  split; [rewrite live_listed; exact (find_values _ _ _ F)|exact C].
Qed.

Lemma live_idle s t a b : Live w s t -> In (player s) ports -> w <= a -> 15 * w <= b ->
  eval t a b <= eval (port_height w (player s)) a b.
Proof.
  intros L I Ha Hb. apply good_live in L. unfold good_entry in L. apply and4 in L. destruct L as (_ & _ & _ & L).
  rewrite (proj2 (member_spec _ _) I) in L. cbn [negb orb] in L. apply andb_true_iff in L. destruct L as [_ L].
  pose proof (never_positive_spec _ _ a b L Ha Hb) as N. rewrite eval_minus in N. lia.
Qed.
End Table.

(** * Patterns *)

Lemma good k p : Pattern k p -> good_pattern (State k p) = true.
Proof. pose proof patterns_checked as T. unfold good_patterns in T. rewrite forallb_forall in T. rewrite pattern_listed. apply T. Qed.

Lemma pattern_room k p : Pattern k p -> (forall y, In y k -> inner y /\ floor one y = true) /\ floor one p = true /\ ~ incl k shut.
Proof.
  intros H. apply good in H. unfold good_pattern in H. cbn [boxes player] in H. apply and5 in H.
  destruct H as (A & B & C & _). split; [|split; auto].
  { rewrite forallb_forall in A. intros y Y. apply A, andb_true_iff in Y. destruct Y as [I F]. split; auto.
    apply (proj1 (innerb_spec [y])); [cbn [forallb]; now rewrite I|now left]. }
  rewrite <- subset_spec. destruct (subset k shut); [discriminate|congruence].
Qed.

Lemma pattern_port k p q : Pattern k p -> In p ports -> In q ports -> Pattern k q.
Proof.
  intros H I J. apply good in H. unfold good_pattern in H. apply and5 in H. destruct H as (_ & _ & _ & _ & H).
  cbn [boxes player] in H. rewrite (proj2 (member_spec _ _) I) in H. cbn [negb orb] in H. rewrite forallb_forall in H.
  now apply in_patterns_spec, H.
Qed.

Lemma pattern_next k p d : Pattern k p -> pattern_step (State k p) d = true.
Proof.
  intros H. apply good in H. unfold good_pattern in H. apply and5 in H. destruct H as (_ & _ & _ & H & _).
  rewrite forallb_forall in H. apply H, in_directions.
Qed.

Lemma pattern_walk k p d : Pattern k p -> floor one (add p (delta d)) = true -> ~ In (add p (delta d)) k ->
  Pattern k (add p (delta d)).
Proof.
  intros H F N. apply (pattern_next _ _ d) in H. unfold pattern_step, step, pushes in H. cbn [boxes player] in H.
  rewrite F in H. rewrite (proj2 (member_false _ _) N) in H. cbn [negb boxes player] in H. now apply in_patterns_spec.
Qed.

Lemma pattern_push k p d : let a := add p (delta d) in let t := add a (delta d) in
  Pattern k p -> floor one a = true -> In a k -> floor one t = true -> ~ In t k ->
  exists k', Pattern k' a /\ incl k' (t :: without a k).
Proof.
  intros a t H Fa Ia Ft Nt. apply (pattern_next _ _ d) in H. unfold pattern_step, step, pushes in H. cbn [boxes player] in H.
  fold a in H. fold t in H. rewrite Fa, Ft in H. rewrite (proj2 (member_spec _ _) Ia), (proj2 (member_false _ _) Nt) in H.
  cbn [negb andb] in H. apply andb_true_iff in H. destruct H as [A B]. apply in_patterns_spec in A. apply subset_spec in B.
  eexists. split; [exact A|exact B].
Qed.
