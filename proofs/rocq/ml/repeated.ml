(* A state that is listed twice, which the other checkers reject. The proved checker has no need to: this keeps their
   verdicts equal. *)
module BZ = Z (* Zarith: the module Z of Core is another one *)
open Core

(** Return whether the player can walk from one square to another between the walls and boxes of a level. *)
let connected level boxes start finish =
  let stride = BZ.to_int level.on.width + 1 and height = BZ.to_int level.on.height in
  let free = Array.make ((height + 2) * stride) false in
  for row = 1 to height do
    Array.fill free (row * stride) (stride - 1) true
  done;
  List.iter (fun (row, column) -> free.(((BZ.to_int row + 1) * stride) + BZ.to_int column) <- false) level.on.walls;
  List.iter (fun box -> free.(BZ.to_int box) <- false) boxes;
  let rec walk = function
    | [] -> false
    | square :: _ when square = finish -> true
    | square :: rest ->
        let visit rest next = if next >= 0 && free.(next) then (free.(next) <- false; next :: rest) else rest in
        walk (List.fold_left visit rest [ square - 1; square + 1; square - stride; square + stride ])
  in
  walk [ start ]

(** Return the place of a state that has the boxes of an earlier one, with the player in the same part of the floor. *)
let find (read : Reader.t) =
  let states = Array.of_list read.certificate.states in
  let sorted = Array.map (fun state -> Hashtbl.hash_param 1000 1000 (List.sort compare (List.map BZ.to_int state.s_boxes))) states in
  let order = Array.init (Array.length states) Fun.id in
  Array.sort (fun i j -> compare (sorted.(i), i) (sorted.(j), j)) order;
  let boxes i = List.sort compare states.(i).s_boxes in
  let same i j =
    boxes i = boxes j
    && connected read.certificate.about states.(i).s_boxes (BZ.to_int states.(i).s_player) (BZ.to_int states.(j).s_player)
  in
  let rec repeats at earlier =
    earlier >= 0 && sorted.(order.(earlier)) = sorted.(order.(at)) && (same order.(earlier) order.(at) || repeats at (earlier - 1))
  in
  let rec scan at first =
    if at = Array.length order then first
    else
      let first = if repeats at (at - 1) then match first with Some i when i < order.(at) -> first | _ -> Some order.(at) else first in
      scan (at + 1) first
  in
  scan 0 None
