import { REGION_COLUMNS, type Region, type Totals } from "./sample.ts";

const NOTHING: Totals = {
  virtual: null,
  resident: null,
  dirty: null,
  swapped: null,
  volatile: null,
  nonvolatile: null,
  empty: null,
  count: null,
};

/** What `vmmap` and `footprint` call the memory of tools that measure: it is not the app's. */
const TOOL_DATA = "performance tool data";
/** Memory of IOKit that is the process's and that it has not mapped: all of it that is resident counts, dirty or not. */
const OWNED_UNMAPPED = /^owned unmapped/i;

/**
 * What of a region of Apple's counts into the footprint: what is dirty or swapped (that is, compressed), and IOKit's. Added up over
 * all rows of a `vmmap -summary` it is what `footprint` prints as Dirty for the same process, row by row.
 */
export function appleFootprint(type: string, { resident, dirty, swapped }: Partial<Totals>): number {
  return ((OWNED_UNMAPPED.test(type) ? resident : dirty) ?? 0) + (swapped ?? 0);
}

/** Regions by their type. */
export class RegionTable {
  /** What tools that measure hold. */
  tool_bytes = 0;
  readonly #regions = new Map<string, Region>();

  get size(): number {
    return this.#regions.size;
  }

  add(type: string, columns: Partial<Totals>, footprint: number): void {
    if (type.toLowerCase() === TOOL_DATA) {
      this.tool_bytes += footprint;
      return;
    }
    let region = this.#regions.get(type);
    if (!region) this.#regions.set(type, (region = { type, ...NOTHING, footprint: 0 }));
    addTo(region, columns);
    region.footprint += footprint;
  }

  /** The largest first. */
  sorted(): Region[] {
    return [...this.#regions.values()].toSorted((a, b) => b.footprint - a.footprint || (a.type < b.type ? -1 : 1));
  }
}

export function totalsOf(regions: readonly Totals[]): Totals {
  const totals = { ...NOTHING };
  for (const region of regions) addTo(totals, region);
  return totals;
}

function addTo(sums: Totals, columns: Partial<Totals>): void {
  for (const column of REGION_COLUMNS) {
    const value = columns[column];
    if (typeof value === "number") sums[column] = (sums[column] ?? 0) + value;
  }
}
