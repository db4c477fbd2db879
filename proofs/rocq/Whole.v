(** Proves that what [check] accepts is true: all facts by number, states and the first state put together. *)
From Coq Require Import ZArith NArith List Bool Lia Permutation FMapAVL OrderedTypeEx.
From Soko Require Import Rules Theory Masks Checker Soundness Families Groups.
Import ListNotations.
Open Scope N_scope.

(** * All facts *)

Inductive raw_fact :=
| Prices_of (prices : list Z)
| Patterns_of (by_ : list N) (patterns : list (list N * N))
| Groups_of (prices : N) (groups : list (option Z * (list N * N))).

(** [known] are the facts so far, [priced] the tables of those that are prices. *)
Fixpoint all_facts (b : board) (g : grid) (nodes : NM.t (list N)) (fuel : nat) (raw : list (N * raw_fact))
  (known : NM.t fact) (priced : NM.t (table * (square -> Z))) : option (NM.t fact) :=
  match raw with
  | [] => Some known
  | (k, Prices_of ps) :: raw =>
      let '(tab, y) := table_of b g nodes ps in
      let sum := sum_y y (goals b) in
      if check_table b tab y
      then all_facts b g nodes fuel raw (NM.add k (fun _ l q => total_n tab sum l q) known) (NM.add k (tab, y) priced)
      else None
  | (k, Patterns_of by_ ps) :: raw =>
      match all_some (fun i => NM.find i known) by_ [] with
      | Some fs => match patterns_fact g fuel fs ps with
                   | Some f => all_facts b g nodes fuel raw (NM.add k f known) priced
                   | None => None
                   end
      | None => None
      end
  | (k, Groups_of p gs) :: raw =>
      match NM.find p priced with
      | Some (tab, y) => match groups_fact b g fuel tab y gs with
                         | Some f => all_facts b g nodes fuel raw (NM.add k f known) priced
                         | None => None
                         end
      | None => None
      end
  end.

(** That no solution takes less than [limit] pushes, [None] for none at all. *)
Definition check (fuel : nat) (l : level) (limit : option Z) (facts : list (N * raw_fact))
  (states : list (Z * list N * N * list N * list N)) (start : list N) : bool :=
  let b := on l in let g := grid_of b in
  level_ok l &&
  match all_facts b g (nodes_of g) fuel facts (NM.empty _) (NM.empty _) with
  | None => false
  | Some known =>
      match all_some (make_entry g fuel (fun i => NM.find i known)) states [], all_some (fun i => NM.find i known) start [] with
      | Some es, Some by_ =>
          let t := lookup_in emask es in
          let goal_shade := shade (goals b) in
          let l0 := map (enc b) (boxes (first l)) in
          settled limit t by_ 0 (xorb (shade_n g l0) goal_shade) (mask l0) l0 (enc b (player (first l)))
          && forallb (check_entry g fuel limit goal_shade t) es
      | _, _ => false
      end
  end.


Definition check_optimal fuel l (k : Z) ds facts states start : bool :=
  match solution_cost l ds with
  | Some (_, p) => Z.eqb (Z.of_nat p) k && check fuel l (Some k) facts states start
  | None => false
  end.

Section Level.
Variable b : board.
Variable g : grid.
Hypothesis g_of : g = grid_of b.
Hypothesis goals_nodup : NoDup (goals b).
Hypothesis goals_floor : forall x, In x (goals b) -> floor b x = true.

Lemma all_facts_right nodes fuel raw known priced r : all_facts b g nodes fuel raw known priced = Some r ->
  (forall k f, NM.find k known = Some f -> Right b f) ->
  (forall k t, NM.find k priced = Some t -> check_table b (fst t) (snd t) = true) ->
  forall k f, NM.find k r = Some f -> Right b f.
