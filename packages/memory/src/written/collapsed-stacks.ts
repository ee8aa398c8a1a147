import type { FlameColumns } from "../compare/flame-columns.ts";

/** Lines that are put together before they are handed on. */
const PIECE_CHARS = 64 * 1024;

/**
 * A tree as collapsed stacks, which flame graphs of other programs are drawn from: a line for each call that allocated something
 * itself, `main (Shop);ImageCache.load (Shop) 4096`, the outermost call first.
 */
export function* collapsedStacks(columns: FlameColumns): Generator<string> {
  const { symbols, images, image, depth, frame, own } = columns;
  const names = symbols.map((symbol, at) => nameOf(symbol, images[image[at] ?? 0] ?? ""));
  const stack: string[] = [];
  let piece = "";
  for (let at = 0; at < depth.length; at += 1) {
    stack.length = depth[at] ?? 0;
    stack.push(names[frame[at] ?? 0] ?? "");
    const bytes = Math.round(own[at] ?? 0);
    if (bytes > 0) piece += `${stack.join(";")} ${bytes}\n`;
    if (piece.length < PIECE_CHARS) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

/** What divides calls, and lines, is in no name. */
const nameOf = (symbol: string, image: string): string =>
  (image === "" ? symbol : `${symbol} (${image})`).replaceAll(";", ":").replaceAll(/[\r\n]/g, " ");
