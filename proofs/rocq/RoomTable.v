(** Heights of the states of one room.  They are computed here, by functions of which nothing is proved, and then checked:
    no step lowers the height by more than it costs, whatever the heights of the ports are. *)
From Coq Require Import ZArith NArith List Bool Lia FMapPositive.
From Soko Require Import Rules Theory Rooms.
Import ListNotations.
Open Scope Z_scope.

Module M := PositiveMap.

(** * States by number *)

Definition index (y : square) : N := Z.to_N (fst y * 11 + snd y).
Definition mask (k : list square) : N := fold_left (fun m y => N.lor m (N.shiftl 1 (index y))) k 0%N.
Definition key (s : state) : positive := N.succ_pos (N.lor (N.shiftl (mask (boxes s)) 8) (index (player s))).

Fixpoint insert (y : square) (k : list square) : list square :=
  match k with [] => [y] | z :: k' => if (index y <? index z)%N then y :: k else z :: insert y k' end.
Definition sorted (s : state) : state := State (fold_right insert [] (boxes s)) (player s).

Definition directions : list direction := [up; down; left; right].

Definition next (s : state) : list state :=
  flat_map (fun d => match step one s d with Some t => [sorted t] | None => [] end) directions.
Definition elsewhere (s : state) : list state :=
  if member (player s) ports then map (State (boxes s)) ports else [].

(** All states that can be reached, but for those that [skip] skips. *)
Fixpoint reach (fuel : nat) (skip : state -> bool) (met : M.t state) (todo : list state) : M.t state :=
  match fuel, todo with
  | S fuel, s :: todo => if M.mem (key s) met || skip s then reach fuel skip met todo
                         else reach fuel skip (M.add (key s) s met) (next s ++ elsewhere s ++ todo)
  | _, _ => met
  end.
Definition fuel : nat := Z.to_nat 200000.

Definition values {A} (m : M.t A) : list A := map snd (M.elements m).

(** * Dead patterns: some boxes, and squares of the player from which they cannot be brought to goals *)

Definition seeds : list state := [
  State [(1, 3)] (2, 3); State [(2, 2)] (2, 3); State [(2, 4); (4, 8); (9, 5)] (2, 3); State [(2, 5)] (2, 4);
  State [(3, 7)] (4, 7); State [(4, 3)] (3, 3); State [(4, 6)] (4, 7); State [(4, 9)] (4, 8); State [(6, 7)] (5, 7);
  State [(9, 2)] (9, 3); State [(9, 3); (9, 4)] (9, 5); State [(9, 3); (9, 4)] (10, 4);
  State [(9, 3); (9, 5); (10, 4)] (9, 6); State [(9, 3); (9, 5); (11, 4)] (9, 6);
  State [(9, 3); (9, 5); (12, 4)] (9, 6); State [(9, 3); (9, 5); (12, 4)] (13, 4);
  State [(9, 3); (9, 5); (15, 6)] (9, 6); State [(9, 4); (9, 5)] (9, 3); State [(9, 4); (9, 5)] (9, 6);
  State [(9, 5); (9, 6)] (9, 4); State [(9, 7)] (9, 6); State [(13, 3)] (13, 4); State [(13, 5); (14, 6)] (13, 4);
  State [(13, 5); (14, 6)] (15, 6); State [(13, 6)] (13, 5); State [(13, 6)] (14, 6); State [(14, 3)] (14, 4);
  State [(14, 4); (15, 6)] (14, 6); State [(14, 5); (14, 6)] (14, 4); State [(15, 4); (15, 6)] (14, 6);
  State [(16, 4)] (15, 4); State [(16, 6)] (15, 6)].

Definition dead : M.t state := reach fuel (fun _ => false) (M.empty state) seeds.

Definition square_key (y : square) : positive := N.succ_pos (index y).
Definition patterns : M.t (list (list square)) :=
  fold_left (fun m s => let k := square_key (player s) in
    M.add k (boxes s :: match M.find k m with Some l => l | None => [] end) m) (values dead) (M.empty _).

