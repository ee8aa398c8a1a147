/**
 * `footprint --json FILE PID` of one process:
 * `{"bytes per unit": 1, "processes": [{"pid", "name", "auxiliary": {"phys_footprint"}, "categories": {NAME: {"dirty", "regions"}}}]}`
 * https://github.com/Latias94/fret/blob/0a9661ae1c06117f5af961cb8a0a0c608cc5e4ce/crates/fret-diag/src/macos_footprint_tool.rs
 */
import type { Place } from "../fault.ts";
import { LIMITS } from "../limits.ts";
import { RegionTable, totalsOf } from "../regions.ts";
import type { Findings, LineReader, MemoryFormat } from "./format.ts";

const EXPECTED = '{"bytes per unit", "processes": [{"pid", "auxiliary", "categories"}]}';

export const footprintJson: MemoryFormat = {
  name: "footprint_json",
  begins: (line) => line.trimStart().startsWith("{"),
  read: (place) => new FootprintJsonReader(place),
};

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

class FootprintJsonReader implements LineReader {
  readonly #place: Place;
  readonly #lines: string[] = [];
  #chars = 0;

  constructor(place: Place) {
    this.#place = place;
  }

  line(text: string): void {
    this.#chars += text.length;
    if (this.#chars > LIMITS.json_chars) throw this.#place.many(this.#lines.length);
    this.#lines.push(text);
  }

  end(): Findings {
    const file = fieldsOf(this.#parsed());
    const processes = Array.isArray(file?.["processes"]) ? (file["processes"] as unknown[]) : [];
    const process = fieldsOf(processes[0]);
    const categories = fieldsOf(process?.["categories"]);
    if (!file || processes.length !== 1 || !process || !categories) throw this.#place.unexpected(EXPECTED, "");
    const unit = file["bytes per unit"] ?? 1;
    if (typeof unit !== "number") throw this.#place.unexpected('"bytes per unit": NUMBER', "");
    const regions = new RegionTable();
    for (const [type, value] of Object.entries(categories)) {
      const category = fieldsOf(value) ?? {};
      const dirty = this.#number(category["dirty"] ?? 0, unit);
      const count = category["regions"] === undefined ? null : this.#number(category["regions"]);
      regions.add(type, { dirty, count }, dirty);
    }
    const auxiliary = fieldsOf(process["auxiliary"]) ?? {};
    const ledger = auxiliary["phys_footprint"] ?? process["footprint"];
    const peak = auxiliary["phys_footprint_peak"];
    const sorted = regions.sorted();
    return {
      ...(typeof process["name"] === "string" && { process: process["name"] }),
      ...(process["pid"] !== undefined && { pid: this.#number(process["pid"]) }),
      footprints: ledger === undefined ? {} : { phys_footprint: this.#number(ledger, unit) },
      ...(peak !== undefined && { footprint_peak_bytes: this.#number(peak, unit) }),
      tool_bytes: regions.tool_bytes,
      regions: sorted,
      totals: totalsOf(sorted),
    };
  }

  #parsed(): unknown {
    try {
      return JSON.parse(this.#lines.join("\n"));
    } catch (error) {
      throw this.#place.unexpected("JSON", (error as Error).message);
    }
  }

  #number(value: unknown, unit = 1): number {
    if (typeof value !== "number" || value < 0) throw this.#place.unexpected("NUMBER", JSON.stringify(value) ?? "");
    return this.#place.counted(Math.round(value * unit), String(value));
  }
}
