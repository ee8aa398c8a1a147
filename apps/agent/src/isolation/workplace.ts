/** Where scripts work, and what runs there: whatever keeps them apart from the agent. */
import type { Readable } from "node:stream";

/** One program to start in a {@link Workplace}. */
export interface LaunchSpec {
  /** The program by its path, and its words. */
  argv: readonly [string, ...string[]];
  cwd: string;
  /** All of its environment but for what the isolation itself needs (`PATH`, `HOME`, `TMPDIR`, `LANG`). */
  env: Readonly<Record<string, string>>;
}

export interface Exit {
  /** Null when a signal ended it. */
  exit_code: number | null;
  signal: string | null;
  /** The bound that it ran into and was killed for (`disk_full`: whoever filled the disk); null when it came to an end of its own or by {@link Launched.kill}. */
  bound: "time" | "memory" | "processes" | "disk" | "disk_full" | "output" | null;
}

export interface Launched {
  /** Standard output and standard error as they came, up to the bound. */
  readonly output: Readable;
  /** Resolves when no process of its tree is left. Never rejects: what cannot be started ends with 127 and says why in its output. */
  readonly exited: Promise<Exit>;
  /** Kills the whole tree at once, whatever it did to its parents, groups and signals. */
  kill(): void;
}

/** Folders and programs for one library, isolated from the agent. Paths are the same inside and outside. */
export interface Workplace {
  /** The library's files: a copy of this run's own, which scripts may write to. */
  readonly library: string;
  /** What scripts keep: `UPLOADDIR`. */
  readonly results: string;
  /** Pictures that the agent itself keeps of steps. Nothing that is launched sees the folder where programs are isolated. */
  readonly pictures: string;
  /** Where a runner and its part inside the process meet; writable inside, and nothing of it is kept. */
  readonly exchange: string;
  /** Interpreters of the prepared environment. */
  readonly programs: { readonly node: string; readonly python: string; readonly shell: string };
  launch(spec: LaunchSpec): Launched;
}
