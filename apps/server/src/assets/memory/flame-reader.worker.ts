/** Makes one tree of a sample ready for flame graphs, or a file of it for other programs, in a thread of its own. */
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { workerData } from "node:worker_threads";
import { createGzip, gzipSync } from "node:zlib";
import { ok } from "@udt/base";
import { LIMITS, type MemoryFlame } from "@udt/contract";
import { collapsedStacks, flameColumns, type FlameColumns, pprofProfile, unpackedSample } from "@udt/memory";
import { portToParent } from "../../platform/worker-port.ts";
import type { FlameInput, FlameReading } from "./flame-reader.ts";
import { cut } from "./sample-report.ts";

/** Characters of all names: a file may have made up half a million long ones. */
const NAMES_MAX = 32 * 1024 ** 2;
/** Much faster than the next, and not much larger. */
const LEVEL = 1;
const NONE: FlameColumns = {
  symbols: [],
  images: [],
  image: [],
  depth: [],
  frame: [],
  own: [],
  own_before: null,
  left_out: 0,
};

const { sample, before, tree, format, taken_at } = workerData as FlameInput;

const treeAt = async (path: string) => unpackedSample(await readFile(path)).stacks[tree];

function shortNames(names: readonly string[]): string[] {
  const each = Math.floor(NAMES_MAX / Math.max(1, names.length));
  return names.map((name) => cut(name.slice(0, each)));
}

async function columns(): Promise<FlameColumns> {
  const [now, then] = [await treeAt(sample), before === null ? null : await treeAt(before)];
  if (!now) return NONE;
  const told = flameColumns(now, then, LIMITS.memory_flame_max);
  return { ...told, symbols: shortNames(told.symbols), images: shortNames(told.images) };
}

/** All lines of a large tree are more than there is room for at once. */
const zipped = (pieces: Iterable<string | Uint8Array>): Promise<Buffer> =>
  buffer(Readable.from(pieces, { objectMode: false }).pipe(createGzip({ level: LEVEL })));

async function made(): Promise<Buffer> {
  const told = await columns();
  if (format === "collapsed") return zipped(collapsedStacks(told));
  if (format === "pprof") return zipped(pprofProfile(told, taken_at));
  return gzipSync(JSON.stringify({ tree, ...told } satisfies MemoryFlame), { level: LEVEL });
}

const reading: FlameReading = ok(new Uint8Array(await made()));
portToParent().postMessage(reading, reading.ok ? [reading.value.buffer] : []);
