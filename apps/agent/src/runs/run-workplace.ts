import { type Said, SaidError, saidOf, say } from "@udt/base";
import { constants, copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type LibraryFramework, needsLibrary, type RunOutcome, type RunSpec } from "@udt/contract";
import type { Device, ScriptEndpoint } from "@udt/driver";
import {
  baseEnvironment,
  prepareEnvironment,
  type EnvironmentStore,
  type Prepared,
} from "../environments/environment.ts";
import { findPrograms, imageIsolation } from "../environments/image.ts";
import { detectIsolation, type Environment, type Isolation, type OpenWorkplace } from "../isolation/isolation.ts";
import { COLLECTORS, settled } from "../runners/collectors.ts";
import { PortPool } from "../private-adb/port-pool.ts";
import type { Workplace } from "../isolation/workplace.ts";
import type { CollectedCase, WantedCases } from "../runners/runner.ts";
import { picturesEndpoint } from "../script-pictures/script-pictures.ts";
import { checkedCases } from "../tasks/parse-library.ts";

/** What a workplace is made with. */
export interface PlaceContext {
  device: Device;
  /** A folder of these scripts alone. */
  folder: string;
  /** The agent's own, for packages that libraries ask for. */
  environments: EnvironmentStore;
  /** Puts the library's files at `target`: a gzipped tar of this hash. */
  takeSnapshot(sha256: string, target: string, signal: AbortSignal): Promise<void>;
  /** A script did something with the device. */
  onWorked(): void;
  /** The job's image could not be used: perhaps there is no engine any more. */
  onImageFailed(): void;
}

