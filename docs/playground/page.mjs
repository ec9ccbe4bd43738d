// The page for URLs: its fields, its questions to urldom, and the results that it draws.

import { documentIn, link, newURL } from "./browser.mjs";
import { ATTACKS } from "./attacks.mjs";
import { WAITING, asker, at, keepOneLine, later, never, say, setUpActions, showPython, showUnseen, showVerdict, writeFragment } from "./common.mjs";
import * as draw from "./draw.mjs";
import { ASSIGNABLE, ENCODINGS, INITIAL, STANDARDS, XML_BASE, fragmentOf, question, readFragment } from "./state.mjs";
import { answers, reasons, verdict } from "./verdict.mjs";

const { element } = draw;

const EXAMPLES = [
  ["Hostile host", { url: INITIAL.url }],
  ["IPv4 address", { url: "http://0x7f.1:80/a/./b/../c" }],
  ["Relative URL", { url: "../b?q=é#top", base: "http://user:pw@EXAMPLE.com:80/a/page" }],
  ["Legacy query", { url: "../search?q=мир€", base: "http://example.com/a/b/", encoding: "windows-1251" }],
  ["International host", { url: "https://faß.example/" }],
  ["Assignments", { url: "https://example.com/a?b#c", set: [["host", "example.org:8080"], ["port", "99999"], ["search", "d e"]] }],
  ["xml:base", { url: "today.html", base: "http://example.com/", standard: "html5", xmlBase: "yes" }],
];

let state;
// The input is stored in `state`, not in the fields, because a textarea cannot contain U+000D.
const TEXT_FIELDS = ["url", "base", "address", "document"];
const CHOICES = [
  ["standard", "standard", [...STANDARDS]],
  ["encoding", "encoding", ENCODINGS.map(name => [name, name])],
  ["xml-base", "xmlBase", [...XML_BASE].map(([name, { text }]) => [name, text])],
];
// The folded parts of the page. A part is unfolded if the state uses one of its options.
const FOLDED = new Map([
  ["advanced", ({ standard, encoding, set }) => standard !== INITIAL.standard || encoding !== INITIAL.encoding || set.length > 0],
  ["in-document", state => ["address", "document", "xmlBase"].some(name => state[name] !== INITIAL[name])],
]);

// The gallery -------------------------------------------------------------------------------------------------------

// A click on an attack loads its URL. If the verdict is not on the screen, the page scrolls to the verdict. With the
// keyboard, the focus moves there too, so that it stays on the screen.
function setUpGallery() {
  at("attacks").append(...ATTACKS.map(([title, url, text]) => {
    const link = element("a", { href: `#${fragmentOf({ ...INITIAL, url })}` }, title);
    link.addEventListener("click", event => {
      at("card").scrollIntoView({ block: "nearest" });
      if (event.detail === 0) at("card").focus({ preventScroll: true });
    });
    return element("li", {}, link, element("span", {}, draw.value(url)), element("span", {}, text));
  }));
  at("attack-count").textContent = `${ATTACKS.length} URLs that trick readers or people`;
}

// Fields ------------------------------------------------------------------------------------------------------------

const option = ([value, text]) => element("option", { value }, text);

function setUpFields() {
  for (const name of TEXT_FIELDS) {
    at(name).addEventListener("input", () => edit({ [name]: at(name).value }));
    if (name !== "document") at(name).addEventListener("keydown", keepOneLine);
  }
  for (const [id, name, options] of CHOICES) {
    at(id).append(...options.map(option));
    at(id).addEventListener("change", () => edit({ [name]: at(id).value }));
  }
  at("add").addEventListener("click", () => {
    state.set.push(["hostname", ""]);
    fillAssignments();
    at("assignments").lastElementChild.querySelector("select").focus();
    edit({});
  });
  setUpActions({
    examples: EXAMPLES,
    fragmentOf: example => fragmentOf({ ...INITIAL, base: "", ...example }),
    fragment: () => fragmentOf(state),
    reset: address => {
      for (const id of FOLDED.keys()) at(id).open = false;
      readLink(address);
    },
  });
}

function fillFields() {
  for (const name of TEXT_FIELDS) at(name).value = state[name];
  for (const [id, name] of CHOICES) at(id).value = state[name];
  for (const [id, isUsed] of FOLDED) at(id).open ||= isUsed(state);
  fillAssignments();
}

function fillAssignments() {
  at("assignments").replaceChildren(...state.set.map((assignment, index) => {
    const number = index + 1;
    const attribute = element("select", { "aria-label": `Attribute ${number}` }, ...ASSIGNABLE.map(name => option([name, name])));
    const value = element("textarea", { "aria-label": `Value ${number}`, rows: 1, spellcheck: "false", autocapitalize: "off" });
    const remove = element("button", { type: "button", "aria-label": `Remove assignment ${number}` }, "Remove");
    [attribute.value, value.value] = assignment;
    attribute.addEventListener("change", () => edit({ set: state.set.with(index, [attribute.value, state.set[index][1]]) }));
    value.addEventListener("input", () => edit({ set: state.set.with(index, [state.set[index][0], value.value]) }));
    value.addEventListener("keydown", keepOneLine);
    remove.addEventListener("click", () => {
      state.set.splice(index, 1);
      fillAssignments();
      (at("assignments").children[index]?.querySelector("button") ?? at("add")).focus();
      edit({});
    });
    return element("li", {}, attribute, element("span", { "aria-hidden": "true" }, "="), value, remove);
  }));
}

