/** Runs made straight in the database, so that what reads them is tested without what makes them. */
import type { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import type {
  CaseCause,
  CaseDetail,
  CaseState,
  DeviceResult,
  EndReason,
  JobConfig,
  JobConfigInput,
  JunitCase,
  PhaseName,
  RunOrigin,
  SlotState,
  TestState,
  Verdict,
  Said,
} from "@udt/contract";
import { jobConfig } from "@udt/contract";
import {
  agents,
  devices,
  phases,
  resources,
  test_devices,
  tests,
  users,
} from "../src/platform/database/core.schema.ts";
import { case_details, case_runs } from "../src/platform/database/jobs.schema.ts";
import { slots } from "../src/platform/database/scheduling.schema.ts";
import type { Queries } from "../src/platform/database/database.ts";
import { writeReported } from "../src/kinds/job/runs/case-runs.repository.ts";
import { insertRun } from "../src/kinds/job/runs/runs.repository.ts";
import { newId } from "../src/platform/ids.ts";
import type { Server } from "../src/running-server.ts";

export { untidyTables } from "../src/platform/database/upkeep.ts";
export { putPicture } from "../src/core/devices/pictures.repository.ts";
export { DEMO_ADMIN, startDemoServer } from "./demo-server.ts";
export { makeLibrary } from "./library-factory.ts";
export { rolledUp } from "./rolled-up.ts";
export { embeddedTemplate } from "./templates.ts";

/** What a job needs least of: no app, no library. */
export const MONKEY_JOB: JobConfigInput = {
  app_id: null,
  framework: "monkey",
  library_id: null,
  monkey: { minutes: 5, seed: 1, throttle_ms: 0, events: null, packages: ["dev.udt.shop"] },
  devices: { kind: "rule", rules: [], count: 1 },
};

export interface MadeDevice {
  device_id: string;
  serial: string;
  brand: string;
  model: string;
}

export interface MadeCase {
  key: string;
  state?: CaseState;
  cause?: CaseCause;
  device_seq?: number | null;
  /** Another than its slot has now. */
  device_id?: string;
  attempt?: number;
  /** The index, in the same run, of the first attempt that this one repeats. */
  repeats?: number;
  superseded?: boolean;
  started_at?: number;
  cost?: number;
  error?: string;
  reason?: Said;
  file?: string;
  detail?: CaseDetail;
  /** What its framework's own JUnit file says of it. */
  reported?: JunitCase[];
}

export interface MadeRun {
  project_id: string;
  user_id: string;
  at: number;
  job_id?: string | null;
  job_name?: string;
  state?: TestState;
  end_reason?: EndReason | null;
  verdict?: Verdict | null;
  origin?: RunOrigin;
  commit_id?: string;
  app_name?: string;
  app_version?: string;
  library_name?: string;
  config?: Partial<JobConfig>;
  devices?: readonly (MadeDevice | null)[];
  slots?: readonly Partial<{
    state: SlotState;
    result: DeviceResult;
    error: Said;
    queued_at: number;
    device_id: string | null;
    lost_device_ids: string[];
    wanted: JobConfig["devices"];
  }>[];
  phases?: readonly { name: PhaseName; cost: number | null; error?: Said }[];
  /** Devices that took part and were lost; slots name them. */
  lost?: readonly { device: MadeDevice; error: Said }[];
  cases?: readonly MadeCase[];
}

/** Devices of an agent that never comes: reports show them, nothing runs on them. */
export async function makeDevices(db: Queries, count: number, at: number): Promise<MadeDevice[]> {
  const agent_id = newId();
  await db
    .insert(agents)
    .values({ agent_id, name: "rack", token_hash: newId(), created_at: at, offline_at: at })
    .onConflictDoNothing();
  const models = ["Pixel 9 Pro", "Xiaomi 15", "Galaxy S25", "Find X8"];
  const brands = ["Google", "Xiaomi", "Samsung", "OPPO"];
  const rows = Array.from({ length: count }, (_, index) => ({
    device_id: newId(),
    serial: `${agent_id.slice(0, 4)}-${index}`,
    brand: brands[index % brands.length]!,
    model: models[index % models.length]! + (index < models.length ? "" : ` #${index + 1}`),
  }));
  await db.insert(devices).values(
    rows.map((row) => ({
      ...row,
      agent_id,
      boot_id: "boot",
      os: "android" as const,
      os_version: "15",
      hardware_model: row.model,
      width: 1080,
      height: 2400,
      cpu_name: "",
      cpu_arch: "arm64-v8a",
      cpu_cores: 8,
      gpu: "",
      memory_bytes: 8 * 1024 ** 3,
      battery_level: 90,
      battery_charging: false,
      battery_celsius: null,
      battery_cycles: null,
      free_bytes: null,
      total_bytes: null,
      is_virtual: false,
      capabilities: [],
      readiness: "ready" as const,
      reason: null,
      attached: true,
      last_seen_at: at,
      first_seen_at: at,
    })),
  );
  return rows;
}

/** A run with its test, wanted devices, phases and cases; answers its id and the ids of its cases in their order. */
export async function makeRun(db: Queries, made: MadeRun): Promise<{ test_id: string; case_run_ids: number[] }> {
  const test_id = newId();
  const { project_id, user_id, at } = made;
  const state = made.state ?? "ended";
  const cases = made.cases ?? [];
  const parts = made.devices ?? [];
  const lastsIn = (wanted: (name: PhaseName) => boolean) =>
    (made.phases ?? []).reduce((sum, { name, cost }) => sum + (wanted(name) ? (cost ?? 0) : 0), 0);
  // A test begins once a device is prepared, and ends before it is cleaned.
  const started_at = at + 2_000 + lastsIn((name) => name === "prepare");
  await db.insert(tests).values({
    test_id,
    kind: "job",
    project_id,
    user_id,
    state,
    end_reason: state === "ended" ? (made.end_reason ?? "finished") : null,
    duration_minutes: 60,
    created_at: at,
    started_at: state === "queued" ? null : started_at,
    ended_at: state === "ended" ? at + 2_000 + lastsIn((name) => name !== "clean") : null,
    // The server ends what is open and overdue, also while a test looks at it.
    deadline: at + (state === "ended" ? 3_600_000 : 30 * 86_400_000),
  });
  const config = jobConfig.parse({
    app_id: null,
    framework: "node_test",
    library_id: "library",
    devices: { kind: "rule", rules: [], count: 1 },
    ...made.config,
  });
  const last = cases.filter(({ superseded }) => superseded !== true);
  const countOf = (wanted: CaseState) => last.filter((one) => (one.state ?? "success") === wanted).length;
  await insertRun(db, {
    test_id,
    project_id,
    job_id: made.job_id === undefined ? "job" : made.job_id,
    job_name: made.job_name ?? "Nightly smoke",
    origin: made.origin ?? "manual",
    config,
    framework: config.framework,
    library_id: config.library_id,
    library_name: made.library_name ?? "shop-tests",
    commit_id: made.commit_id ?? "4f2c91e8a6b7d0c3e1f2a3b4c5d6e7f809182736",
    app_name: made.app_name ?? "Shop",
    app_version: made.app_version ?? "2.4.1",
    priority: 5,
    verdict:
      state === "ended"
        ? made.verdict === undefined
          ? countOf("failed") > 0
            ? "failed"
            : "passed"
          : made.verdict
        : null,
    created_at: at,
    case_count: last.length,
    success_count: countOf("success"),
    skipped_count: last.filter(({ cause }) => cause === "skipped").length,
    failed_count: countOf("failed"),
    cancelled_count: countOf("cancelled"),
    distribution_failed_count: countOf("distribution_failed"),
    executing_count: countOf("executing"),
  });
  for (const [device_seq, device] of parts.entries()) {
    const slot = made.slots?.[device_seq] ?? {};
    await db.insert(slots).values({
      test_id,
      device_seq,
      project_id,
      state: state === "ended" ? "done" : device === null ? "queued" : "dispatched",
      result: state === "ended" ? "passed" : device === null ? "not_dispatched" : "running",
      wanted: config.devices,
      lost_device_ids: [],
      priority: 5,
      queued_at: at,
      device_id: device?.device_id ?? null,
      ...slot,
    });
    if (device === null) continue;
    const { device_id, serial, brand, model } = device;
    const part = state === "ended" ? ("done" as const) : ("running" as const);
    await db
      .insert(test_devices)
      .values({ test_id, device_id, serial, brand, model, os: "android", os_version: "15", state: part });
    let time = at + 2_000;
    for (const { name, cost, error = null } of made.phases ?? []) {
      await db
        .insert(phases)
        .values({ test_id, device_id, name, started_at: time, ended_at: cost === null ? null : time + cost, error });
      time += cost ?? 0;
    }
  }
  for (const { device, error } of made.lost ?? []) {
    const { device_id, serial, brand, model } = device;
    const os = { os: "android", os_version: "14", state: "done" } as const;
    await db.insert(test_devices).values({ test_id, device_id, serial, brand, model, error, ...os });
    await db
      .insert(phases)
      .values({ test_id, device_id, name: "run", started_at: at + 1_000, ended_at: at + 1_700, error });
  }
  const case_run_ids: number[] = [];
  for (let start = 0; start < cases.length; start += 1_000) {
    const some = cases.slice(start, start + 1_000);
    const rows = await db
      .insert(case_runs)
      .values(
        some.map((one, index) => {
          const settled = one.state ?? "success";
          const device_seq = one.device_seq === undefined ? 0 : one.device_seq;
          const started = ["success", "failed", "executing"].includes(settled)
            ? (one.started_at ?? at + 5_000 + (start + index) * 10)
            : null;
          const [file = "", name = ""] = one.key.split("::", 2);
          return {
            test_id,
            case_key: one.key,
            name: name || one.key,
            file: one.file ?? file,
            function: name,
            position: start + index,
            attempt: one.attempt ?? 1,
            superseded: one.superseded ?? false,
            device_seq,
            device_id: one.device_id ?? (device_seq === null ? null : (parts[device_seq]?.device_id ?? null)),
            state: settled,
            cause: one.cause ?? (settled === "failed" ? ("assertion" as const) : ("none" as const)),
            started_at: started,
            ended_at: started === null || settled === "executing" ? null : started + (one.cost ?? 3_000),
            error: one.error ?? "",
            reason: one.reason ?? null,
          };
        }),
      )
      .returning({
        case_run_id: case_runs.case_run_id,
        device_seq: case_runs.device_seq,
        device_id: case_runs.device_id,
      });
    case_run_ids.push(...rows.map((row) => row.case_run_id));
    const details = some.flatMap((one, index) =>
      one.detail ? [{ case_run_id: rows[index]!.case_run_id, detail: one.detail }] : [],
    );
    if (details.length > 0) await db.insert(case_details).values(details);
    for (const [index, { reported }] of some.entries()) {
      const { case_run_id, device_seq, device_id } = rows[index]!;
      if (reported === undefined || device_seq === null || device_id === null) continue;
      await writeReported(db, { test_id, device_seq, device_id }, new Map([[case_run_id, reported]]));
    }
  }
  for (const [index, { repeats }] of cases.entries()) {
    if (repeats === undefined) continue;
    await db
      .update(case_runs)
      .set({ origin_id: case_run_ids[repeats]! })
      .where(eq(case_runs.case_run_id, case_run_ids[index]!));
  }
  return { test_id, case_run_ids };
}

/** A file of a test's device, as if an agent had sent it. */
export async function addResource(
  server: Pick<Server, "database" | "blobs">,
  resource: Omit<typeof resources.$inferInsert, "resource_id" | "size_bytes" | "blob_key" | "created_at">,
  bytes: Readable,
): Promise<string> {
  const resource_id = newId();
  const blob_key = `tests/${resource.test_id}/${resource_id}`;
  const size_bytes = await server.blobs.put(blob_key, bytes, Infinity);
  const created_at = resource.started_at ?? 0;
  await server.database.db.insert(resources).values({ ...resource, resource_id, size_bytes, blob_key, created_at });
  return resource_id;
}

/** Who has an email address. */
export async function userIdOf(db: Queries, email: string): Promise<string> {
  const [row] = await db.select({ user_id: users.user_id }).from(users).where(eq(users.email, email));
  if (!row) throw new Error(`nobody has the address ${email}`);
  return row.user_id;
}
