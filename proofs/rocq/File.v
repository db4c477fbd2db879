(** Proves that what [check_file] accepts is true of the level whose text begins the file. *)
From Coq Require Import ZArith NArith List Bool Ascii String Lia.
From Soko Require Import Rules Theory Masks Head Checker Soundness Whole.
Import ListNotations.
Open Scope string_scope.

(** * What the reader gives *)

(** [solution] has the letters' case: true is upper case, a push. *)
Record certificate := Certificate {
  version : N; claimed : claim; about : level; solution : list (direction * bool);
  facts : list (N * raw_fact); states : list entry; start : list N }.

Inductive why := BadHead | BadLevel | BadSolution | NotShown (b : blame) | NotCovered.
Inductive verdict := Accepted (c : claim) | Rejected (w : why).

(** * The checker *)

(** Whether the case of each letter says whether the step pushes (P2); unproved, as the claim does not need it. *)
Fixpoint right_case (b : board) (s : state) (ds : list (direction * bool)) : bool :=
  match ds with
  | [] => true
  | (d, upper) :: ds =>
      Bool.eqb upper (pushes s d) && match step b s d with Some s1 => right_case b s1 ds | None => false end
  end.

Definition judge (c : claim) (bad : option blame) : verdict :=
  match bad with None => Accepted c | Some b => Rejected (NotShown b) end.

Definition check_file (fuel : nat) (bytes : string) (c : certificate) : verdict :=
  let l := about c in
  if negb (prefix (head (version c) (claimed c) l) bytes) then Rejected BadHead
  else if negb (level_ok l) then Rejected BadLevel
  else if negb (right_case (on l) (first l) (solution c)) then Rejected BadSolution
  else match claimed c with
  | Solved => match solution_cost l (map fst (solution c)) with Some _ => Accepted Solved | None => Rejected BadSolution end
  | k =>
      match k with
      | Optimal Pushes [n] =>
          match solution_cost l (map fst (solution c)) with
          | Some (_, p) => if negb (Z.eqb (Z.of_nat p) (Z.of_N n)) then Rejected BadSolution
                           else judge k (check fuel l (Some (Z.of_N n)) (facts c) (states c) (start c))
          | None => Rejected BadSolution
          end
      | AtLeast Pushes [n] => judge k (check fuel l (Some (Z.of_N n)) (facts c) (states c) (start c))
      | Unsolvable => judge k (check fuel l None (facts c) (states c) (start c))
      | _ => Rejected NotCovered
      end
  end.

(** * The theorem *)

Lemma prefix_begins h bytes : prefix h bytes = true -> exists rest, bytes = h ++ rest.
Proof.
  revert bytes. induction h as [|c h IH]; intros bytes P; [exists bytes; reflexivity|].
  destruct bytes as [|c' bytes]; [discriminate|]. cbn in P. destruct (ascii_dec c c') as [<-|]; [|discriminate].
  destruct (IH _ P) as [rest ->]. exists rest. reflexivity.
Qed.

Lemma judge_accepts c ok k : judge c ok = Accepted k -> ok = None /\ k = c.
Proof. unfold judge. destruct ok; [discriminate|intros [= <-]; auto]. Qed.

Lemma to_nat_of_N n : Z.to_nat (Z.of_N n) = N.to_nat n.
Proof. lia. Qed.

Lemma check_file_claim fuel bytes c k : check_file fuel bytes c = Accepted k ->
  (exists rest, bytes = head (version c) k (about c) ++ rest) /\ Claim (about c) (meaning k).
Proof.
  unfold check_file. destruct (prefix _ _) eqn:P; [|discriminate]. apply prefix_begins in P. cbn [negb].
  destruct (level_ok _) eqn:L; [|discriminate]. cbn [negb]. destruct (right_case _ _ _); [|discriminate]. cbn [negb].
  apply level_ok_spec in L.
  assert (X : forall j, claimed c = j -> k = j -> Claim (about c) (meaning j) ->
    (exists rest, bytes = head (version c) k (about c) ++ rest) /\ Claim (about c) (meaning k)).
  { intros j E -> K. rewrite E in P. auto. }
  destruct (claimed c) as [| |o cost|o cost] eqn:E.
  - destruct (solution_cost _ _) as [[m p]|] eqn:S; [|discriminate]. intros [= <-]. apply (X _ eq_refl eq_refl).
    split; [exact L|]. exists (map fst (solution c)), m, p. now apply solution_cost_spec.
  - intros J. apply judge_accepts in J. destruct J as [J ->]. apply (X _ eq_refl eq_refl). eapply check_unsolvable_sound; eauto.
  - destruct o; try discriminate. destruct cost as [|n [|]]; try discriminate.
    destruct (solution_cost _ _) as [[m p]|] eqn:S; [|discriminate].
    destruct (Z.eqb_spec (Z.of_nat p) (Z.of_N n)) as [N|]; [|discriminate]. cbn [negb].
    intros J. apply judge_accepts in J. destruct J as [J ->]. apply (X _ eq_refl eq_refl).
    cbn [meaning pair_of]. replace (N.to_nat n) with p by lia. rewrite <- N in J. eapply check_optimal_sound; eauto.
  - destruct o; try discriminate. destruct cost as [|n [|]]; try discriminate.
    intros J. apply judge_accepts in J. destruct J as [J ->]. apply (X _ eq_refl eq_refl).
    cbn [meaning pair_of]. rewrite <- to_nat_of_N. eapply check_at_least_sound; eauto.
Qed.

(** There is a level whose text begins the file, and the claim in the file is true of any that has this text. *)
Theorem check_file_sound fuel bytes c k : check_file fuel bytes c = Accepted k ->
  (exists v l rest, is_level l /\ bytes = head v k l ++ rest) /\
  (forall v k' l rest, is_level l -> bytes = head v k' l ++ rest -> k' = k /\ Claim l (meaning k)).
Proof.
  intros H. apply check_file_claim in H. destruct H as [(rest & E) C]. pose proof (proj1 C) as L.
  split; [exists (version c), (about c), rest; auto|]. intros v k' l rest' L' E'. rewrite E in E'.
  apply head_injective in E'; auto. destruct E' as (_ & <- & S). split; auto. eapply same_claim; eauto.
Qed.
