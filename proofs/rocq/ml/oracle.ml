(* Functions on which nothing rests but that they are functions: [reach] checks the flood, the proofs of Index.v hold for
   any marks, and [check_table] checks what a table says. *)
let mark x = Z.of_int (Z.hash x)

(** The digits of a mark to the base 8, and the places of as many as there are in a number of things. *)
let digit_of place mark = (Z.to_int mark lsr (3 * Z.to_int place)) land 7

let places size =
  let rec go place size = if size = 0 then [] else Z.of_int place :: go (place + 1) (size lsr 3) in
  go 0 (Z.to_int size)

(** Keep the values of a function of small numbers in an array. *)
let tabulate size f =
  let values = Array.init (Z.to_int size) (fun i -> f (Z.of_int i)) in
  fun i -> let i = Z.to_int i in if i < Array.length values then values.(i) else f (Z.of_int i)

(** A set bit near the middle of a set, from which a flood takes fewer steps. *)
let middle set =
  if Z.sign set <= 0 then Z.zero
  else begin
    let half = (Z.trailing_zeros set + Z.numbits set - 1) / 2 in
    Z.of_int (half + Z.trailing_zeros (Z.shift_right set half))
  end

(* A flood in an array, which has room for each bit of the set: each is put there once at most. *)
let stack = ref [||]

let flood_once st free m =
  let s = Z.to_int st in
  let fb = Z.to_bits free in
  let len = String.length fb in
  let nb = len * 8 in
  let b = Bytes.unsafe_of_string fb in
  let res = Bytes.make len '\000' in
  if Array.length !stack < nb then stack := Array.make nb 0;
  let stack = !stack and top = ref 0 in
  let visit i =
    if i >= 0 && i < nb then begin
      let k = i lsr 3 and bit = 1 lsl (i land 7) in
      let v = Char.code (Bytes.unsafe_get b k) in
      if v land bit <> 0 then begin
        Bytes.unsafe_set b k (Char.unsafe_chr (v lxor bit));
        Bytes.unsafe_set res k (Char.unsafe_chr (Char.code (Bytes.unsafe_get res k) lor bit));
        Array.unsafe_set stack !top i; incr top end end in
  let around i = visit (i - 1); visit (i + 1); visit (i - s); visit (i + s) in
  let rest = ref m in
  while Z.sign !rest > 0 do let i = Z.numbits !rest - 1 in rest := Z.sub !rest (Z.shift_left Z.one i); visit i; around i done;
  while !top > 0 do decr top; around (Array.unsafe_get stack !top) done;
  Z.logor m (Z.of_bits (Bytes.unsafe_to_string res))

module By_set = Hashtbl.Make (struct type t = Z.t let equal = Z.equal let hash = Z.hash end)

(** The parts of a set that floods have found, of the sets asked for last: closing boxes are the same in many states. *)
let parts : (Z.t * Z.t list) By_set.t = By_set.create 1000

let flood st free m =
  if Z.popcount m < 2 || Z.sign (Z.logand m (Z.lognot free)) <> 0 then flood_once st free m
  else begin
    let known = match By_set.find_opt parts free with Some (stride, known) when Z.equal stride st -> known | _ -> [] in
    let rec go found rest fresh = function
      | part :: known -> if Z.sign (Z.logand part m) = 0 then go found rest fresh known
          else go (Z.logor found part) (Z.logand rest (Z.lognot part)) fresh known
      | [] when Z.sign rest = 0 -> (found, fresh)
      | [] -> let part = flood_once st free (Z.shift_left Z.one (Z.numbits rest - 1)) in go found rest (part :: fresh) [ part ]
    in
    let found, fresh = go m m [] known in
    if fresh <> [] then begin
      if By_set.length parts > 1000 then By_set.reset parts;
      By_set.replace parts free (st, fresh @ known)
    end;
    found
  end
