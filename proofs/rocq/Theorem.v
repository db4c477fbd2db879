(** Prints the theorems and all that they assume. *)
From Soko Require Import Head File.
From Soko Require Gadgets GadgetTheorem.
About check_file_sound.
Print Assumptions check_file_sound.
About head_injective.
Print Assumptions head_injective.
Print Gadgets.Exact.
About Gadgets.check_gadget_exact.
Print Assumptions Gadgets.check_gadget_exact.
About GadgetTheorem.library_exact.
Print Assumptions GadgetTheorem.library_exact.
