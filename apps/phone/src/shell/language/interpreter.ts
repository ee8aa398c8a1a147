import { isNonEmpty } from "@udt/base";
import type { CommandNode, PipelineNode, ScriptNode, SimpleCommandNode, StatementNode } from "just-bash";
import { FileError } from "../../system/file-errors.ts";
import { isDeadly } from "../signals.ts";
import type { PhoneTask } from "../../system/tasks.ts";
import { BrokenPipe, EXIT_BROKEN_PIPE, Exit, Killed, LoopJump, Return, ShellError, exitCodeOf } from "./control.ts";
import { builtins } from "./builtins.ts";
import type { CommandRunner, Invoked } from "./command-runner.ts";
import { judge } from "./conditions.ts";
import { Descriptor, NO_INPUT, Pipe } from "./descriptors.ts";
import { Expander } from "./expansion.ts";
import { invoke } from "./invocation.ts";
import type { Assignment, CommandOf, CompoundCommand } from "./nodes.ts";
import { matchesPattern } from "./patterns.ts";
import { redirect } from "./redirections.ts";
import type { Job, Scope } from "./state.ts";

/** How long a script may keep the thread, which all phones of the process share, before others get it. */
const SLICE_MS = 10;
const MAX_DEPTH = 250;
/** Builtins whose arguments may be assignments, which are not split. */
const DECLARATIONS = new Set(["declare", "export", "local", "readonly", "typeset"]);

/** Runs syntax trees. Each command runs by itself, so its output goes out as it comes and its pipes flow as it runs. */
export class Interpreter implements CommandRunner {
  readonly words: Expander = new Expander((script, scope) => this.#substitute(script, scope));
  #sliceEndsMs = 0;

  hasBuiltin(name: string): boolean {
    return builtins.has(name);
  }

  async statements(statements: readonly StatementNode[], scope: Scope): Promise<number> {
    for (const statement of statements) await this.#statement(statement, scope);
    return scope.state.lastCode;
  }

  async #statement(statement: StatementNode, scope: Scope): Promise<void> {
    if (statement.deferredError) throw new ShellError(`syntax error: unexpected '${statement.deferredError.token}'`);
    const { state } = scope;
    if (statement.background) {
      this.#background(statement, scope);
      state.lastCode = 0;
      return;
    }
    const last = statement.pipelines.length - 1;
    for (const [index, pipeline] of statement.pipelines.entries()) {
      const operator = index === 0 ? ";" : (statement.operators[index - 1] ?? ";");
      if ((operator === "&&" && state.lastCode !== 0) || (operator === "||" && state.lastCode === 0)) continue;
      await this.#breathe(scope);
      const isTested = scope.isTested || index < last || pipeline.negated;
      const code = await this.#pipeline(pipeline, { ...scope, isTested });
      state.lastCode = pipeline.negated ? Number(code === 0) : code;
      if (code !== 0 && !isTested && state.options.has("e")) throw new Exit(code);
    }
  }

