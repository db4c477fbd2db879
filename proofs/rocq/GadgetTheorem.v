(** Each automaton of [GadgetData.v] is exact. *)
From Coq Require Import List.
From Soko Require Import Gadgets GadgetData.

Theorem library_exact : forall name g a, In (name, g, a) library -> Exact g a.
Proof.
  assert (H : forallb (fun '(_, g, a) => check_gadget g a (Nat.pow 2 14)) library = true)
    by vm_cast_no_check (eq_refl true).
  rewrite forallb_forall in H. intros name g a I. apply H in I. now apply check_gadget_exact in I.
Qed.
