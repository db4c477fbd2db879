// Proofs that a state has no solution. What is said here is proved; a state about which nothing is said may be dead too.
//
// 1. A box that gets to no goal even if it were alone on the board, with the player on the side of it where he is.
//    Other boxes only take away squares and pushes, so it gets to none with them either.
// 2. Boxes that hold each other: each is blocked up and down, and left and right, by a wall, by two squares from which a
//    box gets to no goal, or by another one of them. The first of them to be pushed would have to be pushed against a
//    wall or a box, or to a square from which it gets to no goal. So none of them is pushed in any solution, and one of
//    them is on no goal.
// 3. Two boxes that cannot both get to goals, even if they were the only ones: all states of that smaller game were
//    visited, but for those that 1 shows to be dead. A solution of the whole level, with all pushes of other boxes left
//    out, would solve the smaller game: without other boxes the player can walk wherever he could with them.

import { blocksOf } from "./blocks.mjs";
import { flood, opposite } from "./engine.mjs";

const NEAR = 6; // steps between two boxes that are played alone
const MOST_WORK = 2000000; // squares that are looked at for all pairs together; then no more is proved

// For each box alone on the board: from which squares, with the player on which side, it can be pushed to a goal.
export class Deadlocks {
  constructor(board) {
    this.board = board;
    this.sides = sidesOf(board);
    this.attained = new Uint8Array(4 * board.size);
    this.#searchBackwards();
    this.live = new Uint8Array(board.size);
    for (let square = 0; square < board.size; square++) {
      for (let side = 0; side < 4; side++) if (this.attained[4 * square + side]) this.live[square] = 1;
    }
  }

