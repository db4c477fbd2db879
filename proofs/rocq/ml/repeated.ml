(* A state that is listed twice, which the other checkers reject. The proved checker has no need to: this keeps their
   verdicts equal. *)
module BZ = Z (* Zarith: the module Z of Core is another one *)
open Core

(** Return the place of a state that has boxes and region of an earlier one. *)
let find (read : Reader.t) =
  let states = Array.of_list read.certificate.states in
  let order = Array.init (Array.length states) Fun.id in
  let compare i j =
    let c = BZ.compare states.(i).emask states.(j).emask in
    if c <> 0 then c else let c = BZ.compare states.(i).region states.(j).region in if c <> 0 then c else Int.compare i j
  in
  Array.stable_sort compare order;
  let same i j = BZ.equal states.(i).emask states.(j).emask && BZ.equal states.(i).region states.(j).region in
  let first = ref None in
  for at = 1 to Array.length order - 1 do
    if same order.(at - 1) order.(at) then
      match !first with Some place when place < order.(at) -> () | _ -> first := Some order.(at)
  done;
  !first
