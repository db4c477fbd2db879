(** A step of a state changes a window of its word. *)
From Coq Require Import ZArith NArith List Bool Lia.
From Soko Require Import Rules Theory Fibonacci FibonacciWords.
Import ListNotations.
Open Scope Z_scope.

(** * Windows before and after a step *)

Definition room_part (room : bool) (bx : cell -> bool) (p : cell) : N := if room then room_letter bx p else 0%N.

Definition ahead (h : nat) (room : bool) (u : list N) (rho : N) (d : direction) : option (list N * N * bool) :=
  match player_in u rho with
  | None => None
  | Some p => match step_cells (window_floor h room) (box_in u rho) p d with
    | None => None
    | Some c => Some (rows h (boxed c) (at_cell c), room_part room (boxed c) (at_cell c), pushed c)
    end
  end.

Definition behind (h : nat) (room : bool) (v : list N) (rho : N) (d : direction) (push : bool) : option (list N * N) :=
  match player_in v rho with
  | None => None
  | Some a =>
      let p := player_back a d in let bx := boxes_back (box_in v rho) a d push in
      if window_floor h room p && negb (box_in v rho p) &&
         (negb push || window_floor h room (add a (step_of d)) && box_in v rho (add a (step_of d)))
      then Some (rows h bx p, room_part room bx p) else None
  end.

Lemma add_back p d : add (add p (step_of d)) (step_of (opposite d)) = p.
Proof. destruct p as [r c], d; unfold add; cbn [fst snd step_of opposite]; apply pair_equal_spec; split; lia. Qed.

Lemma two_cells p d : add (add p (step_of d)) (step_of d) <> p.
Proof. destruct p as [r c], d; unfold add; cbn [fst snd step_of]; intros [=]; lia. Qed.

Lemma window_floor_spec h room y :
  window_floor h room y = true <-> in_shaft (Z.of_nat h) y = true \/ (room = true /\ In y room_cells).
Proof. unfold window_floor. rewrite orb_true_iff, andb_true_iff, member_spec. reflexivity. Qed.

Lemma room_row y : In y room_cells -> -4 <= fst y <= -1.
Proof. cbn [room_cells In]. intuition (subst; cbn [fst]; lia). Qed.

Section Window.
Variable h : nat.
Variable room : bool.
Let fl := window_floor h room.

Lemma ext_rows f g p : (forall y, fl y = true -> f y = g y) ->
  rows h f p = rows h g p /\ room_part room f p = room_part room g p.
Proof.
  intros H. split.
  - apply rows_ext. intros y Y. apply H, window_floor_spec. auto.
  - unfold room_part. destruct room eqn:R; [|reflexivity]. apply room_ext. intros y Y. apply H, window_floor_spec. right; split; [first [exact R|reflexivity]|exact Y].
Qed.

Lemma reads bx p y : fl p = true -> fl y = true -> box_in (rows h bx p) (room_part room bx p) y = bx y.
Proof.
  intros P Y. apply window_floor_spec in P, Y. unfold box_in. destruct Y as [Y|[R Y]].
  - pose proof (proj1 (in_shaft_spec _ _) Y). replace (fst y <? 0) with false by (symmetry; apply Z.ltb_ge; lia).
    apply rows_read; [|exact Y]. destruct P as [P|[_ P]]; [apply in_shaft_spec in P; lia|apply room_row in P; lia].
  - pose proof (room_row y Y). replace (fst y <? 0) with true by (symmetry; apply Z.ltb_lt; lia).
    unfold room_part. rewrite R. now apply room_reads.
Qed.

Lemma reads_player bx p : fl p = true -> player_in (rows h bx p) (room_part room bx p) = Some p.
Proof.
  intros P. apply window_floor_spec in P. destruct P as [P|[R P]]; [now apply shaft_player|].
  unfold room_part. rewrite R. apply player_read. auto.
Qed.

