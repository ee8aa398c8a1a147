import type { Said } from "@udt/base";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Framework, RunCaseResult, RunCaseTask } from "@udt/contract";
import type { Device } from "@udt/driver";
import { afterAll } from "vitest";
import { baseEnvironment, prepareEnvironment } from "../src/environments/environment.ts";
import type { Bounds } from "../src/isolation/bounds.ts";
import { detectIsolation, type Environment } from "../src/isolation/isolation.ts";
import type { DeviceHand } from "../src/screen/device-hand.ts";
import type { CollectedCase } from "../src/runners/runner.ts";
import { RUNNERS } from "../src/runners/index.ts";
import { Executor } from "../src/runs/executor.ts";
import { makeFolder, onEnd } from "./harness.ts";
import { agentRunSpecOf, LIBRARY } from "./run-server.ts";

export interface ExecutorSetup {
  framework: Framework;
  files: Record<string, string>;
  bounds?: Partial<Bounds>;
  caseTimeoutMs?: number;
  deviceFault?: () => Promise<Said | null>;
  environment?: Environment;
}

let packages: string | undefined;
afterAll(() => packages !== undefined && rm(packages, { recursive: true, force: true }));

/** pytest is installed once for a spec's own use; the other frameworks need nothing. */
export async function environmentOf(framework: Framework): Promise<Environment> {
  if (framework !== "pytest") return baseEnvironment();
  packages ??= await mkdtemp(join(tmpdir(), "udt-pytest-"));
  const library = await makeFolder();
  const environments = { cache_dir: packages, install_hosts: [] };
  const isolation = await detectIsolation();
  return prepareEnvironment({ framework, library, environments, isolation, signal: AbortSignal.timeout(240_000) });
}

/** An executor with the files of a library in a place of their own, and what it tells. */
export async function setUpExecutor({
  framework,
  files,
  bounds = {},
  caseTimeoutMs = 30_000,
  deviceFault,
  environment,
}: ExecutorSetup) {
  const isolation = await detectIsolation();
  const place = await isolation.open({
    folder: join(await makeFolder(), "place"),
    bounds,
    environment: environment ?? (await environmentOf(framework)),
  });
  onEnd(() => place.close());
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(place.library, name)), { recursive: true });
    await writeFile(join(place.library, name), text);
  }
  const results: RunCaseResult[] = [];
  const also: (CollectedCase & { error: string })[] = [];
  const spec = agentRunSpecOf({ library: LIBRARY, config: { framework } });
  const executor = new Executor({
    runner: RUNNERS[framework],
    batchOf: (cases) => ({
      spec,
      cases,
      // Frameworks with a library never touch the device themselves.
      device: undefined as unknown as Device,
      hand: undefined as unknown as DeviceHand,
      control: null,
      recordsMemory: () => false,
      place,
      env: { UPLOADDIR: place.results, UDT_RESULTS_DIR: place.results, UDT_ATTEMPT: String(cases[0]!.attempt) },
    }),
    caseTimeoutMs,
    onResult: (result) => results.push(result),
    onAlsoFailed: (found, { error }) => also.push({ ...found, error }),
    onLog: () => undefined,
    onAt: () => undefined,
    onScene: () => undefined,
    onPicture: () => undefined,
    deviceBreaks: () => 0,
    deviceFault: deviceFault ?? (() => Promise.resolve(null)),
  });
  const run = async (cases: RunCaseTask[], signal = new AbortController().signal) => {
    await executor.run(cases, signal);
    // What the framework's own file says comes after a case's end, and changes nothing of it.
    const ends = results.filter(({ reported }) => reported === undefined);
    return cases.map(({ case_run_id }) => ends.findLast((result) => result.case_run_id === case_run_id));
  };
  return { executor, place, results, run, also };
}
