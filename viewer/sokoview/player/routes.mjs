// Walks of the player, and ways to push or to pull one box past all others.

import { blocksOf } from "./blocks.mjs";
import { opposite } from "./engine.mjs";

export const PULL = 4; // a step that pulls the box behind the player is written as its direction and this

// The directions of a shortest walk, or null.
export function walk(board, boxes, from, to) {
  return new Walks(board).from(boxes, from, [to]).path(to);
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

  // Look for some squares, as far as a number of steps; further squares may stay unknown.
  from(boxes, start, wanted, far = Infinity) {
    const { board, distance, queue } = this;
    for (let at = 0; at < this.length; at++) distance[queue[at]] = -1;
    queue[0] = start;
    distance[start] = 0;
    this.start = start;
    this.length = 1;
    let missing = wanted.filter((square) => square !== start).length;
    for (let at = 0; at < this.length && missing; at++) {
      const here = queue[at];
      if (distance[here] >= far) break;
      for (let direction = 0; direction < 4; direction++) {
        const ahead = board.next(here, direction);
        if (ahead >= 0 && distance[ahead] < 0 && !boxes[ahead]) {
          distance[ahead] = distance[here] + 1;
          this.came[ahead] = direction;
          queue[this.length++] = ahead;
          if (wanted.includes(ahead)) missing--;
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

// Every square to which one box can be pushed while the others stand still, and on request a way there.
export function pushRoutes(board, state, box) {
  return new Routes(board, state, box, false);
}

// The same for pulls, as in a play in reverse.
export function pullRoutes(board, state, box) {
  return new Routes(board, state, box, true);
}

// A place is a square of the box and the side of it where the player stands after the push, written as 4 * square +
// side; `pushes` has the fewest to each place, -1 where there is no way. Layer by layer of equally many pushes, each
// place leads to the next ones: the blocks of the floor tell to which sides the player can go round the box. No walk is
// looked for before a way is asked for. What is said of pushes holds for pulls.
class Routes {
  constructor(board, state, box, pulls) {
    this.board = board;
    this.box = box;
    this.pulls = pulls;
    this.others = state.boxes.slice();
    this.others[box] = 0;
    this.blocks = blocksOf(board, this.others);
    this.start = new Walks(board).from(state.boxes, state.player, this.#around(box));
    this.pushes = new Int32Array(4 * board.size).fill(-1);
    this.targets = new Map(); // from squares to {pushes, side}, a side where the player may stand then
    this.#search();
  }

  #around(square) {
    return [0, 1, 2, 3].map((side) => this.board.next(square, side)).filter((beside) => beside >= 0);
  }

  #search() {
    const { board, blocks, others, pushes } = this;
    const queue = new Int32Array(4 * board.size);
    let length = 0;
    for (let side = 0; side < 4; side++) {
      const beside = board.next(this.box, side);
      if (beside < 0 || this.start.distance[beside] < 0) continue;
      pushes[4 * this.box + side] = 0;
      queue[length++] = 4 * this.box + side;
    }
    for (let at = 0; at < length; at++) {
      const place = queue[at];
      const square = place >> 2;
      for (let side = 0; side < 4; side++) {
        if (blocks[4 * square + side] < 0 || blocks[4 * square + side] !== blocks[place]) continue;
        const landing = this.#landing(square, side);
        const next = 4 * landing + side;
        if (landing < 0 || others[landing] || pushes[next] >= 0) continue;
        pushes[next] = pushes[place] + 1;
        queue[length++] = next;
        if (landing === this.box || this.targets.has(landing)) continue;
        this.targets.set(landing, { pushes: pushes[next], side });
      }
    }
  }

  // Where a box comes to from a square with the player at a side of it; -1 for nowhere.
  #landing(square, side) {
    if (!this.pulls) return this.board.next(square, opposite(side));
    const landing = this.board.next(square, side);
    const room = landing < 0 ? -1 : this.board.next(landing, side);
    return room < 0 || this.others[room] ? -1 : landing;
  }

  // The directions of a way to a target: fewest pushes, then fewest moves. Null where there is none.
  path(target) {
    if (!this.targets.has(target)) return null;
    const chain = this.#cheapest(target);
    const walks = new Walks(this.board);
    const steps = this.start.path(this.board.next(this.box, chain[0] & 3));
    chain.forEach((place, at) => {
      const side = place & 3;
      if (at) {
        const square = this.#before(place);
        const end = this.board.next(square, side);
        const start = this.board.next(square, chain[at - 1] & 3);
        this.#round(square, () => walks.from(this.others, start, [end]));
        steps.push(...walks.path(end));
      }
      steps.push(this.pulls ? side + PULL : opposite(side));
    });
    return steps;
  }

  // The square from which a box was pushed to a place.
  #before(place) {
    return this.board.next(place >> 2, this.pulls ? opposite(place & 3) : place & 3);
  }

  // The places from which the last push can have been prepared for a place, one push earlier. At the start the player
  // has walked to the right side already.
  #earlier(place) {
    const { blocks, pushes } = this;
    const ready = 4 * this.#before(place) + (place & 3);
    const fewer = pushes[place] - 1;
    if (!fewer) return [ready];
    const found = [];
    for (let one = ready - (ready & 3), end = one + 4; one < end; one++) {
      if (pushes[one] === fewer && blocks[one] === blocks[ready]) found.push(one);
    }
    return found;
  }

  // The places on ways with the fewest pushes to a target, those after fewer pushes first; the start is left out.
  #onTheWay(target) {
    const { pushes } = this.targets.get(target);
    const found = [0, 1, 2, 3].map((side) => 4 * target + side).filter((place) => this.pushes[place] === pushes);
    const seen = new Uint8Array(this.pushes.length);
    for (let at = 0; at < found.length && this.pushes[found[at]] > 1; at++) {
      for (const one of this.#earlier(found[at])) {
        if (seen[one]) continue;
        seen[one] = 1;
        found.push(one);
      }
    }
    return found.reverse();
  }

  // The places of a way to a target with the fewest moves among those with the fewest pushes.
  #cheapest(target) {
    const { board } = this;
    const walks = new Walks(board);
    const moves = new Int32Array(this.pushes.length);
    const came = new Int32Array(this.pushes.length).fill(-1);
    const places = this.#onTheWay(target);
    for (const place of places) {
      if (this.pushes[place] === 1) moves[place] = this.start.distance[board.next(this.box, place & 3)] + 1;
      else [moves[place], came[place]] = this.#shortestWalk(walks, place, moves);
    }
    const ends = places.filter((place) => place >> 2 === target);
    const chain = [ends.reduce((one, other) => (moves[other] < moves[one] ? other : one))];
    while (came[chain[0]] >= 0) chain.unshift(came[chain[0]]);
    return chain;
  }

  // How many moves it takes to a place with the push to it, and the place before it.
  #shortestWalk(walks, place, moves) {
    const square = this.#before(place);
    const places = this.#earlier(place);
    const least = Math.min(...places.map((one) => moves[one]));
    const straight = places.find((one) => (one & 3) === (place & 3)) ?? -1;
    let [best, from] = [straight < 0 ? Infinity : moves[straight], straight];
    if (best > least) {
      const squares = places.map((one) => this.board.next(square, one & 3));
      const ready = this.board.next(square, place & 3);
      this.#round(square, () => walks.from(this.others, ready, squares, best - least));
      places.forEach((one, at) => {
        const distance = walks.distance[squares[at]];
        if (distance >= 0 && moves[one] + distance < best) [best, from] = [moves[one] + distance, one];
      });
    }
    return [best + 1, from];
  }

  // Do something while the box stands on a square.
  #round(square, action) {
    this.others[square] = 1;
    action();
    this.others[square] = 0;
  }
}