function edit(change) {
  Object.assign(state, change);
  at("copied").textContent = "";
  later("fragment", 400, () => writeFragment(fragmentOf(state)));
  update();
}

// The link ----------------------------------------------------------------------------------------------------------

// A link of the documentation has a query instead of a fragment, because checkers of links look for an element with the
// fragment as its name. Returns such an address with a fragment, and other addresses unchanged.
function withFragment(address) {
  const made = new URL(address);
  if (made.search === "") return address;
  const { hash } = made;
  const url = made.searchParams.get("url");
  made.search = made.hash = "";
  return hash.length > 1 || url === null ? made.href + hash : `${made.href}#${fragmentOf({ ...INITIAL, url })}`;
}

function readLink(address) {
  // Discard an edit that is not in the address yet. If an earlier edit has replaced the link, write the link again.
  never("fragment");
  if (location.href !== address) history.replaceState(null, "", address);
  at("copied").textContent = "";
  let said;
  [state, said] = readFragment(new URL(address).hash);
  say("link", said);
  fillFields();
  update();
}

// Answers -----------------------------------------------------------------------------------------------------------

// The answers to the latest question. The browser's second column arrives later than its first column. urldom's answer
// is undefined until it arrives, and null after an error. It lacks the other libraries until they are loaded.
let browsers = [];
let answer;
let hasLibraries = false;
let updates = 0;

const urldom = asker({
  name: "libraries",
  question: () => ({ ...question(state), browser_host: browsers[0].attributes?.hostname ?? null, has_libraries: hasLibraries && urldom.isReady }),
  ready: isComplete => {
    hasLibraries = isComplete;
    if (answer && isComplete) urldom.ask();
    else settle();
  },
  answered: found => {
    answer = found;
    // The libraries may be loaded while urldom answers without them.
    if (answer?.libraries === null && hasLibraries && urldom.isReady) urldom.ask();
    settle();
  },
});

// The page waits this many milliseconds for urldom. Then it first shows the results of the browser.
const PATIENCE = 300;

async function update() {
  const asked = question(state);
  for (const name of TEXT_FIELDS) showUnseen(name, name === "document" ? state[name].replaceAll("\n", " ") : state[name]);
  document.querySelector("main").setAttribute("aria-busy", "true");
  browsers = [{ ...newURL(asked), title: "new URL()" }];
  answer = urldom.hasFailed ? null : undefined;
  const id = ++updates;
  urldom.ask();
  if (urldom.isReady) later("show", PATIENCE, show);
  else show();
  let ofLink;
  try {
    const page = await documentIn(asked.encoding);
    if (id !== updates) return;
    ofLink = link(asked, page);
  } catch (error) {
    ofLink = { href: "", error: error.message, attributes: null, refusals: [] };
  }
  browsers.push({ ...ofLink, title: "<a> element" });
  settle();
}

function settle() {
  const isAnswered = answer === null || (answer !== undefined && urldom.isReady && hasLibraries === (answer.libraries !== null));
  const isComplete = isAnswered && browsers.length === 2;
  if (isComplete) never("show");
  if (isComplete || !urldom.isReady) show();
  if (isComplete) document.querySelector("main").setAttribute("aria-busy", "false");
}

function show() {
  const columns = answer?.columns ?? [];
  const standards = [...STANDARDS].flatMap(([name, title]) => columns.filter(({ standard }) => standard === name).map(column => ({ ...column, title })));
  const [first, ...others] = standards;
  const [level, nodes] = verdict(browsers[0], answer ?? null, state.set.length > 0);
  at("card").dataset.level = level;
  showVerdict(nodes);
  at("answers").replaceChildren(...(answer ? [answers(browsers[0], answer)] : []));
  at("reasons").replaceChildren(...reasons(browsers[0], answer ?? null));
  at("rejected").hidden = at("reasons").childElementCount === 0;
  at("without").hidden = !(answer?.libraries?.length === 0);
  at("attributes").replaceChildren(...draw.attributes(first ? [first, ...browsers, ...others] : browsers, state.standard, state.set));
  showPython(answer?.python ?? null);
  for (const [id, drawn] of [["components", draw.components], ["explanation", draw.explanation], ["elements", draw.elements]])
    at(id).replaceChildren(...(answer ? drawn(answer, state.set) : [element("p", { class: "hint" }, WAITING)]));
}

setUpFields();
setUpGallery();
urldom.start();
const opened = withFragment(location.href);
at("gallery").open = new URL(opened).hash.length < 2;
readLink(opened);
addEventListener("hashchange", event => readLink(event.newURL));