Lemma at_floor bx p d c : step_cells fl bx p d = Some c -> at_cell c = add p (step_of d) /\ fl (at_cell c) = true.
Proof.
  unfold step_cells. cbv zeta. destruct (fl (add p (step_of d))) eqn:A; [|discriminate]. destruct (bx _).
  - destruct (_ && _); [|discriminate]. intros [= <-]. auto.
  - intros [= <-]. auto.
Qed.

Lemma step_ext f g p d c : (forall y, fl y = true -> f y = g y) -> step_cells fl f p d = Some c ->
  exists c', step_cells fl g p d = Some c' /\ at_cell c' = at_cell c /\ pushed c' = pushed c /\
    forall y, fl y = true -> boxed c' y = boxed c y.
Proof.
  intros H. unfold step_cells. cbv zeta. set (a := add p (step_of d)). set (t := add a (step_of d)).
  destruct (fl a) eqn:A; [|discriminate]. rewrite <- (H a A). destruct (f a).
  - destruct (fl t) eqn:T; cbn [andb]; [|discriminate]. rewrite <- (H t T). destruct (f t); [discriminate|]. cbn [negb].
    intros [= <-]. eexists. split; [reflexivity|]. cbn [at_cell pushed boxed]. repeat split. intros y Y. now rewrite (H y Y).
  - intros [= <-]. eexists. split; [reflexivity|]. cbn [at_cell pushed boxed]. repeat split. intros y Y. now rewrite (H y Y).
Qed.

Lemma ahead_spec bx p d c : fl p = true -> step_cells fl bx p d = Some c ->
  ahead h room (rows h bx p) (room_part room bx p) d =
    Some (rows h (boxed c) (at_cell c), room_part room (boxed c) (at_cell c), pushed c).
Proof.
  intros P S. unfold ahead. rewrite reads_player by exact P.
  destruct (step_ext bx (box_in (rows h bx p) (room_part room bx p)) p d c) as (c' & S' & A & Q & B).
  - intros y Y. symmetry. now apply reads.
  - exact S.
  - fold fl. rewrite S', A, Q. destruct (ext_rows _ _ (at_cell c) B) as [-> ->]. reflexivity.
Qed.

Lemma behind_spec bx p d c : fl p = true -> bx p = false -> step_cells fl bx p d = Some c ->
  behind h room (rows h (boxed c) (at_cell c)) (room_part room (boxed c) (at_cell c)) d (pushed c) =
    Some (rows h bx p, room_part room bx p).
