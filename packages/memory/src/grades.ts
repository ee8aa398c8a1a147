import type { MemorySample } from "./sample.ts";

export type Grade = "normal" | "warning" | "severe";

export interface SampleGrades {
  /** How many regions there are: of 65,536 the next one is refused. */
  region_count: { count: number; grade: Grade } | null;
  /** Percent of what is dirty or swapped that is swapped. */
  swap_pressure: { percent: number; grade: Grade } | null;
  /** Zones that hold more than what is allocated in them, with percent of that. */
  fragmentation: { zone: string; percent: number; grade: Grade }[];
}

/** From which number on; above for percents. */
const REGIONS = { warning: 50_000, severe: 65_536 };
const SWAP_PERCENT = { warning: 40, severe: 100 };
const FRAGMENTATION_PERCENT = { warning: 25, severe: 50 };

const gradeOf = (number: number, { warning, severe }: { warning: number; severe: number }): Grade => {
  if (number > severe) return "severe";
  return number > warning ? "warning" : "normal";
};

export function gradesOf({ totals, zones }: MemorySample): SampleGrades {
  const { count = null, dirty = null, swapped = null } = totals ?? {};
  const held = (dirty ?? 0) + (swapped ?? 0);
  const swap = held === 0 ? 0 : ((swapped ?? 0) / held) * 100;
  return {
    region_count: count === null ? null : { count, grade: gradeOf(count, { ...REGIONS, severe: REGIONS.severe - 1 }) },
    swap_pressure:
      dirty === null || swapped === null ? null : { percent: Math.round(swap), grade: gradeOf(swap, SWAP_PERCENT) },
    fragmentation: zones.flatMap(({ name, fragmentation }) =>
      fragmentation === null
        ? []
        : [{ zone: name, percent: fragmentation, grade: gradeOf(fragmentation, FRAGMENTATION_PERCENT) }],
    ),
  };
}
