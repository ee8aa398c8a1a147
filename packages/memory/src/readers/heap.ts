/**
 * `heap PID`, `heap -s PID`: the classes of a process's allocations, the largest first with `-s`; with `-zones` for each zone.
 * A title tells nodes and bytes of a zone or of all, and a table of its classes follows.
 * https://keith.github.io/xcode-man-pages/heap.1.html
 */
import type { Place } from "../fault.ts";
import { LIMITS } from "../limits.ts";
import type { ClassRow } from "../sample.ts";
import { sizeOf } from "../sizes.ts";
import { AppleHeader } from "./apple-header.ts";
import type { Findings, LineReader, MemoryFormat } from "./format.ts";
import { zoneName, ZoneTable } from "./zones.ts";

/** `All zones: 150732 nodes (48774664 bytes)`, `Zone QuartzCore_0x104784000: 12 nodes (12K)`. */
const TITLE = /^(All zones|Zone (\S.*)): (\d{1,15}) nodes? \((\S+)(?: bytes)?\)$/;
const HEAD = /^ *COUNT +BYTES +AVG +CLASS_NAME/;
const ROW = /^ *(\d{1,15}) +(\S+) +\S+ {2,}(\S.*)$/;
const EXPECTED = "COUNT BYTES AVG CLASS_NAME TYPE BINARY";
/** `WgpuObserverLayer@0x102758b60._priv`: a class that was made while the program ran. */
const ADDRESS = /@0x[0-9a-f]{1,16}/g;

export const heap: MemoryFormat = {
  name: "heap",
  begins: (line) =>
    /^Analysis Tool: .*\/heap$|^All zones: \d+ nodes? malloced/.test(line.trimEnd()) ||
    HEAD.test(line) ||
    TITLE.test(line.trimEnd()),
  read: (place) => new HeapReader(place),
};

class HeapReader implements LineReader {
  readonly #place: Place;
  readonly #header = new AppleHeader();
  readonly #zones: ZoneTable;
  /** Of all zones where the file has that, else of each. */
  #classes = new Map<string, ClassRow>();
  #title: "none" | "zone" | "all" = "none";
  #part: "header" | "table" | "between" = "header";
  #isWhole = false;
  #tables = 0;
  #all: { allocated: number; count: number } | undefined;

  constructor(place: Place) {
    this.#place = place;
    this.#zones = new ZoneTable(place);
  }

  line(text: string): void {
    const line = text.trimEnd();
    const title = TITLE.exec(line);
    if (title) this.#begin(line, title);
    else if (HEAD.test(line)) this.#beginTable();
    else if (line === "" || line.startsWith("---")) this.#part = this.#part === "table" ? "between" : this.#part;
    else if (this.#part === "header") this.#header.line(line);
    else if (this.#part === "table" && !/^ *=+ /.test(line)) this.#row(line);
  }

  end(): Findings {
    if (this.#tables === 0) throw this.#place.cut(EXPECTED);
    const zones = this.#zones.sorted();
    const all = this.#all && { name: "All zones", dirty: null, swapped: null, fragmentation: null, ...this.#all };
    return {
      ...this.#header.findings(),
      zones: zones.length === 0 && all ? [all] : zones,
      classes: [...this.#classes.values()].toSorted((a, b) => b.bytes - a.bytes || (a.name < b.name ? -1 : 1)),
    };
  }

  #begin(line: string, [, , zone, nodes, size = ""]: RegExpExecArray): void {
    const allocated = sizeOf(size);
    if (allocated === undefined) throw this.#place.unexpected("Zone NAME: COUNT nodes (BYTES bytes)", line);
    const count = Number(nodes);
    this.#part = "between";
    this.#title = zone === undefined ? "all" : "zone";
    if (zone === undefined) this.#all = { allocated, count };
    else this.#zones.add({ name: zoneName(zone), dirty: null, swapped: null, allocated, count });
  }

  #beginTable(): void {
    this.#part = "table";
    this.#tables += 1;
    // The classes of all zones are those of each once more.
    if (this.#title !== "all") return;
    this.#classes = new Map();
    this.#isWhole = true;
  }

  #row(line: string): void {
    const [, count, size = "", rest = ""] = ROW.exec(line) ?? [];
    const bytes = sizeOf(size);
    if (count === undefined || bytes === undefined) throw this.#place.unexpected(EXPECTED, line);
    if (this.#isWhole && this.#title === "zone") return;
    // A name of any length stands before type and binary, two spaces or more from them; "non-object" has neither.
    const words = rest.split(/ {2,}/);
    const image = words.length > 2 ? (words.pop() ?? "") : "";
    const type = words.length > 1 ? (words.pop() ?? "") : "";
    const name = words.join(" ").replaceAll(ADDRESS, "");
    const key = `${name}\n${type}\n${image}`;
    const row = this.#classes.get(key) ?? { name, type, image, bytes: 0, count: 0, retained: null };
    row.bytes += this.#place.counted(bytes, line);
    row.count += Number(count);
    this.#classes.set(key, row);
    if (this.#classes.size > LIMITS.rows) throw this.#place.many(LIMITS.rows);
  }
}
