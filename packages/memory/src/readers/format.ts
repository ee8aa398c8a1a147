import type { Place } from "../fault.ts";
import type { ClassRow, FormatName, Footprints, Leaks, Region, Totals, Unheld, Zone } from "../sample.ts";
import type { CallTree } from "../tree/call-tree.ts";

/** What one file tells of a process. */
export interface Findings {
  process?: string | undefined;
  pid?: number | undefined;
  taken_at?: string | undefined;
  footprints?: Footprints;
  footprint_peak_bytes?: number | undefined;
  tool_bytes?: number;
  regions?: Region[];
  totals?: Totals;
  zones?: Zone[];
  classes?: ClassRow[];
  leaks?: Leaks;
  malloc?: CallTree;
  vm?: CallTree;
  java?: CallTree;
  unheld?: Unheld;
}

/** Reads one file of its format, line after line. Both throw a {@link Place}'s fault for what is not of the format. */
export interface LineReader {
  line(text: string): void;
  /** After the last line. */
  end(): Findings;
}

/** One kind of file. */
export interface MemoryFormat {
  name: FormatName;
  /** Whether a file with this line near its beginning is one. */
  begins(line: string): boolean;
  read(place: Place): LineReader;
}
