// Python, in a thread of its own: it loads Pyodide and urldom, saying what it loads, and then answers questions. Of those
// that come while it is at work, only the last is answered.

const folder = new URL("./", import.meta.url);

// What is loaded, in this order, and how it is called; the files are those of files.json, which the build writes.
const STAGES = [
  ["runtime", "Pyodide's runtime"],
  ["library", "Python's library"],
  ["urldom", "urldom"],
];

const megabytes = size => (size / 1e6).toFixed(1);

async function load(path, tell) {
  const response = await fetch(new URL(path, folder));
  if (!response.ok) throw new Error(`${path}: the server answers ${response.status}`);
  const parts = [];
  for (let reader = response.body.getReader(), read; !(read = await reader.read()).done; ) {
    parts.push(read.value);
    tell(read.value.length);
  }
  return new Blob(parts).arrayBuffer();
}

async function start() {
  const files = JSON.parse(new TextDecoder().decode(await load("files.json", () => {})));
  const loaded = new Map();
  for (const [stage, title] of STAGES) {
    const total = files[stage].reduce((sum, { size }) => sum + size, 0);
    let done = 0, said;
    const tell = size => {
      done += size;
      if (said === (said = megabytes(done))) return;
      postMessage({ doing: `Loading ${title}`, how_far: `${said} of ${megabytes(total)} MB` });
    };
    tell(0);
    for (const { path } of files[stage]) loaded.set(path, await load(path, tell));
  }
  postMessage({ doing: "Starting Python" });
  // Pyodide asks for its files once more; by now the browser has them. Of WebAssembly that does not run it tells nobody but
  // the console, and waits for ever: what was loaded is run in its place, whatever type the server says that it has.
  const doesNotRun = new Promise((_, reject) => {
    WebAssembly.instantiateStreaming = (_, imports) => {
      const running = WebAssembly.instantiate(loaded.get("pyodide/pyodide.asm.wasm"), imports);
      running.catch(reject);
      return running;
    };
  });
  const { loadPyodide } = await import(new URL("pyodide/pyodide.mjs", folder));
  const pyodide = await Promise.race([loadPyodide({ indexURL: new URL("pyodide/", folder).href }), doesNotRun]);
  postMessage({ doing: "Starting urldom" });
  for (const { path } of files.urldom)
    if (path.endsWith(".whl")) pyodide.unpackArchive(loaded.get(path), "wheel");
  const program = new TextDecoder().decode(loaded.get("page.py"));
  pyodide.runPython(program, { filename: "page.py" });
  return pyodide.globals.get("answer");
}

// Of Python's errors the last line, which says what there was.
const reasonOf = error => error.message.trim().split("\n").at(-1);

let question = null;
let answer = null;

addEventListener("message", ({ data }) => {
  // Other messages may be waiting: they come before the timer.
  if (question === null && answer !== null) setTimeout(reply);
  question = data;
});

function reply() {
  const { id, text } = question;
  question = null;
  try {
    postMessage({ id, text: answer(text) });
  } catch (error) {
    // What is not Python's own error, such as a stack that is full, ends Python.
    postMessage({ id, broken: reasonOf(error), isOver: error.name !== "PythonError" });
  }
}

try {
  answer = await start();
  postMessage({ doing: null });
  if (question !== null) reply();
} catch (error) {
  postMessage({ failed: reasonOf(error) });
}
