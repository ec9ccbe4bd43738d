// Draws the results of urldom and of this browser. Every text becomes a text node, so the input cannot become markup.

import { ATTRIBUTES, STANDARDS, list } from "./state.mjs";

export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties))
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  made.append(...children);
  return made;
}

// Text --------------------------------------------------------------------------------------------------------------

// Characters that are invisible, or that change the direction of the text: controls, direction characters, surrogates.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\u00a0]/u;
// The greatest number of characters of a text that are drawn.
const LONGEST = 2000;
// The greatest number of errors that are drawn.
const MOST = 100;

const codePoint = c => `U+${c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;

// Returns a list of the invisible characters in a text, or "" if the text has no such character.
export function unseen(text, most = 6) {
  const found = [];
  Array.from(text).forEach((c, index) => UNSEEN.test(c) && found.push(`${codePoint(c)} at ${index}`));
  if (found.length > most) found.splice(most, Infinity, `${found.length - most} more`);
  return found.length ? `Contains ${found.join(", ")}` : "";
}

const more = number => element("span", { class: "none" }, ` … and ${number.toLocaleString("en")} more`);

// Returns nodes for a text. An invisible character is drawn as its code point.
function visible(characters, longest = LONGEST) {
  const nodes = [];
  let run = "";
  const flush = () => {
    if (run !== "") nodes.push(run);
    run = "";
  };
  for (const c of characters.slice(0, longest)) {
    if (UNSEEN.test(c)) {
      flush();
      nodes.push(element("span", { class: "unseen" }, codePoint(c)));
    } else run += c;
  }
  flush();
  if (characters.length > longest) nodes.push(more(characters.length - longest));
  return nodes;
}

// Returns nodes for a sentence that may quote the input.
export const sentence = text => visible(Array.from(text));
// Returns nodes for a text of several lines.
export const lines = text => text.split("\n").flatMap((line, index) => [index ? "\n" : "", ...sentence(line)]);

export const capital = text => text[0].toUpperCase() + text.slice(1);
// Returns the title of a reader as it is written inside a sentence.
export const inWords = title =>
  (title === "URL Standard" ? `the ${title}` : ["new URL()", "<a> element"].includes(title) ? `this browser's ${title}` : title);

export const none = text => element("span", { class: "none" }, text);
// Returns a node for a value. Right-to-left characters in it do not change the order of the text around it.
export const value = (text, longest) =>
  (text === "" ? none("empty") : element("bdi", { dir: "ltr", class: "value" }, ...visible(Array.from(text), longest)));

// Returns a node for a missing result, with its reason unless the reason is null.
export const failure = (what, reason) =>
  element("span", { class: "failure" }, what, ...(reason === null ? [] : [": ", ...sentence(reason)]));

// Tables ------------------------------------------------------------------------------------------------------------

// On a narrow screen, CSS draws each row as a card. With these roles, a screen reader still reads a table.
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
  // The line contains only the URL, so that no label separates the characters of the URL.
  const line = element("p", { class: "coloured" });
  let place = 0;
  for (const { name, start, end } of components) {
    if (start > place) line.append(text(place, start));
    if (end > start) line.append(element("span", { class: `component ${name}` }, text(start, end)));
    place = end;
  }
  if (place < characters.length) line.append(text(place, characters.length));
  if (characters.length === 0) line.append(none("empty"));
  const legend = components.map(({ name, start, end }) =>
    element("li", {}, element("span", { class: `component ${name}` }, name), " ", value(characters.slice(start, end).join(""))));
  return [line, element("ul", { class: "legend", "aria-label": "Components" }, ...legend)];
}

export function components({ explanation: { url, result, reason, standard, components, result_components, steps } }) {
  const typed = Array.from(url);
  // The positions of errors in assignments refer to the assigned value, not to the URL. So these errors are left out.
  const errors = steps.filter(step => step.assignment === undefined).flatMap(step => step.errors);
  const drawn = [element("h3", {}, `As typed, by ${inWords(STANDARDS.get(standard))}`), ...coloured(typed, components, errors)];
  if (result === url) return drawn;
  drawn.push(element("h3", {}, "The absolute URL"));
  return [...drawn, ...(result === null ? [failure("None", reason)] : coloured(Array.from(result), result_components, []))];
}

