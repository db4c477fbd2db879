// The panel of a served page: has the server solve the level, tells how far it is, and puts the solution on the slider.

const $ = (id) => document.getElementById(id);
const { sokospec } = globalThis;
const POLL = 250; // milliseconds between two questions

let job = null; // what is being solved: {id, now, whole, before, sent}
let solution = "";

async function ask(path, body) {
  const options = body && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  let answer;
  try {
    answer = await fetch(path, { ...options, keepalive: body?.keepalive });
  } catch {
    throw new Error("The server does not answer; is it still running?");
  }
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.error);
  return told;
}

function news(text) {
  $("solve-news").hidden = !text;
  $("solve-news").textContent = text;
}

function working(is) {
  $("solve").disabled = is;
  $("solve-cancel").hidden = !is;
}

async function solve() {
  const { now } = sokospec;
  const here = $("solve-here").checked;
  const before = here ? now.play.lurd : "";
  const state = here ? now.play.state : now.play.first;
  const mine = { now, whole: now.play.whole, before, id: null };
  job = mine;
  working(true);
  $("solve-show").hidden = true;
  news("Starting…");
  try {
    const xsb = sokospec.engine.writeBoard(now.level.board, state);
    let told = await ask("/api/solve", { xsb, objective: $("solve-objective").value });
    mine.id = told.id;
    if (job !== mine) return void stop(mine);
    while (told.state === "queued" || told.state === "running") {
      news(progress(told));
      await new Promise((resolve) => setTimeout(resolve, POLL));
      told = await ask(`/api/jobs/${mine.id}`);
      if (job !== mine) return;
    }
    finished(told, mine);
  } catch (error) {
    if (job === mine) news(error.message);
  }
  if (job === mine) {
    job = null;
    working(false);
  }
}

function progress({ state, expanded, bound, seconds, note }) {
  if (state === "queued") return "Waiting for its turn…";
  if (note) return note;
  if (!expanded) return `Preparing, ${seconds.toFixed(0)} s`;
  return `${expanded.toLocaleString("en")} states, bound ${bound}, ${seconds.toFixed(0)} s`;
}

function finished({ state, note, result }, { now, whole, before }) {
  if (state === "cancelled") return news("Cancelled.");
  if (state === "failed") return news(note);
  const effort = `${result.expanded.toLocaleString("en")} states, ${result.seconds.toFixed(1)}\u00a0s`;
  if (result.lurd === null) return news(`${unsolved(result)} (${effort})`);
  const best = { pushes: "with the fewest pushes", moves: "with the fewest moves" };
  const how = result.verdict === "OPTIMAL" ? ` ${best[result.objective.split("-")[0]] ?? ""}` : "";
  news(`Solved${how}: ${result.pushes} pushes, ${result.moves} moves (${effort})`);
  solution = before + result.lurd;
  if (sokospec.now === now && now.play.whole === whole) return show(before.length);
  $("solve-show").hidden = sokospec.now !== now; // the play is not overwritten without being asked
  $("solve-show").onclick = () => show(before.length);
}

function unsolved({ verdict, lower_bound: bound, objective }) {
  if (verdict === "UNSOLVABLE") return "There is no solution: all ways to play lead to none.";
  const counted = objective.startsWith("moves") ? "moves" : "pushes";
  const least = bound === null || objective === "any" ? "" : ` At least ${bound} ${counted} are needed.`;
  return `No answer within the limit of ${verdict === "LIMIT_TIME" ? "time" : "memory"}.${least}`;
}

function show(at) {
  $("solve-show").hidden = true;
  sokospec.show(solution, at);
}

async function stop({ id }) {
  if (id) await ask(`/api/jobs/${id}/cancel`, { keepalive: true }).catch(() => {});
}

function cancel() {
  if (!job) return;
  void stop(job);
  job = null;
  working(false);
  news("Cancelled.");
}

$("solve").addEventListener("click", solve);
$("solve-cancel").addEventListener("click", cancel);
addEventListener("pagehide", cancel);
document.addEventListener("keydown", (event) => {
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !document.querySelector("dialog[open]");
  const rel = { "[": "prev", "]": "next" }[event.key];
  if (plain && rel && !/^(TEXTAREA|SELECT|INPUT)$/.test(event.target.tagName)) document.querySelector(`.solve [rel=${rel}]`)?.click();
});
