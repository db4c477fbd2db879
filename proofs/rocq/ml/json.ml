(* A small reader and writer of JSON, for the answers of the program and the requests of the conformance suite. *)

type t = Null | Bool of bool | Int of int | String of string | List of t list | Object of (string * t) list

exception Malformed

let quoted text =
  let out = Buffer.create (String.length text + 2) in
  Buffer.add_char out '"';
  String.iter
    (fun c ->
      match c with
      | '"' -> Buffer.add_string out "\\\""
      | '\\' -> Buffer.add_string out "\\\\"
      | c when c < ' ' || c > '~' -> Buffer.add_string out (Printf.sprintf "\\u%04x" (Char.code c))
      | c -> Buffer.add_char out c)
    text;
  Buffer.add_char out '"';
  Buffer.contents out

let rec write = function
  | Null -> "null"
  | Bool value -> string_of_bool value
  | Int value -> string_of_int value
  | String text -> quoted text
  | List values -> "[" ^ String.concat ", " (List.map write values) ^ "]"
  | Object fields -> "{" ^ String.concat ", " (List.map (fun (key, value) -> quoted key ^ ": " ^ write value) fields) ^ "}"

let read text =
  let at = ref 0 in
  let peek () = if !at < String.length text then text.[!at] else raise Malformed in
  let rec blank () = if !at < String.length text && String.contains " \t\r\n" text.[!at] then (incr at; blank ()) in
  let expect c = if peek () = c then incr at else raise Malformed in
  let word word value = String.iter expect word; value in
  let read_string () =
    expect '"';
    let out = Buffer.create 20 in
    while peek () <> '"' do
      (if peek () <> '\\' then Buffer.add_char out (peek ())
       else begin
         incr at;
         match peek () with
         | 'n' -> Buffer.add_char out '\n'
         | 't' -> Buffer.add_char out '\t'
         | 'r' -> Buffer.add_char out '\r'
         | 'b' -> Buffer.add_char out '\b'
         | 'f' -> Buffer.add_char out '\012'
         | 'u' ->
             let code = try int_of_string ("0x" ^ String.sub text (!at + 1) 4) with _ -> raise Malformed in
             at := !at + 4;
             if code < 256 then Buffer.add_char out (Char.chr code) else Buffer.add_char out '?'
         | c -> Buffer.add_char out c
       end);
      incr at
    done;
    incr at;
    Buffer.contents out
  in
  let rec value () =
    blank ();
    let read =
      match peek () with
      | 'n' -> word "null" Null
      | 't' -> word "true" (Bool true)
      | 'f' -> word "false" (Bool false)
      | '"' -> String (read_string ())
      | '[' -> incr at; blank (); if peek () = ']' then (incr at; List []) else List (items [])
      | '{' -> incr at; blank (); if peek () = '}' then (incr at; Object []) else Object (fields [])
      | _ ->
          let start = !at in
          while !at < String.length text && String.contains "-+.eE0123456789" text.[!at] do incr at done;
          (match int_of_string_opt (String.sub text start (!at - start)) with Some number -> Int number | None -> raise Malformed)
    in
    blank ();
    read
  and items listed =
    let listed = value () :: listed in
    if peek () = ',' then (incr at; items listed) else (expect ']'; List.rev listed)
  and fields listed =
    blank ();
    let key = read_string () in
    blank ();
    expect ':';
    let listed = (key, value ()) :: listed in
    if peek () = ',' then (incr at; fields listed) else (expect '}'; List.rev listed)
  in
  let read = value () in
  if !at < String.length text then raise Malformed else read

let field key = function Object fields -> List.assoc_opt key fields | _ -> None
let text key value = match field key value with Some (String text) -> text | _ -> raise Malformed
