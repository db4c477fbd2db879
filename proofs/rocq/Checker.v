(** The checker: facts `prices` and `patterns`, states forwards, claims about pushes. *)
From Coq Require Import ZArith NArith List Bool Lia Permutation FMapAVL FMapFacts OrderedTypeEx.
From Soko Require Import Rules Theory Masks Index.
Import ListNotations.
Open Scope N_scope.

Module NM := FMapAVL.Make N_as_OT.
Module NF := WFacts_fun N_as_OT NM.

(** * Things by a number *)
Definition listed {A} (t : NM.t (list A)) (k : N) : list A := match NM.find k t with Some l => l | None => [] end.

(** Any functions may take their place ([Index]). *)
Definition mark (k : N) : N := k.
Definition digit_of (place mark : N) : digit := D0.
Definition places (size : N) : list N := [].
Definition lookup_in {A} (key : A -> N) (l : list A) : N -> list A := Index.lookup_in mark digit_of places key l.
Lemma lookup_spec {A} (key : A -> N) l k x : In x (lookup_in key l k) -> In x l /\ key x = k.
Proof. apply Index.lookup_spec. Qed.

(** Any function may take its place, as what it says of boxes is checked ([check_table]): extracted, it is an array. *)
Definition tabulate {A} (size : N) (f : N -> A) : N -> A := f.

