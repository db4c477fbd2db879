(** Proves that the head of a certificate determines its claim, and its level up to the order of squares in lists, on which
    no claim depends. *)
From Coq Require Import ZArith NArith List Bool Ascii String DecimalString DecimalN Lia.
From Soko Require Import Rules Theory Masks.
Import ListNotations.
Open Scope string_scope.

Inductive claim := Solved | Unsolvable | Optimal (o : objective) (cost : list N) | AtLeast (o : objective) (cost : list N).

(** What the words of a claim mean, by the definitions of [Rules]. *)
Definition pair_of (cost : list N) : nat * nat :=
  match cost with
  | [] => (O, O)
  | [x] => (N.to_nat x, O)
  | x :: y :: _ => (N.to_nat x, N.to_nat y)
  end.

Definition meaning (c : claim) : Rules.claim :=
  match c with
  | Solved => Rules.Solved
  | Unsolvable => Rules.Unsolvable
  | Optimal o cost => Rules.Optimal o (pair_of cost)
  | AtLeast o cost => Rules.AtLeast o (pair_of cost)
  end.

(** * The text of the head *)

Definition line_feed : ascii := ascii_of_N 10.
Definition newline : string := String line_feed "".
Definition number (n : N) : string := NilZero.string_of_uint (N.to_uint n).

Definition symbol (l : level) (x : square) : ascii :=
  let goal := member x (goals (on l)) in let box := member x (boxes (first l)) in
  if member x (walls (on l)) then "#" else
  if box then (if goal then "*" else "$") else
  if square_eq x (player (first l)) then (if goal then "+" else "@") else if goal then "." else "-".

Definition row (l : level) (r : Z) : string :=
  string_of_list_ascii (map (fun c => symbol l (r, c)) (zrange (width (on l)))) ++ newline.

Definition level_text (l : level) : string :=
  "level " ++ number (Z.to_N (height (on l))) ++ " " ++ number (Z.to_N (width (on l))) ++ newline
  ++ concat "" (map (row l) (zrange (height (on l)))).

Definition objective_text (o : objective) : string :=
  match o with Pushes => "pushes" | Moves => "moves" | PushesMoves => "pushes-moves" | MovesPushes => "moves-pushes" end.

Definition cost_text (cost : list N) : string := concat "" (map (fun n => " " ++ number n) cost).

Definition claim_text (c : claim) : string := "claim " ++
  match c with
  | Solved => "solved"
  | Unsolvable => "unsolvable"
  | Optimal o cost => "optimal " ++ objective_text o ++ cost_text cost
  | AtLeast o cost => "at-least " ++ objective_text o ++ cost_text cost
  end ++ newline.

Definition head (v : N) (c : claim) (l : level) : string :=
  "sokospec certificate " ++ number v ++ newline ++ claim_text c ++ level_text l.

(** * Levels that differ in the order of lists, or in walls outside the grid, have the same text, and the same claims are
    true of them. *)

