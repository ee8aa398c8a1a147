import type { MemorySample, Region, TreeName } from "../sample.ts";
import { Largest } from "../tree/largest.ts";
import { type Stack, stacksOf } from "../tree/top-stacks.ts";

/** What falls together: to one module, or to none. */
export interface Share {
  /** By the stacks of each tree. What malloc and Java give out lies in VM regions, and is never added to these. */
  malloc: number;
  vm: number;
  java: number;
  /** Footprint of regions by their type, without those in which what the trees of malloc and of Java's heap tell lies. */
  regions: number;
  /** `malloc`, `java` and `regions`, which have nothing in common. */
  held: number;
  /** The stacks and types that have the most of it. */
  stacks: Record<TreeName, Stack[]>;
  types: { type: string; footprint: number }[];
}

/** A share as it is added up. */
export class ShareSum {
  readonly #bytes = { malloc: 0, vm: 0, java: 0 };
  readonly #largest: Record<TreeName, Largest>;
  readonly #types: Share["types"] = [];
  readonly #most: number;
  #regions = 0;

  /** @param most so many stacks of each tree are told, and types of regions */
  constructor(most: number) {
    this.#most = most;
    this.#largest = { malloc: new Largest(most), vm: new Largest(most), java: new Largest(most) };
  }

  addCall(tree: TreeName, node: number, bytes: number): void {
    this.#bytes[tree] += bytes;
    this.#largest[tree].offer(node, bytes);
  }

  /** Regions come the largest first. */
  addRegion({ type, footprint }: Region): void {
    this.#regions += footprint;
    if (footprint > 0 && this.#types.length < this.#most) this.#types.push({ type, footprint });
  }

  share(trees: MemorySample["stacks"]): Share {
    const stacks = (name: TreeName) => (trees[name] ? stacksOf(trees[name], this.#largest[name]) : []);
    return {
      ...this.#bytes,
      regions: this.#regions,
      held: this.#bytes.malloc + this.#bytes.java + this.#regions,
      stacks: { malloc: stacks("malloc"), vm: stacks("vm"), java: stacks("java") },
      types: this.#types,
    };
  }
}
