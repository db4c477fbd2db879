(** Proves that what [check_file] accepts is true of the level whose text begins the file. *)
From Coq Require Import ZArith NArith List Bool Ascii String Lia.
From Soko Require Import Rules Theory Masks Head Checker Soundness Whole Moves Backwards MeetingCheck.
Import ListNotations.
Open Scope string_scope.

(** * What the reader gives *)

(** [solution] has the letters' case: true is upper case, a push.  [meets] has the depth of a meeting and the prices that
    balance it, [rests] its states backwards. *)
Record certificate := Certificate {
  version : N; claimed : claim; about : level; solution : list (direction * bool);
  facts : list (N * raw_fact); facts_back : list (N * raw_back); backwards : bool;
  meets : option (Z * option (N * N)); states : list entry; rests : list entry; start : list N }.

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

(** Facts back that a search forwards does not need are checked, too. *)
Definition check_facts_back (fuel : nat) (c : certificate) : option blame :=
  match facts_back c with
  | [] => None
  | raw =>
      let b := on (about c) in let g := grid_of b in
      match all_back b g (first (about c)) fuel (nodes_of g) raw with
      | inl _ => None
      | inr k => Some (BadFact k)
      end
  end.
Definition also (x y : option blame) : option blame := match x with Some b => Some b | None => y end.
Definition check_pushes (fuel : nat) (c : certificate) (limit : option Z) : option blame :=
  if backwards c then check_back fuel (about c) limit (facts c) (facts_back c) (states c) (start c)
  else also (check_facts_back fuel c) (check fuel (about c) limit (facts c) (states c) (start c)).

Definition check_walks (fuel : nat) (c : certificate) (o : objective) (n : Z) : option blame :=
  let '(move, push) := costs o in
  match meets c with
  | Some (depth, balanced) =>
      check_meeting fuel (about c) move push n depth balanced (facts c) (facts_back c) (states c) (rests c) (start c)
  | None => also (check_facts_back fuel c) (check_moves fuel (about c) move push (Some n) (facts c) (states c) (start c))
  end.

(** That no solution costs less than [k]. *)
Definition at_least (fuel : nat) (c : certificate) (o : objective) (k : list N) : verdict :=
  let l := about c in
  match o, k with
  | Pushes, [n] => judge (claimed c) (check_pushes fuel c (Some (Z.of_N n)))
  | _, _ =>
      match one_cost l o k with
      | Some n => judge (claimed c) (check_walks fuel c o n)
      | None => Rejected NotCovered
      end
  end.

Definition cost_eqb (mp : nat * nat) (k : list N) : bool :=
  match k with
  | [x] => (N.of_nat (fst mp) =? x)%N && (Nat.eqb (snd mp) O)
  | [x; y] => (N.of_nat (fst mp) =? x)%N && (N.of_nat (snd mp) =? y)%N
  | _ => false
  end.

Definition check_file (fuel : nat) (bytes : string) (c : certificate) : verdict :=
  let l := about c in
  if negb (prefix (head (version c) (claimed c) l) bytes) then Rejected BadHead
  else if negb (level_ok l) then Rejected BadLevel
  else if negb (right_case (on l) (first l) (solution c)) then Rejected BadSolution
  else match claimed c with
  | Solved => match solution_cost l (map fst (solution c)) with Some _ => Accepted Solved | None => Rejected BadSolution end
  | Unsolvable => judge Unsolvable (check_pushes fuel c None)
  | AtLeast o k => at_least fuel c o k
  | Optimal o k =>
      match solution_cost l (map fst (solution c)) with
      | Some (m, p) => if cost_eqb (Rules.cost o m p) k then at_least fuel c o k else Rejected BadSolution
      | None => Rejected BadSolution
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

Lemma also_none x y : also x y = None -> y = None.
Proof. now destruct x. Qed.

Lemma check_pushes_sound fuel c limit : is_level (about c) -> check_pushes fuel c limit = None ->
  forall ds m p, Solution (about c) ds m p -> match limit with Some k => (k <= Z.of_nat p)%Z | None => False end.
Proof.
  intros L H. unfold check_pushes in H. destruct (backwards c); [eapply check_back_sound; eauto|].
  apply also_none in H. eapply check_sound; eauto.
