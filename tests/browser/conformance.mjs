// The conformance suite, answered by the page's engine, and the laws of what the page builds on it.
//
// Runs in node and, without its import and export lines, in a browser. `engine` holds everything that
// viewer/sokoview/player/*.mjs export.

export function runSuite(engine, cases) {
  const answers = makeAnswers(engine);
  const wrong = [];
  let compared = 0;
  for (const { id, kind, given, expected } of cases) {
    if (!(kind in answers)) continue;
    compared++;
    let answer;
    try {
      answer = answers[kind](given, expected);
    } catch (error) {
      answer = { error: String(error.stack ?? error) };
    }
    for (const key of Object.keys(expected)) {
      if (key in answer || key !== "solutions") {
        if (!sameJson(answer[key], expected[key])) {
          wrong.push(`${id}: ${key}: ${JSON.stringify(answer[key])}, expected ${JSON.stringify(expected[key])} ${answer.error ?? ""}`);
        }
      }
    }
  }
  return { compared, wrong };
}

function sameJson(one, other) {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, at) => sameJson(item, other[at]));
  }
  if (one && other && typeof one === "object" && typeof other === "object") {
    const keys = Object.keys(one);
    return keys.length === Object.keys(other).length && keys.every((key) => key in other && sameJson(one[key], other[key]));
  }
  return one === other;
}

function makeAnswers(engine) {
  const { LETTERS, Play, decide, isSolved, normalise, pieceDefects, pushes, reachable, readLurd, readRows, replay } = engine;

  const levelOf = ({ level, open }) => readRows(level.split("\n"), open).level;
  const directionOf = (letter) => LETTERS.indexOf(letter.toLowerCase());
  const listed = (board, mask) => [...mask.keys()].filter((square) => mask[square]).map((square) => board.place(square));
  const key = (state) => `${state.boxes.join("")} ${state.player}`;
  const ending = (board, state) => ({ boxes: listed(board, state.boxes), player: board.place(state.player) });

  return {
    steps(given) {
      const { board, state } = levelOf(given);
      return Object.fromEntries([...LETTERS].map((letter, direction) => [letter, decide(board, state, direction).rule]));
    },

    replay(given) {
      const level = levelOf(given);
      const { valid, at, rule, play, repairs } = replay(level, given.lurd, given.mode === "lenient");
      return {
        verdict: valid ? "VALID" : "INVALID",
        at,
        rule,
        solved: isSolved(level.board, play.state),
        metrics: play.metrics,
        ...ending(level.board, play.state),
        corrected: play.lurd,
        repairs,
      };
    },

    defects(given) {
      const { defects, warnings } = readRows(given.level.split("\n"));
      return { defects: [...defects].sort(), warnings };
    },

    pieces(given) {
      return { defects: pieceDefects(given) };
    },

    walk(given) {
      const { board, state } = levelOf(given);
      return {
        reachable: listed(board, reachable(board, state)),
        normalised: board.place(normalise(board, state).player),
        pushes: pushes(board, state).map(({ box, direction }) => ({ box: board.place(box), direction: LETTERS[direction] })),
      };
    },

    same(given) {
      const level = levelOf(given);
      const [one, other] = given.lurds.map((lurd) => replay(level, lurd).play.state);
      return {
        same: key(one) === key(other),
        same_up_to_walking: key(normalise(level.board, one)) === key(normalise(level.board, other)),
      };
    },

    play(given) {
      const level = levelOf(given);
      const play = new Play(level);
      const results = [...given.actions].map((action) => {
        if (action === "<") return play.undo() ? "done" : "nothing";
        if (action === ">") return play.redo() ? "done" : "nothing";
        return ["T2", "T3"].includes(play.do(directionOf(action))) ? "done" : "illegal";
      });
      return { results, lurd: play.lurd, metrics: play.metrics, ...ending(level.board, play.state) };
    },

    lurd(given, expected) {
      try {
        const { steps, position } = readLurd(given.text, given.limit);
        return { steps, position, error: null };
      } catch (error) {
        // The page names the rule, and not the line and the column.
        const rule = /\[([A-Z]\d+)\]$/.exec(error.message)[1];
        return { steps: null, position: null, error: rule === expected.error?.rule ? expected.error : { rule } };
      }
    },

    level(given, expected) {
      const level = levelOf(given);
      const graph = stateGraph(engine, level);
      const solvable = graph.distance[0] >= 0;
      const optima = optimaOf(engine, level, solvable);
      const wrong = Object.entries(expected.solutions).filter(([, { lurd, metrics }]) => {
        const { valid, play } = replay(level, lurd);
        return !valid || !sameJson(play.metrics, metrics);
      });
      return {
        solvable,
        optima,
        perft: {
          pushes: perft(graph.layer, given.depth.pushes),
          moves: perft(movesLayers(engine, level, given.depth.moves), given.depth.moves),
        },
        states: graph.states.length,
        dead: graph.distance.filter((distance) => distance < 0).length,
        ...(wrong.length ? { solutions: wrong } : {}),
      };
    },
  };
}

