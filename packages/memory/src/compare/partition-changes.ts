import { partition, type Partitions } from "../partitions/partition.ts";
import type { PartitionRule } from "../partitions/rules.ts";
import type { MemorySample } from "../sample.ts";
import { type Change, type Changes, changesOf, type Sums } from "./changes.ts";

/** What became of one module. */
export interface ModuleChange extends Change {
  owner: string;
  budget_bytes: number | null;
  /** In the later sample. */
  is_over: boolean;
}

/** Modules that differ by less than the noise are `other`; with these and what no rule explains they make the whole. */
export interface ModuleChanges extends Changes<ModuleChange> {
  unexplained: Sums;
}

/** What became of the modules of partition rules between two samples. */
export interface PartitionChanges {
  /** What malloc gave out, Java's objects and the regions besides: as a module's share is counted. */
  held: ModuleChanges;
  /** The tree of VM regions, never added to `held`; null where one of them does not have it. */
  vm: ModuleChanges | null;
}

type Parted = Pick<MemorySample, "stacks" | "regions" | "footprint_bytes">;
const NO_STACKS = { of_module: 0, of_rest: 0 };

/** @returns null without rules, and where the samples have nothing in common that rules speak of */
export function partitionChanges(
  one: Parted,
  two: Parted,
  rules: readonly PartitionRule[],
  noise: number,
): PartitionChanges | null {
  if (rules.length === 0) return null;
  const parts = [inCommon(one, two), inCommon(two, one)] as const;
  const [before, after] = [partition(parts[0], rules, NO_STACKS), partition(parts[1], rules, NO_STACKS)];
  const { malloc, vm, java, regions } = before.total;
  if ([malloc, vm, java, regions].every((bytes) => bytes === null)) return null;
  return {
    held: moduleChanges(before, after, "held", noise),
    vm: vm === null ? null : moduleChanges(before, after, "vm", noise),
  };
}

/** What of a sample another one knows as well: of what only one of them was told, all would have changed. */
function inCommon({ stacks, regions, footprint_bytes }: Parted, other: Parted): Parted {
  return {
    stacks: {
      malloc: other.stacks.malloc && stacks.malloc,
      vm: other.stacks.vm && stacks.vm,
      java: other.stacks.java && stacks.java,
    },
    regions: other.regions.length === 0 ? [] : regions,
    footprint_bytes,
  };
}

function moduleChanges(before: Partitions, after: Partitions, key: "held" | "vm", noise: number): ModuleChanges {
  const sizeOf = (share: { held: number; vm: number }) => share[key];
  const { rows, ...all } = changesOf(before.modules, after.modules, ({ module }) => module, sizeOf, noise);
  const [rest, left] = [sizeOf(before.unexplained), sizeOf(after.unexplained)];
  const own = new Map(after.modules.map((share) => [share.module, share]));
  return {
    ...all,
    before: all.before + rest,
    after: all.after + left,
    delta: all.delta + left - rest,
    unexplained: { before: rest, after: left, delta: left - rest },
    rows: rows.map((row) => {
      const { owner = "", budget_bytes = null, is_over = false } = own.get(row.name) ?? {};
      return { ...row, owner, budget_bytes, is_over };
    }),
  };
}
