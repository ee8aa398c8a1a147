import { createReadStream } from "node:fs";
import { say } from "@udt/base";
import { MemoryFault, type Place } from "../fault.ts";
import { LIMITS } from "../limits.ts";

const LINE_FEED = 10;
const RETURN = 13;
const CHUNK_BYTES = 256 * 1024;

/**
 * Gives every line of a file, which comes in pieces, to `take`, one after the other and without its end, be that CRLF or LF or each by turns. Only the
 * line in hand is in memory. `place` tells which line that is.
 */
export async function readLines(
  pieces: AsyncIterable<Buffer>,
  place: Place,
  take: (line: string) => void,
): Promise<void> {
  const begun: Buffer[] = [];
  let begunBytes = 0;
  const line = (bytes: Buffer) => {
    place.line += 1;
    if (bytes.length > LIMITS.line_bytes) throw place.long(LIMITS.line_bytes);
    if (bytes.includes(0)) throw new MemoryFault(say("memory_not_text", { file: place.file, line: place.line }));
    const end = bytes.at(-1) === RETURN ? bytes.length - 1 : bytes.length;
    take(bytes.toString("utf8", 0, end));
  };
  for await (const chunk of pieces) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      const rest = chunk.subarray(start, end);
      if (begun.length === 0) line(rest);
      else line(Buffer.concat([...begun.splice(0), rest]));
      begunBytes = 0;
      start = end + 1;
    }
    if (start === chunk.length) continue;
    begun.push(chunk.subarray(start));
    begunBytes += chunk.length - start;
    if (begunBytes > LIMITS.line_bytes) {
      place.line += 1;
      throw place.long(LIMITS.line_bytes);
    }
  }
  if (begun.length > 0) line(Buffer.concat(begun));
}

/**
 * The file's bytes in pieces; what the system says against it becomes a fault.
 * @param onRead hears of each piece how long it is
 */
export async function* readBytes(
  path: string,
  { file }: Place,
  onRead: (bytes: number) => void = () => undefined,
): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
      onRead(chunk.length);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof MemoryFault) throw error;
    throw new MemoryFault(say("memory_no_file", { file }, (error as Error).message), { cause: error });
  }
}
