(** The gadgets of the reductions and their automata.  Written by
    [python -m tools.coq_data.gadget_data]: do not edit. *)
From Coq Require Import ZArith List String.
From Soko Require Import Gadgets.
Import ListNotations.
Open Scope Z_scope.
Open Scope string_scope.

Definition LATCH_s0 := drawn [
  "##A##B##";
  "# $  $ #";
  "#C#  #I#";
  "###O####"].
Definition LATCH_s0_states := Automaton "s0"
  [([(1, 2); (1, 5)], "s0"); ([(1, 2); (1, 4)], "s1"); ([(1, 3); (1, 5)], "s2")]
  [("s0", "C", "A", "s2"); ("s0", "C", "C", "s2"); ("s0", "I", "B", "s1"); ("s0", "I", "I", "s1");
   ("s1", "B", "I", "s1"); ("s1", "I", "B", "s1"); ("s1", "O", "O", "s0"); ("s2", "A", "C", "s2");
   ("s2", "C", "A", "s2"); ("s2", "O", "O", "s0")].
Definition LATCH_s1 := drawn [
  "##A##B##";
  "# $ $  #";
  "#C#  #I#";
  "###O####"].
Definition LATCH_s1_states := Automaton "s1"
  [([(1, 2); (1, 4)], "s1"); ([(1, 2); (1, 5)], "s0"); ([(1, 3); (1, 5)], "s2")]
  [("s0", "C", "A", "s2"); ("s0", "C", "C", "s2"); ("s0", "I", "B", "s1"); ("s0", "I", "I", "s1");
   ("s1", "B", "I", "s1"); ("s1", "I", "B", "s1"); ("s1", "O", "O", "s0"); ("s2", "A", "C", "s2");
   ("s2", "C", "A", "s2"); ("s2", "O", "O", "s0")].
Definition LATCH_s2 := drawn [
  "##A##B##";
  "#  $ $ #";
  "#C#  #I#";
  "###O####"].
Definition LATCH_s2_states := Automaton "s2"
  [([(1, 3); (1, 5)], "s2"); ([(1, 2); (1, 5)], "s0"); ([(1, 2); (1, 4)], "s1")]
  [("s0", "C", "A", "s2"); ("s0", "C", "C", "s2"); ("s0", "I", "B", "s1"); ("s0", "I", "I", "s1");
   ("s1", "B", "I", "s1"); ("s1", "I", "B", "s1"); ("s1", "O", "O", "s0"); ("s2", "A", "C", "s2");
   ("s2", "C", "A", "s2"); ("s2", "O", "O", "s0")].
Definition DIODE_way := drawn [
  "######";
  "##   #";
  "# $  #";
  "#A# ##";
  "### B#";
  "######"].
Definition DIODE_way_states := Automaton "way"
  [([(2, 2)], "way"); ([(2, 3)], "c1"); ([(3, 3)], "jam")]
  [("c1", "A", "A", "jam"); ("c1", "A", "B", "way"); ("jam", "B", "B", "c1"); ("way", "A", "A", "c1");
   ("way", "A", "A", "jam"); ("way", "A", "B", "way")].
Definition TOGGLE_in := drawn [
  "######";
  "#B ###";
  "## ###";
  "# $  #";
  "#   $#";
  "## # A";
  "#    #";
  "######"].
Definition TOGGLE_in_states := Automaton "in"
  [([(3, 2); (4, 4)], "in"); ([(4, 2); (4, 4)], "c1"); ([(4, 4); (5, 2)], "c2"); ([(3, 3); (5, 4)], "out");
   ([(2, 2); (4, 4)], "jam")]
  [("c1", "A", "A", "in"); ("c1", "A", "A", "jam"); ("c1", "A", "B", "out"); ("c1", "B", "B", "c2");
   ("c2", "A", "A", "c1"); ("c2", "A", "A", "in"); ("c2", "A", "A", "jam"); ("c2", "A", "B", "out");
   ("in", "A", "A", "jam"); ("in", "A", "B", "out"); ("in", "B", "B", "c1"); ("in", "B", "B", "c2");
   ("jam", "B", "B", "c1"); ("jam", "B", "B", "c2"); ("jam", "B", "B", "in"); ("out", "B", "A", "in");
   ("out", "B", "A", "jam")].
Definition SH_s0 := drawn [
  "#####";
  "##  J";
  "#  ##";
  "M $##";
  "##  #";
  "### S";
  "#####"].
Definition SH_s0_states := Automaton "s0"
  [([(3, 2)], "s0"); ([(2, 2)], "s1")]
  [("s0", "J", "M", "s0"); ("s0", "M", "J", "s0"); ("s0", "S", "M", "s1"); ("s0", "S", "S", "s1");
   ("s1", "J", "J", "s0"); ("s1", "J", "M", "s0"); ("s1", "M", "S", "s1"); ("s1", "S", "M", "s1")].
