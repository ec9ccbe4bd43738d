// The page for patterns: its fields, the results of urldom and of this browser, and the table that compares them.

import { WAITING, asker, at, keepOneLine, later, never, say, setUpActions, showPython, showUnseen, showVerdict, writeFragment } from "./common.mjs";
import { capital, differing, element, failure, lines, none, sentence, table, value } from "./draw.mjs";
import { fragmentOfParts, readParts } from "./state.mjs";

const COMPONENTS = ["protocol", "username", "password", "hostname", "port", "pathname", "search", "hash"];
const TEXTS = ["pattern", "url", "base"];
const INITIAL = { pattern: "https://*.example.com/user/:id", url: "https://www.example.com/user/7?tab=1", base: "", ignoreCase: false };

const EXAMPLES = [
  ["Hostile host", { url: "https://evil.test\\.example.com/user/7" }],
  ["Bare domain", { url: "https://example.com/user/7" }],
  ["Port", { url: "https://www.example.com:8443/user/7" }],
  ["Dot segment", { pattern: "https://example.com/api/*", url: "https://example.com/api/../admin" }],
  ["Question mark", { pattern: "https://example.com/:id?q=1", url: "https://example.com/7?q=1" }],
  ["Relative pattern", { pattern: "/blog/:year/:slug*", base: "https://example.com/", url: "https://example.com/blog/2026/a/b" }],
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
    if (text !== "yes" && text !== "no") return `The link has “${text}” for ignoreCase: use yes or no.`;
    state.ignoreCase = text === "yes";
  },
};

function readLink(address) {
  // Discard an edit that is not in the address yet. If an earlier edit has replaced the link, write the link again.
  never("fragment");
  if (location.href !== address) history.replaceState(null, "", address);
  const { hash } = new URL(address);
  at("copied").textContent = "";
  state = { ...INITIAL, ...(hash.length > 1 ? { pattern: "", url: "" } : {}) };
  say("link", readParts(hash, state, TEXTS, READ));
  for (const name of TEXTS) at(name).value = state[name];
  at("ignore-case").checked = state.ignoreCase;
  at("advanced").open ||= state.base !== "" || state.ignoreCase;
  update();
}

// Fields ------------------------------------------------------------------------------------------------------------

function setUpFields() {
  for (const name of TEXTS) {
    at(name).addEventListener("input", () => edit({ [name]: at(name).value }));
    at(name).addEventListener("keydown", keepOneLine);
  }
  at("ignore-case").addEventListener("change", () => edit({ ignoreCase: at("ignore-case").checked }));
  setUpActions({
    examples: EXAMPLES,
    fragmentOf: example => fragmentOf({ ...INITIAL, ...example }),
    fragment: () => fragmentOf(state),
    reset: address => {
      at("advanced").open = false;
      readLink(address);
    },
  });
}

function edit(change) {
  Object.assign(state, change);
  at("copied").textContent = "";
  later("fragment", 400, () => writeFragment(fragmentOf(state)));
  update();
}

// Answers -----------------------------------------------------------------------------------------------------------

// urldom's answer. It is undefined until it arrives, and null after an error.
let answer;

const urldom = asker({
  question: () => ({ pattern: state.pattern, base: state.base === "" ? null : state.base, ignore_case: state.ignoreCase, url: state.url }),
  answered: found => {
    answer = found;
    show();
  },
});

// Returns this browser's answer in the form that page.py uses, or null if the browser has no URLPattern.
function browsersAnswer({ pattern, base, ignoreCase, url }) {
  if (globalThis.URLPattern === undefined) return null;
  let made, result;
  try {
    made = base === "" ? new URLPattern(pattern, { ignoreCase }) : new URLPattern(pattern, base, { ignoreCase });
    result = made.exec(url);
  } catch (error) {
    return { error: error.message, is_invalid: true };
  }
  const components = COMPONENTS.map(name => {
    const groups = Object.entries(result?.[name].groups ?? {}).map(([group, text]) => [group, text ?? null]);
    return { name, pattern: made[name], input: result?.[name].input ?? null, groups: Object.fromEntries(groups) };
  });
  return { error: null, matched: result !== null, components };
}