(** * Facts *)
(** At least so many pushes; at least so many moves, half of them pushes; dead. *)
Inductive val := No | Fin (z : Z) | FinM (z : Z) | Inf.
Definition fact : Type := N -> list N -> N -> val.    (* of boxes, as a mask and as a list, and the player's bit *)
Definition dead (v : val) : bool := match v with Inf => true | _ => false end.

(** Prices *)
Definition table : Type := N -> list (N * option Z).
Fixpoint value_at (l : list (N * option Z)) (q : N) : option Z :=
  match l with [] => None | (r, v) :: l => if N.testbit r q then v else value_at l q end.
Definition look (tab : table) (i q : N) : option Z := value_at (tab i) q.
Fixpoint total_n (tab : table) (acc : Z) (l : list N) (q : N) : val :=
  match l with
  | [] => Fin acc
  | i :: l => match look tab i q with Some v => total_n tab (acc + v)%Z l q | None => Inf end
  end.
Definition opt_eqb (v w : option Z) : bool :=
  match v, w with Some v, Some w => Z.eqb v w | None, None => true | _, _ => false end.
Definition sq_eqb (x y : square) : bool := Z.eqb (fst x) (fst y) && Z.eqb (snd x) (snd y).

(** What a push weighs, by the player's squares before and after it: one, or by their heights. *)
Definition weigh (height : option (N -> Z)) (q a : N) : Z :=
  match height with None => 1%Z | Some h => (1 + h q - h a)%Z end.

Section Prices.
Variable b : board.
Variable weight : N -> N -> Z.
(** Of a box on each square: its regions are closed, so that its value is the same wherever the player walks; and [ok] holds
    of its values before and after each push, and of the weight of the push. *)
Definition check_values (g : grid) (ok : option Z -> option Z -> Z -> bool) (tab : table) : bool :=
  let floor_squares := floor_list b in
  forallb (fun x => let i := enc b x in forallb (fun e => closed g (N.clearbit (fl g) i) (fst e)) (tab i)) floor_squares
  && forallb (fun p => forallb (fun d => let p1 := add p (delta d) in let t := add p1 (delta d) in
       if floor b p1 && floor b t then
         let q := enc b p in let q1 := enc b p1 in ok (look tab q1 q) (look tab (enc b t) q1) (weight q q1)
       else true) directions) floor_squares.
(** Whether a value falls by the weight of a push at most; [None] is infinitely much. *)
Definition falls (v w : option Z) (weight : Z) : bool :=
  match v, w with Some v, Some w => (v <=? w + weight)%Z | None, Some _ => false | _, None => true end.
(** The values fall by at most the weight of a push; and on a goal the regions are the whole floor, with at most minus the
    price. *)
Definition check_table (tab : table) (y : square -> Z) : bool :=
  let g := grid_of b in
  check_values g falls tab
  && forallb (fun x => let entries := tab (enc b x) in
       (N.ldiff (N.clearbit (fl g) (enc b x)) (fold_right (fun e m => N.lor (fst e) m) 0 entries) =? 0)
       && forallb (fun e => match snd e with Some v => (v <=? - y x)%Z | None => false end) entries) (goals b).
End Prices.

(** The table itself comes from a computation that nothing rests on: values are improved until none changes. *)
Section Table.
Variable g : grid.
Variable weight : N -> N -> Z.
Fixpoint bits (fuel : nat) (m : N) (acc : list N) : list N :=
  match fuel with
  | O => acc
  | S fuel => if m =? 0 then acc else let i := N.log2 m in bits fuel (N.clearbit m i) (i :: acc)
  end.
Fixpoint parts (fuel : nat) (free rest : N) : list N :=
  match fuel with
  | O => []
  | S f => if rest =? 0 then [] else
      match reach g 10000 free (bit (N.log2 rest)) with
      | Some r => r :: parts f free (N.ldiff rest r)
      | None => []
      end
  end.
Definition after (d : direction) (i : N) : N :=
  match d with up => i - st g | down => i + st g | left => i - 1 | right => i + 1 end.
Definition better (v w : option Z) : option Z :=
  match v, w with Some v, Some w => Some (Z.min v w) | None, w => w | v, None => v end.
Definition improve (t : NM.t (list (N * option Z))) : NM.t (list (N * option Z)) :=
  NM.mapi (fun i l => map (fun e => (fst e, fold_left (fun v d => let j := after d i in
    if N.testbit (shift g d (fst e)) i && N.testbit (fl g) j then
      better v (match look (listed t) j i with Some w => Some (w + weight (before g d i) i)%Z | None => None end) else v)
    directions (snd e))) l) t.
Definition same := NM.equal (fun l l' : list (N * option Z) =>
  forallb (fun e => opt_eqb (snd (fst e)) (snd (snd e))) (combine l l')).
Fixpoint improved (improve : NM.t (list (N * option Z)) -> NM.t (list (N * option Z))) (fuel : nat) (t : NM.t (list (N * option Z))) :=
  match fuel with O => t | S f => let t1 := improve t in if same t1 t then t else improved improve f t1 end.
Definition nodes_of : NM.t (list N) := fold_left (fun t i =>
  NM.add i (parts 10000 (N.clearbit (fl g) i) (N.clearbit (fl g) i)) t) (bits 100000 (fl g) []) (NM.empty _).
Definition prices_table (nodes : NM.t (list N)) (price : N -> option Z) : table :=
  listed (improved improve 100000 (NM.mapi (fun i l => map (fun r =>
    (r, match price i with Some y => Some (- y)%Z | None => None end)) l) nodes)).
End Table.

Fixpoint assoc (x : square) (l : list (square * Z)) : option Z :=
  match l with [] => None | (y, v) :: l => if sq_eqb x y then Some v else assoc x l end.

(** The table of prices of some squares, which [values] computes, and the price of each square. *)
Definition table_for (b : board) (g : grid) (squares : list square) (prices : list Z) (values : (N -> option Z) -> table) :
  table * (square -> Z) :=
  let ys := combine squares prices in
  let y x := match assoc x ys with Some v => v | None => 0%Z end in
  let byn := fold_left (fun t e => NM.add (enc b (fst e)) (snd e) t) ys (NM.empty Z) in
  (tabulate (N.size (fl g)) (values (fun i => NM.find i byn)), y).
Definition table_of (b : board) (g : grid) (weight : N -> N -> Z) (nodes : NM.t (list N)) (prices : list Z) : table * (square -> Z) :=
  table_for b g (goals b) prices (prices_table g weight nodes).

(** Patterns *)
Record pattern := Pat { pmask : N; plist : list N; pregion : N }.
Definition key_of (p : pattern) : N := match plist p with i :: _ => i | [] => 0 end.
Definition pattern_value (t : N -> list pattern) : fact := fun m l q =>
  if existsb (fun i => existsb (fun p => N.testbit (pregion p) q && subset (pmask p) m) (t i)) l
  then Inf else No.
Fixpoint distinct (l : list N) : option N :=
  match l with
  | [] => Some 0
  | i :: l => match distinct l with
              | Some m => if N.testbit m i then None else Some (N.setbit m i)
              | None => None
              end
  end.
Definition make_pattern (g : grid) (fuel : nat) (raw : list N * N) : option pattern :=
  match distinct (fst raw) with
  | Some m => match reach g fuel (N.ldiff (fl g) m) (bit (snd raw)) with
              | Some r => Some (Pat m (fst raw) r)
              | None => None
              end
  | None => None
  end.
Fixpoint all_some {A B} (f : A -> option B) (l : list A) (acc : list B) : option (list B) :=
  match l with [] => Some acc | x :: l => match f x with Some y => all_some f l (y :: acc) | None => None end end.
Definition patterns_fact (g : grid) (fuel : nat) (by_ : list fact) (raw : list (list N * N)) : option fact :=
  match all_some (make_pattern g fuel) raw [] with
  | None => None
  | Some ps =>
      let t := lookup_in key_of ps in
      if forallb (fun p =>
           negb (N.ldiff (pmask p) (gl g) =? 0) &&
           all_pushes g fuel (fun a t1 =>
             let l := t1 :: remove_n a (plist p) in let m := replaced (pmask p) a t1 in
             dead (pattern_value t m l a) || existsb (fun f : fact => dead (f m l a)) by_) (pmask p) (pregion p)) ps
      then Some (pattern_value t) else None
  end.

(** * States.  The player may be anywhere in the region, which has to be closed; of [closing], one box is pushed first. *)
Record entry := Entry { cost : Z; emask : N; region : N; eby : list N; eclosing : N }.

(** A value that is computed when it is first needed. *)
CoInductive delayed (A : Type) := Delay (a : A).
Arguments Delay {A}.
Definition force {A} (d : delayed A) : A := match d with Delay a => a end.

Section States.
Variable g : grid.
Variable fuel : nat.
Variable limit : option Z.
Variable goal_shade : bool.
Variable facts : N -> option fact.
Definition reached (c : Z) : bool := match limit with Some k => (k <=? c)%Z | None => false end.
Definition shade_n (l : list N) : bool := fold_left (fun s i => xorb (N.testbit (dk g) i) s) l false.
Definition is_listed (l : list entry) (a : N) (c : Z) : bool := existsb (fun e => N.testbit (region e) a && (cost e <=? c)%Z) l.
Definition rounded (z : Z) (odd : bool) : Z := if Bool.eqb (Z.odd z) odd then z else (z + 1)%Z.
(** Whether a state is listed, or shown by a fact; [boxes], and whether the pushes to go are odd, are found only if a fact
    needs them. *)
Definition settled (known : N -> list entry) (by_ : list fact) (c : Z) (m : N) (boxes : unit -> option (list N * bool)) (a : N) : bool :=
  is_listed (known m) a c ||
  match boxes tt with
  | Some (l, odd) => existsb (fun f : fact =>
      match f m l a with
      | No => reached (c + rounded 0 odd)
      | Inf => true
      | Fin z => reached (c + rounded z odd)
      | FinM z => reached (c + Z.div2 (z + 1))
      end) by_
  | None => false
  end.
(** The squares of [r] that are in [m], or [k] before or behind one. *)
Definition spread (k r m : N) : N := N.lor m (N.land (N.lor (N.shiftr m k) (N.shiftl m k)) r).
(** Whether each square of [r] is reached from [m] by steps in [r]. *)
Fixpoint connected (fuel : nat) (r m : N) : bool :=
  match fuel with
  | O => false
  | S fuel => if m =? r then true else connected fuel r (spread (st g) r (spread 1 r m))
  end.
(** Any square of the region may take its place. *)
Definition middle (m : N) : N := N.log2 m.
(** CLOSING: the pushes of these boxes by a player outside are possible now and end inside, or are shown dead. *)
Definition check_closing (settles : N -> N -> bool) (by_ : list fact) (e : entry) : bool :=
  let c := eclosing e in let boxes := Delay (squares_in fuel c []) in
  match reach g fuel (N.ldiff (fl g) c) (region e) with
  | Some out =>
      subset c (emask e) &&
      (negb (subset c (gl g)) || negb (subset (gl g) (N.lor out (emask e)))) &&
      subset (region e) (N.ldiff (fl g) (emask e)) && connected fuel (region e) (bit (middle (region e))) &&
      all_pushes g fuel (fun a t =>
        N.testbit (region e) (a + a - t) && negb (N.testbit (emask e) t) && negb (N.testbit out t) && settles a t ||
        match force boxes with
        | Some l => existsb (fun f : fact => dead (f (replaced c a t) (t :: remove_n a l) a)) by_
        | None => false
        end) c out
  | None => false
  end.
(** Boxes, and whether an odd number of pushes is to go after the next one. *)
Definition with_shade (boxes : option (list N)) : option (list N * bool) :=
  match boxes with Some l => Some (l, negb (xorb (shade_n l) goal_shade)) | None => None end.
Definition boxes_after (a t : N) (boxes : option (list N * bool)) : option (list N * bool) :=
  match boxes with Some (l, odd) => Some (t :: remove_n a l, odd) | None => None end.
Definition check_entry (known : N -> list entry) (e : entry) : bool :=
  (if subset (emask e) (gl g) then reached (cost e) else true) &&
  closed g (N.ldiff (fl g) (emask e)) (region e) &&
  match all_some facts (eby e) [] with
  | Some by_ =>
      let boxes := Delay (with_shade (squares_in fuel (emask e) [])) in
      let settles a t := settled known by_ (cost e + 1) (replaced (emask e) a t) (fun _ => boxes_after a t (force boxes)) a in
      if eclosing e =? 0 then all_pushes g fuel settles (emask e) (region e) else check_closing settles by_ e
  | None => false
  end.
End States.

(** * The whole *)
Fixpoint distinct_squares (l : list square) : bool :=
  match l with [] => true | x :: l => negb (member x l) && distinct_squares l end.
Definition level_ok (l : level) : bool :=
  let b := on l in let s := first l in
  negb (match boxes s with [] => true | _ => false end) && distinct_squares (boxes s) && distinct_squares (goals b) &&
  Nat.eqb (length (boxes s)) (length (goals b)) && forallb (floor b) (boxes s) && forallb (floor b) (goals b) &&
  floor b (player s) && negb (member (player s) (boxes s)).

(** The solution, by the rules themselves. *)
Fixpoint run (b : board) (s : state) (ds : list direction) : option (state * nat * nat) :=
  match ds with
  | [] => Some (s, O, O)
  | d :: ds => match step b s d with
               | None => None
               | Some s1 => match run b s1 ds with
                            | Some (s2, m, p) => Some (s2, S m, if pushes s d then S p else p)
                            | None => None
                            end
               end
  end.
Definition solution_cost (l : level) (ds : list direction) : option (nat * nat) :=
  match run (on l) (first l) ds with
  | Some (s, m, p) => if is_solved (on l) s then Some (m, p) else None
  | None => None
  end.