Definition subset (k l : list square) : bool := forallb (fun y => member y l) k.
Definition is_dead (s : state) : bool :=
  match M.find (square_key (player s)) patterns with Some l => existsb (fun k => subset k (boxes s)) l | None => false end.

Definition live : M.t state := reach fuel is_dead (M.empty state) (map (State shut) ports).

(** * Heights.  A height is linear in two numbers of the room, [a] and [b], by which its ports' heights differ. *)

Record height := Height { of_a : Z; of_b : Z; rest : Z }.
Definition plus (s t : height) : height := Height (of_a s + of_a t) (of_b s + of_b t) (rest s + rest t).
Definition minus (s t : height) : height := Height (of_a s - of_a t) (of_b s - of_b t) (rest s - rest t).
Definition zero : height := Height 0 0 0.
Definition same_height (s t : height) : bool := (of_a s =? of_a t) && (of_b s =? of_b t) && (rest s =? rest t).

(** [w] is the cost of a step that does not push: 1 where moves count, 0 where pushes count. *)
Definition turn (w : Z) : Z := 12 + 104 * w.            (* the cost of opening a room and of passing it *)
Definition port_height (w : Z) (y : square) : height :=
  if square_eq y port_i then Height (-1) 0 0 else
  if square_eq y port_b then Height 0 w 0 else
  if square_eq y port_n then Height (-2) (- w) (- turn w) else zero.

Definition cost_of (w : Z) (s : state) (d : direction) : Z := if pushes s d then 1 else w.

Definition anchor (s : state) : state := if member (player s) ports then State (boxes s) port_i else s.
Definition below (s t : height) : bool :=
  (of_a s <? of_a t) || (of_a s =? of_a t) && ((of_b s <? of_b t) || (of_b s =? of_b t) && (rest s <? rest t)).

Definition numbers : M.t positive :=
  fst (fold_left (fun r s => (M.add (key s) (snd r) (fst r), Pos.succ (snd r))) (values live) (M.empty _, 1%positive)).
Definition number_of (s : state) : positive := match M.find (key s) numbers with Some i => i | None => 1%positive end.

(** The edges into each state, with what its height may be lower *)
Definition edge : Type := positive * height.
Definition edges (w : Z) : M.t (list edge) :=
  fold_left (fun m s => let u := number_of (anchor s) in fold_left (fun m d =>
      match step one s d with
      | Some t => let t := sorted t in
          if M.mem (key t) live then
            let v := number_of (anchor t) in
            let c := minus (plus (Height 0 0 (cost_of w s d)) (port_height w (player t))) (port_height w (player s)) in
            M.add v ((u, c) :: match M.find v m with Some l => l | None => [] end) m
          else m
      | None => m end) directions m) (values live) (M.empty _).

Definition value (h : M.t height) (i : positive) : height := match M.find i h with Some t => t | None => zero end.
Definition relax (t : height) (r : M.t height * list positive) (e : edge) : M.t height * list positive :=
  let t' := plus t (snd e) in
  if below t' (value (fst r) (fst e)) then (M.add (fst e) t' (fst r), fst e :: snd r) else r.
Fixpoint settle (fuel : nat) (l : M.t (list edge)) (h : M.t height) (front back : list positive) : M.t height :=
  match fuel with
  | S fuel =>
      match front with
      | [] => match back with [] => h | _ => settle fuel l h (rev back) [] end
      | v :: front => let (h, back) := fold_left (relax (value h v)) match M.find v l with Some l => l | None => [] end (h, back) in
                      settle fuel l h front back
      end
  | O => h
  end.

Definition first_heights (w : Z) : M.t height :=
  fold_left (fun h s => M.add (number_of (anchor s)) (if member (player s) ports then zero else port_height w port_b) h)
    (values live) (M.empty _).

