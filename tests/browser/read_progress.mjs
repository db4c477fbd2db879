// Tries the progress that the page keeps, with storages that work, fail and deny; prints one JSON object.
//
//     node tests/browser/read_progress.mjs

import { Progress, keyOf, storageOf } from "../../viewer/sokoview/player/progress.mjs";
import { readRows } from "../../viewer/sokoview/player/engine.mjs";
import { writeBoard } from "../../viewer/sokoview/player/formats.mjs";

const ROWS = ["  ####", "###  #", "#@$ .#", "######"];
const KEY = keyOf(ROWS);
const OTHER = keyOf(["#####", "#@$.#", "#####"]);

// A storage as browsers have it: its items are its properties.
class Storage {
  getItem(name) {
    return Object.hasOwn(this, name) ? this[name] : null;
  }
  setItem(name, value) {
    this[name] = String(value);
  }
  removeItem(name) {
    delete this[name];
  }
}

class Full extends Storage {
  setItem() {
    throw new Error("QuotaExceededError");
  }
}

const denying = {
  get localStorage() {
    throw new Error("SecurityError");
  },
};

// What a page remembers, and what the page that is opened after it remembers.
function remembered(storage) {
  const page = new Progress(storage);
  const better = [
    { moves: 9, pushes: 4, lurd: "first" },
    { moves: 3, pushes: 5, lurd: "more pushes" },
    { moves: 8, pushes: 4, lurd: "fewer moves" },
    { moves: 8, pushes: 4, lurd: "the same" },
    { moves: 20, pushes: 3, lurd: "fewer pushes" },
  ].map((solution) => page.keepSolution(KEY, solution));
  page.keepPosition(KEY, { lurd: "rRl", at: 2, stops: [0, 2] });
  const next = new Progress(storage);
  const kept = ({ best, position }) => ({ best: best(KEY)?.lurd ?? null, position: position(KEY), other: best(OTHER) });
  const of = (progress) => kept({ best: progress.best.bind(progress), position: progress.position.bind(progress) });
  return { better, page: of(page), next: of(next) };
}

function forgotten() {
  const storage = new Storage();
  const page = new Progress(storage);
  storage.setItem("of another page", "stays");
  page.keepSolution(KEY, { moves: 2, pushes: 2, lurd: "RR" });
  page.keepPosition(OTHER, { lurd: "R", at: 1, stops: [0, 1] });
  page.keepPosition(OTHER, { lurd: "", at: 0, stops: [0] });
  const count = Object.keys(storage).length;
  page.clear();
  return { count, left: Object.keys(storage), best: page.best(KEY) };
}

function foreign(text) {
  const storage = new Storage();
  storage.setItem(`sokospec:${KEY}`, text);
  const page = new Progress(storage);
  return [page.best(KEY), page.position(KEY)];
}

const { level } = readRows(ROWS, true);
console.log(
  JSON.stringify({
    working: remembered(new Storage()),
    full: remembered(new Full()),
    denied: remembered(storageOf(denying)),
    forgotten: forgotten(),
    foreign: ["{", "null", "7", '{"best": {"moves": -1, "pushes": 2, "lurd": ""}, "position": {"lurd": 3}}'].map(foreign),
    sameKey: keyOf(writeBoard(level.board, level.state).split("\n")) === KEY,
  }),
);
