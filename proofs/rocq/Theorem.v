(** Prints the theorem and all that it assumes. *)
From Soko Require Import File.
About check_file_sound.
Print Assumptions check_file_sound.
