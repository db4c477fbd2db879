(** No solution of n rooms has fewer moves or pushes: the heights of rooms add up, and no step lowers the sum by more than it
    costs. *)
From Coq Require Import ZArith List Bool Lia.
From Soko Require Import Rules Theory Head Rooms RoomTable RoomHeights.
Import ListNotations.
Open Scope Z_scope.

(** * States of many rooms: boxes [cfg k] in room k, and the last box *)

Definition update {A} (f : Z -> A) (k : Z) (v : A) : Z -> A := fun j => if j =? k then v else f j.

Lemma update_same {A} (f : Z -> A) k v : update f k v k = v.
Proof. unfold update. now rewrite Z.eqb_refl. Qed.
Lemma update_other {A} (f : Z -> A) k v j : j <> k -> update f k v j = f j.
Proof. intros N. unfold update. destruct (Z.eqb_spec j k); [contradiction|reflexivity]. Qed.

Definition last_box : square := (9, 2).

Section Level.
Variable m : nat.
Let n := Z.of_nat m.
Let b := on (rooms m).

Definition Rep (B : list square) (cfg : Z -> list square) : Prop :=
  (forall k, 1 <= k <= n -> forall y, In y (cfg k) -> inner y) /\
  (forall x, In x B <-> x = last_box \/ exists k y, 1 <= k <= n /\ In y (cfg k) /\ x = glob n k y).

Lemma inner_within y : inner y -> within y.
Proof. unfold inner, within. lia. Qed.

Lemma glob_not_last k y : 1 <= k <= n -> 0 <= snd y -> glob n k y <> last_box.
Proof. intros K C E. unfold glob, last_box in E. apply pair_equal_spec in E. lia. Qed.

Lemma rep_in B cfg k y : Rep B cfg -> 1 <= k <= n -> within y -> In (glob n k y) B <-> In y (cfg k).
Proof.
  intros [I H] K W. rewrite H. split.
  - intros [E|(j & z & J & Z & E)].
    + exfalso. apply (glob_not_last k y); auto. apply W.
    + symmetry in E. apply glob_inner in E; eauto. destruct E. now subst.
  - right. exists k, y. auto.
Qed.

Lemma rep_member B cfg k y : Rep B cfg -> 1 <= k <= n -> within y -> member (glob n k y) B = member y (cfg k).
Proof. intros. apply eq_true_iff_eq. rewrite !member_spec. now apply rep_in. Qed.

Lemma rep_free B cfg x : Rep B cfg -> fst x <= 2 \/ 10 * n + 3 <= snd x -> 0 <= n -> member x B = false.
Proof.
  intros [I H] X N. apply member_false. rewrite H. intros [->|(k & y & K & Y & ->)].
  - unfold last_box in X. cbn [fst snd] in X. lia.
  - specialize (I k K y Y). unfold inner in I. unfold glob in X. cbn [fst snd] in X. lia.
Qed.

Lemma rep_ext B cfg cfg' : (forall k, 1 <= k <= n -> same_squares (cfg k) (cfg' k)) -> Rep B cfg -> Rep B cfg'.
Proof.
  intros S [I H]. split.
  - intros k K y Y. apply (I k K). now apply S.
  - intros x. rewrite H. apply or_iff_compat_l.
    split; intros (k & y & K & Y & E); exists k, y; repeat split; auto; try apply K; now apply S.
Qed.