Definition table (w : Z) : M.t (state * height) :=
  let first := first_heights w in
  let h := settle fuel (edges w) first (map fst (M.elements first)) [] in
  M.map (fun s => (s, plus (value h (number_of (anchor s))) (port_height w (player s)))) live.

(** * The check *)

Definition innerb (y : square) : bool := (1 <=? fst y) && (fst y <=? 18) && (1 <=? snd y) && (snd y <=? 9).
Definition same_place (x y : square) : bool := if square_eq x y then true else false.
Definition same_boxes (k l : list square) : bool := if list_eq_dec square_eq k l then true else false.

(** The least numbers [a] and [b] of any room *)
Definition least_a (w : Z) : Z := w.
Definition least_b (w : Z) : Z := 15 * w.

Definition never_positive (w : Z) (t : height) : bool :=
  (of_a t <=? 0) && (of_b t <=? 0) && (of_a t * least_a w + of_b t * least_b w + rest t <=? 0).

Definition shown_dead (u : state) : bool :=
  match M.find (square_key (player u)) patterns with
  | Some l => existsb (fun k => subset k (boxes u) &&
      match M.find (key (State k (player u))) dead with
      | Some v => same_boxes (boxes v) k && same_place (player v) (player u)
      | None => false end) l
  | None => false
  end.

Definition step_falls (w : Z) (m : M.t (state * height)) (s : state) (t : height) (d : direction) : bool :=
  match step one s d with
  | None => true
  | Some u => forallb innerb (boxes u) && (shown_dead u ||
      match M.find (key (sorted u)) m with
      | Some (v, t') => same_place (player v) (player u) && subset (boxes v) (boxes u) && subset (boxes u) (boxes v) &&
                        never_positive w (minus (minus t t') (Height 0 0 (cost_of w s d)))
      | None => false end)
  end.

Definition port_agrees (w : Z) (m : M.t (state * height)) (s : state) (t : height) (p : square) : bool :=
  match M.find (key (State (boxes s) p)) m with
  | Some (v, t') => same_boxes (boxes v) (boxes s) && same_place (player v) p &&
                    same_height (minus t' (port_height w p)) (minus t (port_height w (player s)))
  | None => false
  end.

Definition good_entry (w : Z) (m : M.t (state * height)) (e : state * height) : bool :=
  let (s, t) := e in
  forallb innerb (boxes s) && floor one (player s) && forallb (step_falls w m s t) directions &&
  (negb (member (player s) ports) ||
   forallb (port_agrees w m s t) ports && never_positive w (minus t (port_height w (player s)))).

Definition starts_at_zero (w : Z) (m : M.t (state * height)) : bool :=
  forallb (fun p => match M.find (key (State shut p)) m with
    | Some (v, t) => same_boxes (boxes v) shut && same_place (player v) p && same_height t (port_height w p)
    | None => false end) ports.

Definition good_table (w : Z) : bool :=
  let m := table w in forallb (good_entry w m) (values m) && starts_at_zero w m.

Definition in_patterns (k : list square) (p : square) : bool :=
  match M.find (key (State k p)) dead with
  | Some v => same_boxes (boxes v) k && same_place (player v) p
  | None => false
  end.

Definition pattern_step (s : state) (d : direction) : bool :=
  match step one s d with
  | None => true
  | Some u => if pushes s d then in_patterns (boxes (sorted u)) (player u) && subset (boxes (sorted u)) (boxes u)
              else in_patterns (boxes s) (player u)
  end.

Definition good_pattern (s : state) : bool :=
  forallb (fun y => innerb y && floor one y) (boxes s) && floor one (player s) && negb (subset (boxes s) shut) &&
  forallb (pattern_step s) directions &&
  (negb (member (player s) ports) || forallb (in_patterns (boxes s)) ports).

Definition good_patterns : bool := forallb good_pattern (values dead).
