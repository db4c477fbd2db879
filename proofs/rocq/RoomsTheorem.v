(** The level of n rooms has a solution of 142 * 2^n - 10 n - 140 moves and 12 * 2^n - 11 pushes, and none with fewer. *)
From Coq Require Import ZArith List Bool Ascii String Lia Permutation.
From Soko Require Import Rules Plays Theory Head Rooms RoomTable RoomHeights RoomsFewest.
Import ListNotations.
Open Scope Z_scope.

(** What the theorem says is needed *)
Definition moves_needed (n : nat) : Z := 142 * 2 ^ Z.of_nat n - 10 * Z.of_nat n - 140.
Definition pushes_needed (n : nat) : Z := 12 * 2 ^ Z.of_nat n - 11.

(** * Ways through a room *)

Definition first_way : list direction := lurd "luuuLulldRddlldddLruuuluulUluurDrruu".
Definition second_way : list direction :=
  lurd "ldlldLddrrddddlldlluururDllluRuuuuRldddddrruLdlddrrUrrdddllllllluuuuuuuruuRuulll".

Fixpoint go (s : state) (ds : list direction) : option (state * nat) :=
  match ds with
  | [] => Some (s, O)
  | d :: ds =>
      if withinb (add (player s) (delta d)) then
        match step one s d with
        | Some u => if forallb innerb (boxes u) then
            match go u ds with Some (t, q) => Some (t, if pushes s d then S q else q) | None => None end else None
        | None => None end
      else None
  end.

Definition opened : list square :=
  Eval vm_compute in match go (State shut port_i) first_way with Some (t, _) => boxes t | None => [] end.
Definition closed : list square :=
  Eval vm_compute in match go (State opened port_i) second_way with Some (t, _) => boxes t | None => [] end.

Lemma first_goes : go (State shut port_i) first_way = Some (State opened port_b, 5%nat).
Proof. vm_compute. reflexivity. Qed.
Lemma second_goes : go (State opened port_i) second_way = Some (State closed port_n, 7%nat).
Proof. vm_compute. reflexivity. Qed.
Lemma closed_shut : same_squares closed shut.
Proof.
  assert (A : subset closed shut = true) by (vm_compute; reflexivity).
  assert (B : subset shut closed = true) by (vm_compute; reflexivity).
  apply subset_spec in A, B. intros x. split; auto.
Qed.

Section Level.
Variable m : nat.
Let n := Z.of_nat m.
Let b := on (rooms m).
Hypothesis some : 1 <= n.

Lemma go_play ds : forall c p t q B cfg k, go (State c p) ds = Some (t, q) -> Rep m B cfg -> 1 <= k <= n -> cfg k = c ->
  exists B', Play b (State B (glob n k p)) ds (State B' (glob n k (player t))) (List.length ds) q /\
    Rep m B' (update cfg k (boxes t)).
Proof.
  induction ds as [|d ds IH]; intros c p t q B cfg k G R K E; cbn [go] in G.
  - injection G as <- <-. exists B. split; [constructor|]. eapply rep_ext; [|exact R]. intros j J x. unfold update.
    destruct (Z.eqb_spec j k) as [->|]; [rewrite E|]; reflexivity.
  - cbn [player] in G. destruct (withinb (add p (delta d))) eqn:Wd; [|discriminate]. apply withinb_spec in Wd.
    rewrite <- E in G. destruct (step_in m B cfg k p d R K Wd) as [Ep St].
    destruct (step one (State (cfg k) p) d) as [u|] eqn:Eu; [|discriminate].
    destruct (forallb innerb (boxes u)) eqn:Iu; [|discriminate]. destruct (go u ds) as [[t' q']|] eqn:Gu; [|discriminate].
    injection G as <- <-. destruct (St (proj1 (innerb_spec _) Iu)) as (B1 & E1 & R1).
    destruct u as [c1 p1]. cbn [boxes player] in *.
    destruct (IH c1 p1 t' q' B1 _ k Gu R1 K (update_same _ _ _)) as (B2 & P2 & R2). exists B2. split.
    + rewrite <- Ep. econstructor; eauto.
    + eapply rep_ext; [|exact R2]. intros j J x. unfold update. destruct (Z.eqb_spec j k); reflexivity.
