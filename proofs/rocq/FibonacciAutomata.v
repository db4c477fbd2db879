(** Automata on words and heights of words: checks by computation, and what they prove about words of any length. *)
From Coq Require Import ZArith NArith List Bool Lia FMapPositive.
From Soko Require Import Rules Theory Fibonacci FibonacciWords FibonacciSteps FibonacciPossible FibonacciSequences.
Import ListNotations.
Open Scope Z_scope.

Module M := PositiveMap.

Definition key (letter : N) : positive := N.succ_pos letter.
Definition letter_of (k : positive) : N := Pos.pred_N k.
Definition directions : list direction := [up; down; left; right].

Lemma letter_key n : letter_of (key n) = n.
Proof. unfold letter_of, key. destruct n; [reflexivity|]. cbn. apply Pos.pred_N_succ. Qed.

Fixpoint assoc {A} (a : N) (l : list (N * A)) : option A :=
  match l with [] => None | (b, x) :: l => if N.eqb a b then Some x else assoc a l end.
Lemma assoc_in {A} a (l : list (N * A)) x : assoc a l = Some x -> In (a, x) l.
Proof.
  induction l as [|[b y] l IH]; [discriminate|]. cbn. destruct (N.eqb_spec a b) as [->|]; [intros [= ->]; auto|auto].
Qed.

Definition listed {A} (m : M.t (list A)) (k : positive) : list A := match M.find k m with Some l => l | None => [] end.
Definition values {A} (m : M.t A) : list A := map snd (M.elements m).
Lemma find_values {A} k (m : M.t A) v : M.find k m = Some v -> In v (values m).
Proof. intros E. apply M.elements_correct in E. apply in_map_iff. exists (k, v). auto. Qed.

Lemma in_directions d : In d directions.
Proof. destruct d; cbn; tauto. Qed.

(** * Automata; the state [dead] has no transitions *)

Record automaton := Automaton { a_next : M.t (list (N * positive)); a_rooms : M.t (M.t unit) }.
Definition dead : positive := 511%positive.

Section Automaton.
Variable A : automaton.

Definition a_step (q : positive) (a : N) : option positive := assoc a (listed (a_next A) q).
Fixpoint a_run (q : positive) (u : list N) : option positive :=
  match u with [] => Some q | a :: u => match a_step q a with Some q => a_run q u | None => None end end.
Definition rooms_of (q : positive) : M.t unit := match M.find q (a_rooms A) with Some s => s | None => M.empty unit end.
Definition a_room (q : positive) (rho : N) : bool := M.mem (key rho) (rooms_of q).
Definition accepts (q : positive) (u : list N) (rho : N) : bool :=
  match a_run q u with Some q => a_room q rho | None => false end.
Definition room_list (q : positive) : list N := map (fun e => letter_of (fst e)) (M.elements (rooms_of q)).

Lemma in_room_list q rho : a_room q rho = true -> In rho (room_list q).
Proof.
  unfold a_room, room_list. rewrite M.mem_find. destruct (M.find (key rho) (rooms_of q)) as [t|] eqn:E; [|discriminate]. intros _.
  apply in_map_iff. exists (key rho, t). split; [apply letter_key|]. now apply M.elements_correct.
Qed.

Lemma a_run_app u : forall q v, a_run q (u ++ v) = match a_run q u with Some q => a_run q v | None => None end.
Proof. induction u as [|a u IH]; intros q v; [reflexivity|]. cbn [app a_run]. destruct (a_step q a); [apply IH|reflexivity]. Qed.

Lemma accepts_app q u v rho : accepts q (u ++ v) rho = match a_run q u with Some q => accepts q v rho | None => false end.
Proof. unfold accepts. rewrite a_run_app. destruct (a_run q u); reflexivity. Qed.

(** The words of h letters that are read *)
Fixpoint windows (h : nat) (q : positive) : list (positive * list N) :=
  match h with
  | O => [(q, [])]
  | S h => flat_map (fun e : N * positive => map (fun w : positive * list N => (fst w, fst e :: snd w)) (windows h (snd e))) (listed (a_next A) q)
  end.

