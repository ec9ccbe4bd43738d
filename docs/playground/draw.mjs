// Draws what urldom and this browser answer. Every text becomes a text node: nothing that was typed is ever markup.

import { ATTRIBUTES, STANDARDS } from "./state.mjs";

export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties))
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  made.append(...children);
  return made;
}

// Text --------------------------------------------------------------------------------------------------------------

// What does not show, or would move what stands beside it: controls, invisible and direction characters, surrogates.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\u00a0]/u;
// Of a longer text, only the beginning is drawn; and so of more errors.
const LONGEST = 2000;
const MOST = 100;

const codePoint = c => `U+${c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;

// What a field holds that does not show, in words; "" where there is nothing.
export function unseen(text, most = 6) {
  const found = [];
  Array.from(text).forEach((c, index) => UNSEEN.test(c) && found.push(`${codePoint(c)} at ${index}`));
  if (found.length > most) found.splice(most, Infinity, `${found.length - most} more`);
  return found.length ? `Holds ${found.join(", ")}` : "";
}

const more = number => element("span", { class: "none" }, ` … and ${number.toLocaleString("en")} more`);

// A text as nodes, in which what does not show is written as its code point.
function visible(characters) {
  const nodes = [];
  let run = "";
  const flush = () => {
    if (run !== "") nodes.push(run);
    run = "";
  };
  for (const c of characters.slice(0, LONGEST)) {
    if (UNSEEN.test(c)) {
      flush();
      nodes.push(element("span", { class: "unseen" }, codePoint(c)));
    } else run += c;
  }
  flush();
  if (characters.length > LONGEST) nodes.push(more(characters.length - LONGEST));
  return nodes;
}

// A sentence in which typed text may stand.
export const sentence = text => visible(Array.from(text));

export const none = text => element("span", { class: "none" }, text);
// A value, isolated from the direction of what stands beside it.
export const value = text => (text === "" ? none("empty") : element("bdi", { dir: "ltr", class: "value" }, ...visible(Array.from(text))));

// What there is not, and the reason, or null where nobody says it.
export const failure = (what, reason) =>
  element("span", { class: "failure" }, what, ...(reason === null ? [] : [": ", ...sentence(reason)]));

// Tables ------------------------------------------------------------------------------------------------------------

// On a narrow screen a row is drawn as a card, for which CSS takes it out of the table: the roles keep it one.
export function table(label, titles, rows) {
  const head = element("tr", { role: "row" }, ...titles.map(title => element("th", { role: "columnheader", scope: "col" }, title)));
  return element("table", { role: "table", "aria-label": label },
    element("thead", { role: "rowgroup" }, head),
    element("tbody", { role: "rowgroup" }, ...rows.map(({ title, cells, ...properties }) =>
      element("tr", { role: "row", ...properties },
        element("th", { role: "rowheader", scope: "row" }, ...title),
        ...cells.map(({ content, ...cell }, index) =>
          element("td", { role: "cell", "data-title": titles[index + 1], ...cell }, ...content))))));
}

// Components --------------------------------------------------------------------------------------------------------

function coloured(characters, components, errors) {
  const isError = characters.map(() => false);
  for (const { start, end } of errors.slice(0, MOST))
    if (start !== null) isError.fill(true, start, Math.max(end ?? start, start + 1));
  const text = (start, end) => {
    const nodes = [];
    for (let from = start, to; from < end; from = to) {
      for (to = from + 1; to < end && isError[to] === isError[from]; ) to++;
      const run = visible(characters.slice(from, to));
      nodes.push(...(isError[from] ? [element("mark", {}, ...run)] : run));
    }
    return element("bdi", { dir: "ltr", class: "value" }, ...nodes);
  };
  const line = element("p", { class: "coloured" });
  let place = 0;
  const between = end => {
    if (end > place) line.append(element("span", { class: "between" }, text(place, end)));
    place = end;
  };
  for (const { name, start, end } of components) {
    between(start);
    line.append(element("span", { class: `component ${name}` },
      start === end ? element("span", { class: "value" }, none("empty")) : text(start, end),
      " ", element("span", { class: "label" }, name)));
    place = end;
  }
  between(characters.length);
  if (characters.length === 0 && components.length === 0) line.append(none("empty"));
  return line;
}

export function components(answer) {
  const { url, result, reason, standard } = answer.explanation;
  // The places of an assignment's errors are in its value.
  const errors = answer.explanation.steps.filter(step => step.assignment === undefined).flatMap(step => step.errors);
  return [
    element("h3", {}, `As typed, by ${STANDARDS.get(standard)}`),
    coloured(Array.from(url), answer.explanation.components, errors),
    element("h3", {}, "The absolute URL"),
    result === null
      ? failure("None", reason)
      : coloured(Array.from(result), answer.explanation.result_components, []),
  ];
}

// Attributes --------------------------------------------------------------------------------------------------------

// Whether two readers answer otherwise: those that both have no absolute URL do not.
function differs(one, other, attribute) {
  if (one.error !== null && other.error !== null) return false;
  if (one.error !== null || other.error !== null) return true;
  return attribute === "href" ? one.href !== other.href : one.attributes[attribute] !== other.attributes[attribute];
}

function refused(refusal) {
  if (refusal === undefined) return none("accepted");
  return failure("changed nothing", refusal.reason);
}

// A cell that is marked.
export const differing = (...content) =>
  ({ class: "differs", content: [element("span", { class: "mark", role: "img", "aria-label": "differs:" }, "≠"), " ", ...content] });

// The columns are those of page.py and browser.mjs, each with its title; `compared` is the one that the others are
// compared with, or null.
export function attributes(columns, compared, set) {
  const mark = (column, attribute, content) =>
    compared !== null && column !== compared && differs(column, compared, attribute)
      ? differing(content)
      : { content: [content] };
  const href = column => (column.error === null ? value(column.href) : failure("none", column.error));
  const rows = [
    { title: ["href"], cells: columns.map(column => mark(column, "href", href(column))) },
    ...ATTRIBUTES.map(attribute => ({
      title: [attribute],
      cells: columns.map(column => mark(column, attribute, column.attributes === null ? none("none") : value(column.attributes[attribute]))),
    })),
  ];
  set.forEach(([attribute, assigned], index) => {
    const found = columns.map(column => column.refusals.find(refusal => refusal.index === index));
    if (found.every(refusal => refusal === undefined)) return;
    rows.push({ title: [`${index + 1}. ${attribute} = `, value(assigned)], cells: found.map(refusal => ({ content: [refused(refusal)] })) });
  });
  return table("Attributes by who reads them", ["Attribute", ...columns.map(column => column.title)], rows);
}

// Explanation -------------------------------------------------------------------------------------------------------

// The addresses of sections are urldom's own, not what was typed; nothing else becomes a link.
const section = ({ section, address }) =>
  /^https:\/\//.test(address ?? "") ? element("a", { href: address, rel: "noreferrer" }, section) : section;

const quoted = text => element("q", {}, value(text));

function step(step) {
  const parts = [element("p", {}, element("span", { class: "section" }, section(step)), ": ", ...sentence(step.says))];
  const made = Object.entries(step.made).flatMap(([name, text], index) =>
    [index ? "; " : "", `${name} `, text === null ? none("none") : value(text)]);
  const looked = step.looked_at ? [quoted(step.looked_at)] : [];
  if (looked.length + made.length) parts.push(element("p", { class: "made" }, ...looked, made.length ? " → " : "", ...made));
  for (const error of step.errors.slice(0, MOST))
    parts.push(element("p", { class: error.failure ? "failure" : "warning" }, ...wrong(error)));
  if (step.errors.length > MOST) parts.push(element("p", {}, more(step.errors.length - MOST)));
  if (!step.applies) parts.push(element("p", { class: "hint" }, "Does not apply here."));
  return element("li", { class: step.applies ? undefined : "idle", "data-depth": Math.min(step.depth, 3) }, ...parts);
}

function wrong({ name, description, start, failure }) {
  const place = start === null ? "" : ` (at ${start})`;
  return [element("strong", {}, failure ? "Failure: " : "Error: "), name ? element("code", {}, name) : "", `${place} `, ...sentence(description)];
}

// The steps of parsing, and behind them those of each assignment.
export function explanation({ explanation: { steps } }, set) {
  const list = steps => element("ol", { class: "steps" }, ...steps.map(step));
  const drawn = [list(steps.filter(step => step.assignment === undefined))];
  set.forEach(([attribute, assigned], index) => {
    const own = steps.filter(step => step.assignment === index);
    if (own.length) drawn.push(element("h3", {}, `${index + 1}. ${attribute} = `, value(assigned)), list(own));
  });
  return drawn;
}

// The document ------------------------------------------------------------------------------------------------------

export function elements({ document: found }) {
  if (found.error !== null) return [failure("No document", found.error)];
  const rows = found.elements.map((row, index) => ({
    "aria-current": index === found.innermost ? "true" : undefined,
    title: [element("span", { class: "depth", "aria-hidden": "true" }, "·".repeat(Math.min(row.depth, 12))), element("code", {}, row.name)],
    cells: [
      { content: own(row) },
      { content: [value(row.base_url)] },
      { content: [row.error === null ? value(row.href) : failure("none", row.error)] },
    ],
  }));
  const notes = [found.xml_base ? "Here xml:base counts." : "Here xml:base does not count."];
  if (found.left_out) notes.push(`${found.left_out.toLocaleString("en")} more elements are not shown.`);
  return [
    element("p", { class: "hint" }, notes.join(" ")),
    table("Base URLs of the elements", ["Element", "Of its own", "Base URL", "The URL there"], rows),
  ];
}

function own({ base_href, xml_base }) {
  const parts = [];
  for (const [name, text] of [["href", base_href], ["xml:base", xml_base]])
    if (text !== null) parts.push(element("div", {}, element("code", {}, name), " ", value(text)));
  return parts.length ? parts : [none("nothing")];
}
