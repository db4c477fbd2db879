(** Heights of words, with weights that depend on the rows left below: checks by computation, and what they prove about words
    of any length. *)
From Coq Require Import ZArith NArith List Bool Lia FMapPositive.
From Soko Require Import Rules Theory Fibonacci FibonacciWords FibonacciSteps FibonacciPossible FibonacciSequences FibonacciAutomata.
Import ListNotations.
Open Scope Z_scope.

Record weighted := Weighted { w_next : M.t (list (N * (positive * sequence))); w_rooms : M.t (list (N * Z)) }.

Fixpoint shifts (i : nat) (s : sequence) : sequence := match i with O => s | S i => shifts i (shift s) end.
Lemma value_shifts i : forall s r, value (shifts i s) r = value s (i + r).
Proof. induction i as [|i IH]; intros s r; [reflexivity|]. cbn [shifts plus value]. rewrite IH. reflexivity. Qed.

Section Heights.
Variable A : automaton.
Variable H : weighted.

Definition w_step (h : positive) (a : N) : option (positive * sequence) := assoc a (listed (w_next H) h).
Definition w_room (h : positive) (rho : N) : option Z := assoc rho (listed (w_rooms H) h).

Fixpoint height (h : positive) (u : list N) (rho : N) : option Z :=
  match u with
  | [] => w_room h rho
  | a :: u => match w_step h a with Some (h, w) => both Z.add (value w (length u)) (height h u rho) | None => None end
  end.

