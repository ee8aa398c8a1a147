/** The machine's container engine, by the command line that it comes with. */
import { execFile } from "node:child_process";
import { join } from "node:path";

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

/** The first engine that answers and can isolate, or why there is none. */
export async function findEngine(
  names: readonly EngineName[] = ENGINES,
): Promise<{ engine: ContainerEngine; reason: "" } | { engine: null; reason: string }> {
  if (process.platform !== "linux") return { engine: null, reason: "containers are run on Linux alone" };
  const reasons: string[] = [];
  for (const name of names) {
    try {
      const facts = await call(name, ["info", "--format", "{{json .}}"], { timeoutMs: DETECT_TIMEOUT_MS });
      const { storage, fault } = judge(name, JSON.parse(facts) as EngineFacts);
      if (fault === "")
        return {
          engine: { name, storage, env: engineEnvironment(name), run: (words, options) => call(name, words, options) },
          reason: "",
        };
      reasons.push(`${name}: ${fault}`);
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      if (!said.includes("ENOENT")) reasons.push(`${name}: ${said.split("\n").at(-1)!}`);
    }
  }
  return { engine: null, reason: reasons.join("; ") || "neither podman nor docker is installed" };
}

interface EngineFacts {
  host?: { security?: { rootless?: boolean }; serviceIsRemote?: boolean };
  store?: { graphRoot?: string };
  ServerErrors?: string[];
  SecurityOptions?: string[];
  OSType?: string;
  DockerRootDir?: string;
}

/** An engine without root shifts user ids and may not bound memory: folders would be somebody else's, and bounds a word. */
function judge(name: EngineName, facts: EngineFacts): { storage: string; fault: string } {
  if (name === "podman") {
    const storage = facts.store?.graphRoot ?? "/";
    if (facts.host?.serviceIsRemote) return { storage, fault: "it works on another machine" };
    if (facts.host?.security?.rootless) return { storage, fault: "it has no root; the agent must be root for it" };
    return { storage, fault: "" };
  }
  const storage = facts.DockerRootDir ?? "/";
  if (facts.ServerErrors?.[0] !== undefined) return { storage, fault: facts.ServerErrors[0] };
  const options = facts.SecurityOptions?.join(",") ?? "";
  if (/name=(rootless|userns)/.test(options)) return { storage, fault: "it maps user ids, which UDT cannot use" };
  if (facts.OSType !== "linux") return { storage, fault: "it does not run Linux" };
  return { storage, fault: "" };
}
