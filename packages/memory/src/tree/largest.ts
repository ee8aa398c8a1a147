import { ROOT } from "./call-tree.ts";

/** The nodes that have the most, of all that are offered. */
export class Largest {
  readonly #most: number;
  readonly #kept: { node: number; bytes: number }[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  offer(node: number, bytes: number): void {
    // The root is no call.
    const least = this.#kept.at(-1);
    if (node === ROOT || bytes <= 0 || (least && this.#kept.length >= this.#most && bytes <= least.bytes)) return;
    this.#kept.push({ node, bytes });
    this.#kept.sort((a, b) => b.bytes - a.bytes);
    this.#kept.length = Math.min(this.#kept.length, this.#most);
  }

  /** The largest first. */
  nodes(): readonly { node: number; bytes: number }[] {
    return this.#kept;
  }
}
