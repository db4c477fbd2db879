(** Disjoint groups of boxes add up: what each needs beyond the prices of its boxes, with the prices of all boxes, is a
    lower bound of the pushes.  (docs/background/certificates.md, Groups.)

    How groups are proved, and why so.
    - As they are in the file.  A group is a set [P] of boxes, a region [R] of the player that is closed under walking
      around [P], and an excess: a number, or [None] for dead.  What it needs is [total P p] (the least pushes minus price
      of its boxes, from the table that [prices] has checked) and the excess.  So a box in no group is an entry of one box
      with excess 0, and prices, groups and both together are one theorem ("families"), with no second format, no
      elaboration and no second table.
    - [total P p] may differ between parts of [R] that are not connected (a region is any closed superset).  So the
      conditions speak of each player in [R], not of one representative.
    - The greedy choice is nothing that one has to believe.  A push has to lead to SOME disjoint groups inside the new
      boxes, and a state has the bound of ANY disjoint groups that it holds; [gain] adds up what is chosen.  The checker
      chooses as the other checkers do, so that it accepts what they accept.
    - States are sets of boxes.  What is carried through a play is a division of the boxes, up to order, into the groups
      chosen and the rest. *)
From Coq Require Import ZArith List Bool Lia Permutation.
From Soko Require Import Rules Theory.
Import ListNotations.
Open Scope Z_scope.

Lemma without_other x l : ~ In x l -> without x l = l.
Proof. apply notin_remove. Qed.

Lemma without_app x l l' : without x (l ++ l') = without x l ++ without x l'.
Proof. apply remove_app. Qed.

Lemma nodup_app_inv {A} (l l' : list A) : NoDup (l ++ l') -> NoDup l /\ NoDup l' /\ (forall x, In x l -> ~ In x l').
Proof.
  induction l as [|x l IH]; cbn; intros N; [repeat split; auto; constructor|].
  inversion N as [|? ? X N1]; subst. rewrite in_app_iff in X. destruct (IH N1) as (A1 & A2 & A3).
  repeat split; auto; [constructor; tauto|]. intros z [<-|Hz]; [tauto|auto].
Qed.

(** What is in a set without repetitions is a part of it. *)
Lemma divided (C B : list square) : NoDup C -> incl C B -> NoDup B -> exists rest, Permutation B (C ++ rest).
Proof.
  intros NC I NB. exists (filter (fun x => negb (member x C)) B). apply NoDup_Permutation; auto.
  - apply nodup_app; auto.
    + now apply NoDup_filter.
    + intros x X Y. apply filter_In in Y. destruct Y as [_ Y]. apply negb_true_iff, member_false in Y. auto.
  - intros x. rewrite in_app_iff, filter_In, negb_true_iff, member_false. destruct (in_dec square_eq x C); intuition auto.
Qed.

Section Families.
Variable b : board.
Variable weight : square -> square -> Z.                        (* as in [Prices] *)
Variable f : square -> square -> option Z.                      (* as in [Prices] *)
Variable y : square -> Z.
Hypothesis local : Local b weight f y.

Notation total := (total f).
Notation sum_y := (sum_y y).

(** The groups of a fact: boxes, region, and excess, [None] for dead. *)
Variable In_fact : list square -> (square -> Prop) -> option Z -> Prop.

(** A choice of groups with their excesses. *)
Definition choice : Type := list (list square * Z).
Definition all_of (F : choice) : list square := concat (map fst F).
Fixpoint gain (F : choice) : Z := match F with [] => 0 | e :: F => snd e + gain F end.
(** Groups that a state with boxes [B] holds, disjoint. *)
Definition Held (B : list square) (p : square) (F : choice) : Prop :=
  (forall P n, In (P, n) F -> exists R, In_fact P R (Some n) /\ R p) /\ NoDup (all_of F) /\ incl (all_of F) B.

