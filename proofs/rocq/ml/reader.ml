(* Reads a certificate for the proved checker. Not proved: a wrong answer can only make the checker reject, because the
   head of the file is compared with the level and the claim, and all facts and states are checked. *)
module BZ = Z (* Zarith: the module Z of Core is another one *)
open Core

type place = { fact_line : (int, int) Hashtbl.t; state_line : int array; level_line : int; solution_line : int; start_line : int }

type t = {
  certificate : certificate;
  head : char list; (* the bytes up to the end of the level's rows *)
  words : string; (* the claim *)
  place : place;
  width : int;
  height : int;
}

let largest_level = 1 lsl 16
let z = BZ.of_int

(** Return the bit number of a square in the masks of the proved checker. *)
let bit width square = z ((((square / width) + 1) * (width + 1)) + (square mod width))

let read_objective text word =
  match word with
  | "pushes" -> Pushes
  | "moves" | "pushes-moves" | "moves-pushes" -> raise (Text.Not_covered (text.Text.line, "objective " ^ word))
  | _ -> Text.reject text "the second line must say what is claimed"

let read_claim text =
  match String.split_on_char ' ' (Text.next text) with
  | [ "claim"; "solved" ] -> Solved
  | [ "claim"; "unsolvable" ] -> Unsolvable
  | "claim" :: (("optimal" | "at-least") as kind) :: objective :: (_ :: _ as cost) ->
      let objective = read_objective text objective in
      let cost = List.map (fun word -> z (Text.number text word)) cost in
      if List.length cost <> 1 then Text.reject text "a cost in pushes has 1 numbers";
      if kind = "optimal" then Optimal (objective, cost) else AtLeast (objective, cost)
  | _ -> Text.reject text "the second line must say what is claimed"

let read_level text =
  let height, width =
    match String.split_on_char ' ' (Text.next text) with
    | [ "level"; height; width ] -> (Text.number ~least:1 text height, Text.number ~least:1 text width)
    | _ -> Text.reject text "the third line must give the height and the width of the level"
  in
  if height * width > largest_level then
    Text.reject text (Printf.sprintf "a level of %d x %d squares is too large" height width);
  let walls = ref [] and goals = ref [] and boxes = ref [] and players = ref [] in
  for row = 0 to height - 1 do
    let line = Text.next text in
    if String.length line <> width then Text.reject text "a row of the level has another width";
    String.iteri
      (fun column symbol ->
        let put squares = squares := (z row, z column) :: !squares in
        match symbol with
        | '#' -> put walls
        | '-' -> ()
        | '.' -> put goals
        | '$' -> put boxes
        | '*' -> put goals; put boxes
        | '@' -> put players
        | '+' -> put goals; put players
        | _ -> Text.reject text "a row of the level has a symbol other than #-.$*@+")
      line
  done;
  let player = match !players with [ player ] -> player | _ -> Text.reject text "the level has not one player" in
  let board = { width = z width; height = z height; walls = List.rev !walls; goals = List.rev !goals } in
  ({ on = board; first = { boxes = List.rev !boxes; player } }, height, width)

let read_solution text =
  match Text.cut_at " " (Text.next text) with
  | Some ("solution", letters) ->
      List.init (String.length letters) (fun i ->
          match letters.[i] with
          | 'u' -> (Up, false) | 'd' -> (Down, false) | 'l' -> (Left, false) | 'r' -> (Right, false)
          | 'U' -> (Up, true) | 'D' -> (Down, true) | 'L' -> (Left, true) | 'R' -> (Right, true)
          | _ -> Text.reject text "a step of the solution is none of the letters udlrUDLR")
  | _ -> Text.reject text "after the level comes the solution"

(** Squares by their numbers. *)
type squares = { bit_of : BZ.t array; is_floor : Bytes.t }

let squares_of level height width =
  let is_floor = Bytes.make (height * width) '\001' in
  List.iter (fun (row, column) -> Bytes.set is_floor ((BZ.to_int row * width) + BZ.to_int column) '\000') level.on.walls;
  { bit_of = Array.init (height * width) (bit width); is_floor }

let floor_square text squares word =
  let square = Text.number text word in
  if square >= Bytes.length squares.is_floor || Bytes.get squares.is_floor square = '\000' then
    Text.reject text (Printf.sprintf "square %d is no floor" square);
  square

let increasing text squares words =
  let listed = List.map (floor_square text squares) (String.split_on_char ' ' words) in
  let rec check = function
    | a :: (b :: _ as rest) -> if a >= b then Text.reject text "squares must be in increasing order" else check rest
    | _ -> ()
  in
  check listed;
  List.map (fun square -> squares.bit_of.(square)) listed

let read_pattern text squares line =
  match Text.cut_at " @ " line with
  | Some (boxes, player) ->
      let boxes = increasing text squares boxes and player = squares.bit_of.(floor_square text squares player) in
      if List.mem player boxes then Text.reject text "a pattern has boxes and a player on different floor squares";
      (boxes, player)
  | None -> Text.reject text "a pattern has boxes, '@' and the player's square"

let read_group text squares line =
  match Text.cut_at " : " line with
  | Some ("dead", group) -> (None, read_pattern text squares group)
  | Some (excess, group) -> (Some (z (Text.number ~least:1 text excess)), read_pattern text squares group)
  | None -> Text.reject text "a group has an excess, boxes and a player"

(** Read so many lines. *)
let read_lines text count read =
  let rec go n listed = if n = 0 then List.rev listed else let line = Text.next text in go (n - 1) (read line :: listed) in
  go count []

let kinds = [ "patterns"; "frozen"; "potential"; "counting"; "prices"; "groups" ]

(** The kinds of facts that [check_file] knows. *)
let covered = [ "counting"; "frozen"; "groups"; "patterns"; "prices" ]

(** Read a fact; [line] is its first line. *)
let read_fact text squares is_second_version line =
  let malformed () = Text.reject text (Printf.sprintf "'%s' is no line of a certificate" (String.sub line 0 (min 60 (String.length line)))) in
  let head, rest = match Text.cut_at " : " line with Some parts -> parts | None -> malformed () in
  let kind, words = match String.split_on_char ' ' head with kind :: words when List.mem kind kinds -> (kind, words) | _ -> malformed () in
  if (kind = "groups" || kind = "potential") && not is_second_version then
    Text.reject text "a certificate with groups or potentials begins with the line 'sokospec certificate 2'";
  let words = match words with "back" :: _ -> raise (Text.Not_covered (text.Text.line, kind ^ " back")) | _ -> words in
  if kind = "potential" then raise (Text.Not_covered (text.Text.line, kind));
  let id, words = match words with id :: words -> (Text.number ~least:1 text id, words) | [] -> malformed () in
  let within, words =
    match words with "in" :: fact :: words -> (Some (z (Text.number ~least:1 text fact)), words) | _ -> (None, words)
  in
  let by =
    match words with
    | [] -> []
    | "by" :: (_ :: _ as facts) -> List.map (fun word -> z (Text.number ~least:1 text word)) facts
    | _ -> malformed ()
  in
  if not (List.mem kind covered) then raise (Text.Not_covered (text.Text.line, kind));
  let no_by () = if by <> [] then Text.reject text (kind ^ " rests on no other fact") in
  let count () = Text.number ~least:1 text rest in
  let fact =
    match kind with
    | "patterns" -> RPatterns (within, by, read_lines text (count ()) (read_pattern text squares))
    | "frozen" -> let boxes, player = read_pattern text squares rest in RFrozen (within, by, boxes, player)
    | "groups" -> (
        match by with
        | [ prices ] -> RGroups (within, prices, read_lines text (count ()) (read_group text squares))
        | _ -> Text.reject text "groups rest on one fact, which has their prices")
    | "counting" -> no_by (); RCounting (within, if rest = "none" then [] else increasing text squares rest)
    | _ ->
        no_by ();
        let prices = if rest = "none" then [] else Text.numbers ~least:(-999_999_999) text rest in
        RPrices (within, List.map z prices)
  in
  (id, fact)

(** Return a function that reads a list of facts, and returns the same list for the same words: states share lists. *)
let shared_lists () =
  let lists = Hashtbl.create 1000 in
  fun text words ->
    match Hashtbl.find_opt lists words with
    | Some list -> list
    | None ->
        let list = List.map z (Text.numbers ~least:1 text words) in
        Hashtbl.add lists words list;
        list

let covers_closing = true

(** Read a state. *)
let read_state text squares boxes_of_level shared seen line =
  let cost, rest = match Text.cut_at " : " line with Some parts -> parts | None -> Text.reject text "a state has a cost and boxes" in
  let place, rest = match Text.cut_at " : " rest with Some (place, rest) -> (place, Some rest) | None -> (rest, None) in
  let names, player = match Text.cut_at " @ " place with Some parts -> parts | None -> Text.reject text "a state has boxes and a player" in
  let mark word =
    let square = floor_square text squares word in
    if Bytes.get seen square <> '\000' then Text.reject text (Printf.sprintf "square %d is there twice" square);
    Bytes.set seen square '\001';
    square
  in
  let listed = List.map mark (String.split_on_char ' ' names) in
  let player = mark player in
  Bytes.set seen player '\000';
  List.iter (fun square -> Bytes.set seen square '\000') listed;
  if List.length listed <> boxes_of_level then
    Text.reject text (Printf.sprintf "a state has %d boxes and the player beside them" boxes_of_level);
  let by, closing =
    match rest with
    | None -> ([], [])
    | Some rest -> (
        match Text.cut_at " : " rest with
        | None -> (shared text rest, [])
        | Some (by, closing) ->
            if not covers_closing then raise (Text.Not_covered (text.Text.line, "closing boxes"));
            let closing = List.map mark (String.split_on_char ' ' closing) in
            List.iter (fun square -> Bytes.set seen square '\000') closing;
            (shared text by, List.map (fun square -> squares.bit_of.(square)) closing))
  in
  {
    s_cost = z (Text.number text cost);
    s_boxes = List.map (fun square -> squares.bit_of.(square)) listed;
    s_player = squares.bit_of.(player);
    s_by = by;
    s_closing = closing;
  }

type body = {
  mutable read_facts : (BZ.t * fact_line) list;
  mutable read_states : state_line list;
  mutable read_start : BZ.t list option;
  mutable last_fact : int;
  mutable state_lines : int list;
  mutable line_of_start : int;
}

let read_body text squares is_second_version boxes_of_level fact_line =
  let body = { read_facts = []; read_states = []; read_start = None; last_fact = 0; state_lines = []; line_of_start = 0 } in
  let shared = shared_lists () and seen = Bytes.make (Bytes.length squares.is_floor) '\000' in
  let rec go () =
    let line = Text.next text in
    if line <> "end" then begin
      if line <> "" && line.[0] >= '0' && line.[0] <= '9' then begin
        body.read_states <- read_state text squares boxes_of_level shared seen line :: body.read_states;
        body.state_lines <- text.Text.line :: body.state_lines
      end
      else if line = "start" || (String.length line > 7 && String.sub line 0 8 = "start : ") then begin
        if body.read_start <> None then Text.reject text "there is a second line 'start'";
        body.line_of_start <- text.Text.line;
        body.read_start <- Some (if line = "start" then [] else shared text (String.sub line 8 (String.length line - 8)))
      end
      else begin
        let at = text.Text.line in
        let id, fact = read_fact text squares is_second_version line in
        if id <= body.last_fact then Text.reject text (Printf.sprintf "fact %d comes after fact %d: numbers must increase" id body.last_fact);
        body.last_fact <- id;
        Hashtbl.replace fact_line id at;
        body.read_facts <- (z id, fact) :: body.read_facts
      end;
      go ()
    end
  in
  go ();
  Text.expect_end text;
  body

let read_version text =
  match Text.next text with
  | "sokospec certificate 1" -> 1
  | "sokospec certificate 2" -> 2
  | _ -> Text.reject text "a certificate begins with the line 'sokospec certificate 1' or 'sokospec certificate 2'"

let read_direction text version =
  match Text.next text with
  | "forwards" -> ()
  | "backwards" -> raise (Text.Not_covered (text.Text.line, "backwards"))
  | line when version = 2 && String.length line > 8 && String.sub line 0 8 = "meeting " ->
      raise (Text.Not_covered (text.Text.line, "meeting"))
  | _ -> Text.reject text "before the facts comes one of the words forwards and backwards, or a meeting"

(** Read the bytes of a certificate. Raises [Text.Rejected] and [Text.Not_covered]. *)
let read bytes =
  let text = Text.open_text bytes in
  let version = read_version text in
  let claimed = read_claim text in
  let words = let line = List.nth (String.split_on_char '\n' (String.sub bytes 0 text.Text.at)) 1 in String.sub line 6 (String.length line - 6) in
  let level, height, width = read_level text in
  let head = List.init text.Text.at (String.get bytes) in
  let level_line = 3 in
  let has_solution = match claimed with Solved | Optimal _ -> true | Unsolvable | AtLeast _ -> false in
  let solution = if has_solution then read_solution text else [] in
  let solution_line = text.Text.line in
  if claimed <> Solved then read_direction text version;
  let fact_line = Hashtbl.create 100 in
  let boxes_of_level = List.length level.first.boxes in
  let body = read_body text (squares_of level height width) (version = 2) boxes_of_level fact_line in
  if (claimed = Solved) <> (body.read_start = None) then
    Text.reject text "a claim about all solutions needs the line 'start', and no other claim has it";
  if claimed = Solved && (body.read_facts <> [] || body.read_states <> []) then Text.reject text "a solution needs no facts";
  {
    certificate =
      {
        version = z version;
        claimed;
        about = level;
        solution;
        facts = List.rev body.read_facts;
        states = List.rev body.read_states;
        start = Option.value ~default:[] body.read_start;
      };
    head;
    words;
    place =
      { fact_line; state_line = Array.of_list (List.rev body.state_lines); level_line; solution_line; start_line = body.line_of_start };
    width;
    height;
  }