Qed.

(** * Walks outside *)

Definition far (x : square) (d : direction) (i : Z) : square := (fst x + i * fst (delta d), snd x + i * snd (delta d)).

Lemma straight B d i : forall x, (forall j, 1 <= j <= Z.of_nat i -> floor b (far x d j) = true /\ member (far x d j) B = false) ->
  Play b (State B x) (repeat d i) (State B (far x d (Z.of_nat i))) i 0.
Proof.
  induction i as [|i IH]; intros x H.
  - replace (far x d (Z.of_nat 0)) with x; [constructor|]. unfold far. destruct x. cbn [fst snd]. apply pair_equal_spec. lia.
  - assert (A : add x (delta d) = far x d 1) by (unfold add, far; apply pair_equal_spec; lia).
    assert (N : forall j, far (far x d 1) d j = far x d (1 + j)) by (intros j; unfold far; cbn [fst snd]; apply pair_equal_spec; lia).
    destruct (H 1 ltac:(lia)) as [F M]. cbn [repeat].
    replace (far x d (Z.of_nat (S i))) with (far (far x d 1) d (Z.of_nat i)) by (rewrite N; f_equal; lia).
    change 0%nat with (if false then 1%nat else 0%nat) at 1.
    replace false with (pushes (State B x) d) by (unfold pushes; cbn [boxes player]; now rewrite A).
    apply play_step with (s1 := State B (far x d 1)).
    + unfold step. cbn [boxes player]. rewrite A, F, M. reflexivity.
    + apply IH. intros j J. rewrite N. apply H. lia.
Qed.

Lemma floor_room k y : 1 <= k <= n -> within y -> floor b (glob n k y) = floor one y.
Proof. exact (floor_glob m k y). Qed.

Lemma far_free B cfg x : Rep m B cfg -> fst x <= 2 \/ 10 * n + 3 <= snd x -> member x B = false.
Proof. intros R X. apply (rep_free m B cfg x R X). fold n. lia. Qed.

(** From the corridor's port of room k to the start *)
Lemma way_back B cfg k : Rep m B cfg -> 1 <= k <= n -> exists ds,
  Play b (State B (glob n k port_b)) ds (State B (9, 10 * n + 4)) (Z.to_nat (10 * k + 5)) 0.
Proof.
  intros R K.
  pose proof (straight B up 1 (glob n k port_b)) as U. pose proof (straight B right (Z.to_nat (10 * k - 4)) (1, 10 * (n - k) + 8)) as A.
  pose proof (straight B down 8 (1, 10 * n + 4)) as D.
  replace (far (glob n k port_b) up (Z.of_nat 1)) with ((1, 10 * (n - k) + 8) : square) in U
    by (unfold far, glob, port_b; cbn [fst snd delta]; apply pair_equal_spec; lia).
  replace (far (1, 10 * (n - k) + 8) right (Z.of_nat (Z.to_nat (10 * k - 4)))) with ((1, 10 * n + 4) : square) in A
    by (unfold far; cbn [fst snd delta]; apply pair_equal_spec; lia).
  replace (far (1, 10 * n + 4) down (Z.of_nat 8)) with ((9, 10 * n + 4) : square) in D
    by (unfold far; cbn [fst snd delta]; apply pair_equal_spec; lia).
  exists (repeat up 1 ++ repeat right (Z.to_nat (10 * k - 4)) ++ repeat down 8)%list.
  replace (Z.to_nat (10 * k + 5)) with (1 + (Z.to_nat (10 * k - 4) + 8))%nat by lia.
  change 0%nat with (0 + (0 + 0))%nat. eapply play_app; [apply U|eapply play_app; [apply A|apply D]].
  - intros j J. replace (far (glob n k port_b) up j) with ((1, 10 * (n - k) + 8) : square)
      by (unfold far, glob, port_b; cbn [fst snd delta]; apply pair_equal_spec; lia).
    split; [apply (floor_corridor m); fold n; lia|apply (far_free B cfg); auto; cbn [fst]; lia].
  - intros j J. replace (far (1, 10 * (n - k) + 8) right j) with ((1, 10 * (n - k) + 8 + j) : square)
      by (unfold far; cbn [fst snd delta]; apply pair_equal_spec; lia).
    split; [apply (floor_corridor m); fold n; lia|apply (far_free B cfg); auto; cbn [fst]; lia].
  - intros j J. replace (far (1, 10 * n + 4) down j) with ((1 + j, 10 * n + 4) : square)
      by (unfold far; cbn [fst snd delta]; apply pair_equal_spec; lia).
    split; [apply (floor_right m); lia|apply (far_free B cfg); auto; cbn [snd]; lia].
Qed.

(** From the start through i rooms that are shut, and are shut again *)
Lemma through i : (i <= m)%nat -> forall B cfg, Rep m B cfg -> (forall j, 1 <= j <= Z.of_nat i -> cfg j = shut) ->
  exists ds B' j p, Play b (State B (9, 10 * n + 4)) ds (State B' (glob n (Z.of_nat i) port_n)) j p /\ Rep m B' cfg /\
    Z.of_nat j = - port_on 1 (Z.of_nat i) /\ Z.of_nat p = - port_on 0 (Z.of_nat i).
