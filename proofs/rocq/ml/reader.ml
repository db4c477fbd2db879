(* Reads a certificate for the proved checker. Not proved: a wrong answer can only make the checker reject, because the
   head of the file is compared with the level and the claim, and all facts and states are checked. *)
module BZ = Z (* Zarith: the module Z of Core is another one *)
open Core

type place = { fact_line : (int, int) Hashtbl.t; state_line : int -> int; level_line : int; solution_line : int; start_line : int }

type t = {
  certificate : certificate;
  head : char list; (* the bytes up to the end of the level's rows *)
  words : string; (* of the claim *)
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
  | "moves" -> Moves
  | "pushes-moves" -> PushesMoves
  | "moves-pushes" -> MovesPushes
  | _ -> Text.reject text "the second line must say what is claimed"

(** Return a cost of two numbers as the proved checker compares it. *)
let one_number first second = BZ.add (BZ.mul first base) second

let numbers_of_cost = function Pushes | Moves -> 1 | PushesMoves | MovesPushes -> 2

let read_claim text =
  match String.split_on_char ' ' (Text.next text) with
  | [ "claim"; "solved" ] -> Solved
  | [ "claim"; "unsolvable" ] -> Unsolvable
  | "claim" :: (("optimal" | "at-least") as kind) :: objective :: (_ :: _ as cost) ->
      let word, objective = (objective, read_objective text objective) in
      let cost = List.map (fun word -> z (Text.number text word)) cost in
      let count = numbers_of_cost objective in
      if List.length cost <> count then Text.reject text (Printf.sprintf "a cost in %s has %d numbers" word count);
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
          | _ -> Text.reject text "a step of the solution is not one of the letters udlrUDLR")
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
    Text.reject text (Printf.sprintf "square %d is not floor" square);
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

let read_item text squares line =
  match Text.cut_at " : " line with
  | Some (excess, state) -> (
      let excess = z (Text.number ~least:1 text excess) in
      match Text.cut_at " @ " state with
      | Some ("none", player) -> (excess, ([], squares.bit_of.(floor_square text squares player)))
      | _ -> (excess, read_pattern text squares state))
  | None -> Text.reject text "a state inside has an excess, boxes and a player"

(** Read so many lines. *)
let read_lines text count read =
  let rec go n listed = if n = 0 then List.rev listed else let line = Text.next text in go (n - 1) (read line :: listed) in
  go count []

let kinds = [ "patterns"; "frozen"; "potential"; "counting"; "prices"; "groups"; "area"; "outside"; "inside" ]

type fact_read = Fact of raw_fact | Back of raw_back

(** Read a fact; [line] is its first line. [potentials] are the heights of those on the level's board, by number. *)
let read_fact text squares is_second_version potentials line =
  let malformed () = Text.reject text (Printf.sprintf "'%s' is no line of a certificate" (String.sub line 0 (min 60 (String.length line)))) in
  let head, rest = match Text.cut_at " : " line with Some parts -> parts | None -> malformed () in
  let kind, words = match String.split_on_char ' ' head with kind :: words when List.mem kind kinds -> (kind, words) | _ -> malformed () in
  if List.mem kind [ "groups"; "potential"; "area"; "outside"; "inside" ] && not is_second_version then
    Text.reject text "a certificate with groups, potentials or areas begins with the line 'sokospec certificate 2'";
  let is_back, words = match words with "back" :: words -> (true, words) | _ -> (false, words) in
  if is_back && not (List.mem kind [ "counting"; "prices"; "groups" ]) then
    Text.reject text (Printf.sprintf "a fact '%s' holds only forwards" kind);
  let id, words = match words with id :: words -> (Text.number ~least:1 text id, words) | [] -> malformed () in
  let within, words =
    match words with "in" :: fact :: words -> (Some (Text.number ~least:1 text fact), words) | _ -> (None, words)
  in
  let by =
    match words with
    | [] -> []
    | "by" :: (_ :: _ as facts) -> List.map (fun word -> z (Text.number ~least:1 text word)) facts
    | _ -> malformed ()
  in
  let no_by () = if by <> [] then Text.reject text (kind ^ " rests on no other fact") in
  let count () = Text.number ~least:1 text rest in
  let prices () = no_by (); List.map z (if rest = "none" then [] else Text.numbers ~least:(-999_999_999) text rest) in
  let counted () = no_by (); if rest = "none" then [] else increasing text squares rest in
  let groups () =
    match by with
    | [ prices ] -> (prices, read_lines text (count ()) (read_group text squares))
    | _ -> Text.reject text "groups rest on one fact, which has their prices"
  in
  let area () = match within with Some area -> z area | None -> Text.reject text "the fact is not in an area" in
  let heights = Option.map (Hashtbl.find_opt potentials) within in
  if is_back then begin
    let heights =
      match heights with
      | None -> None
      | Some (Some heights) -> Some heights
      | Some None -> Text.reject text "a fact about the play before is in no frozen fact, and in an earlier potential"
    in
    let fact =
      match kind with
      | "prices" -> Prices_back (prices ())
      | "groups" -> let prices, groups = groups () in Groups_back (prices, groups)
      | _ -> Counting_back (counted ())
    in
    (id, Back (heights, fact))
  end
  else
  let fact =
    match kind with
    | "area" -> (
        match (within, by) with
        | Some _, _ -> Text.reject text "an area is not on the board of another fact"
        | None, [ prices ] -> Area_of (prices, increasing text squares rest)
        | _ -> Text.reject text "an area rests on one fact, which has its prices")
    | "outside" -> no_by (); Outside_of (area (), read_lines text (count ()) (read_group text squares))
    | "inside" ->
        let outside = match by with [] -> None | [ fact ] -> Some fact | _ -> Text.reject text "inside rests on one fact outside at most" in
        Inside_of (area (), outside, read_lines text (count ()) (read_item text squares))
    | "patterns" -> Patterns_of (by, read_lines text (count ()) (read_pattern text squares))
    | "frozen" -> let boxes, player = read_pattern text squares rest in Frozen_of (by, boxes, player)
    | "groups" -> let prices, groups = groups () in Groups_of (prices, groups)
    | "potential" ->
        no_by ();
        let listed = List.map z (Text.numbers text rest) in
        if heights <> Some None then Hashtbl.replace potentials id listed;
        Potential_of listed
    | "counting" -> Counting_of (counted ())
    | _ -> Prices_of (prices ())
  in
  let on_whole_board = List.mem kind [ "area"; "outside"; "inside" ] in
  (id, Fact ((if on_whole_board then None else Option.map z within), fact))

(** A set of squares that is built up. *)
type set = { stride : int; bits : Bytes.t }

let empty_set height width = { stride = width + 1; bits = Bytes.make ((((height + 2) * (width + 1)) / 8) + 1) '\000' }

(** Add a square by its bit number, and say whether it was not in the set. *)
let add_square set bit =
  let old = Char.code (Bytes.get set.bits (bit lsr 3)) in
  let updated = old lor (1 lsl (bit land 7)) in
  Bytes.set set.bits (bit lsr 3) (Char.unsafe_chr updated);
  updated <> old

(** Return the set as a number, and empty it. *)
let take set =
  let number = BZ.of_bits (Bytes.unsafe_to_string set.bits) in
  Bytes.fill set.bits 0 (Bytes.length set.bits) '\000';
  number

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

(** Return a function that reads a state: the region is what the player reaches, or his square where moves count. *)
let state_reader text objective squares height width boxes_of_level =
  let shared = shared_lists () and set = empty_set height width in
  let floor = ref BZ.zero in
  Array.iteri (fun square bit -> if Bytes.get squares.is_floor square <> '\000' then floor := BZ.logor !floor (Big.shiftl BZ.one bit)) squares.bit_of;
  fun line ->
    let cursor = { Text.text; words = line; place = 0 } in
    let malformed () = Text.reject text "a state has a cost, boxes and a player" in
    let square () =
      let square = Text.digits cursor in
      if square >= Bytes.length squares.is_floor || Bytes.get squares.is_floor square = '\000' then
        Text.reject text (Printf.sprintf "square %d is not floor" square);
      let bit = BZ.to_int squares.bit_of.(square) in
      if not (add_square set bit) then Text.reject text (Printf.sprintf "square %d is there twice" square);
      bit
    in
    let rec listed count =
      ignore (square ());
      if Text.passes cursor " @ " then count + 1 else if Text.passes cursor " " then listed (count + 1)
      else if cursor.place = String.length line || Text.passes cursor " : " then count + 1 else malformed ()
    in
    let cost = z (Text.digits cursor) in
    let cost =
      if numbers_of_cost objective = 1 then cost
      else begin
        if not (Text.passes cursor " ") then Text.reject text "a cost here has 2 numbers";
        one_number cost (z (Text.digits cursor))
      end
    in
    if not (Text.passes cursor " : ") then malformed ();
    let boxes = listed 0 in
    if not (cursor.place > 2 && line.[cursor.place - 2] = '@') then malformed ();
    let mask = take set in
    let player = square () in
    let beside = not (BZ.testbit mask player) in
    ignore (take set);
    if boxes <> boxes_of_level || not beside then
      Text.reject text (Printf.sprintf "a state has %d boxes and the player beside them" boxes_of_level);
    let player = BZ.shift_left BZ.one player in
    let region = if objective = Pushes then Oracle.flood (z (width + 1)) (Big.ldiff !floor mask) player else player in
    let rest = if cursor.place = String.length line then None else if Text.passes cursor " : " then Some cursor.place else malformed () in
    let by, closing =
      match rest with
      | None -> ([], BZ.zero)
      | Some place -> (
          match String.index_from_opt line place ':' with
          | None -> (shared text (String.sub line place (String.length line - place)), BZ.zero)
          | Some stop ->
              cursor.place <- stop - 1;
              if stop <= place || not (Text.passes cursor " : ") then malformed ();
              let by = shared text (String.sub line place (stop - 1 - place)) in
              ignore (listed 0);
              if cursor.place < String.length line then malformed ();
              (by, take set))
    in
    { cost; emask = mask; region; eby = by; eclosing = closing }

type body = {
  mutable read_facts : (BZ.t * raw_fact) list;
  mutable read_back : (BZ.t * raw_back) list;
  mutable read_states : entry list;
  mutable read_rests : entry list; (* the states after the line 'backwards' of a meeting *)
  mutable turned : bool; (* whether that line was read *)
  mutable count : int; (* of states and rests *)
  mutable read_start : BZ.t list option;
  mutable last_fact : int;
  mutable runs : (int * int) list; (* a place of a state and its line, where the line before has no state *)
  mutable last_state : int; (* its line *)
  mutable line_of_start : int;
}

(** Return the line of a state by its place. *)
let line_of_state runs place =
  let first, line = List.find (fun (first, _) -> first <= place) runs in
  line + place - first

let read_body text squares is_second_version meets read_state fact_line =
  let body = { read_facts = []; read_back = []; read_states = []; read_rests = []; turned = false; count = 0; read_start = None; last_fact = 0; runs = []; last_state = 0; line_of_start = 0 } in
  let shared = shared_lists () and potentials = Hashtbl.create 10 in
  let rec go () =
    let line = Text.next text in
    if line <> "end" then begin
      if line <> "" && line.[0] >= '0' && line.[0] <= '9' then begin
        if body.turned then body.read_rests <- read_state line :: body.read_rests else body.read_states <- read_state line :: body.read_states;
        if text.Text.line <> body.last_state + 1 then body.runs <- (body.count, text.Text.line) :: body.runs;
        body.last_state <- text.Text.line;
        body.count <- body.count + 1
      end
      else if line = "backwards" && meets && not body.turned then body.turned <- true
      else if line = "start" || (String.length line > 7 && String.sub line 0 8 = "start : ") then begin
        if body.read_start <> None then Text.reject text "there is a second line 'start'";
        body.line_of_start <- text.Text.line;
        body.read_start <- Some (if line = "start" then [] else shared text (String.sub line 8 (String.length line - 8)))
      end
      else begin
        let at = text.Text.line in
        let id, fact = read_fact text squares is_second_version potentials line in
        if id <= body.last_fact then Text.reject text (Printf.sprintf "fact %d comes after fact %d: numbers must increase" id body.last_fact);
        body.last_fact <- id;
        Hashtbl.replace fact_line id at;
        match fact with
        | Fact fact -> body.read_facts <- (z id, fact) :: body.read_facts
        | Back fact -> body.read_back <- (z id, fact) :: body.read_back
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

let read_meeting text objective words =
  let depth, by = match Text.cut_at " by " words with Some (depth, by) -> (depth, Some by) | None -> (words, None) in
  let depth = List.map z (Text.numbers text depth) in
  let balanced =
    match Option.map (Text.numbers ~least:1 text) by with
    | None -> None
    | Some [ ahead; behind ] -> Some (z ahead, z behind)
    | Some _ -> Text.reject text "a meeting is balanced by two facts"
  in
  if objective = Pushes then Text.reject text "the two sides meet only where moves count";
  match depth with
  | [ depth ] when numbers_of_cost objective = 1 -> (depth, balanced)
  | [ first; second ] when numbers_of_cost objective = 2 -> (one_number first second, balanced)
  | _ -> Text.reject text "the depth has as many numbers as the claimed cost"

type direction_read = Forwards | Backwards | Meeting of (BZ.t * (BZ.t * BZ.t) option)

let read_direction text version objective =
  match Text.next text with
  | "forwards" -> Forwards
  | "backwards" when objective <> Pushes -> Text.reject text "play backwards is about pushes alone, unless two sides meet"
  | "backwards" -> Backwards
  | line when version = 2 && String.length line > 8 && String.sub line 0 8 = "meeting " ->
      Meeting (read_meeting text objective (String.sub line 8 (String.length line - 8)))
  | _ -> Text.reject text "before the facts comes one of the words forwards and backwards, or a meeting"

(** Read a certificate. Raises [Text.Rejected]. *)
let read text =
  let version = read_version text in
  let claimed = read_claim text in
  let words = List.nth (String.split_on_char '\n' (Buffer.contents (Option.get text.Text.kept))) 1 in
  let words = String.sub words 6 (String.length words - 6) in
  let level, height, width = read_level text in
  let head = Text.bytes_so_far text in
  let level_line = 3 in
  let has_solution = match claimed with Solved | Optimal _ -> true | Unsolvable | AtLeast _ -> false in
  let solution = if has_solution then read_solution text else [] in
  let solution_line = text.Text.line in
  let objective = match claimed with Optimal (objective, _) | AtLeast (objective, _) -> objective | Solved | Unsolvable -> Pushes in
  let direction = if claimed = Solved then Forwards else read_direction text version objective in
  let meets = match direction with Meeting meeting -> Some meeting | Forwards | Backwards -> None in
  let fact_line = Hashtbl.create 100 in
  let squares = squares_of level height width in
  let body = read_body text squares (version = 2) (meets <> None) (state_reader text objective squares height width (List.length level.first.boxes)) fact_line in
  if (claimed = Solved) <> (body.read_start = None) then
    Text.reject text "a claim about all solutions needs the line 'start', and no other claim has it";
  if claimed = Solved && (body.read_facts <> [] || body.read_back <> [] || body.count > 0) then Text.reject text "a solution needs no facts";
  {
    certificate =
      {
        version = z version;
        claimed;
        about = level;
        solution;
        facts = List.rev body.read_facts;
        facts_back = List.rev body.read_back;
        backwards = direction = Backwards;
        meets;
        states = List.rev body.read_states;
        rests = List.rev body.read_rests;
        start = Option.value ~default:[] body.read_start;
      };
    head = List.init (String.length head) (String.get head);
    words;
    place = { fact_line; state_line = line_of_state body.runs; level_line; solution_line; start_line = body.line_of_start };
    width;
    height;
  }