// A state as a text, for maps.
function nameOf(board, state) {
  let name = String.fromCharCode(state.player);
  for (let box = state.boxes.indexOf(1); box >= 0; box = state.boxes.indexOf(1, box + 1)) name += String.fromCharCode(box);
  return name;
}

// All normalised states, the layer of each, its successors, and its distance to a solved one, -1 for dead ones.
export function stateGraph({ isSolved, normalise, pushes }, { board, state }) {
  const states = [normalise(board, state)];
  const layer = [0];
  const index = new Map([[nameOf(board, states[0]), 0]]);
  const before = [[]];
  for (let at = 0; at < states.length; at++) {
    for (const { after } of pushes(board, states[at])) {
      const next = normalise(board, after);
      const name = nameOf(board, next);
      if (!index.has(name)) {
        index.set(name, states.length);
        states.push(next);
        layer.push(layer[at] + 1);
        before.push([]);
      }
      before[index.get(name)].push(at);
    }
  }
  const distance = states.map((found) => (isSolved(board, found) ? 0 : -1));
  const waiting = [...distance.keys()].filter((at) => distance[at] === 0);
  for (let at = 0; at < waiting.length; at++) {
    for (const earlier of before[waiting[at]]) {
      if (distance[earlier] < 0) {
        distance[earlier] = distance[waiting[at]] + 1;
        waiting.push(earlier);
      }
    }
  }
  return { states, layer, distance };
}

// The distances of all states within so many moves.
function movesLayers({ step }, { board, state }, depth) {
  const layers = [0];
  let frontier = [state];
  const seen = new Set([nameOf(board, state)]);
  for (let distance = 1; distance <= depth; distance++) {
    const next = [];
    for (const here of frontier) {
      for (let direction = 0; direction < 4; direction++) {
        const after = step(board, here, direction);
        if (after && !seen.has(nameOf(board, after))) {
          seen.add(nameOf(board, after));
          next.push(after);
          layers.push(distance);
        }
      }
    }
    frontier = next;
  }
  return layers;
}

function perft(layers, depth) {
  const counts = new Array(depth + 1).fill(0);
  for (const layer of layers) if (layer <= depth) counts[layer]++;
  return counts;
}

const COSTS = {
  moves: (moves) => [moves],
  pushes: (moves, pushed) => [pushed],
  "moves-pushes": (moves, pushed) => [moves, pushed],
  "pushes-moves": (moves, pushed) => [pushed, moves],
};

// The least costs for all objectives: Dijkstra over states and steps, with buckets for the first of two counts.
function optimaOf(engine, level, solvable) {
  const none = { moves: null, pushes: null, "moves-pushes": null, "pushes-moves": null };
  if (!solvable) return none;
  const best = (first) => cheapest(engine, level, first);
  const [moves, itsPushes] = best("moves");
  const [pushed, itsMoves] = best("pushes");
  const found = { moves: [moves, itsPushes], pushes: [itsMoves, pushed] };
  return {
    moves: COSTS.moves(...found.moves),
    pushes: COSTS.pushes(...found.pushes),
    "moves-pushes": COSTS["moves-pushes"](...found.moves),
    "pushes-moves": COSTS["pushes-moves"](...found.pushes),
  };
}

