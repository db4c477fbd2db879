(** Proves that where some boxes close off a part of the floor, their pushes are enough to try (CLOSING): every solution
    has one of as many pushes that begins with a push, possible now, of one of these boxes. *)
From Coq Require Import ZArith List Bool Lia Permutation.
From Soko Require Import Rules Theory.
Import ListNotations.
Open Scope Z_scope.

(** * The order of boxes means nothing *)

Section Order.
Variable b : board.

Lemma without_perm x l l' : NoDup l -> Permutation l l' -> Permutation (without x l) (without x l').
Proof.
  intros N P. apply NoDup_Permutation.
  - now apply NoDup_without.
  - apply NoDup_without. eapply Permutation_NoDup; eauto.
  - intros y. rewrite !In_without. split; intros [I J]; split; auto; eauto using Permutation_in, Permutation_sym.
Qed.

Lemma solves_perm s m p : Solves b s m p -> wf b s -> forall B', Permutation (boxes s) B' -> Solves b (State B' (player s)) m p.
Proof.
  induction 1 as [s Hs|s s1 m p H S IH|s s1 m p H S IH]; intros W B' P; pose proof (Permutation_sym P) as P'.
  - constructor. intros x Hx. apply Hs. eapply Permutation_in; eauto.
  - pose proof (wf_move _ _ _ W H) as W1. destruct H as (d & Fa & Na & ->).
    eapply solves_move; [|apply (IH W1 B' P)]. exists d. cbn. repeat split; auto.
    intros I. apply Na. eapply Permutation_in; eauto.
  - pose proof (wf_push _ _ _ W H) as W1. destruct H as (d & Fa & Ia & Ft & Nt & ->). cbn in *.
    eapply solves_push; [|apply (IH W1 (add (add (player s) (delta d)) (delta d) :: without (add (player s) (delta d)) B'))].
    + exists d. cbn. repeat split; auto; [eapply Permutation_in; eauto|]. intros I. apply Nt. eapply Permutation_in; eauto.
    + apply perm_skip, without_perm; auto. apply W.
Qed.

(** * Walks *)

Inductive Way (B : list square) (p : square) : square -> Prop :=
| way_here : Way B p p
| way_step q d : Way B p q -> floor b (add q (delta d)) = true -> ~ In (add q (delta d)) B -> Way B p (add q (delta d)).

Lemma way_trans B p q r : Way B p q -> Way B q r -> Way B p r.
Proof. intros H. induction 1; auto. now constructor. Qed.

Lemma way_free B p q : floor b p = true -> ~ In p B -> Way B p q -> floor b q = true /\ ~ In q B.
Proof. intros F N. destruct 1; auto. Qed.

Lemma way_sym B p q : floor b p = true -> ~ In p B -> Way B p q -> Way B q p.
Proof.
  intros F N. induction 1 as [|q d H IH Fq Nq]; [constructor|].
  destruct (way_free B p q F N H) as [F' N']. eapply way_trans; [|exact IH].
  rewrite <- (add_opposite q d) at 2. apply way_step; [constructor|rewrite add_opposite; auto..].
Qed.
End Order.

(** * The first push of a closing box, made at once *)

Section Closing.
Variable b : board.
Variable s0 : state.
Hypothesis s0_wf : wf b s0.
Variable C : list square.
Variable O : square -> Prop.                  (* outside: where the player could be if the boxes C were alone *)
Hypothesis C_boxes : incl C (boxes s0).
Hypothesis O_first : O (player s0).
Hypothesis O_closed : forall x d, O x -> floor b (add x (delta d)) = true -> ~ In (add x (delta d)) C -> O (add x (delta d)).
Hypothesis must_move : (exists x, In x C /\ ~ In x (goals b)) \/
  (exists g, In g (goals b) /\ ~ O g /\ ~ In g (boxes s0)).
Variable D : list square -> square -> Prop.                     (* what the facts named show *)
Hypothesis D_dead : DeadWith b D.

Definition Choice (q : square) (d : direction) : Prop := let x := add q (delta d) in let t := add x (delta d) in
  Way b (boxes s0) (player s0) q /\ floor b x = true /\ In x C /\ floor b t = true /\ ~ In t (boxes s0) /\ ~ O t.

Hypothesis checked : forall q d, let x := add q (delta d) in let t := add x (delta d) in
  O q -> floor b q = true -> floor b x = true -> In x C -> floor b t = true -> ~ In t C ->
  D (t :: without x C) x \/ Choice q d.

Definition pushed (q : square) (d : direction) (B : list square) : list square :=
  add (add q (delta d)) (delta d) :: without (add q (delta d)) B.

Lemma pushed_wf s q d : wf b s -> O (player s) -> incl C (boxes s) -> (forall x, In x (boxes s) -> In x (boxes s0) \/ O x) ->
  Choice q d -> wf b (State (pushed q d (boxes s)) (player s)).
Proof.
  intros (ND & L & F & Fp & Np) Op I K (_ & Fx & Cx & Ft & Nt & Ot).
  assert (N : ~ In (add (add q (delta d)) (delta d)) (boxes s)) by (intros J; destruct (K _ J); auto).
  unfold pushed. set (x := add q (delta d)) in *. set (t := add x (delta d)) in *. repeat split; cbn; auto.
  - constructor; [rewrite In_without; tauto|now apply NoDup_without].
  - rewrite <- L, (Permutation_length (perm_without x (boxes s) ND (I x Cx))). reflexivity.
  - intros y [<-|J]; auto. apply In_without in J. apply F, J.
  - intros [J|J]; [subst t; rewrite J in Ot; auto|apply In_without in J; tauto].
Qed.

Lemma made_first s m p : Solves b s m p -> wf b s -> O (player s) -> incl C (boxes s) ->
  (forall x, In x (boxes s) -> In x (boxes s0) \/ O x) ->
  exists q d, Choice q d /\ exists m' p', p = S p' /\ Solves b (State (pushed q d (boxes s)) (player s)) m' p'.
Proof.
  induction 1 as [s Hs|s s1 m p H S IH|s s1 m p H S IH]; intros W Op I K.
  - exfalso. destruct must_move as [(x & Cx & G)|(g & G & Og & B)]; [apply G, Hs, I, Cx|].
    pose proof (solved_perm b s W Hs) as P.
    destruct (K g (Permutation_in g (Permutation_sym P) G)); auto.
  - pose proof (wf_move _ _ _ W H) as W1. destruct H as (d & Fa & Na & ->). cbn in IH.
    assert (Oa : O (add (player s) (delta d))) by (apply O_closed; auto).
    destruct (IH W1 Oa I K) as (q & e & Ch & m' & p' & E & S'). exists q, e. split; auto. exists (Datatypes.S m'), p'.
    split; auto. eapply solves_move; [|exact S']. exists d. cbn. repeat split; auto.
    destruct Ch as (_ & _ & _ & _ & _ & Ot). intros [J|J]; [rewrite J in Ot; auto|apply In_without in J; tauto].
  - pose proof (wf_push _ _ _ W H) as W1. destruct H as (e & Fa & Ia & Ft & Nt & ->). cbn in IH, W1.
    set (a := add (player s) (delta e)) in *. set (u := add a (delta e)) in *.
    pose proof W as (ND & _ & F & Fp & Np).
    destruct (in_dec square_eq a C) as [Ca|Ca].
    + destruct (checked (player s) e Op Fp Fa Ca Ft) as [HD|Ch].
      * fold a. fold u. intros J. apply Nt, I, J.
      * exfalso. fold a in HD. fold u in HD.
        apply (D_dead (u :: without a C) (State (u :: without a (boxes s)) a) m p); auto.
        intros x [<-|J]; [now left|]. apply In_without in J. right. apply In_without. split; [apply I|]; tauto.
      * exists (player s), e. split; auto. exists (Datatypes.S m), p. split; auto.
        unfold pushed. fold a. fold u. eapply solves_move; [|exact S]. exists e. cbn. fold a.
        repeat split; auto. intros [J|J]; [rewrite J in Nt; auto|apply In_without in J; tauto].
    + assert (Oa : O a) by (apply O_closed; auto).
      assert (Ou : O u) by (apply O_closed; auto).
      assert (I1 : incl C (u :: without a (boxes s))).
      { intros x Hx. right. apply In_without. split; [auto|intros ->; auto]. }
      assert (K1 : forall x, In x (u :: without a (boxes s)) -> In x (boxes s0) \/ O x).
      { intros x [<-|J]; auto. apply In_without in J. apply K, J. }
      destruct (IH W1 Oa I1 K1) as (q & d & Ch & m' & p' & E & S'). exists q, d. split; auto.
      exists (Datatypes.S m'), (Datatypes.S p'). split; [auto|].
      pose proof (pushed_wf (State (u :: without a (boxes s)) a) q d W1 Oa I1 K1 Ch) as W2.
      destruct Ch as (_ & _ & Cx & _ & Tb & Ot). unfold pushed in *.
      set (x := add q (delta d)) in *. set (t := add x (delta d)) in *. cbn [boxes player] in *.
      assert (X : x <> a) by (intros ->; auto). assert (Y : x <> u) by (intros ->; apply Nt, I, Cx).
      assert (Z : t <> u) by (intros ->; auto). assert (T : t <> a) by (intros ->; auto).
      assert (P : Permutation (t :: without x (u :: without a (boxes s))) (u :: without a (t :: without x (boxes s)))).
      { apply NoDup_Permutation; [apply W2| |].
        - constructor; [intros J; apply In_without in J; destruct J as [[J|J] _]; [auto|apply In_without in J; tauto]|].
          apply NoDup_without. constructor.
          + rewrite In_without. intros [J _]. destruct (K t J); auto.
          + now apply NoDup_without.
        - intros y. split; intros [<-|J].
          + right. apply In_without. split; [now left|auto].
          + apply In_without in J. destruct J as [[<-|J] Nx]; [now left|]. apply In_without in J.
            right. apply In_without. split; [right; apply In_without; tauto|tauto].
          + right. apply In_without. split; [now left|auto].
          + apply In_without in J. destruct J as [[<-|J] Na]; [now left|]. apply In_without in J.
            right. apply In_without. split; [right; apply In_without; tauto|tauto]. }
      eapply solves_push; [|apply (solves_perm b _ _ _ S' W2 _ P)].
      exists e. cbn. fold a. fold u. repeat split; auto.
      * right. apply In_without. auto.
      * intros [J|J]; [auto|apply In_without in J; tauto].
Qed.

Theorem closing m p : Solves b s0 m p ->
  exists q d, Choice q d /\ O q /\ exists m' p', p = S p' /\ Solves b (State (pushed q d (boxes s0)) (add q (delta d))) m' p'.
Proof.
  intros S. destruct (made_first s0 m p S s0_wf O_first C_boxes) as (q & d & Ch & m' & p' & E & S'); auto.
  pose proof s0_wf as (_ & _ & _ & Fp & Np). pose proof Ch as (R & Fx & Cx & _ & _ & Ot).
  assert (A : forall r, Way b (boxes s0) (player s0) r -> O r /\ floor b r = true /\ ~ In r (boxes s0)).
  { intros r. induction 1 as [|r e H [IO [IF IN]] Fr Nr]; [auto|]. split; [apply O_closed; auto|auto]. }
  assert (N : forall r, Way b (boxes s0) (player s0) r -> ~ In r (pushed q d (boxes s0))).
  { intros r Hr. destruct (A r Hr) as (Or & _ & Nr). intros [J|J]; [rewrite J in Ot; auto|apply In_without in J; tauto]. }
  assert (B : forall r, Way b (boxes s0) (player s0) r -> exists m1, Solves b (State (pushed q d (boxes s0)) r) m1 p').
  { intros r. induction 1 as [|r e H [m1 IH] Fr Nr]; [eauto|]. exists (Datatypes.S m1).
    eapply solves_move; [|exact IH]. exists (opposite e). cbn [player boxes]. rewrite add_opposite. destruct (A r H) as (_ & F & _).
    repeat split; auto. }
  destruct (B q R) as [m1 S1]. destruct (A q R) as (Oq & Fq & _).
  exists q, d. split; [exact Ch|]. split; [exact Oq|]. exists (Datatypes.S m1), p'. split; auto.
  eapply solves_move; [|exact S1]. exists (opposite d). cbn [player boxes]. rewrite add_opposite. repeat split; auto.
Qed.
End Closing.
