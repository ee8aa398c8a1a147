/**
 * `vmmap PID` and `vmmap -summary PID`: the table of region types, which both end with, and that of malloc zones below it. The
 * single regions of the long form are looked over and left: the summary is the tool's own sum of them.
 * https://github.com/golang/go/blob/518a9bb272488c9eea4b7f316515c7aef8a199e4/src/runtime/pprof/vminfo_darwin.go#L28
 * https://github.com/socketry/process-metrics/blob/89543f8db9086a47306bbb3ecdb11efe699180d5/lib/process/metrics/memory/darwin.rb
 */
import type { Place } from "../fault.ts";
import { LIMITS } from "../limits.ts";
import { appleFootprint, RegionTable, totalsOf } from "../regions.ts";
import type { REGION_COLUMNS } from "../sample.ts";
import { sizeOf } from "../sizes.ts";
import { AppleHeader } from "./apple-header.ts";
import type { Findings, LineReader, MemoryFormat } from "./format.ts";
import { ZoneTable, zoneOf } from "./zones.ts";

/** Above the column SIZE of each; REGION is above COUNT. */
const COLUMNS: Readonly<Record<string, (typeof REGION_COLUMNS)[number]>> = {
  VIRTUAL: "virtual",
  RESIDENT: "resident",
  DIRTY: "dirty",
  SWAPPED: "swapped",
  VOLATILE: "volatile",
  NONVOL: "nonvolatile",
  EMPTY: "empty",
  REGION: "count",
};
const REGIONS_EXPECTED = "TYPE VIRTUAL RESIDENT DIRTY SWAPPED VOLATILE NONVOL EMPTY COUNT";
const SINGLE_EXPECTED = "TYPE START-END [ VSIZE RSDNT DIRTY SWAP] PRT/MAX";
const ADDRESSES = /^[0-9a-f]{1,16}-[0-9a-f]{1,16}$/;
const NEEDED = ["virtual", "resident", "dirty", "swapped", "count"] as const;

export const vmmap: MemoryFormat = {
  name: "vmmap",
  begins: (line) => /^(?:Analysis Tool: .*\/vmmap$|Virtual Memory Map of process |REGION TYPE )/.test(line.trimEnd()),
  read: (place) => new VmmapReader(place),
};

class VmmapReader implements LineReader {
  readonly #place: Place;
  readonly #header = new AppleHeader();
  readonly #regions = new RegionTable();
  readonly #zones: ZoneTable;
  #part: "header" | "single" | "regions" | "between" | "zones" = "header";
  /** The line above the names of a table. */
  #above: string[] = [];
  #columns: (typeof REGION_COLUMNS)[number][] = [];

  constructor(place: Place) {
    this.#place = place;
    this.#zones = new ZoneTable(place);
  }

  line(text: string): void {
    const line = text.trimEnd();
    if (line === "" || line.startsWith("=====")) return;
    if (line.startsWith("==== ")) this.#part = /^==== .*regions for process /.test(line) ? "single" : "between";
    else if (/^ +VIRTUAL /.test(line)) this.#above = line.trim().split(/ +/);
    else if (line.startsWith("REGION TYPE ")) this.#regionNames(line);
    else if (line.startsWith("MALLOC ZONE ")) this.#part = "zones";
    else if (this.#part === "header") this.#header.line(line);
    else if (this.#part === "single") this.#single(line);
    else if (this.#part === "regions") this.#region(line);
    else if (this.#part === "zones") this.#zone(line);
  }

  end(): Findings {
    if (this.#columns.length === 0) throw this.#place.cut("REGION TYPE …");
    if (this.#part === "regions") throw this.#place.cut("TOTAL …");
    const header = this.#header.findings();
    const regions = this.#regions.sorted();
    const sum = regions.reduce((all, { footprint }) => all + footprint, 0);
    return {
      ...header,
      footprints: { ...header.footprints, regions: sum },
      tool_bytes: this.#regions.tool_bytes,
      regions,
      totals: totalsOf(regions),
      zones: this.#zones.sorted(),
    };
  }

  /** The names of the columns of one of both tables: the single regions, or their types. */
  #regionNames(line: string): void {
    if (line.includes("START")) return;
    this.#columns = this.#above.map((name) => {
      const column = COLUMNS[name];
      if (!column) throw this.#place.unexpected(REGIONS_EXPECTED, this.#above.join(" "));
      return column;
    });
    if (NEEDED.some((one) => !this.#columns.includes(one)))
      throw this.#place.unexpected(REGIONS_EXPECTED, this.#above.join(" "));
    this.#part = "regions";
  }

  #single(line: string): void {
    const open = line.indexOf("[");
    const before = line.slice(0, Math.max(open, 0)).trimEnd();
    if (!line.includes("]", open) || !ADDRESSES.test(before.slice(before.lastIndexOf(" ") + 1)))
      throw this.#place.unexpected(SINGLE_EXPECTED, line);
  }

  #region(line: string): void {
    const [type, cells] = this.#cells(line);
    if (type === "TOTAL" || type.startsWith("TOTAL,")) {
      this.#part = "between";
      return;
    }
    const columns = Object.fromEntries(
      this.#columns.map((column, index) => [column, this.#place.counted(cells[index] ?? 0, line)]),
    );
    this.#regions.add(type, columns, appleFootprint(type, columns));
    if (this.#regions.size > LIMITS.rows) throw this.#place.many(LIMITS.rows);
  }

  /** A type has spaces in its name and may end with a number, and what follows the count is a remark: the sizes stand between. */
  #cells(line: string): [type: string, cells: number[]] {
    const words = line.split(/ +/);
    const width = this.#columns.length;
    for (let at = 1; at + width <= words.length; at += 1) {
      const cells = words.slice(at, at + width).map(sizeOf);
      const isCount = /^\d+$/.test(words[at + width - 1] ?? "");
      if (isCount && cells.every((cell) => cell !== undefined)) return [words.slice(0, at).join(" "), cells];
    }
    throw this.#place.unexpected(REGIONS_EXPECTED, line);
  }

  #zone(line: string): void {
    const zone = zoneOf(line);
    if (zone === undefined)
      throw this.#place.unexpected("ZONE VIRTUAL RESIDENT DIRTY SWAPPED COUNT ALLOCATED FRAG % COUNT", line);
    if (zone === "total") this.#part = "between";
    else this.#zones.add(zone);
  }
}
