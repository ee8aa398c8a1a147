/** Reads the files of one sample in a thread of its own. */
import { dirname } from "node:path";
import { workerData } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import { fail, ok, type Said } from "@udt/base";
import { MemoryFault, type MemorySample, packedSample, partition, readMemorySample } from "@udt/memory";
import { portToParent } from "../../platform/worker-port.ts";
import type { ModuleFacts } from "./budget-watch.ts";
import type { ReaderInput, SampleReading } from "./sample-reader.ts";
import { factsOf, reportOf } from "./sample-report.ts";

const { files, rules, read_bytes } = workerData as ReaderInput;
const port = portToParent();
/** Files that are left out by their number, each with why. */
const left = new Map<number, Said>();
const NO_STACKS = { of_module: 0, of_rest: 0 };

function readingOf(sample: MemorySample): SampleReading {
  const sources = sample.sources.map(({ format, lines }) => ({ format, lines }));
  const taken_at = sample.taken_at === null ? Number.NaN : Date.parse(sample.taken_at);
  return ok({
    facts: factsOf(sample),
    taken_at: taken_at >= 0 ? taken_at : null,
    files: files.map((_, index) => (left.has(index) ? null : (sources.shift() ?? null))),
    left_out: [...left.values()],
    sample: packedSample(sample),
    report: new Uint8Array(gzipSync(JSON.stringify(reportOf(sample)))),
    modules: rules.length === 0 ? [] : modulesOf(sample),
  });
}

const modulesOf = (sample: MemorySample): ModuleFacts[] =>
  partition(sample, rules, NO_STACKS).modules.map(({ held, vm, ...share }) => {
    const { module, owner, budget_bytes, percent, is_large, is_over } = share;
    return { module, owner, budget_bytes, percent, is_large, is_over, bytes: Math.max(held, vm) };
  });

try {
  // What is unpacked lies beside what came: that is where there is room.
  const scratch = files[0] && dirname(files[0].path);
  const onRead = (bytes: number) => (read_bytes[0] = (read_bytes[0] ?? 0) + bytes);
  const leavesOut = (index: number, { said }: MemoryFault) => {
    if (files[index]?.is_of_tool) left.set(index, said);
    return left.has(index);
  };
  const options = { ...(scratch !== undefined && { scratch }), takesMemgraph: true, leavesOut };
  const sample = await readMemorySample(files, onRead, options);
  const reading = readingOf(sample);
  port.postMessage(reading, reading.ok ? [reading.value.sample.buffer, reading.value.report.buffer] : []);
} catch (error) {
  if (!(error instanceof MemoryFault)) throw error;
  port.postMessage(fail(error.said));
}