Proof.
  revert known priced. induction raw as [|[k [ps|by_ ps|p gs]] raw IH]; cbn; intros known priced; [now intros [= <-]|..].
  - destruct (check_table b _ _) eqn:C; [|discriminate]. intros H K T. apply (IH _ _ H).
    + intros k' f'. rewrite NF.add_o. destruct (N_as_OT.eq_dec k k'); [intros [= <-]|apply K].
      eapply prices_right; eauto.
    + intros k' t'. rewrite NF.add_o. destruct (N_as_OT.eq_dec k k'); [intros [= <-]; exact C|apply T].
  - destruct (all_some (fun i => NM.find i known) by_ []) as [fs|] eqn:B; [|discriminate].
    destruct (patterns_fact g fuel fs ps) as [f|] eqn:E; [|discriminate]. intros H K T. apply (IH _ _ H); [|exact T].
    intros k' f'. rewrite NF.add_o. destruct (N_as_OT.eq_dec k k'); [intros [= <-]|apply K].
    unfold patterns_fact in E. destruct (all_some (make_pattern g fuel) ps []) as [l|] eqn:P; [|discriminate].
    destruct (forallb _ l) eqn:C; [|discriminate]. injection E as <-.
    eapply (patterns_right b g g_of) with (fuel := fuel) (by_ := fs) (ps := l); auto.
    + intros f Hf. destruct (all_some_spec _ _ _ _ _ B Hf) as [[]|(i & _ & Hi)]. eauto.
    + intros q Hq. destruct (all_some_spec _ _ _ _ _ P Hq) as [[]|(i & _ & Hi)]. eapply make_pattern_ok; eauto.
  - destruct (NM.find p priced) as [[tab y]|] eqn:F; [|discriminate].
    destruct (groups_fact b g fuel tab y gs) as [f|] eqn:E; [|discriminate]. intros H K T. apply (IH _ _ H); [|exact T].
    intros k' f'. rewrite NF.add_o. destruct (N_as_OT.eq_dec k k'); [intros [= <-]|apply K].
    exact (groups_right b g fuel tab y gs _ g_of goals_nodup goals_floor (T _ _ F) E).
Qed.
End Level.

Theorem check_sound fuel l limit facts states start : check fuel l limit facts states start = true ->
  is_level l /\ forall ds m p, Solution l ds m p -> match limit with Some k => (k <= Z.of_nat p)%Z | None => False end.
Proof.
  unfold check. intros H. apply andb_true_iff in H. destruct H as [L H]. apply level_ok_spec in L. split; auto.
  set (b := on l) in *. set (g := grid_of b) in *. pose proof (level_wf l L) as W. fold b in W.
  assert (GN : NoDup (goals b)) by apply L. assert (GF : forall x, In x (goals b) -> floor b x = true) by apply L.
  destruct (all_facts _ _ _ _ _ _ _) as [known|] eqn:AF; [|discriminate].
  assert (KR : forall k f, NM.find k known = Some f -> Right b f).
  { eapply (all_facts_right b g eq_refl GN GF); [exact AF| |]; intros k f; rewrite NF.empty_o; discriminate. }
  destruct (all_some (make_entry g fuel (fun i => NM.find i known)) states []) as [es|] eqn:ES; [|discriminate].
  destruct (all_some (fun i => NM.find i known) start []) as [by_|] eqn:BY; [|discriminate].
  apply andb_true_iff in H. destruct H as [H C].
  assert (EO : forall e, In e es -> Entry_ok b g e).
  { intros e He. destruct (all_some_spec _ _ _ _ _ ES He) as [[]|(i & _ & Hi)]. eapply make_entry_ok; eauto. }
  assert (BR : forall f, In f by_ -> Right b f).
  { intros f Hf. destruct (all_some_spec _ _ _ _ _ BY Hf) as [[]|(i & _ & Hi)]. eauto. }
  intros ds m p (s & Pl & So). pose proof (solves_of_play _ _ _ _ _ _ Pl So) as S. fold b in S.
  pose proof W as (ND & _ & FL & _).
  assert (D : NoDup (map (enc b) (boxes (first l)))) by now apply nodup_enc.
  assert (Lim : Limit limit (0 + Z.of_nat p)).
  { rewrite (shade_spec b g eq_refl (first l)) in H by auto.
    destruct (settled_spec b limit es by_ _ _ (first l) _ H W D eq_refl BR) as [(c & Li & Le)|K]; [| |now apply (K m p)].
    - intros m0 p0 S0. apply (parity b (first l) m0 p0 GN W S0).
    - eapply Limit_up; [|eapply (states_sound b g eq_refl GN GF fuel limit es EO C); eauto]. lia. }
  unfold Limit, reached in Lim. destruct limit; [now apply Z.leb_le|discriminate].
Qed.

Theorem check_at_least_sound fuel l k facts states start : check fuel l (Some k) facts states start = true ->
  Claim l (AtLeast Pushes (Z.to_nat k, O)).
Proof.
  intros H. apply check_sound in H. destruct H as [L H]. split; auto. intros ds m p S. specialize (H _ _ _ S).
  unfold at_most. cbn. lia.
Qed.

Theorem check_unsolvable_sound fuel l facts states start : check fuel l None facts states start = true -> Claim l Unsolvable.
Proof. intros H. apply check_sound in H. destruct H as [L H]. split; auto. Qed.

Theorem check_optimal_sound fuel l k ds facts states start : check_optimal fuel l k ds facts states start = true ->
  Claim l (Optimal Pushes (Z.to_nat k, O)).
Proof.
  unfold check_optimal. destruct (solution_cost l ds) as [[m p]|] eqn:E; [|discriminate]. intros H.
  apply andb_true_iff in H. destruct H as [K H]. apply Z.eqb_eq in K. apply solution_cost_spec in E.
  pose proof (check_at_least_sound _ _ _ _ _ _ H) as [L A]. split; [exact L|]. split; [|exact A].
  exists ds, m, p. split; auto. cbn. f_equal. lia.
Qed.