Proof.
  induction i as [|i IH]; intros Hi B cfg R S.
  - pose proof (straight B left 1 (9, 10 * n + 4)) as L.
    replace (far (9, 10 * n + 4) left (Z.of_nat 1)) with (glob n (Z.of_nat 0) port_n) in L
      by (unfold far, glob, port_n; cbn [fst snd delta]; apply pair_equal_spec; lia).
    eexists _, B, _, _. split; [apply L|split; [exact R|split; reflexivity]]. intros j J.
    replace (far (9, 10 * n + 4) left j) with (glob n 1 port_i)
      by (unfold far, glob, port_i; cbn [fst snd delta]; apply pair_equal_spec; lia).
    split; [rewrite floor_room; [reflexivity|lia|unfold within, port_i; cbn [fst snd]; lia]|].
    apply (far_free B cfg); auto. unfold glob, port_i. cbn [fst snd]. lia.
  - set (k := Z.of_nat (Datatypes.S i)) in *. assert (K : 1 <= k <= n) by (unfold k, n; lia).
    assert (E : glob n (Z.of_nat i) port_n = glob n k port_i)
      by (unfold glob, port_n, port_i, k; cbn [fst snd]; apply pair_equal_spec; lia).
    destruct (IH ltac:(lia) B cfg R) as (d1 & B1 & j1 & p1 & P1 & R1 & J1 & Q1); [intros j J; apply S; unfold k; lia|].
    destruct (go_play _ _ _ _ _ B1 cfg k first_goes R1 K (S k ltac:(lia))) as (B2 & P2 & R2). cbn [boxes player] in P2, R2.
    destruct (way_back B2 _ k R2 K) as (d3 & P3).
    destruct (IH ltac:(lia) B2 _ R2) as (d4 & B4 & j4 & p4 & P4 & R4 & J4 & Q4).
    { intros j J. rewrite update_other by (unfold k; lia). apply S. unfold k. lia. }
    destruct (go_play _ _ _ _ _ B4 _ k second_goes R4 K (update_same _ _ _)) as (B5 & P5 & R5). cbn [boxes player] in P5, R5.
    rewrite E in P1, P4.
    exists (d1 ++ first_way ++ d3 ++ d4 ++ second_way)%list, B5. eexists _, _.
    split; [eapply play_app; [exact P1|eapply play_app; [exact P2|eapply play_app; [exact P3|eapply play_app; [exact P4|exact P5]]]]|].
    split.
    + eapply rep_ext; [|exact R5]. intros j J x. unfold update. destruct (Z.eqb_spec j k) as [->|]; [|reflexivity].
      rewrite (S k) by lia. apply closed_shut.
    + change (List.length first_way) with 36%nat. change (List.length second_way) with 80%nat.
      unfold port_on in *. replace (2 ^ k) with (2 * 2 ^ Z.of_nat i) by (unfold k; rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia; reflexivity).
      unfold k in *. lia.
Qed.

(** * The start *)

Lemma room_symbols y : within y -> let symbol := room (fst y) (snd y) in
  Ascii.eqb symbol "$" = false /\ Ascii.eqb symbol "." = false /\ is_goal symbol = is_box symbol.
