import type { MemorySample, Region } from "../sample.ts";
import { Largest } from "../tree/largest.ts";
import { type Stack, stacksOf } from "../tree/top-stacks.ts";

/** What falls together: to one module, or to none. */
export interface Share {
  /** By the stacks of each tree. The two are never added together: what malloc gives out lies in VM regions. */
  malloc: number;
  vm: number;
  /** Footprint of regions by their type, without those in which the blocks lie that the tree of malloc tells. */
  regions: number;
  /** `malloc` and `regions`, which have nothing in common. */
  held: number;
  /** The stacks and types that have the most of it. */
  stacks: { malloc: Stack[]; vm: Stack[] };
  types: { type: string; footprint: number }[];
}

/** A share as it is added up. */
export class ShareSum {
  readonly #bytes = { malloc: 0, vm: 0 };
  readonly #largest: { malloc: Largest; vm: Largest };
  readonly #types: Share["types"] = [];
  readonly #most: number;
  #regions = 0;

  /** @param most so many stacks of each tree are told, and types of regions */
  constructor(most: number) {
    this.#most = most;
    this.#largest = { malloc: new Largest(most), vm: new Largest(most) };
  }

  addCall(tree: "malloc" | "vm", node: number, bytes: number): void {
    this.#bytes[tree] += bytes;
    this.#largest[tree].offer(node, bytes);
  }

  /** Regions come the largest first. */
  addRegion({ type, footprint }: Region): void {
    this.#regions += footprint;
    if (footprint > 0 && this.#types.length < this.#most) this.#types.push({ type, footprint });
  }

  share({ malloc, vm }: MemorySample["stacks"]): Share {
    return {
      ...this.#bytes,
      regions: this.#regions,
      held: this.#bytes.malloc + this.#regions,
      stacks: {
        malloc: malloc ? stacksOf(malloc, this.#largest.malloc) : [],
        vm: vm ? stacksOf(vm, this.#largest.vm) : [],
      },
      types: this.#types,
    };
  }
}
