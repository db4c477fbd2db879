(* The lines of a certificate and the numbers in them, read as strictly as docs/background/certificates.md describes. Not proved. *)

exception Rejected of int * string (* line, reason *)

let longest_line = 1 lsl 22

(** A text that is read piece by piece; [at] and [stop] are the bounds of what is still in the buffer. *)
type t = {
  input : bytes -> int -> int -> int;
  mutable buffer : bytes;
  mutable at : int;
  mutable stop : int;
  mutable line : int;
  mutable kept : Buffer.t option; (* all lines so far, with their line feeds *)
}

let reject text reason = raise (Rejected (text.line, reason))
let open_text input = { input; buffer = Bytes.create 65536; at = 0; stop = 0; line = 0; kept = Some (Buffer.create 1000) }

let of_string bytes =
  let given = ref 0 in
  open_text (fun buffer at size ->
      let size = min size (String.length bytes - !given) in
      Bytes.blit_string bytes !given buffer at size;
      given := !given + size;
      size)

(** Read more into the buffer, and say whether there is more. *)
let more text =
  let size = text.stop - text.at in
  if size = Bytes.length text.buffer then begin
    if size > longest_line then reject text "the line is too long";
    let larger = Bytes.create (2 * size) in
    Bytes.blit text.buffer text.at larger 0 size;
    text.buffer <- larger
  end
  else Bytes.blit text.buffer text.at text.buffer 0 size;
  let read = text.input text.buffer size (Bytes.length text.buffer - size) in
  text.at <- 0;
  text.stop <- size + read;
  read > 0

(** Say whether the text begins as a packed file does. *)
let is_packed text = (text.stop > 1 || more text) && text.stop > 1 && Bytes.sub_string text.buffer 0 2 = "\031\139"

(** Return the next line without its line feed. *)
let next text =
  text.line <- text.line + 1;
  let rec find i =
    if i < text.stop then begin
      let c = Bytes.unsafe_get text.buffer i in
      if c = '\n' then i else if c > '\127' then reject text "a certificate is plain ASCII" else find (i + 1)
    end
    else
      let seen = i - text.at in
      if more text then find (text.at + seen) else reject text "the certificate ends in the middle"
  in
  let stop = find text.at in
  if stop - text.at >= longest_line then reject text "the line is too long";
  let line = Bytes.sub_string text.buffer text.at (stop - text.at) in
  text.at <- stop + 1;
  Option.iter (fun kept -> Buffer.add_string kept line; Buffer.add_char kept '\n') text.kept;
  line

(** Return all bytes of the lines so far, once. *)
let bytes_so_far text =
  let kept = Option.fold ~none:"" ~some:Buffer.contents text.kept in
  text.kept <- None;
  kept

let expect_end text =
  text.line <- text.line + 1;
  if text.at < text.stop || more text then reject text "there is text after the end"

(** Split at the first separator. *)
let cut_at separator line =
  let size = String.length separator and n = String.length line in
  let rec find i =
    if i + size > n then None
    else if String.sub line i size = separator then Some (String.sub line 0 i, String.sub line (i + size) (n - i - size))
    else find (i + 1)
  in
  find 0

(** A part of a line that is read from left to right. *)
type cursor = { text : t; words : string; mutable place : int }

(** Whether the words of a cursor go on in some way; if so they are passed. *)
let passes cursor expected =
  let n = String.length expected in
  let rec same i = i = n || (cursor.words.[cursor.place + i] = expected.[i] && same (i + 1)) in
  let goes_on = cursor.place + n <= String.length cursor.words && same 0 in
  if goes_on then cursor.place <- cursor.place + n;
  goes_on

(** Read a number of at most nine digits without leading zeros. *)
let digits ?(least = 0) cursor =
  let words = cursor.words and start = cursor.place in
  let n = String.length words in
  let first = if start < n && words.[start] = '-' then start + 1 else start in
  let rec read i value =
    if i < n && i < first + 10 && words.[i] >= '0' && words.[i] <= '9' then read (i + 1) ((10 * value) + Char.code words.[i] - 48)
    else (i, value)
  in
  let stop, value = read first 0 in
  let value = if first > start then -value else value in
  if stop = first || stop > first + 9 || (words.[first] = '0' && stop > start + 1) || value < least then
    reject cursor.text (Printf.sprintf "'%s' is not a number from %d upwards" (String.sub words start (min 20 (n - start))) least);
  cursor.place <- stop;
  value

(** Read a word as a number. *)
let number ?least text word =
  let cursor = { text; words = word; place = 0 } in
  let value = digits ?least cursor in
  if cursor.place < String.length word then
    reject text (Printf.sprintf "'%s' is not a number" (String.sub word 0 (min 20 (String.length word))));
  value

let numbers ?least text words = List.map (number ?least text) (String.split_on_char ' ' words)
