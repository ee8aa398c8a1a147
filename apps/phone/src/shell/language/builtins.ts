import { controlBuiltins } from "./builtins-control.ts";
import { jobBuiltins } from "./builtins-jobs.ts";
import { runningBuiltins } from "./builtins-running.ts";
import { variableBuiltins } from "./builtins-variables.ts";
import type { Interpreter } from "./interpreter.ts";
import type { Scope } from "./state.ts";

export interface BuiltinContext {
  interpreter: Interpreter;
  scope: Scope;
  name: string;
  args: readonly string[];
}

/** A command that changes the shell that runs it, or runs others with it. Answers its exit code. */
export type Builtin = (context: BuiltinContext) => Promise<number>;

export const builtins: ReadonlyMap<string, Builtin> = new Map(
  Object.entries({ ...controlBuiltins, ...jobBuiltins, ...runningBuiltins, ...variableBuiltins }),
);

const WITH_FILES =
  /^(?:\[|echo|env|false|ionice|kill|mksh|nice|nohup|pwd|setsid|sh|test|timeout|toybox|true|ulimit|xargs)$/;

/** Whether the phone has a file of a builtin's name too, so that `exec` and `env` find it. */
export function hasFile(name: string): boolean {
  return builtins.has(name) && WITH_FILES.test(name);
}

export async function say({ scope }: BuiltinContext, text: string): Promise<number> {
  if (text) await scope.descriptors.get(1)?.sink?.(text);
  return 0;
}

export async function complain({ scope, name }: BuiltinContext, text: string, code = 1): Promise<number> {
  await scope.descriptors.get(2)?.sink?.(`/system/bin/sh: ${name}: ${text}\n`);
  return code;
}
