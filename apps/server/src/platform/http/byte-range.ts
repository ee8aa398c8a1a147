export interface ByteRange {
  start: number;
  end: number;
}

/**
 * The one range that a `Range` header asks for, within `size` bytes. Undefined for the whole: no header, another unit,
 * several ranges or nonsense, all of which a server may ignore (RFC 9110 §14.2). Null when no byte of it exists.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | undefined | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "");
  const [, first = "", last = ""] = match ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "")
    return last === "0" || size === 0 ? null : { start: Math.max(0, size - Number(last)), end: size - 1 };
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return undefined;
  return start >= size ? null : { start, end };
}
