/**
 * Heap profiles in pprof's format, as Go writes them and `traceconv profile` makes them of what Android's heapprofd
 * recorded: stacks with what was allocated there and not yet freed.
 */
import { say } from "@udt/base";
import { MemoryFault, type Place } from "../fault.ts";
import { LIMITS } from "../limits.ts";
import type { Findings } from "../readers/format.ts";
import { bytesText } from "../sizes.ts";
import { CallTree, ROOT } from "../tree/call-tree.ts";
import { Profile } from "./profile.ts";
import type { Message, Whole } from "./wire.ts";

/** What is allocated now, by the names of Go and of heapprofd. */
const IN_USE = /inuse|unreleased/i;
const NANOS_IN_MS = 1_000_000;
/** As far as dates go. */
const MS_MAX = 8.64e15;

/** Whether what begins so, unpacked, begins with a value's type, as profiles do and no text does. */
export const isPprof = (head: Uint8Array): boolean =>
  head[0] === 0x0a && (head[1] ?? 0) > 1 && (head[1] ?? 0) < 0x20 && head[2] === 0x08;

/**
 * @param pieces of the file, unpacked. @param place counts the samples as lines
 * @throws MemoryFault
 */
export async function readPprof(
  pieces: AsyncIterable<Buffer>,
  place: Place,
): Promise<Pick<Findings, "malloc" | "taken_at">> {
  const profile = new Profile(await whole(pieces, place), place);
  const { bytes, count } = valuesOf(profile, place);
  const tree = new CallTree(place);
  const frames = new Map<Whole, number[]>();
  const framesOf = (location: Whole): number[] => {
    let numbers = frames.get(location);
    if (numbers) return numbers;
    numbers = profile.callsOf(location).map(({ symbol, image }) => tree.frames.numberOf(symbol, image));
    frames.set(location, numbers);
    return numbers;
  };
  let walked = 0;
  for (const sample of profile.samples) {
    place.line += 1;
    const { locations, values } = read(sample, profile.types.length);
    const size = values[bytes] ?? 0;
    if (size < 0 || !Number.isSafeInteger(size)) throw sample.unexpected("bytes");
    const calls = locations.toReversed().flatMap(framesOf);
    if (calls.length > LIMITS.depth) throw place.deep(LIMITS.depth);
    walked += calls.length;
    if (walked > LIMITS.pprof_calls) throw place.many(LIMITS.pprof_calls);
    let node = ROOT;
    for (const frame of calls) node = tree.child(node, frame);
    tree.add(node, size, Math.max(0, values[count] ?? 1));
  }
  return { malloc: tree.summed(), ...takenAt(profile.time_nanos) };
}

/** All of it, as far as there is room: the places of what it holds point to and fro. */
async function whole(pieces: AsyncIterable<Buffer>, place: Place): Promise<Buffer> {
  const all: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > LIMITS.pprof_bytes) {
      const most = bytesText(LIMITS.pprof_bytes);
      throw new MemoryFault(say("memory_unpacked_large", { file: place.file, most }));
    }
    all.push(piece);
  }
  return Buffer.concat(all);
}

/** Which of a sample's values are bytes, and how many allocations these are of. */
function valuesOf(profile: Profile, place: Place): { bytes: number; count: number } {
  const types = profile.types.map(({ type, unit }) => ({ type: profile.nameAt(type), unit: profile.nameAt(unit) }));
  const sizes = types.filter(({ unit }) => unit === "bytes");
  const wanted = profile.nameAt(profile.default_type);
  const chosen =
    sizes.find(({ type }) => IN_USE.test(type)) ?? sizes.find(({ type }) => type === wanted) ?? sizes.at(-1);
  if (!chosen) {
    const told = types.map(({ type, unit }) => `${type}/${unit}`).join(", ");
    throw place.unexpected("inuse_space/bytes", told);
  }
  const bytes = types.indexOf(chosen);
  return { bytes, count: types.slice(0, bytes).findLastIndex(({ unit }) => unit === "count") };
}

/** The innermost location comes first. */
function read(sample: Message, width: number): { locations: Whole[]; values: number[] } {
  const locations: Whole[] = [];
  const values: number[] = [];
  while (sample.next())
    if (sample.field === 1)
      sample.each((location) => {
        if (locations.length >= LIMITS.depth) throw sample.unexpected(`at most ${LIMITS.depth} locations`);
        locations.push(location);
      });
    else if (sample.field === 2)
      sample.each((value) => {
        if (values.length < width) values.push(Number(BigInt.asIntN(64, BigInt(value))));
      });
    else sample.skip();
  return { locations, values };
}

function takenAt(nanos: Whole): Pick<Findings, "taken_at"> {
  const ms = Math.floor(Number(nanos) / NANOS_IN_MS);
  return ms > 0 && ms <= MS_MAX ? { taken_at: new Date(ms).toISOString() } : {};
}
