(** Proves that states backwards are sound: every solved state is listed or shown, and so is each state before a push that
    leads to a listed one; so no play leads from the first state to a solved one at less than is claimed. *)
From Coq Require Import ZArith NArith List Bool Lia Permutation FMapAVL OrderedTypeEx.
From Soko Require Import Rules Theory Masks Checker Soundness Families Groups Counting Potential Whole Back BackGroups BackFacts.
Import ListNotations.
Open Scope N_scope.

(** * All facts about the play so far, each on the level's board, perhaps in a potential *)
Inductive kind_back :=
| Prices_back (prices : list Z)
| Groups_back (prices : N) (groups : list (option Z * (list N * N)))
| Counting_back (boxes : list N).

Section Facts.
Variable b : board.
Variable g : grid.
Variable s0 : state.
Variable fuel : nat.
Variable nodes : NM.t (list N).

(** [shown] are the facts so far, [tables] those of prices with the heights of their potential. *)
Record back_so_far := Back_so_far { shown_back : NM.t fact; tables : NM.t (option (list (N * Z)) * (table * (square -> Z))) }.

Definition measured_back (heights : option (list (N * Z))) (f : fact) : fact :=
  match heights with None => f | Some l => no_moves (of_moves_so_far (height_of l) (enc b (player s0)) f) end.
Definition add_back (k : N) (f : option fact) (so : back_so_far) : option back_so_far :=
  match f with Some f => Some (Back_so_far (NM.add k f (shown_back so)) (tables so)) | None => None end.
Definition next_back (hs : option (list (N * Z))) (k : N) (raw : kind_back) (so : back_so_far) : option back_so_far :=
  match raw with
  | Prices_back ps =>
      let weight := weight_on hs in
      let '(tab, y) := table_back b g s0 weight nodes (boxes s0) ps in
      let sum := sum_y y (boxes s0) in
      if Nat.eqb (length ps) (length (boxes s0)) && check_table_back b g s0 weight (boxes s0) tab y
      then add_back k (Some (measured_back hs (fun _ l q => total_n tab sum l q)))
             (Back_so_far (shown_back so) (NM.add k (hs, (tab, y)) (tables so)))
      else None
  | Groups_back p gs =>
      match NM.find p (tables so) with
      | Some (hs1, (tab, y)) =>
          if heights_eq hs1 hs
          then add_back k (option_map (measured_back hs) (groups_back b g s0 (weight_on hs) fuel tab y gs)) so
          else None
      | None => None
      end
  | Counting_back gs =>
      add_back k (option_map (fun f => match hs with None => f | Some _ => no_moves f end) (counting_back_fact b g s0 nodes gs)) so
  end.
End Facts.

(** * States *)
Section States.
Variable g : grid.
Variable fuel : nat.
Variable limit : option Z.
Variable first_mask q0 : N.
Variable first_shade : bool.
Variable facts : N -> option fact.

Definition settled_back (known : N -> list entry) (by_ : list fact) (c : Z) (odd : bool) (m : N) (boxes : unit -> list N) (a : N) : bool :=
  is_listed (known m) a c
  || let l := boxes tt in existsb (fun f : fact => match f m l a with
       | No => reached limit (c + rounded 0 odd)
       | Fin z => reached limit (c + rounded z odd)
       | FinM _ => reached limit c
       | Inf => true
       end) by_.
Definition check_entry_back (known : N -> list entry) (e : entry) : bool :=
  (if (emask e =? first_mask) && N.testbit (region e) q0 then reached limit (cost e) else true) &&
  closed g (N.ldiff (fl g) (emask e)) (region e) && (eclosing e =? 0) &&
  match squares_in fuel (emask e) [], all_some facts (eby e) [] with
  | Some l, Some by_ =>
      let odd := negb (xorb (shade_n g l) first_shade) in
      all_pulls g fuel (fun t a p =>
        settled_back known by_ (cost e + 1) odd (replaced (emask e) t a) (fun _ => a :: remove_n t l) p) (emask e) (region e)
  | _, _ => false
  end.
End States.

Section Level.
Variable b : board.
Variable g : grid.
Hypothesis g_of : g = grid_of b.
Variable s0 : state.
Hypothesis first_wf : wf b s0.
Notation Right_so_far := (Right_so_far b s0).
Notation Played := (Played b s0).

(** ** Facts *)
Definition Good_back (so : back_so_far) : Prop :=
  (forall k f, NM.find k (shown_back so) = Some f -> Right_so_far f) /\
  (forall k t, NM.find k (tables so) = Some t -> check_table_back b g s0 (weight_on (fst t)) (boxes s0) (fst (snd t)) (snd (snd t)) = true).

Definition Heights_good (hs : option (list (N * Z))) : Prop := match hs with None => True | Some l => Heights b (height_of l) end.

Lemma measured_back_right hs f : Heights_good hs -> Weighed_so_far b s0 (weight_on hs) f -> Right_so_far (measured_back b s0 hs f).
Proof.
  unfold weight_on, measured_back. destruct hs as [l|]; cbn [option_map Heights_good]; intros H R.
  - apply no_moves_so_far; auto. apply right_of_moves; auto.
  - now apply right_of_one.
Qed.

Lemma next_back_good fuel nodes hs k raw so so1 : Heights_good hs -> Good_back so -> next_back b g s0 fuel nodes hs k raw so = Some so1 ->
  Good_back so1.
Proof.
  intros H [K P]. assert (A : forall f so so1, Good_back so -> (forall f', f = Some f' -> Right_so_far f') ->
    add_back k f so = Some so1 -> Good_back so1).
  { clear. intros f so so1 [K P] R. unfold add_back. destruct f as [f|]; [|discriminate]. intros [= <-].
    split; cbn [shown_back tables]; auto. intros k' f'. rewrite NF.add_o. destruct (N_as_OT.eq_dec k k'); [intros [= <-]; auto|apply K]. }
  destruct raw as [ps|p gs|gs]; unfold next_back.
  - destruct (table_back _ _ _ _ _ _ _) as [tab y]. destruct (_ && _) eqn:C; [|discriminate]. apply andb_true_iff in C. destruct C as [_ C].
    apply A.
    + split; cbn [shown_back tables]; auto. intros k' t'. rewrite NF.add_o. destruct (N_as_OT.eq_dec k k'); [intros [= <-]; exact C|apply P].
    + intros f' [= <-]. apply measured_back_right; auto. eapply prices_so_far; eauto.
  - destruct (NM.find p (tables so)) as [[hs1 [tab y]]|] eqn:F; [|discriminate]. destruct (heights_eq hs1 hs) as [->|]; [|discriminate].
    apply A; [split; auto|]. intros f' E. destruct (groups_back _ _ _ _ _ _ _ _) as [f|] eqn:G; [|discriminate]. injection E as <-.
    apply measured_back_right; auto. eapply groups_back_right; eauto. exact (P _ _ F).
  - apply A; [split; auto|]. intros f' E. destruct (counting_back_fact _ _ _ _ _) as [f|] eqn:G; [|discriminate]. injection E as <-.
    assert (R : Right_so_far f) by (eapply counting_back_right; eauto). destruct hs; auto. now apply no_moves_so_far.
Qed.

(** ** States *)
Variable fuel : nat.
Variable limit : option Z.
Variable es : list entry.
Variable facts : N -> option fact.
Hypothesis facts_right : forall i f, facts i = Some f -> Right_so_far f.
Let known := lookup_in emask es.
Let m0 := mask (map (enc b) (boxes s0)).
Let q0 := enc b (player s0).
Let gs := shade (boxes s0).
Hypothesis checked : forallb (check_entry_back g fuel limit m0 q0 gs facts known) es = true.
Notation Limit := (Limit limit).
Notation Listed := (Listed b es).

Lemma settled_back_spec by_ c odd s l m p : settled_back limit known by_ c odd (M b s) (fun _ => l) (Q b s) = true ->
  wf b s -> NoDup l -> mask l = M b s -> (forall f, In f by_ -> Right_so_far f) -> Played s m p -> Z.odd (Z.of_nat p) = odd ->
  (exists c', Listed s c' /\ (c' <= c)%Z) \/ Limit (c + Z.of_nat p).
Proof.
  clear checked facts_right. unfold settled_back. intros H W D E R C O. apply orb_true_iff in H. destruct H as [H|H].
  - left. now apply is_listed_at.
  - right. apply existsb_exists in H. destruct H as (f & I & H). pose proof (R f I s l m p D E C) as R1.
    assert (Up : forall z, (z <= Z.of_nat p)%Z -> reached limit (c + rounded z odd) = true -> Limit (c + Z.of_nat p)).
    { clear H R1. intros z R1 H. eapply Limit_up; [|exact H]. pose proof (rounded_least z odd _ R1 O). lia. }
    destruct (f (M b s) l (Q b s)) as [|z|z|] eqn:V; cbn [Fits_so_far] in R1.
    + apply (Up 0%Z); auto. lia.
    + apply (Up z); auto.
    + eapply Limit_up; [|exact H]. lia.
    + destruct R1.
Qed.

Theorem back_sound s m p w : Comes b s0 (fun _ _ => 1%Z) s m p w -> forall c, Listed s c -> Limit (c + Z.of_nat p).
Proof.
  assert (Parts : forall e, In e es -> closed g (N.ldiff (fl g) (emask e)) (region e) = true).
  { intros e I. rewrite forallb_forall in checked. specialize (checked e I). unfold check_entry_back in checked.
    rewrite !andb_true_iff in checked. tauto. }
  induction 1 as [|s s1 m p w C IH H|s s1 m p w C IH H]; intros c (W & e & I & E & T & ->).
  - rewrite forallb_forall in checked. specialize (checked e I). unfold check_entry_back in checked.
    rewrite !andb_true_iff in checked. destruct checked as [[[K _] _] _]. rewrite E in K. fold (M b s0) in m0. unfold Q in T. fold q0 in T.
    change m0 with (M b s0) in K. rewrite N.eqb_refl, T in K. cbn [andb] in K. eapply Limit_up; [|exact K]. lia.
  - pose proof (comes_wf b s0 _ first_wf _ _ _ _ C) as Ws. apply IH. split; auto. exists e. split; auto.
    destruct H as (d & Fa & Na & ->). unfold Q in *. cbn [boxes player] in *. split; [exact E|]. split; auto.
    pose proof Ws as (_ & _ & _ & Fp & Np). rewrite <- (add_opposite (player s) d).
    apply (closed_step b g g_of _ _ _ _ (Parts e I)); auto; rewrite add_opposite; auto.
    rewrite N.ldiff_spec, (fl_spec b g g_of), E by auto. cbn [andb]. apply negb_true_iff, (M_player b s Ws).
  - pose proof checked as K. rewrite forallb_forall in K. specialize (K e I). unfold check_entry_back in K.
    rewrite !andb_true_iff in K. destruct K as [_ K].
    destruct (squares_in _ _ _) as [l|] eqn:L; [|discriminate]. apply squares_in_spec in L. destruct L as [D Em].
    destruct (all_some facts (eby e) []) as [by_|] eqn:B; [|discriminate]. rewrite E in Em, K.
    destruct (push_taken_back b g g_of s0 first_wf fuel (fun m l q => settled_back limit known by_ (cost e + 1)
      (negb (xorb (shade_n g _) gs)) m (fun _ => l) q) _ l s s1 m p w C H D Em T K) as (l' & D' & E' & O & S).
    destruct (settled_back_spec by_ _ _ s l' m p S (comes_wf b s0 _ first_wf _ _ _ _ C) D' E') as [(c' & Li & Le)|Li].
    + exact (all_some_all facts_right B).
    + exists w. exact C.
    + exact O.
    + eapply Limit_up; [|apply (IH c' Li)]. lia.
    + eapply Limit_up; [|exact Li]. lia.
Qed.
End Level.

(** * The whole *)

(** A fact back with the heights of its potential, if it is in one. *)
Definition raw_back : Type := option (list Z) * kind_back.
Fixpoint back_facts_so_far (b : board) (g : grid) (s0 : state) (fuel : nat) (nodes : NM.t (list N)) (raw : list (N * raw_back)) (so : back_so_far) :
  back_so_far + N :=
  match raw with
  | [] => inl so
  | (k, (heights, fact)) :: raw =>
      match match heights with
            | None => next_back b g s0 fuel nodes None k fact so
            | Some heights =>
                match make_heights b heights with
                | Some l => if check_heights b (height_of l) then next_back b g s0 fuel nodes (Some l) k fact so else None
                | None => None
                end
            end with
      | Some so => back_facts_so_far b g s0 fuel nodes raw so
      | None => inr k
      end
  end.
Definition no_back_facts : back_so_far := Back_so_far (NM.empty _) (NM.empty _).
Definition all_back (b : board) (g : grid) (s0 : state) (fuel : nat) (nodes : NM.t (list N)) (raw : list (N * raw_back)) : NM.t fact + N :=
  match back_facts_so_far b g s0 fuel nodes raw no_back_facts with inl so => inl (shown_back so) | inr k => inr k end.

Definition check_back (fuel : nat) (l : level) (limit : option Z) (facts : list (N * raw_fact)) (back : list (N * raw_back))
  (states : list entry) (start : list N) : option blame :=
  let b := on l in let s0 := first l in let g := grid_of b in let whole := first_ground b g in
  match all_facts fuel whole facts with
  | inr k => Some (BadFact k)
  | inl _ =>
  match all_back b g s0 fuel (gnodes whole) back with
  | inr k => Some (BadFact k)
  | inl known =>
      let first_shade := shade (boxes s0) in
      let ends := map (enc b) (goals b) in let m := mask ends in let odd := xorb (shade (goals b)) first_shade in
      check_states known states start
        (fun t by_ => all_bits fuel (fun q => settled_back limit t by_ 0 odd m (fun _ => ends) q) (N.ldiff (fl g) m))
        (check_entry_back g fuel limit (mask (map (enc b) (boxes s0))) (enc b (player s0)) first_shade)
  end end.

Lemma back_facts_good b g s0 fuel nodes raw so r : g = grid_of b -> wf b s0 -> back_facts_so_far b g s0 fuel nodes raw so = inl r -> Good_back b g s0 so ->
  Good_back b g s0 r.
Proof.
  intros G W. revert so. induction raw as [|[k [hs f]] raw IH]; cbn [back_facts_so_far]; intros so; [now intros [= <-]|].
  destruct (match hs with None => _ | Some _ => _ end) as [so1|] eqn:N; [|discriminate]. intros H S. apply (IH _ H). clear IH H.
  destruct hs as [heights|].
  - destruct (make_heights b heights) as [l|]; [|discriminate]. destruct (check_heights b (height_of l)) eqn:C; [|discriminate].
    eapply (next_back_good b g G s0 W fuel nodes (Some l)); eauto. now apply check_heights_spec.
  - eapply (next_back_good b g G s0 W fuel nodes None); eauto. exact I.
Qed.

Lemma back_facts_are_good b g s0 fuel nodes raw r : g = grid_of b -> wf b s0 -> back_facts_so_far b g s0 fuel nodes raw no_back_facts = inl r ->
  Good_back b g s0 r.
Proof.
  intros G W A. apply (back_facts_good _ _ _ _ _ _ _ _ G W A). split; intros k f; cbn [shown_back tables no_back_facts]; rewrite NF.empty_o; discriminate.
Qed.

Lemma all_back_right b g s0 fuel nodes raw r : g = grid_of b -> wf b s0 -> all_back b g s0 fuel nodes raw = inl r ->
  forall k f, NM.find k r = Some f -> Right_so_far b s0 f.
Proof.
  unfold all_back. destruct (back_facts_so_far _ _ _ _ _ _ _) as [so|] eqn:A; [|discriminate]. intros G W [= <-].
  apply (back_facts_are_good _ _ _ _ _ _ _ G W A).
Qed.

Theorem check_back_sound fuel l limit facts back states start : is_level l -> check_back fuel l limit facts back states start = None ->
  forall ds m p, Solution l ds m p -> match limit with Some k => (k <= Z.of_nat p)%Z | None => False end.
Proof.
  unfold check_back. intros L H. set (b := on l) in *. set (s0 := first l) in *. set (g := grid_of b) in *.
  pose proof (level_wf l L) as W. fold b s0 in W. assert (GN : NoDup (goals b)) by apply L.
  assert (GF : forall x, In x (goals b) -> floor b x = true) by apply L.
  destruct (all_facts _ _ _); [|discriminate]. destruct (all_back _ _ _ _ _ _) as [named|] eqn:AB; [|discriminate].
  assert (KR : forall k f, NM.find k named = Some f -> Right_so_far b s0 f).
  { eapply all_back_right; [reflexivity|exact W|exact AB]. }
  destruct (check_states_none KR H) as [(by_ & BR & St) C].
  intros ds m p (s & Pl & So). pose proof (solves_of_play _ _ _ _ _ _ Pl So) as S. fold b s0 in S.
  destruct (comes_solved b s0 (fun _ _ => 1%Z) s0 0 0 0 m p (comes_first _ _ _) S) as (u & w & Cu & Su). cbn [Nat.add] in Cu.
  pose proof (comes_wf b s0 _ W _ _ _ _ Cu) as Wu. pose proof (solved_perm b u Wu Su) as Pm.
  assert (Mu : mask (map (enc b) (goals b)) = M b u) by (symmetry; now apply mask_perm, Permutation_map).
  pose proof (all_bits_spec _ _ _ St (Q b u)) as K. cbn beta in K. rewrite Mu in K.
  assert (X : N.testbit (N.ldiff (fl g) (M b u)) (Q b u) = true).
  { rewrite N.ldiff_spec, (M_player b u Wu). unfold Q. now rewrite (fl_spec b g eq_refl) by apply Wu. }
  specialize (K X).
  assert (Lim : Limit limit (0 + Z.of_nat p)).
  { destruct (settled_back_spec b s0 limit states by_ 0%Z _ u (map (enc b) (goals b)) m p K Wu) as [(c & Li & Le)|K2]; auto.
    - now apply nodup_enc.
    - exists w. exact Cu.
    - rewrite (comes_parity b s0 _ W _ _ _ _ Cu). now rewrite (shade_perm _ _ Pm).
    - eapply Limit_up; [|eapply (back_sound b g eq_refl s0 W fuel limit states _ KR C); eauto]. lia. }
  unfold Limit, reached in Lim. destruct limit; [now apply Z.leb_le|discriminate].
Qed.
