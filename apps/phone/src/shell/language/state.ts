import type { PhoneTask } from "../../system/tasks.ts";
import type { ShellPhone } from "../program.ts";
import { ShellError } from "./control.ts";
import type { Descriptors } from "./descriptors.ts";
import type { CompoundCommand } from "./nodes.ts";

export interface Variable {
  /** An array's values by index, or one value. */
  value: string | Map<number, string>;
  exported?: boolean;
  readonly?: boolean;
}

/** A command that runs in the background. */
export interface Job {
  number: number;
  text: string;
  task: PhoneTask;
  done: Promise<number>;
  /** Its exit code, once it has ended. */
  code: number | undefined;
}

/** What a shell remembers from command to command; a subshell starts with a copy. */
export class ShellState {
  cwd = "/";
  /** `$0`, and `$1` and so on. */
  name = "sh";
  positional: string[] = [];
  lastCode = 0;
  /** How many `$(…)` it has run, each of which left its exit code. */
  substituted = 0;
  lastJobPid: number | undefined;
  readonly pid: number;
  readonly options = new Set<string>();
  readonly functions = new Map<string, CompoundCommand>();
  readonly traps = new Map<string, string>();
  readonly variables = new Map<string, Variable>();
  /** What `local` hid, by function call, innermost last. */
  readonly scopes: Map<string, Variable | undefined>[] = [];
  jobs: Job[] = [];
  /** When `SECONDS` was 0. */
  #secondsFromMs = performance.now();

  constructor(pid: number) {
    this.pid = pid;
  }

  fork(): ShellState {
    const copy = new ShellState(this.pid);
    Object.assign(copy, {
      cwd: this.cwd,
      name: this.name,
      positional: [...this.positional],
      lastCode: this.lastCode,
      lastJobPid: this.lastJobPid,
    });
    copy.#secondsFromMs = this.#secondsFromMs;
    for (const option of this.options) copy.options.add(option);
    for (const [name, body] of this.functions) copy.functions.set(name, body);
    for (const [name, { value, ...rest }] of this.variables)
      copy.variables.set(name, { ...rest, value: typeof value === "string" ? value : new Map(value) });
    for (const scope of this.scopes) copy.scopes.push(new Map(scope));
    return copy;
  }

  /** A variable's value; an array's is that of its first element. */
  get(name: string): string | undefined {
    if (name === "PWD") return this.cwd;
    if (name === "RANDOM") return String(Math.floor(Math.random() * 32_768));
    if (name === "SECONDS") return String(Math.floor((performance.now() - this.#secondsFromMs) / 1000));
    const value = this.variables.get(name)?.value;
    return typeof value === "object" ? value.get(0) : value;
  }

  set(name: string, value: string, index?: number): void {
    const known = this.variables.get(name);
    if (known?.readonly) throw new ShellError(`read-only: ${name}`);
    if (name === "SECONDS") this.#secondsFromMs = performance.now() - (Number.parseInt(value, 10) || 0) * 1000;
    if (index === undefined && typeof known?.value !== "object") {
      this.variables.set(name, { ...known, value });
      return;
    }
    const values = typeof known?.value === "object" ? known.value : new Map(known ? [[0, known.value]] : []);
    values.set(index ?? 0, value);
    this.variables.set(name, { ...known, value: values });
  }

  setArray(name: string, values: readonly string[]): void {
    if (this.variables.get(name)?.readonly) throw new ShellError(`read-only: ${name}`);
    this.variables.set(name, { ...this.variables.get(name), value: new Map(values.entries()) });
  }

  unset(name: string): void {
    if (this.variables.get(name)?.readonly) throw new ShellError(`read-only: ${name}`);
    this.variables.delete(name);
  }

  /** Hides a variable until the function that runs now returns. */
  makeLocal(name: string): void {
    const scope = this.scopes.at(-1);
    if (!scope || scope.has(name)) return;
    scope.set(name, this.variables.get(name));
    this.variables.delete(name);
  }

  leaveScope(): void {
    for (const [name, hidden] of this.scopes.pop() ?? [])
      if (hidden) this.variables.set(name, hidden);
      else this.variables.delete(name);
  }

  /** What a command gets as its environment. */
  environment(): Record<string, string> {
    const env: Record<string, string> = {};
    for (const [name, { exported }] of this.variables) if (exported) env[name] = this.get(name) ?? "";
    return { ...env, PWD: this.cwd };
  }
}

/** What a piece of a script runs with. */
export interface Scope {
  readonly phone: ShellPhone;
  readonly state: ShellState;
  readonly descriptors: Descriptors;
  /** Aborts when the shell is to end, by its client's going, by Ctrl-C or by `kill`. */
  readonly signal: AbortSignal;
  /** Its exit code is looked at, so `set -e` does not end the shell for it. */
  readonly isTested: boolean;
  /** Calls of functions around it. */
  readonly depth: number;
}
