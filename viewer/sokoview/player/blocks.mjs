// The blocks of the floor: what stays connected whichever one square is taken away.
//
// A block is a largest part of the floor that no single square cuts in two (a biconnected component). Each step from a
// square to the next lies in exactly one block. Two neighbours of a square are connected by a way round the square if
// and only if the steps to them lie in the same block: with such a way both steps are on a cycle, and a cycle lies in
// one block; within a block, taking the square away leaves the rest connected. So one walk through the floor tells for
// every square where the player can go round a box on it.

import { opposite } from "./engine.mjs";

// The number of the block of each step, at 4 * square + direction; -1 where there is no step. Blocked squares are as
// walls. This is Tarjan's and Hopcroft's search in depth, without recursion: its time grows with the squares alone.
export function blocksOf(board, blocked) {
  const search = new Search(board, blocked);
  for (let square = 0; square < board.size; square++) {
    if (!board.walls[square] && !blocked[square] && !search.order[square]) search.from(square);
  }
  return search.blocks;
}

class Search {
  constructor(board, blocked) {
    this.board = board;
    this.blocked = blocked;
    this.blocks = new Int32Array(4 * board.size).fill(-1);
    this.order = new Int32Array(board.size); // when each square was found; 0 for not yet
    this.low = new Int32Array(board.size); // the earliest square that a way through later ones leads to
    this.came = new Int8Array(board.size); // the direction in which each square was found
    this.turn = new Uint8Array(board.size); // the direction to be tried next
    this.path = new Int32Array(board.size);
    this.steps = new Int32Array(2 * board.size); // those that are in no block yet
    this.height = 0;
    this.found = 0;
    this.number = 0;
  }

  from(root) {
    const { board, blocked, order, low, came, turn, path } = this;
    let length = 0;
    const enter = (square, direction) => {
      came[square] = direction;
      order[square] = low[square] = ++this.found;
      path[length++] = square;
    };
    enter(root, -1);
    while (length) {
      const here = path[length - 1];
      if (turn[here] < 4) {
        const direction = turn[here]++;
        const ahead = board.next(here, direction);
        if (ahead < 0 || blocked[ahead] || direction === opposite(came[here])) continue;
        if (order[ahead] > order[here]) continue;
        this.steps[this.height++] = 4 * here + direction;
        if (!order[ahead]) enter(ahead, direction);
        else if (order[ahead] < low[here]) low[here] = order[ahead];
      } else if (--length) {
        const before = path[length - 1];
        if (low[here] < low[before]) low[before] = low[here];
        if (low[here] >= order[before]) this.#close(4 * before + came[here]);
      }
    }
  }

  // Give the steps since one, and it, the next number.
  #close(first) {
    for (let step = -1; step !== first; ) {
      step = this.steps[--this.height];
      const direction = step & 3;
      this.blocks[step] = this.number;
      this.blocks[4 * this.board.next(step >> 2, direction) + opposite(direction)] = this.number;
    }
    this.number++;
  }
}
