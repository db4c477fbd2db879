(* A state that is listed twice, which the other checkers reject. The proved checker has no need to: this keeps their
   verdicts equal. *)
module BZ = Z (* Zarith: the module Z of Core is another one *)
open Core

(** Return the place in a list of a state that has boxes and region of an earlier one. *)
let find_in listed =
  let states = Array.of_list listed in
  let hash state = ((BZ.hash state.emask * 31) + BZ.hash state.region) land 0x3fffffff in
  let order = Array.mapi (fun place state -> (hash state lsl 32) lor place) states in
  Array.stable_sort Int.compare order;
  let place at = order.(at) land 0xffffffff in
  let same i j = BZ.equal states.(i).emask states.(j).emask && BZ.equal states.(i).region states.(j).region in
  let rec among at earlier =
    earlier >= 0 && order.(at) lsr 32 = order.(earlier) lsr 32 && (same (place at) (place earlier) || among at (earlier - 1))
  in
  let first = ref None in
  for at = 1 to Array.length order - 1 do
    if among at (at - 1) then match !first with Some least when least < place at -> () | _ -> first := Some (place at)
  done;
  !first

(** Return the place of a state that is listed twice on its side; rests come after the states. *)
let find (read : Reader.t) =
  let states = read.certificate.states in
  match find_in states with
  | Some place -> Some place
  | None -> Option.map (fun place -> List.length states + place) (find_in read.certificate.rests)
