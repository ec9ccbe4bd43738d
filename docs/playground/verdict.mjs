// The verdict on a URL: sentences that name the host that each reader finds.

import { capital, element, inWords, value } from "./draw.mjs";
import { STANDARDS, list } from "./state.mjs";

// A browser connects to the host of a URL only if the URL has one of these schemes.
const NETWORK_SCHEMES = ["http:", "https:", "ws:", "wss:", "ftp:"];
const COMPARED = ["protocol", "port", "pathname", "search", "hash"];
const LONGEST_HOST = 253;

const BROWSER = "this browser";

const strong = host => element("strong", {}, value(host, LONGEST_HOST));

// Groups the readers by the host that they read, without regard to letter case. Readers that reject the URL form a
// group with the host null. The browser's group comes first. The readers that reject the URL come last, unless the
// browser is one of them.
function groupsOf(readers) {
  const groups = new Map();
  for (const { name, error, attributes } of readers) {
    const host = error === null ? attributes.hostname.toLowerCase() : null;
    if (!groups.has(host)) groups.set(host, { host, names: [] });
    groups.get(host).names.push(name);
  }
  const [first, ...rest] = groups.values();
  return [first, ...rest.sort((one, other) => (one.host === null) - (other.host === null))];
}

function sentence(subject, isOne, host) {
  const verb = name => ` ${name}${isOne ? "s" : ""}`;
  if (host === null) return [subject, verb("reject"), " the URL."];
  if (host === "") return [subject, verb("read"), " a URL without a host."];
  return [subject, verb("read"), " the host ", strong(host), "."];
}

// Returns the names of the attributes whose values are not equal for all readers.
const differences = readers => COMPARED.filter(name => new Set(readers.map(reader => reader.attributes[name])).size > 1);

// Returns the nodes of the verdict. `browser` is a column. `standards` is an array of columns, which is empty until
// urldom answers.
export function verdict(browser, standards, isAssigned) {
  const readers = [{ ...browser, name: BROWSER }, ...standards.map(column => ({ ...column, name: inWords(column.title) }))];
  const groups = groupsOf(readers);
  const sentences = [];
  if (standards.length === STANDARDS.size && groups.length === 1) {
    const [{ host }] = groups;
    sentences.push(sentence(`all standards and ${BROWSER}`, false, host));
    const different = host === null ? [] : differences(readers);
    if (different.length) sentences.push([`Their values of ${list(different)} differ.`]);
  } else {
    for (const { host, names } of groups) {
      const others = names.filter(name => name !== BROWSER);
      if (host && names.includes(BROWSER) && NETWORK_SCHEMES.includes(browser.attributes.protocol)) {
        sentences.push([`${BROWSER} connects to `, strong(host), "."]);
        if (others.length) sentences.push([`${capital(list(others))} ${others.length > 1 ? "read" : "reads"} the same host.`]);
      } else sentences.push(sentence(list(names), names.length === 1, host));
    }
  }
  if (isAssigned) sentences[0].unshift("after the assignments, ");
  return sentences.flatMap(([first, ...rest], index) => [index ? " " : "", capital(first), ...rest]);
}
