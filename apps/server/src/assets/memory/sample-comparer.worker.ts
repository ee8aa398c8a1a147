/** Compares two samples in a thread of its own. */
import { readFile } from "node:fs/promises";
import { workerData } from "node:worker_threads";
import { fail, ok } from "@udt/base";
import type { MemoryChanges } from "@udt/contract";
import {
  type Change,
  type Changes,
  compareSamples,
  MemoryFault,
  shortened,
  type StackChange,
  unpackedSample,
} from "@udt/memory";
import { portToParent } from "../../platform/worker-port.ts";
import type { ComparerInput, Comparing } from "./sample-comparer.ts";
import { cut, cutStack } from "./sample-report.ts";

/** Of each part; the rest is told together. */
const ROWS_MAX = 500;

const { before, after, noise, rules } = workerData as ComparerInput;
const port = portToParent();
const say = (comparing: Comparing) => port.postMessage(comparing);

const sampleAt = async (path: string) => unpackedSample(await readFile(path));

function told(changes: Changes<Change | StackChange> | null): MemoryChanges | null {
  if (!changes) return null;
  const { rows, ...sums } = shortened<Change | StackChange>(changes, ROWS_MAX);
  return {
    ...sums,
    rows: rows.map(({ name, kind, before: was, after: is, delta, module, ...row }) => ({
      name: cut(name),
      kind,
      before: was,
      after: is,
      delta,
      ...(module !== undefined && { module }),
      ...("stack" in row && { stack: cutStack(row.stack) }),
    })),
  };
}

try {
  const compared = compareSamples(await sampleAt(before), await sampleAt(after), noise, rules);
  const { regions, zones, classes, leaks, malloc, vm, java } = compared;
  say(
    ok({
      noise_bytes: noise,
      ...compared,
      regions: told(regions),
      zones: told(zones),
      classes: told(classes),
      leaks: told(leaks),
      malloc: told(malloc),
      vm: told(vm),
      java: told(java),
    }),
  );
} catch (error) {
  if (!(error instanceof MemoryFault)) throw error;
  say(fail(error.said));
}
