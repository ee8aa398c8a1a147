import { EMPTY_SOURCE, type ProgramIo } from "../program.ts";
import type { Scope } from "./state.ts";

/** What a program gets of the descriptors. */
export function programIo({ descriptors, signal }: Scope): ProgramIo {
  const terminal = descriptors.get(1)?.terminal;
  const nothing = () => Promise.resolve();
  return {
    stdin: descriptors.get(0)?.source ?? EMPTY_SOURCE,
    stdout: descriptors.get(1)?.sink ?? nothing,
    stderr: descriptors.get(2)?.sink ?? nothing,
    signal,
    ...(terminal ? { terminal } : {}),
  };
}
