// The page: its fields, whom it asks, and when what is drawn.

import { documentIn, link, newURL } from "./browser.mjs";
import { asker, at, copyLink, keepOneLine, later, never, say, setUpExamples, writeFragment } from "./common.mjs";
import * as draw from "./draw.mjs";
import { ASSIGNABLE, ENCODINGS, INITIAL, STANDARDS, XML_BASE, fragmentOf, question, readFragment } from "./state.mjs";

const { element } = draw;

const EXAMPLES = [
  ["A hostile host", { url: "http://good.example\\@evil.example/" }],
  ["An IPv4 address", { url: "http://0x7f.1:80/a/./b/../c" }],
  ["A legacy query", { url: "../search?q=мир€", base: "http://example.com/a/b/", encoding: "windows-1251" }],
  ["An international host", { url: "https://faß.example/" }],
  ["Assignments", { url: "https://example.com/a?b#c", set: [["host", "example.org:8080"], ["port", "99999"], ["search", "d e"]] }],
  ["xml:base", { url: "today.html", base: "http://example.com/", standard: "html5" }],
];

let state;
// The state is what counts: a field shows it, and may not be able to hold it all (a textarea has no U+000D).
const TEXT_FIELDS = ["url", "base", "address", "document"];
const CHOICES = [
  ["standard", "standard", [...STANDARDS]],
  ["encoding", "encoding", ENCODINGS.map(name => [name, name])],
  ["xml-base", "xmlBase", [...XML_BASE].map(([name, { text }]) => [name, text])],
];

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
  at("fields").addEventListener("submit", event => event.preventDefault());
  at("add").addEventListener("click", () => {
    state.set.push(["hostname", ""]);
    fillAssignments();
    at("assignments").lastElementChild.querySelector("select").focus();
    edit({});
  });
  at("copy").addEventListener("click", () => copyLink(fragmentOf(state)));
  setUpExamples(EXAMPLES, example => fragmentOf({ ...INITIAL, base: "", ...example }));
}

function fillFields() {
  for (const name of TEXT_FIELDS) at(name).value = state[name];
  for (const [id, name] of CHOICES) at(id).value = state[name];
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

function readLink(address) {
  // An edit that came just before may have still to be written, or have been written over the link.
  never("fragment");
  if (location.href !== address) history.replaceState(null, "", address);
  let said;
  [state, said] = readFragment(new URL(address).hash);
  say("link", said);
  fillFields();
  update();
}

// Answers -----------------------------------------------------------------------------------------------------------

// What is known of the latest question: this browser's columns, null before they are there; and urldom's answer, undefined
// before it is there, null where there is none.
let browsers = null;
let answer;

const urldom = asker({
  question: () => question(state),
  answered: found => {
    answer = found;
    show();
  },
});

async function update() {
  const asked = question(state);
  for (const name of TEXT_FIELDS) {
    const holds = at(`${name}-holds`);
    holds.textContent = name === "document" ? draw.unseen(state[name].replaceAll("\n", " ")) : draw.unseen(state[name]);
    holds.hidden = holds.textContent === "";
  }
  document.querySelector("main").setAttribute("aria-busy", "true");
  browsers = null;
  answer = urldom.hasFailed ? null : undefined;
  const id = urldom.ask();
  let ofLink;
  try {
    const page = await documentIn(asked.encoding);
    if (id !== urldom.latest) return;
    ofLink = link(asked, page);
  } catch (error) {
    ofLink = { href: "", error: error.message, attributes: null, refusals: [] };
  }
  browsers = [{ ...newURL(asked), title: "new URL()" }, { ...ofLink, title: "<a> element" }];
  show();
}

// Draws when all have answered; before urldom is there, what the browser answers.
function show() {
  if (browsers === null || (answer === undefined && urldom.isReady)) return;
  const columns = new Map((answer?.columns ?? []).map(column => [column.standard, { ...column, title: STANDARDS.get(column.standard) }]));
  const compared = columns.get(state.standard) ?? null;
  const [first, ...others] = [...STANDARDS.keys()].flatMap(name => columns.get(name) ?? []);
  const all = first === undefined ? browsers : [first, ...browsers, ...others];
  at("attributes").replaceChildren(draw.attributes(all, compared, state.set));
  at("compared").textContent = compared === null
    ? "This browser's own answers; those of the standards come from urldom."
    : `≠ marks what differs from the column ${compared.title}.`;
  if (answer !== undefined) document.querySelector("main").setAttribute("aria-busy", "false");
  for (const [id, drawn] of [["components", draw.components], ["explanation", draw.explanation], ["elements", draw.elements]])
    at(id).replaceChildren(...(answer ? drawn(answer, state.set) : [element("p", { class: "hint" }, "urldom is not there yet.")]));
  if (compared !== null) later("summary", 1000, () => summarize(compared));
}

function summarize({ title, href, error }) {
  at("summary").textContent = error === null ? `${title}: ${href.slice(0, 200)}` : `${title}: no absolute URL: ${error}`;
}

setUpFields();
urldom.start();
readLink(location.href);
addEventListener("hashchange", event => readLink(event.newURL));
