/**
 * `udt start`: the roles as processes of their own under one supervisor, so that a crash of one is that one's alone. A
 * role that dies is started again with back-off; a role that cannot start in the first place stops everything with its
 * sentence.
 */
import { fork, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { backoffMs, deferred, type Deferred } from "@udt/base";
import type { RoleMessage } from "./messages.ts";
import { memoryOf } from "./role-memory.ts";

const entry = fileURLToPath(new URL("main.ts", import.meta.url));
/** A role that ran this long before it died starts its back-off anew. */
const STABLE_MS = 60_000;
const STOP_GRACE_MS = 15_000;
/** A log larger than this is set aside at the next start, over the one set aside before. */
const LOG_KEEP_BYTES = 16 * 1024 ** 2;

type Role = "server" | "agent" | "phone";
type Ready<T extends RoleMessage["type"]> = Extract<RoleMessage, { type: T }>;

class Supervisor {
  readonly #children = new Map<Role, ChildProcess>();
  readonly #first: { [T in RoleMessage["type"]]?: Deferred<Ready<T>> } = {};
  readonly #started = new Set<Role>();
  readonly #logDir: string;
  #stopping = false;

  /** The roles' log lines go to `<logDir>/<role>.log`; the terminal shows only what a person needs. */
  constructor(logDir: string) {
    this.#logDir = logDir;
    mkdirSync(logDir, { recursive: true });
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
    const log = openSync(join(this.#logDir, `${role}.log`), "a");
    const memory = memoryOf(role);
    const child = fork(entry, [role, ...args], {
      env: { ...memory.env, ...env },
      execArgv: [...process.execArgv, ...memory.execArgv],
      stdio: ["ignore", log, "inherit", "ipc"],
    });
    closeSync(log);
    this.#children.set(role, child);
    child.on("message", (message: RoleMessage) => {
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
      if (this.#stopping) return;
      const next = Date.now() - started > STABLE_MS ? 0 : attempt + 1;
      const pause = backoffMs(next, 250, 15_000);
      console.error(`udt: the ${role} ended (${signal ?? code}); starting it again in ${Math.round(pause)} ms`);
      setTimeout(() => this.#stopping || this.run(role, args, env, next), pause);
    });
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

/** The token of the agent beside this server: made once, so that after a restart it is the same agent with the same phones. */
function localToken(dataDir: string): string {
  const file = join(dataDir, "agent-token");
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString("base64url"), { mode: 0o600 });
  return readFileSync(file, "utf8");
}

export async function start(): Promise<void> {
  const demo = process.env["UDT_DEMO"] === "1";
  const phoneCount = Number(process.env["UDT_PHONES"] ?? (demo ? 2 : 0));
  if (!Number.isInteger(phoneCount) || phoneCount < 0 || phoneCount > 100) {
    console.error("UDT_PHONES must be a whole number from 0 to 100.");
    process.exitCode = 1;
    return;
  }
  const dataDir = resolve(process.env["UDT_DATA_DIR"] || ".udt");
  const logDir = join(dataDir, "logs");
  const supervisor = new Supervisor(logDir);
  const env = { ...process.env, UDT_AGENT_TOKEN: process.env["UDT_AGENT_TOKEN"] || localToken(dataDir) };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void supervisor.stop(0));

  supervisor.run("server", [], env);
  if (phoneCount > 0) supervisor.run("phone", ["--count", String(phoneCount)], env);
  const [server, phones] = await Promise.all([
    supervisor.message("server_ready"),
    phoneCount > 0 ? supervisor.message("phones_ready") : undefined,
  ]);
  supervisor.run("agent", ["--server", server.local_url], {
    ...env,
    UDT_DATA_DIR: join(dataDir, "agent"),
    UDT_PHONE_ADDRESSES: phones?.addresses.join(",") ?? "",
  });
  await supervisor.message("agent_ready");

  console.log(`UDT is ready at ${server.url.replace("//127.0.0.1", "//localhost")}`);
  console.log(
    server.admin_password
      ? `Sign in as ${server.admin_email} with the password ${server.admin_password} (shown this once; only a hash is kept)`
      : `Sign in as ${server.admin_email}`,
  );
  for (const address of phones?.addresses ?? []) console.log(`Virtual phone: adb connect ${address}`);
  console.log(`Logs are in ${logDir}`);
}
