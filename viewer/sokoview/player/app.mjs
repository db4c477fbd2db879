// The page: what keys, clicks, touches and buttons do, and what is shown and said.

import { BoardView } from "./board.mjs";
import { Configurations, accepts } from "./configurations.mjs";
import { Deadlocks } from "./deadlocks.mjs";
import {
  LETTERS,
  METRICS,
  Play,
  decide,
  isSolved,
  normalise,
  opposite,
  pieceDefects,
  pushes,
  reachable,
  readRows,
  replay,
  step,
} from "./engine.mjs";
import { readLevelText, readLink, readLurd, symbolAt, writeBoard, writeLink } from "./formats.mjs";
import { Progress, keyOf, storageOf } from "./progress.mjs";
import { ReversePlay, readReverse, solutionOf } from "./reverse.mjs";
import { PULL, pullRoutes, pushRoutes, walk } from "./routes.mjs";

const NAMES = ["up", "down", "left", "right"];
const KEYS = { ArrowUp: 0, ArrowDown: 1, ArrowLeft: 2, ArrowRight: 3, w: 0, s: 1, a: 2, d: 3 };
const PACE = 45; // milliseconds for each step of a walk that was asked for by one click
const SWIPE = 22; // pixels
const KEEP_AFTER = 500; // milliseconds without a step, after which the position is kept

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const $ = (id) => document.getElementById(id);
const offers = JSON.parse($("data").textContent);
const progress = new Progress(storageOf(globalThis));

// The level that is played: {level, title, view, deadlocks}; its key in the progress; a solution that its file records;
// the play, the one in reverse (null before there is one), and the one of these two that is shown; where undo stops in
// it, and in the other one; while a solution is watched, the player's own play as {lurd, at, stops}, else null.
let now = null;
let number = 0; // which of the offers
let chosen = -1; // the box to be pushed
let routes = null; // where it can be pushed, and how
let lostThere = new Set(); // on which of these squares it would be lost
let cursor = -1;
let zoom = 1;
let running = null; // what is left of a walk: {steps, timer}
let replaying = null;
let pending = null; // steps that wait for an answer to the warning
let keeping = 0; // the timer that will keep the position

// ---- levels

function begin({ level, title, lurd = "", map = null, solution = "" }, { at = 0, from = -1, stops = null, own = null } = {}) {
  keepPosition();
  const back = lurd.startsWith("[") ? readReverse(level, lurd) : null;
  stopAll();
  const play = new Play(level);
  const view = new BoardView($("board"), level);
  const configurations = map && new Configurations(map, level);
  if (map) view.label(map);
  const key = keyOf(writeBoard(level.board, level.state).split("\n"));
  const deadlocks = new Deadlocks(level.board);
  now = { level, title, map, key, solution, configurations, play, back, shown: play, view, deadlocks, stops: [0], otherStops: [0], own, touched: false };
  choose(-1);
  cursor = -1;
  $("title").textContent = title || "Sokoban";
  document.title = title || "Sokoban";
  $("levels").value = String(from);
  $("other").hidden = from >= 0;
  $("other").textContent = title || "Another level";
  if (back) {
    now.shown = back;
    now.stops = [...Array(back.length + 1).keys()];
  } else if (lurd) {
    const told = replay(level, lurd, true).play;
    for (const { direction } of told.steps) play.do(direction);
    now.stops = stops ?? [...Array(play.length + 1).keys()];
    play.goTo(Math.min(at, play.length));
  }
  showMode();
  const [rows, columns] = [level.board.height, level.board.width];
  say(`${title || "Level"}: ${rows} rows, ${columns} columns, ${boxCount()} ${boxCount() === 1 ? "box" : "boxes"}. ${whereIs(now.shown.state.player)}`);
}

// Begin with a level of the page: with the steps that it comes with, else where the player left it.
function offer(at) {
  if (now) keepPosition();
  number = (at + offers.length) % offers.length;
  const { title, rows, lurd, map, solution } = offers[number];
  const kept = lurd ? null : progress.position(keyOf(rows));
  const named = { level: readRows(rows, true).level, title: title || `Level ${number + 1}`, map, solution };
  begin({ ...named, lurd: lurd || kept?.lurd }, { from: number, at: kept?.at, stops: kept?.stops });
}

// Keep where the player's play stands, unless it is as it was opened.
function keepPosition() {
  clearTimeout(keeping);
  if (now?.touched) progress.keepPosition(now.key, ownPlay());
}

