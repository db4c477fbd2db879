(** The checker: facts `prices` and `patterns`, states forwards, claims about pushes. *)
From Coq Require Import ZArith NArith List Bool Lia Permutation FMapAVL FMapFacts OrderedTypeEx.
From Soko Require Import Rules Theory Masks.
Import ListNotations.
Open Scope N_scope.

Module NM := FMapAVL.Make N_as_OT.
Module NF := WFacts_fun N_as_OT NM.

(** * Things by a number *)
Definition listed {A} (t : NM.t (list A)) (k : N) : list A := match NM.find k t with Some l => l | None => [] end.
Definition index {A} (key : A -> N) (l : list A) : NM.t (list A) :=
  fold_left (fun t x => NM.add (key x) (x :: listed t (key x)) t) l (NM.empty _).

Lemma index_spec {A} (key : A -> N) l k x : In x (listed (index key l) k) -> In x l /\ key x = k.
Proof.
  unfold index. assert (H : forall t, In x (listed (fold_left (fun t x => NM.add (key x) (x :: listed t (key x)) t) l t) k)
    -> (In x l /\ key x = k) \/ In x (listed t k)).
  { induction l as [|y l IH]; cbn; auto. intros t H. apply IH in H. destruct H as [[]|H]; auto.
    unfold listed in H at 1. rewrite NF.add_o in H. destruct (N_as_OT.eq_dec (key y) k) as [<-|].
    - destruct H as [->|H]; auto.
    - right. exact H. }
  intros I. destruct (H _ I) as [|J]; auto. unfold listed in J. rewrite NF.empty_o in J. destruct J.
Qed.

(** A table of a list by keys, as a function.  [tabulate] changes nothing; extracted it keeps values in an array. *)
Definition lookup_in {A} (key : A -> N) (l : list A) : N -> list A := let t := index key l in fun k => listed t k.
Lemma lookup_spec {A} (key : A -> N) l k x : In x (lookup_in key l k) -> In x l /\ key x = k.
Proof. apply index_spec. Qed.
Definition tabulate {A} (size : N) (f : N -> A) : N -> A := f.

(** * Facts *)
Inductive val := No | Fin (z : Z) | Inf.
Definition fact : Type := N -> list N -> N -> val.    (* of boxes, as a mask and as a list, and the player's bit *)
Definition dead (v : val) : bool := match v with Inf => true | _ => false end.

(** Prices *)
Definition table : Type := N -> list (N * option Z).
Definition look (tab : table) (i q : N) : option Z :=
  match find (fun e => N.testbit (fst e) q) (tab i) with Some e => snd e | None => None end.
Fixpoint total_n (tab : table) (acc : Z) (l : list N) (q : N) : val :=
  match l with
  | [] => Fin acc
  | i :: l => match look tab i q with Some v => total_n tab (acc + v)%Z l q | None => Inf end
  end.
Definition opt_eqb (v w : option Z) : bool :=
  match v, w with Some v, Some w => Z.eqb v w | None, None => true | _, _ => false end.
Definition sq_eqb (x y : square) : bool := Z.eqb (fst x) (fst y) && Z.eqb (snd x) (snd y).

Section Prices.
Variable b : board.
Definition check_table (tab : table) (y : square -> Z) : bool :=
  let floor_squares := floor_list b in
  forallb (fun p =>
    forallb (fun d => let p1 := add p (delta d) in
      if floor b p1 then
        let q := enc b p in let q1 := enc b p1 in
        forallb (fun x => let i := enc b x in
          if (i =? q) || (i =? q1) then true else opt_eqb (look tab i q1) (look tab i q)) floor_squares
        && let t := add p1 (delta d) in
           if floor b t then match look tab q1 q, look tab (enc b t) q1 with
                             | Some v, Some w => (v <=? w + 1)%Z
                             | None, Some _ => false
                             | _, None => true
                             end
           else true
      else true) directions
    && forallb (fun g => sq_eqb p g ||
         match look tab (enc b g) (enc b p) with Some v => (v <=? - y g)%Z | None => false end) (goals b)) floor_squares.
End Prices.

(** The table itself comes from a computation that nothing rests on: values are improved until none changes. *)
Section Table.
Variable g : grid.
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
      better v (match look (listed t) j i with Some w => Some (w + 1)%Z | None => None end) else v)
    directions (snd e))) l) t.
