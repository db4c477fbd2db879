(** Proves that groups say the truth of the play so far: the proof of [Families], with pulls in place of pushes. *)
From Coq Require Import ZArith List Bool Lia Permutation.
From Soko Require Import Rules Theory Families Back.
Import ListNotations.
Open Scope Z_scope.

Section Families.
Variable b : board.
Variable s0 : state.
Hypothesis first_wf : wf b s0.
Variable weight : square -> square -> Z.
Variable f : square -> square -> option Z.
Variable y : square -> Z.
Hypothesis local : Local_back b weight f.
Hypothesis first_prices : forall x, In x (boxes s0) -> match f x (player s0) with Some v => v <= - y x | None => False end.
Variable In_fact : list square -> (square -> Prop) -> option Z -> Prop.

Notation total := (total f).
Notation sum_y := (sum_y y).
Notation Held := (Held In_fact).
Notation No_way := (No_way f).
Notation Divided := (Divided In_fact).
Notation Comes := (Comes b s0 weight).
Definition Dead_group (B : list square) (p : square) : Prop := exists P R, In_fact P R None /\ R p /\ incl P B.

Hypothesis on_floor : forall P R e x, In_fact P R e -> In x P -> floor b x = true.
Hypothesis region_closed : forall P (R : square -> Prop) e x d, In_fact P R e -> R x ->
  floor b (add x (delta d)) = true -> ~ In (add x (delta d)) P -> R (add x (delta d)).
Hypothesis stay : forall P (R : square -> Prop) e, In_fact P R e -> incl P (boxes s0) -> R (player s0) ->
  exists n v, e = Some n /\ total P (player s0) = Some v /\ v + n + sum_y P <= 0.
(** What the checker asks of each pull of a box of a group, from [t] back to [a]. *)
Hypothesis led : forall P (R : square -> Prop) e p d, In_fact P R e ->
  let a := add p (delta d) in let t := add a (delta d) in
  R a -> In t P -> floor b p = true -> floor b a = true -> ~ In p P -> ~ In a P ->
  let P1 := a :: without t P in
  No_way P a \/ No_way P1 p \/ Dead_group P1 p \/
  exists n v w F, e = Some n /\ total P a = Some v /\ total P1 p = Some w /\ Held P1 p F /\ v + n <= weight p a + w + gain F.

Lemma has_way s m p w x : Comes s m p w -> In x (boxes s) -> f x (player s) <> None.
Proof.
  intros C I E. destruct (prices_back b s0 weight first_wf f y local first_prices s m p w C) as (v & T & _).
  assert (G : forall l, In x l -> total l (player s) = None).
  { induction l as [|z l IH]; cbn; [intros []|]. intros [->|J]; [now rewrite E|]. rewrite IH by auto. now destruct (f z (player s)). }
  rewrite G in T by auto. discriminate.
Qed.

Lemma no_way_never s m p w P : Comes s m p w -> incl P (boxes s) -> ~ No_way P (player s).
Proof. intros C I (x & Hx & E). exact (has_way s m p w x C (I x Hx) E). Qed.

(** A walk backwards stays in the region. *)
Lemma region_back P (R : square -> Prop) e p d : In_fact P R e -> R (add p (delta d)) -> floor b p = true -> ~ In p P -> R p.
Proof.
  intros F H Fp N. rewrite <- (add_opposite p d) in Fp, N |- *. eapply region_closed; eauto.
Qed.

Lemma pulled (P B : list square) a t : NoDup B -> In a B -> ~ In t B -> incl P (t :: without a B) -> incl (a :: without t P) B.
Proof.
  intros N I T J x [<-|H]; auto. apply In_without in H. destruct H as [H D]. destruct (J x H) as [E|K]; [congruence|].
  now apply In_without in K.
Qed.

