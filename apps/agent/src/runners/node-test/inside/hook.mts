/** In the process of each test file: says that a test begins before it does, so that its steps and its death are its own. */
import { appendFileSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach } from "node:test";
import { ordinalOf } from "./names.mts";

interface Wanted {
  key: string;
  path: string;
  /** Its place in `cases.json`. */
  number: number;
  ordinal: number;
}

const folder = dirname(fileURLToPath(import.meta.url));
/** The cases that this process was started for. Test files may change what is built in: what runs later was taken before. */
const wanted = (JSON.parse(readFileSync(join(folder, "now.json"), "utf8")) as Omit<Wanted, "ordinal">[]).map((one) => ({
  ...one,
  ordinal: ordinalOf(one.key),
}));
const [steps, events] = [join(folder, "steps.jsonl"), join(folder, "events.jsonl")];
const { stringify } = JSON;
const { now } = Date;

interface TestNow {
  fullName?: string;
  name: string;
  passed?: boolean;
  error?: unknown;
}
const begun = Object.create(null) as Record<string, number>;
const known = new WeakMap<object, Wanted>();
const remember = known.set.bind(known);
const recall = known.get.bind(known);

/** Which case a test is. Those of one name and one suite come in the order of their numbers. */
function caseOf({ fullName, name }: TestNow): Wanted | undefined {
  const path = fullName ?? name;
  const count = (begun[path] ?? 0) + 1;
  begun[path] = count;
  let byPlace: Wanted | undefined;
  let byOrdinal: Wanted | undefined;
  let place = 0;
  let counted = 0;
  for (let index = 0, one = wanted[0]; one; one = wanted[++index]) {
    if (one.path !== path) continue;
    if (++place === count) byPlace = one;
    if (one.ordinal !== count) continue;
    counted++;
    byOrdinal = one;
  }
  return counted === 1 ? byOrdinal : byPlace;
}

beforeEach((test) => {
  const one = caseOf(test as TestNow);
  if (!one) return;
  remember(test, one);
  const key = stringify(one.key);
  appendFileSync(steps, `\n{"case":${key}}\n`);
  appendFileSync(events, `\n{"type":"started","case":${key},"time":${now()}}\n`);
  // What is printed from here on is this case's; `drive.mts` reads the mark and takes it out.
  const mark = `\u001eudt-case:${one.number}\u001e\n`;
  process.stdout.write(mark);
  process.stderr.write(mark);
});

// What this process prints of a test's end is lost when the next one ends the process; this is not.
afterEach((test) => {
  const one = recall(test);
  if (!one) return;
  const { passed = false, error } = test as TestNow;
  const cause = (error as { cause?: unknown } | undefined)?.cause ?? error;
  const message = cause instanceof Error ? (cause.stack ?? cause.message) : cause === undefined ? "" : String(cause);
  const text = stringify(message.slice(0, 32 * 1024));
  appendFileSync(events, `\n{"type":"over","case":${stringify(one.key)},"passed":${passed},"message":${text}}\n`);
});
