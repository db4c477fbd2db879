// Reads {rows, lurd, map} from stdin; prints the configurations that the page would show, and whether it finds them again
// after undo, redo and other steps.

import { readFileSync } from "node:fs";

import { Configurations } from "../../viewer/sokoview/player/configurations.mjs";
import { Play, readRows, replay } from "../../viewer/sokoview/player/engine.mjs";
import { random } from "./boards.mjs";

const { rows, lurd, map } = JSON.parse(readFileSync(0, "utf8"));
const { level } = readRows(rows, true);
const whole = replay(level, lurd).play;
const all = new Configurations(map, level);
all.follow(whole);

// A play with steps undone, repeated and replaced by others, read as it goes, and read at once.
const draw = random(7);
const play = new Play(level);
const asItGoes = new Configurations(map, level);
let differences = 0;
for (let at = 0; at < 60; at++) {
  const length = Math.floor(draw() * 400);
  if (draw() < 0.4) play.goTo(Math.max(0, play.steps.length - length));
  else if (draw() < 0.3) play.goTo(Math.min(play.length, play.steps.length + length));
  else {
    const from = play.steps.length;
    const same = play.lurd === lurd.slice(0, from);
    for (let more = 0; more < length; more++) {
      play.do(same && draw() < 0.995 ? "udlr".indexOf((lurd[from + more] ?? "u").toLowerCase()) : Math.floor(draw() * 4));
    }
  }
  asItGoes.follow(play);
  const atOnce = new Configurations(map, level);
  atOnce.follow(play);
  const said = (one) => JSON.stringify([one.valuesAt(play.steps.length), one.stopAt(play.steps.length), one.changes, one.stops]);
  differences += said(asItGoes) !== said(atOnce);
}
console.log(JSON.stringify({ stops: all.stops, place: all.placeOf(level.state.player), differences }));
