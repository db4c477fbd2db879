(** Proves that a balance of prices ahead and behind falls by no more than twice what a step costs. *)
From Coq Require Import ZArith NArith List Bool Lia Permutation.
From Soko Require Import Rules Theory Masks Checker Soundness Potential Whole Back BackFacts.
Import ListNotations.
Open Scope N_scope.

(** The cost of what prices say: of moves in a potential, with what the player's height adds, and of pushes elsewhere. *)
Definition cost_ahead (height : option (N -> Z)) (move push w : Z) (q : N) : Z :=
  match height with None => w * push | Some h => (w - h q) * move end%Z.
Definition cost_behind (height : option (N -> Z)) (q0 : N) (move push w : Z) (q : N) : Z :=
  match height with None => w * push | Some h => (w - h q0 + h q) * move end%Z.

(** The cost of what a table says, if it says something finite. *)
Definition priced_at (tab : table) (sum : Z) (cost : Z -> N -> Z) (l : list N) (q : N) : option Z :=
  match total_n tab sum l q with Fin w => Some (cost w q) | _ => None end.

Section Level.
Variable b : board.
Variable g : grid.
Hypothesis g_of : g = grid_of b.
Hypothesis goals_floor : forall x, In x (goals b) -> floor b x = true.
Variable s0 : state.
Hypothesis first_wf : wf b s0.
Variables move push : Z.
Hypothesis move_costs : (0 <= move)%Z.
Hypothesis push_costs : (move <= push)%Z.

Lemma total_n_same tab acc s l : wf b s -> NoDup l -> mask l = M b s ->
  total_n tab acc l (Q b s) = total_n tab acc (map (enc b) (boxes s)) (Q b s).
Proof.
  intros W D E. pose proof (list_perm b s l W D E) as P. destruct (Permutation_map_inv _ _ P) as (B & -> & PB).
  unfold Q. rewrite !total_n_spec. now rewrite (total_perm _ _ _ (player s) PB).
Qed.

Definition Heights_fit (hs : option (N -> Z)) : Prop := match hs with None => True | Some h => Heights b h end.

Section Ahead.
Variable hs : option (N -> Z).
Hypothesis hs_ok : Heights_fit hs.
Variable tab : table.
Variable y : square -> Z.
Hypothesis ok : check_table b (weigh hs) tab y = true.
Definition ahead : list N -> N -> option Z := priced_at tab (sum_y y (goals b)) (cost_ahead hs move push).
Let f (x p : square) : option Z := look tab (enc b x) (enc b p).
Let weight_of (p a : square) : Z := weigh hs (enc b p) (enc b a).
Let local : Local b weight_of f y := table_local b g g_of goals_floor (weigh hs) tab y ok.

Lemma ahead_total s : ahead (map (enc b) (boxes s)) (Q b s) =
  match total f (boxes s) (player s) with Some v => Some (cost_ahead hs move push (sum_y y (goals b) + v) (Q b s)) | None => None end.
Proof. unfold ahead, priced_at, Q. rewrite total_n_spec. fold f. change (total (fun x p : square => look tab (enc b x) (enc b p))) with (total f). now destruct (total f _ _). Qed.

Lemma ahead_finite s m p : wf b s -> Solves b s m p -> exists v, total f (boxes s) (player s) = Some v.
Proof.
  intros W S. destruct (weighs b weight_of s m p S) as [w Ws].
  pose proof (prices_sound b weight_of f y local s m p w W Ws) as K. unfold prices_bound in K.
  destruct (total f (boxes s) (player s)); [eauto|destruct K].
Qed.

Lemma ahead_step s t m p c : wf b s -> Solves b t m p -> (Move b s t /\ c = move \/ Push b s t /\ c = push) ->
  exists v w, ahead (map (enc b) (boxes s)) (Q b s) = Some v /\ ahead (map (enc b) (boxes t)) (Q b t) = Some w /\ (v <= w + c)%Z.
Proof.
  intros W S H. rewrite !ahead_total. pose proof W as (A & _ & C & Fp & Np). destruct H as [[H ->]|[H ->]].
  - destruct (ahead_finite t m p (wf_move _ _ _ W H) S) as [w Ew]. rewrite Ew. destruct H as (d & Fa & Na & ->). cbn [boxes player] in *.
    assert (E : total f (boxes s) (add (player s) (delta d)) = total f (boxes s) (player s)).
    { apply total_ext. intros x Hx. apply (local_move b _ _ _ local); auto; intros <-; auto. }
    rewrite <- E, Ew. eexists. eexists. split; [reflexivity|]. split; [reflexivity|]. unfold cost_ahead, Q. cbn [player].
    unfold Heights_fit in hs_ok. destruct hs as [h|]; [|lia]. pose proof (step_back b h hs_ok _ d Fp Fa). nia.
  - pose proof (ahead_finite s _ _ W (solves_push b _ _ _ _ H S)) as [v Ev].
    destruct (ahead_finite t m p (wf_push _ _ _ W H) S) as [w Ew]. rewrite Ew, Ev. destruct H as (d & Fa & Ia & Ft & Nt & ->). cbn [boxes player] in *.
    set (a := add (player s) (delta d)) in *. set (u := add a (delta d)) in *.
    eexists. eexists. split; [reflexivity|]. split; [reflexivity|].
    rewrite (total_perm f _ _ (player s) (perm_without _ _ A Ia)) in Ev. cbn [total] in *.
    assert (X : total f (without a (boxes s)) a = total f (without a (boxes s)) (player s)).
    { apply total_ext. intros x Hx. apply In_without in Hx. destruct Hx. apply (local_move b _ _ _ local); auto; intros <-; tauto. }
    rewrite X in Ew. pose proof (local_push b _ _ _ local (player s) d Fp Fa Ft) as Hp. cbn zeta in Hp. fold a u in Hp.
    destruct (f a (player s)) as [v1|], (f u a) as [w1|], (total f (without a (boxes s)) (player s)) as [r|]; cbn in Ev, Ew; try discriminate.
    injection Ev as <-. injection Ew as <-. unfold weight_of, weigh in Hp. unfold cost_ahead, Q. cbn [player].
    destruct hs as [h|]; nia.
Qed.
End Ahead.

Section Behind.
Variable hs : option (N -> Z).
Hypothesis hs_ok : Heights_fit hs.
Variable tab : table.
Variable y : square -> Z.
Hypothesis ok : check_table_back b g s0 (weigh hs) (boxes s0) tab y = true.
Definition behind : list N -> N -> option Z := priced_at tab (sum_y y (boxes s0)) (cost_behind hs (enc b (player s0)) move push).
Let f (x p : square) : option Z := look tab (enc b x) (enc b p).
Let weight_of (p a : square) : Z := weigh hs (enc b p) (enc b a).
Let local : Local_back b weight_of f := local_back b g g_of s0 (weigh hs) (boxes s0) tab y ok.

Lemma behind_total s : behind (map (enc b) (boxes s)) (Q b s) =
  match total f (boxes s) (player s) with
  | Some v => Some (cost_behind hs (enc b (player s0)) move push (sum_y y (boxes s0) + v) (Q b s)) | None => None end.
Proof. unfold behind, priced_at, Q. rewrite total_n_spec. change (total (fun x p : square => look tab (enc b x) (enc b p))) with (total f). now destruct (total f _ _). Qed.

Lemma behind_finite s m p w0 : Comes b s0 (fun _ _ => 1%Z) s m p w0 -> exists v, total f (boxes s) (player s) = Some v.
Proof.
  intros C. destruct (comes_weigh b s0 _ weight_of _ _ _ _ C) as [w1 C1].
  destruct (prices_back b s0 weight_of first_wf f y local (first_prices_back b g s0 (weigh hs) (boxes s0) tab y ok) s m p w1 C1) as (v & Ev & _).
  eauto.
Qed.

Lemma behind_step s t m p w0 c : Comes b s0 (fun _ _ => 1%Z) s m p w0 -> (Move b s t /\ c = move \/ Push b s t /\ c = push) ->
  exists v w, behind (map (enc b) (boxes s)) (Q b s) = Some v /\ behind (map (enc b) (boxes t)) (Q b t) = Some w /\ (w <= v + c)%Z.
Proof.
  intros C H. rewrite !behind_total. pose proof (comes_wf b s0 _ first_wf _ _ _ _ C) as W. pose proof W as (A & _ & Fl & Fp & Np).
  destruct (behind_finite _ _ _ _ C) as [v Ev].
  rewrite Ev. destruct H as [[H ->]|[H ->]].
  - destruct H as (d & Fa & Na & ->). cbn [boxes player] in *.
    rewrite (total_ext f (boxes s) _ (player s)) by (apply (others_stay b _ f local s); auto; apply incl_refl). rewrite Ev.
    eexists. eexists. split; [reflexivity|]. split; [reflexivity|]. unfold cost_behind, Q. cbn [player].
    unfold Heights_fit in hs_ok. destruct hs as [h|]; [|lia]. pose proof (step_back b h hs_ok _ d Fp Fa). nia.
  - destruct (behind_finite t _ _ _ (comes_push b s0 _ _ _ _ _ _ C H)) as [w Ew].
    rewrite Ew. destruct H as (d & Fa & Ia & Ft & Nt & ->). cbn [boxes player] in *.
    set (a := add (player s) (delta d)) in *. set (u := add a (delta d)) in *.
    eexists. eexists. split; [reflexivity|]. split; [reflexivity|].
    rewrite (total_perm f _ _ (player s) (perm_without _ _ A Ia)) in Ev. cbn [total] in *.
    rewrite (total_ext f (without a (boxes s)) _ (player s)) in Ew.
    + pose proof (back_push _ _ _ local (player s) d Fp Fa Ft) as Hp. cbn zeta in Hp. fold a u in Hp.
      destruct (f a (player s)) as [v1|], (f u a) as [x1|], (total f (without a (boxes s)) (player s)) as [r|]; cbn in Ev, Ew; try discriminate; try tauto.
      injection Ev as <-. injection Ew as <-. unfold weight_of, weigh in Hp. unfold cost_behind, Q. cbn [player].
      destruct hs as [h|]; nia.
    + apply (others_stay b _ f local s); auto; [intros z Hz; now apply In_without in Hz|rewrite In_without; tauto].
Qed.
End Behind.
End Level.
