import type { CommandRunner } from "./command-runner.ts";
import type { Scope } from "./state.ts";

export interface BuiltinContext {
  interpreter: CommandRunner;
  scope: Scope;
  name: string;
  args: readonly string[];
}

/** A command that changes the shell that runs it, or runs others with it. Answers its exit code. */
export type Builtin = (context: BuiltinContext) => Promise<number>;

export async function say({ scope }: BuiltinContext, text: string): Promise<number> {
  if (text) await scope.descriptors.get(1)?.sink?.(text);
  return 0;
}

export async function complain({ scope, name }: BuiltinContext, text: string, code = 1): Promise<number> {
  await scope.descriptors.get(2)?.sink?.(`/system/bin/sh: ${name}: ${text}\n`);
  return code;
}
