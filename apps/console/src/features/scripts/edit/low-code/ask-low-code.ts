import type { Completions, Followed, LowCodeChange } from "@udt/low-code";
import type { Checked, FromLowCodeWorker, LowCodeWish, Outlined, ToLowCodeWorker } from "./low-code-worker.ts";

interface Waiting {
  resolve: (answer: FromLowCodeWorker) => void;
  reject: (error: Error) => void;
}

let count = 0;
let worker: Worker | undefined;
const waiting = new Map<number, Waiting>();

/** One worker for the page, which comes with the first file; after a failure a new one. */
function working(): Worker {
  if (worker) return worker;
  const made = new Worker(new URL("./low-code-worker.ts", import.meta.url), { type: "module" });
  made.addEventListener("message", ({ data }: MessageEvent<FromLowCodeWorker>) => {
    waiting.get(data.id)?.resolve(data);
    waiting.delete(data.id);
  });
  made.addEventListener("error", ({ message }) => {
    worker = undefined;
    for (const { reject } of waiting.values()) reject(new Error(message));
    waiting.clear();
  });
  worker = made;
  return made;
}

function ask(text: string, what: LowCodeWish): Promise<FromLowCodeWorker> {
  return new Promise((resolve, reject) => {
    const id = ++count;
    waiting.set(id, { resolve, reject });
    working().postMessage({ id, text, ...what } satisfies ToLowCodeWorker, []);
  });
}

/** What is wrong in a file of low-code steps; undefined of a file that is none. */
export async function checkLowCode(text: string): Promise<Checked | undefined> {
  const answer = await ask(text, { ask: "check" });
  return "checked" in answer ? answer.checked : undefined;
}

/** What can come next in such a file. @param offset of the caret, in characters */
export async function completionsAt(text: string, offset: number): Promise<Completions | undefined> {
  const answer = await ask(text, { ask: "complete", offset });
  return "completions" in answer ? answer.completions : undefined;
}

/** What such a file consists of, for a view of its steps. */
export async function outlineLowCode(text: string): Promise<Outlined> {
  const answer = await ask(text, { ask: "outline" });
  return "outlined" in answer ? answer.outlined : { unreadable: [] };
}

/** What a change of its steps is in its text. @param lines of steps that are followed, wherever those go */
export async function changeLowCode(text: string, change: LowCodeChange, lines: readonly number[]): Promise<Followed> {
  const answer = await ask(text, { ask: "edit", change, lines });
  return "edited" in answer ? answer.edited : { refused: "impossible" };
}

/** The format's JSON schema, by which forms are made: the page itself cannot make it. */
export async function lowCodeSchema(): Promise<object> {
  const answer = await ask("", { ask: "schema" });
  return "schema" in answer ? answer.schema : {};
}
