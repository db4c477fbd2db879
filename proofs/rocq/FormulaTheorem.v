(** The level of each formula of [FormulaData.v] has a solution exactly if the formula is true. *)
From Coq Require Import List Bool String.
From Soko Require Import Rules Formulas NetworkCheck FormulaData.

Definition check_formula (f : formula) (rows : list string) (y : layout) : bool :=
  match check_level y (read_level rows) (Nat.pow 2 16) with Some v => Bool.eqb v (value f) | None => false end.

Theorem check_formula_sound f rows y : check_formula f rows y = true ->
  is_level (read_level rows) /\ (solvable (read_level rows) <-> Truth f).
Proof.
  unfold check_formula. destruct (check_level _ _ _) as [v|] eqn:E; [|discriminate]. intros H.
  apply eqb_prop in H. subst v. apply check_level_sound in E as (L & E). split; auto. rewrite E. apply value_spec.
Qed.

Theorem formulas_end_to_end : forall f rows y, In (f, rows, y) formulas ->
  is_level (read_level rows) /\ (solvable (read_level rows) <-> Truth f).
Proof.
  assert (H : forallb (fun '(f, rows, y) => check_formula f rows y) formulas = true)
    by vm_cast_no_check (eq_refl true).
  rewrite forallb_forall in H. intros f rows y I. apply H in I. now apply check_formula_sound in I.
Qed.

(** The first formula is true, the second one false. *)
Corollary true_and_false : Truth formula_1 /\ solvable (read_level level_1) /\
  ~ Truth formula_2 /\ ~ solvable (read_level level_2).
Proof.
  assert (T : Truth formula_1) by (apply value_spec; reflexivity).
  assert (F : ~ Truth formula_2) by (rewrite <- value_spec; discriminate).
  split; [exact T|]. split; [apply (formulas_end_to_end formula_1 level_1 layout_1); cbn; auto|].
  split; [exact F|]. intros S. apply F. apply (formulas_end_to_end formula_2 level_2 layout_2); cbn; auto.
Qed.
