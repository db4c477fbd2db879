(* `sokospec-proved`: reads a certificate, asks the proved checker, and prints its verdict. Not proved.

   The theorem is about [check_file] in proofs/rocq/Checker.v. What stands here can only show its verdict: the word
   ACCEPTED is printed for [Accepted] alone, with the claim that the checker returns. *)
module BZ = Z (* Zarith: the module Z of Core is another one *)
open Core

let protocol = 1
let usage = "usage: sokospec-proved [--json] FILE|-\n       sokospec-proved --answer   (requests of the conformance suite, JSON Lines)\n       sokospec-proved --version\n"

type outcome = {
  verdict : string;
  claim : string option;
  line : int option;
  reason : string option;
  kind : string option; (* what is not covered *)
  facts : int option;
  states : int option;
}

let words_of_cost cost = String.concat " " (List.map BZ.to_string cost)

let words_of_objective = function
  | Pushes -> "pushes" | Moves -> "moves" | PushesMoves -> "pushes-moves" | MovesPushes -> "moves-pushes"

let words_of_claim = function
  | Solved -> "solved"
  | Unsolvable -> "unsolvable"
  | Optimal (objective, cost) -> "optimal " ^ words_of_objective objective ^ " " ^ words_of_cost cost
  | AtLeast (objective, cost) -> "at-least " ^ words_of_objective objective ^ " " ^ words_of_cost cost

let nothing = { verdict = "REJECTED"; claim = None; line = None; reason = None; kind = None; facts = None; states = None }
let rejected line reason = { nothing with line; reason = Some reason }

(** Return the line that the checker does not accept, if it is known, and the reason. *)
let explain (read : Reader.t) = function
  | BadHead -> (Some read.place.level_line, "the head of the file is not what was read from it")
  | BadLevel -> (Some read.place.level_line, "the level is none")
  | BadSolution -> (Some read.place.solution_line, "the solution is none, or does not cost what is claimed")
  | NotShown (BadFact id) -> (Hashtbl.find_opt read.place.fact_line (BZ.to_int id), Printf.sprintf "fact %s is not shown" (BZ.to_string id))
  | NotShown BadStart -> (Some read.place.start_line, "no state and no fact of this line settles the first state of the level")
  | NotShown (BadState place) ->
      ( Some (read.place.state_line (BZ.to_int place)),
        "the state costs less than is claimed and is solved, or a push from it leads to a state that neither a listed one nor a fact of this line settles" )
  | NotCovered -> (None, "the proved checker does not cover a kind of fact or claim")

let rec nat n fuel = if n = 0 then fuel else nat (n - 1) (S fuel)

(** Return the verdict on a certificate. *)
let check text =
  try
    let read = Reader.read text in
    let certificate = read.certificate in
    let counted outcome =
      { outcome with facts = Some (List.length certificate.facts + List.length certificate.facts_back); states = Some (List.length certificate.states + List.length certificate.rests) }
    in
    match check_file (nat ((read.width * read.height) + 10) O) read.head certificate with
    | Accepted claim -> (
        match Repeated.find read with
        | None -> counted { nothing with verdict = "ACCEPTED"; claim = Some (words_of_claim claim) }
        | Some index -> counted (rejected (Some (read.place.state_line index)) "the state is in the set twice"))
    | Rejected why ->
        let line, reason = explain read why in
        let outcome = counted { (rejected line reason) with claim = Some read.words } in
        if why = NotCovered then { outcome with verdict = "NOT_COVERED"; kind = Some reason } else outcome
  with
  | Text.Rejected (line, reason) -> rejected (Some line) reason
  | Stack_overflow -> { nothing with verdict = "UNKNOWN"; reason = Some "the stack is too small" }
  | Out_of_memory -> { nothing with verdict = "UNKNOWN"; reason = Some "there is not enough memory" }

let json outcome =
  let text = function Some text -> Json.String text | None -> Json.Null in
  let number = function Some number -> Json.Int number | None -> Json.Null in
  Json.Object
    [
      ("protocol", Json.Int protocol);
      ("verdict", Json.String outcome.verdict);
      ("claim", text outcome.claim);
      ("line", number outcome.line);
      ("reason", text outcome.reason);
      ("kind", text outcome.kind);
      ("facts", number outcome.facts);
      ("states", number outcome.states);
    ]

let counted count noun = Printf.sprintf "%d %s%s" count noun (if count = 1 then "" else "s")

let sentence file outcome =
  let said = file ^ ": " ^ outcome.verdict ^ " by the proved checker" in
  match outcome with
  | { verdict = "ACCEPTED"; claim = Some claim; facts = Some facts; states = Some states; _ } ->
      String.concat ", " [ said; claim; counted facts "fact"; counted states "state" ]
  | { line = Some line; reason = Some reason; _ } -> Printf.sprintf "%s, line %d: %s" said line reason
  | { reason = Some reason; _ } -> said ^ ", " ^ reason
  | _ -> said

let code_of outcome = match outcome.verdict with "ACCEPTED" -> 0 | "REJECTED" -> 1 | _ -> 3

let run ~as_json file =
  try
    let channel = if file = "-" then stdin else open_in_bin file in
    set_binary_mode_in channel true;
    let text = Text.open_text (input channel) in
    if Text.is_packed text then begin
      prerr_endline ("error: " ^ file ^ " is packed; unpack it first: gzip -dc FILE | sokospec-proved -");
      exit 4
    end;
    let outcome = check text in
    print_endline (if as_json then Json.write (json outcome) else sentence file outcome);
    exit (code_of outcome)
  with Sys_error reason -> prerr_endline ("error: " ^ reason); exit 4

let () =
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 20 };
  match List.tl (Array.to_list Sys.argv) with
  | [ "--version" ] -> Printf.printf "sokospec-proved, protocol %d\n" protocol
  | [ "--answer" ] -> Answers.answer_all (fun text ->
      let outcome = check (Text.of_string text) in
      if outcome.verdict = "ACCEPTED" || outcome.verdict = "REJECTED" then Json.Object [ ("verdict", Json.String outcome.verdict) ] else Json.Null)
  | [ "--json"; file ] -> run ~as_json:true file
  | [ file ] when file <> "--json" && file <> "--help" && file <> "-h" -> run ~as_json:false file
  | [ ("--help" | "-h") ] -> print_string usage
  | _ -> prerr_string usage; exit 2
