/**
 * What Apple's tools print of the process above their own report:
 * https://github.com/golang/go/blob/518a9bb272488c9eea4b7f316515c7aef8a199e4/src/runtime/pprof/vminfo_darwin.go#L28
 */
import { sizeOf } from "../sizes.ts";
import type { Findings } from "./format.ts";

const PROCESS = /^Process: +(\S.*) \[(\d{1,10})\]$/;
const TIME = /^Date\/Time: +(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,3})?) ([+-]\d\d)(\d\d)$/;
const FOOTPRINT = /^Physical footprint( \(peak\))?: +(\S+)$/;

export class AppleHeader {
  readonly #findings: Findings = {};

  /** Takes what it knows; the other lines of the header say nothing of memory. */
  line(text: string): void {
    const [, process, pid] = PROCESS.exec(text) ?? [];
    if (process !== undefined) Object.assign(this.#findings, { process, pid: Number(pid) });
    const [, day, time, hours, minutes] = TIME.exec(text) ?? [];
    if (day !== undefined) {
      const taken = new Date(`${day}T${time}${hours}:${minutes}`);
      if (!Number.isNaN(taken.getTime())) this.#findings.taken_at = taken.toISOString();
    }
    const [, peak, size = ""] = FOOTPRINT.exec(text) ?? [];
    const bytes = sizeOf(size);
    if (bytes === undefined) return;
    if (peak === undefined) this.#findings.footprints = { phys_footprint: bytes };
    else this.#findings.footprint_peak_bytes = bytes;
  }

  findings(): Findings {
    return this.#findings;
  }
}
