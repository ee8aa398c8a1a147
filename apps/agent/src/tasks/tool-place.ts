/** Where a tool reads what comes from users: as their scripts run, but that it reaches no port at all and finds nothing but its files. */
import { lstat, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { baseEnvironment } from "../environments/environment.ts";
import type { Bounds } from "../isolation/bounds.ts";
import { isOfSystem, type Isolation } from "../isolation/isolation.ts";
import { listen } from "../runners/listen.ts";
import type { Exit } from "../isolation/workplace.ts";

/** One program that is run to its end. */
export interface ToolStep {
  program: string;
  words: readonly string[];
  /** Below the place's folder. */
  folder: string;
  /** A file of its folder that has what it says on its standard output; without one that is told with the rest. */
  output?: string;
}

export interface StepEnd extends Pick<Exit, "exit_code" | "bound"> {
  /** What it said last, without its colours and with no path of the agent's in it. */
  said: string;
}

export interface ToolPlace {
  /** What the tool works on: the agent's until the first step, then the tool's, which may leave a link under any name. */
  readonly folder: string;
  /**
   * Runs one program to its end, and ends all that it started with it, as the agent's own end does, however sudden.
   * @throws the signal's reason
   */
  run(step: ToolStep, signal: AbortSignal): Promise<StepEnd>;
  /** Ends what still runs and removes the folder. */
  close(): Promise<void>;
}

export type ToolBounds = Pick<Bounds, "timeMs" | "diskBytes" | "memoryBytes">;

/** With which a launch ends that could not be begun. */
export const NOT_STARTED = 127;
const SAID_MAX = 2_000;
/** Where the agent's own programs lie, which tell of what cannot be begun. */
const OWN = dirname(import.meta.dirname);

/**
 * @param programs where each of them lies, by its name
 * @param at Becomes the place's own.
 * @param bounds Of each step.
 */
export async function openToolPlace(
  isolation: Isolation,
  programs: ReadonlyMap<string, string>,
  at: string,
  bounds: ToolBounds,
): Promise<ToolPlace> {
  const base = await baseEnvironment();
  // Alone, without what lies beside it: that may be a home, or the agent's own folder.
  const own = [...programs.values()].filter((path) => !isOfSystem(path)).map((path) => ({ path }));
  const environment = { ...base, readOnly: [...base.readOnly, ...own] };
  const place = await isolation.open({ folder: at, environment, bounds });
  const folder = place.library;
  return {
    folder,
    async run({ program, words, folder: below, output }, signal) {
      signal.throwIfAborted();
      const path = programs.get(program) ?? program;
      const call = [path, ...words] as const;
      const argv = output === undefined ? call : (["/bin/sh", "-c", 'exec "$@" >"$0"', output, ...call] as const);
      const launched = place.launch({ argv: [...argv], cwd: join(folder, below), env: {} });
      const said = listen(launched, signal);
      const { exit_code, bound } = await launched.exited;
      signal.throwIfAborted();
      const told = stripVTControlCharacters(said())
        .replaceAll(`${folder}/`, "")
        .replaceAll(`${dirname(folder)}/`, "")
        .replaceAll(path, program)
        .replaceAll(`${OWN}/`, "");
      return { exit_code, bound, said: told.slice(-SAID_MAX).trim() };
    },
    close: () => place.close(),
  };
}

/** Takes a file that a tool wrote to where it can put nothing else in its place. @returns its size; undefined where there is none, or a link */
export async function takeFile(from: string, to: string): Promise<number | undefined> {
  const facts = await rename(from, to).then(
    () => lstat(to),
    () => undefined,
  );
  return facts?.isFile() ? facts.size : undefined;
}
