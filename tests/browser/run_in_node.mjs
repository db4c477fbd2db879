// Runs the conformance suite and the laws on the page's modules in node; prints one JSON object.
//
//     node tests/browser/run_in_node.mjs

import { readFileSync } from "node:fs";

import * as deadlocks from "../../viewer/sokoview/player/deadlocks.mjs";
import * as rules from "../../viewer/sokoview/player/engine.mjs";
import * as formats from "../../viewer/sokoview/player/formats.mjs";
import * as routes from "../../viewer/sokoview/player/routes.mjs";
import { checkDeadlocks, checkRoutes, runSuite } from "./conformance.mjs";

const engine = { ...rules, ...formats, ...routes, ...deadlocks };
const folder = new URL("../../reference/sokospec/conformance/", import.meta.url);
const load = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, folder))).cases;
const levels = load("levels");
const results = {
  rules: runSuite(engine, load("rules")),
  levels: runSuite(engine, levels),
  formats: runSuite(engine, load("formats")),
  killers: runSuite(engine, load("killers")),
  deadlocks: checkDeadlocks(engine, levels),
  routes: checkRoutes(engine, levels.filter((_, at) => at % 5 === 0)),
};
console.log(JSON.stringify(results));