// The least [first, second] to a solved state, where a push costs one of each, and a move one of the moves.
function cheapest({ isSolved, step }, { board, state }, first) {
  const buckets = [[[{ ...state, cost: 0 }]]];
  const settled = new Set();
  for (let one = 0; one < buckets.length; one++) {
    const row = buckets[one] ?? [];
    for (let other = 0; other < row.length; other++) {
      const bucket = row[other] ?? [];
      for (let at = 0; at < bucket.length; at++) {
        const here = bucket[at];
        const name = nameOf(board, here);
        if (settled.has(name)) continue;
        settled.add(name);
        if (isSolved(board, here)) return [one, other];
        for (let direction = 0; direction < 4; direction++) {
          const after = step(board, here, direction);
          if (!after || settled.has(nameOf(board, after))) continue;
          const isPush = after.boxes !== here.boxes;
          const nextOne = one + (first === "moves" || isPush ? 1 : 0);
          const nextOther = other + (first === "pushes" || isPush ? 1 : 0);
          ((buckets[nextOne] ??= [])[nextOther] ??= []).push(after);
        }
      }
      row[other] = null;
    }
    buckets[one] = null;
  }
  return [null, null];
}

// Every state that the page's detectors call dead is dead; counts what they find.
export function checkDeadlocks(engine, cases) {
  const counts = { states: 0, dead: 0, flagged: 0 };
  const wrong = [];
  for (const { id, kind, given } of cases) {
    if (kind !== "level") continue;
    const level = engine.readRows(given.level.split("\n")).level;
    const detectors = new engine.Deadlocks(level.board);
    const graph = stateGraph(engine, level);
    graph.states.forEach((state, at) => {
      let found = detectors.find(state);
      for (let box = state.boxes.indexOf(1); box >= 0 && !found; box = state.boxes.indexOf(1, box + 1)) {
        found = detectors.findAfter(state, box);
      }
      counts.states++;
      counts.dead += graph.distance[at] < 0;
      counts.flagged += found !== null;
      if (found && graph.distance[at] >= 0) wrong.push(`${id}: ${found.says}\n${engine.writeBoard(level.board, state)}`);
      if (found && !found.boxes.some((box) => state.boxes[box] && !level.board.goals[box])) {
        wrong.push(`${id}: the evidence names no box off the goals`);
      }
    });
  }
  return { ...counts, wrong };
}

// The ways of pushing one box are shortest: compared with a search over all states in which the other boxes stand still.
export function checkRoutes(engine, levels) {
  const wrong = [];
  let compared = 0;
  for (const { id, level } of levels) {
    const { board, state } = level;
    for (let box = state.boxes.indexOf(1); box >= 0; box = state.boxes.indexOf(1, box + 1)) {
      const truth = oneBox(engine, board, state, box);
      const routes = engine.pushRoutes(board, state, box);
      for (let target = 0; target < board.size; target++) {
        if (board.walls[target] || target === box) continue;
        compared++;
        const says = (what) => wrong.push(`${id}: ${box} to ${target}: ${what}`);
        const path = routes.path(target);
        const expected = truth.get(target) ?? null;
        if (routes.targets.has(target) !== Boolean(expected) || !path !== !expected) says(`expected ${expected}`);
        else if (path) {
          const { pushes } = routes.targets.get(target);
          if (!sameJson([pushes, path.length], expected)) says(`${pushes} ${path.length}, expected ${expected}`);
          checkPath(engine, level, box, target, path, pushes, says);
        }
      }
    }
  }
  return { compared, wrong };
}

// A path pushes one box alone, as often as told, and ends on the target.
function checkPath({ decide, step }, { board, state }, box, target, path, pushes, says) {
  let here = state;
  let at = box;
  let pushed = 0;
  for (const direction of path) {
    const { rule, ahead, landing } = decide(board, here, direction);
    if (rule === "T3" && ahead !== at) return says("pushes another box");
    if (rule === "T3") [at, pushed] = [landing, pushed + 1];
    here = step(board, here, direction);
    if (!here) return says("an impossible step");
  }
  if (at !== target || !here.boxes[target]) return says("ends elsewhere");
  if (pushed !== pushes) return says(`${pushed} pushes, ${pushes} told`);
}