Lemma in_windows u : forall q q', a_run q u = Some q' -> In (q', u) (windows (length u) q).
Proof.
  induction u as [|a u IH]; intros q q' R; cbn [a_run length windows] in *; [injection R as ->; now left|].
  destruct (a_step q a) as [q1|] eqn:E; [|discriminate]. apply in_flat_map. exists (a, q1). split; [now apply assoc_in|].
  apply in_map_iff. exists (q', u). split; [reflexivity|]. now apply IH.
Qed.

(** ** Containment: what is accepted from q, and possible from m, is accepted from q'. *)

Definition triple : Type := positive * N * positive.
Definition triple_key (t : triple) : positive := let '(q, m, q') := t in key ((N.pos q * 16 + m) * 512 + N.pos q')%N.
Definition same_triple (s t : triple) : bool :=
  let '(q, m, q') := s in let '(r, n, r') := t in Pos.eqb q r && N.eqb m n && Pos.eqb q' r'.

Variable T : M.t triple.

Definition contained (q : positive) (m : N) (q' : positive) : bool :=
  Pos.eqb q q' || match M.find (triple_key (q, m, q')) T with Some t => same_triple t (q, m, q') | None => false end.
Definition or_dead (q : option positive) : positive := match q with Some q => q | None => dead end.

Definition good_triple (t : triple) : bool :=
  let '(q, m, q') := t in
  forallb (fun e : N * positive => match mode_step m (fst e) with
    | None => true | Some m => contained (snd e) m (or_dead (a_step q' (fst e))) end) (listed (a_next A) q) &&
  forallb (fun rho => negb (mode_room m rho) || a_room q' rho) (room_list q).
Definition dead_is_dead : bool :=
  match listed (a_next A) dead with [] => true | _ => false end && match room_list dead with [] => true | _ => false end.
Definition good_triples : bool := dead_is_dead && forallb good_triple (values T).

Hypothesis triples_good : good_triples = true.

Lemma dead_rejects u rho : accepts dead u rho = false.
Proof.
  unfold good_triples, dead_is_dead in triples_good. apply andb_true_iff in triples_good. destruct triples_good as [D _].
  apply andb_true_iff in D. destruct D as [D R]. unfold accepts. destruct u as [|a u]; cbn [a_run].
  - apply not_true_is_false. intros H. apply in_room_list in H. destruct (room_list dead); [exact H|discriminate].
  - unfold a_step. destruct (listed (a_next A) dead); [reflexivity|discriminate].
Qed.

Lemma or_dead_accepts q a u rho : accepts (or_dead (a_step q a)) u rho = true -> accepts q (a :: u) rho = true.
Proof.
  unfold accepts at 2. cbn [a_run]. destruct (a_step q a) as [q'|]; cbn [or_dead]; [intros H; exact H|]. now rewrite dead_rejects.
Qed.

Theorem containment u rho : forall q m q', contained q m q' = true -> accepts q u rho = true -> possible m u rho = true ->
  accepts q' u rho = true.
Proof.
  induction u as [|a u IH]; intros q m q' C A1 P; unfold contained in C; apply orb_true_iff in C;
    (destruct C as [C|C]; [apply Pos.eqb_eq in C; now subst|]).
  - destruct (M.find _ T) as [[[r n] r']|] eqn:F; [|discriminate]. unfold same_triple in C. rewrite !andb_true_iff, !Pos.eqb_eq, N.eqb_eq in C.
    destruct C as [[-> ->] ->]. apply find_values in F. apply andb_true_iff in triples_good. destruct triples_good as [_ G].
    rewrite forallb_forall in G. specialize (G _ F). unfold good_triple in G. apply andb_true_iff in G. destruct G as [_ G].
    rewrite forallb_forall in G. unfold accepts in *. cbn [a_run] in *. unfold possible in P. cbn [mode_run] in P.
    specialize (G rho (in_room_list _ _ A1)). rewrite P in G. exact G.
  - destruct (M.find _ T) as [[[r n] r']|] eqn:F; [|discriminate]. unfold same_triple in C. rewrite !andb_true_iff, !Pos.eqb_eq, N.eqb_eq in C.
    destruct C as [[-> ->] ->]. apply find_values in F. pose proof triples_good as TG. apply andb_true_iff in TG. destruct TG as [_ G].
    rewrite forallb_forall in G. specialize (G _ F). unfold good_triple in G. apply andb_true_iff in G. destruct G as [G _].
    rewrite forallb_forall in G. unfold accepts in A1. cbn [a_run] in A1. destruct (a_step q a) as [q1|] eqn:E; [|discriminate].
    specialize (G (a, q1) (assoc_in _ _ _ E)). cbn [fst snd] in G. unfold possible in P. cbn [mode_run] in P.
    destruct (mode_step m a) as [m1|]; [|discriminate]. apply or_dead_accepts. apply (IH q1 m1); auto.
Qed.

(** ** Closure: the state before a step into an accepted state is accepted, if it is possible. *)

Definition pair : Type := positive * N.
Definition pair_key (t : pair) : positive := key (N.pos (fst t) * 16 + snd t)%N.
Variable P : M.t pair.
Definition met (q : positive) (m : N) : bool :=
  match M.find (pair_key (q, m)) P with Some t => Pos.eqb (fst t) q && N.eqb (snd t) m | None => false end.

Definition near (h : nat) (a : cell) : bool := match h with O => true | _ => Z.of_nat h - 2 <=? fst a end.

Definition rows_close (q : positive) (m : N) (h : nat) : bool :=
  forallb (fun w : positive * list N => let (q1, v) := w in
    match player_in_rows v with None => true | Some _ =>
    forallb (fun d => forallb (fun push =>
      match behind h false v 0 d push with None => true | Some (u, _) =>
      match mode_run m u with None => true | Some m1 => contained q1 m1 (or_dead (a_run q u)) end end) [false; true]) directions end) (windows h q).

(** The room is looked at once for each word and each room letter, whichever states read them. *)
Variable K : M.t unit.
Definition letters : list N := map N.of_nat (seq 0 32).
Fixpoint words (h : nat) : list (list N) :=
  match h with O => [[]] | S h => flat_map (fun a => map (cons a) (words h)) letters end.
Definition few_letters : bool := forallb (forallb (fun e : N * positive => (fst e <? 32)%N)) (values (a_next A)).
Definition few_rooms : bool :=
  forallb (fun s : M.t unit => forallb (fun e : positive * unit => M.mem (fst e) K) (M.elements s)) (values (a_rooms A)).

Definition reader : Type := pair * M.t unit.
Definition readers (v : list N) : list reader :=
  flat_map (fun t : pair => match a_run (fst t) v with Some q1 => [(t, rooms_of q1)] | None => [] end) (values P).
Definition states_before (h : nat) (v : list N) (rho : N) : list (list N * N) :=
  match player_in v rho with None => [] | Some a => if near h a then
    flat_map (fun d => flat_map (fun push => match behind h true v rho d push with Some s => [s] | None => [] end) [false; true]) directions
  else [] end.
Definition closes (s : list N * N) (r : reader) : bool :=
  let (q, m) := fst r in negb (possible m (fst s) (snd s)) || accepts q (fst s) (snd s).
Definition room_closes (h : nat) (v : list N) (l : list reader) (k : positive) : bool :=
  match filter (fun r : reader => M.mem k (snd r)) l with
  | [] => true
  | l => forallb (fun s => forallb (closes s) l) (states_before h v (letter_of k))
  end.
Definition rooms_close (h : nat) : bool :=
  let rooms := map fst (M.elements K) in
  forallb (fun v => match readers v with [] => true | l => forallb (room_closes h v l) rooms end) (words h).

Definition good_pair (t : pair) : bool :=
  let (q, m) := t in
  forallb (fun e : N * positive => match mode_step m (fst e) with None => true | Some m => met (snd e) m end) (listed (a_next A) q) &&
  forallb (rows_close q m) [1; 2; 3]%nat.
Definition good_pairs : bool :=
  met 1 first_mode && few_letters && few_rooms && forallb good_pair (values P) && forallb rooms_close [0; 1; 2]%nat.

Hypothesis pairs_good : good_pairs = true.

Lemma met_in q m : met q m = true -> In (q, m) (values P).
Proof.
  unfold met. destruct (M.find _ P) as [[r n]|] eqn:F; [|discriminate]. cbn [fst snd]. rewrite andb_true_iff, Pos.eqb_eq, N.eqb_eq.
  intros [-> ->]. now apply find_values in F.
Qed.
Lemma met_good q m : met q m = true -> good_pair (q, m) = true.
Proof.
  intros I. apply met_in in I. unfold good_pairs in pairs_good. rewrite !andb_true_iff in pairs_good.
  destruct pairs_good as [[_ G] _]. rewrite forallb_forall in G. now apply G.
Qed.

Lemma met_run x : forall q m q1 m1, met q m = true -> a_run q x = Some q1 -> mode_run m x = Some m1 -> met q1 m1 = true.
Proof.
  induction x as [|a x IH]; intros q m q1 m1 Q R S; cbn [a_run mode_run] in *; [congruence|].
  destruct (a_step q a) as [q2|] eqn:E; [|discriminate]. destruct (mode_step m a) as [m2|] eqn:F; [|discriminate].
  apply (IH q2 m2); auto. apply met_good in Q. unfold good_pair in Q. rewrite andb_true_iff in Q. destruct Q as [Q _].
  rewrite forallb_forall in Q. specialize (Q (a, q2) (assoc_in _ _ _ E)). cbn [fst snd] in Q. now rewrite F in Q.
Qed.

Lemma met_first : met 1 first_mode = true.
Proof. unfold good_pairs in pairs_good. rewrite !andb_true_iff in pairs_good. tauto. Qed.

Lemma in_words v : forall q q1, a_run q v = Some q1 -> In v (words (length v)).
Proof.
  induction v as [|a v IH]; intros q q1 V; cbn [a_run length words] in *; [now left|].
  destruct (a_step q a) as [q2|] eqn:S; [|discriminate]. apply in_flat_map. exists a. split; [|apply in_map; exact (IH _ _ V)].
  unfold good_pairs, few_letters in pairs_good. rewrite !andb_true_iff in pairs_good. destruct pairs_good as [[[[_ G] _] _] _].
  unfold a_step in S. apply assoc_in in S. unfold listed in S. destruct (M.find q (a_next A)) as [l|] eqn:L; [|destruct S].
  rewrite forallb_forall in G. specialize (G _ (find_values _ _ _ L)). rewrite forallb_forall in G. specialize (G _ S).
  cbn [fst] in G. apply N.ltb_lt in G. apply in_map_iff. exists (N.to_nat a). split; [apply N2Nat.id|]. apply in_seq. lia.
Qed.

Lemma in_rooms q rho : a_room q rho = true -> In (key rho) (map fst (M.elements K)).
Proof.
  unfold a_room, rooms_of. intros I. unfold good_pairs, few_rooms in pairs_good. rewrite !andb_true_iff in pairs_good.
  destruct pairs_good as [[[_ G] _] _]. rewrite forallb_forall in G. rewrite M.mem_find in I.
  destruct (M.find q (a_rooms A)) as [s|] eqn:S; [|rewrite M.gempty in I; discriminate]. specialize (G s (find_values _ _ _ S)).
  rewrite forallb_forall in G. destruct (M.find (key rho) s) as [t|] eqn:E; [|discriminate]. apply M.elements_correct in E.
  specialize (G _ E). cbn [fst] in G. rewrite M.mem_find in G. destruct (M.find (key rho) K) as [t'|] eqn:E'; [|discriminate].
  apply M.elements_correct in E'. apply in_map_iff. exists (key rho, t'). auto.
Qed.

Lemma possible_app m u v rho : possible m (u ++ v) rho = match mode_run m u with Some m => possible m v rho | None => false end.
Proof. unfold possible. rewrite mode_app. destruct (mode_run m u); reflexivity. Qed.

Theorem closed_rows x u v y h rho d push : (1 <= h <= 3)%nat -> length v = h -> behind h false v 0 d push = Some (u, 0%N) ->
  accepts 1 (x ++ v ++ y) rho = true -> possible first_mode (x ++ u ++ y) rho = true -> accepts 1 (x ++ u ++ y) rho = true.
Proof.
  intros H L B Ac Po. rewrite accepts_app in *. rewrite possible_app in Po.
  destruct (a_run 1 x) as [q|] eqn:Q; [|discriminate]. destruct (mode_run first_mode x) as [m|] eqn:Mo; [|discriminate].
  pose proof (met_good _ _ (met_run _ _ _ _ _ met_first Q Mo)) as G. unfold good_pair in G. rewrite !andb_true_iff in G.
  destruct G as [_ G]. rewrite forallb_forall in G. specialize (G h ltac:(cbn [In]; lia)). unfold rows_close in G.
  rewrite forallb_forall in G. rewrite accepts_app in *. rewrite possible_app in Po. destruct (a_run q v) as [q1|] eqn:V; [|discriminate].
  specialize (G (q1, v)). rewrite <- L in G at 1. specialize (G (in_windows _ _ _ V)). cbv beta iota in G.
  destruct (player_in_rows v) as [a|] eqn:Pl; [|unfold behind, player_in in B; rewrite Pl in B; discriminate].
  rewrite forallb_forall in G. specialize (G d (in_directions d)). rewrite forallb_forall in G.
  specialize (G push ltac:(destruct push; cbn; tauto)). rewrite B in G. destruct (mode_run m u) as [m1|] eqn:U; [|discriminate].
  pose proof (containment y rho _ _ _ G Ac Po) as R. destruct (a_run q u) as [q2|]; cbn [or_dead] in R; [exact R|]. now rewrite dead_rejects in R.
Qed.

Theorem closed_room x u v h rho before d push a : (h <= 2)%nat -> length v = h -> behind h true v rho d push = Some (u, before) ->
  player_in v rho = Some a -> (h = 0%nat \/ Z.of_nat h - 2 <= fst a) ->
  accepts 1 (x ++ v) rho = true -> possible first_mode (x ++ u) before = true -> accepts 1 (x ++ u) before = true.
Proof.
  intros H L B Pl Ne Ac Po. rewrite accepts_app in *. rewrite possible_app in Po.
  destruct (a_run 1 x) as [q|] eqn:Q; [|discriminate]. destruct (mode_run first_mode x) as [m|] eqn:Mo; [|discriminate].
  pose proof (met_in _ _ (met_run _ _ _ _ _ met_first Q Mo)) as I. unfold accepts in Ac.
  destruct (a_run q v) as [q1|] eqn:V; [|discriminate].
  assert (G : forallb rooms_close [0; 1; 2]%nat = true) by (unfold good_pairs in pairs_good; now apply andb_true_iff in pairs_good).
  rewrite forallb_forall in G. specialize (G h ltac:(cbn [In]; lia)). unfold rooms_close in G. cbv zeta in G. rewrite forallb_forall in G.
  specialize (G v). rewrite <- L in G at 1. specialize (G (in_words _ _ _ V)).
  assert (Rv : In ((q, m), rooms_of q1) (readers v)) by (apply in_flat_map; exists (q, m); cbn [fst]; rewrite V; cbn; auto).
  assert (G' : forallb (room_closes h v (readers v)) (map fst (M.elements K)) = true) by (destruct (readers v); [destruct Rv|exact G]).
  clear G. rewrite forallb_forall in G'. specialize (G' _ (in_rooms _ _ Ac)). unfold room_closes in G'. rewrite letter_key in G'.
  assert (Rf : In ((q, m), rooms_of q1) (filter (fun r : reader => M.mem (key rho) (snd r)) (readers v))) by (apply filter_In; auto).
  set (l := filter _ _) in *. assert (G : forallb (fun s => forallb (closes s) l) (states_before h v rho) = true)
    by (destruct l; [destruct Rf|exact G']).
  clear G'. rewrite forallb_forall in G. specialize (G (u, before)). rewrite forallb_forall in G. unfold closes in G.
  assert (Sb : In (u, before) (states_before h v rho)).
  { unfold states_before. rewrite Pl. assert (N : near h a = true) by (unfold near; destruct h; [reflexivity|apply Z.leb_le; lia]). rewrite N.
    apply in_flat_map. exists d. split; [apply in_directions|]. apply in_flat_map. exists push. split; [destruct push; cbn; tauto|].
    rewrite B. now left. }
  specialize (G Sb _ Rf). cbn [fst snd] in G. rewrite Po in G. exact G.
Qed.
End Automaton.
