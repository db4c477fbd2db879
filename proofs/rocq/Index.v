(** Proves that what an index finds of a key is in the list that was indexed, and has that key. *)
From Coq Require Import NArith List Bool.
Import ListNotations.
Open Scope N_scope.

(** A tree by the digits of a mark of the key, eight ways at each branch, as fewer steps are faster.  Nothing rests on
    marks and digits: what is found is compared with the key.  Marks are kept, as to compare them is faster. *)
Inductive digit := D0 | D1 | D2 | D3 | D4 | D5 | D6 | D7.
Inductive tree {A : Type} :=
| Empty
| Item (mark : N) (thing : A) (more : tree)
| Node (t0 t1 t2 t3 t4 t5 t6 t7 : tree).
Arguments tree : clear implicits.

Section Index.
Context {A : Type}.
Variable mark : N -> N.
Variable digit_of : N -> N -> digit.     (* of a mark, by its place *)
Variable places : N -> list N.           (* of the digits to use, for a number of things *)
Variable key : A -> N.

(** Marked things, each put below [t0] to [t7]. *)
Fixpoint divide (i : N) (t t0 t1 t2 t3 t4 t5 t6 t7 : tree A) : tree A :=
  match t with
  | Item h x more =>
      match digit_of i h with
      | D0 => divide i more (Item h x t0) t1 t2 t3 t4 t5 t6 t7
      | D1 => divide i more t0 (Item h x t1) t2 t3 t4 t5 t6 t7
      | D2 => divide i more t0 t1 (Item h x t2) t3 t4 t5 t6 t7
      | D3 => divide i more t0 t1 t2 (Item h x t3) t4 t5 t6 t7
      | D4 => divide i more t0 t1 t2 t3 (Item h x t4) t5 t6 t7
      | D5 => divide i more t0 t1 t2 t3 t4 (Item h x t5) t6 t7
      | D6 => divide i more t0 t1 t2 t3 t4 t5 (Item h x t6) t7
      | D7 => divide i more t0 t1 t2 t3 t4 t5 t6 (Item h x t7)
      end
  | _ => Node t0 t1 t2 t3 t4 t5 t6 t7
  end.
Fixpoint build (path : list N) (t : tree A) : tree A :=
  match path, t with
  | i :: path, Item _ _ _ =>
      match divide i t Empty Empty Empty Empty Empty Empty Empty Empty with
      | Node t0 t1 t2 t3 t4 t5 t6 t7 =>
          Node (build path t0) (build path t1) (build path t2) (build path t3)
               (build path t4) (build path t5) (build path t6) (build path t7)
      | t => t
      end
  | _, _ => t
  end.
(** Where the things with a mark are. *)
Fixpoint place (path : list N) (h : N) (t : tree A) : tree A :=
  match path, t with
  | i :: path, Node t0 t1 t2 t3 t4 t5 t6 t7 =>
      place path h
        (match digit_of i h with D0 => t0 | D1 => t1 | D2 => t2 | D3 => t3 | D4 => t4 | D5 => t5 | D6 => t6 | D7 => t7 end)
  | _, _ => t
  end.
Fixpoint with_key (h k : N) (t : tree A) : list A :=
  match t with
  | Item h' x more =>
      if h' =? h then if key x =? k then x :: with_key h k more else with_key h k more else with_key h k more
  | _ => []
  end.

Fixpoint count (l : list A) (n : N) : N := match l with [] => n | _ :: l => count l (n + 1) end.
Definition marked (l : list A) : tree A := fold_left (fun t x => Item (mark (key x)) x t) l Empty.
Definition lookup_in (l : list A) : N -> list A :=
  let path := places (count l 0) in let t := build path (marked l) in
  fun k => let h := mark k in with_key h k (place path h t).

Fixpoint in_tree (x : A) (t : tree A) : Prop :=
  match t with
  | Empty => False
  | Item _ y more => x = y \/ in_tree x more
  | Node t0 t1 t2 t3 t4 t5 t6 t7 =>
      in_tree x t0 \/ in_tree x t1 \/ in_tree x t2 \/ in_tree x t3 \/ in_tree x t4 \/ in_tree x t5 \/ in_tree x t6 \/ in_tree x t7
  end.

Lemma divide_spec z i t : forall t0 t1 t2 t3 t4 t5 t6 t7, in_tree z (divide i t t0 t1 t2 t3 t4 t5 t6 t7) ->
  in_tree z t \/ in_tree z (Node t0 t1 t2 t3 t4 t5 t6 t7).
Proof.
  induction t as [|h x more IH|]; intros ? ? ? ? ? ? ? ?; cbn [divide]; auto.
  destruct (digit_of i h); intros H; apply IH in H; cbn [in_tree] in *; tauto.
Qed.

Lemma build_spec z path t : in_tree z (build path t) -> in_tree z t.
Proof.
  revert t. induction path as [|i path IH]; intros t; cbn [build]; auto. destruct t as [|h x more|]; auto.
  pose proof (divide_spec z i (Item h x more) Empty Empty Empty Empty Empty Empty Empty Empty) as D.
  destruct (divide i (Item h x more) Empty Empty Empty Empty Empty Empty Empty Empty) as [|? ? ?|u0 u1 u2 u3 u4 u5 u6 u7].
  - intros [].
  - intros H. destruct (D H) as [K|K]; [exact K|]. cbn in K. tauto.
  - intros H. destruct D as [K|K]; auto; [|cbn in K; tauto]. cbn [in_tree] in *.
    destruct H as [H|[H|[H|[H|[H|[H|[H|H]]]]]]]; apply IH in H; tauto.
Qed.

Lemma place_spec path h z t : in_tree z (place path h t) -> in_tree z t.
Proof.
  revert t. induction path as [|i path IH]; intros [|h' x more|t0 t1 t2 t3 t4 t5 t6 t7]; cbn [place]; auto.
  intros H. apply IH in H. cbn [in_tree]. destruct (digit_of i h); auto 10.
Qed.

Lemma with_key_spec h k z t : In z (with_key h k t) -> in_tree z t /\ key z = k.
Proof.
  induction t as [|h' x more IH|]; cbn; [intros []| |intros []].
  destruct (h' =? h); [|intuition auto]. destruct (N.eqb_spec (key x) k); [|intuition auto].
  cbn. intros [<-|H]; intuition auto.
Qed.

Lemma marked_spec l z : in_tree z (marked l) -> In z l.
Proof.
  assert (G : forall t, in_tree z (fold_left (fun t x => Item (mark (key x)) x t) l t) -> In z l \/ in_tree z t).
  { induction l as [|y l IH]; cbn; auto. intros t H. apply IH in H. cbn in H. intuition auto. }
  intros H. destruct (G _ H) as [|[]]; auto.
Qed.

Lemma lookup_spec l k x : In x (lookup_in l k) -> In x l /\ key x = k.
Proof.
  intros H. apply with_key_spec in H. destruct H as [H E]. split; auto.
  apply place_spec, build_spec, marked_spec in H. exact H.
Qed.
End Index.
