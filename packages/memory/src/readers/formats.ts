import { allBySize } from "./all-by-size.ts";
import { callTree } from "./call-tree.ts";
import { collapsed } from "./collapsed.ts";
import { footprintJson } from "./footprint-json.ts";
import { footprint } from "./footprint.ts";
import type { MemoryFormat } from "./format.ts";
import { heap } from "./heap.ts";
import { leaks } from "./leaks.ts";
import { loliProfiler } from "./loli-profiler.ts";
import { meminfo } from "./meminfo.ts";
import { smaps } from "./smaps.ts";
import { vmmap } from "./vmmap.ts";

/** Every kind of file that is read, in the order in which a line is asked about. */
export const FORMATS: readonly MemoryFormat[] = [
  smaps,
  meminfo,
  vmmap,
  heap,
  leaks,
  footprint,
  callTree,
  allBySize,
  loliProfiler,
];

/** Those that only a file's first line that says anything can tell, because such a line may stand in any other. */
export const BY_FIRST_LINE: readonly MemoryFormat[] = [footprintJson, collapsed];
