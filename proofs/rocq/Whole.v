(** Proves that what [check] accepts is true: all facts by number, states and the first state put together. *)
From Coq Require Import ZArith NArith List Bool Lia Permutation FMapAVL OrderedTypeEx.
From Soko Require Import Rules Theory Masks Checker Soundness Families Groups Area Frozen Counting Potential.
Import ListNotations.
Open Scope N_scope.

(** * All facts *)

Inductive kind_of_fact :=
| Prices_of (prices : list Z)
| Patterns_of (by_ : list N) (patterns : list (list N * N))
| Groups_of (prices : N) (groups : list (option Z * (list N * N)))
| Area_of (prices : N) (squares : list N)
| Outside_of (area : N) (groups : list (option Z * (list N * N)))
| Inside_of (area : N) (outside : option N) (items : list (Z * (list N * N)))
| Frozen_of (by_ : list N) (boxes : list N) (player : N)
| Counting_of (goals : list N)
| Potential_of (heights : list Z).
(** A fact and the number of the frozen boxes, or of the potential, it is [in], if any. *)
Definition raw_fact : Type := option N * kind_of_fact.

(** What a fact is about: the level's board, or that with frozen boxes as walls, on which the player stays in a region.
    In a potential, squares have heights.  [up] makes its facts those of the level's board, and [down] the other way. *)
Record ground := Ground {
  gboard : board; ggrid : grid; gspace : N; gnodes : NM.t (list N); gheights : option (list (N * Z));
  up : fact -> fact; down : fact -> fact }.
Definition first_ground (b : board) (g : grid) : ground := Ground b g (fl g) (nodes_of g) None (fun f => f) (fun f => f).

(** What a push weighs there, and a fact about weights as one about pushes or moves. *)
Definition weight_on (heights : option (list (N * Z))) : N -> N -> Z := weigh (option_map height_of heights).
Definition measured (heights : option (list (N * Z))) (f : fact) : fact :=
  match heights with None => f | Some l => of_moves (height_of l) f end.

Definition board_eq (x y : board) : {x = y} + {x <> y}.
Proof. decide equality; solve [apply list_eq_dec, square_eq|apply Z.eq_dec]. Defined.
Definition heights_eq (x y : option (list (N * Z))) : {x = y} + {x <> y}.
Proof. decide equality. apply list_eq_dec. decide equality; [apply Z.eq_dec|apply N.eq_dec]. Defined.

(** Whether squares are floor there, and a player where he can be. *)
Definition on_ground (gr : ground) (raw : list N * N) : bool :=
  forallb (N.testbit (fl (ggrid gr))) (fst raw) && N.testbit (gspace gr) (snd raw).

Definition freeze_ground (fuel : nat) (gr : ground) (by_ : list fact) (boxes : list N) (q : N) : option ground :=
  let b := gboard gr in let g := ggrid gr in
  match distinct boxes with
  | Some m =>
      let fz := frozen_squares b m in let l0 := map (enc b) fz in let m0 := mask l0 in
      if (m0 =? m) && on_ground gr (boxes, q) then
        match frozen_region b g fuel by_ fz q with
        | Some r => let b1 := freeze b fz in let g1 := grid_of b1 in
                    Some (Ground b1 g1 r (nodes_of g1) (gheights gr) (fun f => up gr (lift m0 r f)) (fun f => lower m0 l0 (down gr f)))
        | None => None
        end
      else None
  | None => None
  end.

Definition raise_ground (gr : ground) (heights : list Z) : option ground :=
  match make_heights (gboard gr) heights with
  | Some l => if check_heights (gboard gr) (height_of l)
              then Some (Ground (gboard gr) (ggrid gr) (gspace gr) (gnodes gr) (Some l) (fun f => no_moves (up gr f)) (down gr))
              else None
  | None => None
  end.

(** An area by its number, with its prices, and what is wasted outside, if that is known. *)
Record area := Area { anumber : N; asquares : N; aboard : board; atable : table; aprices : square -> Z; aoutside : option fact }.

(** [known] are the facts so far, [priced] the tables of those that are prices, [grounds] those of frozen boxes and
    potentials, [areas] those and the facts about what is outside. *)
Record so_far := So_far {
  known : NM.t fact; priced : NM.t (board * option (list (N * Z)) * (table * (square -> Z))); grounds : NM.t ground;
  areas : NM.t area }.

Definition add_known (k : N) (f : option fact) (so : so_far) : option so_far :=
  match f with Some f => Some (So_far (NM.add k f (known so)) (priced so) (grounds so) (areas so)) | None => None end.
Definition add_area (k : N) (ar : area) (so : so_far) : so_far :=
  So_far (known so) (priced so) (grounds so) (NM.add k ar (areas so)).

(** An area by number, or what is outside by number, on a ground without heights. *)
Definition area_on (gr : ground) (a : N) (outside : option N) (so : so_far) : option area :=
  match gheights gr, NM.find match outside with Some o => o | None => a end (areas so) with
  | None, Some ar =>
      if board_eq (aboard ar) (gboard gr) then
        if (anumber ar =? a) && match outside, aoutside ar with None, None | Some _, Some _ => true | _, _ => false end
        then Some ar else None
      else None
  | _, _ => None
  end.
(** A fact about an area: prices, and what is wasted. *)
Definition wasted (ar : area) (outside : fact) (inside : N -> N -> Z) : fact :=
  summed (atable ar) (asquares ar) (sum_y (aprices ar) (goals (aboard ar))) outside inside.

Definition next_fact (fuel : nat) (gr : ground) (k : N) (raw : kind_of_fact) (so : so_far) : option so_far :=
  let b := gboard gr in let g := ggrid gr in
  let named by_ := match all_some (fun i => NM.find i (known so)) by_ [] with Some fs => Some (map (down gr) fs) | None => None end in
  match raw with
  | Prices_of ps =>
      let hs := gheights gr in let weight := weight_on hs in
      let '(tab, y) := table_of b g weight (gnodes gr) ps in
      let sum := sum_y y (goals b) in
      if Nat.eqb (length ps) (length (goals b)) && check_table b weight tab y
      then add_known k (Some (up gr (measured hs (fun _ l q => total_n tab sum l q))))
             (So_far (known so) (NM.add k (b, hs, (tab, y)) (priced so)) (grounds so) (areas so))
      else None
  | Patterns_of by_ ps =>
      match named by_ with
      | Some fs => if forallb (on_ground gr) ps
                   then add_known k (option_map (up gr) (patterns_fact g fuel fs ps)) so
                   else None
      | None => None
      end
  | Groups_of p gs =>
      match NM.find p (priced so) with
      | Some (b1, hs, (tab, y)) =>
          if board_eq b1 b then if heights_eq hs (gheights gr) then
            if forallb (fun e => on_ground gr (snd e)) gs
            then add_known k (option_map (fun f => up gr (measured hs f)) (groups_fact b g fuel (weight_on hs) tab y gs)) so
            else None
          else None else None
      | None => None
      end
  | Area_of p squares =>
      match gheights gr, NM.find p (priced so) with
      | None, Some (b1, None, (tab, y)) =>
          let m := mask squares in
          if board_eq b1 b then if subset m (fl g) && subset (gl g) m then Some (add_area k (Area k m b tab y None) so) else None else None
      | _, _ => None
      end
  | Outside_of a gs =>
      match area_on gr a None so with
      | Some (Area _ m b1 tab y _ as ar) =>
          if forallb (fun e => on_ground gr (snd e)) gs then
            match outside_fact b g fuel tab m gs with
            | Some f => add_known k (Some (up gr (wasted ar f nothing_inside))) (add_area k (Area a m b1 tab y (Some f)) so)
            | None => None
            end
          else None
      | None => None
      end
  | Inside_of a o items =>
      match area_on gr a o so with
      | Some ar =>
          if forallb (fun e => on_ground gr (snd e)) items then
            match check_items b g fuel (atable ar) (asquares ar) items with
            | Some t => add_known k (Some (up gr (wasted ar match aoutside ar with Some f => f | None => nothing_outside end (value t)))) so
            | None => None
            end
          else None
      | None => None
      end
  | Counting_of gs => add_known k (option_map (up gr) (counting_fact b g (gnodes gr) gs)) so
  | Frozen_of by_ boxes q =>
      match named by_ with
      | Some fs => match freeze_ground fuel gr fs boxes q with
                   | Some gr1 => Some (So_far (known so) (priced so) (NM.add k gr1 (grounds so)) (areas so))
                   | None => None
                   end
      | None => None
      end
  | Potential_of hs =>
      match raise_ground gr hs with
      | Some gr1 => Some (So_far (known so) (priced so) (NM.add k gr1 (grounds so)) (areas so))
      | None => None
      end
  end.

(** What the checker does not accept: a fact by its number, the facts of the first state, or a state by its place. *)
Inductive blame := BadFact (k : N) | BadStart | BadState (place : N).

Fixpoint facts_so_far (fuel : nat) (whole : ground) (raw : list (N * raw_fact)) (so : so_far) : so_far + N :=
  match raw with
  | [] => inl so
  | (k, (within, fact)) :: raw =>
      match match match within with None => Some whole | Some i => NM.find i (grounds so) end with
            | Some gr => next_fact fuel gr k fact so
            | None => None
            end with
      | Some so => facts_so_far fuel whole raw so
      | None => inr k
      end
  end.
Definition no_facts : so_far := So_far (NM.empty _) (NM.empty _) (NM.empty _) (NM.empty _).
Definition all_facts (fuel : nat) (whole : ground) (raw : list (N * raw_fact)) : NM.t fact + N :=
  match facts_so_far fuel whole raw no_facts with inl so => inl (known so) | inr k => inr k end.

(** The place of the first thing of which [ok] does not hold. *)
Fixpoint first_bad {A} (ok : A -> bool) (l : list A) (place : N) : option N :=
  match l with [] => None | x :: l => if ok x then first_bad ok l (place + 1) else Some place end.

(** States and the first one, with all facts: [starts] is asked of the facts that the first state names, and [ok] of each
    state. *)
Definition check_states (known : NM.t fact) (states : list entry) (start : list N)
  (starts : (N -> list entry) -> list fact -> bool) (ok : (N -> option fact) -> (N -> list entry) -> entry -> bool) : option blame :=
  let find i := NM.find i known in
  match all_some find start [] with
  | None => Some BadStart
  | Some by_ =>
      let t := lookup_in emask states in
      if starts t by_ then option_map BadState (first_bad (ok find t) states 0) else Some BadStart
  end.

(** That no solution of a level takes less than [limit] pushes, [None] for none at all; nothing is to blame if so. *)
Definition check (fuel : nat) (l : level) (limit : option Z) (facts : list (N * raw_fact)) (states : list entry)
  (start : list N) : option blame :=
  let b := on l in let g := grid_of b in
  match all_facts fuel (first_ground b g) facts with
  | inr k => Some (BadFact k)
  | inl known =>
      let goal_shade := shade (goals b) in
      let l0 := map (enc b) (boxes (first l)) in
      check_states known states start
        (fun t by_ => settled limit t by_ 0 (mask l0) (fun _ => Some (l0, xorb (shade_n g l0) goal_shade)) (enc b (player (first l))))
        (check_entry g fuel limit goal_shade)
  end.

Section Level.
Variable b : board.
Variable g : grid.
Hypothesis g_of : g = grid_of b.
Hypothesis goals_nodup : NoDup (goals b).
Hypothesis goals_floor : forall x, In x (goals b) -> floor b x = true.

(** What [up] and [down] have to be. *)
Definition Good (gr : ground) : Prop :=
  ggrid gr = grid_of (gboard gr) /\ NoDup (goals (gboard gr)) /\ (forall x, In x (goals (gboard gr)) -> floor (gboard gr) x = true) /\
  (forall f, Right (gboard gr) f -> Right b (up gr f)) /\ (forall f, Right b f -> Right (gboard gr) (down gr f)) /\
  match gheights gr with Some l => Heights (gboard gr) (height_of l) | None => True end.
Definition Good_area (ar : area) : Prop :=
  check_table (aboard ar) (weigh None) (atable ar) (aprices ar) = true /\
  subset (gl (grid_of (aboard ar))) (asquares ar) = true /\
  match aoutside ar with Some f => Weighed (aboard ar) (waste_outside (atable ar) (asquares ar)) f | None => True end.
Definition Good_so_far (so : so_far) : Prop :=
  (forall k f, NM.find k (known so) = Some f -> Right b f) /\
  (forall k t, NM.find k (priced so) = Some t -> check_table (fst (fst t)) (weight_on (snd (fst t))) (fst (snd t)) (snd (snd t)) = true) /\
  (forall k gr, NM.find k (grounds so) = Some gr -> Good gr) /\
  (forall k ar, NM.find k (areas so) = Some ar -> Good_area ar).

Lemma first_good : Good (first_ground b g).
Proof. unfold Good. cbn. auto 10. Qed.

Lemma freeze_good fuel gr by_ boxes q gr1 : Good gr -> (forall f, In f by_ -> Right (gboard gr) f) ->
  freeze_ground fuel gr by_ boxes q = Some gr1 -> Good gr1.
Proof.
  intros (G & ND & GF & U & Dn & Ht) B H. unfold freeze_ground in H. destruct (distinct boxes) as [m|]; [|discriminate].
  destruct (_ && _); [|discriminate]. destruct (frozen_region _ _ _ _ _ _) as [r|] eqn:R; [|discriminate].
  injection H as <-. set (fz := frozen_squares (gboard gr) m) in *.
  assert (N : NoDup fz) by now apply NoDup_filter.
  assert (I : incl fz (goals (gboard gr))) by (intros x Hx; apply filter_In in Hx; tauto).
  unfold Good. cbn [ggrid gboard up down gheights]. split; [reflexivity|]. split; [|split; [|split; [|split]]].
  - now apply freeze_goals_nodup.
  - intros x. now apply freeze_goals_floor.
  - intros f Hf. apply U. eapply lift_right; eauto.
  - intros f Hf. apply lower_right; auto.
  - destruct (gheights gr) as [l|]; auto. intros x F. apply floor_freeze in F. destruct (Ht x (proj1 F)) as [H0 H1].
    split; auto. intros d F1. apply floor_freeze in F1. apply (H1 d), F1.
Qed.

Lemma raise_good gr hs gr1 : Good gr -> raise_ground gr hs = Some gr1 -> Good gr1.
Proof.
  intros (G & ND & GF & U & Dn & Ht) H. unfold raise_ground in H. destruct (make_heights _ _) as [l|]; [|discriminate].
  destruct (check_heights _ _) eqn:C; [|discriminate]. injection H as <-. unfold Good. cbn [ggrid gboard up down gheights].
  repeat (split; [assumption|]). split; [intros f Hf; now apply no_moves_right, U|]. split; [exact Dn|now apply check_heights_spec].
Qed.

Lemma measured_right gr f : Good gr -> Weighed (gboard gr) (weight_on (gheights gr)) f -> Right (gboard gr) (measured (gheights gr) f).
Proof.
  intros (_ & _ & _ & _ & _ & Ht). unfold weight_on, measured. destruct (gheights gr) as [l|]; cbn [option_map].
  - now apply of_moves_right.
  - apply weighed_one.
Qed.

Lemma add_known_good k f so so1 : Good_so_far so -> (forall f', f = Some f' -> Right b f') ->
  add_known k f so = Some so1 -> Good_so_far so1.
Proof.
  intros (K & P & G & A) H. unfold add_known. destruct f as [f|]; [|discriminate]. intros [= <-].
  split; [|split; [|split]]; cbn [known priced grounds areas]; auto. intros k' f'. rewrite NF.add_o. destruct (N_as_OT.eq_dec k k'); [intros [= <-]; auto|apply K].
Qed.

Lemma add_area_good k ar so : Good_so_far so -> Good_area ar -> Good_so_far (add_area k ar so).
Proof.
  intros (K & P & G & A) H. split; [|split; [|split]]; cbn [add_area known priced grounds areas]; auto.
  intros k' ar'. rewrite NF.add_o. destruct (N_as_OT.eq_dec k k'); [intros [= <-]; exact H|apply A].
Qed.

Lemma area_on_good gr a o so ar : Good_so_far so -> area_on gr a o so = Some ar ->
  Good_area ar /\ aboard ar = gboard gr /\ gheights gr = None.
Proof.
  intros (_ & _ & _ & A) H. unfold area_on in H. destruct (gheights gr); [discriminate|].
  destruct (NM.find _ (areas so)) as [ar'|] eqn:F; [|discriminate]. destruct (board_eq _ _); [|discriminate].
  destruct (_ && _); [|discriminate]. injection H as <-. eauto.
Qed.

Lemma wasted_right gr ar outside inside : Good gr -> Good_area ar -> aboard ar = gboard gr -> gheights gr = None ->
  Weighed (aboard ar) (waste_outside (atable ar) (asquares ar)) outside ->
  Inside (aboard ar) (atable ar) (asquares ar) inside -> Right b (up gr (wasted ar outside inside)).
Proof.
  intros (Gg & _ & GF & U & _) (C & _) E _ O I. apply U, weighed_one. rewrite <- E in *. unfold wasted.
  exact (summed_weighed _ _ eq_refl GF _ _ C _ _ _ O I).
Qed.

Lemma next_fact_good fuel gr k raw so so1 : Good gr -> Good_so_far so -> next_fact fuel gr k raw so = Some so1 -> Good_so_far so1.
Proof.
  intros Gr S. pose proof Gr as (Gg & ND & GF & U & Dn & Ht). pose proof S as (K & P & G & Ar).
  assert (B : forall by_ fs, match all_some (fun i => NM.find i (known so)) by_ [] with Some fs => Some (map (down gr) fs) | None => None end = Some fs ->
    forall f, In f fs -> Right (gboard gr) f).
  { intros by_ fs. destruct (all_some _ by_ []) as [l|] eqn:E; [|discriminate]. intros [= <-] f Hf. apply in_map_iff in Hf.
    destruct Hf as (f' & <- & Hf). apply Dn, (all_some_all (fun i => K i) E f' Hf). }
  destruct raw as [ps|by_ ps|p gs|p m|a gs|a o items|by_ boxes q|gs|hs]; unfold next_fact.
  - destruct (table_of _ _ _ _) as [tab y]. destruct (_ && _) eqn:C; [|discriminate]. apply andb_true_iff in C. destruct C as [_ C].
    apply add_known_good.
    + split; [|split; [|split]]; cbn [known priced grounds areas]; auto. intros k' t'. rewrite NF.add_o. destruct (N_as_OT.eq_dec k k'); [intros [= <-]; exact C|apply P].
    + intros f' [= <-]. apply U, measured_right; auto. eapply prices_weighed; eauto.
  - destruct (match all_some _ by_ [] with Some _ => _ | None => _ end) as [fs|] eqn:E; [|discriminate].
    specialize (B _ _ E). destruct (forallb _ ps); [|discriminate]. apply add_known_good; auto.
    intros f' H. destruct (patterns_fact _ _ _ _) as [f|] eqn:F; [|discriminate]. injection H as <-. apply U.
    unfold patterns_fact in F. destruct (all_some (make_pattern _ _) ps []) as [l|] eqn:A; [|discriminate].
    destruct (forallb _ l) eqn:C; [|discriminate]. injection F as <-.
    eapply (patterns_right (gboard gr) (ggrid gr) Gg) with (fuel := fuel) (by_ := fs) (ps := l); auto.
    exact (all_some_all (make_pattern_ok (ggrid gr) fuel) A).
  - destruct (NM.find p (priced so)) as [[[b1 hs] [tab y]]|] eqn:F; [|discriminate].
    destruct (board_eq b1 (gboard gr)) as [->|]; [|discriminate]. destruct (heights_eq hs (gheights gr)) as [->|]; [|discriminate].
    destruct (forallb _ gs); [|discriminate].
    apply add_known_good; auto. intros f' H. destruct (groups_fact _ _ _ _ _ _ _) as [f|] eqn:E; [|discriminate].
    injection H as <-. apply U, measured_right; auto. exact (groups_weighed _ _ _ _ _ _ _ _ Gg ND GF (P _ _ F) E).
  - destruct (gheights gr); [discriminate|]. destruct (NM.find p (priced so)) as [[[b1 [|]] [tab y]]|] eqn:F; try discriminate.
    cbn zeta. destruct (board_eq b1 (gboard gr)) as [->|]; [|discriminate]. destruct (_ && _) eqn:C; [|discriminate].
    apply andb_true_iff in C. destruct C as [_ C]. intros [= <-]. apply add_area_good; auto.
    split; [exact (P _ _ F)|]. split; [cbn [aboard asquares]; now rewrite <- Gg|exact I].
  - destruct (area_on gr a None so) as [ar|] eqn:F; [|discriminate]. destruct (area_on_good _ _ _ _ _ S F) as (GA & Eb & Eh).
    destruct ar as [n m b1 tab y o]. cbn [aboard] in Eb. subst b1. destruct (forallb _ gs); [|discriminate].
    destruct (outside_fact _ _ _ _ _ _) as [f|] eqn:E; [|discriminate].
    apply (outside_weighed _ _ _ _ _ _ _ Gg ND GF) in E. destruct GA as (C1 & C2 & C3).
    apply add_known_good.
    + apply add_area_good; auto. split; [exact C1|]. split; [exact C2|exact E].
    + intros f' [= <-]. apply wasted_right; auto; [split; auto|].
      exact (nothing_inside_right _ _ Gg GF _ _ C1 _).
  - destruct (area_on gr a o so) as [ar|] eqn:F; [|discriminate]. destruct (area_on_good _ _ _ _ _ S F) as (GA & Eb & Eh).
    destruct (forallb _ items); [|discriminate]. destruct (check_items _ _ _ _ _ _) as [t|] eqn:E; [|discriminate].
    pose proof GA as (C1 & C2 & C3). rewrite Gg, <- Eb in E. rewrite <- Eb in GF.
    apply add_known_good; auto. intros f' [= <-]. apply wasted_right; auto.
    + destruct (aoutside ar); [exact C3|]. exact (nothing_outside_weighed _ _ eq_refl GF _ _ C1 _).
    + exact (check_items_right _ _ _ _ _ _ _ _ eq_refl GF C1 C2 E).
  - destruct (match all_some _ by_ [] with Some _ => _ | None => _ end) as [fs|] eqn:E; [|discriminate].
    specialize (B _ _ E). destruct (freeze_ground _ _ _ _ _) as [gr1|] eqn:F; [|discriminate]. intros [= <-].
    split; [|split; [|split]]; cbn [known priced grounds areas]; auto. intros k' g'. rewrite NF.add_o. destruct (N_as_OT.eq_dec k k'); [intros [= <-]|apply G].
    eapply freeze_good; eauto.
  - apply add_known_good; auto. intros f' H. destruct (counting_fact _ _ _ _) as [f|] eqn:E; [|discriminate].
    injection H as <-. apply U. eapply counting_right; eauto.
  - destruct (raise_ground _ _) as [gr1|] eqn:E; [|discriminate]. intros [= <-].
    split; [|split; [|split]]; cbn [known priced grounds areas]; auto. intros k' g'. rewrite NF.add_o. destruct (N_as_OT.eq_dec k k'); [intros [= <-]|apply G].
    eapply raise_good; eauto.
Qed.

Lemma facts_good fuel raw so r : facts_so_far fuel (first_ground b g) raw so = inl r -> Good_so_far so -> Good_so_far r.
Proof.
  revert so. induction raw as [|[k [w f]] raw IH]; cbn [facts_so_far]; intros so; [now intros [= <-]|].
  destruct (match match w with None => _ | Some i => _ end with Some gr => _ | None => _ end) as [so1|] eqn:N; [|discriminate].
  destruct (match w with None => _ | Some i => _ end) as [gr|] eqn:W; [|discriminate]. intros H S. apply (IH _ H).
  apply (next_fact_good _ _ _ _ _ _ ltac:(destruct w; [exact (proj1 (proj2 (proj2 S)) _ _ W)|injection W as <-; exact first_good]) S N).
Qed.

Lemma facts_are_good fuel raw r : facts_so_far fuel (first_ground b g) raw no_facts = inl r -> Good_so_far r.
Proof.
  intros A. apply (facts_good _ _ _ _ A). split; [|split; [|split]]; intros k f; cbn [known priced grounds areas no_facts]; rewrite NF.empty_o; discriminate.
Qed.

Lemma all_facts_are_right fuel raw r : all_facts fuel (first_ground b g) raw = inl r ->
  forall k f, NM.find k r = Some f -> Right b f.
Proof.
  unfold all_facts. destruct (facts_so_far _ _ _ _) as [so|] eqn:A; [|discriminate]. intros [= <-]. apply (facts_are_good _ _ _ A).
Qed.
End Level.

Lemma first_bad_none {A} (ok : A -> bool) l place : first_bad ok l place = None -> forallb ok l = true.
Proof. revert place. induction l as [|x l IH]; cbn; intros place; auto. destruct (ok x); [apply IH|discriminate]. Qed.

Lemma check_states_none {P : fact -> Prop} {known states start starts ok} : (forall k f, NM.find k known = Some f -> P f) ->
  check_states known states start starts ok = None ->
  let t := lookup_in emask states in
  (exists by_, (forall f, In f by_ -> P f) /\ starts t by_ = true) /\ forallb (ok (fun i => NM.find i known) t) states = true.
Proof.
  unfold check_states. intros R H. destruct (all_some (fun i => NM.find i known) start []) as [by_|] eqn:B; [|discriminate].
  destruct (starts _ by_) eqn:S; [|discriminate]. destruct (first_bad _ states 0) eqn:C; [discriminate|].
  split; [exists by_; split; [exact (all_some_all R B)|exact S]|exact (first_bad_none _ _ _ C)].
Qed.

Theorem check_sound fuel l limit facts states start : is_level l -> check fuel l limit facts states start = None ->
  forall ds m p, Solution l ds m p -> match limit with Some k => (k <= Z.of_nat p)%Z | None => False end.
Proof.
  unfold check. intros L H.
  set (b := on l) in *. set (g := grid_of b) in *. pose proof (level_wf l L) as W. fold b in W.
  assert (GN : NoDup (goals b)) by apply L. assert (GF : forall x, In x (goals b) -> floor b x = true) by apply L.
  destruct (all_facts _ _ _) as [named|] eqn:AF; [|discriminate].
  assert (KR : forall k f, NM.find k named = Some f -> Right b f) by exact (all_facts_are_right b g eq_refl GN GF _ _ _ AF).
  destruct (check_states_none KR H) as [(by_ & BR & St) C].
  intros ds m p (s & Pl & So). pose proof (solves_of_play _ _ _ _ _ _ Pl So) as S. fold b in S.
  pose proof W as (ND & _ & FL & _).
  assert (D : NoDup (map (enc b) (boxes (first l)))) by now apply nodup_enc.
  assert (Lim : Limit limit (0 + Z.of_nat p)).
  { rewrite (shade_spec b g eq_refl (first l)) in St by auto.
    destruct (settled_spec b limit states by_ _ _ (first l) St W BR) as [(c & Li & Le)|K]; [| |now apply (K m p)].
    - intros l' odd [= <- <-]. split; [exact D|]. split; [reflexivity|].
      intros m0 p0 S0. apply (parity b (first l) m0 p0 GN W S0).
    - eapply Limit_up; [|eapply (states_sound b g eq_refl GN GF fuel limit states _ KR C); eauto]. lia. }
  unfold Limit, reached in Lim. destruct limit; [now apply Z.leb_le|discriminate].
Qed.

Theorem check_at_least_sound fuel l k facts states start : is_level l -> check fuel l (Some k) facts states start = None ->
  Claim l (AtLeast Pushes (Z.to_nat k, O)).
Proof.
  intros L H. split; auto. intros ds m p S. pose proof (check_sound _ _ _ _ _ _ L H ds m p S). unfold at_most. cbn in *. lia.
Qed.

Theorem check_unsolvable_sound fuel l facts states start : is_level l -> check fuel l None facts states start = None ->
  Claim l Unsolvable.
Proof. intros L H. split; auto. exact (check_sound _ _ _ _ _ _ L H). Qed.
