/**
 * `dumpsys meminfo PID`: the table of one process, in kB of 1024 bytes. Which columns there are depends on Android's version, and
 * the two lines above the table name them:
 * https://github.com/aosp-mirror/platform_frameworks_base/blob/07d7b6f90b13d867d76eedcde5858e6f1528cbb1/core/java/android/app/ActivityThread.java
 * Where swapped memory is told as SwapPss, TOTAL has it in its PSS, and the rows do not (Debug.MemoryInfo.getTotalPss).
 */
import type { Place } from "../fault.ts";
import { RegionTable, totalsOf } from "../regions.ts";
import type { Findings, LineReader, MemoryFormat } from "./format.ts";

const PROCESS = /^\*\* MEMINFO in pid (\d{1,10}) \[(.*)\] \*\*$/;
const TOTAL = "TOTAL";
const EXPECTED = "TYPE PSS DIRTY CLEAN SWAPPED …";
const KB = 1024;

export const meminfo: MemoryFormat = {
  name: "meminfo",
  begins: (line) => PROCESS.test(line.trim()),
  read: (place) => new MeminfoReader(place),
};

class MeminfoReader implements LineReader {
  readonly #place: Place;
  readonly #regions = new RegionTable();
  #process: string | undefined;
  #pid: number | undefined;
  /** The first lines of the columns' names, then the columns. */
  #upper: string[] | undefined;
  #columns: string[] | undefined;
  #total: number | undefined;

  constructor(place: Place) {
    this.#place = place;
  }

  line(text: string): void {
    const process = PROCESS.exec(text.trim());
    if (process) {
      if (this.#pid !== undefined) throw this.#place.unexpected("one process", text);
      this.#pid = Number(process[1]);
      this.#process = process[2];
      return;
    }
    // What follows the table are parts of it, and counts of objects.
    if (this.#pid === undefined || this.#total !== undefined) return;
    if (!this.#columns) this.#head(text);
    else if (text.trim() !== "" && !/^[ -]+$/.test(text)) this.#row(text, this.#columns);
  }

  end(): Findings {
    if (this.#total === undefined) throw this.#place.cut(`${TOTAL} PSS …`);
    const regions = this.#regions.sorted();
    return {
      process: this.#process,
      pid: this.#pid,
      footprints: { total_pss: this.#total },
      regions,
      totals: totalsOf(regions),
    };
  }

  #head(text: string): void {
    if (text.trim() === "") return;
    const words = text.trim().split(/ +/);
    if (this.#upper) {
      if (words.length !== this.#upper.length || words[0] !== "Total")
        throw this.#place.unexpected("Total Dirty Clean …", text);
      this.#columns = this.#upper.map((upper, index) => `${upper} ${words[index]}`);
    } else if (words[0] === "Pss" && words.every((word) => /^\w+$/.test(word))) {
      this.#upper = words;
    } else throw this.#place.unexpected("Pss Private Private …", text);
  }

  #row(text: string, columns: readonly string[]): void {
    const words = text.trim().split(/ +/);
    const begin = words.findLastIndex((word) => !/^\d{1,16}$/.test(word)) + 1;
    const type = words.slice(0, begin).join(" ");
    const sizes = words.slice(begin).map((kb) => this.#place.counted(Number(kb) * KB, text));
    // The columns of heaps are there for heaps alone, and for the total.
    const widths = [columns.length, columns.filter((column) => !column.startsWith("Heap ")).length];
    if (type === "" || !widths.includes(sizes.length)) throw this.#place.unexpected(EXPECTED, text);
    const of = (...names: string[]) => sizes[columns.findIndex((column) => names.includes(column))];
    const pss = of("Pss Total") ?? 0;
    if (type === TOTAL) {
      this.#total = pss;
      return;
    }
    const swapPss = of("SwapPss Dirty");
    const columnsOfRegion = {
      resident: of("Rss Total") ?? null,
      dirty: of("Private Dirty") ?? null,
      swapped: swapPss ?? of("Swap Dirty", "Swapped Dirty") ?? null,
    };
    this.#regions.add(type, columnsOfRegion, pss + (swapPss ?? 0));
  }
}