/** Where a run's scripts work; without a place for frameworks that need none. */
export interface RunWorkplace {
  place: Workplace | null;
  /** By what scripts find the device's endpoints. */
  env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export class WorkplaceFailure extends SaidError {
  readonly outcome: Extract<RunOutcome, "environment_failed" | "not_isolated">;

  constructor(outcome: WorkplaceFailure["outcome"], said: Said, options?: ErrorOptions) {
    super(said, options);
    this.outcome = outcome;
  }
}

const SLACK_MS = 60_000;
/** An image has everything; which of its programs are meant is seen once it runs. */
const IN_IMAGE: Environment = {
  programs: { node: "node", python: "python3", shell: "/bin/sh" },
  readOnly: [],
  path: [],
  env: {},
};

/** The library's files at the run's commit, in an isolated place of their own with the one device in it. */
export async function openRunWorkplace(
  spec: RunSpec,
  context: PlaceContext,
  note: (said: Said) => void,
  signal: AbortSignal,
): Promise<RunWorkplace> {
  const { library, framework, config } = spec;
  if (library === null || !needsLibrary(framework)) return { place: null, env: {}, close: () => Promise.resolve() };
  let open: OpenWorkplace | undefined;
  try {
    let archive: string;
    if (config.environment.kind === "image") {
      const { folder } = context;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const wish = { ...config.environment, credential: spec.image_credential, folder, note, signal };
      const isolation = await imageIsolation(wish);
      archive = await download(library.sha256, context, signal);
      open = await openPlace(spec, IN_IMAGE, isolation, context);
      open = { ...open, programs: await findPrograms(open, framework, signal) };
    } else {
      const isolation = await builtInIsolation(spec.allow_unisolated || library.is_builtin, note);
      archive = await download(library.sha256, context, signal);
      const environment = await findEnvironment(framework, archive, isolation, context, signal);
      if (environment.remark !== undefined) note(environment.remark);
      open = await openPlace(spec, environment, isolation, context);
    }
    await unpack(open, archive, signal);
    const place = open;
    return { place, env: endpointEnv(context.device, place.ports), close: () => place.close() };
  } catch (error) {
    await open?.close();
    signal.throwIfAborted();
    if (config.environment.kind === "image") context.onImageFailed();
    if (error instanceof WorkplaceFailure) throw error;
    const said = saidOf(error, (raw) => say("environment_failed", {}, raw));
    throw new WorkplaceFailure("environment_failed", said, { cause: error });
  }
}

/**
 * The cases of a library that could not be listed where libraries are read.
 * @param only what is asked about, where that is not all of them
 * @throws WorkplaceFailure
 */
export async function listCases(
  { framework }: RunSpec,
  { place }: RunWorkplace,
  signal: AbortSignal,
  only?: WantedCases,
): Promise<CollectedCase[]> {
  if (place === null || !needsLibrary(framework)) return [];
  try {
    const cases = checkedCases(settled(await COLLECTORS[framework](place, signal, only)).cases);
    const none = only?.lines ? "selection_has_no_steps" : only ? "file_has_no_cases" : "library_has_no_cases";
    if (cases.length === 0) throw new SaidError(say(none));
    return cases;
  } catch (error) {
    signal.throwIfAborted();
    const said = saidOf(error, (raw) => say("library_cases_in_image", {}, raw));
    throw new WorkplaceFailure("environment_failed", said, { cause: error });
  }
}

async function builtInIsolation(mayBeNone: boolean, note: (said: Said) => void): Promise<Isolation> {
  const isolation = await detectIsolation();
  if (isolation.mode === "none" && !mayBeNone)
    throw new WorkplaceFailure("not_isolated", isolation.reason ?? say("scripts_not_isolated"));
  note(isolation.mode === "none" ? (isolation.reason ?? say("scripts_not_isolated")) : say("scripts_isolated"));
  return isolation;
}

async function openPlace(
  { config }: RunSpec,
  environment: Environment,
  isolation: Isolation,
  { device, folder, onWorked }: PlaceContext,
): Promise<OpenWorkplace> {
  const endpoints = endpointsOf(device);
  // Scripts that share the agent's network dial any port of it.
  const pool = isolation.mode === "none" ? undefined : new PortPool();
  const open = await isolation.open({
    folder: join(folder, "place"),
    environment,
    // The run's own limits end it first.
    bounds: { timeMs: config.timeouts.device_minutes * 60_000 + SLACK_MS },
    ...(endpoints.length > 0 && {
      ports: {
        ...Object.fromEntries(endpoints.map((each) => [each.name, each.serve(onWorked, pool?.listenOn)])),
        ...pool?.handlers,
      },
    }),
  });
  pool?.opened(open);
  return open;
}

/** By what scripts reach the device: its own first, which expect to be where their clients look for them. */
function endpointsOf(device: Device): ScriptEndpoint[] {
  const { screen } = device.capabilities;
  return [...device.endpoints(), ...(screen ? [picturesEndpoint(screen)] : [])];
}

function endpointEnv(device: Device, ports: Readonly<Record<string, number>>): Record<string, string> {
  const env = endpointsOf(device).map(({ name, env: envOf }) => {
    const port = ports[name];
    return port === undefined ? {} : envOf(port);
  });
  return Object.assign({}, ...env) as Record<string, string>;
}

/** What the library's lock file asks for. It is read where reading it harms nobody. */
async function findEnvironment(
  framework: LibraryFramework,
  archive: string,
  isolation: Isolation,
  { folder, environments }: PlaceContext,
  signal: AbortSignal,
): Promise<Prepared> {
  const environment = await baseEnvironment();
  if (framework === "shell") return environment;
  const reading = await isolation.open({ folder: join(folder, "reading"), environment });
  try {
    await unpack(reading, archive, signal);
    return await prepareEnvironment({ framework, library: reading.library, environments, isolation, signal });
  } finally {
    await reading.close();
  }
}

async function download(sha256: string, context: PlaceContext, signal: AbortSignal): Promise<string> {
  const { folder, takeSnapshot } = context;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, "snapshot.tar.gz");
  await takeSnapshot(sha256, file, signal);
  return file;
}

/** A repository's archive is as strange as its owner: it is unpacked where its scripts will run, with no more rights. */
async function unpack(place: OpenWorkplace, archive: string, signal: AbortSignal): Promise<void> {
  const file = join(place.exchange, "snapshot.tar.gz");
  // Programs of an image may have run here: no link of theirs is written through.
  await copyFile(archive, file, constants.COPYFILE_EXCL);
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
    throw new SaidError(say("library_not_unpacked", {}, said.trim() || `tar: exit code ${exit_code}`));
}