Theorem dead_never s m p w : Comes s m p w -> ~ Dead_group (boxes s) (player s).
Proof.
  induction 1 as [|s s1 m p w C IH H|s s1 m p w C IH H]; intros (P & R & F & HR & I).
  - destruct (stay P R None F I HR) as (n & v & E & _). discriminate.
  - pose proof (comes_wf b s0 _ first_wf _ _ _ _ C) as (_ & _ & _ & Fp & Np). destruct H as (d & Fa & Na & ->). cbn [boxes player] in *.
    apply IH. exists P, R. split; auto. split; auto. eapply region_back; eauto.
  - pose proof (comes_wf b s0 _ first_wf _ _ _ _ C) as (A & _ & Fl & Fp & Np). pose proof (comes_push b s0 weight _ _ _ _ _ C H) as C1.
    destruct H as (d & Fa & Ia & Ft & Nt & ->). cbn [boxes player] in *.
    set (a := add (player s) (delta d)) in *. set (t := add a (delta d)) in *.
    destruct (push_leaves s d Np Ia Nt) as [L1 L2].
    assert (NP : ~ In (player s) P) by (intros J; exact (L1 (I _ J))).
    assert (NA : ~ In a P) by (intros J; exact (L2 (I _ J))).
    destruct (in_dec square_eq t P) as [Tp|Tp].
    + destruct (led P R None (player s) d F HR Tp Fp Fa NP NA) as [K|[K|[K|(n & v & w' & F' & E & _)]]]; [| | |discriminate].
      * exact (no_way_never _ _ _ _ P C1 I K).
      * refine (no_way_never _ _ _ _ _ C _ K). now apply pulled.
      * apply IH. destruct K as (P2 & R2 & F2 & HR2 & I2). exists P2, R2. split; auto. split; auto.
        eapply incl_tran; [exact I2|now apply pulled].
    + apply IH. exists P, R. split; auto. split; [eapply region_back; eauto|]. intros x Hx. destruct (I x Hx) as [<-|K]; [tauto|].
      now apply In_without in K.
Qed.

Lemma divided_first F rest :
  (forall P n, In (P, n) F -> exists R, In_fact P R (Some n) /\ R (player s0)) -> incl (all_of F ++ rest) (boxes s0) ->
  exists v, total (all_of F ++ rest) (player s0) = Some v /\ v + gain F + sum_y (all_of F ++ rest) <= 0.