// Attributes --------------------------------------------------------------------------------------------------------

// Groups the columns that have equal results. The columns are those of page.py and browser.mjs, with titles.
function shared(columns) {
  const found = new Map();
  for (const column of columns) {
    const key = JSON.stringify([column.href, column.attributes, column.refusals.map(({ index }) => index)]);
    if (!found.has(key)) found.set(key, []);
    found.get(key).push(column);
  }
  return [...found.values()];
}

// Returns a node with the reason why an assignment did not change the URL. A browser gives no reason.
function refused(columns, index) {
  const refusals = columns.flatMap(column => column.refusals).filter(refusal => refusal.index === index);
  if (refusals.length === 0) return none("accepted");
  return failure("changed nothing", refusals.find(({ reason }) => reason !== null)?.reason ?? null);
}

// Returns a cell that is marked as different.
export const differing = (...content) =>
  ({ class: "differs", content: [element("span", { class: "mark", role: "img", "aria-label": "differs:" }, "≠"), " ", ...content] });

// Returns a sentence for each reason. The sentence names the readers that reject the URL for this reason.
function rejections(columns) {
  const readers = new Map();
  for (const { error, title } of columns) readers.set(error, [...(readers.get(error) ?? []), inWords(title)]);
  return [...readers].map(([error, titles]) =>
    element("p", { class: "failure" }, capital(list(titles)), titles.length === 1 ? " rejects" : " reject", " the URL: ", ...sentence(error)));
}

// Returns the table of the readers that accept the URL, and then sentences about the readers that reject it. A cell has
// a mark if its value differs from the value of `standard`. If all values of a row are equal, the row has only one
// cell.
export function attributes(columns, standard, set) {
  const groups = shared(columns.filter(column => column.error === null));
  const drawn = rejections(columns.filter(column => column.error !== null));
  if (groups.length === 0) return drawn;
  const compared = groups.find(group => group.some(column => column.standard === standard));
  const row = (name, read) => {
    const texts = groups.map(([column]) => read(column));
    const cells = new Set(texts).size === 1
      ? [{ colspan: groups.length > 1 && groups.length, content: [value(texts[0])] }]
      : texts.map(text => (compared === undefined || text === read(compared[0]) ? { content: [value(text)] } : differing(value(text))));
    return { title: [name], cells };
  };
  const rows = [row("href", column => column.href), ...ATTRIBUTES.map(name => row(name, column => column.attributes[name]))];
  set.forEach(([attribute, assigned], index) => {
    if (groups.flat().some(column => column.refusals.some(refusal => refusal.index === index)))
      rows.push({ title: [`${index + 1}. ${attribute} = `, value(assigned)], cells: groups.map(group => ({ content: [refused(group, index)] })) });
  });
  const titles = groups.map(group => group.map(column => column.title).join(", "));
  drawn.unshift(table("Attributes of the URL", ["Attribute", ...titles], rows));
  if (groups.length > 1 && compared !== undefined)
    drawn.unshift(element("p", { class: "hint" }, "Equal values are shown once. ≠ marks a value that differs from that of ", inWords(STANDARDS.get(standard)), "."));
  return drawn;
}

// Explanation -------------------------------------------------------------------------------------------------------

// Only https: addresses become links. These addresses come from urldom, not from the input.
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

// Returns the steps of parsing, and then the steps of each assignment.
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
      { content: [row.error === null ? value(row.href) : failure("rejected", row.error)] },
    ],
  }));
  const notes = [found.xml_base ? "This table follows xml:base." : "This table ignores xml:base."];
  if (found.left_out) notes.push(`${found.left_out.toLocaleString("en")} more elements are not shown.`);
  return [
    element("p", { class: "hint" }, notes.join(" ")),
    table("Base URLs of the elements", ["Element", "Attribute", "Base URL", "Resolved URL"], rows),
  ];
}

function own({ base_href, xml_base }) {
  const parts = [];
  for (const [name, text] of [["href", base_href], ["xml:base", xml_base]])
    if (text !== null) parts.push(element("div", {}, element("code", {}, name), " ", value(text)));
  return parts.length ? parts : [none("nothing")];
}
