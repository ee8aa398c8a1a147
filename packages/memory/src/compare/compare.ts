import { type Said, say } from "@udt/base";
import { MemoryFault } from "../fault.ts";
import { type PartitionRule, RuleTests } from "../partitions/rules.ts";
import { FOOTPRINT_MEASURES, type LeakRow, type MemorySample, type Zone } from "../sample.ts";
import type { CallTree } from "../tree/call-tree.ts";
import { changesOf } from "./changes.ts";
import type { Compared, FootprintChange } from "./compared.ts";
import { compositionOf } from "./composition.ts";
import { partitionChanges } from "./partition-changes.ts";
import { treeChanges } from "./tree-changes.ts";
import { verdictOf } from "./verdict.ts";

export interface Comparison extends Compared {
  verdict: Said;
}

export const NOISE_BYTES = 5 * 1024 ** 2;

/**
 * @param noise differences of fewer bytes are told together, not one by one
 * @param rules by which the samples are told by modules, too
 * @throws MemoryFault for two samples that have nothing in common
 */
export function compareSamples(
  one: MemorySample,
  two: MemorySample,
  noise = NOISE_BYTES,
  rules: readonly PartitionRule[] = [],
): Comparison {
  const tests = new RuleTests(rules);
  const rows = <Row>(before: Row[], after: Row[], nameOf: (row: Row) => string, sizeOf: (row: Row) => number) =>
    before.length > 0 && after.length > 0 ? changesOf(before, after, nameOf, sizeOf, noise) : null;
  const trees = (before: CallTree | null, after: CallTree | null) =>
    before && after ? treeChanges(before, after, noise, tests) : null;
  const footprint = footprintChange(one, two);
  const regions = rows(
    one.regions,
    two.regions,
    ({ type }) => type,
    ({ footprint: bytes }) => bytes,
  );
  const compared: Compared = {
    footprint,
    composition: compositionOf(one, two, footprint),
    regions: regions && {
      ...regions,
      rows: regions.rows.map((row) => ({ ...row, ...tests.moduleOf(tests.ofRegion(row.name)) })),
    },
    zones: rows(one.zones, two.zones, ({ name }) => name, zoneSize(one, two)),
    classes: rows(one.classes, two.classes, classOf, ({ bytes }) => bytes),
    leaks: one.leaks && two.leaks && changesOf(one.leaks.rows, two.leaks.rows, leakOf, ({ bytes }) => bytes, 0),
    malloc: trees(one.stacks.malloc, two.stacks.malloc),
    vm: trees(one.stacks.vm, two.stacks.vm),
    java: trees(one.stacks.java, two.stacks.java),
    partitions: partitionChanges(one, two, rules, noise),
  };
  if (Object.values(compared).every((part) => part === null)) throw new MemoryFault(say("memory_nothing_common"));
  return { verdict: verdictOf(compared, noise), ...compared };
}

const classOf = ({ name, image }: MemorySample["classes"][number]): string =>
  image === "" ? name : `${name} (${image})`;

const leakOf = ({ name, kind }: LeakRow): string => (kind === "cycle" ? `${name} (cycle)` : name);

/** What a zone holds where both tell that, else what is allocated in it. */
function zoneSize(...samples: MemorySample[]): (zone: Zone) => number {
  const isHeld = samples.every(({ zones }) => zones.every(({ dirty }) => dirty !== null));
  return ({ dirty, swapped, allocated }) => (isHeld ? (dirty ?? 0) + (swapped ?? 0) : allocated);
}

function footprintChange({ footprints: one }: MemorySample, { footprints: two }: MemorySample): FootprintChange | null {
  for (const measure of FOOTPRINT_MEASURES) {
    const [before, after] = [one[measure], two[measure]];
    if (before !== undefined && after !== undefined) return { measure, before, after, delta: after - before };
  }
  return null;
}
