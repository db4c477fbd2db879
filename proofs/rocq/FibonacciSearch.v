(** What the tests of automata and heights ask for besides the tables.  It is found here by functions of which nothing is
    proved: whatever they return, the tests decide. *)
From Coq Require Import ZArith NArith List Bool FMapPositive.
From Soko Require Import Rules Fibonacci FibonacciWords FibonacciSteps FibonacciPossible FibonacciSequences FibonacciAutomata
  FibonacciHeights.
Import ListNotations.
Open Scope Z_scope.

(** * Tables as they are written: states count from 0, room letters are ranges of numbers in a list. *)

Definition ranges : Type := list (N * N).
Definition by_number {X} (l : list X) : M.t X :=
  fst (fold_left (fun r x => (M.add (snd r) x (fst r), Pos.succ (snd r))) l (M.empty X, 1%positive)).
Definition listed_letters (all : M.t N) (r : ranges) : list N :=
  flat_map (fun b : N * N => flat_map (fun i => match M.find (key (fst b + N.of_nat i)) all with Some a => [a] | None => [] end)
    (seq 0 (N.to_nat (snd b - fst b + 1)))) r.
Definition letter_set (l : list N) : M.t unit := fold_left (fun s a => M.add (key a) tt s) l (M.empty unit).

Definition automaton_of (all : list N) (states : list (list (N * N) * ranges)) : automaton :=
  let all := by_number all in
  Automaton (by_number (map (fun s => map (fun e : N * N => (fst e, N.succ_pos (snd e))) (fst s)) states))
    (by_number (map (fun s => letter_set (listed_letters all (snd s))) states)).

Definition four (f : nat -> option Z) (i : nat) : option quad :=
  match f i, f (2 + i)%nat, f (4 + i)%nat, f (6 + i)%nat with
  | Some a, Some b, Some c, Some d => Some (Quad a b c d)
  | _, _, _, _ => None
  end.
Definition sequence_from (f : nat -> option Z) : sequence :=
  Sequence (f 0%nat) (f 1%nat) (f 2%nat) (f 3%nat) (f 4%nat) (f 5%nat) (f 6%nat) (f 7%nat) (four f 8) (four f 9).

(** Values for even, or odd, numbers; the last four that are given go on. *)
Fixpoint go_on (count : nat) (l : list Z) : list Z :=
  match count, l with
  | S count, [a; b; c; d] => a :: go_on count [b; c; d; 5 * d - 8 * c + 5 * b - a]
  | S count, a :: l => a :: go_on count l
  | _, _ => []
  end.
Definition sequence_of (given : list Z * list Z) : sequence :=
  let e := go_on 8 (fst given) in let o := go_on 8 (snd given) in
  sequence_from (fun r => nth_error (if Nat.even r then e else o) (Nat.div2 r)).

Definition weighted_of (all : list N) (base : Z) (weights : list (list Z * list Z))
    (states : list (list (N * N * N) * list (Z * ranges))) : weighted :=
  let all := by_number all in let weights := by_number (map sequence_of weights) in
  Weighted
    (by_number (map (fun s => map (fun e : N * N * N => let '(a, h, w) := e in
      (a, (N.succ_pos h, match M.find (key w) weights with Some w => w | None => nothing end))) (fst s)) states))
    (by_number (map (fun s => flat_map (fun e : Z * ranges =>
      map (fun rho => (rho, base + fst e)) (listed_letters all (snd e))) (snd s)) states)).

(** * All that can be reached *)

Fixpoint reach {X} (fuel : nat) (key_of : X -> positive) (after : X -> list X) (found : M.t X) (todo : list X) : M.t X :=
  match fuel, todo with
  | S fuel, x :: todo =>
      if M.mem (key_of x) found then reach fuel key_of after found todo
      else reach fuel key_of after (M.add (key_of x) x found) (after x ++ todo)
  | _, _ => found
  end.
Definition fuel : nat := Z.to_nat 500000.

Section Search.
Variable A : automaton.

Definition pair_after (t : pair) : list pair :=
  flat_map (fun e : N * positive => match mode_step (snd t) (fst e) with Some m => [(snd e, m)] | None => [] end)
    (listed (a_next A) (fst t)).
Definition all_pairs : M.t pair := reach fuel pair_key pair_after (M.empty pair) [(1%positive, first_mode)].

