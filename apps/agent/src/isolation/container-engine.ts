/** The machine's container engine, by the command line that it comes with. */
import { type Said, say, type WordCode } from "@udt/base";
import { execFile } from "node:child_process";
import { join } from "node:path";
import type { EngineFault } from "@udt/contract";
import { z } from "zod";
import { messageOf } from "../logger.ts";

export const ENGINES = ["podman", "docker"] as const;
export type EngineName = (typeof ENGINES)[number];

export interface EngineCall {
  timeoutMs?: number;
  signal?: AbortSignal;
  /** A folder with the registries' passwords that it uses, in {@link CONFIG_FILE}; without it docker uses nobody's. */
  configFolder?: string;
}

export interface ContainerEngine {
  readonly name: EngineName;
  readonly version: string;
  /** Where it keeps images. */
  readonly storage: string;
  /** What it needs in its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Resolves with what it printed. @throws EngineFailure */
  run(words: readonly string[], call?: EngineCall): Promise<string>;
}

export class EngineFailure extends Error {
  readonly isTimeout: boolean;

  constructor(said: string, isTimeout: boolean) {
    super(said);
    this.isTimeout = isTimeout;
  }
}

const TIMEOUT_MS = 30_000;
const DETECT_TIMEOUT_MS = 10_000;
const OUTPUT_MAX_BYTES = 4 * 1024 ** 2;
/** What docker calls it; podman reads the same. */
export const CONFIG_FILE = "config.json";
/** Debian's name for a folder that never is. */
const NO_FOLDER = "/nonexistent";

/** The operator's settings of proxies and sockets hold. Passwords and contexts of whoever started the agent are not lent to jobs. */
function engineEnvironment(name: EngineName, configFolder?: string): Record<string, string> {
  const own = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !/^(UDT_|NODE_CHANNEL_|DOCKER_(CONTEXT|CONFIG)$|REGISTRY_AUTH_FILE$)/.test(entry[0]),
  );
  const env = Object.fromEntries(own);
  if (name === "docker") return { ...env, DOCKER_CONFIG: configFolder ?? NO_FOLDER };
  return configFolder === undefined ? env : { ...env, REGISTRY_AUTH_FILE: join(configFolder, CONFIG_FILE) };
}

function call(name: EngineName, words: readonly string[], options: EngineCall = {}): Promise<string> {
  const { timeoutMs = TIMEOUT_MS, signal, configFolder } = options;
  return new Promise((resolve, reject) => {
    execFile(
      name,
      words,
      {
        env: engineEnvironment(name, configFolder),
        cwd: "/",
        timeout: timeoutMs,
        killSignal: "SIGKILL",
        maxBuffer: OUTPUT_MAX_BYTES,
        ...(signal && { signal }),
      },
      (error, stdout, stderr) => {
        if (!error) return resolve(stdout);
        if (signal?.aborted) return reject(signal.reason as Error);
        const isTimeout = error.killed === true;
        reject(new EngineFailure(isTimeout ? `${name} took too long` : stderr.trim() || error.message, isTimeout));
      },
    );
  });
}

/** An engine that is there and cannot be used. */
export interface FaultyEngine {
  name: EngineName;
  fault: EngineFault;
  /** For whoever owns the agent. */
  reason: Said;
}

/** The first engine that answers and can isolate, and those before it that cannot. Without one, why not in words. */
export async function findEngine(
  names: readonly EngineName[] = ENGINES,
  signal?: AbortSignal,
): Promise<{ faulty: FaultyEngine[] } & ({ engine: ContainerEngine; reason: null } | { engine: null; reason: Said })> {
  const faulty: FaultyEngine[] = [];
  if (process.platform !== "linux") return { engine: null, faulty, reason: say("engine_linux_only") };
  for (const name of names) {
    try {
      const said = await call(name, ["info", "--format", "{{json .}}"], {
        timeoutMs: DETECT_TIMEOUT_MS,
        ...(signal && { signal }),
      });
      const { version, storage, fault, words } = READ[name](JSON.parse(said));
      if (fault !== null) {
        faulty.push({ name, fault, reason: say(FAULTS[fault], { engine: name }, words) });
        continue;
      }
      const env = engineEnvironment(name);
      const run: ContainerEngine["run"] = (words, options) => call(name, words, options);
      return { engine: { name, version, storage, env, run }, faulty, reason: null };
    } catch (error) {
      signal?.throwIfAborted();
      const words = messageOf(error);
      const code = error instanceof z.ZodError ? "engine_nonsense" : "engine_silent";
      if (!words.includes("ENOENT")) faulty.push({ name, fault: "silent", reason: say(code, { engine: name }, words) });
    }
  }
  return { engine: null, faulty, reason: faulty[0]?.reason ?? say("engine_none_installed") };
}

const FAULTS = {
  silent: "engine_silent",
  remote: "engine_remote",
  rootless: "engine_rootless",
  mapped_users: "engine_mapped_users",
  not_linux: "engine_not_linux",
} as const satisfies Record<EngineFault, WordCode>;

/** What an engine's `info` says of it. */
interface Facts {
  version: string;
  storage: string;
  fault: EngineFault | null;
  /** Its own of a fault, when it has any. */
  words: string;
}

const podmanInfo = z.object({
  host: z.object({ security: z.object({ rootless: z.boolean() }), serviceIsRemote: z.boolean().default(false) }),
  store: z.object({ graphRoot: z.string() }),
  version: z.object({ Version: z.string() }),
});
const dockerInfo = z.object({
  ServerErrors: z.array(z.string()).nullish(),
  SecurityOptions: z.array(z.string()).nullish(),
  // A docker that has no daemon may tell of its errors alone.
  OSType: z.string().default(""),
  DockerRootDir: z.string().default("/"),
  ServerVersion: z.string().default(""),
});

/** An engine without root shifts user ids and may not bound memory: folders would be somebody else's, and bounds a word. */
const READ: Readonly<Record<EngineName, (info: unknown) => Facts>> = {
  podman(info) {
    const { host, store, version } = podmanInfo.parse(info);
    const fault = host.serviceIsRemote ? "remote" : host.security.rootless ? "rootless" : null;
    return { version: version.Version, storage: store.graphRoot, fault, words: "" };
  },
  docker(info) {
    const { ServerErrors, SecurityOptions, OSType, DockerRootDir, ServerVersion } = dockerInfo.parse(info);
    const facts = { version: ServerVersion, storage: DockerRootDir };
    const [error] = ServerErrors ?? [];
    if (error !== undefined) return { ...facts, fault: "silent", words: error };
    const options = SecurityOptions?.join(",") ?? "";
    const fault = /name=rootless/.test(options)
      ? "rootless"
      : /name=userns/.test(options)
        ? "mapped_users"
        : OSType !== "linux"
          ? "not_linux"
          : null;
    return { ...facts, fault, words: "" };
  },
};
