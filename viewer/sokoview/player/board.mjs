// The board as SVG: what stands still is drawn once, pieces are moved.

const UNIT = 32;
const SVG = "http://www.w3.org/2000/svg";

function make(name, attributes = {}, children = []) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export class BoardView {
  constructor(holder, level) {
    const { board, walkable } = level;
    this.board = board;
    this.holder = holder;
    this.aims = board.goals;
    this.names = make("g", { class: "names" });
    this.starts = make("g");
    this.lost = make("g");
    this.marks = make("g");
    this.region = make("g", { class: "evidence" });
    this.pieces = make("g");
    this.evidence = make("g", { class: "evidence" });
    this.cursorMark = make("rect", { class: "cursor", x: 2, y: 2, width: UNIT - 4, height: UNIT - 4, rx: 4, visibility: "hidden" });
    const size = { width: board.width * UNIT, height: board.height * UNIT };
    this.svg = make("svg", { viewBox: `0 0 ${size.width} ${size.height}`, preserveAspectRatio: "xMidYMid meet", "aria-hidden": "true" }, [
      patterns(),
      ...ground(board, walkable),
      this.names,
      this.starts,
      this.lost,
      this.region,
      this.marks,
      this.pieces,
      this.evidence,
      this.cursorMark,
    ]);
    holder.replaceChildren(this.svg);
    this.player = playerShape();
    this.boxes = new Map();
    for (let square = level.state.boxes.indexOf(1); square >= 0; square = level.state.boxes.indexOf(1, square + 1)) {
      this.boxes.set(square, boxShape());
    }
    this.pieces.append(...this.boxes.values(), this.player);
    this.show(level.state, 1);
  }

  // The pieces as they are in a state. A box that moved is taken from the nearest place where there is none any more.
  show(state, facing) {
    const left = [...this.boxes.keys()].filter((square) => !state.boxes[square]);
    for (let square = state.boxes.indexOf(1); square >= 0; square = state.boxes.indexOf(1, square + 1)) {
      if (!this.boxes.has(square)) {
        const nearest = left.reduce((one, other) => (this.#apart(other, square) < this.#apart(one, square) ? other : one));
        left.splice(left.indexOf(nearest), 1);
        this.boxes.set(square, this.boxes.get(nearest));
        this.boxes.delete(nearest);
      }
    }
    for (const [square, box] of this.boxes) {
      this.#put(box, square);
      box.classList.toggle("done", this.aims[square] === 1);
    }
    this.#put(this.player, state.player);
    this.player.classList.toggle("away", facing === 0);
    const [x, y] = [[0, 0], [0, 1], [-3, 0], [3, 0]][facing];
    this.player.querySelector(".look").setAttribute("transform", `translate(${x} ${y})`);
  }

  // Where boxes are to go, as a mask; a player's square (-1: none) is that of a play in reverse, and has both marked.
  aim(aims, player) {
    this.aims = aims;
    const frame = (square, radius) => {
      const [y, x] = this.board.place(square).map((place) => place * UNIT);
      return make("rect", { class: "start", x: x + 4, y: y + 4, width: UNIT - 8, height: UNIT - 8, rx: radius });
    };
    const boxes = player < 0 ? [] : [...aims.keys()].filter((square) => aims[square]);
    this.starts.replaceChildren(...boxes.map((square) => frame(square, 2)), ...(player < 0 ? [] : [frame(player, UNIT / 2)]));
  }

  #apart(one, other) {
    const [[row, column], [otherRow, otherColumn]] = [this.board.place(one), this.board.place(other)];
    return Math.abs(row - otherRow) + Math.abs(column - otherColumn);
  }

  #put(piece, square) {
    const [row, column] = this.board.place(square);
    piece.style.transform = `translate(${column * UNIT}px, ${row * UNIT}px)`;
  }

  // The box that is chosen (-1: none), dots where it can be moved to, and crosses instead where it is lost then. They are
  // two paths, as thousands of shapes would take long to draw.
  choose(box, targets = [], lost = new Set()) {
    for (const [square, shape] of this.boxes) shape.classList.toggle("chosen", square === box);
    const drawn = ["", ""];
    for (const square of targets) {
      const [y, x] = this.board.place(square).map((place) => place * UNIT);
      if (lost.has(square)) drawn[1] += `M${x + 12} ${y + 12}l8 8m0 -8l-8 8`;
      else drawn[0] += `M${x + UNIT / 2} ${y + UNIT / 2}h0`;
    }
    const title = make("title", {}, ["The box would be lost here"]);
    this.marks.replaceChildren(make("path", { class: "reach", d: drawn[0] }), make("path", { class: "reach loses", d: drawn[1] }, [title]));
  }

  // The names of the gadgets on a map, frames around them, and its wires, each in a colour of its own.
  label({ gadgets, crossings, wires }) {
    const scaled = (span) => span.map((side) => side * UNIT);
    const tint = ({ spans }, number) => {
      const d = spans.map(scaled).map(([y, x, height, width]) => `M${x} ${y}h${width}v${height}h-${width}z`);
      return make("path", { class: "wire", fill: `hsl(${(number * 67) % 360} 65% 40%)`, d: d.join("") });
    };
    const frame = (kind) => ({ name, span }) => {
      const [y, x, height, width] = scaled(span);
      const text = make("text", { x: x + width / 2, y: y - 12 }, [name]);
      return [make("rect", { class: kind, x: x - 4, y: y - 4, width: width + 8, height: height + 8, rx: 6 }), text];
    };
    const frames = [...crossings.flatMap(frame("crossing")), ...gadgets.flatMap(frame("gadget"))];
    this.names.replaceChildren(...wires.map(tint), ...frames);
  }

  // Crosses on the squares where a box is lost.
  markLost(squares) {
    this.lost.replaceChildren(
      ...squares.map((square) => {
        const [row, column] = this.board.place(square);
        return make("path", { class: "lost", d: `M${column * UNIT + 11} ${row * UNIT + 11}l10 10m0 -10l-10 10` });
      }),
    );
  }

  // Frames around the boxes of a proof, stripes where the player is, and the push that it is about.
  explain(found, push = null) {
    if (!found) {
      this.evidence.replaceChildren();
      this.region.replaceChildren();
      return;
    }
    const at = (square) => this.board.place(square).map((place) => place * UNIT);
    const region = found.region.map((square) => {
      const [y, x] = at(square);
      return make("rect", { class: "region", x, y, width: UNIT, height: UNIT });
    });
    const frames = found.boxes.map((square) => {
      const [y, x] = at(square);
      return make("rect", { x: x + 2, y: y + 2, width: UNIT - 4, height: UNIT - 4, rx: 5 });
    });
    const pushed = [];
    if (push) {
      const [y, x] = at(push.landing);
      const [fromY, fromX] = at(push.box);
      const turn = [-90, 90, 180, 0][push.direction];
      pushed.push(make("rect", { class: "ghost", x: x + 4, y: y + 4, width: UNIT - 8, height: UNIT - 8, rx: 3 }));
      const place = `translate(${fromX + UNIT / 2} ${fromY + UNIT / 2}) rotate(${turn})`;
      pushed.push(make("path", { class: "arrow", transform: place, d: "M4 0h22m-8 -8l8 8l-8 8" }));
    }
    this.region.replaceChildren(...region);
    this.evidence.replaceChildren(...pushed.slice(0, 1), ...frames, ...pushed.slice(1));
  }

  cursor(square) {
    this.cursorMark.setAttribute("visibility", square < 0 ? "hidden" : "visible");
    if (square >= 0) {
      const [row, column] = this.board.place(square);
      this.cursorMark.setAttribute("transform", `translate(${column * UNIT} ${row * UNIT})`);
    }
  }

  // The square under a point of the window, or -1.
  squareAt(x, y) {
    const point = new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM().inverse());
    const [row, column] = [Math.floor(point.y / UNIT), Math.floor(point.x / UNIT)];
    const inside = row >= 0 && row < this.board.height && column >= 0 && column < this.board.width;
    return inside ? this.board.square([row, column]) : -1;
  }

  // The middle of a square in the window, for scrolling and for tests.
  centreOf(square) {
    const [row, column] = this.board.place(square);
    const point = new DOMPoint((column + 0.5) * UNIT, (row + 0.5) * UNIT).matrixTransform(this.svg.getScreenCTM());
    return [point.x, point.y];
  }
}

