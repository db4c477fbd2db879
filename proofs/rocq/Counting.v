(** Counting: more boxes than goals, confined to these goals, are dead (Hall's condition).  The table of prices 0 on the
    other goals says which boxes are confined: those without a way. *)
From Coq Require Import ZArith NArith List Bool Lia Permutation.
From Soko Require Import Rules Theory Masks Checker Soundness.
Import ListNotations.
Open Scope N_scope.

(** * The checker *)

(** Whether more than [n] boxes have no way to the goals of the table. *)
Fixpoint exceeds (tab : table) (n : nat) (l : list N) (q : N) : bool :=
  match l with
  | [] => false
  | i :: l => match look tab i q with
              | Some _ => exceeds tab n l q
              | None => match n with O => true | S n => exceeds tab n l q end
              end
  end.
Definition counting_value (tab : table) (n : nat) : fact := fun _ l q => if exceeds tab n l q then Inf else No.

Definition goals_at (b : board) (m : N) : list square := filter (fun x => N.testbit m (enc b x)) (goals b).
(** The board without the counted goals, for the table of the others. *)
Definition other_goals (b : board) (m : N) : board :=
  Board (width b) (height b) (walls b) (filter (fun x => negb (N.testbit m (enc b x))) (goals b)).

Definition counting_fact (b : board) (g : grid) (nodes : NM.t (list N)) (counted : list N) : option fact :=
  let m := mask counted in let b1 := other_goals b m in
  let '(tab, y) := table_of b1 g (weigh None) nodes (map (fun _ => 0%Z) (goals b1)) in
  if (N.ldiff m (gl g) =? 0) && check_table b1 (weigh None) tab y then Some (counting_value tab (length (goals_at b m))) else None.

(** * The proof *)

Section Right.
Variable b : board.
Hypothesis goals_floor : forall x, In x (goals b) -> floor b x = true.
Variable m0 : N.
Variable tab : table.
Variable y : square -> Z.
Hypothesis ok : check_table (other_goals b m0) (weigh None) tab y = true.
Let Confined (x p : square) : Prop := look tab (enc b x) (enc b p) = None.

Lemma exceeds_spec n l q : exceeds tab n l q = true -> (n < length (filter (fun i => opt_eqb (look tab i q) None) l))%nat.
Proof.
  revert n. induction l as [|i l IH]; cbn [exceeds filter]; intros n; [discriminate|].
  destruct (look tab i q) as [v|]; cbn [opt_eqb]; [apply IH|]. destruct n as [|n]; cbn [length]; [lia|].
  intros H. apply IH in H. lia.
Qed.

Lemma others_floor x : In x (goals (other_goals b m0)) -> floor (other_goals b m0) x = true.
Proof. intros H. apply filter_In in H. now apply goals_floor. Qed.

Lemma too_many_dead : DeadWith b (fun B p => NoDup B /\ (forall x, In x B -> Confined x p) /\ (length (goals_at b m0) < length B)%nat).
Proof.
  pose proof (table_local (other_goals b m0) (grid_of (other_goals b m0)) eq_refl others_floor (weigh None) tab y ok) as L. change (enc (other_goals b m0)) with (enc b) in L.
  apply confined_dead.
  - intros x p d X P P1 N N1 H. unfold Confined. rewrite <- H. now apply (local_move _ _ _ _ L).
  - intros p d a t P A T H. pose proof (local_push _ _ _ _ L p d P A T) as K. cbn beta zeta in K. fold a in K. fold t in K.
    unfold Confined in *. rewrite H in K. now destruct (look tab (enc b t) (enc b a)).
  - intros x p G P N H. apply filter_In. split; auto. destruct (N.testbit m0 (enc b x)) eqn:E; auto. exfalso.
    assert (G1 : In x (goals (other_goals b m0))) by (apply filter_In; rewrite E; auto).
    pose proof (local_goal _ _ _ _ L x p G1 P N) as K. cbn beta in K. unfold Confined in H. now rewrite H in K.
Qed.

Lemma value_right : Right b (counting_value tab (length (goals_at b m0))).
Proof.
  split.
  - intros s l m p _ _ _ _. unfold counting_value. now destruct (exceeds _ _ _ _).
  - intros s l m p W N I H. unfold counting_value in H. destruct (exceeds _ _ _ _) eqn:E; [|discriminate].
    apply exceeds_spec in E. set (l1 := filter _ l) in E.
    assert (L1 : forall i, In i l1 -> In i l /\ look tab i (Q b s) = None).
    { intros i Hi. apply filter_In in Hi. destruct Hi as [Hi K]. split; auto. now destruct (look tab i (Q b s)). }
    set (B := filter (fun x => opt_eqb (look tab (enc b x) (Q b s)) None) (boxes s)).
    apply (too_many_dead B s m p); auto.
    + split; [apply NoDup_filter, W|]. split.
      * intros x Hx. apply filter_In in Hx. destruct Hx as [_ Hx]. unfold Confined. fold (Q b s). now destruct (look _ _ _).
      * eapply Nat.lt_le_trans; [exact E|]. rewrite <- (map_length (enc b) B). apply NoDup_incl_length; [now apply NoDup_filter|].
        intros i Hi. apply L1 in Hi. destruct Hi as [Hi K]. apply I, in_map_iff in Hi. destruct Hi as (x & <- & Hx).
        apply in_map, filter_In. split; auto. now rewrite K.
    + intros x Hx. apply filter_In in Hx. tauto.
Qed.
End Right.

(** The theorem that the checker uses. *)
Theorem counting_right b g nodes counted f : (forall x, In x (goals b) -> floor b x = true) -> counting_fact b g nodes counted = Some f -> Right b f.
Proof.
  intros GF. unfold counting_fact. destruct (table_of _ _ _ _) as [tab y]. destruct (_ && _) eqn:C; [|discriminate].
  apply andb_true_iff in C. destruct C as [_ C]. intros [= <-]. exact (value_right b GF (mask counted) tab y C).
Qed.
