// How long a click of the player page takes: on a box, for the squares that it can be pushed to and those where it would
// be lost, and on one of these squares.
//
//     node experiments/routes.mjs [--boards 20] [--seed 1]
//
// Boards are random: none, a tenth or a quarter of the squares are walls, one in forty is a box, one in forty a goal.
// Boxes that cannot be pushed at all are passed over. Each line tells the median and the longest time over five clicks
// on each board of a size, the first ten clicks left out; the target is the one that is the most pushes away.

import { parseArgs } from "node:util";

import * as engine from "../viewer/sokoview/player/engine.mjs";
import { Deadlocks } from "../viewer/sokoview/player/deadlocks.mjs";
import { pushRoutes } from "../viewer/sokoview/player/routes.mjs";
import { random, randomLevel } from "../tests/browser/boards.mjs";

const { values } = parseArgs({
  options: { boards: { type: "string", default: "20" }, seed: { type: "string", default: "1" } },
});

function milliseconds(action) {
  const before = performance.now();
  const result = action();
  return [performance.now() - before, result];
}

// The times of a click on a box, and of one on the square that is the most pushes away; null where there is none.
function clicks({ board, state }, deadlocks, box) {
  const [found, routes] = milliseconds(() => pushRoutes(board, state, box));
  const [marked] = milliseconds(() => deadlocks.lostAmong(state, box, routes.targets));
  const first = found + marked;
  const squares = [...routes.targets.keys()];
  if (!squares.length) return null;
  const pushes = (square) => routes.targets.get(square).pushes;
  const far = squares.reduce((one, other) => (pushes(other) > pushes(one) ? other : one));
  const [second] = milliseconds(() => routes.path(far));
  return { first, second, targets: squares.length, pushes: pushes(far) };
}

function summary(times) {
  const sorted = [...times].sort((one, other) => one - other);
  return `${sorted[sorted.length >> 1].toFixed(2)} / ${sorted.at(-1).toFixed(2)}`;
}

console.log("| size | targets, most | pushes, most | click on a box, ms: median / longest | click on a target, ms |");
console.log("|---|---|---|---|---|");
for (const size of [10, 20, 50, 80, 100]) {
  const draw = random(Number(values.seed));
  const found = [];
  for (let board = 0; board < Number(values.boards); board++) {
    const level = randomLevel(engine, draw, { width: size, height: size, walls: [0, 0.1, 0.25][board % 3] });
    const boxes = [...level.state.boxes.keys()].filter((square) => level.state.boxes[square]);
    const deadlocks = new Deadlocks(level.board);
    let taken = 0;
    for (const box of boxes) {
      const told = taken < 5 ? clicks(level, deadlocks, box) : null;
      if (!told) continue;
      taken++;
      found.push(told);
    }
  }
  const counted = found.slice(10);
  const most = (name) => Math.max(...counted.map((click) => click[name]));
  const [first, second] = ["first", "second"].map((name) => summary(counted.map((click) => click[name])));
  console.log(`| ${size} x ${size} | ${most("targets")} | ${most("pushes")} | ${first} | ${second} |`);
}
