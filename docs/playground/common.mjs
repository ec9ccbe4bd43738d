// What both pages have: text fields of one line, the link, complaints, and urldom in its worker.

import { element, sentence } from "./draw.mjs";

export const at = id => document.getElementById(id);

export function keepOneLine(event) {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) event.preventDefault();
}

const timers = new Map();

export function later(name, milliseconds, run) {
  never(name);
  timers.set(name, setTimeout(run, milliseconds));
}

export const never = name => clearTimeout(timers.get(name));

export function setUpExamples(examples, fragmentOf) {
  at("examples").append("Try: ", element("ul", {}, ...examples.map(([title, example]) =>
    element("li", {}, element("a", { href: `#${fragmentOf(example)}` }, title)))));
}

// The link ----------------------------------------------------------------------------------------------------------

// Longer fragments are written nowhere: browsers cut addresses off, or refuse them.
const LONGEST_FRAGMENT = 50_000;

export function writeFragment(fragment) {
  const isShort = fragment.length <= LONGEST_FRAGMENT;
  if (isShort) history.replaceState(null, "", `#${fragment}`);
  return isShort;
}

export async function copyLink(fragment) {
  at("copied").textContent = "";
  if (!writeFragment(fragment)) {
    at("copied").textContent = "This is too long for a link.";
    return;
  }
  await copy(location.href, "The link is copied.", "The browser does not let the page copy; the link is in its address bar.");
}

export async function copy(text, done, refused) {
  try {
    await navigator.clipboard.writeText(text);
    at("copied").textContent = done;
  } catch {
    at("copied").textContent = refused;
  }
}

// Complaints --------------------------------------------------------------------------------------------------------

const complaints = new Map();
// Nobody reads more of them.
const MOST_COMPLAINTS = 20;

export function say(about, sentences) {
  complaints.set(about, sentences);
  const all = [...complaints.values()].flat();
  const left = all.length - MOST_COMPLAINTS;
  if (left > 0) all.splice(MOST_COMPLAINTS, left, `And ${left} more.`);
  at("said").replaceChildren(...all.map(text => element("p", {}, ...sentence(text))));
  at("said").hidden = all.length === 0;
}

// urldom ------------------------------------------------------------------------------------------------------------

// Asks urldom, in its worker, for an answer to the latest `question()`, and calls `answered` with it, or with null.
export function asker({ question, answered }) {
  const asker = { latest: 0, isReady: false, hasFailed: false, start, ask };
  let worker;

  function start() {
    progress({ doing: "Loading" });
    worker?.terminate();
    worker = new Worker("worker.mjs", { type: "module" });
    worker.addEventListener("error", event => failed(event.message || "its worker does not start"));
    worker.addEventListener("message", ({ data }) => {
      if (data.failed !== undefined) failed(data.failed);
      else if (data.id === undefined) progress(data);
      else {
        if (data.isOver) start();
        if (data.id === asker.latest) take(data);
        else if (data.isOver) post();
      }
    });
  }

  const post = () => worker.postMessage({ id: asker.latest, text: JSON.stringify(question()) });

  function ask() {
    asker.latest++;
    post();
    return asker.latest;
  }

  function take({ text, broken }) {
    say("urldom", broken === undefined ? [] : [`urldom did not answer: ${broken}`]);
    answered(broken === undefined ? JSON.parse(text) : null);
  }

  function progress({ doing, how_far = "" }) {
    asker.isReady = doing === null;
    at("progress").hidden = asker.isReady;
    at("doing").textContent = asker.isReady ? "urldom is loaded." : doing;
    at("how-far").textContent = how_far;
  }

  function failed(reason) {
    at("progress").hidden = true;
    say("urldom", [`urldom could not be loaded: ${reason}. What this browser itself makes of the URL is shown.`]);
    asker.isReady = asker.hasFailed = true;
    answered(null);
  }

  return asker;
}
