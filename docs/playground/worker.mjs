// The worker that runs Python, so that the page stays responsive. The worker loads Pyodide and urldom, and reports its
// progress. Then it answers questions. If several questions arrive during an answer, it answers only the last question.
// If the worker has the name "libraries", it also loads the other libraries, but answers questions before that too.

const folder = new URL("./", import.meta.url);

// files.json lists the files of each stage. The build writes it.
const files = {};
let pyodide;

// The first stages of loading, in order, with their titles.
const STAGES = [
  ["runtime", "Pyodide's runtime"],
  ["library", "Python's library"],
  ["urldom", "urldom"],
];

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

// Loads the files of some stages, and returns a map from their paths to their bytes.
async function loadStages(stages) {
  const loaded = new Map();
  const total = stages.flatMap(([stage]) => files[stage]).reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  for (const [stage, title] of stages) {
    const tell = size => postMessage({ doing: `Loading ${title}`, done: done += size, total });
    tell(0);
    for (const { path } of files[stage]) loaded.set(path, await load(path, tell));
  }
  return loaded;
}

function unpack(loaded) {
  for (const [path, bytes] of loaded) if (path.endsWith(".whl")) pyodide.unpackArchive(bytes, "wheel");
}

async function start() {
  Object.assign(files, JSON.parse(new TextDecoder().decode(await load("files.json", () => {}))));
  const loaded = await loadStages(STAGES);
  postMessage({ doing: "Starting Python" });
  // Pyodide requests its files again, from the browser's cache. If its WebAssembly does not run, Pyodide writes an
  // error only to the console, and waits for ever. So this function runs the WebAssembly that is already loaded, and
  // reports an error. The Content-Type of the file does not matter.
  const doesNotRun = new Promise((_, reject) => {
    WebAssembly.instantiateStreaming = (_, imports) => {
      const running = WebAssembly.instantiate(loaded.get("pyodide/pyodide.asm.wasm"), imports);
      running.catch(reject);
      return running;
    };
  });
  const { loadPyodide } = await import(new URL("pyodide/pyodide.mjs", folder));
  pyodide = await Promise.race([loadPyodide({ indexURL: new URL("pyodide/", folder).href }), doesNotRun]);
  postMessage({ doing: "Starting urldom" });
  unpack(loaded);
  const program = new TextDecoder().decode(loaded.get("page.py"));
  pyodide.runPython(program, { filename: "page.py" });
  return pyodide.globals.get("answer");
}

// Loads the libraries that urldom compares, and starts each of them, so that the next answer comes at once.
async function startLibraries() {
  unpack(await loadStages([["libraries", "other libraries"]]));
  postMessage({ doing: "Starting other libraries" });
  await new Promise(resolve => setTimeout(resolve)); // The worker answers waiting questions first.
  pyodide.globals.get("start_libraries")();
}

// Returns the last line of a Python error, which contains the message.
const reasonOf = error => error.message.trim().split("\n").at(-1);

let question = null;
let answer = null;

addEventListener("message", ({ data }) => {
  // The timer runs after all waiting messages, so `question` is then the last question.
  if (question === null && answer !== null) setTimeout(reply);
  question = data;
});

function reply() {
  const { id, text } = question;
  question = null;
  try {
    postMessage({ id, text: answer(text) });
  } catch (error) {
    // If Python did not raise the error, Python has ended, for example after an overflow of the stack.
    postMessage({ id, broken: reasonOf(error), isOver: error.name !== "PythonError" });
  }
}

try {
  answer = await start();
  if (question !== null) reply();
} catch (error) {
  postMessage({ failed: reasonOf(error) });
}

if (answer !== null) {
  let lacks = null;
  try {
    if (self.name === "libraries") await startLibraries();
  } catch (error) {
    lacks = reasonOf(error);
  }
  postMessage({ doing: null, lacks });
}
