(** After each step the player has a free square beside him; an automaton reads whether this can be so. *)
From Coq Require Import ZArith NArith List Bool Lia.
From Soko Require Import Rules Theory Fibonacci FibonacciWords FibonacciSteps.
Import ListNotations.
Open Scope Z_scope.

(** * A free square beside the player *)

(** Before the player's row: the boxes of the last row.  After it: 8, or the column 9 + c in which the row below must have a
    free square. *)
Definition mode : Type := N.
Definition first_mode : mode := 7%N.
Definition mode_step (m : mode) (letter : N) : option mode :=
  let boxes := N.div letter 4 in
  match N.modulo letter 4 with
  | 0%N => if (m <? 8)%N then Some boxes else if (m =? 8)%N then Some 8%N else
           if N.testbit boxes (m - 9) then None else Some 8%N
  | c => let c := (c - 1)%N in
         if ((m <? 8)%N && negb (N.testbit m c)) || ((1 <=? c)%N && negb (N.testbit boxes (c - 1))) ||
            ((c <=? 1)%N && negb (N.testbit boxes (c + 1))) then Some 8%N else Some (9 + c)%N
  end.
Fixpoint mode_run (m : mode) (u : list N) : option mode :=
  match u with [] => Some m | a :: u => match mode_step m a with Some m => mode_run m u | None => None end end.
Definition mode_room (m : mode) (rho : N) : bool := (m <=? 8)%N || negb (N.testbit rho (5 + (m - 9))).
Definition possible (m : mode) (u : list N) (rho : N) : bool :=
  match mode_run m u with Some m => mode_room m rho | None => false end.

Definition boxes_of (bx : cell -> bool) (r : Z) : N := (bit_if (bx (r, 0%Z)) 1 + bit_if (bx (r, 1%Z)) 2 + bit_if (bx (r, 2%Z)) 4)%N.

Lemma letter_parts bx p r : 0 <= snd p <= 2 \/ fst p <> r ->
  N.div (row_letter bx p r) 4 = boxes_of bx r /\ N.modulo (row_letter bx p r) 4 = if fst p =? r then Z.to_N (snd p + 1) else 0%N.
Proof.
  intros P. set (x := if fst p =? r then Z.to_N (snd p + 1) else 0%N).
  assert (E : row_letter bx p r = (boxes_of bx r * 4 + x)%N).
  { unfold row_letter, boxes_of, bit_if. fold x. destruct (bx (r, 0)), (bx (r, 1)), (bx (r, 2)); lia. }
  assert (X : (x < 4)%N).
  { unfold x. destruct (Z.eqb_spec (fst p) r); [|lia]. destruct P; [lia|contradiction]. }
  rewrite E. split.
  - rewrite N.div_add_l by discriminate. rewrite N.div_small by exact X. lia.
  - rewrite N.add_comm, N.mod_add by discriminate. now apply N.mod_small.
Qed.

Lemma boxes_small bx r : (boxes_of bx r < 8)%N.
Proof. unfold boxes_of, bit_if. destruct (bx (r, 0)), (bx (r, 1)), (bx (r, 2)); reflexivity. Qed.
Lemma boxes_bit bx r c : 0 <= c <= 2 -> N.testbit (boxes_of bx r) (Z.to_N c) = bx (r, c).
Proof.
  intros C. assert (c = 0 \/ c = 1 \/ c = 2) as E by lia. unfold boxes_of, bit_if.
  destruct E as [->|[->| ->]]; destruct (bx (r, 0)), (bx (r, 1)), (bx (r, 2)); reflexivity.
Qed.

Lemma mode_plain m bx p r : fst p <> r -> mode_step m (row_letter bx p r) =
  if (m <? 8)%N then Some (boxes_of bx r) else if (m =? 8)%N then Some 8%N else
  if N.testbit (boxes_of bx r) (m - 9) then None else Some 8%N.
Proof.
  intros P. unfold mode_step. destruct (letter_parts bx p r (or_intror P)) as [-> ->].
  destruct (Z.eqb_spec (fst p) r); [contradiction|reflexivity].
Qed.

Lemma mode_rest k : forall bx p, (fst p < 0 \/ Z.of_nat k <= fst p) -> mode_run 8%N (rows k bx p) = Some 8%N.
Proof.
  induction k as [|k IH]; intros bx p P; [reflexivity|]. cbn [rows mode_run]. rewrite mode_plain by lia. cbn. apply IH. lia.
Qed.

Lemma mode_before k : forall m bx p r, (m < 8)%N -> (fst p < r \/ r + Z.of_nat k <= fst p) ->
  mode_run m (upper k r bx p) = Some (match k with O => m | _ => boxes_of bx r end).
Proof.
  induction k as [|k IH]; intros m bx p r M P; [reflexivity|]. cbn [upper mode_run]. rewrite mode_plain by lia.
  rewrite (proj2 (N.ltb_lt _ _) M). rewrite IH by (try apply boxes_small; lia). destruct k; [|reflexivity].
  replace (r + Z.of_nat 0) with r by lia. reflexivity.
Qed.

Lemma mode_app u : forall m v, mode_run m (u ++ v) = match mode_run m u with Some m => mode_run m v | None => None end.
Proof. induction u as [|a u IH]; intros m v; [reflexivity|]. cbn [app mode_run]. destruct (mode_step m a); [apply IH|reflexivity]. Qed.

