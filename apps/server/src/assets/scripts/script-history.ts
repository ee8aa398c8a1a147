/** Looks through the history of script repositories: a few at a time, and no further than whoever asked waits for it. */
import { UdtError } from "@udt/contract";
import { Turns } from "../../platform/turns.ts";
import type { ScriptFiles } from "./script-files.ts";

/** Those of one server at once, and those of one person that wait: git goes through all commits of a branch for each. */
const LOOKS = { at_once: 4, waiting_each: 8 };

export class ScriptHistory {
  readonly #turns = new Turns(LOOKS, () => new UdtError("reading_busy"));

  /**
   * @param asker whose look it is: one person's wait behind those of others
   * @throws UdtError reading_busy, and what `look` throws; the signal's reason
   */
  during<T>(
    files: ScriptFiles,
    asker: string,
    signal: AbortSignal,
    look: (files: ScriptFiles) => Promise<T>,
  ): Promise<T> {
    return this.#turns.during(asker, () => look(files.until(signal)), signal);
  }
}