(** Words of i letters that are read, with their weight as a function of the rows below *)
Fixpoint w_windows (i : nat) (h : positive) : list (positive * list N * sequence) :=
  match i with
  | O => [(h, [], constant 0)]
  | S i => flat_map (fun e : N * (positive * sequence) => let '(a, (h, w)) := e in
      map (fun t : positive * list N * sequence => let '(h, u, s) := t in (h, a :: u, plus (shifts i w) s)) (w_windows i h)) (listed (w_next H) h)
  end.
Fixpoint w_run (h : positive) (u : list N) : positive * sequence :=
  match u with
  | [] => (h, constant 0)
  | a :: u => match w_step h a with
    | Some (h, w) => let (h, s) := w_run h u in (h, plus (shifts (length u) w) s)
    | None => (dead, nothing) end
  end.

Lemma value_nothing r : value nothing r = None.
Proof. induction r as [|r IH]; [reflexivity|exact IH]. Qed.

Lemma both_some (x y : option Z) z : both Z.add x y = Some z -> exists v w, x = Some v /\ y = Some w /\ z = v + w.
Proof. destruct x as [v|], y as [w|]; try discriminate. intros [= <-]. eauto. Qed.

Lemma in_w_windows u : forall h y rho z, height h (u ++ y) rho = Some z -> exists h1 s v w,
  In (h1, u, s) (w_windows (length u) h) /\ value s (length y) = Some v /\ height h1 y rho = Some w /\ z = v + w.
Proof.
  induction u as [|a u IH]; intros h y rho z E; cbn [app height length w_windows] in *.
  - exists h, (constant 0), 0, z. rewrite value_constant. cbn; auto.
  - destruct (w_step h a) as [[h' w]|] eqn:S; [|discriminate]. apply both_some in E. destruct E as (v1 & w1 & E1 & E2 & ->).
    destruct (IH _ _ _ _ E2) as (h1 & s & v & w2 & I & V & W & ->).
    exists h1, (plus (shifts (length u) w) s), (v1 + v), w2. split; [|split; [|split; [exact W|lia]]].
    + apply in_flat_map. exists (a, (h', w)). split; [now apply assoc_in|]. apply in_map_iff. exists (h1, u, s). auto.
    + rewrite value_plus, value_shifts, V. rewrite app_length in E1. rewrite E1. reflexivity.
Qed.

Lemma w_run_height u : forall h y rho h1 s v w, w_run h u = (h1, s) -> value s (length y) = Some v -> height h1 y rho = Some w ->
  height h (u ++ y) rho = Some (v + w).
Proof.
  induction u as [|a u IH]; intros h y rho h1 s v w R V W; cbn [app height w_run] in *.
  - injection R as -> <-. rewrite value_constant in V. injection V as <-. exact W.
  - destruct (w_step h a) as [[h' w']|] eqn:S.
    + destruct (w_run h' u) as [h2 s2] eqn:R2. injection R as -> <-. rewrite value_plus, value_shifts in V.
      apply both_some in V. destruct V as (v1 & v2 & V1 & V2 & ->). rewrite (IH _ _ _ _ _ _ _ R2 V2 W).
      rewrite app_length, V1. cbn. f_equal. lia.
    + injection R as <- <-. rewrite value_nothing in V. discriminate.
Qed.

(** * What continuations weigh more after one state than after another *)

Record excess := Excess { e_from : positive; e_against : positive; e_in : positive; e_odd : bool; e_most : sequence }.
Definition excess_key (h g q : positive) (odd : bool) : positive :=
  key ((((N.pos h * 512) + N.pos g) * 512 + N.pos q) * 2 + if odd then 1 else 0)%N.
Variable E : M.t excess.

Definition look (h g q : positive) (odd : bool) : option sequence :=
  match M.find (excess_key h g q odd) E with
  | Some e => if Pos.eqb (e_from e) h && Pos.eqb (e_against e) g && Pos.eqb (e_in e) q && Bool.eqb (e_odd e) odd
              then Some (e_most e) else None
  | None => None
  end.

Definition or_none (x : option (positive * sequence)) : positive * sequence := match x with Some x => x | None => (dead, nothing) end.
Definition less (x y : option Z) (z : Z) : bool := match y with Some y => match x with Some x => z - x <=? y | None => false end | None => false end.

Definition good_excess (e : excess) : bool :=
  (e_odd e || forallb (fun r : N * Z => negb (a_room A (e_in e) (fst r)) ||
     less (w_room (e_against e) (fst r)) (s0 (e_most e)) (snd r)) (listed (w_rooms H) (e_from e))) &&
  forallb (fun t : N * (positive * sequence) => let '(a, (h, w)) := t in
    match a_step A (e_in e) a with None => true | Some q =>
    negb (has w (negb (e_odd e))) ||
    let (g, w') := or_none (w_step (e_against e) a) in
    match look h g q (negb (e_odd e)) with None => false | Some s => below (plus w s) (plus (shift (e_most e)) w') end end)
    (listed (w_next H) (e_from e)).
Definition none_when_dead : bool := match listed (w_next H) dead, listed (w_rooms H) dead with [], [] => true | _, _ => false end.
Definition good_excesses : bool := none_when_dead && forallb good_excess (values E).

Hypothesis excesses_good : good_excesses = true.

Lemma dead_height u rho : height dead u rho = None.
Proof.
  unfold good_excesses, none_when_dead in excesses_good. apply andb_true_iff in excesses_good. destruct excesses_good as [D _].
  destruct u; cbn [height]; unfold w_room, w_step.
  - destruct (listed (w_next H) dead), (listed (w_rooms H) dead); try discriminate. reflexivity.
  - destruct (listed (w_next H) dead); try discriminate. reflexivity.
Qed.

Lemma look_good h g q odd s : look h g q odd = Some s -> good_excess (Excess h g q odd s) = true.
Proof.
  unfold look. destruct (M.find _ E) as [[h' g' q' o' s']|] eqn:F; [|discriminate]. cbn [e_from e_against e_in e_odd e_most].
  destruct (_ && _ && _ && _) eqn:C; [|discriminate]. rewrite !andb_true_iff, !Pos.eqb_eq in C. destruct C as [[[-> ->] ->] C].
  apply eqb_prop in C. subst o'. intros [= ->]. apply find_values in F. unfold good_excesses in excesses_good.
  apply andb_true_iff in excesses_good. destruct excesses_good as [_ G]. rewrite forallb_forall in G. now apply G.
Qed.

Theorem excess_most u rho : forall h g q s z, look h g q (Nat.odd (length u)) = Some s -> height h u rho = Some z ->
  accepts A q u rho = true -> exists x y, height g u rho = Some x /\ value s (length u) = Some y /\ z - x <= y.
Proof.
  induction u as [|a u IH]; intros h g q s z L Z Ac; pose proof (look_good _ _ _ _ _ L) as G; unfold good_excess in G;
    cbn [e_from e_against e_in e_odd e_most] in G; apply andb_true_iff in G; destruct G as [G1 G2].
  - cbn [length Nat.odd] in *. unfold Nat.odd in G1. cbn in G1. cbn [height] in *. unfold accepts in Ac. cbn [a_run] in Ac.
    rewrite forallb_forall in G1. specialize (G1 (rho, z) (assoc_in _ _ _ Z)). cbn [fst snd] in G1. rewrite Ac in G1. cbn [negb orb] in G1.
    unfold less in G1. cbn [value]. destruct (s0 s) as [y|]; [|discriminate]. destruct (w_room g rho) as [x|]; [|discriminate].
    exists x, y. apply Z.leb_le in G1. auto.
  - cbn [height] in *. destruct (w_step h a) as [[h' w]|] eqn:S; [|discriminate]. apply both_some in Z.
    destruct Z as (v1 & z1 & V & Z1 & ->). unfold accepts in Ac. cbn [a_run] in Ac.
    destruct (a_step A q a) as [q'|] eqn:Q; [|discriminate]. fold (accepts A q' u rho) in Ac.
    rewrite forallb_forall in G2. specialize (G2 (a, (h', w)) (assoc_in _ _ _ S)). cbv beta iota in G2. rewrite Q in G2.
    cbn [length] in *. rewrite Nat.odd_succ, <- Nat.negb_odd in L, G2. rewrite negb_involutive in G2.
    rewrite (has_value _ _ _ V) in G2. cbn [negb orb] in G2.
    destruct (or_none (w_step g a)) as [g' w'] eqn:O. destruct (look h' g' q' (Nat.odd (length u))) as [s'|] eqn:L'; [|discriminate].
    destruct (IH _ _ _ _ _ L' Z1 Ac) as (x1 & y1 & X & Y & B).
    pose proof (below_value _ _ G2 (length u) (v1 + y1)) as Be. rewrite !value_plus, V, Y in Be.
    destruct (Be eq_refl) as (t & T & Lt). apply both_some in T. destruct T as (y & x' & Y' & X' & ->).
    unfold or_none in O. destruct (w_step g a) as [[g1 w1]|] eqn:Sg; injection O as O1 O2; subst g' w'; [|rewrite value_nothing in X'; discriminate].
    exists (x' + x1), y. rewrite X', X. cbn [both value]. split; [reflexivity|]. split; [exact Y'|]. lia.
Qed.

(** * No step loses more than it may. *)

Variable cost : bool -> Z.

Record place_met := Met { m_h : positive; m_q : positive; m_odd : bool }.
Definition met_key (h q : positive) (odd : bool) : positive := key (((N.pos h * 512) + N.pos q) * 2 + if odd then 1 else 0)%N.
Variable P : M.t place_met.
Definition w_met (h q : positive) (odd : bool) : bool :=
  match M.find (met_key h q odd) P with
  | Some e => Pos.eqb (m_h e) h && Pos.eqb (m_q e) q && Bool.eqb (m_odd e) odd
  | None => false
  end.

Definition near_ahead (h : nat) (p : cell) : bool := match h with O => true | _ => Z.of_nat h - 3 <=? fst p end.

Definition rows_fall (h q : positive) (odd : bool) (i : nat) : bool :=
  let rest := xorb odd (Nat.odd i) in
  forallb (fun t : positive * list N * sequence => let '(h1, u, s) := t in
    match player_in_rows u with None => true | Some _ => negb (has s rest) ||
    forallb (fun d => match ahead i false u 0 d with None => true | Some (v, _, push) =>
      match a_run A q v with None => true | Some q1 =>
        let (h2, s2) := w_run h v in
        match look h1 h2 q1 rest with None => false | Some e => below (plus s e) (plus s2 (constant (cost push))) end end end) directions end)
    (w_windows i h).

Definition rooms_fall (h q : positive) (odd : bool) (i : nat) : bool :=
  xorb odd (Nat.odd i) ||
  forallb (fun t : positive * list N * sequence => let '(h1, u, s) := t in
    match s0 s with None => true | Some x =>
    forallb (fun r : N * Z => match player_in u (fst r) with None => true | Some p => negb (near_ahead i p) ||
      forallb (fun d => match ahead i true u (fst r) d with None => true | Some (v, rho, push) =>
        negb (accepts A q v rho) ||
        match height h v rho with None => false | Some y => x + snd r - y <=? cost push end end) directions end)
      (listed (w_rooms H) h1) end) (w_windows i h).

Definition good_met (e : place_met) : bool :=
  let '(Met h q odd) := e in
  forallb (fun t : N * (positive * sequence) => let '(a, (h, w)) := t in
    match a_step A q a with None => true | Some q => negb (has w (negb odd)) || w_met h q (negb odd) end) (listed (w_next H) h) &&
  forallb (rows_fall h q odd) [1; 2; 3]%nat && forallb (rooms_fall h q odd) [0; 1; 2]%nat.
Definition good_falls : bool := w_met 1 1 false && w_met 1 1 true && forallb good_met (values P).

Hypothesis falls_good : good_falls = true.

Lemma met_falls h q odd : w_met h q odd = true -> good_met (Met h q odd) = true.
Proof.
  unfold w_met. destruct (M.find _ P) as [[h' q' o']|] eqn:F; [|discriminate]. cbn [m_h m_q m_odd]. rewrite !andb_true_iff, !Pos.eqb_eq.
  intros [[-> ->] C]. apply eqb_prop in C. subst o'. apply find_values in F. unfold good_falls in falls_good.
  apply andb_true_iff in falls_good. destruct falls_good as [_ G]. rewrite forallb_forall in G. now apply G.
Qed.

(** What is read before a window *)
Lemma met_after x : forall h q y rho z q1, w_met h q (Nat.odd (length (x ++ y))) = true -> height h (x ++ y) rho = Some z ->
  a_run A q x = Some q1 -> exists h1 v w, w_met h1 q1 (Nat.odd (length y)) = true /\ height h1 y rho = Some w /\ z = v + w /\
    forall y' rho' w', length y' = length y -> height h1 y' rho' = Some w' -> height h (x ++ y') rho' = Some (v + w').
Proof.
  induction x as [|a x IH]; intros h q y rho z q1 Me Z R; cbn [app height a_run length] in *.
  - injection R as ->. exists h, 0, z. repeat split; auto.
  - destruct (a_step A q a) as [q2|] eqn:Q; [|discriminate]. destruct (w_step h a) as [[h2 w]|] eqn:S; [|discriminate].
    apply both_some in Z. destruct Z as (v1 & z1 & V & Z1 & ->). rewrite Nat.odd_succ, <- Nat.negb_odd in Me.
    pose proof (met_falls _ _ _ Me) as G. unfold good_met in G. rewrite !andb_true_iff in G. destruct G as [[G _] _].
    rewrite forallb_forall in G. specialize (G (a, (h2, w)) (assoc_in _ _ _ S)). cbv beta iota in G. rewrite Q, negb_involutive in G.
    rewrite (has_value _ _ _ V) in G. cbn [negb orb] in G.
    destruct (IH _ _ _ _ _ _ G Z1 R) as (h1 & v & w2 & M1 & Hw & -> & F). exists h1, (v1 + v), w2.
    split; [exact M1|]. split; [exact Hw|]. split; [lia|]. intros y' rho' w' Ly Hy. rewrite (F _ _ _ Ly Hy).
    rewrite app_length in *. rewrite Ly, V. cbn. f_equal. lia.
Qed.

Lemma first_met u : w_met 1 1 (Nat.odd u) = true.
Proof.
  unfold good_falls in falls_good. rewrite !andb_true_iff in falls_good. destruct (Nat.odd u); tauto.
Qed.

Lemma odd_rest (u v : list N) : Nat.odd (length v) = xorb (Nat.odd (length (u ++ v))) (Nat.odd (length u)).
Proof. rewrite app_length, Nat.odd_add. destruct (Nat.odd (length u)), (Nat.odd (length v)); reflexivity. Qed.

Theorem rows_fall_slowly x u v y i rho d push z : (1 <= i <= 3)%nat -> length u = i -> length v = i ->
  ahead i false u 0 d = Some (v, 0%N, push) -> height 1 (x ++ u ++ y) rho = Some z -> accepts A 1 (x ++ v ++ y) rho = true ->
  exists z', height 1 (x ++ v ++ y) rho = Some z' /\ z <= z' + cost push.
Proof.
  intros I Lu Lv Ah Z Ac. rewrite accepts_app in Ac. destruct (a_run A 1 x) as [q|] eqn:Q; [|discriminate].
  destruct (met_after x 1 1 (u ++ y) rho z q (first_met _) Z Q) as (h & c & w & Me & Hw & -> & F).
  pose proof (met_falls _ _ _ Me) as G. unfold good_met in G. rewrite !andb_true_iff in G. destruct G as [[_ G] _].
  rewrite forallb_forall in G. specialize (G i ltac:(cbn [In]; lia)). unfold rows_fall in G. rewrite forallb_forall in G.
  destruct (in_w_windows _ _ _ _ _ Hw) as (h1 & s & v1 & w1 & In1 & V1 & W1 & ->). rewrite Lu in In1.
  specialize (G _ In1). cbv beta iota in G. destruct (player_in_rows u) as [p|] eqn:Pl;
    [|unfold ahead, player_in in Ah; rewrite Pl in Ah; discriminate].
  assert (O : xorb (Nat.odd (length (u ++ y))) (Nat.odd i) = Nat.odd (length y)) by (rewrite (odd_rest u y), Lu; reflexivity).
  rewrite O in G. rewrite (has_value _ _ _ V1) in G. cbn [negb orb] in G. rewrite forallb_forall in G.
  specialize (G d (in_directions d)). rewrite Ah in G. rewrite accepts_app in Ac. destruct (a_run A q v) as [q1|] eqn:Qv; [|discriminate].
  destruct (w_run h v) as [h2 s2] eqn:R. destruct (look h1 h2 q1 (Nat.odd (length y))) as [e|] eqn:L; [|discriminate].
  destruct (excess_most _ _ _ _ _ _ _ L W1 Ac) as (x1 & y1 & X & Y & B).
  pose proof (below_value _ _ G (length y) (v1 + y1)) as Be. rewrite !value_plus, V1, Y, value_constant in Be.
  destruct (Be eq_refl) as (t & T & Lt). apply both_some in T. destruct T as (v2 & k & V2 & K & ->). injection K as <-.
  exists (c + (v2 + x1)). split; [|lia]. apply F; [rewrite !app_length; lia|]. now apply (w_run_height v h y rho h2 s2).
Qed.

Theorem room_falls_slowly x u v i rho rho' d push z p : (i <= 2)%nat -> length u = i -> length v = i ->
  ahead i true u rho d = Some (v, rho', push) -> player_in u rho = Some p -> (i = 0%nat \/ Z.of_nat i - 3 <= fst p) ->
  height 1 (x ++ u) rho = Some z -> accepts A 1 (x ++ v) rho' = true ->
  exists z', height 1 (x ++ v) rho' = Some z' /\ z <= z' + cost push.
Proof.
  intros I Lu Lv Ah Pl Ne Z Ac. rewrite accepts_app in Ac. destruct (a_run A 1 x) as [q|] eqn:Q; [|discriminate].
  destruct (met_after x 1 1 u rho z q (first_met _) Z Q) as (h & c & w & Me & Hw & -> & F).
  pose proof (met_falls _ _ _ Me) as G. unfold good_met in G. rewrite !andb_true_iff in G. destruct G as [_ G].
  rewrite forallb_forall in G. specialize (G i ltac:(cbn [In]; lia)). unfold rooms_fall in G. rewrite Lu, xorb_nilpotent in G. cbn [orb] in G.
  rewrite forallb_forall in G. rewrite <- (app_nil_r u) in Hw.
  destruct (in_w_windows _ _ _ _ _ Hw) as (h1 & s & v1 & w1 & In1 & V1 & W1 & ->). rewrite Lu in In1.
  specialize (G _ In1). cbv beta iota in G. cbn [length value height] in V1, W1. rewrite V1 in G. rewrite forallb_forall in G.
  specialize (G (rho, w1) (assoc_in _ _ _ W1)). cbn [fst snd] in G. rewrite Pl in G.
  assert (N : near_ahead i p = true) by (unfold near_ahead; destruct i; [reflexivity|apply Z.leb_le; lia]). rewrite N in G. cbn [negb orb] in G.
  rewrite forallb_forall in G. specialize (G d (in_directions d)). rewrite Ah, Ac in G. cbn [negb orb] in G.
  destruct (height h v rho') as [y|] eqn:Hy; [|discriminate]. apply Z.leb_le in G. exists (c + y). split; [|lia].
  apply F; [lia|exact Hy].
Qed.
End Heights.
