/** Sorts a sample by partition rules in a thread of its own. */
import { readFile } from "node:fs/promises";
import { workerData } from "node:worker_threads";
import { ok } from "@udt/base";
import type { PartitionShare } from "@udt/contract";
import { partition, type Share, type Stack, unpackedSample } from "@udt/memory";
import { portToParent } from "../../platform/worker-port.ts";
import type { PartitionerInput, Partitioning } from "./partitioner.ts";
import { cut, cutStack } from "./sample-report.ts";

/** There may be hundreds of modules, and one rest. */
const TOLD = { of_module: 5, of_rest: 20 };

const { path, rules } = workerData as PartitionerInput;
const port = portToParent();

const toldStack = ({ name, image, bytes, stack }: Stack) => ({
  name: cut(name),
  image: cut(image),
  bytes,
  stack: cutStack(stack),
});

const told = <Row extends Share>(share: Row): Row & PartitionShare => ({
  ...share,
  stacks: {
    malloc: share.stacks.malloc.map(toldStack),
    vm: share.stacks.vm.map(toldStack),
    java: share.stacks.java.map(toldStack),
  },
  types: share.types.map(({ type, footprint }) => ({ type: cut(type), footprint })),
});

const { modules, unexplained, ...parts } = partition(unpackedSample(await readFile(path)), rules, TOLD);
const partitioning: Partitioning = ok({ ...parts, modules: modules.map(told), unexplained: told(unexplained) });
port.postMessage(partitioning);
