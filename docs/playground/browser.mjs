// This browser's results from new URL(), and from a link in a document that has the base URL and the encoding of the
// state.

import { ATTRIBUTES } from "./state.mjs";

const attributesOf = url => Object.fromEntries(ATTRIBUTES.map(name => [name, url[name]]));

// Returns a column in the form that page.py uses. `refusals` lists the assignments that did not change the URL. Only a
// refusal of href has a reason, because browsers raise an error only for href.
function columnOf(url, error, refusals) {
  return { href: url === null ? "" : url.href, error, attributes: url === null ? null : attributesOf(url), refusals };
}

export function newURL({ url, base, set }) {
  let made;
  try {
    made = base === null ? new URL(url) : new URL(url, base);
  } catch (error) {
    return columnOf(null, error.message, []);
  }
  return columnOf(made, null, assign(made, set));
}

function assign(url, set) {
  const refusals = [];
  set.forEach(([attribute, value], index) => {
    const before = url.href;
    let reason = null;
    try {
      url[attribute] = value;
    } catch (error) {
      reason = error.message;
    }
    if (url.href === before) refusals.push({ index, reason });
  });
  return refusals;
}

// The frame of the link, and its encoding. The frame's document is an empty Blob. The type of the Blob names the
// encoding. Scripts do not run in the frame.
let frame = null;
let frameEncoding = null;

export function documentIn(encoding) {
  if (encoding === frameEncoding) return frame;
  frameEncoding = encoding;
  frame = new Promise((resolve, reject) => {
    const element = document.createElement("iframe");
    const address = URL.createObjectURL(new Blob([""], { type: `text/html;charset=${encoding}` }));
    element.title = "a document with a link";
    element.hidden = true;
    element.sandbox = "allow-same-origin";
    element.addEventListener("load", () => {
      URL.revokeObjectURL(address);
      if (element.contentDocument === null) reject(new Error("this browser does not load a Blob in a frame"));
      else resolve(element.contentDocument);
    });
    element.src = address;
    document.querySelector("#browsers-document")?.remove();
    element.id = "browsers-document";
    document.body.append(element);
  });
  return frame;
}

export function link({ url, base, set }, document) {
  const head = document.head;
  head.replaceChildren();
  if (base !== null) {
    const element = document.createElement("base");
    element.setAttribute("href", base);
    head.append(element);
  }
  const made = document.createElement("a");
  made.setAttribute("href", url);
  document.body.replaceChildren(made);
  const refusals = assign(made, set);
  // Without a valid base element, the base is the document's own blob: address. Only a fragment resolves against that
  // address.
  if (made.href.split("#")[0] === document.URL) return columnOf(null, "there is no base URL", refusals);
  return columnOf(made, made.protocol === ":" ? "there is no absolute URL" : null, refusals);
}
