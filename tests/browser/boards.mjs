// Random boards for laws and benchmarks: the same seed gives the same boards everywhere.

// Numbers from 0 to 1 (mulberry32, a generator of 32 bits).
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

// A level within an outer wall. `walls` is the share of squares that are walls, `pieces` that of boxes, and of goals.
export function randomLevel({ readRows }, draw, { width, height, walls, pieces = 1 / 40 }) {
  const inside = [];
  const symbols = Array.from({ length: height }, () => new Array(width).fill("#"));
  for (let row = 1; row < height - 1; row++) {
    for (let column = 1; column < width - 1; column++) {
      if (draw() < walls) continue;
      symbols[row][column] = " ";
      inside.push([row, column]);
    }
  }
  for (let at = inside.length - 1; at > 0; at--) {
    const other = Math.floor(draw() * (at + 1));
    [inside[at], inside[other]] = [inside[other], inside[at]];
  }
  const count = Math.max(1, Math.min(Math.round(pieces * width * height), Math.floor((inside.length - 1) / 2)));
  const put = (places, symbol) => places.forEach(([row, column]) => (symbols[row][column] = symbol));
  put(inside.slice(0, count), "$");
  put(inside.slice(count, 2 * count), ".");
  put(inside.slice(2 * count, 2 * count + 1), "@");
  return readRows(symbols.map((row) => row.join(""))).level;
}