// Note that the player has changed the own play: it is kept after a while.
function touch() {
  if (now.own) return;
  now.touched = true;
  clearTimeout(keeping);
  keeping = setTimeout(keepPosition, KEEP_AFTER);
}

// Forget the progress of all levels; the play that is shown stays until the page is closed.
function forget() {
  clearTimeout(keeping);
  now.touched = false;
  progress.clear();
  markSolved();
  render();
}

function ownPlay() {
  const { play } = now;
  return { lurd: play.whole, at: play.steps.length, stops: reversed() ? now.otherStops : now.stops };
}

// ---- watching a solution

// Play a solution of the level, the one that its file records before the player's own; or go back to the player's play.
function watch() {
  if (now.own) return stopWatching();
  finishRun();
  if (pending) answer(false);
  showSteps(now.solution || progress.best(now.key).lurd);
  toggleReplay();
}

// Show steps that are not the player's, and keep the player's play.
function showSteps(lurd, at = 0) {
  const { level, title, map, solution, own } = now;
  finishRun();
  begin({ level, title, map, solution, lurd }, { at, from: Number($("levels").value), own: own ?? ownPlay() });
}

function stopWatching() {
  const { level, title, map, solution, own } = now;
  begin({ level, title, map, solution, lurd: own.lurd }, { ...own, own: null, from: Number($("levels").value) });
  $("board").focus();
}

function beginFromAddress() {
  if (!location.hash.includes("lvl=")) return false;
  try {
    const linked = readLink(location.hash.slice(1));
    const kept = linked.lurd ? null : progress.position(keyOf(writeBoard(linked.level.board, linked.level.state).split("\n")));
    begin({ ...linked, lurd: linked.lurd || kept?.lurd }, { at: kept?.at, stops: kept?.stops });
    return true;
  } catch (error) {
    say(error.message);
    alertText(error.message);
    return false;
  }
}

// ---- steps

// Take steps as one unit of undo; ask first where a detector proves that they lose the game.
function act(steps, { force = false, paced = true } = {}) {
  finishRun();
  stopReplay();
  if (!steps.length) return;
  const warning = force || reversed() || !$("warn").checked ? null : losing(steps);
  if (warning) return ask(steps, warning);
  now.own = null; // a step of the player makes the play that is shown the player's
  now.stops = now.stops.filter((stop) => stop <= now.shown.steps.length);
  if (paced && steps.length > 1 && !calm.matches) {
    running = { steps: [...steps], timer: 0, first: now.shown.steps.length };
    tick();
  } else {
    const before = now.shown.steps.length;
    for (const direction of steps) now.shown.do(direction);
    finished(before);
  }
}

function tick() {
  const direction = running.steps.shift();
  now.shown.do(direction);
  if (!running.steps.length) {
    const { first } = running;
    running = null;
    finished(first);
    return;
  }
  render({ quick: true });
  running.timer = setTimeout(tick, PACE);
}

function finishRun() {
  if (!running) return;
  clearTimeout(running.timer);
  const { steps, first } = running;
  running = null;
  for (const direction of steps) now.shown.do(direction);
  finished(first);
}

function finished(before) {
  now.stops.push(now.shown.steps.length);
  touch();
  if (now.shown === now.play && now.play.solved) keepSolution(now.play.metrics, now.play.lurd);
  render();
  tellSteps(before);
}

function keepSolution({ moves, pushes }, lurd) {
  progress.keepSolution(now.key, { moves, pushes, lurd });
  markSolved();
}

function oneStep(direction) {
  finishRun();
  if (reversed()) return oneStepBack(direction);
  const { rule } = peek([direction]).decided;
  if (rule === "T1") return say(`A wall is ${sideName(direction)}.`);
  if (rule === "T4") return say(`The box ${sideName(direction)} cannot be pushed.`);
  act([direction]);
}

// In reverse an arrow pulls the box behind the player, or walks.
function oneStepBack(direction) {
  const pulls = $("pull").checked && now.shown.decide(direction + PULL).rule === "T3";
  const { rule } = now.shown.decide(direction);
  if (rule === "T1") return say(`A wall is ${sideName(direction)}.`);
  if (rule === "T4") return say(`A box is ${sideName(direction)}; in reverse it can only be pulled.`);
  act([pulls ? direction + PULL : direction]);
}

function sideName(direction) {
  return ["above", "below", "on the left", "on the right"][direction];
}