(** A box without a way, or a dead group. *)
Definition No_way (B : list square) (p : square) : Prop := exists x, In x B /\ f x p = None.
Definition In_dead (P : list square) (R : square -> Prop) : Prop := In_fact P R None /\ exists p, R p.
Definition Dead (B : list square) (p : square) : Prop := No_way B p \/ Matches In_dead B p.

Hypothesis on_floor : forall P R e x, In_fact P R e -> In x P -> floor b x = true.
Hypothesis in_floor : forall P (R : square -> Prop) e x, In_fact P R e -> R x -> floor b x = true /\ ~ In x P.
Hypothesis region_closed : forall P (R : square -> Prop) e x d, In_fact P R e -> R x ->
  floor b (add x (delta d)) = true -> ~ In (add x (delta d)) P -> R (add x (delta d)).
Hypothesis stay : forall P (R : square -> Prop) e p, In_fact P R e -> incl P (goals b) -> R p ->
  exists n v, e = Some n /\ total P p = Some v /\ v + n + sum_y P <= 0.
(** What the checker asks of each push of a box of a group. *)
Hypothesis led : forall P (R : square -> Prop) e p d, In_fact P R e -> R p ->
  let a := add p (delta d) in let t := add a (delta d) in
  In a P -> floor b t = true -> ~ In t P ->
  let P1 := t :: without a P in
  No_way P p \/ Dead P1 a \/
  exists n v w F, e = Some n /\ total P p = Some v /\ total P1 a = Some w /\ Held P1 a F /\ v + n <= weight p a + w + gain F.

Lemma no_way_push P p d : let a := add p (delta d) in let t := add a (delta d) in
  floor b p = true -> floor b a = true -> floor b t = true -> (forall x, In x P -> floor b x = true) -> ~ In p P ->
  No_way P p -> No_way (t :: without a P) a.
Proof.
  intros a t Fp Fa Ft FP N (x & I & E). destruct (square_eq x a) as [->|D].
  - exists t. split; [now left|]. pose proof (local_push b weight f y local p d Fp Fa Ft) as H. cbn in H. fold a in H. fold t in H.
    rewrite E in H. now destruct (f t a).
  - exists x. split; [right; now apply In_without|]. unfold a. rewrite (local_move b weight f y local); auto; intros <-; auto.
Qed.