  #searchBackwards() {
    const { board, sides, attained } = this;
    const waiting = [];
    const found = (square, side) => {
      if (side >= 0 && !attained[4 * square + side]) {
        attained[4 * square + side] = 1;
        waiting.push([square, side]);
      }
    };
    for (let square = 0; square < board.size; square++) {
      if (board.goals[square]) for (let side = 0; side < 4; side++) found(square, side);
    }
    for (let at = 0; at < waiting.length; at++) {
      const [square, side] = waiting[at];
      for (let direction = 0; direction < 4; direction++) {
        const back = opposite(direction);
        const before = board.next(square, back);
        if (before < 0 || sides[4 * square + back] !== side || board.next(before, back) < 0) continue;
        found(before, sides[4 * before + back]);
      }
    }
  }

  // Why a state is dead, or null: {kind, boxes, region, says}.
  find(state) {
    return this.#lostBox(state) ?? this.#heldBoxes(state);
  }

  // The same after a push of the box that is now on the square `moved` (-1: none); pairs with this box are tried as well.
  findAfter(state, moved) {
    const found = this.find(state);
    return found || moved < 0 ? found : this.#lostPair(state, moved);
  }

  #lostPair(state, moved) {
    const { board } = this;
    const [row, column] = board.place(moved);
    const others = [];
    for (let box = state.boxes.indexOf(1); box >= 0; box = state.boxes.indexOf(1, box + 1)) {
      const [otherRow, otherColumn] = board.place(box);
      const distance = Math.abs(row - otherRow) + Math.abs(column - otherColumn);
      if (box !== moved && distance <= NEAR) others.push({ box, distance });
    }
    others.sort((one, other) => one.distance - other.distance);
    const work = { left: MOST_WORK };
    for (const { box } of others) {
      const tried = this.#playPair(moved, box, state.player, work);
      if (tried > 0) {
        const says = `These 2 boxes can never both get to goals, not even if they were the only ones: all ${tried} positions of theirs were tried.`;
        return { kind: "lost pair", boxes: [moved, box], region: [], says };
      }
      if (work.left <= 0) return null;
    }
    return null;
  }

  // How many states a game with two boxes alone has when none of them is solved; 0 when one is, or there is no time.
  #playPair(one, other, player, work) {
    const { board, sides, attained } = this;
    const boxes = new Uint8Array(board.size);
    const seen = new Set();
    const waiting = [{ pair: [one, other], player }];
    while (waiting.length) {
      const { pair, player: from } = waiting.pop();
      if (board.goals[pair[0]] && board.goals[pair[1]]) return 0;
      for (const box of pair) boxes[box] = 1;
      const region = flood(board, [from], boxes);
      const first = region.indexOf(1);
      const name = (Math.min(...pair) * board.size + Math.max(...pair)) * board.size + first;
      work.left -= board.size;
      if (work.left <= 0) return 0;
      if (!seen.has(name)) {
        seen.add(name);
        pair.forEach((box, at) => {
          for (let direction = 0; direction < 4; direction++) {
            const behind = board.next(box, opposite(direction));
            const landing = board.next(box, direction);
            if (behind < 0 || !region[behind] || landing < 0 || boxes[landing]) continue;
            if (!attained[4 * landing + sides[4 * landing + opposite(direction)]]) continue;
            waiting.push({ pair: [landing, pair[1 - at]], player: box });
          }
        });
      }
      for (const box of pair) boxes[box] = 0;
    }
    return seen.size;
  }

  #lostBox(state) {
    const { board } = this;
    for (let box = state.boxes.indexOf(1); box >= 0; box = state.boxes.indexOf(1, box + 1)) {
      if (board.goals[box]) continue;
      const known = [0, 1, 2, 3].filter((direction) => this.sides[4 * box + direction] >= 0);
      const good = (direction) => this.attained[4 * box + this.sides[4 * box + direction]];
      if (known.length && known.every(good)) continue;
      if (!known.some(good)) return lost(box, [], "This box can never get to a goal from here, not even if it were the only box.");
      const region = floodPast(board, state.player, box);
      if (!known.some((direction) => region[board.next(box, direction)] && good(direction))) {
        const says = "With the player on this side of it, this box can never get to a goal, not even if it were the only box.";
        return lost(box, [...region.keys()].filter((square) => region[square]), says);
      }
    }
    return null;
  }

  #heldBoxes(state) {
    const { board } = this;
    const held = state.boxes.slice();
    this.#keepHeld(held, squaresOf(held));
    const first = held.findIndex((box, square) => box && !board.goals[square]);
    if (first < 0) return null;
    const group = touching(board, held, first);
    const missing = group.filter((box) => !board.goals[box]).length;
    const off = missing === group.length ? "none of them is on a goal" : `${missing === 1 ? "one of them is" : `${missing} of them are`} not on a goal`;
    const says =
      group.length > 1
        ? `These ${group.length} boxes hold each other for good, and ${off}.`
        : "This box is blocked for good, and it is not on a goal.";
    return { kind: "held boxes", boxes: group, region: [], says };
  }

  // Take from a mask those of its boxes that are neither blocked by the board nor held by others; no box touches the group
  // from outside.
  #keepHeld(held, group) {
    const { board, live } = this;
    const freed = (box) =>
      [0, 2].some((axis) => {
        const [one, other] = [board.next(box, axis), board.next(box, axis + 1)];
        const byBoard = one < 0 || other < 0 || (!live[one] && !live[other]);
        return !byBoard && !held[one] && !held[other];
      });
    for (let left = group; ; ) {
      const still = left.filter((box) => !freed(box) || (held[box] = 0));
      if (still.length === left.length) return;
      left = still;
    }
  }

  // The squares on which one box is lost, of those to which it can be pushed while the others stand still: where `find`
  // says so of the state, unless that was dead before. `targets` are those of the routes, with a side of the player each.
  //
  // All ways to a square end alike. Up to its first visit of the square the box came by squares that join both sides
  // round it, so all first visits leave the player in the same part of the floor; later ones could go on from there.
  lostAmong(state, box, targets) {
    const { board, sides, attained } = this;
    const boxes = state.boxes.slice();
    boxes[box] = 0;
    const heldOn = (square) => {
      boxes[square] = 1;
      const group = touching(board, boxes, square);
      this.#keepHeld(boxes, group);
      const held = boxes[square] === 1 && touching(board, boxes, square).some((each) => !board.goals[each]);
      for (const each of group) boxes[each] = 1;
      boxes[square] = 0;
      return held;
    };
    const alone = (square, side) => attained[4 * square + sides[4 * square + side]];
    return new Set([...targets.keys()].filter((square) => !alone(square, targets.get(square).side) || heldOn(square)));
  }
}

function squaresOf(boxes) {
  const found = [];
  for (let box = boxes.indexOf(1); box >= 0; box = boxes.indexOf(1, box + 1)) found.push(box);
  return found;
}

// The boxes of a mask that touch one of them, directly or by others.
function touching(board, boxes, first) {
  const group = new Set([first]);
  for (const box of group) {
    for (let direction = 0; direction < 4; direction++) {
      const beside = board.next(box, direction);
      if (beside >= 0 && boxes[beside]) group.add(beside);
    }
  }
  return [...group];
}

// Neighbours of a square get the same number, 0 to 3, when one can walk from one to the other around a box on the square;
// walls get -1.
function sidesOf(board) {
  const blocks = blocksOf(board, new Uint8Array(board.size));
  const sides = new Int8Array(4 * board.size).fill(-1);
  for (let square = 0; square < board.size; square++) {
    const here = blocks.subarray(4 * square, 4 * square + 4);
    here.forEach((block, direction) => {
      if (block >= 0) sides[4 * square + direction] = here.indexOf(block);
    });
  }
  return sides;
}

function lost(box, region, says) {
  return { kind: "dead square", boxes: [box], region, says };
}

function floodPast(board, from, box) {
  const blocked = new Uint8Array(board.size);
  blocked[box] = 1;
  return flood(board, [from], blocked);
}
