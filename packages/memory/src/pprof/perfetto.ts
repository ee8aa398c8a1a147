const MESSAGE = 0x0a;
/** So far a beginning is looked at. */
const LOOKED_AT = 256;

/**
 * Whether what begins so, unpacked, is a recording of Perfetto: packets one after the other, each led by its length. No
 * well-kept program that runs here reads these; `traceconv` makes profiles of them that are read.
 * https://github.com/google/perfetto/blob/v50.1/protos/perfetto/trace/trace.proto
 */
export function isPerfetto(head: Uint8Array): boolean {
  if (head[0] !== MESSAGE) return false;
  let at = 1;
  let length = 0;
  for (let scale = 1; at <= 4; scale *= 128) {
    const byte = head[at++] ?? 0;
    length += (byte & 0x7f) * scale;
    if (byte < 0x80) break;
  }
  const isFollowed = at + length >= head.length || head[at + length] === MESSAGE;
  return length > 0 && isFollowed && head.subarray(0, LOOKED_AT).some(isNoText);
}

/** Of control characters, those that no text has. */
const isNoText = (byte: number): boolean => byte < 0x09 || (byte > 0x0d && byte < 0x20);
