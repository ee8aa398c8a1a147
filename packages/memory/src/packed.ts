import { deserialize, serialize } from "node:v8";
import { gunzipSync, gzipSync } from "node:zlib";
import type { ClassRow, MemorySample } from "./sample.ts";
import { CallTree, type TreeParts } from "./tree/call-tree.ts";

interface Packed extends Omit<MemorySample, "stacks"> {
  stacks: Record<keyof MemorySample["stacks"], TreeParts | null>;
}

/** What was packed before leaks were read, or Java's heap. */
interface Older extends Omit<Packed, "leaks" | "unheld" | "classes" | "stacks"> {
  leaks?: Packed["leaks"];
  unheld?: Packed["unheld"];
  classes: (Omit<ClassRow, "retained"> & { retained?: ClassRow["retained"] })[];
  stacks: Omit<Packed["stacks"], "java"> & { java?: TreeParts | null };
}

/** Much smaller than at the next level, and twice as fast. */
const LEVEL = 1;

/**
 * A sample as few bytes, so that it need not be read from its files again. They are for {@link unpackedSample} alone: what V8 writes
 * newer ones read as well.
 */
export function packedSample(sample: MemorySample): Uint8Array<ArrayBuffer> {
  const { malloc, vm, java } = sample.stacks;
  const stacks = { malloc: malloc?.parts() ?? null, vm: vm?.parts() ?? null, java: java?.parts() ?? null };
  const packed: Packed = { ...sample, stacks };
  return new Uint8Array(gzipSync(serialize(packed), { level: LEVEL }));
}

/** @param bytes of {@link packedSample}: what others made is not to be given here */
export function unpackedSample(bytes: Uint8Array): MemorySample {
  const packed = deserialize(gunzipSync(bytes)) as Packed | Older;
  const { malloc, vm, java = null } = packed.stacks;
  const treeOf = (parts: TreeParts | null) => parts && CallTree.of(parts);
  return {
    ...packed,
    leaks: packed.leaks ?? null,
    unheld: packed.unheld ?? null,
    classes: packed.classes.map((row) => ({ ...row, retained: row.retained ?? null })),
    stacks: { malloc: treeOf(malloc), vm: treeOf(vm), java: treeOf(java) },
  };
}
