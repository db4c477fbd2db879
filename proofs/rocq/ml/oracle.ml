(* Functions on which nothing rests but that they are functions: [reach] checks the flood, the proofs of Index.v hold for
   any hash, and [check_table] checks what a table says. *)
let hash x = Z.of_int (Z.hash x)

(** Keep the values of a function of small numbers in an array. *)
let tabulate size f =
  let values = Array.init (Z.to_int size) (fun i -> f (Z.of_int i)) in
  fun i -> let i = Z.to_int i in if i < Array.length values then values.(i) else f (Z.of_int i)

(* A flood in an array. *)
let stack = Array.make 70000 0
let flood st free m =
  let s = Z.to_int st in
  let fb = Z.to_bits free in
  let len = String.length fb in
  let nb = len * 8 in
  let b = Bytes.of_string fb in
  let res = Bytes.make len '\000' in
  let top = ref 0 in
  let visit i =
    if i >= 0 && i < nb then begin
      let k = i lsr 3 and bit = 1 lsl (i land 7) in
      let v = Char.code (Bytes.unsafe_get b k) in
      if v land bit <> 0 then begin
        Bytes.unsafe_set b k (Char.unsafe_chr (v lxor bit));
        Bytes.unsafe_set res k (Char.unsafe_chr (Char.code (Bytes.unsafe_get res k) lor bit));
        stack.(!top) <- i; incr top end end in
  let around i = visit (i - 1); visit (i + 1); visit (i - s); visit (i + s) in
  let rest = ref m in
  while Z.sign !rest > 0 do let i = Z.numbits !rest - 1 in rest := Z.sub !rest (Z.shift_left Z.one i); visit i; around i done;
  while !top > 0 do decr top; around stack.(!top) done;
  Z.logor m (Z.of_bits (Bytes.unsafe_to_string res))
