// The verdict on a URL: how many readers there are, which hosts they find, and a table of the answers.

import { capital, differing, element, none, sentence, table, value } from "./draw.mjs";
import { STANDARDS, list } from "./state.mjs";

// A browser connects to the host of a URL only if the URL has one of these schemes.
const NETWORK_SCHEMES = ["http:", "https:", "ws:", "wss:", "ftp:"];
const COMPARED = ["protocol", "port", "pathname", "search", "hash"];
const LONGEST_HOST = 253;

const BROWSER = "this browser";

// The levels of danger. Each has a sign and words, so that no one needs to see its colour.
const LEVELS = {
  differ: ["⚠", "The readers disagree."],
  rejected: ["⊘", "Some readers reject the URL."],
  same: ["✓", "The readers agree."],
};

// Returns the readers, in the order of the page. Each has a host, which can be empty, or an error. `key` is equal for
// two readers that find the same host. `browser` is the column of the browser. `answer` is urldom's answer, or null.
export function readersOf(browser, answer) {
  const column = name => ({ attributes, error, key }) => ({ name, error, key, host: attributes?.hostname });
  const found = [column(BROWSER)({ ...browser, key: answer?.browser_key ?? browser.attributes?.hostname })];
  for (const [name, title] of answer ? STANDARDS : [])
    found.push(column(title)(answer.columns.find(({ standard }) => standard === name)));
  return [...found, ...(answer?.libraries ?? [])];
}

// Groups the readers by their answers: a host, no host, or an error. The browser's group comes first. The readers that
// find no host, and the readers that reject the URL, come last, unless the browser is one of them.
function groupsOf(readers) {
  const kind = ({ error, host }) => (error !== null ? "rejected" : host === "" ? "none" : "host");
  const groups = new Map();
  for (const reader of readers) {
    const id = JSON.stringify([kind(reader), kind(reader) === "host" ? reader.key : null]);
    if (!groups.has(id)) groups.set(id, { kind: kind(reader), host: reader.host, readers: [] });
    groups.get(id).readers.push(reader);
  }
  const [first, ...rest] = groups.values();
  const rank = group => ["host", "none", "rejected"].indexOf(group.kind);
  return [first, ...rest.sort((one, other) => rank(one) - rank(other) || other.readers.length - one.readers.length)];
}

const levelOf = groups =>
  (groups.filter(({ kind }) => kind !== "rejected").length > 1 ? "differ" : groups.length > 1 ? "rejected" : "same");

const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

// Returns the numbers, such as "16 readers, 2 hosts".
function numbers(readers, groups) {
  const hosts = groups.filter(({ kind }) => kind === "host").length;
  const kinds = groups.map(({ kind }) => kind);
  const found = hosts ? `${count(hosts, "host")}${kinds.includes("none") ? " or none" : ""}` : "no host";
  return `${count(readers.length, "reader")}, ${found}`;
}

const strong = host => element("strong", {}, value(host, LONGEST_HOST));

// Returns the nodes of a sentence on one group. `isOne` is true if the subject is in the singular.
function sentenceOn(subject, isOne, { kind, host }) {
  const s = isOne ? "s" : "";
  if (kind === "rejected") return [subject, ` reject${s} the URL.`];
  if (kind === "none") return [subject, ` read${s} a URL without a host.`];
  return [subject, ` read${s} the host `, strong(host), "."];
}

// Returns the names of the attributes whose values are not equal for the browser and all standards.
const differences = columns => COMPARED.filter(name => new Set(columns.map(column => column.attributes[name])).size > 1);

// Returns the level of danger, and the nodes of the verdict. Without an answer of urldom, the level is "waiting".
export function verdict(browser, answer, isAssigned) {
  const readers = readersOf(browser, answer);
  const groups = groupsOf(readers);
  const [{ kind, host }] = groups;
  const sentences = [];
  if (answer && groups.length === 1) {
    sentences.push(sentenceOn("all of them", false, groups[0]));
    const different = kind === "rejected" ? [] : differences([browser, ...answer.columns]);
    if (different.length) sentences.push([`The values of ${list(different)} differ.`]);
  } else {
    const [{ readers: [, ...others] }, ...rest] = groups;
    const number = count(others.length, "other reader");
    if (kind === "host" && NETWORK_SCHEMES.includes(browser.attributes.protocol)) {
      const also = others.length ? `, and ${number} read${others.length === 1 ? "s" : ""} that host.` : ".";
      sentences.push([`${BROWSER} connects to `, strong(host), also]);
    } else sentences.push(sentenceOn(others.length ? `${BROWSER} and ${number}` : BROWSER, others.length === 0, groups[0]));
    for (const group of rest) sentences.push(sentenceOn(count(group.readers.length, "reader"), group.readers.length === 1, group));
  }
  if (isAssigned) sentences[0].unshift("after the assignments, ");
  const text = sentences.flatMap(([first, ...rest], index) => [index ? " " : "", capital(first), ...rest]);
  if (!answer) return ["waiting", text];
  const level = levelOf(groups);
  const [sign, words] = LEVELS[level];
  const badge = element("span", { class: "badge" }, element("span", { "aria-hidden": "true" }, `${sign} `), words);
  return [level, [element("strong", { class: "numbers" }, `${numbers(readers, groups)}.`), " ", badge, " ", element("span", { class: "sentences" }, ...text)]];
}

const reader = ({ name, version }) =>
  element("li", { class: name === BROWSER ? "own" : undefined }, name, ...(version ? [" ", element("small", {}, version.replace("Python ", "Python\u00a0"))] : []));

// Returns the table of the answers: the host, and the readers that find it.
export function answers(browser, answer) {
  const groups = groupsOf(readersOf(browser, answer));
  const rows = groups.map(({ kind, host, readers }, index) => {
    const content = [element("ul", { class: "readers" }, ...readers.map(reader))];
    const title = { host: () => strong(host), none: () => none("no host"), rejected: () => none("rejected") }[kind]();
    const mark = index && kind !== "rejected" ? differing().content.slice(0, 2) : [];
    return {
      class: index ? (kind === "rejected" ? "rejected" : "other") : "first",
      title: [...mark, title, " ", element("span", { class: "hint" }, count(readers.length, "reader"))],
      cells: [{ content }],
    };
  });
  return table("Answers of the readers", ["Host", "Readers"], rows);
}

// Returns an item for each reason why readers reject the URL. The item names these readers.
export function reasons(browser, answer) {
  const found = new Map();
  for (const { name, error } of readersOf(browser, answer))
    if (error !== null) found.set(error, [...(found.get(error) ?? []), name]);
  return [...found].map(([error, names]) =>
    element("li", {}, element("strong", {}, list(names.map(name => (name === BROWSER ? "This browser" : name)))), ": ", ...sentence(error)));
}
