import { needsEngine, needsLibrary, UdtError, type DeviceChoice, type DeviceOs, type JobConfig } from "@udt/contract";
import type { Queries } from "../../../platform/database/database.ts";
import { assertInstallable } from "../../../core/devices/devices.service.ts";
import {
  chosenOf,
  isOfProject,
  isUsable,
  poolDevices,
  type PoolDevice,
} from "../../../core/scheduling/scheduling.service.ts";
import { holdTagsOf, namedTags, type TagLookup } from "../../../core/tags/tags.service.ts";
import * as caseRuns from "./case-runs.repository.ts";
import type { CaseOfLibrary, RunGates } from "./gates.ts";
import { casesAgain } from "./rerun.ts";
import { RUN_DEMAND } from "./run-demand.ts";

/** A sequential run keeps a row for each case on each device. */
const ROWS_MAX = 500_000;

/** What a run will be, found out before anything is written. */
export interface PreparedRun {
  /** With the mode that it has: only cases that are listed before it begins can be shared out. */
  config: JobConfig;
  library_name: string;
  commit_id: string;
  app_name: string;
  app_version: string;
  wanted: DeviceChoice[];
  needs_engine: boolean;
  /** Its cases could not be listed: each device does that, in the image. */
  devices_list: boolean;
  cases: CaseOfLibrary[];
}

/**
 * Looks up everything that a run of this configuration needs.
 * @throws UdtError library_*, rerun_gone, job_app_deleted, tag_not_found, app_wrong_device, no_valid_devices, device_list, invalid_param
 */
export async function prepareRun(
  db: Queries,
  gates: RunGates,
  project_id: string,
  config: JobConfig,
  rerun: { test_id: string; case_keys: readonly string[] | undefined } | undefined,
): Promise<PreparedRun> {
  const appOf = (app_id: string) => usableApp(gates, project_id, app_id, config.os);
  const app = config.app_id === null ? undefined : await appOf(config.app_id);
  for (const app_id of config.preinstall_app_ids) await appOf(app_id);
  if (config.instrumentation) await appOf(config.instrumentation.test_app_id);
  // Asked at each start: a name may lead elsewhere than when the job was saved.
  if (config.environment.kind === "image") await gates.assertImage(config.environment.image);

  const needs_engine = needsEngine(config);
  const library =
    config.library_id === null || !needsLibrary(config.framework)
      ? undefined
      : await gates.library.pin(project_id, config.library_id, needs_engine && config.cases.kind === "all");
  const cases =
    config.framework === "monkey"
      ? monkeyCases(config, app?.app.package_name)
      : rerun
        ? await casesOfRerun(db, gates, rerun, library)
        : library?.is_listed
          ? await gates.library.cases(
              library.library_id,
              library.commit_id,
              config.cases.kind === "cases" ? config.cases.case_keys : undefined,
            )
          : [];
  const devices_list = library?.is_listed === false && cases.length === 0;
  if (cases.length === 0 && config.framework !== "instrumentation" && !devices_list)
    throw new UdtError("library_empty");

  // Told early; who begins it holds them.
  await holdTagsOf(db, project_id, config.devices);
  const tags = (await namedTags(db, [config.devices]))(project_id);
  const wanted = wantedDevices(await poolDevices(db), { project_id, tags }, config, needs_engine);
  const mode = library?.is_listed ? config.mode : "sequential";
  if (mode === "sequential" && cases.length * wanted.length > ROWS_MAX)
    throw new UdtError("run_too_large", { cases: cases.length, devices: wanted.length, limit: ROWS_MAX });
  return {
    config: { ...config, mode },
    library_name: library?.name ?? "",
    commit_id: library?.commit_id ?? "",
    app_name: app?.app.name ?? "",
    app_version: app?.app.version_name ?? "",
    wanted,
    needs_engine,
    devices_list,
    cases,
  };
}

/** @throws UdtError rerun_gone */
async function casesOfRerun(
  db: Queries,
  gates: RunGates,
  { test_id, case_keys }: NonNullable<Parameters<typeof prepareRun>[4]>,
  library: { library_id: string; commit_id: string; is_listed: boolean } | undefined,
): Promise<CaseOfLibrary[]> {
  const before = await caseRuns.keysOf(db, test_id);
  const named = case_keys && new Set(case_keys);
  const wanted = before.filter(({ case_key }) => named?.has(case_key) ?? true);
  const isByKey = wanted.every(({ beside }) => !beside);
  const keys = isByKey ? wanted.map(({ case_key }) => case_key) : undefined;
  const there = library?.is_listed
    ? await gates.library.cases(library.library_id, library.commit_id, keys)
    : // Only the device can list them; what is run again was listed before.
      before.filter(({ beside }) => !beside);
  const cases = casesAgain(wanted, before, there);
  // What never listed its cases may do so now.
  if (cases.length === 0 && (before.length > 0 || named)) throw new UdtError("rerun_gone");
  return cases;
}

async function usableApp(gates: RunGates, project_id: string, app_id: string, os: DeviceOs) {
  const found = await gates.app(project_id, app_id).catch((error: unknown) => {
    if (!(error instanceof UdtError)) throw error;
    throw new UdtError("job_app_deleted", {}, { cause: error });
  });
  assertInstallable(found.app.kind, os);
  return found;
}

function monkeyCases(config: JobConfig, app_package: string | undefined): CaseOfLibrary[] {
  const packages = config.monkey?.packages.length ? config.monkey.packages : app_package ? [app_package] : [];
  const [first] = packages;
  if (first === undefined) return [];
  // One monkey roams all of them: it is one case.
  return [{ case_key: "monkey", name: packages.join(", "), file: "", function: first }];
}

/**
 * A wish for each device. A rule wants as many as it finds, up to its count: nothing waits for a device that is not there.
 * Where no agent has an engine now, or all are reported as broken, out of use or closed to tasks, that may change: the run waits and says so.
 */
function wantedDevices(
  pool: PoolDevice[],
  { project_id, tags }: { project_id: string; tags: TagLookup },
  { os, devices: choice, only_healthy }: Pick<JobConfig, "os" | "devices" | "only_healthy">,
  needs_engine: boolean,
): DeviceChoice[] {
  if (choice.kind === "devices") {
    const own = new Set(pool.filter((device) => isOfProject(device, project_id)).map(({ device_id }) => device_id));
    for (const device_id of choice.device_ids)
      if (!own.has(device_id)) throw new UdtError("device_list", { device_id });
  }
  const found = chosenOf(pool, project_id, { os, wanted: choice }, tags);
  if (found.length === 0) throw new UdtError("no_valid_devices");
  if (choice.kind === "devices") {
    if (found.length < new Set(choice.device_ids).size) throw new UdtError("no_valid_devices");
    const closed = found.find(({ no_task }) => no_task);
    if (closed) throw new UdtError("device_no_tasks", { device_id: closed.device_id });
    return found.map(({ device_id }) => ({ kind: "devices", device_ids: [device_id] }));
  }
  const slot = { needs_engine, even_out_of_use: false, only_healthy };
  const usable = found.filter((device) => isUsable(slot, RUN_DEMAND, device)).length;
  return Array.from({ length: Math.min(choice.count, usable || found.length) }, () => ({ ...choice, count: 1 }));
}