Definition same_squares (k k' : list square) : Prop := forall x, In x k <-> In x k'.

Definition same_board (b b' : board) : Prop :=
  width b = width b' /\ height b = height b' /\ (forall x, floor b x = floor b' x) /\ same_squares (goals b) (goals b').
Definition same_state (s s' : state) : Prop := same_squares (boxes s) (boxes s') /\ player s = player s'.
Definition same_level (l l' : level) : Prop := same_board (on l) (on l') /\ same_state (first l) (first l').

Lemma same_member k k' x : same_squares k k' -> member x k = member x k'.
Proof. intros S. apply eq_true_iff_eq. rewrite !member_spec. apply S. Qed.

Lemma same_sym l l' : same_level l l' -> same_level l' l.
Proof. intros ((W & H & F & G) & B & P). repeat split; auto; intros I; try apply G; try apply B; auto. Qed.

Lemma same_step b b' s s' d s1 : same_board b b' -> same_state s s' -> step b s d = Some s1 ->
  pushes s d = pushes s' d /\ exists s1', step b' s' d = Some s1' /\ same_state s1 s1'.
Proof.
  intros (_ & _ & F & _) [B P]. unfold step, pushes. rewrite <- P. set (a := add (player s) (delta d)). set (t := add a (delta d)).
  rewrite <- !F, <- !(same_member _ _ _ B). intros E. split; auto. destruct (floor b a); [|discriminate]. cbn in *.
  destruct (member a (boxes s)); cbn in *; [|injection E as <-; eexists; split; [reflexivity|split; auto]].
  destruct (floor b t && negb (member t (boxes s))); [|discriminate]. injection E as <-. eexists. split; [reflexivity|].
  split; auto. intros x. cbn. rewrite !In_without, (B x). tauto.
Qed.

Lemma same_play b b' s ds s1 m p : same_board b b' -> Play b s ds s1 m p ->
  forall s', same_state s s' -> exists s1', Play b' s' ds s1' m p /\ same_state s1 s1'.
Proof.
  intros B. induction 1 as [s|s d s1 ds s2 m p H _ IH]; intros s' S; [exists s'; split; [constructor|exact S]|].
  destruct (same_step _ _ _ _ _ _ B S H) as (-> & s1' & H' & S1). destruct (IH s1' S1) as (s2' & P' & S2).
  exists s2'. split; auto. econstructor; eauto.
Qed.

Lemma same_solution l l' ds m p : same_level l l' -> Solution l ds m p -> Solution l' ds m p.
Proof.
  intros [B S] (s & P & A). destruct (same_play _ _ _ _ _ _ _ B P _ S) as (s' & P' & S'). exists s'. split; auto.
  intros x Hx. apply B, A, S', Hx.
Qed.

Theorem same_claim l l' c : same_level l l' -> is_level l' -> Rules.Claim l c -> Rules.Claim l' c.
Proof.
  intros S L [_ C]. split; auto.
  assert (T : forall ds m p, Solution l ds m p -> Solution l' ds m p) by (intros; eapply same_solution; eauto).
  assert (T' : forall ds m p, Solution l' ds m p -> Solution l ds m p) by (intros; eapply same_solution; eauto using same_sym).
  destruct c as [| |o k|o k].
  - destruct C as (ds & m & p & H). exists ds, m, p. auto.
  - intros ds m p H. apply (C ds m p). auto.
  - destruct C as [(ds & m & p & H & E) C]. split; [exists ds, m, p; auto|].
    intros ds1 m1 p1 S1. apply (C ds1). auto.
  - intros ds m p H. apply (C ds). auto.
Qed.

(** * Words and numbers end where the text says *)

Lemma append_assoc s t u : (s ++ t) ++ u = s ++ t ++ u.
Proof. induction s as [|c s IH]; cbn; congruence. Qed.

Lemma append_same s t u : s ++ t = s ++ u -> t = u.
Proof. induction s as [|c s IH]; cbn; intros E; [exact E|]. apply IH. congruence. Qed.

Lemma concat_cons x l : concat "" (x :: l) = x ++ concat "" l.
Proof. destruct l; cbn; [|reflexivity]. induction x as [|c x IH]; cbn; congruence. Qed.

Fixpoint all_of (P : ascii -> bool) (s : string) : bool :=
  match s with EmptyString => true | String c s => P c && all_of P s end.

Lemma runs_equal P s s' c c' r r' : all_of P s = true -> all_of P s' = true -> P c = false -> P c' = false ->
  s ++ String c r = s' ++ String c' r' -> s = s' /\ String c r = String c' r'.
Proof.
  revert s'. induction s as [|x s IH]; intros [|x' s']; cbn; intros A A' C C' E; auto.
  - injection E as <- _. apply andb_true_iff in A'. destruct A'. congruence.
  - injection E as <- _. apply andb_true_iff in A. destruct A. congruence.
  - injection E as <- E. apply andb_true_iff in A, A'. destruct (IH s' (proj2 A) (proj2 A') C C' E) as [<- ->]. auto.
Qed.

Definition digit (c : ascii) : bool := ((48 <=? N_of_ascii c) && (N_of_ascii c <=? 57))%N.

Lemma number_digits n : all_of digit (number n) = true.
Proof.
  unfold number. assert (D : forall d, all_of digit (NilEmpty.string_of_uint d) = true) by (induction d; cbn; auto).
  destruct (N.to_uint n); [reflexivity|apply D..].
Qed.

Lemma number_back n : exists d, NilZero.uint_of_string (number n) = Some d /\ N.of_uint d = n.
Proof.
  unfold number. pose proof (Unsigned.of_to n) as B.
  destruct (N.to_uint n); subst n; eexists; (split; [(now apply NilZero.usu) || reflexivity|reflexivity]).
Qed.

Lemma number_inj n n' : number n = number n' -> n = n'.
Proof.
  intros E. destruct (number_back n) as (d & D & <-), (number_back n') as (d' & D' & <-). rewrite E in D. congruence.
Qed.

Lemma numbers_equal n n' c c' r r' : digit c = false -> digit c' = false ->
  number n ++ String c r = number n' ++ String c' r' -> n = n' /\ String c r = String c' r'.
Proof.
  intros C C' E. apply (runs_equal digit) in E; auto using number_digits. destruct E as [E ->]. auto using number_inj.
Qed.

Lemma cost_cons n k r : cost_text (n :: k) ++ r = String " " (number n ++ cost_text k ++ r).
Proof. unfold cost_text. cbn [map]. now rewrite concat_cons, append_assoc. Qed.

(** What follows the objective: a cost and the end of the line. *)
Lemma cost_begins k r : exists c r1, cost_text k ++ newline ++ r = String c r1 /\ (c = " "%char \/ c = line_feed).
Proof. destruct k as [|n k]; [exists line_feed, r; auto|]. rewrite cost_cons. eauto. Qed.

Lemma costs_equal k k' r r' : cost_text k ++ newline ++ r = cost_text k' ++ newline ++ r' -> k = k' /\ r = r'.
Proof.
  revert k'. induction k as [|n k IH]; intros [|n' k'] E; rewrite ?cost_cons in E; try discriminate.
  - injection E as ->. auto.
  - apply (append_same " ") in E. destruct (cost_begins k r) as (c & r1 & B & C), (cost_begins k' r') as (c' & r1' & B' & C').
    rewrite B, B' in E. apply numbers_equal in E; [|destruct C; now subst|destruct C'; now subst].
    destruct E as [<- E]. rewrite <- B, <- B' in E. destruct (IH _ E) as [<- ->]. auto.
Qed.

Definition letter_or_dash (c : ascii) : bool := ((97 <=? N_of_ascii c) && (N_of_ascii c <=? 122))%N || Ascii.eqb c "-".

Lemma objectives_equal o o' k k' r r' :
  objective_text o ++ cost_text k ++ newline ++ r = objective_text o' ++ cost_text k' ++ newline ++ r' -> o = o' /\ k = k' /\ r = r'.
Proof.
  intros E. destruct (cost_begins k r) as (c & r1 & B & C), (cost_begins k' r') as (c' & r1' & B' & C').
  rewrite B, B' in E. apply (runs_equal letter_or_dash) in E; [|destruct o|destruct o'|destruct C|destruct C']; subst; auto.
  destruct E as [E F]. rewrite <- B, <- B' in F. apply costs_equal in F. split; auto. now destruct o, o'.
Qed.

Lemma claims_equal c c' r r' : claim_text c ++ r = claim_text c' ++ r' -> c = c' /\ r = r'.
Proof.
  unfold claim_text. rewrite !append_assoc. intros E.
  destruct c as [| |o k|o k], c' as [| |o' k'|o' k']; cbn [append] in E; try discriminate; repeat injection E as E;
    auto; rewrite !append_assoc in E; apply objectives_equal in E; destruct E as (<- & <- & <-); auto.
Qed.

(** * The rows determine the level *)

Lemma symbols_equal {A} (f f' : A -> ascii) l r r' :
  string_of_list_ascii (map f l) ++ r = string_of_list_ascii (map f' l) ++ r' -> (forall x, In x l -> f x = f' x) /\ r = r'.
Proof.
  induction l as [|x l IH]; cbn; intros E; [split; auto; intros x []|]. injection E as Ex E.
  apply IH in E. destruct E as [E ->]. split; auto. intros y [<-|Hy]; auto.
Qed.

Lemma rows_equal l l' rows r r' : width (on l) = width (on l') ->
  concat "" (map (row l) rows) ++ r = concat "" (map (row l') rows) ++ r' ->
  forall i j, In i rows -> In j (zrange (width (on l))) -> symbol l (i, j) = symbol l' (i, j).
Proof.
  intros W. revert r r'. induction rows as [|i0 rows IH]; intros r r' E i j; [intros []|].
  cbn [map] in E. rewrite !concat_cons, !append_assoc in E. unfold row at 1 3 in E. rewrite !append_assoc, <- W in E.
  apply symbols_equal in E. destruct E as [S E]. injection E as E. intros [<-|Hi] Hj; eauto.
Qed.

Section Level.
Variable l : level.
Hypothesis ok : is_level l.

Lemma in_range n k : (0 <= k < n)%Z -> In k (zrange n).
Proof. intros H. apply in_map_iff. exists (Z.to_nat k). split; [lia|]. apply in_seq. lia. Qed.

Lemma in_grid_range x : in_grid (on l) x = true -> In (fst x) (zrange (height (on l))) /\ In (snd x) (zrange (width (on l))).
Proof. unfold in_grid. rewrite !andb_true_iff. intros H. split; apply in_range; lia. Qed.

Lemma floor_grid x : floor (on l) x = true -> in_grid (on l) x = true /\ member x (walls (on l)) = false.
Proof. unfold floor. rewrite andb_true_iff, negb_true_iff. auto. Qed.

Lemma sizes : (0 < height (on l) /\ 0 < width (on l))%Z.
Proof. destruct ok as (_ & _ & _ & _ & _ & _ & P & _). apply floor_bounds in P. lia. Qed.

(** What a symbol shows. *)
Lemma symbol_shows x : let c := symbol l x in
  (In x (walls (on l)) <-> c = "#"%char) /\ (In x (goals (on l)) <-> c = "."%char \/ c = "*"%char \/ c = "+"%char) /\
  (In x (boxes (first l)) <-> c = "$"%char \/ c = "*"%char) /\ (x = player (first l) <-> c = "@"%char \/ c = "+"%char).
Proof.
  destruct ok as (_ & _ & _ & _ & B & G & P & N). unfold symbol.
  pose proof (fun H => proj2 (floor_grid x (B x H))) as B'. pose proof (fun H => proj2 (floor_grid x (G x H))) as G'.
  apply floor_grid in P. destruct P as [_ P].
  rewrite <- !member_spec. rewrite <- member_spec in B', G', N.
  destruct (member x (walls (on l))) eqn:EW, (member x (goals (on l))) eqn:EG, (member x (boxes (first l))) eqn:EB,
    (square_eq x (player (first l))) as [->|NP]; cbv zeta; try congruence;
    try (specialize (B' eq_refl); congruence); try (specialize (G' eq_refl); congruence); intuition congruence.
Qed.
End Level.

Lemma same_symbols l l' : is_level l -> is_level l' -> height (on l) = height (on l') -> width (on l) = width (on l') ->
  (forall x, in_grid (on l) x = true -> symbol l x = symbol l' x) -> same_level l l'.
Proof.
  intros L L' H W E. assert (Gr : forall x, in_grid (on l) x = in_grid (on l') x) by (intros x; unfold in_grid; now rewrite H, W).
  pose proof L as (_ & _ & _ & _ & B & G & P & _). pose proof L' as (_ & _ & _ & _ & B' & G' & P' & _).
  assert (Floor : forall x, floor (on l) x = floor (on l') x).
  { intros x. unfold floor. rewrite <- Gr. destruct (in_grid (on l) x) eqn:I; auto. cbn. f_equal. apply eq_true_iff_eq.
    rewrite !member_spec. destruct (symbol_shows l L x) as (S & _), (symbol_shows l' L' x) as (S' & _).
    now rewrite S, S', (E x I). }
  assert (Ef : forall x, floor (on l) x = true -> symbol l x = symbol l' x) by (intros x F; apply E; now apply floor_grid).
  assert (Ef' : forall x, floor (on l') x = true -> symbol l x = symbol l' x) by (intros x; rewrite <- Floor; auto).
  split; [split; [|split; [|split]]|split]; auto.
  - intros x. destruct (symbol_shows l L x) as (_ & S & _), (symbol_shows l' L' x) as (_ & S' & _).
    split; intros I; [pose proof (Ef x (G x I)) as Ex|pose proof (Ef' x (G' x I)) as Ex]; rewrite S, S', Ex in *; auto.
  - intros x. destruct (symbol_shows l L x) as (_ & _ & S & _), (symbol_shows l' L' x) as (_ & _ & S' & _).
    split; intros I; [pose proof (Ef x (B x I)) as Ex|pose proof (Ef' x (B' x I)) as Ex]; rewrite S, S', Ex in *; auto.
  - destruct (symbol_shows l L (player (first l))) as (_ & _ & _ & S), (symbol_shows l' L' (player (first l))) as (_ & _ & _ & S').
    apply S'. rewrite <- (Ef _ P). now apply S.
Qed.

(** * The theorem *)

Theorem head_injective v v' c c' l l' rest rest' : is_level l -> is_level l' ->
  head v c l ++ rest = head v' c' l' ++ rest' -> v = v' /\ c = c' /\ same_level l l'.
Proof.
  intros L L' E. unfold head, level_text in E. rewrite !append_assoc in E. apply append_same in E.
  apply (numbers_equal _ _ line_feed line_feed) in E; [|reflexivity..]. destruct E as [<- E]. apply (append_same newline) in E.
  apply claims_equal in E. destruct E as [<- E]. apply append_same in E.
  apply (numbers_equal _ _ " " " ") in E; [|reflexivity..]. destruct E as [H E]. apply (append_same " ") in E.
  apply (numbers_equal _ _ line_feed line_feed) in E; [|reflexivity..]. destruct E as [W E]. apply (append_same newline) in E.
  destruct (sizes l L), (sizes l' L').
  assert (H' : height (on l) = height (on l')) by lia. assert (W' : width (on l) = width (on l')) by lia.
  rewrite <- H' in E. split; auto. split; auto. apply same_symbols; auto.
  intros [i j] G. apply in_grid_range in G. eapply rows_equal; eauto; apply G.
Qed.
