// What a player has done, kept in the browser: which levels are solved and how well, and where each play stands.
//
// A browser may deny storage, or run out of it; then progress lasts as long as the page.

const PREFIX = "sokospec:";
const LONGEST = 200_000; // steps of a play that is kept

// The storage of a window, or null where the browser denies it.
export function storageOf(window) {
  try {
    return window.localStorage ?? null;
  } catch {
    return null;
  }
}

// The name of a level in the storage: its board, row by row, whatever file or link it comes from.
export function keyOf(rows) {
  return rows.map((row) => row.trimEnd() || "-").join("\n");
}

export class Progress {
  constructor(storage) {
    this.storage = storage;
    this.held = new Map(); // what is read from the storage or could not be written there
  }

  // The best solution of a level as {moves, pushes, lurd}, or null.
  best(key) {
    return this.read(key).best ?? null;
  }

  // Where the play of a level stands, as {lurd, at, stops}, or null.
  position(key) {
    return this.read(key).position ?? null;
  }

  // Keep where a play stands; a play without steps is forgotten.
  keepPosition(key, { lurd, at, stops }) {
    const { best } = this.read(key);
    const kept = lurd.length > 0 && lurd.length <= LONGEST;
    this.write(key, { best, ...(kept && { position: { lurd, at, stops } }) });
  }

  // Keep a solution if it has fewer pushes than the best one, or as many pushes and fewer moves; say whether it has.
  keepSolution(key, { moves, pushes, lurd }) {
    const { best, position } = this.read(key);
    if (best && (best.pushes - pushes || best.moves - moves) <= 0) return false;
    this.write(key, { best: { moves, pushes, lurd: lurd.length > LONGEST ? "" : lurd }, position });
    return true;
  }

  // Forget all levels.
  clear() {
    this.held.clear();
    try {
      const names = Object.keys(this.storage ?? {}).filter((name) => name.startsWith(PREFIX));
      for (const name of names) this.storage.removeItem(name);
    } catch {
      // There is nothing to remove from a storage that is denied.
    }
  }

  read(key) {
    if (!this.held.has(key)) this.held.set(key, this.stored(key));
    return this.held.get(key);
  }

  // What the storage has of a level; another program's or version's data counts as nothing.
  stored(key) {
    try {
      const { best, position } = JSON.parse(this.storage.getItem(PREFIX + key)) ?? {};
      return { ...(isSolution(best) && { best }), ...(isPosition(position) && { position }) };
    } catch {
      return {};
    }
  }

  write(key, value) {
    this.held.set(key, value);
    try {
      if (value.best || value.position) this.storage.setItem(PREFIX + key, JSON.stringify(value));
      else this.storage.removeItem(PREFIX + key);
    } catch {
      // Storage is denied or full: the page still holds the value.
    }
  }
}

const isCount = (value) => Number.isInteger(value) && value >= 0;

function isSolution(value) {
  return isCount(value?.moves) && isCount(value.pushes) && typeof value.lurd === "string";
}

function isPosition(value) {
  return typeof value?.lurd === "string" && isCount(value.at) && Array.isArray(value.stops) && value.stops.every(isCount);
}