// On large boards: the targets and the pushes to each are those of a search that floods the floor for each place of the
// box, and some paths are replayed.
export function checkTargets(engine, levels) {
  const wrong = [];
  let compared = 0;
  for (const { id, level } of levels) {
    const { board, state } = level;
    const movable = engine.pushes(board, state).map(({ box }) => box);
    const box = movable[movable.length >> 1];
    if (box === undefined) continue;
    const truth = byFloods(engine, board, state, box);
    const routes = engine.pushRoutes(board, state, box);
    const found = [...routes.targets].map(([square, { pushes }]) => [square, pushes]);
    const sorted = (pairs) => [...pairs].sort(([one], [other]) => one - other);
    compared += truth.size;
    if (!sameJson(sorted(found), sorted(truth))) wrong.push(`${id}: box ${box}: ${found.length} targets, ${truth.size} expected`);
    found.forEach(([target, pushes], at) => {
      if (at % Math.ceil(found.length / 10)) return;
      const says = (what) => wrong.push(`${id}: ${box} to ${target}: ${what}`);
      checkPath(engine, level, box, target, routes.path(target), pushes, says);
    });
  }
  return { compared, wrong };
}

// A square to push to is called lost exactly where the detectors find the state lost after the way there.
export function checkLost(engine, levels) {
  const counts = { compared: 0, lost: 0 };
  const wrong = [];
  for (const { id, level } of levels) {
    const { board, state } = level;
    const deadlocks = new engine.Deadlocks(board);
    if (deadlocks.find(state)) continue;
    for (const box of new Set(engine.pushes(board, state).map((push) => push.box))) {
      const routes = engine.pushRoutes(board, state, box);
      const lost = deadlocks.lostAmong(state, box, routes.targets);
      for (const target of routes.targets.keys()) {
        const after = routes.path(target).reduce((here, direction) => engine.step(board, here, direction), state);
        const expected = deadlocks.find(after) !== null;
        counts.compared++;
        counts.lost += expected;
        if (lost.has(target) !== expected) wrong.push(`${id}: ${box} to ${target}: expected ${expected}`);
      }
    }
  }
  return { ...counts, wrong };
}

function byFloods({ flood, opposite }, board, state, box, pulls = false) {
  const blocked = state.boxes.slice();
  blocked[box] = 0;
  const regions = new Map(); // what the player reaches from each side of a square with the box on it
  const regionOf = (square, from) => {
    const known = regions.get(square) ?? regions.set(square, []).get(square);
    let region = known.find((each) => each[from]);
    if (!region) {
      blocked[square] = 1;
      known.push((region = flood(board, [from], blocked)));
      blocked[square] = 0;
    }
    return region;
  };
  const free = (square) => square >= 0 && !blocked[square];
  const counts = new Map();
  const seen = new Set();
  let layer = [[box, state.player]];
  for (let number = 1; layer.length; number++) {
    const next = [];
    for (const [square, player] of layer) {
      const region = regionOf(square, player);
      for (let direction = 0; direction < 4; direction++) {
        const side = pulls ? board.next(square, direction) : board.next(square, opposite(direction));
        const landing = board.next(square, direction);
        const end = pulls ? (landing < 0 ? -1 : board.next(landing, direction)) : square;
        const name = 4 * landing + direction;
        if (side < 0 || !region[side] || !free(landing) || !free(end) || seen.has(name)) continue;
        seen.add(name);
        if (landing !== box && !counts.has(landing)) counts.set(landing, number);
        next.push([landing, end]);
      }
    }
    layer = next;
  }
  return counts;
}

// A solution turned round is a play in reverse that ends at the level's start, with the same metrics; its text reads the
// same again; and it tells the solution.
export function checkReverse(engine, cases) {
  const { LETTERS, PULL, ReversePlay, opposite, readReverse, replay, solutionOf } = engine;
  const wrong = [];
  let compared = 0;
  for (const { id, kind, given, expected } of cases) {
    if (kind !== "level") continue;
    const level = engine.readRows(given.level.split("\n")).level;
    for (const { lurd } of Object.values(expected.solutions)) {
      const told = lurd.replace(/[udlr]*$/, "");
      const forward = replay(level, told).play;
      const play = new ReversePlay(level);
      const says = (what) => wrong.push(`${id}: ${told}: ${what}`);
      play.do({ jump: forward.state.player });
      for (const letter of [...told].reverse()) {
        const direction = opposite(LETTERS.indexOf(letter.toLowerCase()));
        const rule = play.do(letter === letter.toLowerCase() ? direction : direction + PULL);
        if (rule !== (letter === letter.toLowerCase() ? "T2" : "T3")) says(`${letter} turned round is ${rule}`);
      }
      compared++;
      if (!play.solved) says("does not end at the start");
      if (solutionOf(play) !== told) says("another solution");
      if (!sameJson(play.metrics, forward.metrics)) says("other metrics");
      checkHistory(level, play, readReverse, says);
    }
  }
  return { compared, wrong };
}

