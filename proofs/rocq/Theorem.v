(** Prints the two theorems and all that they assume. *)
From Soko Require Import Head File.
About check_file_sound.
Print Assumptions check_file_sound.
About head_injective.
Print Assumptions head_injective.