// The state after some steps, the last push among them, and how the last step was decided.
function peek(steps) {
  const copy = new Play({ board: now.level.board, state: now.shown.state });
  let push = null;
  let decided = null;
  for (const direction of steps) {
    decided = copy.take(direction);
    if (decided.rule === "T3") push = { box: decided.ahead, landing: decided.landing, direction };
  }
  return { state: copy.state, push, decided, solved: copy.solved };
}

// ---- reverse mode

function reversed() {
  return now.shown === now.back;
}

function moved() {
  return reversed() ? "pulled" : "pushed";
}

function toggleReverse() {
  finishRun();
  stopReplay();
  if (pending) answer(false);
  choose(-1);
  try {
    now.back ??= new ReversePlay(now.level);
  } catch (error) {
    return tell(error.message);
  }
  now.shown = reversed() ? now.play : now.back;
  [now.stops, now.otherStops] = [now.otherStops, now.stops];
  showMode();
  if (!reversed()) say(`Forwards. ${whereIs(now.shown.state.player)}`);
  else if (!now.shown.length) tell("Pull the boxes back to the dashed squares. A click sets the player down, until the first pull.");
  else say(`In reverse. ${whereIs(now.shown.state.player)}`);
}

// Show the play, and what is different in reverse.
function showMode() {
  $("reverse").setAttribute("aria-pressed", String(reversed()));
  $("pull-option").hidden = !reversed();
  $("warn-option").hidden = $("dead-option").hidden = reversed();
  $("pushes-name").textContent = reversed() ? "Pulls" : "Pushes";
  now.view.aim(aims(), reversed() ? now.level.state.player : -1);
  markLost();
  render({ jump: true });
}

function showSolution() {
  const { level, title, map, solution, back } = now;
  begin({ level, title, map, solution, lurd: solutionOf(back) }, { from: Number($("levels").value) });
  now.back = back;
  now.otherStops = [...Array(back.length + 1).keys()];
  $("board").focus();
}

// ---- warnings

function losing(steps) {
  const { state, push, solved } = peek(steps);
  if (!push || solved || whyDead()) return null;
  const found = now.deadlocks.findAfter(state, push.landing);
  return found && { found, push };
}

// Why the state now is dead, or null; walking does not change it, so it is asked once for each push.
function whyDead() {
  const { shown: play, deadlocks } = now;
  if (reversed()) return null;
  const box = play.steps.at(-1)?.boxAt ?? -1;
  const name = `${play.metrics.pushes} ${box}`;
  if (now.dead?.name !== name) now.dead = { name, found: play.solved ? null : deadlocks.findAfter(play.state, box) };
  return now.dead.found;
}

function ask(steps, { found, push }) {
  pending = steps;
  now.view.choose(-1);
  now.view.explain(found, push);
  $("warning-text").textContent = found.says;
  $("warning").hidden = false;
  $("status").hidden = true;
  keepClear($("warning"), [...found.boxes, push.box]);
  $("warning-no").focus();
}

function answer(yes) {
  const steps = pending;
  pending = null;
  $("warning").hidden = true;
  now.view.explain(null);
  $("board").focus();
  choose(-1);
  if (yes) act(steps, { force: true });
  else render();
  if (!yes) say("Not pushed.");
}

// ---- clicks

function choose(box) {
  const { level, shown: play, view, deadlocks } = now;
  chosen = box;
  routes = box < 0 ? null : (reversed() ? pullRoutes : pushRoutes)(level.board, play.state, box);
  lostThere = routes && !reversed() ? deadlocks.lostAmong(play.state, box, routes.targets) : new Set();
  view.choose(box, routes?.targets.keys(), lostThere);
  $("legend").hidden = !lostThere.size;
}

function sayChosen() {
  if ($("status").className === "status ") $("status").hidden = true; // a message that is read already
  const count = routes.targets.size;
  const lost = lostThere.size ? `; on ${lostThere.size === count ? "all" : lostThere.size} of them it would be lost` : "";
  say(`Box at ${whereIs(chosen)} chosen; it can be ${moved()} to ${count} square${count === 1 ? "" : "s"}${lost}.`);
}

// What a click on a square does: choose a box, push the chosen one there, or walk there.
function click(square) {
  finishRun();
  const { board } = now.level;
  const { state } = now.shown;
  if (square < 0 || pending) return;
  if (state.boxes[square]) {
    if (square === chosen) {
      choose(-1);
      return say("Box let go.");
    }
    choose(square);
    return sayChosen();
  }
  if (chosen >= 0) {
    const path = routes.path(square);
    if (!path) return tell(`The box cannot be ${moved()} there while the others stand still.`);
    choose(-1);
    return act(path);
  }
  if (board.walls[square]) return say("A wall.");
  if (reversed() && !now.shown.pulled && now.level.walkable[square]) return act([{ jump: square }]);
  const path = walk(board, state.boxes, state.player, square);
  if (!path) return tell("The player cannot walk there.");
  act(path);
}

