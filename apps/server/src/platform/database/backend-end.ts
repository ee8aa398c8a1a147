/** Messages begin with a letter and their length, which counts itself. https://www.postgresql.org/docs/current/protocol-message-formats.html */
const HEAD_BYTES = 5;
/** `Z`, length 5, and one byte that says how the transaction stands: what is asked for with a Sync is answered to this end. */
const READY = Buffer.from("Z\0\0\0\x05");

/**
 * Whether these answers are a backend's last: it reports what it cannot go on after and says no more. A server of PostgreSQL
 * then ends its process; PGlite stays, answers anything or nothing, and must be started again.
 * @returns what it reports, with PostgreSQL's code
 */
export function endOfBackend(bytes: Uint8Array): { reason: string; code: string } | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.subarray(-READY.length - 1, -1).equals(READY)) return undefined;
  for (let at = 0; at + HEAD_BYTES <= buffer.length; at += 1 + buffer.readUInt32BE(at + 1)) {
    if (buffer[at] !== "E".charCodeAt(0)) continue;
    const { V: severity, C: code = "", M: reason = "" } = fieldsOf(buffer, at);
    if (severity === "PANIC" || severity === "FATAL") return { reason, code };
  }
  return undefined;
}

/** The fields of an ErrorResponse: a letter and a text each, ended by zeros. */
function fieldsOf(buffer: Buffer, at: number): Record<string, string> {
  const texts = buffer.toString("utf8", at + HEAD_BYTES, at + 1 + buffer.readUInt32BE(at + 1)).split("\0");
  return Object.fromEntries(texts.filter((text) => text !== "").map((text) => [text.charAt(0), text.slice(1)]));
}
