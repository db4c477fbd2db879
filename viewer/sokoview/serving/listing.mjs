// The list of a folder: asks, for each file in view, how many levels it has and how many are solved.

const AT_ONCE = 2;
const waiting = [];
let asking = 0;

async function ask(place) {
  let told;
  try {
    const answer = await fetch(place.dataset.ask);
    const { text, error } = await answer.json();
    told = text ?? error;
  } catch {
    told = "The server does not answer; is it still running?";
  }
  place.textContent = told;
}

async function next() {
  if (asking === AT_ONCE || !waiting.length) return;
  asking++;
  await ask(waiting.shift());
  asking--;
  next();
}

const seen = new IntersectionObserver((places) => {
  for (const { isIntersecting, target } of places) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    waiting.push(target);
    next();
  }
});
for (const place of document.querySelectorAll("[data-ask]")) seen.observe(place);
