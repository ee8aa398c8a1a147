/** Makes one tree of a sample ready for flame graphs in a thread of its own. */
import { readFile } from "node:fs/promises";
import { workerData } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import { ok } from "@udt/base";
import { LIMITS, type MemoryFlame } from "@udt/contract";
import { flameColumns, unpackedSample } from "@udt/memory";
import { portToParent } from "../../platform/worker-port.ts";
import type { FlameInput, FlameReading } from "./flame-reader.ts";
import { cut } from "./sample-report.ts";

/** Characters of all names: a file may have made up half a million long ones. */
const NAMES_MAX = 32 * 1024 ** 2;
/** Much faster than the next, and not much larger. */
const LEVEL = 1;

const { sample, before, tree } = workerData as FlameInput;

const treeAt = async (path: string) => unpackedSample(await readFile(path)).stacks[tree];

function shortNames(names: readonly string[]): string[] {
  const each = Math.floor(NAMES_MAX / Math.max(1, names.length));
  return names.map((name) => cut(name.slice(0, each)));
}

async function flame(): Promise<MemoryFlame> {
  const [now, then] = [await treeAt(sample), before === null ? null : await treeAt(before)];
  const none = { symbols: [], images: [], image: [], depth: [], frame: [], own: [], own_before: null, left_out: 0 };
  if (!now) return { tree, ...none };
  const columns = flameColumns(now, then, LIMITS.memory_flame_max);
  return { tree, ...columns, symbols: shortNames(columns.symbols), images: shortNames(columns.images) };
}

const reading: FlameReading = ok(new Uint8Array(gzipSync(JSON.stringify(await flame()), { level: LEVEL })));
portToParent().postMessage(reading, reading.ok ? [reading.value.buffer] : []);