// ---- undo, redo, replay

function unit(back) {
  const { shown: play, stops } = now;
  const at = play.steps.length;
  return back ? (stops.findLast((stop) => stop < at) ?? 0) : (stops.find((stop) => stop > at) ?? play.length);
}

function goTo(count, options = {}) {
  finishRun();
  if (pending) answer(false);
  choose(-1);
  const before = now.shown.steps.length;
  now.shown.goTo(count);
  touch();
  render({ jump: Math.abs(now.shown.steps.length - before) > 1, ...options });
}

function undo(single) {
  stopReplay();
  const before = now.shown.steps.length;
  goTo(single ? before - 1 : unit(true));
  const count = before - now.shown.steps.length;
  if (count > 0) say(`${count} step${count > 1 ? "s" : ""} undone. ${whereIs(now.shown.state.player)}`);
  else say("Nothing to undo.");
}

function redo(single) {
  stopReplay();
  const before = now.shown.steps.length;
  goTo(single ? before + 1 : unit(false));
  const count = now.shown.steps.length - before;
  if (count > 0) say(`${count} step${count > 1 ? "s" : ""} redone. ${whereIs(now.shown.state.player)}`);
  else say("Nothing to redo.");
}

function toggleReplay() {
  if (replaying) return stopReplay();
  finishRun();
  if (pending) answer(false);
  if (!now.shown.length) return tell("There are no steps to replay yet.");
  choose(-1);
  if (!now.shown.undone.length) now.shown.goTo(0);
  say("Replay.");
  const next = () => {
    now.shown.redo();
    const more = now.shown.undone.length > 0;
    replaying = more ? setTimeout(next, Number($("speed").value)) : null;
    render({ quick: Number($("speed").value) < 100 });
    if (!more) say(`End of the play. ${now.shown.solved ? "Solved." : "Not solved."}`);
  };
  replaying = setTimeout(next, 250);
  render({ jump: true });
}

function stopReplay() {
  if (!replaying) return;
  clearTimeout(replaying);
  replaying = null;
  render();
}

function stopAll() {
  if (running) clearTimeout(running.timer);
  running = null;
  clearTimeout(replaying);
  replaying = null;
  pending = null;
  $("warning").hidden = true;
  $("found").hidden = true;
}

// ---- what is shown

// A box for each metric, with the ids `moves` for its value and `moves-name` for its name.
function listMetrics() {
  for (const metric of METRICS) {
    const [box, name, value] = ["div", "dt", "dd"].map((tag) => document.createElement(tag));
    const words = metric.replaceAll("_", " ");
    name.textContent = words[0].toUpperCase() + words.slice(1);
    name.id = `${metric}-name`;
    value.textContent = "0";
    value.id = metric;
    box.append(name, value);
    $("metrics").append(box);
  }
}

function render({ jump = false, quick = false } = {}) {
  const { shown: play, view } = now;
  const holder = $("board");
  holder.classList.toggle("jump", jump);
  holder.style.setProperty("--pace", quick ? "40ms" : "90ms");
  view.show(play.state, facing(play.steps.at(-1)));
  for (const name of METRICS) $(name).textContent = grouped(play.metrics[name]);
  const [at, length] = [play.steps.length, play.length];
  $("slider").max = String(length);
  $("slider").value = String(at);
  $("slider").disabled = length === 0;
  $("slider").setAttribute("aria-valuetext", `step ${at} of ${length}`);
  $("counter").textContent = `${grouped(at)} of ${grouped(length)} steps`;
  for (const [id, off] of [["undo", at === 0], ["restart", at === 0], ["redo", at === length], ["end", at === length]]) {
    $(id).disabled = off;
  }
  $("play").setAttribute("aria-pressed", String(Boolean(replaying)));
  $("play").setAttribute("aria-label", replaying ? "Pause" : "Replay");
  $("board").setAttribute("aria-label", `${now.title || "Level"}. ${howMany()}`);
  const best = progress.best(now.key);
  $("watch").hidden = !(now.own || now.solution || best?.lurd) || reversed();
  $("watch").textContent = now.own ? "Back to my play" : now.solution ? "Watch the solution" : "Watch my solution";
  $("best").hidden = !best;
  if (best) $("best").textContent = `✓ Solved: ${counts(best)}`;
  if (!running && !pending) showOutcome();
  showConfiguration();
  followPlayer();
}

