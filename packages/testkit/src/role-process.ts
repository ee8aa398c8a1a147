import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { memoryOf } from "@udt/cli";

const entry = fileURLToPath(new URL("../../../apps/cli/src/main.ts", import.meta.url));

/** A role of UDT as a process of its own, so that a test can kill it and start it again. */
export class RoleProcess {
  readonly #role: "server" | "agent" | "phone";
  readonly #args: string[];
  readonly #env: Record<string, string>;
  #child: ChildProcess | undefined;
  /** What the process wrote, for a failed test's message. */
  output = "";
  /** Where the newest one's inspector listens, if Node was told to have one (`NODE_OPTIONS`). */
  inspector: string | undefined;

  constructor(role: "server" | "agent" | "phone", args: string[], env: Record<string, string>) {
    this.#role = role;
    this.#args = args;
    this.#env = env;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  get pid(): number {
    if (this.#child?.pid === undefined) throw new Error(`the ${this.#role} does not run`);
    return this.#child.pid;
  }

  /**
   * Starts it, with `more` over what it was made with, and resolves with its first message of `type`.
   * @throws Error while it runs: two of one role would speak as one
   */
  async start<T extends { type: string }>(
    type: T["type"],
    more: { args?: string[]; env?: Record<string, string> } = {},
  ): Promise<T> {
    if (this.isRunning) throw new Error(`the ${this.#role} runs already`);
    const memory = memoryOf(this.#role);
    const child = fork(entry, [this.#role, ...this.#args, ...(more.args ?? [])], {
      env: { PATH: process.env["PATH"] ?? "", ...memory.env, ...this.#env, ...more.env },
      execArgv: [...process.execArgv, ...memory.execArgv],
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    this.#child = child;
    const keep = (chunk: Buffer) => {
      const said = chunk.toString();
      this.inspector = /^Debugger listening on (ws:\S+)/m.exec(said)?.[1] ?? this.inspector;
      this.output = (this.output + said).slice(-20_000);
    };
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    return new Promise((resolve, reject) => {
      child.on("message", (message: T) => {
        if (message.type === type) resolve(message);
      });
      child.once("exit", (code, signal) =>
        reject(new Error(`the ${this.#role} ended (${signal ?? code}) before ${type}:\n${this.output}`)),
      );
    });
  }

  /** Lets the process stand still, until {@link resume}. */
  pause(): void {
    this.#child?.kill("SIGSTOP");
  }

  resume(): void {
    this.#child?.kill("SIGCONT");
  }

  /** Sends the signal and resolves when the process has ended. */
  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const child = this.#child;
    if (!child || !this.isRunning) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }
}
