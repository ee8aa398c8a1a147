import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, readdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { backoffMs, deferred, type Deferred } from "@udt/base";
import type { RoleMessage, SupervisorMessage } from "./messages.ts";
import { envOf, type Role } from "./role-env.ts";
import { memoryOf } from "./role-memory.ts";

const entry = fileURLToPath(new URL("main.ts", import.meta.url));
/** A role that ran this long before it died starts its back-off anew. */
const STABLE_MS = 60_000;
const STOP_GRACE_MS = 15_000;
const ASK_EVERY_MS = 5_000;
/** So many questions in a row that a role leaves unanswered are its end. */
const UNANSWERED_MAX = 6;
/** Before its first answer: loading its code on a slow machine, it hears nothing. */
const UNANSWERED_AT_START_MAX = 24;
/** A log larger than this is set aside at the next start, over the one set aside before. */
const LOG_KEEP_BYTES = 16 * 1024 ** 2;

type Ready<T extends RoleMessage["type"]> = Extract<RoleMessage, { type: T }>;

export interface SupervisorOptions {
  /** The roles' log lines go to `<logDir>/<role>.log`, and the terminal shows only what a person needs; without it, all goes to the terminal. */
  logDir?: string;
  /** How often each role is asked whether it is there. */
  askEveryMs?: number;
}

/**
 * Keeps roles running, each a process of its own. One that dies, or that lives and does not answer, is started again with
 * back-off; one that cannot start in the first place stops everything with its sentence.
 */
export class Supervisor {
  readonly #children = new Map<Role, ChildProcess>();
  readonly #first: { [T in RoleMessage["type"]]?: Deferred<Ready<T>> } = {};
  readonly #started = new Set<Role>();
  readonly #options: SupervisorOptions;
  #stopping = false;

  constructor(options: SupervisorOptions = {}) {
    this.#options = options;
    const { logDir } = options;
    if (logDir === undefined) return;
    mkdirSync(logDir, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(logDir)) {
      const file = join(logDir, name);
      if (name.endsWith(".log") && statSync(file).size > LOG_KEEP_BYTES) renameSync(file, `${file}.old`);
    }
  }

  /** Resolves with the first message of that type from any role. */
  message<T extends RoleMessage["type"]>(type: T): Promise<Ready<T>> {
    const first = (this.#first as Record<T, Deferred<Ready<T>> | undefined>)[type] ?? deferred<Ready<T>>();
    (this.#first as Record<T, Deferred<Ready<T>>>)[type] = first;
    return first.promise;
  }

  run(role: Role, args: string[], env: NodeJS.ProcessEnv, attempt = 0): void {
    const started = Date.now();
    const { logDir } = this.#options;
    const log = logDir === undefined ? undefined : openSync(join(logDir, `${role}.log`), "a", 0o600);
    const memory = memoryOf(role);
    const child = fork(entry, [role, ...args], {
      env: { ...memory.env, ...envOf(role, env) },
      execArgv: [...process.execArgv, ...memory.execArgv],
      stdio: ["ignore", log ?? "inherit", "inherit", "ipc"],
    });
    if (log !== undefined) closeSync(log);
    this.#children.set(role, child);
    const watch = this.#watch(role, child);
    child.on("message", (message: RoleMessage) => {
      watch.heard();
      if (message.type === "here") return;
      if (message.type === "refused") {
        console.error(message.sentence);
        if (!this.#started.has(role)) void this.stop(1);
        return;
      }
      this.#started.add(role);
      void this.message(message.type);
      (this.#first[message.type] as Deferred<RoleMessage> | undefined)?.resolve(message);
    });
    child.on("exit", (code, signal) => {
      this.#children.delete(role);
      watch.stop();
      if (this.#stopping) return;
      const next = Date.now() - started > STABLE_MS ? 0 : attempt + 1;
      const pause = backoffMs(next, 250, 15_000);
      console.error(`udt: the ${role} ended (${signal ?? code}); starting it again in ${Math.round(pause)} ms`);
      setTimeout(() => this.#stopping || this.run(role, args, env, next), pause);
    });
  }

  /**
   * Asks the role again and again whether it is there, and ends it when it leaves too many questions in a row unanswered.
   * Questions are counted, not time: a machine that slept has asked none meanwhile.
   */
  #watch(role: Role, child: ChildProcess): { heard(): void; stop(): void } {
    const { askEveryMs = ASK_EVERY_MS } = this.#options;
    let unanswered = 0;
    let isUp = false;
    const timer = setInterval(() => {
      if (unanswered >= (isUp ? UNANSWERED_MAX : UNANSWERED_AT_START_MAX)) {
        console.error(`udt: the ${role} has not answered for ${(unanswered * askEveryMs) / 1000} s; ending it`);
        child.kill("SIGKILL");
        return;
      }
      unanswered++;
      const question: SupervisorMessage = { type: "are_you_there" };
      // One that is gone is told of by its exit.
      child.send(question, () => undefined);
    }, askEveryMs);
    return {
      heard: () => {
        unanswered = 0;
        isUp = true;
      },
      stop: () => clearInterval(timer),
    };
  }

  stopOnSignals(): void {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void this.stop(0));
  }

  async stop(exitCode: number): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    // The agent first: it still needs the phones to clean them and the server to tell it so.
    for (const roles of [["agent"], ["server", "phone"]] as const) {
      await Promise.all(roles.map((role) => this.#end(role)));
    }
    process.exit(exitCode);
  }

  async #end(role: Role): Promise<void> {
    const child = this.#children.get(role);
    if (!child) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    const hard = setTimeout(() => child.kill("SIGKILL"), STOP_GRACE_MS);
    await ended;
    clearTimeout(hard);
  }
}

/** One role under a supervisor of its own, which it ends with. */
export function superviseAlone(role: Role, args: string[]): void {
  const supervisor = new Supervisor();
  supervisor.stopOnSignals();
  supervisor.run(role, args, process.env);
}