Proof.
  intros W. apply within_list in W.
  assert (A : forallb (fun y => let symbol := room (fst y) (snd y) in negb (Ascii.eqb symbol "$") && negb (Ascii.eqb symbol ".") &&
    Bool.eqb (is_goal symbol) (is_box symbol)) (grid 20 11) = true) by (vm_compute; reflexivity).
  rewrite forallb_forall in A. specialize (A y W). cbv zeta in A |- *. apply and3 in A. destruct A as (A & B & C).
  apply negb_true_iff in A, B. apply eqb_prop in C. auto.
Qed.

Lemma in_shut y : In y shut <-> within y /\ is_box (room (fst y) (snd y)) = true.
Proof.
  unfold shut. cbn [one goals]. rewrite filter_In, within_list. fold (grid 20 11).
  split; intros [A B]; (split; [exact A|]); destruct (room_symbols y (proj2 (within_list y) A)) as (_ & _ & E); congruence.
Qed.

(** Where there is more than space and wall *)
Lemma symbol_cases x : gridded n x ->
  x = (9, 1) \/ x = last_box \/ (exists k y, 1 <= k <= n /\ within y /\ x = glob n k y) \/
  symbol n (fst x) (snd x) = " "%char \/ symbol n (fst x) (snd x) = "#"%char.
Proof.
  destruct x as [r c]. unfold gridded. cbn [fst snd]. intros [R C].
  destruct (Z_le_gt_dec r 1) as [R1|R1].
  - unfold symbol. destruct (Z.leb_spec r 0); [tauto|]. replace (r =? 1) with true by (symmetry; apply Z.eqb_eq; lia).
    destruct ((8 <=? c) && (c <=? 10 * n + 4)); tauto.
  - destruct (Z_le_gt_dec c 2) as [C1|C1].
    + unfold symbol, last_box. replace (r <=? 0) with false by (symmetry; apply Z.leb_gt; lia).
      replace (r =? 1) with false by (symmetry; apply Z.eqb_neq; lia). replace (c <=? 2) with true by (symmetry; apply Z.leb_le; lia).
      destruct (Z.eqb_spec r 9) as [->|]; [|tauto]. destruct (Z.eqb_spec c 1) as [->|]; [tauto|].
      destruct (Z.eqb_spec c 2) as [->|]; tauto.
    + destruct (Z_le_gt_dec c (10 * n + 3)) as [C2|C2].
      * right. right. left. destruct (Z.eq_dec c 3) as [->|N].
        -- exists n, (r - 2, 0). unfold within, glob. cbn [fst snd]. repeat split; try lia. apply pair_equal_spec; lia.
        -- pose proof (Z.div_mod (c - 4) 10 ltac:(lia)) as E. pose proof (Z.mod_pos_bound (c - 4) 10 ltac:(lia)) as M.
           exists (n - (c - 4) / 10), (r - 2, (c - 4) mod 10 + 1). unfold glob, within. cbn [fst snd].
           repeat split; try lia. apply pair_equal_spec; lia.
      * right. right. right. unfold symbol. replace (r <=? 0) with false by (symmetry; apply Z.leb_gt; lia).
        replace (r =? 1) with false by (symmetry; apply Z.eqb_neq; lia). replace (c <=? 2) with false by (symmetry; apply Z.leb_gt; lia).
        replace (c <=? 10 * n + 3) with false by (symmetry; apply Z.leb_gt; lia).
        destruct (c =? 10 * n + 4); [destruct (r <=? 9)|]; tauto.
Qed.

Lemma last_gridded : gridded n last_box.
Proof. unfold gridded, last_box. cbn [fst snd]. lia. Qed.

Lemma rep_first : Rep m (squares n is_box) (fun _ => shut).
Proof.
  split.
  - intros k K y Y. apply (shut_inner 1); [now right|exact Y].
  - intros x. rewrite in_squares. split.
    + intros [G B]. destruct (symbol_cases x G) as [->|[->|[(k & y & K & Y & ->)|[E|E]]]].
      * discriminate B.
      * now left.
      * right. exists k, y. split; [exact K|]. split; [|reflexivity]. apply in_shut. split; [exact Y|].
        unfold n in B. rewrite symbol_glob in B; auto.
      * rewrite E in B. discriminate B.
      * rewrite E in B. discriminate B.
    + intros [->|(k & y & K & Y & ->)]; [split; [apply last_gridded|reflexivity]|].
      apply in_shut in Y. destruct Y as [Wy B]. split; [now apply gridded_glob|]. now rewrite symbol_glob.
