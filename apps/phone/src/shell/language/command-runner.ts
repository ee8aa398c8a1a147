import type { NonEmpty } from "@udt/base";
import type { StatementNode } from "just-bash";
import type { Expander } from "./expansion.ts";
import type { Scope } from "./state.ts";

/** A command by its words, and the variables that stand before it. */
export interface Invoked {
  words: NonEmpty<string>;
  environment: Readonly<Record<string, string>>;
  /** Where it is looked for: `command` passes functions over, `exec` and `env` builtins too. Everywhere unless told. */
  among?: "builtins" | "files";
}

/** What a command that runs others asks of the shell around it. */
export interface CommandRunner {
  readonly words: Expander;
  /** Whether the shell itself has a command of this name. */
  hasBuiltin(name: string): boolean;
  statements(statements: readonly StatementNode[], scope: Scope): Promise<number>;
  /** Runs something with a copy of the shell, whose end is only its own. */
  subshell(scope: Scope, run: (scope: Scope) => Promise<number>): Promise<number>;
  /** Runs a command that is given by its words. What only it fails for is told and answered as its code. */
  run(invoked: Invoked, scope: Scope): Promise<number>;
}
