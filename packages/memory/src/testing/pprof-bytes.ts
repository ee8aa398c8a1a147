/** A profile as pprof keeps it, made of numbers that a test knows. */
import { type Node, stacksOf } from "./android-text.ts";

const VARINT = 0;
const LENGTH = 2;

export function varint(number: number | bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(number));
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return Buffer.from([...bytes, Number(rest)]);
}

export const numberField = (field: number, number: number | bigint): Buffer =>
  Buffer.concat([varint(field * 8 + VARINT), varint(number)]);

export const bytesField = (field: number, ...parts: readonly Uint8Array[]): Buffer => {
  const all = Buffer.concat(parts);
  return Buffer.concat([varint(field * 8 + LENGTH), varint(all.length), all]);
};

export interface ProfileShape {
  types?: readonly (readonly [type: string, unit: string])[];
  /** Lists one number after the other, as older programs write them. */
  isSpread?: boolean;
  /** Epoch milliseconds. */
  taken_at?: number;
  /** Added to all ids: those of some programs are addresses. */
  firstId?: bigint;
}

/** What Go's heap profiles tell. */
const GO_TYPES = [
  ["alloc_objects", "count"],
  ["alloc_space", "bytes"],
  ["inuse_objects", "count"],
  ["inuse_space", "bytes"],
] as const;

/**
 * Each node's image is a mapping and each symbol a function; samples come before what they point to, as the format's order is.
 * What is in use is what the nodes say, and twice as much was allocated.
 */
export function pprofBytes(roots: readonly Node[], shape: ProfileShape = {}): Buffer {
  const { types = GO_TYPES, isSpread = false, taken_at, firstId = 0n } = shape;
  const strings = new Map([["", 0]]);
  const stringOf = (text: string) => strings.get(text) ?? (strings.set(text, strings.size), strings.size - 1);
  const ids = new Map<string, bigint>();
  const tables: Buffer[] = [];
  const idOf = (key: string, make: (id: bigint) => Buffer) => {
    let id = ids.get(key);
    if (id === undefined) {
      ids.set(key, (id = firstId + BigInt(ids.size + 1)));
      tables.push(make(id));
    }
    return id;
  };
  const locationOf = ({ symbol, image = "Shop" }: Node) => {
    const mapping = idOf(`mapping ${image}`, (id) =>
      bytesField(3, numberField(1, id), numberField(5, stringOf(`/data/app/${image}`))),
    );
    const called = idOf(`function ${symbol}`, (id) =>
      bytesField(5, numberField(1, id), numberField(2, stringOf(symbol))),
    );
    const line = bytesField(4, numberField(1, called), numberField(2, 37));
    return idOf(`location ${symbol} ${image}`, (id) =>
      bytesField(4, numberField(1, id), numberField(2, mapping), numberField(3, 0x1000n + id), line),
    );
  };
  const list = (field: number, numbers: readonly (number | bigint)[]) =>
    isSpread
      ? Buffer.concat(numbers.map((number) => numberField(field, number)))
      : bytesField(field, ...numbers.map(varint));
  const told = types.map(([type, unit]) =>
    bytesField(1, numberField(1, stringOf(type)), numberField(2, stringOf(unit))),
  );
  const samples = stacksOf(roots).map(({ calls, bytes, count }) => {
    const values = types.map(([type, unit]) => (unit === "bytes" ? bytes : count) * (type.startsWith("alloc") ? 2 : 1));
    return bytesField(2, list(1, calls.toReversed().map(locationOf)), list(2, values));
  });
  const time = taken_at === undefined ? [] : [numberField(9, BigInt(taken_at) * 1_000_000n)];
  const texts = [...strings.keys()].map((text) => bytesField(6, Buffer.from(text)));
  return Buffer.concat([...told, ...samples, ...tables, ...texts, ...time]);
}
