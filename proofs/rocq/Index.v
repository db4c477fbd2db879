(** Proves that what an index finds of a key is in the list that was indexed, and has that key. *)
From Coq Require Import NArith List Bool.
Import ListNotations.
Open Scope N_scope.

(** A tree by the bits of a hash of the key, three for each branch, as fewer steps are faster.  Nothing rests on the hash:
    what is found is compared with the key. *)
Section Index.
Context {A : Type}.
Variable hash : N -> N.
Variable key : A -> N.

Inductive tree := Leaf (here : list A) | Node (t0 t1 t2 t3 t4 t5 t6 t7 : tree).

Definition opened (t : tree) : tree :=
  match t with Leaf here => let o := Leaf [] in Node (Leaf here) o o o o o o o | Node _ _ _ _ _ _ _ _ => t end.
Fixpoint put (bits : list N) (h : N) (x : A) (t : tree) : tree :=
  match bits with
  | [] => match t with Leaf here => Leaf (x :: here) | Node _ _ _ _ _ _ _ _ => t end
  | i :: bits =>
      match opened t with
      | Leaf _ => t
      | Node t0 t1 t2 t3 t4 t5 t6 t7 =>
          let a := N.testbit h (i + 2) in let b := N.testbit h (i + 1) in let c := N.testbit h i in
          if a then
            if b then
              if c then Node t0 t1 t2 t3 t4 t5 t6 (put bits h x t7)
              else Node t0 t1 t2 t3 t4 t5 (put bits h x t6) t7
            else
              if c then Node t0 t1 t2 t3 t4 (put bits h x t5) t6 t7
              else Node t0 t1 t2 t3 (put bits h x t4) t5 t6 t7
          else
            if b then
              if c then Node t0 t1 t2 (put bits h x t3) t4 t5 t6 t7
              else Node t0 t1 (put bits h x t2) t3 t4 t5 t6 t7
            else
              if c then Node t0 (put bits h x t1) t2 t3 t4 t5 t6 t7
              else Node (put bits h x t0) t1 t2 t3 t4 t5 t6 t7
      end
  end.
Fixpoint get (bits : list N) (h : N) (t : tree) : list A :=
  match bits, t with
  | _, Leaf here => here
  | i :: bits, Node t0 t1 t2 t3 t4 t5 t6 t7 =>
      let a := N.testbit h (i + 2) in let b := N.testbit h (i + 1) in let c := N.testbit h i in
      get bits h (if a then (if b then (if c then t7 else t6) else if c then t5 else t4)
                else if b then (if c then t3 else t2) else if c then t1 else t0)
  | [], Node _ _ _ _ _ _ _ _ => []
  end.

(** About as many bits as the number of things has, every third of them. *)
Fixpoint count (l : list A) (n : N) : N := match l with [] => n | _ :: l => count l (n + 1) end.
Definition bits_for (l : list A) : list N := map (fun i => 3 * N.of_nat i) (seq 0 (N.to_nat ((N.log2 (count l 1) + 2) / 3))).
Definition tree_of (bits : list N) (l : list A) : tree := fold_left (fun t x => put bits (hash (key x)) x t) l (Leaf []).
Definition lookup_in (l : list A) : N -> list A :=
  let bits := bits_for l in let t := tree_of bits l in
  fun k => filter (fun x => key x =? k) (get bits (hash k) t).

Fixpoint in_tree (x : A) (t : tree) : Prop :=
  match t with
  | Leaf here => In x here
  | Node t0 t1 t2 t3 t4 t5 t6 t7 =>
      in_tree x t0 \/ in_tree x t1 \/ in_tree x t2 \/ in_tree x t3 \/ in_tree x t4 \/ in_tree x t5 \/ in_tree x t6 \/ in_tree x t7
  end.

Lemma opened_spec z t : in_tree z (opened t) -> in_tree z t.
Proof. destruct t; cbn; tauto. Qed.

Lemma put_spec bits h x z t : in_tree z (put bits h x t) -> z = x \/ in_tree z t.
Proof.
  revert t. induction bits as [|i bits IH]; intros t; cbn [put].
  - destruct t; cbn; intuition congruence.
  - pose proof (opened_spec z t) as O. destruct (opened t); [auto|]. cbn [in_tree] in O.
    destruct (N.testbit h (i + 2)), (N.testbit h (i + 1)), (N.testbit h i); cbn [in_tree];
      intros H; repeat (destruct H as [H|H]; auto 12); apply IH in H; tauto.
Qed.

Lemma get_spec bits h z t : In z (get bits h t) -> in_tree z t.
Proof.
  revert t. induction bits as [|i bits IH]; intros [here|t0 t1 t2 t3 t4 t5 t6 t7]; cbn [get]; auto; [intros []|].
  intros H. apply IH in H. cbn [in_tree]. destruct (N.testbit h (i + 2)), (N.testbit h (i + 1)), (N.testbit h i); auto 10.
Qed.

Lemma lookup_spec l k x : In x (lookup_in l k) -> In x l /\ key x = k.
Proof.
  unfold lookup_in. rewrite filter_In, N.eqb_eq. intros [H E]. split; auto. apply get_spec in H. unfold tree_of in H.
  assert (G : forall t, in_tree x (fold_left (fun t x => put (bits_for l) (hash (key x)) x t) l t) -> In x l \/ in_tree x t).
  { generalize (bits_for l). clear. intros bits. induction l as [|y l IH]; cbn; auto. intros t H. apply IH in H. destruct H as [H|H]; auto.
    apply put_spec in H. destruct H as [->|H]; auto. }
  destruct (G _ H) as [|[]]; auto.
Qed.
End Index.
