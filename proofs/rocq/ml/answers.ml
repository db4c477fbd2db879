(* Answers to requests of the conformance suite, one JSON object a line, by the extracted rules. Not proved. *)
module BZ = Z (* Zarith: the module Z of Core is another one *)
open Core

let z = BZ.of_int
let letters = [ ('u', Up); ('d', Down); ('l', Left); ('r', Right) ]

(** Return the level of an XSB drawing, in which short rows go on with floor. *)
let level_of drawing =
  let rows = Array.of_list (String.split_on_char '\n' drawing) in
  let width = Array.fold_left (fun most row -> max most (String.length row)) 0 rows in
  let squares symbols =
    List.concat
      (List.init (Array.length rows) (fun r ->
           List.filter_map
             (fun c -> if String.contains symbols rows.(r).[c] then Some (z r, z c) else None)
             (List.init (String.length rows.(r)) Fun.id)))
  in
  let board = { width = z width; height = z (Array.length rows); walls = squares "#"; goals = squares ".*+" } in
  match squares "@+" with
  | [ player ] -> { on = board; first = { boxes = squares "$*"; player } }
  | _ -> raise Json.Malformed

(** Return the rule that decides a step: T1 to T4 of docs/background/rules.md. *)
let rule board state direction =
  match step board state direction with
  | Some next when pushes state direction -> ("T3", Some next)
  | Some next -> ("T2", Some next)
  | None -> ((if pushes state direction then "T4" else "T1"), None)

let square (row, column) = Json.List [ Json.Int (BZ.to_int row); Json.Int (BZ.to_int column) ]
let squares listed = Json.List (List.map square (List.sort compare listed))
let fields_of state = [ ("boxes", squares state.boxes); ("player", square state.player) ]

let answer_steps level =
  Json.Object (List.map (fun (letter, way) -> (String.make 1 letter, Json.String (fst (rule level.on level.first way)))) letters)

(** Answer with the four successors in full: rule, state and whether it is solved. *)
let answer_successors level =
  let successor (_, way) =
    match rule level.on level.first way with
    | name, Some state -> Json.Object (("rule", Json.String name) :: ("solved", Json.Bool (is_solved level.on state)) :: fields_of state)
    | name, None -> Json.Object [ ("rule", Json.String name) ]
  in
  Json.Object
    [ ("is_level", Json.Bool (level_ok level)); ("solved", Json.Bool (is_solved level.on level.first)); ("successors", Json.List (List.map successor letters)) ]

let answer_replay level lurd =
  let rec go state at =
    let stop rule =
      Json.Object ((("verdict", Json.String "INVALID") :: ("at", Json.Int at) :: ("rule", Json.String rule) :: ("solved", Json.Bool (is_solved level.on state)) :: fields_of state))
    in
    if at = String.length lurd then
      if is_solved level.on state then
        Json.Object (("verdict", Json.String "VALID") :: ("at", Json.Null) :: ("rule", Json.Null) :: ("solved", Json.Bool true) :: fields_of state)
      else stop "A2"
    else
      match List.assoc_opt (Char.lowercase_ascii lurd.[at]) letters with
      | None -> stop "P1"
      | Some way -> (
          let is_upper = Char.uppercase_ascii lurd.[at] = lurd.[at] in
          match rule level.on state way with
          | name, None -> stop name
          | name, Some next -> if (name = "T3") <> is_upper then stop "P2" else go next (at + 1))
  in
  go level.first 0

let int_of_nat count =
  let rec go n = function O -> n | S rest -> go (n + 1) rest in
  go 0 count

(** Answer with moves and pushes of a solution, null for what is none. *)
let answer_cost level lurd =
  let way c = match List.assoc_opt (Char.lowercase_ascii c) letters with Some way -> way | None -> raise Json.Malformed in
  let ways = List.init (String.length lurd) (fun i -> way lurd.[i]) in
  match solution_cost level ways with
  | Some (moves, pushes) -> Json.Object [ ("moves", Json.Int (int_of_nat moves)); ("pushes", Json.Int (int_of_nat pushes)) ]
  | None -> Json.Object [ ("moves", Json.Null); ("pushes", Json.Null) ]

(** Answer whether pieces on a board make a level. *)
let answer_pieces given =
  let squares key =
    match Json.field key given with
    | Some (Json.List listed) ->
        List.map (function Json.List [ Json.Int r; Json.Int c ] -> (z r, z c) | _ -> raise Json.Malformed) listed
    | _ -> raise Json.Malformed
  in
  let size key = match Json.field key given with Some (Json.Int size) -> z size | _ -> raise Json.Malformed in
  let board = { width = size "width"; height = size "height"; walls = squares "walls"; goals = squares "goals" } in
  let is_level =
    match squares "players" with [ player ] -> level_ok { on = board; first = { boxes = squares "boxes"; player } } | _ -> false
  in
  Json.Object (("is_level", Json.Bool is_level) :: (if is_level then [ ("defects", Json.List []) ] else []))

let answer check request =
  match Json.field "given" request with
  | None -> Json.Null
  | Some given -> (
      let level () = level_of (Json.text "level" given) in
      match Json.text "kind" request with
      | "steps" -> answer_steps (level ())
      | "successors" -> answer_successors (level ())
      | "replay" when Json.field "mode" given = Some (Json.String "strict") -> answer_replay (level ()) (Json.text "lurd" given)
      | "cost" -> answer_cost (level ()) (Json.text "lurd" given)
      | "pieces" -> answer_pieces given
      | "certificate" -> check (Json.text "text" given)
      | _ -> Json.Null)

(** Answer a request a line until there are no more. *)
let answer_all check =
  try
    while true do
      let line = input_line stdin in
      print_endline (Json.write (try answer check (Json.read line) with Json.Malformed -> Json.Null));
      flush stdout
    done
  with End_of_file -> ()
