// What the page reads and writes as text: boards in XSB, LURD with run lengths, play links.

import { readRows } from "./engine.mjs";

export const LIMIT = 1000000;
const ROW = /^[#@+$*.\-_ |()0-9]*$/;
const PIECE = /[#@+$*.]/;
const STEPS = /^[\s0-9()*udlrUDLR]*$/;
const LINK = /[?&#](?:[^#]*&)?lvl=/;
const MF8 = { H: "#", h: "#", a: "@", A: "@", x: "+", X: "+", $: "$", "*": "*", ".": ".", _: " ", "-": " ", " ": " " };

// A text with counts and groups expanded (R1 to R4): 3r2(uR) is rrruRuR. Throws an Error that says what is wrong.
export function expand(text, limit = LIMIT) {
  const open = [];
  let out = "";
  let count = "";
  const times = () => {
    if (count !== "" && Number(count) < 1) throw new Error("a count of 0 [R4]");
    const number = count === "" ? 1 : Number(count);
    count = "";
    return number;
  };
  const add = (part, number) => {
    if (out.length + part.length * number > limit) throw new Error(`more than ${limit} symbols [R3]`);
    out += part.repeat(number);
  };
  for (const symbol of text) {
    if (/^[0-9]$/.test(symbol)) {
      count += symbol;
    } else if (symbol === "(") {
      open.push({ out, number: times() });
      out = "";
    } else if (symbol === ")") {
      if (count !== "") throw new Error("a count with nothing to count [R1]");
      const group = open.pop();
      if (!group) throw new Error("a closing bracket without an opening one [R2]");
      const part = out;
      out = group.out;
      add(part, group.number);
    } else {
      add(symbol, times());
    }
  }
  if (count !== "") throw new Error("a count with nothing to count [R1]");
  if (open.length) throw new Error("a bracket that is never closed [R2]");
  return out;
}

// The steps of a LURD text, and where the mark of a snapshot stood (F1, F2); null where there is none.
export function readLurd(text, limit = LIMIT) {
  if (text.includes("[")) throw new Error("a jump of reverse mode is no step [F2]");
  if (text.includes("{")) throw new Error("a change of the player is no step [F2]");
  const symbols = expand(text.replace(/\s/g, ""), limit);
  const position = symbols.indexOf("*");
  if (position >= 0 && position === symbols.lastIndexOf("*")) {
    return { steps: symbols.replace("*", ""), position };
  }
  return { steps: symbols, position: null };
}

// Steps with run lengths: rrrU is 3rU.
export function shortLurd(steps) {
  return steps.replace(/(.)\1+/g, (run, letter) => `${run.length}${letter}`);
}

// The first level of a text, with its title and the first play below it; throws an Error that says what is wrong.
// Boards may have run lengths and `|` between rows. This is less than docs/reference/formats.md reads: convert other files first.
export function readLevelText(text) {
  const lines = text.split(/\r\n|\r|\n/);
  const link = lines.find((line) => LINK.test(`?${line}`));
  if (link) return readLink(link);
  const first = lines.findIndex((line) => isRow(line) && line.includes("#"));
  if (first < 0) throw new Error("There is no board in this text. A board is made of # @ $ . * + and spaces.");
  let last = first;
  while (last + 1 < lines.length && (isRow(lines[last + 1]) || /^[-_ ]*[-_][-_ ]*$/.test(lines[last + 1]))) last++;
  const rows = lines.slice(first, last + 1).flatMap(rowsOf);
  const after = lines.slice(last + 1);
  const end = after.findIndex((line) => isRow(line) && line.includes("#"));
  const own = end < 0 ? after : after.slice(0, end);
  const named = own.map((line) => /^\s*title\s*:\s*(\S.*)$/i.exec(line)).find(Boolean);
  const above = lines.slice(0, first).map((line) => line.replace(/^[;\s]+/, "").trim()).filter(Boolean).at(-1);
  const play = own.filter((line) => STEPS.test(line) && /[a-z]/i.test(line)).join("");
  const title = named ? named[1].trim() : (above ?? "").replace(/^title\s*:\s*/i, "");
  return { ...understood(rows), title, lurd: play ? readLurd(play).steps : "" };
}

function isRow(line) {
  return ROW.test(line.trimEnd()) && PIECE.test(line);
}

function rowsOf(line) {
  const text = /[0-9|]/.test(line) ? expand(line.trim()) : line.trimEnd();
  return text.replace(/\|$/, "").split("|").map((row) => row.replace(/[-_]/g, " ").trimEnd());
}

const MEANING = {
  L1: "there must be exactly one player, @ or +",
  L2: "there is no box",
  L3: "there must be as many goals as boxes",
  L4: "a piece stands on a wall",
  L5: "the player can walk off the board: close the outer wall",
  W1: "the player can never reach one of the boxes",
  W2: "the player can never reach one of the goals",
};

function understood(rows) {
  const drawnRows = rows.filter((row) => row.trim());
  const margin = drawnRows.reduce((least, row) => Math.min(least, row.length - row.trimStart().length), Infinity);
  const drawn = rows.map((row) => row.slice(margin));
  const { level, defects, warnings } = readRows(drawn);
  if (!level) throw new Error(`This is no level: ${defects.map((rule) => `${MEANING[rule]} [${rule}]`).join("; ")}.`);
  return { level, warnings: warnings.map((rule) => `${MEANING[rule]} [${rule}]`) };
}

// The board with a state as rows of XSB.
export function writeBoard(board, state) {
  const rows = [];
  for (let row = 0; row < board.height; row++) {
    let text = "";
    for (let column = 0; column < board.width; column++) {
      text += symbolAt(board, state, row * board.width + column);
    }
    rows.push(text.trimEnd() || "-");
  }
  return rows.join("\n");
}

export function symbolAt(board, state, square) {
  if (board.walls[square]) return "#";
  if (state.boxes[square]) return board.goals[square] ? "*" : "$";
  if (state.player === square) return board.goals[square] ? "+" : "@";
  return board.goals[square] ? "." : " ";
}

// The play link of docs/reference/formats.md for a level, with its title and a play besides: w=5&h=3&lvl=HHHHH|Ha$.H|HHHHH.
export function writeLink(board, state, title = "", lurd = "") {
  const symbols = { "#": "H", "@": "a", "+": "x", " ": "_" };
  const rows = [];
  for (let row = 0; row < board.height; row++) {
    const text = writeRow(board, state, row);
    rows.push([...text].map((symbol) => symbols[symbol] ?? symbol).join(""));
  }
  const named = title ? `&title=${encodeURIComponent(title)}` : "";
  const played = lurd ? `&play=${shortLurd(lurd)}` : "";
  return `w=${board.width}&h=${board.height}&lvl=${rows.join("|")}${named}${played}`;
}

function writeRow(board, state, row) {
  let text = "";
  for (let column = 0; column < board.width; column++) text += symbolAt(board, state, row * board.width + column);
  return text;
}

// The level of a play link, or of its query, in front of or behind a `#`.
export function readLink(link) {
  const fields = {};
  for (const [, key, value] of `?${link.trim()}`.matchAll(/[?&#](w|h|lvl|title|play)=([^&#]*)/g)) {
    fields[key] = decodeURIComponent(value);
  }
  if (fields.lvl === undefined) throw new Error("This link has no level: lvl=… is missing.");
  const rows = fields.lvl.replace(/\|$/, "").split("|");
  const foreign = [...fields.lvl].find((symbol) => symbol !== "|" && !(symbol in MF8));
  if (foreign !== undefined) throw new Error(`"${foreign}" in the link is not a symbol of a board.`);
  const read = rows.map((row) => [...row].map((symbol) => MF8[symbol]).join(""));
  const { play = "" } = fields;
  const lurd = play.startsWith("[") ? play : readLurd(play).steps; // in reverse mode, which is read with the level
  return { ...understood(read), title: fields.title ?? "", lurd };
}
