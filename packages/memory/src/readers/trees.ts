import type { Place } from "../fault.ts";
import { CallTree } from "../tree/call-tree.ts";
import type { Findings } from "./format.ts";

/** The trees of one file, of which there may be either, made as they are needed. */
export class Trees {
  readonly #place: Place;
  #malloc: CallTree | undefined;
  #vm: CallTree | undefined;

  constructor(place: Place) {
    this.#place = place;
  }

  get malloc(): CallTree {
    return (this.#malloc ??= new CallTree(this.#place));
  }

  get vm(): CallTree {
    return (this.#vm ??= new CallTree(this.#place));
  }

  /** Once, after the last line. */
  findings(): Pick<Findings, "malloc" | "vm"> {
    const [malloc, vm] = [this.#malloc?.summed(), this.#vm?.summed()];
    return { ...(malloc && { malloc }), ...(vm && { vm }) };
  }
}