// The shapes of a tile, which stand in the page; all pictures of levels are made of them.
function tile(name) {
  return [...document.getElementById(`tile-${name}`).cloneNode(true).children];
}

function patterns() {
  const wall = tile("wall").filter((shape) => !shape.matches(".wall-face"));
  const bricks = make("pattern", { id: "bricks", width: UNIT, height: UNIT, patternUnits: "userSpaceOnUse" }, wall);
  const stripes = make("pattern", { id: "stripes", width: 8, height: 8, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, [
    make("path", { class: "stripe", d: "M0 0v8", opacity: 0.55 }),
  ]);
  return make("defs", {}, [bricks, stripes]);
}

// Floor, walls and goals as a few paths, however many squares there are.
function ground(board, walkable) {
  const paths = { floor: "", alt: "", wall: "", face: "", shade: "" };
  const band = (name, kind) => {
    const shape = tile(name).find((one) => one.matches(`.${kind}`));
    const [y, height] = [Number(shape.getAttribute("y")), Number(shape.getAttribute("height"))];
    return (left, top) => `M${left} ${top + y}h${UNIT}v${height}h-${UNIT}z`;
  };
  const [face, shade] = [band("wall", "wall-face"), band("floor", "shade")];
  const goals = [];
  for (let square = 0; square < board.size; square++) {
    const [row, column] = board.place(square);
    const [x, y] = [column * UNIT, row * UNIT];
    const whole = `M${x} ${y}h${UNIT}v${UNIT}h-${UNIT}z`;
    if (board.walls[square]) {
      paths.wall += whole;
      const below = square + board.width;
      if (below >= board.size || !board.walls[below]) paths.face += face(x, y);
    } else if (walkable[square] || board.goals[square]) {
      if ((row + column) % 2) paths.alt += whole;
      else paths.floor += whole;
      if (row > 0 && board.walls[square - board.width]) paths.shade += shade(x, y);
    }
    if (board.goals[square]) goals.push(make("g", { transform: `translate(${x} ${y})` }, tile("goal")));
  }
  return [
    make("path", { class: "floors", d: paths.floor }),
    make("path", { class: "floors-alt", d: paths.alt }),
    make("path", { class: "shades", d: paths.shade }),
    make("path", { class: "walls", d: paths.wall }),
    make("path", { class: "faces", d: paths.face }),
    ...goals,
  ];
}

function boxShape() {
  return make("g", { class: "piece box" }, [make("g", { class: "off-goal" }, tile("box")), make("g", { class: "on-goal" }, tile("done"))]);
}

function playerShape() {
  const shapes = tile("player");
  const eyes = shapes.filter((shape) => shape.matches(".eye"));
  return make("g", { class: "piece player" }, [...shapes.filter((shape) => !eyes.includes(shape)), make("g", { class: "look" }, eyes)]);
}