// ---- the machine or graph that the level is

// The configuration at the step that is shown: state and tape with the head, or the edges; and where the player is.
function showConfiguration() {
  const { configurations, shown: play } = now;
  $("configuration").hidden = !configurations || reversed();
  $("names-option").hidden = !configurations;
  if ($("configuration").hidden) return;
  configurations.follow(play);
  const at = play.steps.length;
  const values = configurations.valuesAt(at);
  const stop = configurations.stopAt(at);
  $("configuration-title").textContent = configurations.ofMachine ? "Machine" : "Graph";
  $("control").textContent = controlText(values);
  $("tape").replaceChildren(...cells(values));
  const place = configurations.placeOf(play.state.player);
  $("whereabouts").textContent = place ? `The player is in the ${place.kind} ${place.name}.` : "";
  $("configuration-counter").textContent = `${grouped(stop + 1)} of ${grouped(configurations.stops.length)}`;
  $("configuration-back").disabled = at === 0;
  $("configuration-on").disabled = stop === configurations.stops.length - 1;
}

function controlText(values) {
  if (!now.configurations.ofMachine) return "Where the edges are directed:";
  return accepts(values) ? `State ${values.state}: it accepts; what is left brings the boxes home` : `State ${values.state}`;
}

// A box for each cell or edge; the cell under the head is marked.
function cells(values) {
  return Object.entries(values)
    .filter(([name]) => name !== "state" && name !== "head")
    .map(([name, value]) => {
      const cell = Object.assign(document.createElement("li"), { className: name === values.head ? "head" : "" });
      const edge = name.startsWith("edge ");
      cell.textContent = edge ? `${name.slice(5)} → ${value || "?"}` : value || "?";
      const head = name === values.head ? ", the head is here" : "";
      cell.setAttribute("aria-label", `${name}: ${value || "being changed"}${head}`);
      return cell;
    });
}

// To the next complete configuration, or to the one before.
function goToConfiguration(way) {
  stopReplay();
  finishRun();
  const { configurations, shown: play } = now;
  const at = play.steps.length;
  const stop = configurations.stopAt(at);
  const { stops } = configurations;
  const back = stops[stop].at < at ? stop : Math.max(0, stop - 1);
  goTo(stops[way < 0 ? back : Math.min(stop + 1, stops.length - 1)].at);
  const values = configurations.valuesAt(play.steps.length);
  say(`${$("control").textContent}. ${Object.entries(values).filter(([name]) => name !== "state").map(([name, value]) => `${name}: ${value || "none"}`).join("; ")}`);
}

function facing(last) {
  if (!last || last.direction < 0) return 1;
  return reversed() && last.box >= 0 ? opposite(last.direction) : last.direction;
}

function showOutcome() {
  const { shown: play, view } = now;
  const solved = play.solved;
  $("board").classList.toggle("won", solved);
  $("found").hidden = true;
  if (reversed() && play.pulled && solved && !replaying) return showFound();
  const found = whyDead();
  view.explain(found);
  if (solved && play.steps.length) tell(`Solved in ${counts(play.metrics)}.`, "solved");
  else if (solved) tell("All boxes are on goals.", "solved");
  else if (found) tell(`No way to solve it from here. ${found.says}`, "dead", found.boxes);
  else $("status").hidden = true;
}

// A play in reverse has come back to the start: offer the solution that it tells.
function showFound() {
  const solution = solutionOf(now.shown);
  const { metrics } = replay(now.level, solution).play;
  keepSolution(metrics, solution);
  $("status").hidden = true;
  $("found").hidden = false;
  $("found-text").textContent = `Back at the start: turned round, a solution with ${counts(metrics)}.`;
  say($("found-text").textContent);
}

// Show a message below the board, and say it.
function tell(text, kind = "", squares = []) {
  $("status").hidden = false;
  $("status").className = `status ${kind}`;
  $("status").textContent = text;
  keepClear($("status"), squares);
  say(text);
}

// Put a message where it hides as few as possible of some squares: above or below.
function keepClear(message, squares) {
  const stage = $("scroller").getBoundingClientRect();
  const heights = squares.map((square) => now.view.centreOf(square)[1]);
  const low = heights.filter((height) => height > stage.top + stage.height / 2).length;
  message.classList.toggle("top", low > heights.length / 2);
}