Theorem dead_sound : DeadWith b Dead.
Proof.
  intros B s m p [H|H].
  - revert s m p H. apply (no_way_dead b weight f y local).
  - revert B s m p H. apply (patterns_dead b No_way (no_way_dead b weight f y local)).
    + intros P R (F & p & HR) I. destruct (stay _ _ _ _ F I HR) as (n & v & E & _). discriminate.
    + intros P R x d (F & _). now apply (region_closed _ _ _ _ _ F).
    + intros P R x d (F & _) HR a t Ia Ft Nt P1. destruct (in_floor _ _ _ _ F HR) as [Fx Nx].
      pose proof (on_floor _ _ _ _ F Ia) as Fa.
      destruct (led P R None x d F HR Ia Ft Nt) as [N|[[N|(P' & R' & (F' & E') & I' & R1)]|(n & v & w & C & E & _)]].
      * left. apply (no_way_push P x d); auto. intros z Hz. eapply on_floor; eauto.
      * left. exact N.
      * right. exists P', R'. repeat split; auto.
      * discriminate.
Qed.

Lemma total_app l l' p : total (l ++ l') p = plus_opt (total l p) (total l' p).
Proof.
  induction l as [|x l IH]; cbn.
  - now destruct (total l' p).
  - rewrite IH. destruct (f x p), (total l p), (total l' p); cbn; auto. f_equal. lia.
Qed.

Lemma sum_y_app l l' : sum_y (l ++ l') = sum_y l + sum_y l'.
Proof. induction l; cbn; lia. Qed.

Lemma gain_app F F' : gain (F ++ F') = gain F + gain F'.
Proof. induction F; cbn; lia. Qed.

Lemma all_of_app F F' : all_of (F ++ F') = all_of F ++ all_of F'.
Proof. unfold all_of. rewrite map_app. apply concat_app. Qed.

Lemma all_of_perm F F' : Permutation F F' -> Permutation (all_of F) (all_of F').
Proof.
  unfold all_of. induction 1 as [|x F F' H IH|u v F|]; cbn; auto.
  - now apply Permutation_app_head.
  - rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm.
  - etransitivity; eauto.
Qed.

Lemma gain_perm F F' : Permutation F F' -> gain F = gain F'.
Proof. induction 1; cbn; lia. Qed.

Lemma total_stays l p d : floor b p = true -> floor b (add p (delta d)) = true -> (forall x, In x l -> floor b x = true) ->
  ~ In p l -> ~ In (add p (delta d)) l -> total l (add p (delta d)) = total l p.
Proof. intros P A F N N'. apply total_ext. intros x X. apply (local_move b weight f y local); auto; intros <-; auto. Qed.

(** A division: the boxes are those of the groups chosen and others, with no box twice. *)
Definition Divided (B : list square) (p : square) (F : choice) (rest : list square) : Prop :=
  (forall P n, In (P, n) F -> exists R, In_fact P R (Some n) /\ R p) /\ Permutation B (all_of F ++ rest).

Lemma divided_at_end F rest p : floor b p = true ->
  (forall P n, In (P, n) F -> exists R, In_fact P R (Some n) /\ R p) ->
  incl (all_of F ++ rest) (goals b) -> ~ In p (all_of F ++ rest) ->
  exists v, total (all_of F ++ rest) p = Some v /\ v + gain F + sum_y (all_of F ++ rest) <= 0.
Proof.
  intros Fp H I N. induction F as [|[P n] F IH].
  - cbn in *. induction rest as [|x rest IHr]; cbn; [exists 0; split; auto; lia|].
    destruct IHr as (v & E & L); [intros z Hz; apply I; now right|intros J; apply N; now right|].
    pose proof (local_goal b weight f y local x p (I x (or_introl eq_refl)) Fp (fun e => N (or_introl (eq_sym e)))) as G.
    rewrite E. destruct (f x p) as [u|]; [|destruct G]. exists (u + v). split; auto. lia.
  - change (all_of ((P, n) :: F)) with (P ++ all_of F) in *. rewrite <- app_assoc in *.
    destruct IH as (v & E & L).
    + intros P' n' J. apply H. now right.
    + intros z Hz. apply I, in_or_app. now right.
    + intros J. apply N, in_or_app. now right.
    + destruct (H P n (or_introl eq_refl)) as (R & K & HR).
      destruct (stay P R (Some n) p K) as (n' & w & [= <-] & Ew & Lw); auto.
      { intros z Hz. apply I, in_or_app. now left. }
      rewrite total_app, Ew, E. exists (w + v). split; auto. rewrite sum_y_app. cbn. lia.
Qed.

Lemma divided_sound s m p u : wf b s -> Weighs b weight s m p u -> forall F rest, Divided (boxes s) (player s) F rest ->
  match total (boxes s) (player s) with Some v => sum_y (goals b) + v + gain F <= u | None => False end.
Proof.
  intros W S. induction S as [s Hs|s s1 m p u H S IH|s s1 m p u H S IH]; intros F rest [K Pm].
  - pose proof (solved_perm b s W Hs) as PG. destruct W as (_ & _ & _ & D & E).
    rewrite <- (sum_y_perm y _ _ PG), (total_perm f _ _ (player s) Pm), (sum_y_perm y _ _ Pm).
    destruct (divided_at_end F rest (player s) D K) as (v & -> & L).
    + intros x Hx. apply Hs. now apply (Permutation_in _ (Permutation_sym Pm)).
    + intros J. apply E. now apply (Permutation_in _ (Permutation_sym Pm)).
    + cbn. lia.
  - specialize (IH (wf_move _ _ _ W H)). destruct H as (d & Fa & Na & ->). destruct W as (A & B & C & D & E).
    cbn in IH. rewrite <- (total_stays (boxes s) (player s) d) by auto. apply (IH F rest). split; auto.
    intros P n I. destruct (K P n I) as (R & J & HR). exists R. split; auto. apply (region_closed _ _ _ _ _ J HR Fa).
    intros Q. apply Na, (Permutation_in _ (Permutation_sym Pm)), in_or_app. left. apply in_concat. exists P.
    split; auto. apply (in_map fst) in I. exact I.
  - specialize (IH (wf_push _ _ _ W H)).
    apply weighs_solves in S as Sol1. pose proof (solves_push b _ _ _ _ H Sol1) as Sol.
    pose proof (wf_push _ _ _ W H) as W1. destruct H as (d & Fa & Ia & Ft & Nt & ->). destruct W as (A & B & C & D & E).
    cbn [boxes player] in IH |- *. set (a := add (player s) (delta d)) in *. set (t := add a (delta d)) in *.
    (* The groups without the box that is pushed stay as they are. *)
    assert (Keep : forall F0, incl (all_of F0) (boxes s) -> (forall P n, In (P, n) F0 -> exists R, In_fact P R (Some n) /\ R (player s)) ->
      ~ In a (all_of F0) -> forall P n, In (P, n) F0 -> exists R, In_fact P R (Some n) /\ R a).
    { intros F0 I0 K0 N0 P n I. destruct (K0 P n I) as (R & J & HR). exists R. split; auto.
      apply (region_closed _ _ _ _ _ J HR Fa). fold a. intros Q. apply N0, in_concat. exists P.
      split; auto. apply (in_map fst) in I. exact I. }
    pose proof (perm_without _ _ A Ia) as Pa.
    assert (Stay : forall l, incl l (boxes s) -> ~ In a l -> total l a = total l (player s)).
    { intros l I N. apply total_stays; auto. }
    destruct (in_dec square_eq a (all_of F)) as [Ja|Ja].
    + apply in_concat in Ja. destruct Ja as (P & HP & Ja). apply in_map_iff in HP. destruct HP as ([P' n] & E1 & HF).
      cbn in E1. subst P'. destruct (in_split _ _ HF) as (F1 & F2 & EF).
      assert (PF : Permutation F ((P, n) :: F1 ++ F2)) by (rewrite EF; symmetry; apply Permutation_middle).
      set (F0 := F1 ++ F2) in *. assert (PB : Permutation (boxes s) (P ++ all_of F0 ++ rest)).
      { rewrite app_assoc. rewrite Pm. apply Permutation_app_tail. apply (all_of_perm _ _ PF). }
      rewrite (gain_perm _ _ PF). cbn [gain snd].
      destruct (K P n HF) as (R & J & HR).
      assert (ND : NoDup (P ++ all_of F0 ++ rest)) by (eapply Permutation_NoDup; eauto).
      assert (IP : incl P (boxes s)).
      { intros z Hz. apply (Permutation_in _ (Permutation_sym PB)), in_or_app. now left. }
      assert (IO : incl (all_of F0 ++ rest) (boxes s)).
      { intros z Hz. apply (Permutation_in _ (Permutation_sym PB)), in_or_app. now right. }
      destruct (nodup_app_inv _ _ ND) as (NP & _ & NPO). pose proof (perm_without _ _ NP Ja) as Pp.
      assert (PW : Permutation (without a (boxes s)) (without a P ++ all_of F0 ++ rest)).
      { apply (Permutation_cons_inv (a := a)). rewrite <- Pa, PB. change (a :: without a P ++ all_of F0 ++ rest) with ((a :: without a P) ++ all_of F0 ++ rest). now apply Permutation_app_tail. }
      assert (NO : ~ In a (all_of F0 ++ rest)) by (apply NPO, Ja).
      assert (Ip : ~ In t P) by (intros Q; apply Nt, IP, Q).
      destruct (led P R (Some n) (player s) d J HR Ja Ft Ip) as [N|[N|(n' & v & w & F' & [= <-] & Ev & Ew & (K' & ND' & I') & L)]].
      * exfalso. refine (dead_sound P s _ _ (or_introl N) _ IP Sol). repeat split; auto.
      * exfalso. refine (dead_sound _ (State (t :: without a (boxes s)) a) m p N W1 _ Sol1). cbn. intros z [<-|Hz]; [now left|right].
        apply In_without in Hz. apply In_without. split; [apply IP|]; tauto.
      * fold a t in Ew, K', ND', I', L. assert (NP1 : NoDup (t :: without a P)).
        { constructor; [rewrite In_without; tauto|now apply NoDup_without]. }
        destruct (divided _ _ ND' I' NP1) as (rest' & P1).
        assert (PN : Permutation (t :: without a (boxes s)) ((t :: without a P) ++ all_of F0 ++ rest)).
        { cbn. now constructor. }
        specialize (IH (F' ++ F0) (rest' ++ rest)).
        rewrite (total_perm f _ _ a PN), total_app, Ew, (Stay _ IO NO), gain_app in IH.
        rewrite (total_perm f _ _ (player s) PB), total_app, Ev.
        assert (DV : Divided (t :: without a (boxes s)) a (F' ++ F0) (rest' ++ rest)).
        { split.
          - intros Q k I. apply in_app_or in I. destruct I as [I|I]; [now apply K'|]. apply (Keep F0); auto.
            + intros z Hz. apply IO, in_or_app. now left.
            + intros Q' k' I'0. apply K. apply (Permutation_in _ (Permutation_sym PF)). now right.
            + intros Q'. apply NO, in_or_app. now left.
          - rewrite PN, P1, all_of_app, <- !app_assoc. apply Permutation_app_head.
            rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm. }
        specialize (IH DV). destruct (total (all_of F0 ++ rest) (player s)); cbn [plus_opt] in *; [lia|exact IH].
    + assert (Ir : In a rest).
      { apply (Permutation_in _ Pm), in_app_or in Ia. tauto. }
      assert (NR : NoDup rest) by (apply (nodup_app_inv (all_of F)), (Permutation_NoDup Pm), A).
      pose proof (perm_without _ _ NR Ir) as Pr. specialize (IH F (t :: without a rest)).
      assert (PW : Permutation (without a (boxes s)) (all_of F ++ without a rest)).
      { apply (Permutation_cons_inv (a := a)). rewrite <- Pa, Pm, Pr at 1. symmetry. apply Permutation_middle. }
      assert (DV : Divided (t :: without a (boxes s)) a F (t :: without a rest)).
      { split.
        - apply (Keep F); auto. intros z Hz. apply (Permutation_in _ (Permutation_sym Pm)), in_or_app. now left.
        - rewrite PW. apply Permutation_middle. }
      specialize (IH DV). rewrite (total_perm f _ _ (player s) Pa). cbn [Theory.total] in *.
      rewrite Stay in IH; [|intros z Hz; now apply In_without in Hz|rewrite In_without; tauto].
      pose proof (local_push b weight f y local (player s) d D Fa Ft) as Hp. cbn zeta in Hp. fold a t in Hp.
      destruct (f a (player s)), (f t a), (total (without a (boxes s)) (player s)); cbn [plus_opt] in *; try tauto; lia.
Qed.

Theorem families_sound s m p u F : wf b s -> Weighs b weight s m p u -> Held (boxes s) (player s) F ->
  match total (boxes s) (player s) with Some v => sum_y (goals b) + v + gain F <= u | None => False end.
Proof.
  intros W S (K & ND & I). destruct (divided _ _ ND I (proj1 W)) as (rest & Pm).
  apply (divided_sound s m p u W S F rest). split; auto.
Qed.
End Families.
