import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type LibraryFramework, needsLibrary, type RunOutcome, type RunSpec } from "@udt/contract";
import { baseEnvironment, prepareEnvironment } from "../environments/environment.ts";
import { detectIsolation, type Environment, type Isolation, type OpenWorkplace } from "../isolation/isolation.ts";
import { messageOf } from "../logger.ts";
import { PortPool } from "../private-adb/port-pool.ts";
import { privateAdb } from "../private-adb/private-adb.ts";
import type { Workplace } from "../runners/runner.ts";
import type { PartContext } from "./run-part.ts";

/** Where a run's scripts work; without a place for frameworks that need none. */
export interface RunWorkplace {
  place: Workplace | null;
  /** Where scripts find the private adb endpoint; null when the device has none. */
  adb_port: number | null;
  close(): Promise<void>;
}

export class WorkplaceFailure extends Error {
  readonly outcome: Extract<RunOutcome, "environment_failed" | "not_isolated">;

  constructor(outcome: WorkplaceFailure["outcome"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.outcome = outcome;
  }
}

const SLACK_MS = 60_000;

/** The library's files at the run's commit, in an isolated place of their own with the one device in it. */
export async function openRunWorkplace(
  spec: RunSpec,
  context: PartContext,
  note: (text: string) => void,
  signal: AbortSignal,
): Promise<RunWorkplace> {
  const { library, framework, config } = spec;
  if (library === null || !needsLibrary(framework))
    return { place: null, adb_port: null, close: () => Promise.resolve() };
  const isolation = await detectIsolation();
  if (isolation.mode === "none" && !spec.allow_unisolated && !library.is_builtin)
    throw new WorkplaceFailure("not_isolated", `scripts cannot be isolated here: ${isolation.reason}`);
  note(isolation.mode === "none" ? `not isolated: ${isolation.reason}` : `isolated by ${isolation.mode}`);
  if (config.environment.kind === "image")
    throw new WorkplaceFailure("environment_failed", "this agent has no container engine for the job's image");
  let open: OpenWorkplace | undefined;
  try {
    const archive = await download(library.sha256, context, signal);
    const environment = await findEnvironment(framework, archive, isolation, context, signal);
    open = await openPlace(spec, environment, isolation, context);
    await unpack(open, archive, signal);
    const place = open;
    return { place, adb_port: place.ports["adb"] ?? null, close: () => place.close() };
  } catch (error) {
    await open?.close();
    signal.throwIfAborted();
    throw new WorkplaceFailure("environment_failed", messageOf(error), { cause: error });
  }
}

async function openPlace(
  { config }: RunSpec,
  environment: Environment,
  isolation: Isolation,
  { device, folder }: PartContext,
): Promise<OpenWorkplace> {
  const { adb } = device.capabilities;
  // Scripts that share the agent's network dial any port of it.
  const pool = isolation.mode === "none" ? undefined : new PortPool();
  const open = await isolation.open({
    folder: join(folder, "place"),
    environment,
    // The run's own limits end it first.
    bounds: { timeMs: config.timeouts.device_minutes * 60_000 + SLACK_MS },
    ...(adb && { ports: { adb: privateAdb(device.identity.serial, adb, pool?.listenOn), ...pool?.handlers } }),
  });
  pool?.opened(open.ports);
  return open;
}

/** What the library's lock file asks for. It is read where reading it harms nobody. */
async function findEnvironment(
  framework: LibraryFramework,
  archive: string,
  isolation: Isolation,
  { folder, cacheDir }: PartContext,
  signal: AbortSignal,
): Promise<Environment> {
  const environment = await baseEnvironment();
  if (framework === "shell") return environment;
  const reading = await isolation.open({ folder: join(folder, "reading"), environment });
  try {
    await unpack(reading, archive, signal);
    return await prepareEnvironment({ framework, library: reading.library, cache_dir: cacheDir, signal });
  } finally {
    await reading.close();
  }
}

async function download(sha256: string, { api, folder }: PartContext, signal: AbortSignal): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, "snapshot.tar.gz");
  const hash = createHash("sha256");
  const body = await api.snapshot(signal);
  const hashed = async function* () {
    for await (const chunk of body) {
      hash.update(chunk);
      yield chunk;
    }
  };
  await pipeline(hashed, createWriteStream(file, { mode: 0o600 }), { signal });
  const actual = hash.digest("hex");
  if (actual !== sha256) throw new Error(`SHA-256 of the library's files is ${actual}, not ${sha256}`);
  return file;
}

/** A repository's archive is as strange as its owner: it is unpacked where its scripts will run, with no more rights. */
async function unpack(place: OpenWorkplace, archive: string, signal: AbortSignal): Promise<void> {
  const file = join(place.exchange, "snapshot.tar.gz");
  await copyFile(archive, file);
  const launched = place.launch({
    argv: ["/bin/tar", "-xzf", file, "-C", place.library],
    cwd: place.library,
    env: {},
  });
  let said = "";
  launched.output.on("data", (bytes: Buffer) => (said = (said + bytes.toString("utf8")).slice(0, 2000)));
  const kill = () => launched.kill();
  signal.addEventListener("abort", kill, { once: true });
  const { exit_code } = await launched.exited;
  signal.removeEventListener("abort", kill);
  signal.throwIfAborted();
  if (exit_code !== 0)
    throw new Error(`the library cannot be unpacked: ${said.trim() || `tar ended with ${exit_code}`}`);
}
