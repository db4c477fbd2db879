// Walks of the player and pushes of one box: the shortest ones, past all other boxes.

import { opposite } from "./engine.mjs";

// The directions of a shortest walk, or null.
export function walk(board, boxes, from, to) {
  return new Walks(board).from(boxes, from).path(to);
}

// Shortest walks from one square; the arrays are used again for the next one.
class Walks {
  constructor(board) {
    this.board = board;
    this.distance = new Int32Array(board.size).fill(-1);
    this.came = new Int8Array(board.size);
    this.queue = new Int32Array(board.size);
    this.length = 0;
  }

  from(boxes, start) {
    for (let at = 0; at < this.length; at++) this.distance[this.queue[at]] = -1;
    this.queue[0] = start;
    this.distance[start] = 0;
    this.start = start;
    this.length = 1;
    for (let at = 0; at < this.length; at++) {
      const here = this.queue[at];
      for (let direction = 0; direction < 4; direction++) {
        const ahead = this.board.next(here, direction);
        if (ahead >= 0 && this.distance[ahead] < 0 && !boxes[ahead]) {
          this.distance[ahead] = this.distance[here] + 1;
          this.came[ahead] = direction;
          this.queue[this.length++] = ahead;
        }
      }
    }
    return this;
  }

  path(to) {
    if (this.distance[to] < 0) return null;
    const steps = [];
    for (let here = to; here !== this.start; here = this.board.next(here, opposite(this.came[here]))) {
      steps.push(this.came[here]);
    }
    return steps.reverse();
  }
}

// Every square to which one box can be pushed while the others stand still, with the last push of a shortest way there:
// fewest pushes, then fewest moves. A map from squares to {direction, pushes, moves, from}.
//
// The ways are found in layers of equally many pushes. After a push the player stands behind the box, so a place of the
// box with the direction of its last push is all that the further way depends on.
export function pushRoutes(board, state, box, target = -1) {
  const boxes = state.boxes.slice();
  boxes[box] = 0;
  const walks = new Walks(board);
  const settled = new Map();
  const best = new Map();
  let layer = [{ box, player: state.player, direction: -1, pushes: 0, moves: 0, from: null }];
  while (layer.length && !best.has(target)) {
    const next = new Map();
    for (const node of layer) {
      boxes[node.box] = 1;
      walks.from(boxes, node.player);
      boxes[node.box] = 0;
      for (let direction = 0; direction < 4; direction++) {
        const behind = board.next(node.box, opposite(direction));
        const landing = board.next(node.box, direction);
        if (behind < 0 || landing < 0 || boxes[landing] || walks.distance[behind] < 0) continue;
        const key = 4 * landing + direction;
        const moves = node.moves + walks.distance[behind] + 1;
        if (settled.has(key) || (next.get(key)?.moves ?? Infinity) <= moves) continue;
        next.set(key, { box: landing, player: node.box, direction, pushes: node.pushes + 1, moves, from: node });
      }
    }
    layer = [...next.values()];
    for (const [key, node] of next) settled.set(key, node);
    const before = new Set(best.keys());
    for (const node of layer) {
      const known = best.get(node.box);
      if (node.box !== box && !before.has(node.box) && (!known || node.moves < known.moves)) best.set(node.box, node);
    }
  }
  return best;
}

// The directions of the shortest way to push a box to a square: fewest pushes, then fewest moves. Null where there is
// none.
export function pushPath(board, state, box, target) {
  const last = pushRoutes(board, state, box, target).get(target);
  if (!last) return null;
  const chain = [];
  for (let node = last; node.from; node = node.from) chain.unshift(node);
  const boxes = state.boxes.slice();
  const walks = new Walks(board);
  const steps = [];
  for (const { from, direction } of chain) {
    boxes[box] = 0;
    boxes[from.box] = 1;
    steps.push(...walks.from(boxes, from.player).path(board.next(from.box, opposite(direction))), direction);
    boxes[from.box] = 0;
  }
  return steps;
}
