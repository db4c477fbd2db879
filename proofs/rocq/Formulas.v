(** Quantified Boolean formulas: quantifiers, the outermost first, and clauses.  [Truth] says what they mean, [value] computes
    it. *)
From Coq Require Import List Bool PeanoNat.
Import ListNotations.

Inductive quantifier := for_some | for_all.

(** A literal is a variable, positive or ([false]) negated.  A clause needs one true literal. *)
Record formula := Formula { quantifiers : list (quantifier * nat); clauses : list (list (bool * nat)) }.

Definition assignment : Type := nat -> bool.
Definition assign (v : assignment) (x : nat) (b : bool) : assignment := fun y => if Nat.eqb x y then b else v y.

Fixpoint Holds_for (qs : list (quantifier * nat)) (cs : list (list (bool * nat))) (v : assignment) : Prop :=
  match qs with
  | [] => forall c, In c cs -> exists sign x, In (sign, x) c /\ v x = sign
  | (for_some, x) :: qs => exists b, Holds_for qs cs (assign v x b)
  | (for_all, x) :: qs => forall b, Holds_for qs cs (assign v x b)
  end.
(** Variables without a quantifier count as false. *)
Definition Truth (f : formula) : Prop := Holds_for (quantifiers f) (clauses f) (fun _ => false).

Fixpoint value_for (qs : list (quantifier * nat)) (cs : list (list (bool * nat))) (v : assignment) : bool :=
  match qs with
  | [] => forallb (existsb (fun '(sign, x) => Bool.eqb (v x) sign)) cs
  | (for_some, x) :: qs => value_for qs cs (assign v x true) || value_for qs cs (assign v x false)
  | (for_all, x) :: qs => value_for qs cs (assign v x true) && value_for qs cs (assign v x false)
  end.
Definition value (f : formula) : bool := value_for (quantifiers f) (clauses f) (fun _ => false).

Theorem value_spec f : value f = true <-> Truth f.
Proof.
  unfold value, Truth. generalize (fun _ : nat => false). induction (quantifiers f) as [|([|], x) qs IH]; intros v; cbn.
  - rewrite forallb_forall. split; intros H c I; specialize (H c I).
    + apply existsb_exists in H as ((sign, x) & J & E). apply eqb_prop in E. eauto.
    + destruct H as (sign & x & J & E). apply existsb_exists. exists (sign, x). split; auto. rewrite E. apply eqb_reflx.
  - rewrite orb_true_iff, !IH. split; [intros [H|H]; eauto|intros ([|] & H); auto].
  - rewrite andb_true_iff, !IH. split; [intros (H & K) [|]; auto|auto].
Qed.