Definition same := NM.equal (fun l l' : list (N * option Z) =>
  forallb (fun e => opt_eqb (snd (fst e)) (snd (snd e))) (combine l l')).
Fixpoint improved (fuel : nat) (t : NM.t (list (N * option Z))) :=
  match fuel with O => t | S f => let t1 := improve t in if same t1 t then t else improved f t1 end.
Definition nodes_of : NM.t (list N) := fold_left (fun t i =>
  NM.add i (parts 10000 (N.clearbit (fl g) i) (N.clearbit (fl g) i)) t) (bits 100000 (fl g) []) (NM.empty _).
Definition prices_table (nodes : NM.t (list N)) (price : N -> option Z) : table :=
  listed (improved 100000 (NM.mapi (fun i l => map (fun r =>
    (r, match price i with Some y => Some (- y)%Z | None => None end)) l) nodes)).
End Table.

Fixpoint assoc (x : square) (l : list (square * Z)) : option Z :=
  match l with [] => None | (y, v) :: l => if sq_eqb x y then Some v else assoc x l end.

(** The table of prices, and the price of each goal. *)
Definition table_of (b : board) (g : grid) (nodes : NM.t (list N)) (prices : list Z) : table * (square -> Z) :=
  let ys := combine (goals b) prices in
  let y x := match assoc x ys with Some v => v | None => 0%Z end in
  let byn := fold_left (fun t e => NM.add (enc b (fst e)) (snd e) t) ys (NM.empty Z) in
  (tabulate (N.size (fl g)) (prices_table g nodes (fun i => NM.find i byn)), y).

(** Patterns *)
Record pattern := Pat { pmask : N; plist : list N; pregion : N }.
Definition key_of (p : pattern) : N := match plist p with i :: _ => i | [] => 0 end.
Definition pattern_value (t : N -> list pattern) : fact := fun m l q =>
  if existsb (fun i => existsb (fun p => N.testbit (pregion p) q && (N.ldiff (pmask p) m =? 0)) (t i)) l
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

(** * States *)
Record entry := Entry { cost : Z; elist : list N; emask : N; region : N; eby : list fact; eclosing : list N }.

Section States.
Variable g : grid.
Variable fuel : nat.
Variable limit : option Z.
Variable goal_shade : bool.
Definition reached (c : Z) : bool := match limit with Some k => (k <=? c)%Z | None => false end.
Definition shade_n (l : list N) : bool := fold_left (fun s i => xorb (N.testbit (dk g) i) s) l false.
Definition rounded (z : Z) (odd : bool) : Z := if Bool.eqb (Z.odd z) odd then z else (z + 1)%Z.
Definition settled (known : N -> list entry) (by_ : list fact) (c : Z) (odd : bool) (m : N) (l : list N) (a : N) : bool :=
  existsb (fun e => N.testbit (region e) a && (cost e <=? c)%Z) (known m)
  || existsb (fun f : fact => match f m l a with No => reached (c + rounded 0 odd) | Inf => true | Fin z => reached (c + rounded z odd) end) by_.
(** A flood of which is proved, too, that it finds no other squares; so none may take its place. *)
Fixpoint walk_flood (fuel : nat) (free m : N) : N :=
  match fuel with
  | O => m
  | S fuel => let m1 := N.lor m (N.land (grow g m) free) in if N.eqb m1 m then m else walk_flood fuel free m1
  end.
(** CLOSING: the pushes of these boxes by a player outside are possible now and end inside, or are shown dead. *)
Definition check_closing (settles : N -> N -> bool) (e : entry) : bool :=
  let free := N.ldiff (fl g) (emask e) in let seed := N.log2 (region e) in
  match distinct (eclosing e) with
  | None => false
  | Some c =>
      match reach g fuel (N.ldiff (fl g) c) (region e) with
      | None => false
      | Some out =>
          (N.ldiff c (emask e) =? 0) &&
          (negb (N.ldiff c (gl g) =? 0) || negb (N.ldiff (N.ldiff (gl g) out) (emask e) =? 0)) &&
          N.testbit free seed && (N.ldiff (region e) (walk_flood fuel free (bit seed)) =? 0) &&
          all_pushes g fuel (fun a t =>
            existsb (fun f : fact => dead (f (replaced c a t) (t :: remove_n a (eclosing e)) a)) (eby e) ||
            (N.testbit (region e) (a + a - t) && negb (N.testbit (emask e) t) && negb (N.testbit out t) && settles a t)) c out
      end
  end.
Definition check_entry (known : N -> list entry) (e : entry) : bool :=
  (if N.ldiff (emask e) (gl g) =? 0 then reached (cost e) else true) &&
  let odd := negb (xorb (shade_n (elist e)) goal_shade) in
  let settles a t := settled known (eby e) (cost e + 1) odd (replaced (emask e) a t) (t :: remove_n a (elist e)) a in
  match eclosing e with
  | [] => all_pushes g fuel settles (emask e) (region e)
  | _ => check_closing settles e
  end.
Definition make_entry (facts : N -> option fact) (raw : Z * list N * N * list N * list N) : option entry :=
  let '(c, l, q, by_, closing) := raw in
  match distinct l, all_some facts by_ [] with
  | Some m, Some fs =>
      match reach g fuel (N.ldiff (fl g) m) (bit q) with
      | Some r => Some (Entry c l m r fs closing)
      | None => None
      end
  | _, _ => None
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
