import type { Place } from "../fault.ts";
import type { Findings } from "../readers/format.ts";
import { dominatorsOf, heldBy, turnedRound } from "./dominators.ts";
import { DumpBytes } from "./dump-bytes.ts";
import type { IdIndex } from "./id-index.ts";
import { Inventory } from "./inventory.ts";
import { javaHeap, keptByRoots } from "./java-heap.ts";
import { androidSizes, jvmSizes, type SizeOf } from "./layout.ts";
import { References, REFERENT } from "./references.ts";
import { type DumpHeader, MAGIC, readHeader, walkDump } from "./walk-dump.ts";

/** Of Android's runtime; the JVM writes 1.0.1 and 1.0.2. */
const ANDROID = "3";
/** `<resolved_references>`, `<init_lock>`: what a JVM tells as statics and keeps elsewhere. */
const UNREAL = /^</;
/** As far as dates go. */
const MS_MAX = 8.64e15;

/** Whether a file that begins so is a heap dump of Java. */
export const isHprof = (head: Uint8Array): boolean =>
  Buffer.from(head.subarray(0, MAGIC.length)).equals(Buffer.from(MAGIC));

/**
 * Reads a heap dump of a JVM or of Android: what there is, and then, from its beginning again, what refers to what. In memory are numbers
 * for each object and each reference, whatever their sizes.
 *
 * @param file its path, or as it is open. @param place counts the objects as lines. @param onRead hears of what is read as if the file were gone through once
 * @throws MemoryFault
 */
export function readHprof(
  file: string | number,
  place: Place,
  onRead: (bytes: number) => void = () => undefined,
): Required<Pick<Findings, "java" | "classes" | "unheld">> & Pick<Findings, "taken_at"> {
  using bytes = new DumpBytes(file, place, halved(onRead));
  const header = readHeader(bytes);
  const start = bytes.at;
  const inventory = new Inventory(bytes);
  walkDump(bytes, inventory);
  const index = inventory.end();
  const weak = inventory.textIds((text) => text === REFERENT);
  const sizeOf = sizesOf(header, inventory, index, bytes.id_bytes);
  inventory.forgetTexts();
  const keptBy = keptByRoots(inventory, (id) => index.numberOf(id));
  bytes.at = start;
  const references = new References(bytes, { inventory, index, weak }, keptBy);
  walkDump(bytes, references);
  place.line = inventory.count;
  const graph = references.graph();
  const held = heldBy(graph, keptBy);
  const holders = dominatorsOf(held, turnedRound(graph, held), keptBy);
  return { ...javaHeap(inventory, { held, holders, keptBy, sizeOf }, place), ...takenAt(header) };
}

function sizesOf({ version }: DumpHeader, inventory: Inventory, index: IdIndex, id_bytes: number): SizeOf {
  if (version === ANDROID) return androidSizes(inventory, id_bytes);
  const unreal = inventory.textIds((text) => UNREAL.test(text));
  return jvmSizes(inventory, index, id_bytes, (name_id) => unreal.has(name_id));
}

/** A file that is gone through twice. */
function halved(onRead: (bytes: number) => void): (bytes: number) => void {
  let left = 0;
  return (bytes) => {
    left += bytes;
    onRead(Math.floor(left / 2));
    left %= 2;
  };
}

const takenAt = ({ taken_at }: DumpHeader): Pick<Findings, "taken_at"> =>
  taken_at > 0 && taken_at <= MS_MAX ? { taken_at: new Date(taken_at).toISOString() } : {};