// Undone and redone, written and read, a play in reverse is the same.
function checkHistory(level, play, readReverse, says) {
  const shown = () => JSON.stringify([[...play.state.boxes], play.state.player, play.metrics]);
  const [end, whole] = [shown(), play.whole];
  const half = play.steps.length >> 1;
  play.goTo(0);
  if (play.state.boxes.some((box, square) => box !== play.board.goals[square])) says("undone, a box is off the goals");
  if (play.whole !== whole) says("undone, another text");
  play.goTo(half);
  const marked = `${play.lurd}*${whole.slice(play.lurd.length)}`;
  play.goTo(Infinity);
  if (shown() !== end) says("redone, another end");
  const again = readReverse(level, whole);
  if (again.whole !== whole || again.lurd !== whole) says(`read again, ${again.whole}`);
  if (half && readReverse(level, marked).lurd !== marked.slice(0, marked.indexOf("*"))) says("another place of the mark");
}

// What is said of each of some plays in reverse on one level, or its text read and written.
export function readings({ readReverse, readRows }, rows, texts) {
  const { level } = readRows(rows);
  return Object.fromEntries(
    texts.map((text) => {
      try {
        return [text, readReverse(level, text).whole];
      } catch (error) {
        return [text, error.message];
      }
    }),
  );
}

// A box can be pulled to the squares that a search with floods finds, with as few pulls; the ways there are pulls of this
// box alone, each of them undone by a push.
export function checkPulls(engine, levels) {
  const { PULL, ReversePlay, opposite, pullRoutes, step } = engine;
  const wrong = [];
  let compared = 0;
  for (const { id, level } of levels) {
    const play = new ReversePlay(level);
    const { board, state } = play;
    for (let box = state.boxes.indexOf(1); box >= 0; box = state.boxes.indexOf(1, box + 1)) {
      const says = (what) => wrong.push(`${id}: ${box}: ${what}`);
      const truth = byFloods(engine, board, state, box, true);
      const routes = pullRoutes(board, state, box);
      if (routes.targets.size !== truth.size) says(`${routes.targets.size} targets, ${truth.size} expected`);
      for (const [target, { pushes }] of routes.targets) {
        compared++;
        if (pushes !== truth.get(target)) says(`${target}: ${pushes} pulls, ${truth.get(target)} expected`);
        for (const each of routes.path(target)) {
          const before = { boxes: state.boxes.slice(), player: state.player };
          if (play.do(each) !== (each < PULL ? "T2" : "T3")) says(`${target}: an impossible step`);
          const back = step(board, state, opposite(each % PULL));
          if (each >= PULL && (back.player !== before.player || !sameJson([...back.boxes], [...before.boxes]))) says("no push undoes it");
        }
        if (!state.boxes[target] || state.boxes[box] || play.metrics.pushes !== pushes) says(`${target}: ends elsewhere`);
        play.goTo(0);
      }
    }
  }
  return { compared, wrong };
}

function oneBox({ step }, board, state, box) {
  const best = new Map();
  const settled = new Set();
  const layers = [[[{ ...state, at: box }]]];
  for (let pushed = 0; pushed < layers.length; pushed++) {
    const row = layers[pushed];
    for (let moves = 0; moves < row.length; moves++) {
      for (const here of row[moves] ?? []) {
        const name = `${here.at} ${here.player}`;
        if (settled.has(name)) continue;
        settled.add(name);
        if (here.at !== box && !best.has(here.at)) best.set(here.at, [pushed, moves]);
        for (let direction = 0; direction < 4; direction++) {
          const after = step(board, here, direction);
          if (!after) continue;
          const isPush = after.boxes !== here.boxes;
          if (isPush && after.player !== here.at) continue;
          const at = isPush ? board.next(here.at, direction) : here.at;
          ((layers[pushed + isPush] ??= [])[moves + 1] ??= []).push({ ...after, at });
        }
      }
    }
  }
  return best;
}
