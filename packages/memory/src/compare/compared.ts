import type { FootprintMeasure } from "../sample.ts";
import type { Changes, Sums } from "./changes.ts";
import type { Composition } from "./composition.ts";
import type { PartitionChanges } from "./partition-changes.ts";
import type { TreeChanges } from "./tree-changes.ts";

/** What two samples tell of each other, in one way after the other. A part is null where one of them does not have it. */
export interface Compared {
  footprint: FootprintChange | null;
  composition: Composition | null;
  regions: Changes | null;
  zones: Changes | null;
  classes: Changes | null;
  /** Each, however small: no leak is noise. */
  leaks: Changes | null;
  /** Never added together. */
  malloc: TreeChanges | null;
  vm: TreeChanges | null;
  java: TreeChanges | null;
  /** Null without partition rules, too. */
  partitions: PartitionChanges | null;
}

export interface FootprintChange extends Sums {
  measure: FootprintMeasure;
}
