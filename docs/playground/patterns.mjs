// The page for patterns: its fields, the answers of urldom and of this browser, and the table that compares them.

import { asker, at, copy, copyLink, keepOneLine, later, never, say, setUpExamples, writeFragment } from "./common.mjs";
import { differing, element, failure, none, sentence, table, unseen, value } from "./draw.mjs";
import { fragmentOfParts, readParts } from "./state.mjs";

const COMPONENTS = ["protocol", "username", "password", "hostname", "port", "pathname", "search", "hash"];
const TEXTS = ["pattern", "url", "base"];
const INITIAL = { pattern: "https://*.example.com/user/:id", url: "https://www.example.com/user/7?tab=1", base: "", ignoreCase: false };

const EXAMPLES = [
  ["A hostile host", { url: "https://evil.test\\.example.com/user/7" }],
  ["The bare domain", { url: "https://example.com/user/7" }],
  ["A port", { url: "https://www.example.com:8443/user/7" }],
  ["A dot segment", { pattern: "https://example.com/api/*", url: "https://example.com/api/../admin" }],
  ["A question mark", { pattern: "https://example.com/:id?q=1", url: "https://example.com/7?q=1" }],
  ["A relative pattern", { pattern: "/blog/:year/:slug*", base: "https://example.com/", url: "https://example.com/blog/2026/a/b" }],
  ["Upper case", { pattern: "https://example.com/About", url: "https://example.com/ABOUT", ignoreCase: true }],
];

let state;

// The link ----------------------------------------------------------------------------------------------------------

function fragmentOf({ pattern, url, base, ignoreCase }) {
  const parts = [["pattern", pattern], ["url", url]];
  if (base !== "") parts.push(["base", base]);
  if (ignoreCase) parts.push(["ignoreCase", "yes"]);
  return fragmentOfParts(parts);
}

const READ = {
  ignoreCase: (state, text) => {
    if (text !== "yes" && text !== "no") return `The link says “${text}” of ignoreCase: it is yes or no.`;
    state.ignoreCase = text === "yes";
  },
};

function readLink(address) {
  // An edit that came just before may have still to be written, or have been written over the link.
  never("fragment");
  if (location.href !== address) history.replaceState(null, "", address);
  const { hash } = new URL(address);
  at("copied").textContent = "";
  state = { ...INITIAL, ...(hash.length > 1 ? { pattern: "", url: "" } : {}) };
  say("link", readParts(hash, state, TEXTS, READ));
  for (const name of TEXTS) at(name).value = state[name];
  at("ignore-case").checked = state.ignoreCase;
  update();
}

// Fields ------------------------------------------------------------------------------------------------------------

function setUpFields() {
  for (const name of TEXTS) {
    at(name).addEventListener("input", () => edit({ [name]: at(name).value }));
    at(name).addEventListener("keydown", keepOneLine);
  }
  at("ignore-case").addEventListener("change", () => edit({ ignoreCase: at("ignore-case").checked }));
  at("fields").addEventListener("submit", event => event.preventDefault());
  at("copy").addEventListener("click", () => copyLink(fragmentOf(state)));
  at("copy-python").addEventListener("click", () =>
    copy(at("python").textContent, "The program is copied.", "The browser does not let the page copy."));
  setUpExamples(EXAMPLES, example => fragmentOf({ ...INITIAL, ...example }));
}

function edit(change) {
  Object.assign(state, change);
  at("copied").textContent = "";
  later("fragment", 400, () => writeFragment(fragmentOf(state)));
  update();
}

// Answers -----------------------------------------------------------------------------------------------------------

// urldom's answer, undefined before it is there, null if there is none.
let answer;

const urldom = asker({
  question: () => ({ pattern: state.pattern, base: state.base === "" ? null : state.base, ignore_case: state.ignoreCase, url: state.url }),
  answered: found => {
    answer = found;
    show();
  },
});

// This browser's answer, as urldom's is (page.py); null if the browser has no URLPattern.
function browsersAnswer({ pattern, base, ignoreCase, url }) {
  if (globalThis.URLPattern === undefined) return null;
  let made, result;
  try {
    made = base === "" ? new URLPattern(pattern, { ignoreCase }) : new URLPattern(pattern, base, { ignoreCase });
    result = made.exec(url);
  } catch (error) {
    return { error: error.message };
  }
  const components = COMPONENTS.map(name => {
    const groups = Object.entries(result?.[name].groups ?? {}).map(([group, text]) => [group, text ?? null]);
    return { name, pattern: made[name], input: result?.[name].input ?? null, groups: Object.fromEntries(groups) };
  });
  return { error: null, matched: result !== null, components };
}

