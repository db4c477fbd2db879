(** Levels of formulas as [sokospec reduce] makes them, and their layouts.  Written by
    [python -m tools.formula_data]: do not edit. *)
From Coq Require Import ZArith List String.
From Soko Require Import Formulas NetworkCheck.
Import ListNotations.
Open Scope Z_scope.
Open Scope string_scope.

(** exists x. (x) *)
Definition formula_1 := Formula [(for_some, 1%nat)] [[(true, 1%nat)]].
Definition level_1 := [
  "#############";
  "#.###########";
  "#$ @#########";
  "# #        ##";
  "# # ### ## ##";
  "# #  #  #   #";
  "#  # *  * # #";
  "##  # ## #  #";
  "###   ##   ##";
  "#############"].
Definition layout_1 := Layout [
  (* c1.1+x1 *) Part "LATCH_s0 states" "s0" false true true (7, 10)
    [("A", 0%nat); ("B", 1%nat); ("C", 0%nat); ("I", 0%nat); ("O", 0%nat)];
  (* plug *) Part "PLUG_open states" "shut" true true false (3, 0)
    [("V", 1%nat); ("W", 0%nat)]]
  [(7, 8); (7, 5)].
(** exists x. (x)(not x) *)
Definition formula_2 := Formula [(for_some, 1%nat)] [[(true, 1%nat)]; [(false, 1%nat)]].
Definition level_2 := [
  "#############################################";
  "#                 ###########################";
  "# ###############                ############";
  "# #########      ###############  ###########";
  "# ########  ####       ##########* ##########";
  "# ######## #    ###### ########    ##########";
  "# ######## # ##  ##### ####     #  ##########";
  "# ######## # ### ##### #### #################";
  "# ######## #   # #     ####  ################";
  "# ######## # # # # #########  ######     ####";
  "# ######## # # *  * #########*   ##  ### #  #";
  "# ######## # ## # # #########  #   *####    #";
  "# ######## # ## # # ##        ####  ######* #";
  "# ######## # ## # #    ############   ###  ##";
  "# ######## # ## # #### #### #  #   ## ### ###";
  "# ######## # ## # ####  ###   *  #    ### ###";
  "# ######## # ## # #  ## ### #  ######  ## ###";
  "# ######## # ## #    # *  #  * ###   # ## ###";
  "# ######## # ##  ##* #   *## #### *  # ## ###";
  "# #        # ### #  ### #         # ## ## ###";
  "# # ## ##### ###   ###    ###### ##  # ## ###";
  "# # #  * ### ##### #############   # # ## ###";
  "# # # #  ### ##### ############### # # ## ###";
  "# # #   *  # ##### ############### # # ## ###";
  "# # # #  #   ##### ############## *  * ##  ##";
  "# #  ####### ##### ############## # # ####  #";
  "#  #  ######   ###                # #     # #";
  "##  #  $.##### ################ ### ##### # #";
  "###  ## ##### *  ############## ##  ##### # #";
  "#### ##  ####   *##############    ###### # #";
  "#### ###@##### #   ###################### # #";
  "#### #     ##    #                        # #";
  "#### # ### ####### ######################## #";
  "#### #  #  #       ######################## #";
  "####  # *  * ############################## #";
  "#####  # ## ############################### #";
  "######   ##                                 #";
  "#############################################"].
Definition layout_2 := Layout [
  (* c1.1+x1 *) Part "LATCH_s0 states" "s0" false true true (35, 13)
    [("A", 0%nat); ("B", 1%nat); ("C", 2%nat); ("I", 3%nat); ("O", 3%nat)];
  (* plug *) Part "PLUG_open states" "shut" false false false (26, 6)
    [("V", 4%nat); ("W", 3%nat)];
  (* x1.tn *) Part "TOGGLE_in states" "in" false false false (25, 12)
    [("B", 13%nat); ("A", 2%nat)];
  (* x1.ln *) Part "AL_s0 states" "s0" false false false (22, 32)
    [("A", 7%nat); ("Z", 8%nat); ("I", 14%nat); ("C", 5%nat); ("B", 2%nat); ("O", 5%nat)];
  (* x1.te *) Part "TOGGLE_in states" "in" true true true (25, 11)
    [("B", 13%nat); ("A", 4%nat)];
  (* x1.dn *) Part "DIODE_way states" "way" false false false (16, 32)
    [("A", 7%nat); ("B", 8%nat)];
  (* x1.qe *) Part "TOGGLE_in states" "in" false false false (14, 21)
    [("B", 11%nat); ("A", 7%nat)];
  (* x1.de *) Part "DIODE_way states" "way" true true true (20, 21)
    [("A", 5%nat); ("B", 6%nat)];
  (* x1.qn *) Part "TOGGLE_in states" "in" true false true (13, 33)
    [("B", 14%nat); ("A", 7%nat)];
  (* x1.n *) Part "SH_s0 states" "s0" false true false (14, 33)
    [("J", 14%nat); ("M", 12%nat); ("S", 10%nat)];
  (* x1.dw *) Part "DIODE_way states" "way" true true true (14, 44)
    [("A", 0%nat); ("B", 10%nat)];
  (* x1.e *) Part "SH_s0 states" "s0" false true true (13, 31)
    [("J", 11%nat); ("M", 12%nat); ("S", 9%nat)];
  (* x1.le *) Part "AL_s0 states" "s0" false true false (12, 13)
    [("A", 5%nat); ("Z", 6%nat); ("I", 11%nat); ("C", 13%nat); ("B", 4%nat); ("O", 13%nat)];
  (* x1.ds *) Part "DIODE_way states" "way" true false true (2, 35)
    [("A", 1%nat); ("B", 9%nat)]]
  [(35, 11); (35, 8); (33, 12); (33, 7); (27, 6); (19, 18); (16, 17); (19, 33); (20, 36); (6, 31); (10, 40);
   (12, 27); (10, 31); (8, 13); (22, 38)].
Definition formulas := [(formula_1, level_1, layout_1); (formula_2, level_2, layout_2)].
