import type { Builtin } from "./builtin.ts";
import { controlBuiltins } from "./builtins-control.ts";
import { jobBuiltins } from "./builtins-jobs.ts";
import { runningBuiltins } from "./builtins-running.ts";
import { variableBuiltins } from "./builtins-variables.ts";

export const builtins: ReadonlyMap<string, Builtin> = new Map(
  Object.entries({ ...controlBuiltins, ...jobBuiltins, ...runningBuiltins, ...variableBuiltins }),
);
