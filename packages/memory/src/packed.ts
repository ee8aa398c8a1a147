import { deserialize, serialize } from "node:v8";
import { gunzipSync, gzipSync } from "node:zlib";
import type { MemorySample } from "./sample.ts";
import { CallTree, type TreeParts } from "./tree/call-tree.ts";

interface Packed extends Omit<MemorySample, "stacks"> {
  stacks: Record<keyof MemorySample["stacks"], TreeParts | null>;
}

/** Much smaller than at the next level, and twice as fast. */
const LEVEL = 1;

/**
 * A sample as few bytes, so that it need not be read from its files again. They are for {@link unpackedSample} alone: what V8 writes
 * newer ones read as well.
 */
export function packedSample(sample: MemorySample): Uint8Array<ArrayBuffer> {
  const { malloc, vm } = sample.stacks;
  const packed: Packed = { ...sample, stacks: { malloc: malloc?.parts() ?? null, vm: vm?.parts() ?? null } };
  return new Uint8Array(gzipSync(serialize(packed), { level: LEVEL }));
}

/** @param bytes of {@link packedSample}: what others made is not to be given here */
export function unpackedSample(bytes: Uint8Array): MemorySample {
  const packed = deserialize(gunzipSync(bytes)) as Packed;
  const { malloc, vm } = packed.stacks;
  // Those that were packed before leaks were read have none.
  const leaks = (packed as Partial<Packed>).leaks ?? null;
  return { ...packed, leaks, stacks: { malloc: malloc && CallTree.of(malloc), vm: vm && CallTree.of(vm) } };
}