function say(text) {
  const live = $("live");
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

function tellSteps(before) {
  const { shown: play } = now;
  const last = play.steps.at(-1);
  if (play.solved || !$("status").hidden || !last) return;
  if (last.direction < 0) return say(`Set down. ${whereIs(play.state.player)}`);
  const count = play.steps.length - before;
  const far = count > 1 ? `${count} steps, last ${NAMES[last.direction]}.` : `${NAMES[last.direction]}.`;
  const box = last.box >= 0 ? play.board.next(last.box, last.direction) : -1;
  const onto = box >= 0 && aims()[box] ? ` onto ${reversed() ? "a start square" : "a goal"}` : "";
  const pushed = box >= 0 ? ` ${reversed() ? "Pulled" : "Pushed"} a box${onto}; ${howMany().replace(/ box(es)?/, "")}` : "";
  say(`${far[0].toUpperCase()}${far.slice(1)}${pushed} ${whereIs(play.state.player)}`);
}

function grouped(count) {
  return count.toLocaleString("en");
}

function boxCount() {
  return now.shown.state.boxes.reduce((sum, box) => sum + box, 0);
}

// Where the boxes are to go: to the goals, in reverse to where the level has them.
function aims() {
  return reversed() ? now.level.state.boxes : now.level.board.goals;
}

function howMany() {
  const there = now.shown.state.boxes.reduce((sum, box, square) => sum + (box && aims()[square]), 0);
  return `${there} of ${boxCount()} ${boxCount() === 1 ? "box" : "boxes"} on ${reversed() ? "start squares" : "goals"}.`;
}

function whereIs(square) {
  const [row, column] = now.level.board.place(square);
  return `Row ${row + 1}, column ${column + 1}.`;
}

const WORDS = { "#": "wall", "@": "player", "+": "player on a goal", $: "box", "*": "box on a goal", ".": "goal", " ": "floor" };

function wordFor(square) {
  if (square < 0) return "wall";
  const start = reversed() && now.level.state.boxes[square] ? ", start of a box" : "";
  return WORDS[symbolAt(now.level.board, now.shown.state, square)] + start;
}

function lookAround() {
  const { board } = now.level;
  const { player } = now.shown.state;
  const around = NAMES.map((name, direction) => {
    let word = wordFor(board.next(player, direction));
    if (word.startsWith("box")) word += canMove(direction) ? `, can be ${moved()}` : ", blocked";
    return `${name}: ${word}`;
  });
  tell(`${whereIs(player)} ${around.join("; ")}. ${howMany()}`);
}

// Whether the box in a direction can be pushed, or in reverse pulled.
function canMove(direction) {
  if (reversed()) return now.shown.decide(opposite(direction) + PULL).rule === "T3";
  return peek([direction]).decided.rule === "T3";
}

function moveCursor(direction) {
  const { board } = now.level;
  const from = cursor < 0 ? now.shown.state.player : cursor;
  const [row, column] = board.place(from);
  const [rows, columns] = [[-1, 0], [1, 0], [0, -1], [0, 1]][direction];
  const to = [Math.min(board.height - 1, Math.max(0, row + rows)), Math.min(board.width - 1, Math.max(0, column + columns))];
  cursor = board.square(to);
  now.view.cursor(cursor);
  const lost = lostThere.has(cursor) ? ", and would be lost" : "";
  const way = routes?.targets.has(cursor) ? `, the chosen box can be ${moved()} here${lost}` : "";
  say(`${wordFor(cursor)}${way}. ${whereIs(cursor)}`);
}

function markLost() {
  const { deadlocks, level } = now;
  const squares = [...level.walkable.keys()].filter((square) => level.walkable[square] && !deadlocks.live[square]);
  now.view.markLost($("show-dead").checked && !reversed() ? squares : []);
}

function setZoom(factor) {
  zoom = Math.min(16, Math.max(1, factor));
  const holder = $("board");
  holder.classList.toggle("fit", zoom === 1);
  holder.style.width = zoom === 1 ? "" : `${100 * zoom}%`;
  holder.style.height = zoom === 1 ? "" : `${100 * zoom}%`;
  holder.style.flex = zoom === 1 ? "" : "none";
  $("zoom-out").disabled = $("zoom-fit").disabled = zoom === 1;
  followPlayer();
}

function followPlayer() {
  if (zoom === 1 || !now) return;
  const scroller = $("scroller");
  const [x, y] = now.view.centreOf(now.shown.state.player);
  const area = scroller.getBoundingClientRect();
  const margin = Math.min(area.width, area.height) / 5;
  const past = (place, low, high) => (place < low + margin ? place - low - margin : Math.max(0, place - high + margin));
  scroller.scrollBy(past(x, area.left, area.right), past(y, area.top, area.bottom));
}

// ---- texts

function openText() {
  finishRun();
  stopReplay();
  $("xsb").value = `${writeBoard(now.level.board, now.level.state)}\n${now.title ? `Title: ${now.title}\n` : ""}`;
  $("lurd").value = now.shown.whole;
  $("text-error").textContent = "";
  $("text-dialog").showModal();
}

function load() {
  try {
    const found = readLevelText($("xsb").value);
    const { steps, position } = readSteps(found.level, $("lurd").value);
    $("text-dialog").close();
    begin({ ...found, lurd: steps }, { at: position ?? 0 });
    for (const warning of found.warnings) tell(`Warning: ${warning}.`);
    $("board").focus();
  } catch (error) {
    $("text-error").textContent = error.message;
  }
}

// Steps as `begin` takes them, and where the slider is to be; throws an Error that says why they are impossible.
function readSteps(level, text) {
  const play = text.trim();
  if (play.startsWith("[")) {
    readReverse(level, play);
    return { steps: play, position: null };
  }
  const { steps, position } = readLurd(text);
  const told = replay(level, steps, true);
  if (told.at !== null && told.rule !== "A2") {
    const why = { T1: "a wall is in the way", T4: "the box is blocked" }[told.rule];
    throw new Error(`Step ${told.at + 1} of the steps, "${steps[told.at]}", is impossible: ${why} [${told.rule}].`);
  }
  return { steps, position };
}

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = Object.assign(document.createElement("textarea"), { value: text });
    (document.querySelector("dialog[open]") ?? document.body).append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  alertText(`${what} copied.`);
}

