// The rules of Sokoban as docs/background/rules.md states them, for the page: boards, steps, replays, metrics, undo.
//
// A square is a number, row * width + column. A direction is a number: 0 up, 1 down, 2 left, 3 right.
// A state is {boxes, player}: `boxes` has a 1 for each square with a box.

export const LETTERS = "udlr";
export const METRICS = ["moves", "pushes", "box_lines", "box_changes", "pushing_sessions", "player_lines"];
const DELTAS = [[-1, 0], [1, 0], [0, -1], [0, 1]];

export function opposite(direction) {
  return direction ^ 1;
}

// The static part of a level. `beyond[4 * square + direction]` is the floor square next to it, -1 where a wall is (B1).
export class Board {
  constructor(width, height, walls, goals) {
    this.width = width;
    this.height = height;
    this.size = width * height;
    this.walls = walls;
    this.goals = goals;
    this.beyond = new Int32Array(4 * this.size).fill(-1);
    for (let square = 0; square < this.size; square++) {
      if (walls[square]) continue;
      const row = Math.floor(square / width);
      const column = square % width;
      for (let direction = 0; direction < 4; direction++) {
        const [rows, columns] = DELTAS[direction];
        const inside = row + rows >= 0 && row + rows < height && column + columns >= 0 && column + columns < width;
        const ahead = square + rows * width + columns;
        if (inside && !walls[ahead]) this.beyond[4 * square + direction] = ahead;
      }
    }
  }

  next(square, direction) {
    return this.beyond[4 * square + direction];
  }

  place(square) {
    return [Math.floor(square / this.width), square % this.width];
  }

  square([row, column]) {
    return row * this.width + column;
  }
}

// The rules L1 to L4 that a board with pieces breaks; pieces are [row, column] and may stand anywhere.
export function pieceDefects({ width, height, walls, goals, boxes, players }) {
  const name = ([row, column]) => `${row},${column}`;
  const blocked = new Set(walls.map(name));
  const off = ([row, column]) =>
    row < 0 || row >= height || column < 0 || column >= width || blocked.has(name([row, column]));
  const held = new Set(boxes.map(name));
  const broken = [];
  if (players.length !== 1) broken.push("L1");
  if (!boxes.length) broken.push("L2");
  if (boxes.length !== goals.length) broken.push("L3");
  if ([...boxes, ...goals, ...players].some(off) || players.some((player) => held.has(name(player)))) broken.push("L4");
  return broken;
}

// What rows of XSB symbols mean: a level with warnings, or the rules that they break. An open level is one that the
// player can walk out of (L5); `open` allows that.
export function readRows(rows, open = false) {
  const height = rows.length;
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const size = width * height;
  const marked = () => new Uint8Array(size);
  const [walls, goals, boxes] = [marked(), marked(), marked()];
  const players = [];
  const listed = { walls: [], goals: [], boxes: [], players: [] };
  rows.forEach((text, row) => {
    [...text].forEach((symbol, column) => {
      const square = row * width + column;
      if (symbol === "#") walls[square] = 1;
      if (".*+".includes(symbol)) listed.goals.push([row, column]), (goals[square] = 1);
      if ("$*".includes(symbol)) listed.boxes.push([row, column]), (boxes[square] = 1);
      if ("@+".includes(symbol)) listed.players.push([row, column]), players.push(square);
    });
  });
  const board = new Board(width, height, walls, goals);
  const defects = pieceDefects({ width, height, ...listed });
  const walkable = flood(board, players, new Uint8Array(size));
  const edge = [...walkable.keys()].some((square) => {
    const [row, column] = board.place(square);
    return walkable[square] && (row === 0 || row === height - 1 || column === 0 || column === width - 1);
  });
  if (edge && !open) defects.push("L5");
  if (defects.length) return { level: null, defects, warnings: [] };
  const warnings = [];
  const lost = (pieces, others) => pieces.some((piece, square) => piece && !others[square] && !walkable[square]);
  if (lost(boxes, goals)) warnings.push("W1");
  if (lost(goals, boxes)) warnings.push("W2");
  return { level: { board, state: { boxes, player: players[0] }, walkable }, defects, warnings };
}

// The squares that can be walked to from some squares without entering blocked ones, as a mask.
export function flood(board, from, blocked) {
  const found = new Uint8Array(board.size);
  const waiting = [...from];
  for (const square of waiting) found[square] = 1;
  for (let at = 0; at < waiting.length; at++) {
    for (let direction = 0; direction < 4; direction++) {
      const ahead = board.next(waiting[at], direction);
      if (ahead >= 0 && !found[ahead] && !blocked[ahead]) {
        found[ahead] = 1;
        waiting.push(ahead);
      }
    }
  }
  return found;
}

// The rule that decides a step (T1 to T4), where the player then is, and where the box that he pushes (-1: none).
export function decide(board, state, direction) {
  const ahead = board.next(state.player, direction);
  if (ahead < 0) return { rule: "T1" };
  if (!state.boxes[ahead]) return { rule: "T2", ahead, landing: -1 };
  const landing = board.next(ahead, direction);
  if (landing < 0 || state.boxes[landing]) return { rule: "T4", ahead };
  return { rule: "T3", ahead, landing };
}

// The state after a step, or null where it is illegal; the state given is left alone.
export function step(board, state, direction) {
  const { ahead, landing, rule } = decide(board, state, direction);
  if (rule === "T2") return { boxes: state.boxes, player: ahead };
  return rule === "T3" ? pushed(state, ahead, landing) : null;
}