Definition SH_s1 := drawn [
  "#####";
  "##  J";
  "# $##";
  "M  ##";
  "##  #";
  "### S";
  "#####"].
Definition SH_s1_states := Automaton "s1"
  [([(2, 2)], "s1"); ([(3, 2)], "s0")]
  [("s0", "J", "M", "s0"); ("s0", "M", "J", "s0"); ("s0", "S", "M", "s1"); ("s0", "S", "S", "s1");
   ("s1", "J", "J", "s0"); ("s1", "J", "M", "s0"); ("s1", "M", "S", "s1"); ("s1", "S", "M", "s1")].
Definition AL_s0 := drawn [
  "##A#Z#I##";
  "## # # ##";
  "# $  $ ##";
  "# # # ###";
  "C # #   B";
  "### #####";
  "##O #####";
  "#########"].
Definition AL_s0_states := Automaton "s0"
  [([(2, 2); (2, 5)], "s0"); ([(2, 2); (2, 4)], "s1"); ([(2, 3); (2, 5)], "s2")]
  [("s0", "C", "A", "s2"); ("s0", "C", "C", "s2"); ("s0", "I", "B", "s1"); ("s0", "I", "I", "s1");
   ("s0", "O", "Z", "s0"); ("s0", "Z", "O", "s0"); ("s1", "B", "I", "s1"); ("s1", "I", "B", "s1");
   ("s1", "O", "O", "s0"); ("s1", "O", "Z", "s0"); ("s2", "A", "C", "s2"); ("s2", "C", "A", "s2");
   ("s2", "Z", "O", "s0"); ("s2", "Z", "Z", "s0")].
Definition AL_s1 := drawn [
  "##A#Z#I##";
  "## # # ##";
  "# $ $  ##";
  "# # # ###";
  "C # #   B";
  "### #####";
  "##O #####";
  "#########"].
Definition AL_s1_states := Automaton "s1"
  [([(2, 2); (2, 4)], "s1"); ([(2, 2); (2, 5)], "s0"); ([(2, 3); (2, 5)], "s2")]
  [("s0", "C", "A", "s2"); ("s0", "C", "C", "s2"); ("s0", "I", "B", "s1"); ("s0", "I", "I", "s1");
   ("s0", "O", "Z", "s0"); ("s0", "Z", "O", "s0"); ("s1", "B", "I", "s1"); ("s1", "I", "B", "s1");
   ("s1", "O", "O", "s0"); ("s1", "O", "Z", "s0"); ("s2", "A", "C", "s2"); ("s2", "C", "A", "s2");
   ("s2", "Z", "O", "s0"); ("s2", "Z", "Z", "s0")].
Definition AL_s2 := drawn [
  "##A#Z#I##";
  "## # # ##";
  "#  $ $ ##";
  "# # # ###";
  "C # #   B";
  "### #####";
  "##O #####";
  "#########"].
Definition AL_s2_states := Automaton "s2"
  [([(2, 3); (2, 5)], "s2"); ([(2, 2); (2, 5)], "s0"); ([(2, 2); (2, 4)], "s1")]
  [("s0", "C", "A", "s2"); ("s0", "C", "C", "s2"); ("s0", "I", "B", "s1"); ("s0", "I", "I", "s1");
   ("s0", "O", "Z", "s0"); ("s0", "Z", "O", "s0"); ("s1", "B", "I", "s1"); ("s1", "I", "B", "s1");
   ("s1", "O", "O", "s0"); ("s1", "O", "Z", "s0"); ("s2", "A", "C", "s2"); ("s2", "C", "A", "s2");
   ("s2", "Z", "O", "s0"); ("s2", "Z", "Z", "s0")].
Definition PLUG_open := drawn [
  "####";
  "V $#";
  "#W##";
  "####"].
Definition PLUG_open_states := Automaton "open"
  [([(1, 2)], "open"); ([(1, 1)], "shut")]
  [("open", "V", "W", "open"); ("open", "W", "V", "open"); ("shut", "V", "V", "open");
   ("shut", "V", "W", "open")].
Definition library := [
  ("LATCH_s0 states", LATCH_s0, LATCH_s0_states);
  ("LATCH_s1 states", LATCH_s1, LATCH_s1_states);
  ("LATCH_s2 states", LATCH_s2, LATCH_s2_states);
  ("DIODE_way states", DIODE_way, DIODE_way_states);
  ("TOGGLE_in states", TOGGLE_in, TOGGLE_in_states);
  ("SH_s0 states", SH_s0, SH_s0_states);
  ("SH_s1 states", SH_s1, SH_s1_states);
  ("AL_s0 states", AL_s0, AL_s0_states);
  ("AL_s1 states", AL_s1, AL_s1_states);
  ("AL_s2 states", AL_s2, AL_s2_states);
  ("PLUG_open states", PLUG_open, PLUG_open_states)].