Definition unequal (t : triple) : list triple := let '(q, _, q') := t in if Pos.eqb q q' then [] else [t].
Definition triple_after (t : triple) : list triple :=
  let '(q, m, q') := t in
  flat_map (fun e : N * positive => match mode_step m (fst e) with
    | Some m => unequal (snd e, m, or_dead (a_step A q' (fst e))) | None => [] end) (listed (a_next A) q).
Definition triples_of (t : pair) : list triple :=
  let (q, m) := t in
  flat_map (fun h => flat_map (fun w : positive * list N => let (q1, v) := w in
    match player_in_rows v with None => [] | Some _ =>
    flat_map (fun d => flat_map (fun push =>
      match behind h false v 0 d push with None => [] | Some (u, _) =>
      match mode_run m u with None => [] | Some m1 => unequal (q1, m1, or_dead (a_run A q u)) end end) [false; true]) directions end)
    (windows A h q)) [1; 2; 3]%nat.
Definition all_triples : M.t triple :=
  reach fuel triple_key triple_after (M.empty triple) (flat_map triples_of (values all_pairs)).

Variable H : weighted.

Definition met_after (e : place_met) : list place_met :=
  let '(Met h q odd) := e in
  flat_map (fun t : N * (positive * sequence) => let '(a, (h, w)) := t in
    match a_step A q a with Some q => if has w (negb odd) then [Met h q (negb odd)] else [] | None => [] end) (listed (w_next H) h).
Definition all_met : M.t place_met :=
  reach fuel (fun e => met_key (m_h e) (m_q e) (m_odd e)) met_after (M.empty place_met) [Met 1 1 false; Met 1 1 true].

Record compared := Compared { c_from : positive; c_against : positive; c_in : positive; c_odd : bool }.
Definition compared_key (c : compared) : positive := excess_key (c_from c) (c_against c) (c_in c) (c_odd c).
(** With the weights of the letter *)
Definition steps_of (c : compared) : list (sequence * sequence * compared) :=
  flat_map (fun t : N * (positive * sequence) => let '(a, (h, w)) := t in
    match a_step A (c_in c) a with None => [] | Some q =>
    if has w (negb (c_odd c)) then let (g, w') := or_none (w_step H (c_against c) a) in [(w, w', Compared h g q (negb (c_odd c)))]
    else [] end) (listed (w_next H) (c_from c)).
Definition compared_at (e : place_met) : list compared :=
  let '(Met h q odd) := e in
  flat_map (fun i => let rest := xorb odd (Nat.odd i) in
    flat_map (fun t : positive * list N * sequence => let '(h1, u, s) := t in
      if negb (has s rest) then [] else
      flat_map (fun d => match ahead i false u 0 d with None => [] | Some (v, _, _) =>
        match a_run A q v with None => [] | Some q1 => [Compared h1 (fst (w_run H h v)) q1 rest] end end) directions)
      (w_windows H i h)) [1; 2; 3]%nat.
Definition all_compared : M.t compared :=
  reach fuel compared_key (fun c => map snd (steps_of c)) (M.empty compared) (flat_map compared_at (values all_met)).

Definition largest (l : list Z) : option Z := match l with [] => None | x :: l => Some (fold_left Z.max l x) end.
Definition in_rooms (c : compared) : option Z :=
  largest (flat_map (fun r : N * Z => if a_room A (c_in c) (fst r) then
      match w_room H (c_against c) (fst r) with Some x => [snd r - x] | None => [] end else [])
    (listed (w_rooms H) (c_from c))).
Definition by_row (r : nat) (most : M.t Z) (c : compared) : option Z :=
  largest (flat_map (fun t : sequence * sequence * compared => let '(w, w', c) := t in
    match value w r, value w' r, M.find (compared_key c) most with Some x, Some x', Some y => [x - x' + y] | _, _, _ => [] end)
    (steps_of c)).
Definition most_of (odd : bool) (l : list compared) (f : compared -> option Z) : M.t Z :=
  fold_left (fun m c => if Bool.eqb (c_odd c) odd then match f c with Some x => M.add (compared_key c) x m | None => m end else m) l
    (M.empty Z).
(** For r rows to [r + count] *)
Fixpoint later_rows (count r : nat) (l : list compared) (most : M.t Z) : list (M.t Z) :=
  most :: match count with O => [] | S count => later_rows count (S r) l (most_of (Nat.even r) l (by_row r most)) end.
Definition all_excesses : M.t excess :=
  let found := all_compared in let l := values found in let rows := later_rows 15 0 l (most_of false l in_rooms) in
  M.map (fun c => Excess (c_from c) (c_against c) (c_in c) (c_odd c)
    (sequence_from (fun r => match nth_error rows r with Some m => M.find (compared_key c) m | None => None end))) found.
End Search.
