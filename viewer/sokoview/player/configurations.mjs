// What the places of the player say of a machine or of a graph, with the map of its level: docs/background/machines.md has the proof.
//
// Names (`state`, `head`, `cell 1`, `edge a`) have values. A wire of the map sets some of them whenever the player comes
// into it; an empty value means that he is changing it.

export class Configurations {
  constructor(map, level) {
    this.map = map;
    this.board = level.board;
    this.first = level.state.player;
    this.ofMachine = "state" in map.start;
    this.wireAt = new Int32Array(this.board.size).fill(-1);
    this.gadgetAt = new Int32Array(this.board.size).fill(-1);
    const mark = (on, [row, column, height, width], number) => {
      for (let down = 0; down < height; down++) {
        const begin = this.board.square([row + down, column]);
        on.fill(number, begin, begin + width);
      }
    };
    this.parts = [...map.crossings, ...map.gadgets];
    this.parts.forEach(({ span }, number) => mark(this.gadgetAt, span, number));
    map.wires.forEach(({ spans }, number) => spans.forEach((span) => mark(this.wireAt, span, number)));
    this.forget();
  }

  forget() {
    this.read = []; // the directions that have been read
    this.player = this.first;
    this.wire = this.wireAt[this.first]; // in which he was last; at the start that says nothing
    this.changes = [{ at: 0, values: { ...this.map.start } }];
    this.stops = [this.changes[0]]; // complete configurations: on a track, or with every edge directed
  }

  // Read a play, with the steps that are undone; what was read before is not read again unless the play has changed.
  follow(play) {
    const { steps, undone } = play;
    const direction = (at) => (at < steps.length ? steps[at] : undone[undone.length - 1 - (at - steps.length)]).direction;
    const same = Math.min(this.read.length, play.length);
    for (let at = 0; at < same; at++) {
      if (this.read[at] !== direction(at)) {
        this.forget();
        break;
      }
    }
    if (this.read.length > play.length) this.forget();
    while (this.read.length < play.length) {
      this.read.push(direction(this.read.length));
      this.player = this.board.next(this.player, this.read.at(-1));
      this.enter(this.wireAt[this.player]);
    }
  }

  enter(wire) {
    if (wire < 0 || wire === this.wire) return;
    this.wire = wire;
    const { sets } = this.map.wires[wire];
    const at = this.read.length;
    const before = this.changes.at(-1).values;
    // A machine that has accepted stays so: what follows only brings the boxes home.
    const names = Object.keys(sets).filter((name) => !accepts(before) || name.startsWith("cell "));
    if (!names.length) return;
    if (names.some((name) => sets[name] !== before[name])) this.changes.push({ at, values: { ...before, ...picked(sets, names) } });
    const now = this.changes.at(-1).values;
    const complete = this.ofMachine ? names.includes("state") : names.every((name) => sets[name]);
    const last = this.stops.at(-1).values;
    if (complete && Object.keys(now).some((name) => now[name] !== last[name])) this.stops.push({ at, values: now });
  }

  // The values after so many steps of the play.
  valuesAt(count) {
    return this.changes[latest(this.changes, count)].values;
  }

  // Which of the complete configurations that is, or was the last one.
  stopAt(count) {
    return latest(this.stops, count);
  }

  // The name of the wire or gadget in which a square lies, and which it is; null outside all of them.
  placeOf(square) {
    if (this.wireAt[square] >= 0) return { kind: "wire", name: this.map.wires[this.wireAt[square]].name };
    if (this.gadgetAt[square] < 0) return null;
    const { name, kind = "crossing" } = this.parts[this.gadgetAt[square]];
    return { kind: kind.toLowerCase(), name };
  }
}

// Whether a machine has halted: where its head is then, nothing tells.
export function accepts(values) {
  return values.head === "";
}

function picked(values, names) {
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

// The last of some things, in the order of their steps, that is not later than a step.
function latest(all, count) {
  let [low, high] = [0, all.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (all[middle].at <= count) low = middle;
    else high = middle - 1;
  }
  return low;
}