function update() {
  for (const name of TEXTS) showUnseen(name, state[name]);
  document.querySelector("main").setAttribute("aria-busy", "true");
  answer = urldom.hasFailed ? null : undefined;
  urldom.ask();
  show();
}

function show() {
  if (answer === undefined && urldom.isReady) return;
  const browser = browsersAnswer(state);
  showVerdict(verdict(answer ?? null, browser));
  at("components").replaceChildren(components(answer ?? null, browser));
  at("explanation").replaceChildren(...(answer?.error === null ? lines(answer.text) : [none(answer ? "There is no pattern." : WAITING)]));
  showPython(answer?.python ?? null);
  if (answer !== undefined) document.querySelector("main").setAttribute("aria-busy", "false");
}

// Returns the verdict as a sentence without a full stop.
function verdictOf({ error, is_invalid, matched, reason, components }) {
  if (error !== null) return is_invalid ? `the pattern is invalid: ${error}` : `the urldom in this page cannot read the pattern: ${error}`;
  if (matched) return "the URL matches the pattern";
  const failed = components.find(component => component.reason);
  if (failed) reason = `in ${failed.name}, ${failed.reason}`;
  return `the URL does not match the pattern${reason ? `: ${reason}` : ""}`;
}

function verdict(found, browser) {
  const sentences = [];
  const say = text => sentences.push(...sentence(`${sentences.length ? " " : ""}${capital(text).replace(/\.$/, "")}.`));
  if (found !== null) say(verdictOf(found));
  if (browser === null) say("This browser has no URLPattern");
  else if (found === null) say(`In this browser, ${verdictOf(browser)}`);
  else if (agree(found, browser)) say("This browser and urldom agree");
  else if (found.error === null && found.matched === browser.matched) say("In this browser, some components differ");
  else say(`But in this browser, ${verdictOf(browser)}`);
  return sentences;
}

const text = groups => JSON.stringify(Object.entries(groups).sort());

const sameComponent = (one, other) => one.pattern === other.pattern && text(one.groups) === text(other.groups);

function agree(found, browser) {
  if (found.error !== null || browser.error !== null) return (found.error === null) === (browser.error === null);
  return found.matched === browser.matched && found.components.every((one, index) => sameComponent(one, browser.components[index]));
}

const groupsOf = groups => Object.entries(groups).map(([name, text]) =>
  element("div", {}, element("code", {}, name), " ", text === null ? none("not in the match") : value(text)));

const matched = groups => ["matches", ...groupsOf(groups)];

// Returns the cell of a component in the column of urldom.
const ourCell = ({ input, reason, groups }) =>
  ({ content: input === null ? [none("none")] : reason !== null ? [failure("stops", reason)] : matched(groups) });

// Returns the cell of a component in the column of the browser.
function theirCell(other, one, isMatched) {
  const content = isMatched ? matched(other.groups) : [none("unknown")];
  if (one === undefined || sameComponent(one, other)) return { content };
  return differing(element("div", {}, "pattern: ", value(other.pattern)), element("div", {}, ...content));
}

function components(found, browser) {
  const ours = found?.components;
  const theirs = browser?.components;
  if (!ours && !theirs) return failure("No pattern", found?.error ?? browser?.error ?? null);
  // If a URL does not match, a browser does not report which component differs. Then the browser has a column only if
  // its pattern or its groups differ from urldom's.
  const hasColumn = theirs && (browser.matched || !ours || !ours.every((one, index) => sameComponent(one, theirs[index])));
  const rows = COMPONENTS.map((name, index) => {
    const one = ours?.[index];
    const other = theirs?.[index];
    const { pattern, input } = one ?? other;
    const cells = [{ content: [value(pattern)] }, { content: [input === null ? none("none") : value(input)] }];
    const isShared = one && hasColumn && found.matched && browser.matched && sameComponent(one, other);
    if (one) cells.push({ ...ourCell(one), colspan: isShared && 2 });
    if (hasColumn && !isShared) cells.push(theirCell(other, one, browser.matched));
    return { title: [name], cells };
  });
  const titles = ["Component", "Pattern", "URL", ...(ours ? ["urldom"] : []), ...(hasColumn ? ["This browser"] : [])];
  return table("Components of the pattern and the URL", titles, rows);
}

setUpFields();
urldom.start();
readLink(location.href);
addEventListener("hashchange", event => readLink(event.newURL));