Qed.

Lemma check_walks_sound fuel c o n : is_level (about c) -> check_walks fuel c o n = None ->
  forall m p, Solves (on (about c)) (first (about c)) m p -> (n <= of (fst (costs o)) (snd (costs o)) m p)%Z.
Proof.
  intros L H. unfold check_walks in H. pose proof (costs_fit o) as F. destruct (costs o) as [move push]. cbn [fst snd] in *.
  destruct (meets c) as [[depth balanced]|]; [eapply check_meeting_sound; eauto|].
  apply also_none in H. eapply check_moves_sound; eauto.
Qed.

Lemma at_least_sound fuel c o k j : is_level (about c) -> at_least fuel c o k = Accepted j ->
  j = claimed c /\ forall ds m p, Solution (about c) ds m p -> at_most (pair_of k) (Rules.cost o m p).
Proof.
  intros L H. unfold at_least in H.
  assert (G : match one_cost (about c) o k with
      | Some n => judge (claimed c) (check_walks fuel c o n)
      | None => Rejected NotCovered
      end = Accepted j -> j = claimed c /\ forall ds m p, Solution (about c) ds m p -> at_most (pair_of k) (Rules.cost o m p)).
  { clear H. destruct (one_cost _ _ _) as [n|] eqn:N; [|discriminate]. intros J. apply judge_accepts in J. destruct J as [J ->].
    split; auto. apply (claim_of_bound _ o k n L N). now apply (check_walks_sound fuel). }
  destruct o; auto. destruct k as [|n [|]]; auto.
  apply judge_accepts in H. destruct H as [H ->]. split; auto. intros ds m p S.
  pose proof (check_pushes_sound _ _ _ L H ds m p S). unfold at_most. cbn [pair_of Rules.cost fst snd] in *. lia.
Qed.

Lemma cost_eqb_spec mp k : cost_eqb mp k = true -> mp = pair_of k.
Proof.
  unfold cost_eqb. destruct mp as [m p], k as [|x [|y [|]]]; try discriminate; cbn [fst snd pair_of];
    rewrite andb_true_iff, N.eqb_eq; [rewrite Nat.eqb_eq|rewrite N.eqb_eq]; intros []; f_equal; lia.
Qed.

Lemma check_file_claim fuel bytes c k : check_file fuel bytes c = Accepted k ->
  (exists rest, bytes = head (version c) k (about c) ++ rest) /\ Claim (about c) (meaning k).
Proof.
  unfold check_file. destruct (prefix _ _) eqn:P; [|discriminate]. apply prefix_begins in P. cbn [negb].
  destruct (level_ok _) eqn:L; [|discriminate]. cbn [negb]. destruct (right_case _ _ _); [|discriminate]. cbn [negb].
  apply level_ok_spec in L.
  assert (X : forall j, claimed c = j -> k = j -> Claim (about c) (meaning j) ->
    (exists rest, bytes = head (version c) k (about c) ++ rest) /\ Claim (about c) (meaning k)).
  { intros j E -> K. rewrite E in P. auto. }
  destruct (claimed c) as [| |o n|o n] eqn:E.
  - destruct (solution_cost _ _) as [[m p]|] eqn:S; [|discriminate]. intros [= <-]. apply (X _ eq_refl eq_refl).
    split; [exact L|]. exists (map fst (solution c)), m, p. now apply solution_cost_spec.
  - intros J. apply judge_accepts in J. destruct J as [J ->]. apply (X _ eq_refl eq_refl).
    split; [exact L|]. exact (check_pushes_sound _ _ _ L J).
  - destruct (solution_cost _ _) as [[m p]|] eqn:S; [|discriminate]. destruct (cost_eqb _ _) eqn:C; [|discriminate].
    apply cost_eqb_spec in C. intros J. apply at_least_sound in J; auto. destruct J as [-> J]. apply (X _ eq_refl E).
    split; [exact L|]. split; [|exact J]. exists (map fst (solution c)), m, p. split; auto. now apply solution_cost_spec.
  - intros J. apply at_least_sound in J; auto. destruct J as [-> J]. apply (X _ eq_refl E). split; auto.
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
