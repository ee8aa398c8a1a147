/**
 * Heap profiles in pprof's format, unpacked, that other programs read: what is in use, by the call that allocated it.
 * https://github.com/google/pprof/blob/main/proto/profile.proto
 */
import type { FlameColumns } from "../compare/flame-columns.ts";
import { bytesField, numberField, numbersField } from "./protobuf.ts";

/** Fields of `Profile`, and of the messages in it. */
const PROFILE = { type: 1, sample: 2, mapping: 3, location: 4, fn: 5, string: 6, time_nanos: 9, default_type: 14 };
const TYPE = { type: 1, unit: 2 };
const SAMPLE = { location: 1, value: 2 };
const MAPPING = { id: 1, filename: 5, has_functions: 7 };
const LOCATION = { id: 1, mapping: 2, line: 4 };
const LINE = { fn: 1 };
const FUNCTION = { id: 1, name: 2, system_name: 3 };

const NANOS_IN_MS = 1_000_000n;

/** @param taken_at epoch milliseconds. @returns pieces of it, in their order */
export function* pprofProfile(columns: FlameColumns, taken_at: number): Generator<Uint8Array> {
  const { symbols, images, image, depth, frame, own } = columns;
  const texts = new Map([["", 0]]);
  const textOf = (text: string): number => {
    const known = texts.get(text);
    if (known === undefined) texts.set(text, texts.size);
    return known ?? texts.size - 1;
  };
  const kind = textOf("inuse_space");
  yield bytesField(PROFILE.type, numberField(TYPE.type, kind), numberField(TYPE.unit, textOf("bytes")));
  // The innermost location comes first.
  const stack: number[] = [];
  for (let at = 0; at < depth.length; at += 1) {
    stack.length = depth[at] ?? 0;
    stack.push((frame[at] ?? 0) + 1);
    const bytes = Math.round(own[at] ?? 0);
    if (bytes > 0)
      yield bytesField(
        PROFILE.sample,
        numbersField(SAMPLE.location, stack.toReversed()),
        numbersField(SAMPLE.value, [bytes]),
      );
  }
  for (const [at, name] of images.entries())
    if (name !== "")
      yield bytesField(
        PROFILE.mapping,
        numberField(MAPPING.id, at + 1),
        numberField(MAPPING.filename, textOf(name)),
        numberField(MAPPING.has_functions, 1),
      );
  for (const [at, symbol] of symbols.entries()) {
    const own_image = image[at] ?? 0;
    const mapping = (images[own_image] ?? "") === "" ? [] : [numberField(LOCATION.mapping, own_image + 1)];
    const line = bytesField(LOCATION.line, numberField(LINE.fn, at + 1));
    yield bytesField(PROFILE.location, numberField(LOCATION.id, at + 1), ...mapping, line);
    const name = textOf(symbol);
    yield bytesField(
      PROFILE.fn,
      numberField(FUNCTION.id, at + 1),
      numberField(FUNCTION.name, name),
      numberField(FUNCTION.system_name, name),
    );
  }
  for (const text of texts.keys()) yield bytesField(PROFILE.string, Buffer.from(text));
  yield numberField(PROFILE.time_nanos, BigInt(Math.round(taken_at)) * NANOS_IN_MS);
  yield numberField(PROFILE.default_type, kind);
}
