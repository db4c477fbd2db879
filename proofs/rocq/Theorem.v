(** Prints the theorems and all that they assume. *)
From Soko Require Import Head File.
From Soko Require Gadgets GadgetTheorem GadgetLevel.
From Soko Require NetworkLevel NetworkCheck Formulas FormulaTheorem.
From Soko Require PolynomialSpace Workspace.
From Soko Require RoomsTheorem.
From Soko Require FibonacciSolution FibonacciLengths FibonacciSteps FibonacciAutomata FibonacciHeights FibonacciFewest FibonacciTheorem.
About check_file_sound.
Print Assumptions check_file_sound.
About head_injective.
Print Assumptions head_injective.
Print Gadgets.Exact.
About Gadgets.check_gadget_exact.
Print Assumptions Gadgets.check_gadget_exact.
About GadgetTheorem.library_exact.
Print Assumptions GadgetTheorem.library_exact.
Print GadgetLevel.Holds.
About GadgetLevel.boxes_stay_in_gadgets.
Print Assumptions GadgetLevel.boxes_stay_in_gadgets.
About GadgetLevel.visits_are_passages.
Print Assumptions GadgetLevel.visits_are_passages.
About GadgetLevel.passages_can_be_made.
Print Assumptions GadgetLevel.passages_can_be_made.
Print NetworkLevel.Pass.
Print NetworkLevel.Can_be_won.
Print NetworkLevel.Tile_fits.
Print NetworkLevel.Laid_out.
About NetworkLevel.composition.
Print Assumptions NetworkLevel.composition.
About NetworkCheck.check_level_sound.
Print Assumptions NetworkCheck.check_level_sound.
About NetworkCheck.check_play_sound.
Print Assumptions NetworkCheck.check_play_sound.
Print Formulas.Holds_for.
About FormulaTheorem.formulas_end_to_end.
Print Assumptions FormulaTheorem.formulas_end_to_end.
About FormulaTheorem.true_and_false.
Print Assumptions FormulaTheorem.true_and_false.
About PolynomialSpace.savitch_decides.
Print Assumptions PolynomialSpace.savitch_decides.
About PolynomialSpace.in_play_spec.
Print Assumptions PolynomialSpace.in_play_spec.
About PolynomialSpace.short_solution.
Print Assumptions PolynomialSpace.short_solution.
About PolynomialSpace.savitch_memory.
Print Assumptions PolynomialSpace.savitch_memory.
About PolynomialSpace.memory_is_all.
Print Assumptions PolynomialSpace.memory_is_all.
About PolynomialSpace.polynomial_space.
Print Assumptions PolynomialSpace.polynomial_space.
About Workspace.move_test.
Print Assumptions Workspace.move_test.
About Workspace.configuration_test.
Print Assumptions Workspace.configuration_test.
About Workspace.goals_test.
Print Assumptions Workspace.goals_test.
About Workspace.in_range.
Print Assumptions Workspace.in_range.
About Workspace.test_memory_injective.
Print Assumptions Workspace.test_memory_injective.
About Workspace.total_space.
Print Assumptions Workspace.total_space.
Print RoomsTheorem.moves_needed.
Print RoomsTheorem.pushes_needed.
About RoomsTheorem.rooms_optimal.
Print Assumptions RoomsTheorem.rooms_optimal.
Print FibonacciSolution.moves_added.
Print FibonacciSolution.lengths.
Print FibonacciSolution.moves_needed.
Print FibonacciSolution.pushes_needed.
About FibonacciLengths.fibonacci_solution.
Print Assumptions FibonacciLengths.fibonacci_solution.
About FibonacciLengths.solved_from.
Print Assumptions FibonacciLengths.solved_from.
About FibonacciLengths.closed_forms.
Print Assumptions FibonacciLengths.closed_forms.
Print FibonacciFewest.left_of_column.
Print FibonacciTheorem.more_if_left.
About FibonacciTheorem.fewest_moves.
Print Assumptions FibonacciTheorem.fewest_moves.
About FibonacciTheorem.fibonacci_optimal.
Print Assumptions FibonacciTheorem.fibonacci_optimal.
