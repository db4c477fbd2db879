(** States of the Fibonacci family as words: a letter for each row of the shaft from the top, then one for the room.  A step
    changes a window of at most three rows, or the room and at most two rows. *)
From Coq Require Import ZArith NArith List Bool Lia.
From Soko Require Import Rules Theory Fibonacci.
Import ListNotations.
Open Scope Z_scope.

(** * Letters *)

Definition bit_if (b : bool) (n : N) : N := if b then n else 0%N.

(** Four times the boxes as bits, and the player's column from 1, or 0 *)
Definition row_letter (bx : cell -> bool) (p : cell) (r : Z) : N :=
  (bit_if (bx (r, 0%Z)) 4 + bit_if (bx (r, 1%Z)) 8 + bit_if (bx (r, 2%Z)) 16 + (if (fst p =? r)%Z then Z.to_N (snd p + 1) else 0))%N.

Fixpoint rows (k : nat) (bx : cell -> bool) (p : cell) : list N :=
  match k with O => [] | S k => row_letter bx p (Z.of_nat k) :: rows k bx p end.

Fixpoint bits (cells : list cell) (bx : cell -> bool) : N :=
  match cells with [] => 0%N | y :: cells => (bit_if (bx y) 1 + 2 * bits cells bx)%N end.
Fixpoint number_in (cells : list cell) (p : cell) (i : N) : N :=
  match cells with [] => 0%N | y :: cells => if is_cell p y then i else number_in cells p (i + 1) end.

(** 32 times the boxes as bits, and the player's number, or 0 *)
Definition room_letter (bx : cell -> bool) (p : cell) : N := (32 * bits room_cells bx + number_in room_cells p 1)%N.

(** * Reading letters *)

Definition box_in_row (letter : N) (c : Z) : bool := N.testbit letter (Z.to_N (c + 2)).
Fixpoint box_in_rows (u : list N) (y : cell) : bool :=
  match u with [] => false | a :: u => if fst y =? Z.of_nat (length u) then box_in_row a (snd y) else box_in_rows u y end.
Fixpoint box_in_room (cells : list cell) (m : N) (y : cell) : bool :=
  match cells with [] => false | z :: cells => if is_cell y z then N.odd m else box_in_room cells (N.div2 m) y end.
Definition box_in (u : list N) (room : N) (y : cell) : bool :=
  if fst y <? 0 then box_in_room room_cells (N.shiftr room 5) y else box_in_rows u y.

Fixpoint player_in_rows (u : list N) : option cell :=
  match u with
  | [] => None
  | a :: u => if (N.modulo a 4 =? 0)%N then player_in_rows u else Some (Z.of_nat (length u), Z.of_N (N.modulo a 4) - 1)
  end.
Definition player_in (u : list N) (room : N) : option cell :=
  match player_in_rows u with
  | Some p => Some p
  | None => match N.modulo room 32 with 0%N => None | i => nth_error room_cells (N.to_nat i - 1) end
  end.

(** * Steps of boxes and player *)

Record change := Change { boxed : cell -> bool; at_cell : cell; pushed : bool }.

Definition step_cells (fl : cell -> bool) (bx : cell -> bool) (p : cell) (d : direction) : option change :=
  let a := add p (step_of d) in let t := add a (step_of d) in
  if fl a then
    if bx a then
      if fl t && negb (bx t) then Some (Change (fun y => if is_cell y t then true else if is_cell y a then false else bx y) a true)
      else None
    else Some (Change bx a false)
  else None.

(** The state before a step by which the player came to [a] *)
Definition boxes_back (bx : cell -> bool) (a : cell) (d : direction) (push : bool) : cell -> bool :=
  if push then let t := add a (step_of d) in fun y => if is_cell y t then false else if is_cell y a then true else bx y else bx.
Definition player_back (a : cell) (d : direction) : cell := add a (step_of (opposite d)).

(** The floor of a window of h rows, and the room if it is in the window *)
Definition window_floor (h : nat) (room : bool) (y : cell) : bool := in_shaft (Z.of_nat h) y || (room && member y room_cells).

Lemma bits_ext cells f g : (forall y, In y cells -> f y = g y) -> bits cells f = bits cells g.
Proof.
  induction cells as [|y l IH]; intros H; [reflexivity|]. cbn [bits]. rewrite (H y) by now left. rewrite IH; [reflexivity|].
  intros z Z. apply H. now right.
Qed.

Lemma room_ext f g p : (forall y, In y room_cells -> f y = g y) -> room_letter f p = room_letter g p.
Proof. intros H. unfold room_letter. now rewrite (bits_ext _ f g). Qed.

Lemma row_ext f g p r : f (r, 0) = g (r, 0) -> f (r, 1) = g (r, 1) -> f (r, 2) = g (r, 2) -> row_letter f p r = row_letter g p r.
Proof. intros A B C. unfold row_letter. now rewrite A, B, C. Qed.

Lemma rows_ext k f g p : (forall y, in_shaft (Z.of_nat k) y = true -> f y = g y) -> rows k f p = rows k g p.
Proof.
  induction k as [|k IH]; intros H; [reflexivity|]. cbn [rows]. f_equal.
  - apply row_ext; apply H, in_shaft_spec; cbn [fst snd]; lia.
  - apply IH. intros y Y. apply H. apply in_shaft_spec in Y. apply in_shaft_spec. lia.
Qed.

Lemma rows_length k bx p : length (rows k bx p) = k.
Proof. induction k; cbn; congruence. Qed.

(** Rows [r] on, as a window *)
Definition lower (r : Z) (bx : cell -> bool) (y : cell) : bool := bx (fst y + r, snd y).

(** The rows above, in and below a window *)
Fixpoint upper (k : nat) (r : Z) (bx : cell -> bool) (p : cell) : list N :=
  match k with O => [] | S k => row_letter bx p (r + Z.of_nat k) :: upper k r bx p end.

Lemma rows_upper k : forall r bx p, rows (k + r) bx p = upper k (Z.of_nat r) bx p ++ rows r bx p.
Proof.
  induction k as [|k IH]; intros r bx p; [reflexivity|]. cbn [plus rows upper app]. rewrite IH. do 2 f_equal. lia.
Qed.

Lemma upper_upper k h : forall r bx p, upper (k + h) r bx p = upper k (r + Z.of_nat h) bx p ++ upper h r bx p.
Proof.
  induction k as [|k IH]; intros r bx p; [reflexivity|]. cbn [plus upper app]. rewrite IH. do 2 f_equal. lia.
Qed.

Lemma upper_rows h r bx p : upper h r bx p = rows h (lower r bx) (fst p - r, snd p).
Proof.
  induction h as [|h IH]; [reflexivity|]. cbn [upper rows]. rewrite IH. f_equal. unfold row_letter, lower. cbn [fst snd].
  replace (Z.of_nat h + r) with (r + Z.of_nat h) by lia.
  destruct (Z.eqb_spec (fst p) (r + Z.of_nat h)), (Z.eqb_spec (fst p - r) (Z.of_nat h)); try lia; reflexivity.
Qed.

Lemma upper_ext k r f g p q : (forall i c, r <= i < r + Z.of_nat k -> 0 <= c <= 2 -> f (i, c) = g (i, c)) ->
  (fst p < r \/ r + Z.of_nat k <= fst p) -> (fst q < r \/ r + Z.of_nat k <= fst q) -> upper k r f p = upper k r g q.
Proof.
  intros H P Q. induction k as [|k IH]; [reflexivity|]. cbn [upper]. f_equal.
  - unfold row_letter. rewrite !H by lia. destruct (Z.eqb_spec (fst p) (r + Z.of_nat k)), (Z.eqb_spec (fst q) (r + Z.of_nat k)); lia.
  - apply IH; [|lia|lia]. intros i c I. apply H. lia.
Qed.

(** * What is read is what was written. *)

Lemma row_reads bx p r c : 0 <= snd p <= 2 -> 0 <= c <= 2 -> box_in_row (row_letter bx p r) c = bx (r, c).
Proof.
  intros P C. unfold row_letter, box_in_row.
  assert (E : (if fst p =? r then Z.to_N (snd p + 1) else 0%N) = 0%N \/ (if fst p =? r then Z.to_N (snd p + 1) else 0%N) = 1%N \/
    (if fst p =? r then Z.to_N (snd p + 1) else 0%N) = 2%N \/ (if fst p =? r then Z.to_N (snd p + 1) else 0%N) = 3%N).
  { destruct (fst p =? r); [|tauto]. assert (snd p = 0 \/ snd p = 1 \/ snd p = 2) as S by lia. destruct S as [->|[->| ->]]; cbn; tauto. }
  assert (c = 0 \/ c = 1 \/ c = 2) as D by lia.
  destruct E as [->|[->|[->| ->]]], D as [->|[->| ->]]; destruct (bx (r, 0)), (bx (r, 1)), (bx (r, 2)); reflexivity.
Qed.

Lemma row_player bx p r : N.modulo (row_letter bx p r) 4 =
  N.modulo (if fst p =? r then Z.to_N (snd p + 1) else 0) 4.
Proof.
  unfold row_letter. set (x := if fst p =? r then _ else _).
  replace (bit_if (bx (r, 0%Z)) 4 + bit_if (bx (r, 1%Z)) 8 + bit_if (bx (r, 2%Z)) 16 + x)%N
    with (x + (bit_if (bx (r, 0%Z)) 1 + bit_if (bx (r, 1%Z)) 2 + bit_if (bx (r, 2%Z)) 4) * 4)%N.
  - now rewrite N.mod_add by discriminate.
  - unfold bit_if. destruct (bx (r, 0%Z)), (bx (r, 1%Z)), (bx (r, 2%Z)); lia.
Qed.

Lemma rows_read k bx p y : (0 <= fst p -> 0 <= snd p <= 2) -> in_shaft (Z.of_nat k) y = true -> box_in_rows (rows k bx p) y = bx y.
Proof.
  intros P. induction k as [|k IH]; intros Y; apply in_shaft_spec in Y; [lia|]. cbn [rows box_in_rows]. rewrite rows_length.
  destruct (Z.eqb_spec (fst y) (Z.of_nat k)) as [E|E].
  - destruct y as [r c]. cbn [fst snd] in *. subst r. destruct (Z.leb_spec 0 (fst p)).
    + apply row_reads; [auto|lia].
    + replace (row_letter bx p (Z.of_nat k)) with (row_letter bx (-1, 0) (Z.of_nat k)); [apply row_reads; cbn; lia|].
      unfold row_letter. cbn [fst snd]. destruct (Z.eqb_spec (-1) (Z.of_nat k)), (Z.eqb_spec (fst p) (Z.of_nat k)); lia.
  - apply IH, in_shaft_spec. lia.
Qed.

Lemma rows_player k bx p : 0 <= fst p < Z.of_nat k -> 0 <= snd p <= 2 -> player_in_rows (rows k bx p) = Some p.
Proof.
  intros R C. induction k as [|k IH]; [lia|]. cbn [rows player_in_rows]. rewrite rows_length, row_player.
  destruct (Z.eqb_spec (fst p) (Z.of_nat k)) as [E|E].
  - destruct p as [r c]. cbn [fst snd] in *. subst r. assert (c = 0 \/ c = 1 \/ c = 2) as D by lia.
    destruct D as [->|[->| ->]]; reflexivity.
  - cbn. apply IH. lia.
Qed.

Lemma rows_no_player k bx p : fst p < 0 -> player_in_rows (rows k bx p) = None.
Proof.
  intros R. induction k as [|k IH]; [reflexivity|]. cbn [rows player_in_rows]. rewrite row_player.
  destruct (Z.eqb_spec (fst p) (Z.of_nat k)) as [E|E]; [lia|]. cbn. exact IH.
Qed.

Lemma bits_read cells bx y : NoDup cells -> In y cells -> box_in_room cells (bits cells bx) y = bx y.
Proof.
  induction 1 as [|z l N D IH]; intros I; [destruct I|]. cbn [bits box_in_room]. unfold is_cell. destruct (square_eq y z) as [->|E].
  - unfold bit_if. destruct (bx z); destruct (bits l bx); reflexivity.
  - destruct I as [->|I]; [congruence|]. rewrite <- (IH I). f_equal. unfold bit_if. destruct (bx z); destruct (bits l bx); reflexivity.
Qed.

Lemma number_bound p : (number_in room_cells p 1 < 32)%N.
Proof. unfold room_cells. cbn [number_in]. repeat (destruct (is_cell p _); [reflexivity|]). reflexivity. Qed.

Lemma nodup_room : NoDup room_cells.
Proof. repeat (constructor; [cbn; intuition discriminate|]). constructor. Qed.

Lemma room_reads bx p y : In y room_cells -> box_in_room room_cells (N.shiftr (room_letter bx p) 5) y = bx y.
Proof.
  intros I. unfold room_letter. rewrite N.shiftr_div_pow2. change (2 ^ 5)%N with 32%N.
  rewrite N.mul_comm, N.div_add_l by discriminate. rewrite (N.div_small _ 32) by apply number_bound. rewrite N.add_0_r.
  apply bits_read; [apply nodup_room|exact I].
Qed.

Lemma room_player bx p : N.modulo (room_letter bx p) 32 = number_in room_cells p 1.
Proof.
  unfold room_letter. rewrite N.add_comm, N.mul_comm, N.mod_add by discriminate. apply N.mod_small, number_bound.
Qed.

Lemma player_read h bx p : (in_shaft (Z.of_nat h) p = true \/ In p room_cells) -> player_in (rows h bx p) (room_letter bx p) = Some p.
Proof.
  intros [P|P]; unfold player_in.
  - apply in_shaft_spec in P. rewrite rows_player by lia. reflexivity.
  - assert (fst p < 0) by (cbn in P; intuition (subst; cbn; lia)). rewrite rows_no_player by assumption. rewrite room_player.
    cbn in P. intuition (subst; reflexivity).
Qed.

Lemma shaft_player h bx p room : in_shaft (Z.of_nat h) p = true -> player_in (rows h bx p) room = Some p.
Proof. intros P. unfold player_in. apply in_shaft_spec in P. rewrite rows_player by lia. reflexivity. Qed.
