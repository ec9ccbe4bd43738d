// The state of the page: the input, and the link whose fragment contains the input.

// The standards: their names in urldom, and the titles that the page shows. build.py writes the module.
import { STANDARDS } from "./standards.mjs";
export { STANDARDS };

export const list = (names, word = "and") =>
  (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1)}`);

export const ATTRIBUTES = ["protocol", "host", "hostname", "port", "pathname", "search", "hash"];

// Under the URL Standard, three more attributes can be assigned.
export const ASSIGNABLE = [...ATTRIBUTES, "username", "password", "href"];

// The names of the encodings of the Encoding Standard.
export const ENCODINGS = [
  "utf-8", "utf-16be", "utf-16le", "big5", "euc-jp", "euc-kr", "gb18030", "gbk", "ibm866", "iso-2022-jp",
  "iso-8859-2", "iso-8859-3", "iso-8859-4", "iso-8859-5", "iso-8859-6", "iso-8859-7", "iso-8859-8", "iso-8859-8-i",
  "iso-8859-10", "iso-8859-13", "iso-8859-14", "iso-8859-15", "iso-8859-16", "koi8-r", "koi8-u", "macintosh",
  "shift_jis", "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1255",
  "windows-1256", "windows-1257", "windows-1258", "windows-874", "x-mac-cyrillic", "x-user-defined",
];

// The choices for xml:base: their names in the link, their values for urldom, and the texts that the page shows.
export const XML_BASE = new Map([
  ["standard", { value: null, text: "if the standard does" }],
  ["yes", { value: true, text: "yes" }],
  ["no", { value: false, text: "no" }],
]);

export const INITIAL = {
  url: "http://evil.example\\@good.example/",
  base: "",
  standard: "whatwg",
  encoding: "utf-8",
  set: [],
  address: "http://example.com/index.html",
  document: `<html xmlns="http://www.w3.org/1999/xhtml">
  <head><base href="/news/"/></head>
  <body>
    <div xml:base="2024/">
      <p xml:base="may/"><a>a link</a></p>
    </div>
  </body>
</html>`,
  xmlBase: "standard",
};

// Returns the question to urldom, in the form of `State` in page.py.
export const question = state => ({
  url: state.url,
  base: state.base === "" ? null : state.base,
  standard: state.standard,
  encoding: state.encoding,
  set: state.set,
  document: state.document,
  address: state.address,
  xml_base: XML_BASE.get(state.xmlBase).value,
});

// The names of the link's parts that contain the text of a field.
const TEXTS = ["url", "base", "address", "document"];
// The names of the parts that a link leaves out if they have their initial values.
const OPTIONAL = ["address", "document", "xmlBase"];

// UTF-8 cannot encode a lone surrogate, so the link contains an escape such as %uD800 instead. The text "%uD800" has
// another form in the link, because its % becomes %25.
const escape = text =>
  [...text].map(c => (/^[\ud800-\udfff]$/.test(c) ? `%u${c.charCodeAt(0).toString(16).toUpperCase()}` : encodeURIComponent(c)))
    .join("");

function unescape(text) {
  let isText = true;
  const decode = bytes => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      isText = false;
      return new TextDecoder().decode(Uint8Array.from(bytes.match(/[^%]{2}/g), hex => parseInt(hex, 16)));
    }
  };
  const found = text
    .replace(/%u([0-9A-Fa-f]{4})|((?:%[0-9A-Fa-f]{2})+)/g, (_, unit, bytes) =>
      unit === undefined ? decode(bytes) : String.fromCharCode(parseInt(unit, 16)));
  return [found, isText];
}

// Returns the fragment of a link without its number sign. The parts are pairs of a name and a text.
export const fragmentOfParts = parts => parts.map(([name, value]) => `${name}=${escape(value)}`).join("&");

// Returns the fragment that contains the state, without its number sign.
export function fragmentOf(state) {
  const parts = [["url", state.url]];
  if (state.base !== "") parts.push(["base", state.base]);
  parts.push(["standard", state.standard], ["encoding", state.encoding]);
  for (const [attribute, value] of state.set) parts.push(["set", `${attribute}=${value}`]);
  for (const name of OPTIONAL) if (state[name] !== INITIAL[name]) parts.push([name, state[name]]);
  return fragmentOfParts(parts);
}

// Functions that store the value of a link's part in the state. If the value is invalid, they return a sentence about
// the error.
const READ = {
  standard: (state, name) => {
    if (!STANDARDS.has(name)) return `The link names an unknown standard “${name}”: use ${list([...STANDARDS.keys()], "or")}.`;
    state.standard = name;
  },
  encoding: (state, label) => {
    const name = encodingOf(label);
    if (name === null) return `The link names an unknown encoding “${label}”: use a label of the Encoding Standard.`;
    state.encoding = name;
  },
  set: (state, assignment) => {
    const end = assignment.indexOf("=");
    const attribute = assignment.slice(0, end);
    if (end < 0) return `The link assigns “${assignment}” without “=”: write an attribute, “=” and a value.`;
    if (!ASSIGNABLE.includes(attribute)) return `The link assigns an unknown attribute “${attribute}”: use ${list(ASSIGNABLE, "or")}.`;
    state.set.push([attribute, assignment.slice(end + 1)]);
  },
  xmlBase: (state, name) => {
    if (!XML_BASE.has(name)) return `The link has “${name}” for xmlBase: use ${list([...XML_BASE.keys()], "or")}.`;
    state.xmlBase = name;
  },
};

function encodingOf(label) {
  try {
    const name = new TextDecoder(label).encoding;
    return ENCODINGS.includes(name) ? name : null;
  } catch {
    return null;
  }
}

const partsOf = fragment => fragment.replace(/^#/, "").split("&").filter(part => part !== "");

// Returns the state in a fragment, and sentences about its errors. If a part is invalid or missing, the state keeps the
// initial value.
export function readFragment(fragment) {
  // If the link has at least one part, a missing URL or base is empty.
  const state = { ...INITIAL, set: [], ...(partsOf(fragment).length ? { url: "", base: "" } : {}) };
  return [state, readParts(fragment, state, TEXTS, READ)];
}

// Stores the parts of a fragment in a state. Parts that `texts` names are stored as text. `read` has a function for
// each other part. Returns sentences about the errors.
export function readParts(fragment, state, texts, read) {
  const said = [];
  const seen = new Set();
  for (const part of partsOf(fragment)) {
    const end = part.indexOf("=");
    const [name, isName] = unescape(end < 0 ? part : part.slice(0, end));
    const [value, isText] = unescape(end < 0 ? "" : part.slice(end + 1));
    if (!isName || !(texts.includes(name) || Object.hasOwn(read, name))) {
      said.push(`The link has an unknown part “${name}”.`);
      continue;
    }
    if (!isText) said.push(`In the link, ${name} has bytes that are not UTF-8. U+FFFD replaces them.`);
    if (name !== "set" && seen.has(name)) {
      said.push(`The link has ${name} more than once. The page uses the first.`);
      continue;
    }
    seen.add(name);
    const error = texts.includes(name) ? void (state[name] = value) : read[name](state, value);
    if (error) said.push(error);
  }
  return said;
}
