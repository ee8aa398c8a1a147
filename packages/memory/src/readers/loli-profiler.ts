/**
 * What `LoliProfilerCLI --dump profile.loli --out FILE` writes of an Android process: a call is indented by four more than its
 * caller, and has what was allocated below it: `FMemory::Malloc(unsigned long), 2.59 MB, 84836`.
 * https://github.com/Tencent/loli_profiler/blob/a792523f830982a11672e04a402e3406c1e7a2c9/src/profilecomparator.cpp#L536
 * https://github.com/Tencent/loli_profiler/blob/a792523f830982a11672e04a402e3406c1e7a2c9/src/stacktracemodel.cpp#L3
 */
import type { Place } from "../fault.ts";
import { LIMITS } from "../limits.ts";
import { sizeOf } from "../sizes.ts";
import { ROOT } from "../tree/call-tree.ts";
import { loliFrame } from "../tree/frame-text.ts";
import type { Findings, LineReader, MemoryFormat } from "./format.ts";
import { Trees } from "./trees.ts";

const TITLE = "=== LoliProfiler Profile Report ===";
const BEGIN = "=== Memory Allocations ===";
const INDENT = 4;
const EXPECTED = "FUNCTION, SIZE, COUNT";

export const loliProfiler: MemoryFormat = {
  name: "loli_profiler",
  begins: (line) => line.trimEnd() === TITLE,
  read: (place) => new LoliReader(place),
};

interface Open {
  node: number;
  bytes: number;
  count: number;
}

class LoliReader implements LineReader {
  readonly #place: Place;
  readonly #trees: Trees;
  readonly #open: Open[] = [];
  #hasBegun = false;

  constructor(place: Place) {
    this.#place = place;
    this.#trees = new Trees(place);
  }

  line(text: string): void {
    const line = text.trimEnd();
    if (line === BEGIN) this.#hasBegun = true;
    else if (this.#hasBegun && line !== "") this.#call(line);
  }

  end(): Findings {
    if (!this.#hasBegun) throw this.#place.cut(BEGIN);
    this.#close(0);
    return this.#trees.findings();
  }

  #call(line: string): void {
    const depth = line.search(/[^ ]/) / INDENT;
    const [countAt, sizeAt] = [line.lastIndexOf(", "), line.lastIndexOf(", ", line.lastIndexOf(", ") - 1)];
    const [size, count] = [line.slice(sizeAt + 2, countAt), line.slice(countAt + 2)];
    const bytes = sizeOf(size);
    if (
      sizeAt < 0 ||
      bytes === undefined ||
      !/^\d{1,15}$/.test(count) ||
      !Number.isInteger(depth) ||
      depth > this.#open.length
    )
      throw this.#place.unexpected(EXPECTED, line);
    if (depth > LIMITS.depth) throw this.#place.deep(LIMITS.depth);
    this.#close(depth);
    const caller = this.#open.at(-1);
    if (caller) {
      caller.bytes -= bytes;
      caller.count -= Number(count);
    }
    const tree = this.#trees.malloc;
    const frame = loliFrame(tree.frames, line.slice(depth * INDENT, sizeAt));
    this.#open.push({ node: tree.child(caller?.node ?? ROOT, frame), bytes, count: Number(count) });
  }

  /** Ends the calls from that depth on, the innermost first: what is left of each it allocated itself. */
  #close(depth: number): void {
    while (this.#open.length > depth) {
      const call = this.#open.pop();
      if (call) this.#trees.malloc.add(call.node, call.bytes, call.count);
    }
  }
}
