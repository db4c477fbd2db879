// How long a click of the player page takes: on a box, for the squares that it can be pushed to and those where it
// would be lost, and on one of these squares.
//
//     node experiments/routes.mjs [--boards 20] [--seed 1]
//
// Boards are random: none, a tenth or a quarter of the squares are walls, one in forty is a box, one in forty a goal.
// Boxes that cannot be pushed at all are passed over. Each line tells the median and the longest time over five clicks
// on each board of a size; the target is the one that is the most pushes away. Of two runs of a click the shorter one
// counts, as other programs run as well. Boards that are not counted come first, until the functions are compiled.

import { parseArgs } from "node:util";

import * as engine from "../viewer/sokoview/player/engine.mjs";
import { Deadlocks } from "../viewer/sokoview/player/deadlocks.mjs";
import { pushRoutes } from "../viewer/sokoview/player/routes.mjs";
import { random, randomLevel } from "../tests/browser/boards.mjs";

const { values } = parseArgs({
  options: { boards: { type: "string", default: "20" }, seed: { type: "string", default: "1" } },
});

function milliseconds(action) {
  const times = [];
  let result;
  for (let run = 0; run < 2; run++) {
    const before = performance.now();
    result = action();
    times.push(performance.now() - before);
  }
  return [Math.min(...times), result];
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

function clicksOn(size) {
  const draw = random(Number(values.seed));
  const found = [];
  for (let number = 0; number < Number(values.boards); number++) {
    const level = randomLevel(engine, draw, { width: size, height: size, walls: [0, 0.1, 0.25][number % 3] });
    const deadlocks = new Deadlocks(level.board);
    let taken = 0;
    for (let box = level.state.boxes.indexOf(1); box >= 0 && taken < 5; box = level.state.boxes.indexOf(1, box + 1)) {
      const told = clicks(level, deadlocks, box);
      if (!told) continue;
      taken++;
      found.push(told);
    }
  }
  return found;
}

console.log("| size | targets, most | pushes, most | click on a box, ms: median / longest | click on a target, ms |");
console.log("|---|---|---|---|---|");
clicksOn(40);
for (const size of [10, 20, 50, 80, 100]) {
  const found = clicksOn(size);
  const most = (name) => Math.max(...found.map((click) => click[name]));
  const [first, second] = ["first", "second"].map((name) => summary(found.map((click) => click[name])));
  console.log(`| ${size} x ${size} | ${most("targets")} | ${most("pushes")} | ${first} | ${second} |`);
}
