/** Rows as the contract shows them. */
import type { Device, RunProgress, TestKind } from "@udt/contract";
import type { DeviceListing } from "./devices.repository.ts";

/** In which project somebody asks; `user_id` is null for a program that is nobody. */
export interface Asking {
  project_id: string;
  user_id: string | null;
}

/** What the tests that hold devices are called, as far as they have names. */
export type HolderNames = ReadonlyMap<string, { job_id: string | null; job_name: string; run_number: number }>;

/** How far the tests are that hold devices, by test and device. */
export type Progress = ReadonlyMap<string, ReadonlyMap<string, RunProgress>>;
export type Held = readonly { test_id: string; kind: TestKind }[];
/** What is known of the tests that hold some devices. */
export interface Holders {
  names: HolderNames;
  progress: Progress;
}

/** A device as somebody sees it in a project: what another project runs on it has no name here. */
export function deviceOf(row: DeviceListing, { names, progress }: Holders, { project_id, user_id }: Asking): Device {
  const name = row.lease && names.get(row.lease.test_id);
  const { boot_id: _, readiness: __, reason, attached: ___, ...facts } = row.device;
  const reasonOffline = row.agent_offline_at === null ? reason : null;
  return {
    ...facts,
    agent_name: row.agent_name,
    // An agent tells of a device when something changes: that it is there each of its heartbeats says.
    last_seen_at: Math.max(facts.last_seen_at, (row.device.attached && row.agent_heard_at) || 0),
    state: row.state,
    state_reason: row.state === "idle" || row.state === "busy" ? null : reasonOffline,
    lease:
      row.lease && row.test && row.phase
        ? {
            test_id: row.lease.test_id,
            kind: row.test.kind,
            phase: row.phase,
            user_id: row.test.user_id,
            user_name: row.user_name ?? "",
            since: row.lease.created_at,
            until: row.test.ended_at === null ? row.test.deadline : null,
            project_id: row.test.project_id === project_id || row.test.user_id === user_id ? row.test.project_id : null,
            run:
              name && row.test.project_id === project_id
                ? {
                    job_id: name.job_id,
                    job_name: name.job_name,
                    run_number: name.run_number,
                    progress: progress.get(row.lease.test_id)?.get(row.device.device_id) ?? null,
                  }
                : null,
          }
        : null,
  };
}