Definition Free (k : nat) (bx : cell -> bool) (p : cell) : Prop :=
  exists d, inside (Z.of_nat k) (add p (step_of d)) = true /\ bx (add p (step_of d)) = false.

Theorem free_possible k bx p : inside (Z.of_nat k) p = true -> Free k bx p ->
  possible first_mode (rows k bx p) (room_letter bx p) = true.
Proof.
  intros I (d & Id & B). unfold possible. apply inside_spec in I. destruct I as [[R C]|I].
  - destruct p as [r c]. cbn [fst snd] in *. set (i := Z.to_nat r). replace k with (k - i - 1 + S i)%nat by lia.
    rewrite rows_upper, mode_app, mode_before by (reflexivity || (left; cbn [fst]; lia)). cbn [rows mode_run].
    replace (Z.of_nat i) with r by lia. match goal with |- context [mode_step ?x _] => set (m := x) end.
    assert (M : (m < 8)%N) by (unfold m; destruct (k - i - 1)%nat; [reflexivity|apply boxes_small]).
    unfold mode_step. destruct (letter_parts bx (r, c) r (or_introl C)) as [-> ->]. cbn [fst snd]. rewrite Z.eqb_refl.
    assert (Ec : exists x, Z.to_N (c + 1) = N.pos x) by (exists (Z.to_pos (c + 1)); destruct c; try lia; reflexivity).
    destruct Ec as [x Ec]. rewrite Ec, <- Ec. replace (Z.to_N (c + 1) - 1)%N with (Z.to_N c) by lia. clear x Ec.
    rewrite (proj2 (N.ltb_lt _ _) M). cbn [andb].
    set (free := _ || _ || _). assert (G : free = true \/ d = down).
    { destruct d; [left|now right|left|left]; unfold free; rewrite !orb_true_iff; unfold add in *; cbn [step_of fst snd] in *.
      - left. left. replace (c + 0) with c in * by lia. apply inside_spec in Id. cbn [fst snd] in Id.
        destruct Id as [Id|Id]; [|apply room_row in Id; cbn [fst] in Id; lia]. unfold m.
        destruct (k - i - 1)%nat as [|j] eqn:E; [lia|]. rewrite boxes_bit by lia. replace (Z.of_nat (S i)) with (r + 1) by lia. now rewrite B.
      - left. right. replace (r + 0) with r in * by lia. apply inside_spec in Id. cbn [fst snd] in Id.
        destruct Id as [Id|Id]; [|apply room_row in Id; cbn [fst] in Id; lia].
        apply andb_true_iff. split; [apply N.leb_le; lia|]. replace (Z.to_N c - 1)%N with (Z.to_N (c + -1)) by lia.
        rewrite boxes_bit by lia. now rewrite B.
      - right. replace (r + 0) with r in * by lia. apply inside_spec in Id. cbn [fst snd] in Id.
        destruct Id as [Id|Id]; [|apply room_row in Id; cbn [fst] in Id; lia].
        apply andb_true_iff. split; [apply N.leb_le; lia|]. replace (Z.to_N c + 1)%N with (Z.to_N (c + 1)) by lia.
        rewrite boxes_bit by lia. now rewrite B. }
    destruct free; [rewrite mode_rest by (cbn [fst]; lia); reflexivity|]. destruct G as [G| ->]; [discriminate|].
    unfold add in *. cbn [step_of fst snd] in *. replace (c + 0) with c in * by lia.
    destruct i as [|j] eqn:Ei.
    + cbn [rows mode_run]. unfold mode_room. apply orb_true_iff. right.
      replace (9 + Z.to_N c - 9)%N with (Z.to_N c) by lia. assert (r = 0) as -> by lia.
      assert (E : N.testbit (room_letter bx (0, c)) (5 + Z.to_N c) = bx (-1, c)).
      { pose proof (room_reads bx (0, c) (-1, c)) as X. rewrite <- X by (assert (c = 0 \/ c = 1 \/ c = 2) as D by lia;
          destruct D as [->|[->| ->]]; cbn; tauto). clear X.
        rewrite N.add_comm, <- N.shiftr_spec'. set (z := N.shiftr _ 5). assert (c = 0 \/ c = 1 \/ c = 2) as D by lia.
        destruct D as [->|[->| ->]]; cbn [room_cells box_in_room is_cell Z.to_N]; destruct z as [|[[[]|[]|]|[[]|[]|]|]]; reflexivity. }
      rewrite E. change (0 + -1) with (-1) in B. now rewrite B.
    + cbn [rows mode_run]. rewrite mode_plain by (cbn [fst]; lia).
      destruct (N.ltb_spec (9 + Z.to_N c) 8); [lia|]. destruct (N.eqb_spec (9 + Z.to_N c) 8); [lia|].
      replace (9 + Z.to_N c - 9)%N with (Z.to_N c) by lia. rewrite boxes_bit by lia. replace (Z.of_nat j) with (r + -1) by lia. rewrite B.
      rewrite mode_rest by (cbn [fst]; lia). reflexivity.
  - pose proof (room_row p I). replace k with (k + 0)%nat by lia. rewrite rows_upper, mode_app, mode_before by (reflexivity || (left; lia)).
    cbn [rows mode_run]. unfold mode_room. apply orb_true_iff. left. apply N.leb_le.
    destruct k; [discriminate|]. pose proof (boxes_small bx (Z.of_nat 0)). cbn in *. lia.
Qed.
