// Reverse mode: the boxes begin on the goals, and the player pulls them back to where the level has them.
//
// It is written as in other programs (Sok): a jump in brackets, which sets the player down so many squares away from
// his square in the level, then lower case for walks and upper case for pulls, each in the direction of the player:
// [dr]uuLL. Only before the first pull can he be set down elsewhere.

import { LETTERS, NOTHING_TAKEN, Play, opposite, reachable, replay, taken } from "./engine.mjs";
import { expand } from "./formats.mjs";
import { PULL, walk } from "./routes.mjs";

// A play in reverse, with the same undo and redo as a play. A step is a direction, a direction and PULL, or the square
// of a jump as {jump}.
export class ReversePlay extends Play {
  constructor(level) {
    const { board, state } = level;
    const boxes = board.goals.slice();
    super({ board, state: { boxes, player: freeSquare(board, boxes, state.player) } });
    this.level = level;
  }

  get pulled() {
    return this.metrics.pushes > 0;
  }

  // The boxes are where the level has them, and the player can walk to where it has him.
  get solved() {
    const { boxes, player } = this.level.state;
    const back = boxes.every((box, square) => box === this.state.boxes[square]);
    return back && reachable(this.board, this.state)[player] === 1;
  }

  get lurd() {
    return this.#written(this.steps);
  }

  get whole() {
    return this.#written([...this.steps, ...this.undone.slice().reverse()]);
  }

  // The rule that decides a step, as for a push; T3 is a pull, T4 that a box is in the way or none to be pulled.
  decide(step) {
    const { board, state, level } = this;
    if (step.jump !== undefined) {
      const free = level.walkable[step.jump] && !state.boxes[step.jump] && !this.pulled;
      return free ? { rule: "T2", ahead: step.jump, box: -1 } : { rule: "T4" };
    }
    const direction = step % PULL;
    const ahead = board.next(state.player, direction);
    if (ahead < 0) return { rule: "T1" };
    if (state.boxes[ahead]) return { rule: "T4" };
    if (step < PULL) return { rule: "T2", ahead, box: -1 };
    const box = board.next(state.player, opposite(direction));
    return box >= 0 && state.boxes[box] ? { rule: "T3", ahead, box } : { rule: "T4" };
  }

  take(step) {
    const { board, state } = this;
    const decided = this.decide(step);
    const { rule, ahead, box } = decided;
    if (rule !== "T2" && rule !== "T3") return decided;
    const from = state.player;
    const before = this.steps.at(-1) ?? NOTHING_TAKEN;
    if (rule === "T3") [state.boxes[box], state.boxes[from]] = [0, 1];
    state.player = ahead;
    const jumped = { ...before, direction: -1, box: -1 };
    const told = step.jump === undefined ? taken(before, board, step % PULL, box) : jumped;
    this.steps.push({ ...told, step, from });
    return decided;
  }

  takeBack({ box, from }) {
    if (box >= 0) [this.state.boxes[box], this.state.boxes[from]] = [1, 0];
    this.state.player = from;
  }

  #written(steps) {
    const { board, level } = this;
    let start = steps.findIndex(({ step }) => step.jump === undefined);
    if (start < 0) start = steps.length;
    const place = start ? steps[start - 1].step.jump : this.first.player;
    const written = steps.slice(start).map(({ step, from }) => {
      if (step.jump !== undefined) return `[${apart(board, from, step.jump)}]`;
      return step < PULL ? LETTERS[step] : LETTERS[step - PULL].toUpperCase();
    });
    return `[${apart(board, level.state.player, place)}]${written.join("")}`;
  }
}

// The square, or else the nearest one without a box.
function freeSquare(board, boxes, from) {
  const seen = [from];
  for (const square of seen) {
    if (!boxes[square]) return square;
    for (let direction = 0; direction < 4; direction++) {
      const ahead = board.next(square, direction);
      if (ahead >= 0 && !seen.includes(ahead)) seen.push(ahead);
    }
  }
  throw new Error("With the boxes on the goals there is no square left for the player.");
}

// How one gets from a square to another over everything: up and down, then left and right.
function apart(board, from, to) {
  const [[row, column], [toRow, toColumn]] = [board.place(from), board.place(to)];
  const upright = (toRow < row ? "u" : "d").repeat(Math.abs(toRow - row));
  return upright + (toColumn < column ? "l" : "r").repeat(Math.abs(toColumn - column));
}

// The solution that a solved play in reverse tells: a walk from the level's start, then the steps back to the first
// pull, turned round. It is replayed before it is returned.
export function solutionOf(play) {
  const { board, level, state } = play;
  const first = play.steps.findIndex(({ box }) => box >= 0);
  let lurd = "";
  if (first >= 0) {
    const way = walk(board, state.boxes, level.state.player, state.player);
    const back = play.steps.slice(first).reverse();
    const turned = back.map(({ direction, box }) => {
      const letter = LETTERS[opposite(direction)];
      return box < 0 ? letter : letter.toUpperCase();
    });
    lurd = way.map((direction) => LETTERS[direction]).join("") + turned.join("");
  }
  const { valid, at, rule } = replay(level, lurd);
  if (!valid) throw new Error(`The steps turned round are no solution: step ${at + 1} [${rule}].`);
  return lurd;
}

// A play in reverse from its text, with the steps behind a `*` undone; throws an Error that says what is wrong.
export function readReverse(level, text) {
  const play = new ReversePlay(level);
  const { board } = level;
  const symbols = expand(text.replace(/\s/g, ""));
  if (symbols[0] !== "[") throw new Error("A play in reverse begins with a jump in [ and ].");
  let place = board.place(level.state.player);
  let jumping = false;
  let position = null;
  [...symbols].forEach((symbol, at) => {
    const why = { "[": "stands within a jump", "]": "ends no jump" }[symbol] ?? "is no step";
    const fails = (reason) => {
      throw new Error(`Symbol ${at + 1} of the play in reverse, "${symbol}", ${reason}.`);
    };
    const does = (step, refused) => {
      if (!["T2", "T3"].includes(play.do(step))) fails(refused);
      place = board.place(play.state.player);
    };
    const direction = /^[udlr]$/i.test(symbol) ? LETTERS.indexOf(symbol.toLowerCase()) : -1;
    if (symbol === "*") position = play.steps.length;
    else if (symbol === "[" && !jumping) jumping = true;
    else if (symbol === "]" && jumping) {
      jumping = false;
      const [row, column] = place;
      const inside = row >= 0 && row < board.height && column >= 0 && column < board.width;
      const jump = inside ? board.square(place) : -1;
      const refused = play.pulled ? "ends a jump after a pull" : "ends a jump to no free square";
      if (play.pulled || jump !== play.state.player) does({ jump }, refused);
    } else if (direction < 0) fails(why);
    else if (jumping) place[direction < 2 ? 0 : 1] += direction % 2 ? 1 : -1;
    else if (symbol === LETTERS[direction]) does(direction, "walks into a wall or a box");
    else does(direction + PULL, "pulls no box, or there is no room");
  });
  if (jumping) throw new Error("A jump of the play in reverse is never closed: ] is missing.");
  if (position !== null) play.goTo(position);
  return play;
}