Proof.
  intros H I. induction F as [|[P n] F IH].
  - cbn in *. induction rest as [|x rest IHr]; cbn; [exists 0; split; auto; lia|].
    destruct IHr as (v & E & L); [intros z Hz; apply I; now right|].
    pose proof (first_prices x (I x (or_introl eq_refl))) as G. rewrite E. destruct (f x (player s0)) as [u|]; [|destruct G].
    exists (u + v). split; auto. lia.
  - change (all_of ((P, n) :: F)) with (P ++ all_of F) in *. rewrite <- app_assoc in *.
    destruct IH as (v & E & L); [intros P' n' J; apply H; now right|intros z Hz; apply I, in_or_app; now right|].
    destruct (H P n (or_introl eq_refl)) as (R & K & HR).
    destruct (stay P R (Some n) K) as (n' & w & [= <-] & Ew & Lw); auto.
    { intros z Hz. apply I, in_or_app. now left. }
    rewrite total_app, Ew, E. exists (w + v). split; auto. rewrite sum_y_app. cbn. lia.
Qed.

Lemma divided_back s m p u : Comes s m p u -> forall F rest, Divided (boxes s) (player s) F rest ->
  match total (boxes s) (player s) with Some v => sum_y (boxes s0) + v + gain F <= u | None => False end.
Proof.
  induction 1 as [|s s1 m p u C IH H|s s1 m p u C IH H]; intros F rest [K Pm].
  - rewrite (total_perm f _ _ (player s0) Pm), (sum_y_perm y _ _ Pm). destruct (divided_first F rest K) as (v & -> & L); [|lia].
    intros x Hx. now apply (Permutation_in _ (Permutation_sym Pm)).
  - pose proof (comes_wf b s0 _ first_wf _ _ _ _ C) as W. pose proof W as (_ & _ & _ & Fp & Np). destruct H as (d & Fa & Na & ->).
    cbn [boxes player] in *. rewrite (total_ext f (boxes s) _ (player s)) by (apply (others_stay b _ f local s); auto; apply incl_refl).
    apply (IH F rest). split; auto. intros P n I. destruct (K P n I) as (R & J & HR). exists R. split; auto.
    eapply region_back; eauto. intros Q. apply Np, (Permutation_in _ (Permutation_sym Pm)), in_or_app. left. apply in_concat. exists P.
    split; auto. apply (in_map fst) in I. exact I.
  - pose proof (comes_wf b s0 _ first_wf _ _ _ _ C) as W. pose proof (comes_push b s0 weight _ _ _ _ _ C H) as C1.
    pose proof (comes_wf b s0 _ first_wf _ _ _ _ C1) as W1.
    destruct H as (d & Fa & Ia & Ft & Nt & ->). pose proof W as (A & _ & Fl & Fp & Np). pose proof W1 as (A1 & _).
    cbn [boxes player] in *. set (a := add (player s) (delta d)) in *. set (t := add a (delta d)) in *.
    set (B1 := t :: without a (boxes s)) in *.
    assert (Back : forall F0, incl (all_of F0) B1 -> (forall P n, In (P, n) F0 -> exists R, In_fact P R (Some n) /\ R a) ->
      ~ In t (all_of F0) -> forall P n, In (P, n) F0 -> exists R, In_fact P R (Some n) /\ R (player s)).
    { intros F0 I0 K0 N0 P n I. destruct (K0 P n I) as (R & J & HR). exists R. split; auto.
      assert (IP : incl P (all_of F0)) by (intros z Hz; apply in_concat; exists P; split; auto; apply (in_map fst) in I; exact I).
      eapply region_back; eauto. intros Q. apply IP in Q. destruct (I0 _ Q) as [E|L]; [|apply In_without in L; tauto].
      apply N0. now rewrite E. }
    pose proof (perm_without _ _ A Ia) as Pa.
    assert (Stay : forall l, incl l (without a (boxes s)) -> total l a = total l (player s)).
    { intros l I. apply total_ext. apply (others_stay b _ f local s l d W Fa); [intros z Hz; apply I in Hz; now apply In_without in Hz|].
      intros J. apply I in J. apply In_without in J. tauto. }
    destruct (in_dec square_eq t (all_of F)) as [Jt|Jt].
    + apply in_concat in Jt. destruct Jt as (P & HP & Jt). apply in_map_iff in HP. destruct HP as ([P' n] & E1 & HF).
      cbn in E1. subst P'. destruct (in_split _ _ HF) as (F1 & F2 & EF).
      assert (PF : Permutation F ((P, n) :: F1 ++ F2)) by (rewrite EF; symmetry; apply Permutation_middle).
      set (F0 := F1 ++ F2) in *. assert (PB : Permutation B1 (P ++ all_of F0 ++ rest)).
      { rewrite app_assoc. rewrite Pm. apply Permutation_app_tail. apply (all_of_perm _ _ PF). }
      rewrite (gain_perm _ _ PF). cbn [gain snd].
      destruct (K P n HF) as (R & J & HR).
      assert (ND : NoDup (P ++ all_of F0 ++ rest)) by (eapply Permutation_NoDup; eauto).
      assert (IP : incl P B1).
      { intros z Hz. apply (Permutation_in _ (Permutation_sym PB)), in_or_app. now left. }
      destruct (nodup_app_inv _ _ ND) as (NP & _ & NPO). pose proof (perm_without _ _ NP Jt) as Pp.
      assert (PW : Permutation (without a (boxes s)) (without t P ++ all_of F0 ++ rest)).
      { apply (Permutation_cons_inv (a := t)). change (t :: without a (boxes s)) with B1. rewrite PB.
        change (t :: without t P ++ all_of F0 ++ rest) with ((t :: without t P) ++ all_of F0 ++ rest). now apply Permutation_app_tail. }
      assert (IO : incl (all_of F0 ++ rest) (without a (boxes s))).
      { intros z Hz. apply (Permutation_in _ (Permutation_sym PW)), in_or_app. now right. }
      destruct (push_leaves s d Np Ia Nt) as [L1 L2].
      assert (Pl : ~ In (player s) P) by (intros Q; exact (L1 (IP _ Q))).
      assert (Na : ~ In a P) by (intros Q; exact (L2 (IP _ Q))).
      assert (IP1 : incl (a :: without t P) (boxes s)) by (apply pulled; auto).
      destruct (led P R (Some n) (player s) d J HR Jt Fp Fa Pl Na) as [N|[N|[N|(n' & v & w & F' & [= <-] & Ev & Ew & (K' & ND' & I') & L)]]].
      * exfalso. exact (no_way_never _ _ _ _ P C1 IP N).
      * exfalso. exact (no_way_never _ _ _ _ _ C IP1 N).
      * exfalso. apply (dead_never _ _ _ _ C). destruct N as (P2 & R2 & G2 & HR2 & I2). exists P2, R2. split; auto. split; auto.
        eapply incl_tran; eauto.
      * fold a t in Ev, Ew, K', ND', I', L. assert (NP1 : NoDup (a :: without t P)).
        { constructor; [rewrite In_without; tauto|now apply NoDup_without]. }
        destruct (divided _ _ ND' I' NP1) as (rest' & P1).
        assert (PN : Permutation (boxes s) ((a :: without t P) ++ all_of F0 ++ rest)).
        { rewrite Pa. cbn. now constructor. }
        specialize (IH (F' ++ F0) (rest' ++ rest)).
        rewrite (total_perm f _ _ (player s) PN), total_app, Ew, <- (Stay _ IO), gain_app in IH.
        rewrite (total_perm f _ _ a PB), total_app, Ev.
        assert (DV : Divided (boxes s) (player s) (F' ++ F0) (rest' ++ rest)).
        { split.
          - intros Q k I. apply in_app_or in I. destruct I as [I|I]; [now apply K'|]. apply (Back F0); auto.
            + intros z Hz. right. apply IO, in_or_app. now left.
            + intros Q' k' I'0. apply K. apply (Permutation_in _ (Permutation_sym PF)). now right.
            + intros Q'. apply (NPO t Jt), in_or_app. now left.
          - rewrite PN, P1, all_of_app, <- !app_assoc. apply Permutation_app_head.
            rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm. }
        specialize (IH DV). destruct (total (all_of F0 ++ rest) a); cbn [plus_opt] in *; [lia|exact IH].
    + assert (Ir : In t rest).
      { assert (It : In t B1) by now left. apply (Permutation_in _ Pm), in_app_or in It. tauto. }
      assert (NR : NoDup rest) by (apply (nodup_app_inv (all_of F)), (Permutation_NoDup Pm), A1).
      pose proof (perm_without _ _ NR Ir) as Pr. specialize (IH F (a :: without t rest)).
      assert (PW : Permutation (without a (boxes s)) (all_of F ++ without t rest)).
      { apply (Permutation_cons_inv (a := t)). change (t :: without a (boxes s)) with B1. rewrite Pm, Pr at 1. symmetry. apply Permutation_middle. }
      assert (DV : Divided (boxes s) (player s) F (a :: without t rest)).
      { split.
        - apply (Back F); auto. intros z Hz. apply (Permutation_in _ (Permutation_sym Pm)), in_or_app. now left.
        - rewrite Pa, PW. apply Permutation_middle. }
      specialize (IH DV). rewrite (total_perm f _ _ (player s) Pa) in IH. unfold B1. cbn [Theory.total] in *.
      rewrite Stay by apply incl_refl.
      pose proof (back_push _ _ _ local (player s) d Fp Fa Ft) as Hp. cbn zeta in Hp. fold a t in Hp.
      destruct (f a (player s)), (f t a), (total (without a (boxes s)) (player s)); cbn [plus_opt] in *; try tauto; lia.
Qed.

Theorem families_back s m p u F : Comes s m p u -> Held (boxes s) (player s) F ->
  match total (boxes s) (player s) with Some v => sum_y (boxes s0) + v + gain F <= u | None => False end.
Proof.
  intros C (K & ND & I). destruct (divided _ _ ND I (proj1 (comes_wf b s0 _ first_wf _ _ _ _ C))) as (rest & Pm).
  apply (divided_back s m p u C F rest). split; auto.
Qed.
End Families.
