import type { Place } from "../fault.ts";
import { LIMITS } from "../limits.ts";
import type { Zone } from "../sample.ts";
import { sizeOf } from "../sizes.ts";

/** After a zone's name: virtual, resident, dirty, swapped, allocations, allocated, fragmented, percent of that, regions. */
const CELLS = 9;
const ADDRESS = /_0x[0-9a-f]{1,16}$/;

/** The name that a zone has in every run. */
export const zoneName = (name: string): string => name.replace(ADDRESS, "");

/** Zones by their name; those of one name are one. */
export class ZoneTable {
  readonly #zones = new Map<string, Zone>();
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
  }

  add({ name, dirty, swapped, allocated, count }: Omit<Zone, "fragmentation">): void {
    const zone = this.#zones.get(name) ?? {
      name,
      dirty: null,
      swapped: null,
      allocated: 0,
      fragmentation: null,
      count: 0,
    };
    if (dirty !== null) zone.dirty = (zone.dirty ?? 0) + dirty;
    if (swapped !== null) zone.swapped = (zone.swapped ?? 0) + swapped;
    zone.allocated += allocated;
    zone.count += count;
    this.#zones.set(name, zone);
    if (this.#zones.size > LIMITS.rows) throw this.#place.many(LIMITS.rows);
  }

  /** The largest first. */
  sorted(): Zone[] {
    const zones = [...this.#zones.values()].map((zone) => ({ ...zone, fragmentation: fragmentationOf(zone) }));
    return zones.toSorted((a, b) => b.allocated - a.allocated || (a.name < b.name ? -1 : 1));
  }
}

/** As vmmap counts it: what is swapped out is held as well. Rounded sizes may make it less than nothing. */
function fragmentationOf({ dirty, swapped, allocated }: Zone): number | null {
  if (dirty === null) return null;
  const held = dirty + (swapped ?? 0);
  return held === 0 ? 0 : Math.max(0, Math.round(((held - allocated) / held) * 100));
}

/** A row of vmmap's table of zones: `WebKit Malloc_0x1144ee5f8  192.0M  3968K  3216K  496K  2228  329K  3383K  92%  4`. */
export function zoneOf(line: string): Omit<Zone, "fragmentation"> | "total" | undefined {
  const words = line.split(/ +/);
  const name = words.slice(0, -CELLS).join(" ");
  const cells = words.slice(-CELLS);
  const [, , dirty, swapped, count, allocated] = cells.map(sizeOf);
  if (name === "" || !/^\d{1,9}%$/.test(cells.at(-2) ?? "") || !/^\d{1,15}$/.test(cells[4] ?? "")) return undefined;
  if (dirty === undefined || swapped === undefined || count === undefined || allocated === undefined) return undefined;
  return name === "TOTAL" ? "total" : { name: zoneName(name), dirty, swapped, allocated, count };
}