Qed.

Definition is_star (symbol : ascii) : bool := Ascii.eqb symbol "*".

Lemma boxes_star : Permutation (squares n is_box) (last_box :: squares n is_star).
Proof.
  apply NoDup_Permutation; [apply nodup_squares|constructor; [|apply nodup_squares]|].
  - rewrite in_squares. intros [_ E]. discriminate E.
  - intros x. cbn [In]. rewrite !in_squares. split.
    + intros [G B]. unfold is_box in B. apply orb_true_iff in B. destruct B as [B|B]; [right; split; auto|left].
      destruct (symbol_cases x G) as [->|[->|[(k & y & K & Y & ->)|[E|E]]]]; try discriminate B; auto; exfalso.
      * rewrite symbol_glob in B; auto. destruct (room_symbols y Y) as (E & _). congruence.
      * rewrite E in B. discriminate B.
      * rewrite E in B. discriminate B.
    + intros [<-|[G B]]; [split; [apply last_gridded|reflexivity]|]. split; auto. unfold is_box, is_star in *. now rewrite B.
Qed.

Lemma goals_star : Permutation (squares n is_goal) ((9, 1) :: squares n is_star).
Proof.
  apply NoDup_Permutation; [apply nodup_squares|constructor; [|apply nodup_squares]|].
  - rewrite in_squares. intros [_ E]. discriminate E.
  - intros x. cbn [In]. rewrite !in_squares. split.
    + intros [G B]. unfold is_goal in B. apply orb_true_iff in B. destruct B as [B|B]; [right; split; auto|left].
      destruct (symbol_cases x G) as [->|[->|[(k & y & K & Y & ->)|[E|E]]]]; try discriminate B; auto; exfalso.
      * rewrite symbol_glob in B; auto. destruct (room_symbols y Y) as (_ & E & _). congruence.
      * rewrite E in B. discriminate B.
      * rewrite E in B. discriminate B.
    + intros [<-|[G B]].
      * split; [unfold gridded; cbn [fst snd]; lia|reflexivity].
      * split; auto. unfold is_goal, is_star in *. now rewrite B.
Qed.

Lemma floor_square test x : (forall symbol, test symbol = true -> is_wall symbol = false) -> In x (squares n test) -> floor b x = true.
Proof.
  intros H I. apply in_squares in I. destruct I as [G T]. apply floor_at. fold n. split; auto. unfold open_at.
  now rewrite (H _ T).
Qed.

Lemma box_floor symbol : is_box symbol = true -> is_wall symbol = false.
Proof. unfold is_box, is_wall. rewrite orb_true_iff, !Ascii.eqb_eq. intros [->| ->]; reflexivity. Qed.
Lemma goal_floor symbol : is_goal symbol = true -> is_wall symbol = false.
Proof. unfold is_goal, is_wall. rewrite orb_true_iff, !Ascii.eqb_eq. intros [->| ->]; reflexivity. Qed.

Theorem rooms_level : is_level (rooms m).
Proof.
  unfold is_level. cbn [rooms on first boxes goals player]. fold n.
  split; [|split; [apply nodup_squares|split; [apply nodup_squares|split; [|split; [|split; [|split]]]]]].
  - intros E. pose proof (proj2 (proj2 rep_first last_box) (or_introl eq_refl)) as I. rewrite E in I. exact I.
  - rewrite (Permutation_length boxes_star), (Permutation_length goals_star). reflexivity.
  - intros x. apply (floor_square is_box x box_floor).
  - intros x. apply (floor_square is_goal x goal_floor).
  - apply (floor_right m); lia.
  - apply member_false. apply (far_free _ _ _ rep_first). cbn [snd]. lia.
Qed.

