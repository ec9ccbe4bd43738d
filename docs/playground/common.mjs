// Code that both pages use: text fields, buttons, the link, messages, and urldom in its worker.

import { element, lines, none, sentence, unseen } from "./draw.mjs";

export const at = id => document.getElementById(id);

const timers = new Map();

export function later(name, milliseconds, run) {
  never(name);
  timers.set(name, setTimeout(run, milliseconds));
}

export const never = name => clearTimeout(timers.get(name));

// Fields ------------------------------------------------------------------------------------------------------------

export function keepOneLine(event) {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) event.preventDefault();
}

// Lists the invisible characters of a field below the field.
export function showUnseen(id, text) {
  const holds = at(`${id}-holds`);
  holds.textContent = unseen(text);
  holds.hidden = holds.textContent === "";
}

// Sets up the examples and the buttons. `fragment` returns the fragment of the page's link. `reset` gets the page's
// address without a fragment, and shows the page's first state.
export function setUpActions({ examples, fragmentOf, fragment, reset }) {
  at("examples").append("Try: ", element("ul", {}, ...examples.map(([title, example]) =>
    element("li", {}, element("a", { href: `#${fragmentOf(example)}` }, title)))));
  at("fields").addEventListener("submit", event => event.preventDefault());
  at("copy").addEventListener("click", () => copyLink(fragment()));
  at("copy-python").addEventListener("click", () =>
    copy(at("python").textContent, "The program is copied.", "The browser does not let the page copy. Select the program below."));
  at("reset").addEventListener("click", () => {
    reset(location.href.split("#")[0]);
    at("copied").textContent = "The page is reset.";
  });
}

// Shows the Python program, or a note if the program is null because urldom has not answered yet.
export function showPython(python) {
  at("python").replaceChildren(...(python === null ? [none(WAITING)] : lines(python)));
  at("copy-python").disabled = python === null;
}

export const WAITING = "This appears when urldom is loaded.";

// The link ----------------------------------------------------------------------------------------------------------

// The limit of the fragment: browsers cut or reject longer addresses.
const LONGEST_FRAGMENT = 50_000;

export function writeFragment(fragment) {
  const isShort = fragment.length <= LONGEST_FRAGMENT;
  if (isShort) history.replaceState(null, "", `#${fragment}`);
  return isShort;
}

async function copyLink(fragment) {
  if (writeFragment(fragment)) await copy(location.href, "The link is copied.", "The browser does not let the page copy. The link is in the address bar.");
  else at("copied").textContent = "This input is too long for a link.";
}

async function copy(text, done, refused) {
  at("copied").textContent = "";
  try {
    await navigator.clipboard.writeText(text);
    at("copied").textContent = done;
  } catch {
    at("copied").textContent = refused;
  }
}

// Messages ----------------------------------------------------------------------------------------------------------

const messages = new Map();
const MOST_MESSAGES = 20;

export function say(about, sentences) {
  messages.set(about, sentences);
  const all = [...messages.values()].flat();
  const left = all.length - MOST_MESSAGES;
  if (left > 0) all.splice(MOST_MESSAGES, left, `And ${left} more.`);
  at("said").replaceChildren(...all.map(text => element("p", {}, ...sentence(text))));
  at("said").hidden = all.length === 0;
}

// A screen reader announces the verdict when its nodes change. So an unchanged verdict keeps its nodes.
export function showVerdict(nodes) {
  const drawn = element("p", {}, ...nodes);
  if (drawn.innerHTML !== at("verdict").innerHTML) at("verdict").replaceChildren(...drawn.childNodes);
}

// urldom ------------------------------------------------------------------------------------------------------------

// Sends the latest `question()` to urldom in its worker. Then calls `answered` with urldom's answer, or with null after
// an error. `name` is the name of the worker. `ready` is called when everything is loaded.
export function asker({ question, answered, name = "urldom", ready = () => {} }) {
  const asker = { latest: 0, isReady: false, hasFailed: false, start, ask };
  let worker;

  function start() {
    progress({ doing: "Loading" });
    worker?.terminate();
    worker = new Worker("worker.mjs", { type: "module", name });
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

  function progress({ doing, done, total, lacks }) {
    asker.isReady = doing === null;
    if (lacks) say("libraries", [`Other libraries could not be loaded: ${lacks}. The page shows the standards and this browser.`]);
    at("progress").hidden = asker.isReady;
    at("doing").textContent = asker.isReady ? "" : `${doing} …`;
    at("how-far").hidden = done === undefined;
    if (done !== undefined) Object.assign(at("how-far"), { max: total, value: done });
    if (asker.isReady) ready(!lacks);
  }

  function failed(reason) {
    at("progress").hidden = true;
    say("urldom", [`urldom could not be loaded: ${reason}. The page shows the results of this browser only.`]);
    asker.isReady = asker.hasFailed = true;
    answered(null);
  }

  return asker;
}
