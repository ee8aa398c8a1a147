/**
 * `malloc_history PID -callTree`: a call is indented by two more than its caller, whose lines are drawn by `+ ! : |` instead of
 * spaces, and has how often and how much was allocated below it: `1 (4.00K) start  (in dyld) + 450  [0x10e264224]`. Sizes have
 * three digits, so what a call allocated itself is known to three digits of what is below it, and no sum is to the byte.
 * https://keith.github.io/xcode-man-pages/malloc_history.1.html
 */
import type { Place } from "../fault.ts";
import { LIMITS } from "../limits.ts";
import { sizeOf } from "../sizes.ts";
import { ROOT } from "../tree/call-tree.ts";
import { treeFrame } from "../tree/frame-text.ts";
import { isVmCall } from "../tree/vm-calls.ts";
import { AppleHeader } from "./apple-header.ts";
import type { Findings, LineReader, MemoryFormat } from "./format.ts";
import { Trees } from "./trees.ts";

const BEGIN = "Call graph:";
const END = /^(?:Total number in stack|Sort by top of stack|Binary Images)/;
const GUIDES = " +!:|";
/** VM regions of which nothing is dirty or swapped have no size. */
const CALL = /^(\d{1,15}) (?:\((\d[\d.]*(?:[KMGT]| bytes?)?)\) )?(\S.*)$/;
const TOTAL = "<< TOTAL >>";
const MORE = /^\d+ ADDITIONAL CHILDREN$/;
const EXPECTED = "COUNT (SIZE) SYMBOL  (in IMAGE) + OFFSET  [ADDRESS]";

export const callTree: MemoryFormat = {
  name: "call_tree",
  begins: (line) => line.trimEnd() === BEGIN,
  read: (place) => new CallTreeReader(place),
};

/** A call whose calls are still being read. */
interface Open {
  indent: number;
  /** Of the tree of each kind; -1 where it has not got there. */
  malloc: number;
  vm: number;
  text: string;
  /** Not yet of its calls. */
  bytes: number;
  count: number;
}

class CallTreeReader implements LineReader {
  readonly #place: Place;
  readonly #header = new AppleHeader();
  readonly #trees: Trees;
  readonly #open: Open[] = [];
  #part: "header" | "tree" | "after" = "header";
  #calls = 0;
  #hasSizes = false;

  constructor(place: Place) {
    this.#place = place;
    this.#trees = new Trees(place);
  }

  line(text: string): void {
    const line = text.trimEnd();
    if (line === BEGIN) {
      if (this.#calls > 0) throw this.#place.unexpected(`one ${BEGIN}`, line);
      this.#part = "tree";
    } else if (this.#part === "header") this.#header.line(line);
    else if (END.test(line)) this.#part = "after";
    else if (this.#part === "tree" && line !== "") this.#call(line);
  }

  end(): Findings {
    // A tree that was cut would lack what is below its last line, and nobody would see it.
    if (this.#part !== "after") throw this.#place.cut("Total number in stack …");
    this.#close(-1);
    // The tool `sample` writes trees that look the same and have no sizes.
    if (this.#calls === 0 || !this.#hasSizes) throw this.#place.cut(EXPECTED);
    return { ...this.#header.findings(), ...this.#trees.findings() };
  }

  #call(line: string): void {
    let indent = 0;
    while (GUIDES.includes(line[indent] ?? "-")) indent += 1;
    const rest = line.slice(indent);
    if (rest === "" || rest.startsWith("----") || MORE.test(rest)) return;
    const [, count, size = "0", text = ""] = CALL.exec(rest) ?? [];
    const bytes = sizeOf(size.replace(/ bytes?$/, ""));
    if (count === undefined || bytes === undefined) throw this.#place.unexpected(EXPECTED, line);
    this.#close(indent);
    this.#calls += 1;
    this.#hasSizes ||= bytes > 0;
    const caller = this.#open.at(-1);
    if (caller) {
      caller.bytes -= bytes;
      caller.count -= Number(count);
    }
    if (this.#open.length >= LIMITS.depth) throw this.#place.deep(LIMITS.depth);
    const isTotal = text === TOTAL;
    this.#open.push({
      indent,
      malloc: isTotal ? ROOT : -1,
      vm: isTotal ? ROOT : -1,
      text,
      bytes,
      count: Number(count),
    });
  }

  /** Ends the calls that are not indented less, the innermost first: what is left of each it allocated itself. */
  #close(indent: number): void {
    for (let call = this.#open.at(-1); call && call.indent >= indent; call = this.#open.at(-1)) {
      const symbol = call.text.slice(0, Math.max(call.text.lastIndexOf("  (in "), 0));
      if (call.bytes !== 0 || call.count !== 0) this.#add(call, isVmCall(symbol) ? "vm" : "malloc");
      this.#open.pop();
    }
  }

  #add({ bytes, count }: Open, kind: "malloc" | "vm"): void {
    const tree = this.#trees[kind];
    let node = ROOT;
    for (const call of this.#open) {
      if (call[kind] < 0) call[kind] = tree.child(node, treeFrame(tree.frames, call.text));
      node = call[kind];
    }
    tree.add(node, bytes, count);
  }
}