Theorem rooms_fewest ds j p : Solution (rooms m) ds j p -> moves_needed m <= Z.of_nat j /\ pushes_needed m <= Z.of_nat p.
Proof.
  intros (s & P & S).
  assert (F : wf b (first (rooms m))).
  { destruct rooms_level as (_ & A & _ & B & C & _ & D & E). repeat split; auto. }
  pose proof (fun w W => high_play m w W some _ _ _ _ _ P S F 0 (high_start m w W _ rep_first)) as H.
  pose proof (H 1 (or_intror eq_refl)) as H1. pose proof (H 0 (or_introl eq_refl)) as H0.
  unfold price, port_on in *. unfold moves_needed, pushes_needed. set (z := Z.of_nat m) in *. lia.
Qed.

Theorem rooms_solution : exists ds j p, Solution (rooms m) ds j p /\ Z.of_nat j = moves_needed m /\ Z.of_nat p = pushes_needed m.
Proof.
  destruct (through m (Nat.le_refl m) _ _ rep_first (fun _ _ => eq_refl)) as (ds & B & j & p & P & R & J & Q).
  fold n in P, J, Q.
  assert (A : add (glob n n port_n) (delta left) = last_box)
    by (unfold add, glob, port_n, last_box; cbn [fst snd delta]; apply pair_equal_spec; lia).
  assert (E : add last_box (delta left) = (9, 1)) by reflexivity.
  assert (M : member last_box B = true) by (apply member_spec, R; now left).
  assert (M' : member (9, 1) B = false).
  { apply member_false. intros I. apply R in I. destruct I as [I|(k & y & K & Y & I)]; [discriminate I|].
    apply (proj1 R k K) in Y. unfold inner in Y. unfold glob in I. apply pair_equal_spec in I. lia. }
  assert (F : floor b last_box = true).
  { apply (floor_square is_box _ box_floor). apply (proj2 rep_first). now left. }
  assert (F' : floor b (9, 1) = true).
  { apply (floor_square is_goal _ goal_floor). eapply Permutation_in; [symmetry; apply goals_star|now left]. }
  exists (ds ++ [left])%list, (j + 1)%nat, (p + 1)%nat. split; [|unfold moves_needed, pushes_needed, port_on in *; fold n; lia].
  exists (State ((9, 1) :: without last_box B) last_box). split.
  - eapply play_app; [exact P|].
    assert (Pu : pushes (State B (glob n n port_n)) left = true) by (unfold pushes; cbn [boxes player]; now rewrite A).
    replace 1%nat with (if pushes (State B (glob n n port_n)) left then 1%nat else 0%nat) at 2 by now rewrite Pu.
    eapply play_step; [|constructor]. change (on (rooms m)) with b. unfold step. cbn [boxes player]. rewrite A, E, F, F', M, M'. reflexivity.
  - intros x. cbn [boxes In]. intros [<-|I].
    + eapply Permutation_in; [symmetry; apply goals_star|now left].
    + apply In_without in I. destruct I as [I N]. apply R in I. destruct I as [I|(k & y & K & Y & ->)]; [contradiction|].
      apply in_shut in Y. destruct Y as [Wy Y]. cbn [rooms on goals]. fold n. apply in_squares.
      split; [now apply gridded_glob|]. rewrite symbol_glob by auto. destruct (room_symbols y Wy) as (_ & _ & G). congruence.
Qed.
End Level.

(** * The theorem *)

Theorem rooms_optimal : forall n, (1 <= n)%nat ->
  is_level (rooms n) /\
  (exists ds m p, Solution (rooms n) ds m p /\ Z.of_nat m = moves_needed n /\ Z.of_nat p = pushes_needed n) /\
  (forall ds m p, Solution (rooms n) ds m p -> moves_needed n <= Z.of_nat m /\ pushes_needed n <= Z.of_nat p).
Proof.
  intros n N. assert (L : 1 <= Z.of_nat n) by lia. split; [now apply rooms_level|]. split; [now apply rooms_solution|].
  intros ds m p. now apply rooms_fewest.
Qed.

(** So it grows as 2^n. *)
Corollary rooms_grow : forall n ds m p, (1 <= n)%nat -> Solution (rooms n) ds m p -> 2 ^ Z.of_nat n <= Z.of_nat p.
Proof.
  intros n ds m p N S. apply (proj2 (proj2 (rooms_optimal n N))) in S. destruct S as [_ S]. unfold pushes_needed in S.
  pose proof (Z.pow_le_mono_r 2 1 (Z.of_nat n)) as P. lia.
Qed.