Proof.
  intros P F S. destruct (at_floor _ _ _ _ S) as [Ea Fa]. unfold behind. rewrite reads_player by exact Fa.
  unfold player_back. rewrite Ea, add_back. fold fl. rewrite P. cbn [andb].
  assert (R : forall y, fl y = true -> box_in (rows h (boxed c) (at_cell c)) (room_part room (boxed c) (at_cell c)) y = boxed c y).
  { intros y Y. now apply reads. }
  assert (Tp : p <> add (at_cell c) (step_of d)) by (rewrite Ea; intros E; now apply (two_cells p d)).
  rewrite <- Ea. rewrite (R p P). unfold step_cells in S. cbv zeta in S. rewrite <- Ea, Fa in S. clear Ea.
  set (a := at_cell c) in *. set (t := add a (step_of d)) in *.
  destruct (bx a) eqn:Ba.
  - destruct (fl t) eqn:Ft; [|discriminate]. destruct (bx t) eqn:Bt; [discriminate|]. cbn [andb negb] in S.
    assert (Ec : boxed c = fun y => if is_cell y t then true else if is_cell y a then false else bx y) by (injection S as S; rewrite <- S; reflexivity).
    assert (Qc : pushed c = true) by (injection S as S; rewrite <- S; reflexivity). rewrite Qc. clear S.
    rewrite (R t Ft), Ec. cbv beta.
    assert (Et : is_cell t t = true) by now apply is_cell_spec. rewrite Et.
    assert (Ep : is_cell p t = false).
    { apply not_true_is_false. rewrite is_cell_spec. exact Tp. }
    assert (Ep' : is_cell p a = false).
    { apply not_true_is_false. rewrite is_cell_spec. congruence. }
    rewrite Ep, Ep', F. cbn [andb negb orb].
    destruct (ext_rows (boxes_back (box_in (rows h (fun y => if is_cell y t then true else if is_cell y a then false else bx y) a)
      (room_part room (fun y => if is_cell y t then true else if is_cell y a then false else bx y) a)) a d true) bx p) as [-> ->]; [|reflexivity].
    intros y Y. unfold boxes_back. fold t. destruct (is_cell y t) eqn:Yt.
    + apply is_cell_spec in Yt. now subst y.
    + destruct (is_cell y a) eqn:Ya; [apply is_cell_spec in Ya; now subst y|]. rewrite reads by auto. now rewrite Yt, Ya.
  - assert (Ec : boxed c = bx) by (injection S as S; rewrite <- S; reflexivity). assert (Qc : pushed c = false) by (injection S as S; rewrite <- S; reflexivity).
    rewrite Qc, Ec, F. cbn [andb negb orb boxes_back].
    destruct (ext_rows (box_in (rows h bx a) (room_part room bx a)) bx p) as [-> ->]; [|reflexivity].
    intros y Y. now apply reads.
Qed.
End Window.

(** * The window of a step *)

Definition Rows_change (k : nat) (bx : cell -> bool) (p : cell) (d : direction) (c : change) : Prop :=
  exists x u v y h, (1 <= h <= 3)%nat /\ length u = h /\ length v = h /\
    rows k bx p = x ++ u ++ y /\ rows k (boxed c) (at_cell c) = x ++ v ++ y /\
    room_letter bx p = room_letter (boxed c) (at_cell c) /\
    ahead h false u 0 d = Some (v, 0%N, pushed c) /\ behind h false v 0 d (pushed c) = Some (u, 0%N).

Definition Room_change (k : nat) (bx : cell -> bool) (p : cell) (d : direction) (c : change) : Prop :=
  exists x u v h, (h <= 2)%nat /\ length u = h /\ length v = h /\ (h = 0%nat \/ Z.of_nat h - 2 <= fst (at_cell c)) /\
    rows k bx p = x ++ u /\ rows k (boxed c) (at_cell c) = x ++ v /\
    player_in u (room_letter bx p) = Some p /\ player_in v (room_letter (boxed c) (at_cell c)) = Some (at_cell c) /\
    ahead h true u (room_letter bx p) d = Some (v, room_letter (boxed c) (at_cell c), pushed c) /\
    behind h true v (room_letter (boxed c) (at_cell c)) d (pushed c) = Some (u, room_letter bx p).

Lemma step_floor fl fl' bx p d c : step_cells fl bx p d = Some c -> fl' (at_cell c) = true ->
  (pushed c = true -> fl' (add (at_cell c) (step_of d)) = true) -> step_cells fl' bx p d = Some c.
Proof.
  unfold step_cells. cbv zeta. set (a := add p (step_of d)). set (t := add a (step_of d)). destruct (fl a); [|discriminate].
  destruct (bx a) eqn:B.
  - destruct (fl t); cbn [andb]; [|discriminate]. destruct (bx t); cbn [negb]; [discriminate|]. intros [= <-]. cbn [at_cell pushed].
    intros A Q. rewrite A. fold t in Q. rewrite (Q eq_refl). reflexivity.
  - intros [= <-]. cbn [at_cell pushed]. intros A _. now rewrite A.
Qed.

Lemma step_parts fl bx p d c : step_cells fl bx p d = Some c ->
  at_cell c = add p (step_of d) /\ fl (at_cell c) = true /\
  (pushed c = true -> fl (add (at_cell c) (step_of d)) = true) /\
  (forall y, y <> at_cell c -> (pushed c = true -> y <> add (at_cell c) (step_of d)) -> boxed c y = bx y).
Proof.
  unfold step_cells. cbv zeta. set (a := add p (step_of d)). set (t := add a (step_of d)). destruct (fl a) eqn:A; [|discriminate].
  destruct (bx a) eqn:B.
  - destruct (fl t) eqn:T; cbn [andb]; [|discriminate]. destruct (negb _); [|discriminate]. intros [= <-]. cbn [at_cell pushed boxed].
    fold t. repeat split; auto. intros y Ya Yt. specialize (Yt eq_refl). unfold is_cell.
    destruct (square_eq y t); [contradiction|]. destruct (square_eq y a); [contradiction|reflexivity].
  - intros [= <-]. cbn [at_cell pushed boxed]. repeat split; auto. discriminate.
Qed.

Lemma in_room_change k h bx p d c : (h <= 2)%nat -> (h <= k)%nat -> (h = 0%nat \/ Z.of_nat h - 2 <= fst (at_cell c)) -> step_cells (inside (Z.of_nat k)) bx p d = Some c ->
  bx p = false -> window_floor h true p = true -> window_floor h true (at_cell c) = true ->
  (pushed c = true -> window_floor h true (add (at_cell c) (step_of d)) = true) -> Room_change k bx p d c.
Proof.
  intros H K G0 S F P A Q. pose proof (step_floor _ (window_floor h true) _ _ _ _ S A Q) as W.
  pose proof (ahead_spec h true bx p d c P W) as Ah. pose proof (behind_spec h true bx p d c P F W) as Be.
  cbn [room_part] in Ah, Be. exists (upper (k - h) (Z.of_nat h) bx p), (rows h bx p), (rows h (boxed c) (at_cell c)), h.
  rewrite !rows_length. repeat split; auto.
  - rewrite <- rows_upper. f_equal. lia.
  - assert (E : upper (k - h) (Z.of_nat h) bx p = upper (k - h) (Z.of_nat h) (boxed c) (at_cell c)).
    { destruct (step_parts _ _ _ _ _ S) as (_ & _ & _ & B).
      assert (L : forall y, window_floor h true y = true -> fst y < Z.of_nat h).
      { intros y Y. apply window_floor_spec in Y. destruct Y as [Y|[_ Y]]; [apply in_shaft_spec in Y; lia|apply room_row in Y; lia]. }
      apply upper_ext.
      - intros i j I J. symmetry. apply B.
        + intros E. apply L in A. rewrite <- E in A. cbn [fst] in A. lia.
        + intros G E. specialize (L _ (Q G)). rewrite <- E in L. cbn [fst] in L. lia.
      - left. now apply L.
      - left. now apply L. }
    rewrite E, <- rows_upper. f_equal. lia.
  - exact (reads_player h true bx p P).
  - exact (reads_player h true (boxed c) (at_cell c) A).
Qed.

Lemma lower_step r h bx p d c : step_cells (fun y => window_floor h false (fst y - r, snd y)) bx p d = Some c ->
  exists c', step_cells (window_floor h false) (lower r bx) (fst p - r, snd p) d = Some c' /\
    at_cell c' = (fst (at_cell c) - r, snd (at_cell c)) /\ pushed c' = pushed c /\ forall y, boxed c' y = lower r (boxed c) y.
Proof.
  assert (S : forall y, add (fst y - r, snd y) (step_of d) = (fst (add y (step_of d)) - r, snd (add y (step_of d)))).
  { intros [u v]. unfold add. cbn [fst snd]. f_equal. lia. }
  assert (C : forall y z : cell, is_cell y (fst z - r, snd z) = is_cell (fst y + r, snd y) z).
  { intros [u v] [w x]. apply eq_true_iff_eq. rewrite !is_cell_spec. cbn [fst snd]. split; intros E; injection E; intros; f_equal; lia. }
  assert (L : forall y, lower r bx (fst y - r, snd y) = bx y).
  { intros [u v]. unfold lower. cbn [fst snd]. do 2 f_equal. lia. }
  unfold step_cells. cbv zeta. rewrite S. set (a := add p (step_of d)). rewrite S, !L. set (t := add a (step_of d)).
  destruct (window_floor h false (fst a - r, snd a)); [|discriminate]. destruct (bx a).
  - destruct (window_floor h false (fst t - r, snd t) && negb (bx t)); [|discriminate]. intros [= <-].
    eexists. split; [reflexivity|]. cbn [at_cell pushed boxed]. repeat split. intros y. unfold lower. now rewrite !C.
  - intros [= <-]. eexists. split; [reflexivity|]. cbn [at_cell pushed boxed]. repeat split.
Qed.

Lemma in_rows_change k r h bx p d c : (1 <= h <= 3)%nat -> (r + h <= k)%nat -> step_cells (inside (Z.of_nat k)) bx p d = Some c ->
  bx p = false -> let fl y := window_floor h false (fst y - Z.of_nat r, snd y) in fl p = true -> fl (at_cell c) = true ->
  (pushed c = true -> fl (add (at_cell c) (step_of d)) = true) -> Rows_change k bx p d c.
Proof.
  intros H K S F fl P A Q. pose proof (step_floor _ fl _ _ _ _ S A Q) as W.
  destruct (lower_step _ _ _ _ _ _ W) as (c' & W' & Ea & Eq & Eb).
  pose proof (ahead_spec h false (lower (Z.of_nat r) bx) _ d c' P W') as Ah.
  assert (F' : lower (Z.of_nat r) bx (fst p - Z.of_nat r, snd p) = false).
  { unfold lower. cbn [fst snd]. rewrite <- F. f_equal. destruct p. cbn [fst snd]. f_equal. lia. }
  pose proof (behind_spec h false (lower (Z.of_nat r) bx) _ d c' P F' W') as Be. cbn [room_part] in Ah, Be.
  rewrite Ea, Eq in Ah, Be. rewrite (rows_ext h (boxed c') (lower (Z.of_nat r) (boxed c))) in Ah, Be by (intros; apply Eb).
  destruct (step_parts _ _ _ _ _ S) as (_ & _ & _ & B).
  assert (L : forall y, fl y = true -> Z.of_nat r <= fst y < Z.of_nat r + Z.of_nat h).
  { intros y Y. unfold fl in Y. apply window_floor_spec in Y. destruct Y as [Y|[Y _]]; [|discriminate].
    apply in_shaft_spec in Y. cbn [fst snd] in Y. lia. }
  assert (O : forall y, fst y < Z.of_nat r \/ Z.of_nat r + Z.of_nat h <= fst y -> boxed c y = bx y).
  { intros y Y. apply B.
    - intros ->. apply L in A. lia.
    - intros G ->. specialize (L _ (Q G)). lia. }
  exists (upper (k - r - h) (Z.of_nat r + Z.of_nat h) bx p), (upper h (Z.of_nat r) bx p),
    (upper h (Z.of_nat r) (boxed c) (at_cell c)), (rows r bx p), h.
  rewrite !upper_rows, !rows_length, <- !upper_rows. repeat split; auto; try lia.
  - replace k with (k - r - h + h + r)%nat at 1 by lia. rewrite rows_upper, upper_upper, <- app_assoc. reflexivity.
  - replace k with (k - r - h + h + r)%nat at 1 by lia. rewrite rows_upper, upper_upper, <- app_assoc. f_equal; [|f_equal].
    + apply upper_ext; [|left; apply L in A; lia|left; apply L in P; lia]. intros i j I J. apply O. cbn [fst]. lia.
    + pose proof (L _ A). pose proof (L _ P).
      assert (G : forall q, Z.of_nat r <= fst q -> rows r bx q = rows r bx (-1, 0)).
      { intros q E. clear -E. induction r as [|r IH]; [reflexivity|]. cbn [rows]. rewrite IH by lia. f_equal. unfold row_letter.
        cbn [fst snd]. destruct (Z.eqb_spec (fst q) (Z.of_nat r)), (Z.eqb_spec (-1) (Z.of_nat r)); lia. }
      rewrite (rows_ext r (boxed c) bx).
      * rewrite (G p), (G (at_cell c)) by lia. reflexivity.
      * intros y Y. apply O. apply in_shaft_spec in Y. lia.
  - pose proof (L _ A). pose proof (L _ P). unfold room_letter. rewrite (bits_ext room_cells bx (boxed c)).
    + f_equal. assert (N : forall q, 0 <= fst q -> number_in room_cells q 1 = 0%N).
      { intros q E. assert (X : forall z, In z room_cells -> is_cell q z = false).
        { intros z Z. apply not_true_is_false. rewrite is_cell_spec. intros ->. apply room_row in Z. lia. }
        cbn [number_in room_cells]. rewrite !X by (cbn [room_cells In]; tauto). reflexivity. }
      rewrite !N by lia. reflexivity.
    + intros y Y. symmetry. apply O. apply room_row in Y. lia.
  - rewrite !upper_rows. exact Ah.
  - rewrite !upper_rows. exact Be.
Qed.

Theorem step_words k bx p d c : inside (Z.of_nat k) p = true -> bx p = false -> step_cells (inside (Z.of_nat k)) bx p d = Some c ->
  Rows_change k bx p d c \/ Room_change k bx p d c.
Proof.
  intros P F S. destruct (step_parts _ _ _ _ _ S) as (Ea & A & T & _). set (a := at_cell c) in *. set (t := add a (step_of d)) in *.
  assert (I : forall y, inside (Z.of_nat k) y = true -> fst y < Z.of_nat k /\ -4 <= fst y /\ (0 <= fst y -> 0 <= snd y <= 2)).
  { intros y Y. apply inside_spec in Y. destruct Y as [Y|Y]; [lia|apply room_row in Y; lia]. }
  assert (U : forall r h y, inside (Z.of_nat k) y = true -> Z.of_nat r <= fst y < Z.of_nat (r + h) ->
    window_floor h false (fst y - Z.of_nat r, snd y) = true).
  { intros r h y Y R. apply I in Y. apply window_floor_spec. left. apply in_shaft_spec. cbn [fst snd]. lia. }
  assert (V : forall h y, inside (Z.of_nat k) y = true -> fst y < Z.of_nat h -> window_floor h true y = true).
  { intros h y Y R. apply window_floor_spec. apply inside_spec in Y. destruct Y as [Y|Y]; [left; apply in_shaft_spec; lia|auto]. }
  assert (Rt : fst a = fst p + fst (step_of d) /\ fst t = fst a + fst (step_of d)) by (unfold t; rewrite Ea; split; reflexivity).
  pose proof (I p P) as Ip. pose proof (I a A) as Ia. assert (It : pushed c = true -> fst t < Z.of_nat k /\ -4 <= fst t) by (intros Q; specialize (I t (T Q)); tauto).
  set (q := if pushed c then fst t else fst a) in *.
  set (lo := Z.min (fst p) (Z.min (fst a) q)). set (hi := Z.max (fst p) (Z.max (fst a) q)).
  assert (B : hi < Z.of_nat k /\ hi - lo <= 2 /\ lo <= fst p <= hi /\ lo <= fst a <= hi /\ (pushed c = true -> lo <= fst t <= hi)).
  { clear U V S P F A T. unfold hi, lo, q. destruct (pushed c); [specialize (It eq_refl)|clear It]; destruct d; cbn [step_of fst] in *; lia. }
  destruct (Z.leb_spec 0 lo) as [L|L].
  - left. apply (in_rows_change k (Z.to_nat lo) (Z.to_nat (hi - lo + 1))); auto; try lia.
    + apply U; [exact P|lia].
    + apply (U _ _ a); [exact A|lia].
    + intros Q. apply (U _ _ t); [now apply T|specialize (proj2 (proj2 (proj2 (proj2 B))) Q); lia].
  - assert (G : hi - 1 <= fst a).
    { clear U V S P F A T B L. unfold hi, q. destruct (pushed c); destruct d; cbn [step_of fst] in *; lia. }
    right. apply (in_room_change k (Z.to_nat (hi + 1))); auto; try lia.
    + fold a. lia.
    + apply V; [exact P|lia].
    + apply (V _ a); [exact A|lia].
    + intros Q. apply (V _ t); [now apply T|specialize (proj2 (proj2 (proj2 (proj2 B))) Q); lia].
Qed.
