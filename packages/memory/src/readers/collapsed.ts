/**
 * Collapsed stacks, as flame graphs are drawn from: `main;load;decode 4096`, the outermost call first. The number is read as
 * bytes; whoever makes the file chooses what it is.
 * https://github.com/jlfwong/speedscope/blob/21167e69d8bb072b53addfcdd497580c9ac3c147/src/import/bg-flamegraph.ts
 */
import type { Place } from "../fault.ts";
import { LIMITS } from "../limits.ts";
import { ROOT } from "../tree/call-tree.ts";
import type { Findings, LineReader, MemoryFormat } from "./format.ts";
import { Trees } from "./trees.ts";

const EXPECTED = "CALL;CALL;CALL BYTES";

export const collapsed: MemoryFormat = {
  name: "collapsed",
  begins: (line) => bytesAt(line) >= 0 && (line.includes(";") || !line.slice(0, bytesAt(line) - 1).includes(" ")),
  read: (place) => new CollapsedReader(place),
};

/** Where the number of a line begins; -1 where it has none. */
function bytesAt(line: string): number {
  const at = line.lastIndexOf(" ");
  return at > 0 && /^\d{1,16}$/.test(line.slice(at + 1).trimEnd()) ? at + 1 : -1;
}

class CollapsedReader implements LineReader {
  readonly #place: Place;
  readonly #trees: Trees;

  constructor(place: Place) {
    this.#place = place;
    this.#trees = new Trees(place);
  }

  line(text: string): void {
    if (text.trim() === "") return;
    const at = bytesAt(text);
    if (at < 0) throw this.#place.unexpected(EXPECTED, text);
    const tree = this.#trees.malloc;
    let node = ROOT;
    let depth = 0;
    const end = at - 1;
    for (let start = 0; start < end;) {
      const next = text.indexOf(";", start);
      const stop = next < 0 || next > end ? end : next;
      node = tree.child(node, tree.frames.numberOf(text.slice(start, stop), ""));
      start = stop + 1;
      depth += 1;
      if (depth > LIMITS.depth) throw this.#place.deep(LIMITS.depth);
    }
    tree.add(node, this.#place.counted(Number(text.slice(at)), text), 1);
  }

  end(): Findings {
    return this.#trees.findings();
  }
}
