From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlString ZArith NArith.
From Soko Require Import Rules Theory Masks Walks Head Checker Index Groups Area Counting Potential Whole Moves Back BackFacts Backwards Balance MeetingCheck File.
Extraction Language OCaml.
Extract Inductive positive => "Big.t" ["Big.xi" "Big.xo" "Big.one"] "Big.pos_case".
Extract Inductive N => "Big.t" ["Big.zero" "Big.id"] "Big.n_case".
Extract Inductive Z => "Big.t" ["Big.zero" "Big.id" "Big.neg"] "Big.z_case".
Extract Constant N.add => "Big.add". Extract Constant N.sub => "Big.n_sub".
Extract Constant N.eqb => "Big.equal". Extract Constant N.leb => "Big.leb". Extract Constant N.ltb => "Big.ltb".
Extract Constant N.compare => "(fun x y -> let c = Big.compare x y in if c = 0 then Eq else if c < 0 then Lt else Gt)".
Extract Constant N.eq_dec => "Big.equal".
Extract Constant N.land => "Big.logand". Extract Constant N.lor => "Big.logor". Extract Constant N.ldiff => "Big.ldiff".
Extract Constant N.testbit => "Big.testbit". Extract Constant N.setbit => "Big.setbit".
Extract Constant N.clearbit => "Big.clearbit". Extract Constant N.log2 => "Big.log2".
Extract Constant N.shiftl => "Big.shiftl". Extract Constant N.shiftr => "Big.shiftr".
Extract Constant Z.add => "Big.add". Extract Constant Z.mul => "Big.mul". Extract Constant Z.opp => "Big.neg".
Extract Constant Z.sub => "Big.sub".
Extract Constant Z.eqb => "Big.equal". Extract Constant Z.leb => "Big.leb". Extract Constant Z.ltb => "Big.ltb".
Extract Constant Z.eq_dec => "Big.equal". Extract Constant Z.odd => "Big.odd". Extract Constant Z.min => "Big.min".
Extract Constant Z.to_N => "Big.to_n". Extract Constant Z.of_N => "Big.id".
Extract Constant Z.compare => "(fun x y -> let c = Big.compare x y in if c = 0 then Eq else if c < 0 then Lt else Gt)".
(** So that the field [cost] keeps its name. *)
Extraction Inline Rules.cost.
Set Warnings "-extraction-opaque-accessed".
(** Unproved, as [reach] checks its result. *)
Extract Constant flood => "(fun g _ free m -> Oracle.flood g.st free m)".
(** Unproved: the proofs hold for any marks and digits, tables of prices are checked, and so is a square of a region. *)
Extract Inductive digit => int ["0" "1" "2" "3" "4" "5" "6" "7"].
Extract Constant mark => "Oracle.mark".
Extract Constant digit_of => "Oracle.digit_of".
Extract Constant places => "Oracle.places".
Extract Constant middle => "Oracle.middle".
Extract Constant tabulate => "Oracle.tabulate".
Extraction "ml/core.ml" check_file step pushes is_solved solution_cost level_ok.