function alertText(text) {
  if ($("text-dialog").open) $("text-error").textContent = text;
  else tell(text);
}

function link() {
  const { level, shown: play, title } = now;
  return `${location.href.split("#")[0]}#?${writeLink(level.board, level.state, title, play.whole)}`;
}

function copyLink() {
  finishRun();
  const address = link();
  try {
    history.replaceState(null, "", address);
  } catch {
    // Some browsers keep the address of a local file as it is; the copied one is right all the same.
  }
  copy(address, "Link");
}

// ---- input

function onKey(event) {
  if (document.querySelector("dialog[open]") || event.altKey || event.metaKey) return;
  const { target, key } = event;
  if (target.matches("textarea, select, input[type=range]")) return;
  if (event.ctrlKey && !["z", "y"].includes(key.toLowerCase())) return;
  if (pending) {
    if (key === "Escape") answer(false);
    return;
  }
  const direction = KEYS[key.length === 1 ? key.toLowerCase() : key];
  if (direction !== undefined && event.shiftKey && key.startsWith("Arrow")) moveCursor(direction);
  else if (direction !== undefined && !event.shiftKey) {
    choose(-1);
    oneStep(direction);
  } else if (key === "Enter" || key === " ") {
    if (target !== $("board")) return;
    click(cursor < 0 ? now.shown.state.player : cursor);
  } else if (key === "Escape") {
    choose(-1);
    cursor = -1;
    now.view.cursor(-1);
  } else if (key.toLowerCase() === "z" || key === "Backspace") undo(event.shiftKey);
  else if (key.toLowerCase() === "y") redo(event.shiftKey);
  else if (key === "Home") goTo(0);
  else if (key === "End") goTo(now.shown.length);
  else if (key.toLowerCase() === "p") toggleReplay();
  else if (key.toLowerCase() === "i") lookAround();
  else if (key.toLowerCase() === "r") toggleReverse();
  else if (key.toLowerCase() === "g" && reversed()) $("pull").click();
  else if (key === "?") $("help-dialog").showModal();
  else if (key === "[" && offers.length > 1) offer(number - 1);
  else if (key === "]" && offers.length > 1) offer(number + 1);
  else return;
  event.preventDefault();
}

function listenToPointer() {
  const board = $("board");
  let down = null;
  board.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    down = { x: event.clientX, y: event.clientY, square: now.view.squareAt(event.clientX, event.clientY) };
  });
  board.addEventListener("pointercancel", () => (down = null));
  board.addEventListener("pointerup", (event) => {
    if (!down || pending) return;
    const { x, y, square } = down;
    down = null;
    const [right, below] = [event.clientX - x, event.clientY - y];
    const end = now.view.squareAt(event.clientX, event.clientY);
    if (end === square) return click(square);
    if (square >= 0 && now.shown.state.boxes[square] && end >= 0) {
      choose(square);
      if (routes.targets.has(end)) return click(end);
      choose(-1);
    }
    if (event.pointerType === "mouse" || Math.hypot(right, below) < SWIPE) return;
    choose(-1);
    oneStep(Math.abs(right) > Math.abs(below) ? (right > 0 ? 3 : 2) : below > 0 ? 1 : 0);
  });
}

