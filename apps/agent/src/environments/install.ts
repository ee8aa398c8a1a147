import { say } from "@udt/base";
import { homedir } from "node:os";
import { dirname } from "node:path";
import { giveTrees } from "../give-trees.ts";
import type { Bounds } from "../isolation/bounds.ts";
import { type Environment, isOfSystem, type Isolation } from "../isolation/isolation.ts";
import { GuardProxy } from "../outgoing/guard-proxy.ts";
import { EnvironmentFailure } from "./environment-failure.ts";
import type { Registries } from "./registries.ts";

const MINUTES = 10;
const GIGABYTES = 4;
const WORDS_MAX = 2_000;
const BOUNDS: Bounds = {
  timeMs: MINUTES * 60_000,
  diskBytes: GIGABYTES * 1024 ** 3,
  memoryBytes: GIGABYTES * 1024 ** 3,
  // Only its last words are kept.
  outputBytes: Number.MAX_SAFE_INTEGER,
  processes: 500,
};

/** Where and how installers run. */
export interface Installing {
  isolation: Isolation;
  /** Interpreters, which installers read. */
  base: Environment;
  registries: Registries;
  signal: AbortSignal;
  bounds?: Bounds;
}

/** Beside the folder that is filled, for the time that its installer runs. */
export const WORKPLACE_END = ".installing";

/**
 * Runs an installer that may write to `folder` and reach the operator's registries, and nothing else of this computer or its
 * network, within bounds.
 * @param programs Folders of the installer itself
 * @throws EnvironmentFailure with its last words
 */
export async function install(
  argv: readonly [string, ...string[]],
  folder: string,
  { isolation, base, registries, signal, bounds = BOUNDS }: Installing,
  programs: readonly string[] = [],
): Promise<void> {
  const proxy = new GuardProxy({ wayTo: registries.wayTo, maxBytes: bounds.diskBytes });
  const place = await isolation.open({
    folder: `${folder}${WORKPLACE_END}`,
    environment: {
      ...base,
      readOnly: [
        ...base.readOnly,
        ...[...programs, ...registries.files].filter((path) => !isOfSystem(path)).map((path) => ({ path })),
      ],
    },
    bounds,
    writable: [folder],
    ports: { registries: (socket) => proxy.take(socket) },
  });
  let words = "";
  let exit;
  try {
    const out = `http://127.0.0.1:${place.ports["registries"]}`;
    const launched = place.launch({ argv, cwd: folder, env: { ...registries.env, ...proxyEnv(out) } });
    const kill = () => launched.kill();
    signal.addEventListener("abort", kill, { once: true });
    if (signal.aborted) kill();
    launched.output.on("data", (piece: Buffer) => (words = (words + piece.toString()).slice(-WORDS_MAX)));
    exit = await launched.exited;
    signal.removeEventListener("abort", kill);
    signal.throwIfAborted();
  } finally {
    proxy.close();
    await place.close();
  }
  const { exit_code, bound } = exit;
  if (bound === "disk" || proxy.isTooLarge)
    throw new EnvironmentFailure(say("environment_install_disk", { gigabytes: GIGABYTES }));
  if (bound === "memory") throw new EnvironmentFailure(say("environment_install_memory", { gigabytes: GIGABYTES }));
  if (bound === "processes") throw new EnvironmentFailure(say("process_bound_processes"));
  if (bound === "disk_full") throw new EnvironmentFailure(say("process_bound_disk_full"));
  if (bound === "time") throw new EnvironmentFailure(say("environment_install_time", { minutes: MINUTES }));
  if (exit_code !== 0) {
    const told = withoutPlaces(words.trim(), folder) || `${argv[0]}: exit code ${exit_code}`;
    const [host] = proxy.refused;
    throw new EnvironmentFailure(
      host === undefined
        ? say("environment_install", {}, told)
        : say("environment_install_host", { host, variable: "UDT_INSTALL_HOSTS" }, told),
    );
  }
  await takeBack(folder);
}

function proxyEnv(address: string): Record<string, string> {
  const names = ["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "PIP_PROXY"];
  const npm = { npm_config_proxy: address, npm_config_https_proxy: address, npm_config_noproxy: "" };
  return { ...Object.fromEntries(names.map((name) => [name, address])), ...npm, no_proxy: "", NO_PROXY: "" };
}

/** Members read it: where the agent keeps its files is not theirs to know. */
function withoutPlaces(words: string, folder: string): string {
  const home = homedir();
  const told = words
    .replaceAll(`${folder}${WORKPLACE_END}`, ".")
    .replaceAll(folder, ".")
    .replaceAll(dirname(folder), "..");
  return home.length > 1 ? told.replaceAll(home, "~") : told;
}

/** What outlives the installer is the agent's again. */
async function takeBack(folder: string): Promise<void> {
  if (process.getuid?.() === 0) await giveTrees([folder], 0);
}