(** A step inside a room is the same step on the board of the room. *)
Lemma step_in B cfg k p d : Rep B cfg -> 1 <= k <= n -> within (add p (delta d)) ->
  pushes (State B (glob n k p)) d = pushes (State (cfg k) p) d /\
  match step one (State (cfg k) p) d with
  | None => step b (State B (glob n k p)) d = None
  | Some u => (forall y, In y (boxes u) -> inner y) -> exists B',
      step b (State B (glob n k p)) d = Some (State B' (glob n k (player u))) /\ Rep B' (update cfg k (boxes u))
  end.
Proof.
  intros R K Wa. unfold pushes, step. cbn [boxes player]. rewrite !glob_add. set (a := add p (delta d)) in *.
  rewrite !(rep_member B cfg k a R K Wa). split; [reflexivity|].
  unfold b. unfold n. rewrite (floor_glob m k a K Wa). fold n. destruct (floor one a); cbn [negb]; [|reflexivity].
  destruct (member a (cfg k)) eqn:Ma; cbn [negb].
  - apply member_spec in Ma. assert (Ia : inner a) by (apply (proj1 R k K), Ma).
    set (t := add a (delta d)).
    assert (Wt : within t). { unfold t. destruct a as [r c]. unfold inner, within, add in *. destruct d; cbn [fst snd delta] in *; lia. }
    unfold n. rewrite (floor_glob m k t K Wt). fold n. rewrite (rep_member B cfg k t R K Wt).
    destruct (floor one t && negb (member t (cfg k))); [|reflexivity].
    cbn [boxes player]. intros I. eexists. split; [reflexivity|]. destruct R as [Q R]. split.
    + intros j J. unfold update. destruct (Z.eqb_spec j k); [exact I|exact (Q j J)].
    + intros x. cbn [In]. rewrite In_without, R. split.
      * intros [<-|[[->|(j & y & J & Y & ->)] N]].
        -- right. exists k, t. rewrite update_same. cbn; auto.
        -- now left.
        -- right. exists j, y. split; [exact J|]. split; [|reflexivity]. unfold update. destruct (Z.eqb_spec j k) as [->|]; auto.
           right. rewrite In_without. split; [exact Y|]. intros ->. now apply N.
      * intros [->|(j & y & J & Y & ->)].
        -- right. split; [now left|]. intros E. symmetry in E. apply (glob_not_last k a K) in E; auto. apply Wa.
        -- unfold update in Y. destruct (Z.eqb_spec j k) as [->|N].
           ++ destruct Y as [<-|Y]; [now left|right]. apply In_without in Y. destruct Y as [Y Na].
              split; [right; exists k, y; auto|]. intros E. apply glob_inj in E. auto.
           ++ right. split; [right; exists j, y; auto|]. intros E. apply glob_inner in E; [|apply (Q j J y Y)|exact Wa].
              destruct E. auto.
  - cbn [boxes player]. intros I. exists B. split; [reflexivity|]. eapply rep_ext; [|exact R].
    intros j J. unfold update. destruct (Z.eqb_spec j k) as [->|]; intros x; reflexivity.
Qed.

(** * Dead patterns *)

Definition region (k : Z) (l : list square) (x : square) : Prop :=
  (exists p, within p /\ x = glob n k p /\ Pattern l p) \/
  ((forall p, within p -> x <> glob n k p) /\ forall p, In p ports -> Pattern l p).

Definition In_fact (P : list square) (R : square -> Prop) : Prop :=
  exists k l, 1 <= k <= n /\ (exists p, Pattern l p) /\ P = map (glob n k) l /\ R = region k l.

Lemma in_map_glob k l y : In (glob n k y) (map (glob n k) l) <-> In y l.
Proof.
  rewrite in_map_iff. split; [|intros I; exists y; auto]. intros (z & E & I). apply glob_inj in E. now subst.
Qed.

Lemma goal_glob k y : 1 <= k <= n -> within y -> In (glob n k y) (goals b) -> In y shut.
Proof.
  intros K W. unfold b. cbn [on rooms goals]. rewrite in_squares. fold n. rewrite symbol_glob by auto. intros [_ G].
  unfold shut. cbn [one goals]. apply filter_In. split; [now apply within_list|exact G].
Qed.

Lemma within_dec y : {within y} + {~ within y}.
Proof. destruct (withinb y) eqn:E; [left; now apply withinb_spec|right; rewrite <- withinb_spec; congruence]. Qed.

Lemma glob_back k x d p : add x (delta d) = glob n k p -> x = glob n k (add p (delta (opposite d))).
Proof. intros E. rewrite <- glob_add, <- E. symmetry. apply add_opposite. Qed.

Lemma port_of y d : floor one y = true -> ~ within (add y (delta d)) -> In y ports.
Proof. intros F N. destruct (leaves y d F N) as [[-> _]|[[-> _]|[-> _]]]; cbn; tauto. Qed.

Theorem dead_patterns : DeadWith b (Matches In_fact).
Proof.
  apply (patterns_dead b (fun _ _ => False)).
  - intros B s j p [].
  - intros P R (k & l & K & (p & H) & -> & _) I. destruct (pattern_room _ _ H) as (A & _ & N). apply N. intros y Y.
    apply (goal_glob k y K (inner_within _ (proj1 (A y Y)))). apply I. now apply in_map.
  - intros P R x d (k & l & K & _ & -> & ->) H F N. destruct H as [(p & W & -> & H)|[O H]].
    + rewrite glob_add in *. destruct (within_dec (add p (delta d))) as [W'|W'].
      * left. exists (add p (delta d)). split; [exact W'|]. split; [reflexivity|]. apply pattern_walk; auto.
        -- unfold b, n in F. rewrite floor_glob in F; auto.
        -- rewrite in_map_glob in N. exact N.
      * right. destruct (pattern_room _ _ H) as (_ & Fp & _). pose proof (port_of p d Fp W') as I. split.
        -- intros q Wq E. apply glob_inj in E. now subst.
        -- intros q Q. eapply pattern_port; eauto.
    + assert (D : (exists q, within q /\ add x (delta d) = glob n k q) \/ (forall q, within q -> add x (delta d) <> glob n k q)).
      { set (z := add x (delta d)). set (q := (fst z - 2, snd z - 3 - 10 * (n - k))).
        assert (E : z = glob n k q). { unfold q, glob. cbn [fst snd]. destruct z. apply pair_equal_spec. cbn [fst snd]. split; lia. }
        destruct (within_dec q) as [Wq|Wq]; [left; eauto|right]. intros q' W' E'. rewrite E in E'. apply glob_inj in E'. now subst. }
      destruct D as [(q & W & E)|D]; [left|right; auto]. exists q. split; [exact W|]. split; [exact E|].
      apply H. apply (port_of q (opposite d)).
      * rewrite E in F. unfold b, n in F. rewrite floor_glob in F; auto.
      * intros W'. apply (O _ W'). eapply glob_back; eauto.
  - intros P R x d (k & l & K & _ & -> & ->) H a t Ia Ft Nt. right.
    apply in_map_iff in Ia. destruct Ia as (y & E & Y). subst t. subst a.
    destruct H as [(p & W & -> & H)|[O H]].
    + rewrite glob_add in E. apply glob_inj in E. subst y.
      rewrite !glob_add in *. destruct (pattern_room _ _ H) as (A & _ & _). destruct (A _ Y) as [Iy Fa].
      pose proof (pattern_push l p d H Fa Y) as Push. cbv zeta in Push.
      set (a := add p (delta d)) in *. set (t := add a (delta d)) in *.
      assert (Wt : within t). { unfold t. destruct a as [r c]. unfold inner, within, add in *. destruct d; cbn [fst snd delta] in *; lia. }
      rewrite in_map_glob in Nt. unfold b, n in Ft. rewrite (floor_glob m k t K Wt) in Ft. fold n in Ft.
      destruct (Push Ft Nt) as (l' & H' & I).
      exists (map (glob n k) l'), (region k l'). split; [exists k, l'; split; [exact K|split; [eauto|split; reflexivity]]|]. split.
      * intros z Z. apply in_map_iff in Z. destruct Z as (y & <- & J). apply I in J. cbn [In].
        destruct J as [<-|J]; [now left|right]. apply In_without in J. destruct J as [J Ny]. apply In_without. split.
        -- now apply in_map.
        -- intros E. apply glob_inj in E. auto.
      * left. exists a. split; [now apply inner_within|split; [reflexivity|exact H']].
    + exfalso. assert (Iy : inner y) by (destruct (pattern_room l port_i) as (A & _); [apply H; cbn; tauto|now apply A]).
      apply (O (add y (delta (opposite d)))).
      * destruct y as [r c]. unfold inner, within, add in *. destruct d; cbn [fst snd delta opposite] in *; lia.
      * apply glob_back. symmetry. exact E.
Qed.

(** * The heights of all rooms *)

Section Heights.
Variable w : Z.
Hypothesis W : Weight w.
Hypothesis some : 1 <= n.

(** The height of the port on to room j + 1 *)
Definition port_on (j : Z) : Z := 12 + w * (10 * j + 129) - (12 + 130 * w) * 2 ^ j.
Definition num_a (k : Z) : Z := - port_on (k - 1).
Definition num_b (k : Z) : Z := w * (10 * k + 5).
Definition ev (k : Z) (t : height) : Z := eval t (num_a k) (num_b k).

Lemma power j : 0 <= j -> 1 + j <= 2 ^ j.
Proof.
  intros J. pattern j. apply natlike_ind; [reflexivity| |exact J]. intros x X IH. rewrite Z.pow_succ_r by exact X. lia.
Qed.

Lemma a_least k : 1 <= k -> w <= num_a k.
Proof. intros K. unfold num_a, port_on. pose proof (power (k - 1) ltac:(lia)). destruct W as [E0|E0]; rewrite E0; nia. Qed.
Lemma b_least k : 1 <= k -> 15 * w <= num_b k.
Proof. intros K. unfold num_b. destruct W as [E0|E0]; rewrite E0; lia. Qed.

Lemma ev_minus k s t : ev k (minus s t) = ev k s - ev k t.
Proof. apply eval_minus. Qed.

Lemma ev_i k : ev k (port_height w port_i) = port_on (k - 1).
Proof. unfold ev, eval, num_a. cbn [port_height square_eq]. change (port_height w port_i) with (Height (-1) 0 0). cbn [of_a of_b rest]. ring. Qed.
Lemma ev_b k : ev k (port_height w port_b) = num_b k.
Proof. unfold ev, eval. change (port_height w port_b) with (Height 0 w 0). cbn [of_a of_b rest]. unfold num_b. destruct W as [E0|E0]; rewrite E0; ring. Qed.
Lemma ev_n k : 1 <= k -> ev k (port_height w port_n) = port_on k.
Proof.
  intros K. unfold ev, eval. change (port_height w port_n) with (Height (-2) (- w) (- turn w)). cbn [of_a of_b rest].
  unfold num_a, num_b, turn, port_on. replace (2 ^ k) with (2 * 2 ^ (k - 1)) by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
  destruct W as [E0|E0]; rewrite E0; ring.
Qed.

(** Sums over all rooms *)
Definition numbers_of_rooms : list Z := map Z.of_nat (seq 1 m).
Definition sum (f : Z -> Z) : Z := fold_right (fun k s => f k + s) 0 numbers_of_rooms.

Lemma in_numbers k : In k numbers_of_rooms <-> 1 <= k <= n.
Proof.
  unfold numbers_of_rooms, n. rewrite in_map_iff. split.
  - intros (i & <- & I). apply in_seq in I. lia.
  - intros K. exists (Z.to_nat k). split; [lia|]. apply in_seq. lia.
Qed.

Lemma sum_update f k v : 1 <= k <= n -> sum (update f k v) = sum f - f k + v.
Proof.
  intros K. apply in_numbers in K. unfold sum.
  assert (D : NoDup numbers_of_rooms) by (apply FinFun.Injective_map_NoDup; [intros x y; lia|apply seq_NoDup]).
  revert D K. generalize numbers_of_rooms as l. induction l as [|j l IH]; intros D K; [contradiction|].
  inversion D; subst. cbn [fold_right]. destruct K as [->|K].
  - rewrite update_same. replace (fold_right (fun k0 s => update f k v k0 + s) 0 l) with (fold_right (fun k0 s => f k0 + s) 0 l); [lia|].
    clear IH D H2. induction l as [|i l IHl]; [reflexivity|]. cbn [fold_right].
    rewrite update_other by (intros ->; apply H1; now left). rewrite IHl; [reflexivity|]. intros I. apply H1. now right.
  - rewrite update_other by (intros ->; auto). rewrite IH; auto. lia.
Qed.

Lemma sum_ext f g : (forall k, 1 <= k <= n -> f k = g k) -> sum f = sum g.
Proof.
  intros E. unfold sum. assert (A : forall k, In k numbers_of_rooms -> f k = g k) by (intros k K; apply E, in_numbers, K).
  revert A. generalize numbers_of_rooms as l. induction l as [|j l IH]; intros A; [reflexivity|]. cbn [fold_right].
  rewrite A by now left. rewrite IH; [reflexivity|]. intros k K. apply A. now right.
Qed.

Lemma sum_low f : (forall k, 1 <= k <= n -> f k <= 0) -> sum f <= 0.
Proof.
  intros E. unfold sum. assert (A : forall k, In k numbers_of_rooms -> f k <= 0) by (intros k K; apply E, in_numbers, K).
  revert A. generalize numbers_of_rooms as l. induction l as [|j l IH]; intros A; [cbn; lia|]. cbn [fold_right].
  specialize (A j (or_introl eq_refl)) as Aj. specialize (IH (fun k K => A k (or_intror K))). lia.
Qed.

(** A room without the player, whatever the port at which he enters *)
Definition Idle (c : list square) (v : height) : Prop :=
  forall p, In p ports -> exists t, Live w (State c p) t /\ minus t (port_height w p) = v.

Lemma idle_of c p t : Live w (State c p) t -> In p ports -> Idle c (minus t (port_height w p)).
Proof. intros L I q Q. destruct (live_port w W _ _ q L I Q) as (t' & L' & E). cbn [boxes player] in *. exists t'. auto. Qed.

Lemma idle_low c v k : Idle c v -> 1 <= k -> ev k v <= 0.
Proof.
  intros H K. destruct (H port_i) as (t & L & <-); [cbn; tauto|]. unfold ev. rewrite eval_minus.
  pose proof (live_idle w W _ _ (num_a k) (num_b k) L) as E. cbn [player] in E.
  specialize (E ltac:(cbn; tauto) (a_least k K) (b_least k K)). lia.
Qed.

Definition total (hts : Z -> height) : Z := sum (fun j => ev j (hts j)).

Inductive High : state -> Z -> Prop :=
| in_room B cfg hts k p t : Rep B cfg -> 1 <= k <= n -> (forall j, 1 <= j <= n -> j <> k -> Idle (cfg j) (hts j)) ->
    Live w (State (cfg k) p) t -> High (State B (glob n k p)) (ev k t + (total hts - ev k (hts k)))
| in_corridor B cfg hts c : Rep B cfg -> (forall j, 1 <= j <= n -> Idle (cfg j) (hts j)) -> 8 <= c <= 10 * n + 4 ->
    High (State B (1, c)) (w * (10 * n + 12 - c) + total hts)
| at_right B cfg hts r : Rep B cfg -> (forall j, 1 <= j <= n -> Idle (cfg j) (hts j)) -> 1 <= r <= 9 ->
    High (State B (r, 10 * n + 4)) (w * (9 - r) + total hts).

Definition Falls (s1 : state) (h c : Z) : Prop :=
  Matches In_fact (boxes s1) (player s1) \/ exists h', High s1 h' /\ h <= h' + c.

Lemma falls_more s h h' c c' : Falls s h' c' -> h - c <= h' - c' -> Falls s h c.
Proof. intros [D|(h0 & H & L)] E; [now left|right]. exists h0. split; auto. lia. Qed.

Lemma enter B cfg hts k p : Rep B cfg -> (forall j, 1 <= j <= n -> Idle (cfg j) (hts j)) -> 1 <= k <= n -> In p ports ->
  exists t, Live w (State (cfg k) p) t /\ ev k t + (total hts - ev k (hts k)) = ev k (port_height w p) + total hts.
Proof.
  intros R I K P. destruct (I k K p P) as (t & L & E). exists t. split; auto. rewrite <- E, ev_minus. lia.
Qed.

Lemma enters B cfg hts k p : Rep B cfg -> (forall j, 1 <= j <= n -> Idle (cfg j) (hts j)) -> 1 <= k <= n -> In p ports ->
  High (State B (glob n k p)) (ev k (port_height w p) + total hts).
Proof.
  intros R I K P. destruct (enter B cfg hts k p R I K P) as (t & L & <-). econstructor; eauto.
Qed.

Lemma leave cfg hts k p t : 1 <= k <= n -> (forall j, 1 <= j <= n -> j <> k -> Idle (cfg j) (hts j)) ->
  Live w (State (cfg k) p) t -> In p ports -> exists hts', (forall j, 1 <= j <= n -> Idle (cfg j) (hts' j)) /\
    ev k t + (total hts - ev k (hts k)) = ev k (port_height w p) + total hts'.
Proof.
  intros K I L P. exists (update hts k (minus t (port_height w p))). split.
  - intros j J. unfold update. destruct (Z.eqb_spec j k) as [->|N]; [now apply idle_of|auto].
  - unfold total. rewrite (sum_ext (fun j => ev j (update hts k (minus t (port_height w p)) j))
      (update (fun j => ev j (hts j)) k (ev k (minus t (port_height w p))))).
    + rewrite sum_update, ev_minus by auto. lia.
    + intros j J. unfold update. destruct (Z.eqb_spec j k) as [->|N]; reflexivity.
Qed.

Lemma total_ext hts hts' : (forall j, 1 <= j <= n -> hts j = hts' j) -> total hts = total hts'.
Proof. intros E. apply sum_ext. intros k K. now rewrite E. Qed.

Lemma inside B cfg hts k p t d s1 : Rep B cfg -> 1 <= k <= n -> (forall j, 1 <= j <= n -> j <> k -> Idle (cfg j) (hts j)) ->
  Live w (State (cfg k) p) t -> within (add p (delta d)) -> step b (State B (glob n k p)) d = Some s1 ->
  Falls s1 (ev k t + (total hts - ev k (hts k))) (cost_of w (State B (glob n k p)) d).
Proof.
  intros R K I L Wd E. destruct (step_in B cfg k p d R K Wd) as [Ep S]. unfold cost_of. rewrite Ep.
  destruct (step one (State (cfg k) p) d) as [u|] eqn:Eu; [|congruence].
  destruct (live_step w W _ _ _ _ L Eu) as [Iu H]. destruct (S Iu) as (B' & E' & R'). rewrite E in E'. injection E' as ->.
  destruct H as [(l & Il & P)|(l & t' & L' & Sl & H)].
  - left. exists (map (glob n k) l), (region k l). split; [exists k, l; split; [exact K|split; [eauto|split; reflexivity]]|].
    cbn [boxes player]. destruct (pattern_room _ _ P) as (A & F & _). split.
    + intros x X. apply in_map_iff in X. destruct X as (y & <- & Y). apply (proj2 (rep_in _ _ k y R' K (inner_within _ (proj1 (A y Y))))).
      rewrite update_same. auto.
    + left. exists (player u). split; [|split; [reflexivity|exact P]]. apply floor_one in F. apply F.
  - right. eexists. split.
    + apply (in_room B' (update cfg k l) hts k (player u) t').
      * eapply rep_ext; [|exact R']. intros j J x. unfold update. destruct (Z.eqb_spec j k); [symmetry; apply Sl|reflexivity].
      * exact K.
      * intros j J N. rewrite update_other; auto.
      * rewrite update_same. exact L'.
    + specialize (H _ _ (a_least k (proj1 K)) (b_least k (proj1 K))). unfold ev, cost_of in *. lia.
Qed.

Lemma free_step B x d s1 : step b (State B x) d = Some s1 -> member (add x (delta d)) B = false ->
  floor b (add x (delta d)) = true /\ s1 = State B (add x (delta d)) /\ cost_of w (State B x) d = w.
Proof.
  unfold step, cost_of, pushes. cbn [boxes player]. intros E M. rewrite M in *. cbn [negb] in E.
  destruct (floor b (add x (delta d))); [|discriminate]. cbn [negb] in E. injection E as <-. auto.
Qed.

Lemma floor_room k y : 1 <= k <= n -> within y -> floor b (glob n k y) = floor one y.
Proof. exact (floor_glob m k y). Qed.
Lemma right_floor r : 2 <= r -> (floor b (r, 10 * n + 4) = true <-> r <= 9).
Proof. exact (floor_right m r). Qed.
Lemma corridor_floor c : floor b (1, c) = true <-> 8 <= c <= 10 * n + 4.
Proof. exact (floor_corridor m c). Qed.
Lemma below c : 8 <= c <= 10 * n + 3 -> exists k y, 1 <= k <= n /\ within y /\ fst y = 0 /\ (2, c) = glob n k y.
Proof. exact (below_corridor m c). Qed.

Lemma glob_i k : glob n k port_i = glob n (k - 1) port_n.
Proof. unfold glob, port_i, port_n. cbn [fst snd]. apply pair_equal_spec. split; lia. Qed.

Lemma high_step s h d s1 : High s h -> step b s d = Some s1 ->
  Falls s1 h (cost_of w s d) \/ pushes s d = true /\ h <= port_on n.
Proof.
  intros H E. destruct H as [B cfg hts k p t R K I L|B cfg hts c R I C|B cfg hts r R I C].
  - destruct (within_dec (add p (delta d))) as [Wd|Wd]; [left; eapply inside; eauto|].
    destruct (live_room w W _ _ L) as [_ F]. cbn [player] in F. pose proof (port_of p d F Wd) as Q.
    destruct (leave cfg hts k p t K I L Q) as (hts' & I' & ->).
    destruct (leaves p d F Wd) as [[-> ->]|[[-> ->]|[-> ->]]].
    + destruct (Z.eq_dec k 1) as [->|N].
      * left. rewrite ev_i. pose proof (free_step B _ _ _ E) as S.
        replace (add (glob n 1 port_i) (delta right)) with ((9, 10 * n + 4) : square) in S
          by (unfold add, glob, port_i; cbn [fst snd delta]; apply pair_equal_spec; split; lia).
        destruct S as (_ & -> & ->); [apply (rep_free B cfg); auto; cbn [fst snd]; lia|]. right. eexists. split.
        -- apply (at_right B cfg hts'); auto. lia.
        -- unfold port_on. change (2 ^ (1 - 1)) with 1. destruct W as [E0|E0]; rewrite E0; lia.
      * left. rewrite glob_i in *. destruct (enter B cfg hts' (k - 1) port_n R I') as (t' & L' & E'); [lia|cbn; tauto|].
        replace (ev k (port_height w port_i)) with (ev (k - 1) (port_height w port_n)) by (rewrite ev_i, ev_n by lia; reflexivity).
        rewrite <- E'. eapply inside; eauto; [lia|]. unfold within, port_n, add. cbn [fst snd delta]. lia.
    + destruct (Z.eq_dec k n) as [->|N].
      * right. rewrite ev_n by lia. split.
        -- unfold pushes. cbn [boxes player].
           replace (add (glob n n port_n) (delta left)) with last_box
             by (unfold add, glob, port_n, last_box; cbn [fst snd delta]; apply pair_equal_spec; split; lia).
           apply member_spec, R. now left.
        -- assert (total hts' <= 0); [|lia]. apply sum_low. intros j J. apply (idle_low (cfg j)); auto. lia.
      * left. replace (glob n k port_n) with (glob n (k + 1) port_i) in * by (rewrite glob_i; f_equal; lia).
        destruct (enter B cfg hts' (k + 1) port_i R I') as (t' & L' & E'); [lia|cbn; tauto|].
        replace (ev k (port_height w port_n)) with (ev (k + 1) (port_height w port_i))
          by (rewrite ev_i, ev_n by lia; f_equal; lia).
        rewrite <- E'. eapply inside; eauto; [lia|]. unfold within, port_i, add. cbn [fst snd delta]. lia.
    + left. pose proof (free_step B _ _ _ E) as S. rewrite ev_b.
      replace (add (glob n k port_b) (delta up)) with ((1, 10 * (n - k) + 8) : square) in S
        by (unfold add, glob, port_b; cbn [fst snd delta]; apply pair_equal_spec; split; lia).
      destruct S as (_ & -> & ->); [apply (rep_free B cfg); auto; cbn [fst snd]; lia|]. right. eexists. split.
      -- apply (in_corridor B cfg hts'); auto. lia.
      -- unfold num_b. destruct W as [E0|E0]; rewrite E0; lia.
  - left. pose proof (free_step B _ _ _ E) as S.
    assert (M : member (add (1, c) (delta d)) B = false).
    { apply (rep_free B cfg); auto; [|lia]. unfold add. destruct d; cbn [delta fst snd]; lia. }
    destruct (S M) as (F & -> & ->). clear S E M. unfold add in *. destruct d; cbn [delta fst snd] in *.
    + change (1 + -1) with 0 in F. unfold b in F. rewrite no_floor in F by lia. discriminate.
    + change (1 + 1) with 2 in *. replace (c + 0) with c in * by lia.
      destruct (Z.eq_dec c (10 * n + 4)) as [->|N].
      * right. eexists. split; [apply (at_right B cfg hts); auto; lia|]. destruct W as [E0|E0]; rewrite E0; lia.
      * destruct (below c) as (k & y & K & Wy & Y & G); [lia|]. rewrite G in *.
        rewrite (floor_room _ _ K Wy) in F.
        assert (y = port_b) as ->.
        { destruct (leaves y up F) as [[_ X]|[[_ X]|[X _]]]; [|discriminate X|discriminate X|exact X].
          unfold within, add. cbn [fst snd delta]. lia. }
        right. eexists. split; [apply (enters B cfg hts k port_b R I K); cbn; tauto|]. rewrite ev_b. unfold num_b.
        unfold glob, port_b in G. apply pair_equal_spec in G. cbn [fst snd] in G. destruct G as [_ G]. destruct W as [E0|E0]; rewrite E0; lia.
    + replace (1 + 0) with 1 in * by lia. rewrite corridor_floor in F.
      right. eexists. split; [apply (in_corridor B cfg hts); auto|]. destruct W as [E0|E0]; rewrite E0; lia.
    + replace (1 + 0) with 1 in * by lia. rewrite corridor_floor in F.
      right. eexists. split; [apply (in_corridor B cfg hts); auto|]. destruct W as [E0|E0]; rewrite E0; lia.
  - left. pose proof (free_step B _ _ _ E) as S.
    assert (M : member (add (r, 10 * n + 4) (delta d)) B = false).
    { apply (rep_free B cfg); auto; [|lia]. unfold add. destruct d; cbn [delta fst snd]; lia. }
    destruct (S M) as (F & -> & ->). clear S E M. unfold add in *. destruct d; cbn [delta fst snd] in *.
    + replace (10 * n + 4 + 0) with (10 * n + 4) in * by lia. destruct (Z.eq_dec r 1) as [->|N].
      * change (1 + -1) with 0 in F. unfold b in F. rewrite no_floor in F by lia. discriminate.
      * right. eexists. split; [apply (at_right B cfg hts); auto; lia|]. destruct W as [E0|E0]; rewrite E0; lia.
    + replace (10 * n + 4 + 0) with (10 * n + 4) in * by lia. rewrite right_floor in F by lia.
      right. eexists. split; [apply (at_right B cfg hts); auto; lia|]. destruct W as [E0|E0]; rewrite E0; lia.
    + replace (r + 0) with r in * by lia. replace (10 * n + 4 + -1) with (10 * n + 3) in * by lia.
      destruct (Z.eq_dec r 1) as [->|N].
      * right. eexists. split; [apply (in_corridor B cfg hts); auto; lia|]. destruct W as [E0|E0]; rewrite E0; lia.
      * assert (G : ((r, 10 * n + 3) : square) = glob n 1 (r - 2, 10))
          by (unfold glob; cbn [fst snd]; apply pair_equal_spec; split; lia).
        rewrite G in *. assert (Wy : within (r - 2, 10)) by (unfold within; cbn [fst snd]; lia).
        rewrite (floor_room 1 _ ltac:(lia) Wy) in F.
        assert (X : ((r - 2, 10) : square) = port_i).
        { destruct (leaves (r - 2, 10) right F) as [[X _]|[[_ X]|[_ X]]]; [|exact X|discriminate X|discriminate X].
          unfold within, add. cbn [fst snd delta]. lia. }
        rewrite X. assert (r = 9) as -> by (unfold port_i in X; apply pair_equal_spec in X; lia).
        right. eexists. split; [apply (enters B cfg hts 1 port_i R I); [lia|cbn; tauto]|]. rewrite ev_i.
        unfold port_on. change (2 ^ (1 - 1)) with 1. destruct W as [E0|E0]; rewrite E0; lia.
    + unfold b in F. rewrite no_floor in F by lia. discriminate.
Qed.

(** What the steps of a play cost *)
Definition price (j p : nat) : Z := w * Z.of_nat j + (1 - w) * Z.of_nat p.

Lemma high_play s ds s' j p : Play b s ds s' j p -> solved b s' -> wf b s -> forall h, High s h -> h <= port_on n - 1 + price j p.
Proof.
  induction 1 as [s|s d s1 ds s2 j p E P IH]; intros S F h H.
  - exfalso. assert (R : exists B cfg, Rep B cfg /\ boxes s = B) by (destruct H; eauto).
    destruct R as (B & cfg & [_ R] & E). specialize (S last_box). rewrite E in S. specialize (S (proj2 (R _) (or_introl eq_refl))).
    unfold b in S. cbn [on rooms goals] in S. apply in_squares in S. destruct S as [_ S]. discriminate S.
  - assert (F1 : wf b s1).
    { pose proof (step_cases _ _ _ _ E) as C. destruct (pushes s d); [eapply wf_push|eapply wf_move]; eauto. }
    assert (C : price (Datatypes.S j) (if pushes s d then Datatypes.S p else p) = price j p + cost_of w s d).
    { unfold price, cost_of. destruct (pushes s d); lia. }
    rewrite C. destruct (high_step s h d s1 H E) as [[D|(h' & H' & L)]|[Q L]].
    + exfalso. eapply (dead_patterns (boxes s1) s1 j p D F1); [apply incl_refl|]. eapply solves_of_play; eauto.
    + specialize (IH S F1 h' H'). lia.
    + unfold cost_of. rewrite Q. unfold price. destruct W as [E0|E0]; rewrite E0; lia.
Qed.

Lemma shut_inner y : In y shut -> inner y.
Proof.
  intros I. destruct (live_room w W _ _ (live_start w W port_i ltac:(cbn; tauto))) as [A _]. apply A, I.
Qed.

Lemma high_start B : Rep B (fun _ => shut) -> High (State B (9, 10 * n + 4)) 0.
Proof.
  intros R. assert (T : total (fun _ => zero) = 0).
  { unfold total, sum. induction numbers_of_rooms as [|k l IH]; [reflexivity|]. cbn [fold_right]. rewrite IH. reflexivity. }
  replace 0 with (w * (9 - 9) + total (fun _ => zero)) by lia. apply (at_right B (fun _ => shut)); auto; [|lia].
  intros j J p P. exists (port_height w p). split; [now apply live_start|]. unfold minus, zero. now rewrite !Z.sub_diag.
Qed.
End Heights.
End Level.
