/**
 * Where an app is signed: what a signing tool reads comes from users, and so it runs as their scripts do, but that it reaches no
 * port at all and finds nothing but the files that it signs with.
 */
import { dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { SaidError, say } from "@udt/base";
import type { SigningToolName } from "@udt/contract";
import { baseEnvironment } from "../environments/environment.ts";
import type { Bounds } from "../isolation/bounds.ts";
import { isOfSystem, type Isolation } from "../isolation/isolation.ts";
import { listen } from "../runners/listen.ts";
import type { Exit } from "../isolation/workplace.ts";
import { pathOf, programsOf, type SignStep } from "./signing-tools.ts";

export interface StepEnd extends Pick<Exit, "exit_code" | "bound"> {
  /** What it said last, without its colours and with no path of the agent's in it. */
  said: string;
}

export interface SigningPlace {
  /** What the tool works on: the agent's until the first step, then the tool's, which may leave a link under any name. */
  readonly folder: string;
  /**
   * Runs one program to its end, and ends all that it started with it, as the agent's own end does, however sudden.
   * @throws the signal's reason
   */
  run(step: SignStep, signal: AbortSignal): Promise<StepEnd>;
  /** Ends what still runs and removes the folder. */
  close(): Promise<void>;
}

const SAID_MAX = 2_000;
/** Where the agent's own programs lie, which tell of what cannot be begun. */
const OWN = dirname(import.meta.dirname);
const MEMORY_MAX_BYTES = 4 * 1024 ** 3;

/**
 * @param at Becomes the place's own.
 * @param bounds Of each step.
 * @throws SaidError where the tool has gone, or nothing can be isolated: any user's script could read the private key there
 */
export async function openSigningPlace(
  isolation: Isolation,
  tool: SigningToolName,
  at: string,
  bounds: Pick<Bounds, "timeMs" | "diskBytes">,
): Promise<SigningPlace> {
  if (isolation.mode === "none") throw new SaidError(isolation.reason ?? say("scripts_not_isolated"));
  const programs = new Map<string, string>();
  for (const program of programsOf(tool)) {
    const path = await pathOf(program);
    if (path === undefined) throw new SaidError(say("resign_tool_gone"));
    programs.set(program, path);
  }
  const base = await baseEnvironment();
  // Alone, without what lies beside it: that may be a home, or the agent's own folder.
  const own = [...programs.values()].filter((path) => !isOfSystem(path)).map((path) => ({ path }));
  const place = await isolation.open({
    folder: at,
    environment: { ...base, readOnly: [...base.readOnly, ...own] },
    bounds: { ...bounds, memoryBytes: MEMORY_MAX_BYTES },
  });
  const folder = place.library;
  return {
    folder,
    async run({ program, words, folder: below }, signal) {
      signal.throwIfAborted();
      const path = programs.get(program) ?? program;
      const launched = place.launch({ argv: [path, ...words], cwd: join(folder, below), env: {} });
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
