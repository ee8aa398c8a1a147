import type { PGlite } from "@electric-sql/pglite";

/**
 * What the database answers to bytes of a connection. Its `execProtocolRaw`, up to version 0.5.16 at least, also reads each
 * answer and keeps all that it has read for as long as the database is open: half a kilobyte a statement.
 */
export async function answerOf(
  database: Pick<PGlite, "execProtocolRawStream">,
  bytes: Uint8Array,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  // A piece lies in the database's own memory, which is written to again.
  await database.execProtocolRawStream(bytes, { onRawData: (piece) => void pieces.push(piece.slice()) });
  const [only] = pieces;
  if (only && pieces.length === 1) return only;
  // No Buffer: a small one shares its memory, all of which would be sent along with it.
  const answer = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    answer.set(piece, at);
    at += piece.length;
  }
  return answer;
}
