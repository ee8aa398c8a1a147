/**
 * `footprint PID`, in any of its units, of one process: how much of each category is dirty, which has swapped memory in it.
 * https://github.com/Latias94/fret/blob/0a9661ae1c06117f5af961cb8a0a0c608cc5e4ce/crates/fret-diag/src/macos_footprint_tool.rs
 * https://keith.github.io/xcode-man-pages/footprint.1.html
 */
import { textBefore } from "@udt/base";
import type { Place } from "../fault.ts";
import { LIMITS } from "../limits.ts";
import { RegionTable, totalsOf } from "../regions.ts";
import { sizeOf } from "../sizes.ts";
import type { Findings, LineReader, MemoryFormat } from "./format.ts";

const HEAD = /^ *Dirty +Clean +Reclaimable +Regions +Category$/;
const ROW = /^ *(\d[\d,.]* [KMGT]?B) +(\d[\d,.]* [KMGT]?B) +(\d[\d,.]* [KMGT]?B) +(\d[\d,]*) +(\S.*)$/;
const LEDGER = "Footprint: ";
const AUXILIARY = /^ *(phys_footprint|phys_footprint_peak): (\d[\d,.]* [KMGT]?B)$/;
const EXPECTED = "DIRTY CLEAN RECLAIMABLE REGIONS CATEGORY";

export const footprint: MemoryFormat = {
  name: "footprint",
  begins: (line) => processOf(line) !== undefined || HEAD.test(line.trimEnd()),
  read: (place) => new FootprintReader(place),
};

/** `ferryx [70940]: 64-bit    Footprint: 922 MB (16384 bytes per page)` */
function processOf(line: string): { process: string; pid: number; size: string } | undefined {
  const end = line.search(/\]: (?:32|64)-bit /);
  const begin = line.lastIndexOf(" [", end);
  const at = line.indexOf(LEDGER, Math.max(end, 0));
  const pid = line.slice(begin + 2, end);
  if (end < 0 || begin < 1 || at < 0 || !/^\d{1,10}$/.test(pid)) return undefined;
  return {
    process: line.slice(0, begin),
    pid: Number(pid),
    size: textBefore(line.slice(at + LEDGER.length), " (").trimEnd(),
  };
}

class FootprintReader implements LineReader {
  readonly #place: Place;
  readonly #regions = new RegionTable();
  readonly #findings: Findings = {};
  #part: "header" | "table" | "after" = "header";

  constructor(place: Place) {
    this.#place = place;
  }

  line(text: string): void {
    const line = text.trimEnd();
    const process = processOf(line);
    if (process) this.#begin(line, process);
    else if (HEAD.test(line)) this.#part = "table";
    else if (this.#part === "table") this.#row(line);
    else if (this.#part === "after") this.#auxiliary(line);
  }

  end(): Findings {
    if (this.#part !== "after") throw this.#place.cut(this.#part === "header" ? EXPECTED : "… TOTAL");
    const regions = this.#regions.sorted();
    return { ...this.#findings, tool_bytes: this.#regions.tool_bytes, regions, totals: totalsOf(regions) };
  }

  #begin(line: string, { process, pid, size }: NonNullable<ReturnType<typeof processOf>>): void {
    if (this.#findings.pid !== undefined) throw this.#place.unexpected("one process", line);
    Object.assign(this.#findings, { process, pid, footprints: { phys_footprint: this.#bytes(size, line) } });
  }

  #row(line: string): void {
    if (line === "" || /^[ -]+$/.test(line)) return;
    const [, dirty = "", clean = "", , count = "", type = ""] = ROW.exec(line) ?? [];
    if (type === "") throw this.#place.unexpected(EXPECTED, line);
    if (type === "TOTAL") {
      this.#part = "after";
      return;
    }
    const bytes = this.#bytes(dirty, line);
    this.#regions.add(type, { dirty: bytes, count: Number(count.replaceAll(",", "")) }, bytes);
    this.#bytes(clean, line);
    if (this.#regions.size > LIMITS.rows) throw this.#place.many(LIMITS.rows);
  }

  /** Closer than the first line's, and without what the tool itself knows to be shared. */
  #auxiliary(line: string): void {
    const [, name, size = ""] = AUXILIARY.exec(line) ?? [];
    if (name === undefined) return;
    const bytes = this.#bytes(size, line);
    if (name === "phys_footprint") this.#findings.footprints = { phys_footprint: bytes };
    else this.#findings.footprint_peak_bytes = bytes;
  }

  #bytes(size: string, line: string): number {
    const bytes = sizeOf(size.replaceAll(",", ""));
    if (bytes === undefined) throw this.#place.unexpected("SIZE B|KB|MB|GB", line);
    return this.#place.counted(bytes, line);
  }
}