function pushed(state, box, landing) {
  const boxes = state.boxes.slice();
  boxes[box] = 0;
  boxes[landing] = 1;
  return { boxes, player: box };
}

// N1: the squares that the player can walk to, as a mask.
export function reachable(board, state) {
  return flood(board, [state.player], state.boxes);
}

// N2: the same state with the player on the first square that he can walk to.
export function normalise(board, state) {
  return { boxes: state.boxes, player: reachable(board, state).indexOf(1) };
}

// N3: the pushes that are possible after a walk, by box in row order, then up, down, left, right.
export function pushes(board, state) {
  const region = reachable(board, state);
  const found = [];
  for (let box = state.boxes.indexOf(1); box >= 0; box = state.boxes.indexOf(1, box + 1)) {
    for (let direction = 0; direction < 4; direction++) {
      const behind = board.next(box, opposite(direction));
      const landing = board.next(box, direction);
      if (behind >= 0 && region[behind] && landing >= 0 && !state.boxes[landing]) {
        found.push({ box, direction, landing, after: pushed(state, box, landing) });
      }
    }
  }
  return found;
}

// A1: every box stands on a goal.
export function isSolved(board, state) {
  return state.boxes.every((box, square) => !box || board.goals[square]);
}

// A step that was taken, with the metrics of the play up to it (rules M); `box` is -1 for a move, else the square
// of the box before the push.
export function taken(before, board, direction, box) {
  const metrics = { ...before.metrics };
  metrics.moves++;
  if (direction !== before.direction) metrics.player_lines++;
  let { boxAt, pushDirection } = before;
  if (box >= 0) {
    metrics.pushes++;
    if (before.box < 0) metrics.pushing_sessions++;
    if (box !== boxAt) metrics.box_changes++;
    if (box !== boxAt || direction !== pushDirection) metrics.box_lines++;
    boxAt = board.next(box, direction);
    pushDirection = direction;
  }
  return { direction, box, boxAt, pushDirection, metrics };
}

export const NOTHING_TAKEN = Object.freeze({
  direction: -1,
  box: -1,
  boxAt: -1,
  pushDirection: -1,
  metrics: Object.freeze(Object.fromEntries(METRICS.map((name) => [name, 0]))),
});

// U1: a play in progress, with undo and redo without limit.
export class Play {
  constructor(level) {
    this.board = level.board;
    this.first = level.state;
    this.state = { boxes: level.state.boxes.slice(), player: level.state.player };
    this.steps = [];
    this.undone = [];
  }

  get metrics() {
    return (this.steps.at(-1) ?? NOTHING_TAKEN).metrics;
  }

  get lurd() {
    return letters(this.steps);
  }

  // The steps taken and those undone, in order: what a slider moves along.
  get whole() {
    return letters([...this.steps, ...this.undone.slice().reverse()]);
  }

  get length() {
    return this.steps.length + this.undone.length;
  }

  get solved() {
    return isSolved(this.board, this.state);
  }

  // Take a step and forget those undone; return the rule that decides it.
  do(direction) {
    const { rule } = this.take(direction);
    if (rule === "T2" || rule === "T3") this.undone = [];
    return rule;
  }

  take(direction) {
    const decided = decide(this.board, this.state, direction);
    if (decided.rule !== "T2" && decided.rule !== "T3") return decided;
    if (decided.rule === "T3") {
      this.state.boxes[decided.ahead] = 0;
      this.state.boxes[decided.landing] = 1;
    }
    this.state.player = decided.ahead;
    const box = decided.rule === "T3" ? decided.ahead : -1;
    this.steps.push({ ...taken(this.steps.at(-1) ?? NOTHING_TAKEN, this.board, direction, box), step: direction });
    return decided;
  }

  undo() {
    const last = this.steps.pop();
    if (!last) return false;
    this.undone.push(last);
    this.takeBack(last);
    return true;
  }

  takeBack({ box, direction }) {
    if (box >= 0) {
      this.state.boxes[this.board.next(box, direction)] = 0;
      this.state.boxes[box] = 1;
    }
    this.state.player = this.board.next(this.state.player, opposite(direction));
  }

  redo() {
    const next = this.undone.pop();
    if (!next) return false;
    this.take(next.step);
    return true;
  }

  // Undo or redo until so many steps are taken.
  goTo(count) {
    while (this.steps.length > count && this.undo());
    while (this.steps.length < count && this.redo());
  }
}

function letters(steps) {
  return steps.map(({ direction, box }) => (box >= 0 ? LETTERS[direction].toUpperCase() : LETTERS[direction])).join("");
}

// A2: what a replay of a LURD says; P1 and P2 are about its letters. `play` holds the legal steps before `at`.
export function replay(level, lurd, lenient = false) {
  const play = new Play(level);
  const repairs = [];
  const symbols = [...lurd];
  const fails = (at, rule) => ({ valid: false, at, rule, play, repairs });
  for (let at = 0; at < symbols.length; at++) {
    const direction = /^[udlrUDLR]$/.test(symbols[at]) ? LETTERS.indexOf(symbols[at].toLowerCase()) : -1;
    if (direction < 0) {
      if (!lenient) return fails(at, "P1");
      repairs.push(at);
      continue;
    }
    const { rule } = decide(play.board, play.state, direction);
    if (rule === "T1" || rule === "T4") return fails(at, rule);
    if ((rule === "T3") !== (symbols[at] !== symbols[at].toLowerCase())) {
      if (!lenient) return fails(at, "P2");
      repairs.push(at);
    }
    play.do(direction);
  }
  return play.solved ? { valid: true, at: null, rule: null, play, repairs } : fails(symbols.length, "A2");
}
