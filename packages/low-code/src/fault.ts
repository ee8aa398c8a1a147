import { saidInEnglish, type Said } from "@udt/base";

/** What is wrong with a file, and where. */
export interface Fault {
  said: Said;
  /** From 1. */
  line: number;
}

/** A way through a file: keys and places in lists. */
export type Path = readonly (string | number)[];

/** `cases[0].steps[2].locator.id`: a field as people read it; empty for the file itself. */
export const fieldOf = (path: Path): string =>
  path.map((each, at) => (typeof each === "number" ? `[${each}]` : at === 0 ? each : `.${each}`)).join("");

/** A file's faults, one a line, for logs and programs. */
export const faultsText = (faults: readonly Fault[]): string =>
  faults.map(({ said }) => saidInEnglish(said)).join("\n");