  /** Lets the phones' other work go on, and ends what was told to end. */
  async #breathe({ signal }: Scope): Promise<void> {
    this.#sliceEndsMs ||= performance.now() + SLICE_MS;
    if (performance.now() > this.#sliceEndsMs) {
      await new Promise((resolve) => setImmediate(resolve));
      this.#sliceEndsMs = performance.now() + SLICE_MS;
    }
    if (signal.aborted) throw new Exit(exitCodeOf(signal));
  }

  async #pipeline(pipeline: PipelineNode, scope: Scope): Promise<number> {
    const startMs = performance.now();
    const [first] = pipeline.commands;
    const isAlone = first && pipeline.commands.length === 1;
    const code = await (isAlone ? this.#command(first, scope) : this.#pipes(pipeline, scope));
    if (pipeline.timed) {
      const seconds = (performance.now() - startMs) / 1000;
      const text = `${Math.floor(seconds / 60)}m${(seconds % 60).toFixed(2).padStart(5, "0")}s`;
      await scope.descriptors.get(2)?.sink?.(`    ${text} real     0m00.00s user     0m00.00s system\n`);
    }
    return code;
  }

  /** Runs all commands at once, each in a shell of its own, and answers the last one's code. */
  async #pipes({ commands, pipeStderr }: PipelineNode, scope: Scope): Promise<number> {
    const pipes = commands.slice(1).map(() => new Pipe());
    const runs = commands.map(async (command, index) => {
      const before = pipes[index - 1];
      const after = pipes[index];
      const descriptors = new Map(scope.descriptors);
      if (before) descriptors.set(0, before.input);
      if (after) descriptors.set(1, after.output);
      if (after && pipeStderr?.[index]) descriptors.set(2, after.output);
      try {
        return await this.subshell({ ...scope, descriptors }, (own) => this.#command(command, own));
      } finally {
        before?.endOfInput();
        void after?.output.released().then(() => after.endOfOutput());
      }
    });
    const codes = await Promise.all(runs);
    return (scope.state.options.has("pipefail") && codes.findLast((code) => code !== 0)) || (codes.at(-1) ?? 0);
  }

  async subshell(scope: Scope, run: (scope: Scope) => Promise<number>): Promise<number> {
    const state = scope.state.fork();
    const own = { ...scope, state, descriptors: new Map(scope.descriptors) };
    let code: number;
    try {
      code = await run(own);
    } catch (error) {
      code = await this.codeOfEnd(error, own);
    }
    return this.atExit(own, code);
  }

  /** Runs `trap … EXIT`. */
  async atExit(scope: Scope, code: number): Promise<number> {
    const action = scope.state.traps.get("EXIT");
    if (action === undefined || action === "") return code;
    scope.state.traps.delete("EXIT");
    scope.state.lastCode = code;
    try {
      const { parseAll } = await import("./syntax.ts");
      await this.statements((await parseAll(action)).statements, scope);
      return code;
    } catch (error) {
      return this.codeOfEnd(error, scope);
    }
  }

  /** The exit code of a shell that ended this way. Throws on what is no way for a shell to end. */
  async codeOfEnd(error: unknown, { state, descriptors, signal }: Scope): Promise<number> {
    if (error instanceof Exit || error instanceof Return) return error.code;
    if (error instanceof LoopJump) return state.lastCode;
    if (error instanceof BrokenPipe) return EXIT_BROKEN_PIPE;
    if (signal.aborted) return exitCodeOf(signal);
    if (!(error instanceof ShellError) && !(error instanceof FileError)) throw error;
    const text = error instanceof FileError ? error.text : error.message;
    await descriptors.get(2)?.sink?.(`/system/bin/sh: ${text}\n`);
    return 1;
  }

  async #substitute(script: ScriptNode, scope: Scope): Promise<string> {
    const parts: Uint8Array[] = [];
    const output = new Descriptor({
      sink: async (part) => void parts.push(typeof part === "string" ? Buffer.from(part) : part),
    });
    const descriptors = new Map(scope.descriptors).set(1, output);
    scope.state.lastCode = await this.subshell({ ...scope, descriptors, isTested: true }, (own) =>
      this.statements(script.statements, own),
    );
    scope.state.substituted++;
    await output.released();
    return Buffer.concat(parts)
      .toString()
      .replaceAll("\0", "")
      .replace(/(?<!\n)\n+$/, "");
  }

  #background(statement: StatementNode, scope: Scope): void {
    const { state, phone } = scope;
    const stop = new AbortController();
    const own = { ...scope, state: state.fork(), signal: stop.signal, isTested: false };
    const descriptors = new Map(scope.descriptors).set(0, NO_INPUT);
    const text = statement.sourceText?.replace(/(?<!\s)\s*&$/, "") ?? "";
    const { tasks, clock } = phone.system;
    const task: PhoneTask = {
      pid: tasks.allocate(),
      ppid: state.pid,
      words: ["sh", "-c", text],
      startedAtMs: clock.now(),
      signal: (number) => {
        const isIgnored = number === 1 && own.state.traps.get("HUP") === "";
        if (isDeadly(number) && !isIgnored) stop.abort(new Killed(number));
      },
    };
    tasks.add(task);
    const done = this.#job(statement, { ...own, descriptors }).finally(() => tasks.remove(task));
    const number = Math.max(0, ...state.jobs.map((each) => each.number)) + 1;
    const job: Job = { number, text, task, done, code: undefined };
    void done.then((code) => (job.code = code));
    const redirected = redirectedBy(statement);
    for (const [fd, descriptor] of descriptors) if (!redirected.has(fd)) descriptor.hold(done);
    state.jobs.push(job);
    state.lastJobPid = task.pid;
  }

  async #job(statement: StatementNode, scope: Scope): Promise<number> {
    try {
      const { state } = scope;
      const code = await this.statements([{ ...statement, background: false }], scope);
      return await this.atExit({ ...scope, state }, code);
    } catch (error) {
      try {
        return await this.codeOfEnd(error, scope);
      } catch (unexpected) {
        // Nobody waits for a job's error, so it is told where a phone tells such things.
        const text = unexpected instanceof Error ? unexpected.message : String(unexpected);
        scope.phone.system.log.write("E", "sh", `${statement.sourceText ?? ""}: ${text}`, scope.state.pid);
        return 1;
      }
    }
  }

  async #command(command: CommandNode, scope: Scope): Promise<number> {
    if (command.type === "SimpleCommand") return this.#simple(command, scope);
    if (command.type === "FunctionDef") {
      scope.state.functions.set(command.name, command.body);
      return 0;
    }
    return this.#compound(command, scope);
  }

  async #compound(command: CompoundCommand, scope: Scope): Promise<number> {
    let descriptors: Map<number, Descriptor> | undefined;
    try {
      if (command.redirections.length > 0) descriptors = await redirect(command.redirections, scope, this.words);
    } catch (error) {
      return this.codeOfEnd(error, scope);
    }
    const own = descriptors ? { ...scope, descriptors } : scope;
    switch (command.type) {
      case "Group":
        return command.body.length === 0 ? 0 : this.statements(command.body, own);
      case "Subshell":
        return this.subshell(own, (inner) => this.statements(command.body, inner));
      case "If":
        return this.#if(command, own);
      case "For":
        return this.#for(command, own);
      case "CStyleFor":
        return this.#countingFor(command, own);
      case "While":
      case "Until":
        return this.#while(command, own);
      case "Case":
        return this.#case(command, own);
      case "ArithmeticCommand":
        return Number((await this.words.arithmetic(command.expression, own)) === 0);
      case "ConditionalCommand":
        return Number(!(await judge(command.expression, own, this.words)));
    }
  }

  async #if({ clauses, elseBody }: CommandOf<"If">, scope: Scope): Promise<number> {
    for (const { condition, body } of clauses)
      if ((await this.statements(condition, { ...scope, isTested: true })) === 0) return this.statements(body, scope);
    return elseBody ? this.statements(elseBody, scope) : 0;
  }

  async #for({ variable, words, body }: CommandOf<"For">, scope: Scope): Promise<number> {
    const values = words ? await this.words.fields(words, scope) : [...scope.state.positional];
    let code = 0;
    for (const value of values) {
      scope.state.set(variable, value);
      const { isOver, code: last } = await this.#round(body, scope);
      code = last;
      if (isOver) break;
    }
    return code;
  }

  async #countingFor({ init, condition, update, body }: CommandOf<"CStyleFor">, scope: Scope): Promise<number> {
    let code = 0;
    if (init) await this.words.arithmetic(init, scope);
    const goesOn = async () => !condition || (await this.words.arithmetic(condition, scope)) !== 0;
    while (await goesOn()) {
      const { isOver, code: last } = await this.#round(body, scope);
      code = last;
      if (isOver) break;
      if (update) await this.words.arithmetic(update, scope);
    }
    return code;
  }

  async #while({ type, condition, body }: CommandOf<"While"> | CommandOf<"Until">, scope: Scope): Promise<number> {
    const tested = { ...scope, isTested: true };
    let code = 0;
    for (;;) {
      const round = await this.#round(condition, tested);
      if (round.isOver || (round.code === 0) !== (type === "While")) return code;
      if (round.isJump) continue;
      const { isOver, code: last } = await this.#round(body, scope);
      code = last;
      if (isOver) return code;
    }
  }

  /** One round of a loop. */
  async #round(
    body: readonly StatementNode[],
    scope: Scope,
  ): Promise<{ isOver: boolean; isJump: boolean; code: number }> {
    await this.#breathe(scope);
    try {
      return { isOver: false, isJump: false, code: await this.statements(body, scope) };
    } catch (error) {
      if (!(error instanceof LoopJump)) throw error;
      if (--error.levels > 0) throw error;
      return { isOver: error.kind === "break", isJump: true, code: 0 };
    }
  }

  async #case({ word, items }: CommandOf<"Case">, scope: Scope): Promise<number> {
    const text = await this.words.text(word, scope);
    let code = 0;
    let isFalling = false;
    for (const { patterns, body, terminator } of items) {
      if (!isFalling && !(await this.#matchesAny(patterns, text, scope))) continue;
      code = body.length === 0 ? 0 : await this.statements(body, scope);
      isFalling = terminator === ";&";
      if (terminator === ";;") break;
    }
    return code;
  }

  async #matchesAny(patterns: Parameters<Expander["pattern"]>[0][], text: string, scope: Scope): Promise<boolean> {
    for (const pattern of patterns) if (matchesPattern(await this.words.pattern(pattern, scope), text)) return true;
    return false;
  }

  async #simple(command: SimpleCommandNode, scope: Scope): Promise<number> {
    const { state } = scope;
    const substitutedBefore = state.substituted;
    const words = await this.#wordsOf(command, scope);
    let descriptors: Map<number, Descriptor>;
    try {
      descriptors = await redirect(command.redirections, scope, this.words);
    } catch (error) {
      return this.codeOfEnd(error, scope);
    }
    if (!isNonEmpty(words)) {
      for (const assignment of command.assignments) await this.assign(assignment, scope);
      // A substitution in them leaves its exit code.
      return state.substituted === substitutedBefore ? 0 : state.lastCode;
    }
    if (state.options.has("x")) await scope.descriptors.get(2)?.sink?.(`+ ${words.join(" ")}\n`);
    // `exec` without a command leaves the shell itself with the redirections.
    if (words.length === 1 && words[0] === "exec") {
      for (const [number, descriptor] of descriptors)
        (scope.descriptors as Map<number, Descriptor>).set(number, descriptor);
      return 0;
    }
    const environment: Record<string, string> = {};
    for (const { name, value } of command.assignments)
      environment[name] = value ? await this.words.text(value, scope) : "";
    return this.run({ words, environment }, { ...scope, descriptors });
  }

  async #wordsOf({ name, args }: SimpleCommandNode, scope: Scope): Promise<string[]> {
    if (!name) return [];
    const first = await this.words.fields([name], scope);
    if (!DECLARATIONS.has(first[0] ?? "")) return [...first, ...(await this.words.fields(args, scope))];
    for (const arg of args) {
      const head = arg.parts[0];
      const isAssignment = head?.type === "Literal" && /^[A-Za-z_]\w*\+?=/.test(head.value);
      first.push(...(isAssignment ? [await this.words.text(arg, scope)] : await this.words.fields([arg], scope)));
    }
    return first;
  }

  async assign({ name: target, value, append, array }: Assignment, scope: Scope): Promise<void> {
    const [, name = target, subscript] = /^(\w+)\[(.*)\]$/s.exec(target) ?? [];
    const { state } = scope;
    if (array) {
      const values = await this.words.fields(array, scope);
      const before = append ? (state.variables.get(name)?.value ?? []) : [];
      const kept = typeof before === "string" ? [before] : before instanceof Map ? [...before.values()] : [];
      state.setArray(name, [...kept, ...values]);
      return;
    }
    const index = subscript === undefined ? undefined : await this.words.evaluate(subscript, scope);
    const text = value ? await this.words.text(value, scope) : "";
    state.set(name, append ? (state.get(name) ?? "") + text : text, index);
  }

  async run(invoked: Invoked, scope: Scope): Promise<number> {
    if (scope.depth > MAX_DEPTH) throw new ShellError(`${invoked.words[0]}: too many calls within calls`);
    try {
      return await invoke(this, invoked, scope);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      await scope.descriptors.get(2)?.sink?.(`/system/bin/sh: ${invoked.words[0]}: ${error.text}\n`);
      return 1;
    }
  }
}

/** The descriptors that a job has opened anew, so that those of its shell are not open in it. */
function redirectedBy({ pipelines }: StatementNode): Set<number> {
  const [command, ...others] = pipelines.flatMap(({ commands }) => commands);
  if (!command || others.length > 0) return new Set();
  return new Set(
    command.redirections.flatMap(({ operator, fd }) =>
      operator.startsWith("&") ? [1, 2] : [fd ?? (operator.startsWith("<") ? 0 : 1)],
    ),
  );
}
