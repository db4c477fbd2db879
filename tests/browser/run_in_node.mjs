// Runs parts of the conformance suite and of the laws on the page's modules in node; prints one JSON object.
//
//     node tests/browser/run_in_node.mjs rules readings

import { readFileSync } from "node:fs";

import * as deadlocks from "../../viewer/sokoview/player/deadlocks.mjs";
import * as rules from "../../viewer/sokoview/player/engine.mjs";
import * as formats from "../../viewer/sokoview/player/formats.mjs";
import * as reverse from "../../viewer/sokoview/player/reverse.mjs";
import * as routes from "../../viewer/sokoview/player/routes.mjs";
import { random, randomLevel } from "./boards.mjs";
import {
  checkDeadlocks,
  checkLost,
  checkPulls,
  checkReverse,
  checkRoutes,
  checkTargets,
  readings,
  runSuite,
} from "./conformance.mjs";

const engine = { ...rules, ...formats, ...routes, ...reverse, ...deadlocks };
const folder = new URL("../../reference/sokospec/conformance/", import.meta.url);
const load = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, folder))).cases;
const levels = load("levels");
const drawn = levels
  .filter(({ kind }, at) => kind === "level" && at % 5 === 0)
  .map(({ id, given }) => ({ id, level: rules.readRows(given.level.split("\n")).level }));

// Levels from `least` to `most` squares wide and high, with all shares of walls up to two fifths.
function atRandom(count, seed, least, most, pieces) {
  const draw = random(seed);
  const between = () => least + Math.floor(draw() * (most - least + 1));
  return Array.from({ length: count }, (_, at) => {
    const [width, height] = [between(), between()];
    const walls = (0.4 * at) / count;
    return { id: `${width} x ${height}, number ${at}`, level: randomLevel(rules, draw, { width, height, walls, pieces }) };
  }).filter(({ level }) => level); // none where there are too few squares
}

const parts = {
  rules: () => runSuite(engine, load("rules")),
  levels: () => runSuite(engine, levels),
  formats: () => runSuite(engine, load("formats")),
  killers: () => runSuite(engine, load("killers")),
  deadlocks: () => checkDeadlocks(engine, levels),
  routes: () => checkRoutes(engine, [...drawn, ...atRandom(60, 1, 5, 9, 1 / 20)]),
  lost: () => checkLost(engine, [...drawn, ...atRandom(150, 5, 5, 12, 1 / 20), ...atRandom(2, 6, 20, 25, 1 / 40)]),
  targets: () => checkTargets(engine, [
    ...atRandom(150, 2, 4, 20, 1 / 20),
    ...atRandom(12, 3, 30, 60, 1 / 30),
    ...atRandom(2, 4, 95, 100, 1 / 40),
  ]),
  reverse: () => checkReverse(engine, levels),
  pulls: () => checkPulls(engine, [...drawn, ...atRandom(80, 7, 4, 9, 1 / 20), ...atRandom(4, 8, 15, 20, 1 / 100)]),
  readings: () => readings(
    engine,
    ["#######", "#     #", "# $ . #", "# $@. #", "#######"],
    ["[]L", "[2u]r2(l)", "[]u[u]*r", "ll", "[u", "[]u]", "[[]]", "[]x", "[uuu]", "[r]", "[]d", "[]R", "[u]ulL", "[]L[r]"],
  ),
};
const named = process.argv.slice(2);
console.log(JSON.stringify(Object.fromEntries(named.map((name) => [name, parts[name]()]))));