function listen() {
  document.addEventListener("keydown", onKey);
  listenToPointer();
  const on = (id, action, kind = "click") => $(id).addEventListener(kind, action);
  on("undo", () => undo(false));
  on("redo", () => redo(false));
  on("restart", () => (stopReplay(), goTo(0)));
  on("end", () => (stopReplay(), goTo(now.shown.length)));
  on("play", toggleReplay);
  on("slider", () => (stopReplay(), goTo(Number($("slider").value))), "input");
  on("zoom-in", () => setZoom(zoom * 1.5));
  on("zoom-out", () => setZoom(zoom / 1.5 < 1.2 ? 1 : zoom / 1.5));
  on("zoom-fit", () => setZoom(1));
  on("warning-no", () => answer(false));
  on("warning-yes", () => answer(true));
  on("show-dead", markLost, "change");
  on("reverse", toggleReverse);
  on("watch", watch);
  on("forget", forget);
  on("configuration-back", () => goToConfiguration(-1));
  on("configuration-on", () => goToConfiguration(1));
  on("show-names", () => $("board").classList.toggle("nameless", !$("show-names").checked), "change");
  on("found-show", showSolution);
  on("found-stay", () => (($("found").hidden = true), $("board").focus()));
  on("open-text", openText);
  on("open-help", () => $("help-dialog").showModal());
  on("load", load);
  on("copy-level", () => copy($("xsb").value, "Level"));
  on("copy-position", () => copy(`${writeBoard(now.level.board, now.shown.state)}\n`, "Position"));
  on("copy-steps", () => copy($("lurd").value, "Steps"));
  on("copy-link", copyLink);
  on("previous", () => offer(number - 1));
  on("next", () => offer(number + 1));
  on("levels", () => Number($("levels").value) >= 0 && offer(Number($("levels").value)), "change");
  for (const button of document.querySelectorAll(".pad button")) {
    button.addEventListener("click", () => {
      if (pending) return;
      choose(-1);
      oneStep(Number(button.dataset.direction));
    });
  }
  addEventListener("hashchange", beginFromAddress);
  addEventListener("resize", followPlayer);
  addEventListener("pagehide", keepPosition);
}

function fillPicker() {
  $("picker").hidden = offers.length < 2;
  $("levels").replaceChildren(
    ...offers.map((_, at) => new Option(nameInList(at), at)),
    Object.assign(new Option("Another level", -1), { id: "other", hidden: true }),
  );
}

// The name of a level in the list, with a tick and the counts of its best solution once it is solved.
function nameInList(at) {
  const { title, rows } = offers[at];
  const name = title && title !== String(at + 1) ? `${at + 1}. ${title}` : `Level ${at + 1}`;
  const best = progress.best(keyOf(rows));
  return best ? `✓ ${name} (${counts(best)})` : name;
}

function counts({ moves, pushes }) {
  return `${grouped(moves)} ${moves === 1 ? "move" : "moves"}, ${grouped(pushes)} ${pushes === 1 ? "push" : "pushes"}`;
}

function markSolved() {
  for (const option of $("levels").options) {
    if (option.value === "-1") continue;
    const text = nameInList(Number(option.value));
    if (option.text !== text) option.text = text;
  }
}

listMetrics();
fillPicker();
listen();
setZoom(1);
if (!beginFromAddress()) offer(0);
$("board").focus({ preventScroll: true });

// For tests, for panels of a server, and for the curious: the engine, and what is played.
globalThis.sokospec = {
  engine: {
    ...{ LETTERS, METRICS, Play, decide, isSolved, normalise, pieceDefects, pushes, reachable, readRows, replay, step },
    ...{ readLevelText, readLink, readLurd, symbolAt, writeBoard, writeLink },
    ...{ Deadlocks, PULL, ReversePlay, pullRoutes, pushRoutes, readReverse, solutionOf, walk },
  },
  get now() {
    return now;
  },
  get busy() {
    return running !== null || replaying !== null;
  },
  link,
  // Show other steps, with the slider at one of them; the player can go back to the own play.
  show: showSteps,
};
