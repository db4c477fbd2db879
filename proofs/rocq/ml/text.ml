(* The lines of a certificate and the numbers in them, read as strictly as docs/certificates.md describes. Not proved. *)

exception Rejected of int * string (* line, reason *)
exception Not_covered of int * string (* line, kind *)

let longest_line = 1 lsl 22

type t = { bytes : string; mutable at : int; mutable line : int }

let reject text reason = raise (Rejected (text.line, reason))
let open_text bytes = { bytes; at = 0; line = 0 }

(** Return the next line without its line feed. *)
let next text =
  text.line <- text.line + 1;
  match String.index_from_opt text.bytes text.at '\n' with
  | Some stop when stop - text.at < longest_line ->
      let line = String.sub text.bytes text.at (stop - text.at) in
      String.iter (fun c -> if c > '\127' then reject text "a certificate is plain ASCII") line;
      text.at <- stop + 1;
      line
  | Some _ -> reject text "the line is too long"
  | None -> reject text "the certificate ends in the middle"

let expect_end text =
  text.line <- text.line + 1;
  if text.at < String.length text.bytes then reject text "there is text after the end"

(** Split at the first " : ". *)
let cut_at separator line =
  let size = String.length separator and n = String.length line in
  let rec find i =
    if i + size > n then None
    else if String.sub line i size = separator then Some (String.sub line 0 i, String.sub line (i + size) (n - i - size))
    else find (i + 1)
  in
  find 0

(** A number of at most nine digits without leading zeros. *)
let number ?(least = 0) text word =
  let n = String.length word in
  let first = if n > 0 && word.[0] = '-' then 1 else 0 in
  let digits = n - first in
  let wrong () = reject text (Printf.sprintf "'%s' is not a number from %d upwards" (String.sub word 0 (min n 20)) least) in
  if digits < 1 || digits > 9 || (word.[first] = '0' && n > 1) then wrong ();
  let value = ref 0 in
  for i = first to n - 1 do
    let c = word.[i] in
    if c < '0' || c > '9' then wrong ();
    value := (10 * !value) + Char.code c - 48
  done;
  let value = if first = 1 then - !value else !value in
  if value < least then wrong () else value

let numbers ?least text words = List.map (number ?least text) (String.split_on_char ' ' words)