function update() {
  for (const name of TEXTS) {
    const holds = at(`${name}-holds`);
    holds.textContent = unseen(state[name]);
    holds.hidden = holds.textContent === "";
  }
  document.querySelector("main").setAttribute("aria-busy", "true");
  answer = urldom.hasFailed ? null : undefined;
  urldom.ask();
  show();
}

function show() {
  if (answer === undefined && urldom.isReady) return;
  const browser = browsersAnswer(state);
  at("verdict").replaceChildren(...verdict(answer ?? null, browser));
  at("components").replaceChildren(components(answer ?? null, browser));
  at("explanation").replaceChildren(...(answer?.error === null ? lines(answer.text) : [none(answer ? "There is no pattern." : "urldom is not there yet.")]));
  at("python").replaceChildren(...lines(answer?.python ?? ""));
  if (answer !== undefined) document.querySelector("main").setAttribute("aria-busy", "false");
}

// A text of several lines as nodes.
const lines = text => text.split("\n").flatMap((line, index) => [index ? "\n" : "", ...sentence(line)]);

const verdictOf = ({ error, matched }) => (error !== null ? "the pattern is invalid" : matched ? "the URL matches" : "the URL does not match");

function verdict(found, browser) {
  const parts = [];
  if (found !== null) {
    parts.push(element("strong", {}, `urldom: ${verdictOf(found)}.`), " ");
    const reason = found.error ?? found.reason;
    if (reason !== null) parts.push(...sentence(`${reason}.`), " ");
  }
  if (browser === null) parts.push("This browser has no URLPattern.");
  else if (found === null) parts.push(`This browser: ${verdictOf(browser)}.`);
  else if (agree(found, browser)) parts.push("This browser agrees.");
  else parts.push(element("strong", { class: "failure" }, `This browser differs: ${verdictOf(browser)}.`));
  return parts;
}

const text = groups => JSON.stringify(Object.entries(groups).sort());

const sameComponent = (one, other) => one.pattern === other.pattern && text(one.groups) === text(other.groups);

function agree(found, browser) {
  if (found.error !== null || browser.error !== null) return (found.error === null) === (browser.error === null);
  return found.matched === browser.matched && found.components.every((one, index) => sameComponent(one, browser.components[index]));
}

const groupsOf = groups => Object.entries(groups).map(([name, text]) =>
  element("div", {}, element("code", {}, name), " ", text === null ? none("no part in the match") : value(text)));

const matched = groups => ["matches", ...groupsOf(groups)];

function components(found, browser) {
  const theirs = browser?.components ?? null;
  const ours = found?.components ?? null;
  if (theirs === null && ours === null) return failure("No pattern", found?.error ?? browser?.error ?? null);
  const rows = COMPONENTS.map((name, index) => {
    const one = ours?.[index] ?? null;
    const other = theirs?.[index] ?? null;
    const input = one?.input ?? other?.input ?? null;
    const our = one === null || one.input === null ? [none("none")]
      : one.reason !== null ? [failure("stops", one.reason)]
      : matched(one.groups);
    // Of a URL that does not match, no browser says which component does not.
    const their = other === null ? [none("none")] : browser.matched ? matched(other.groups) : [none("not said")];
    if (one !== null && other !== null && one.pattern !== other.pattern) their.unshift("its pattern is ", value(other.pattern), element("br"));
    const differs = one !== null && other !== null && !sameComponent(one, other);
    return {
      title: [name],
      cells: [
        { content: [value((one ?? other).pattern)] },
        { content: [input === null ? none("none") : value(input)] },
        { content: our },
        differs ? differing(element("div", {}, ...their)) : { content: their },
      ],
    };
  });
  return table("Components of the pattern and the URL", ["Component", "Pattern", "The URL has", "urldom", "This browser"], rows);
}

setUpFields();
urldom.start();
readLink(location.href);
addEventListener("hashchange", event => readLink(event.newURL));
