/** Rows as the contract shows them. */
import {
  isDriven,
  type Device,
  type DeviceState,
  type ModelFact,
  type ModelFacts,
  type ModelLook,
  type RunProgress,
  type TestKind,
  type WorkCause,
} from "@udt/contract";
import { drainingOf } from "../agents/agents.service.ts";
import { isShared } from "../giving/giving.service.ts";
import type { DeviceListing } from "./devices.repository.ts";
import type { DeviceTag } from "../tags/tags.service.ts";
import { ANYWHERE, type Placement } from "../placement/placement.service.ts";
import { careOf } from "../wear/wear.service.ts";
import type { OutOfUse } from "../out-of-use/out-of-use.service.ts";
import { sinceOf } from "./state-since.ts";
import type { NotesSummary } from "./notes.repository.ts";

/** In which project somebody asks; `user_id` is null for a program that is nobody. */
export interface Asking {
  /** Null: an administrator of the server, in none. */
  project_id: string | null;
  user_id: string | null;
  /** By a key that is good for this project alone: it is told of no other, though its user be in it. */
  is_bound: boolean;
  /** Whether they hold `debug.monitor` there: what others do on devices is theirs to see. */
  monitors: boolean;
  /** Guests read no notes. */
  is_member: boolean;
  /** Whether they hold `tag.view` there. */
  sees_tags: boolean;
}

/** What the tests that hold devices are called, as far as they have names. */
export type HolderNames = ReadonlyMap<string, { job_id: string | null; job_name: string; run_number: number }>;

/** Why the tests that hold devices are held, as far as they are the platform's own. */
export type Causes = ReadonlyMap<string, WorkCause & { project_id: string | null }>;

/** How far the tests are that hold devices, by test and device. */
export type Progress = ReadonlyMap<string, ReadonlyMap<string, RunProgress>>;
export type Held = readonly { test_id: string; kind: TestKind }[];
/** What the catalogue says of a device's model. */
type Modelled = ModelLook & { edited: ModelFacts };
/** What is known of some devices, and of the tests that hold them. */
export interface Holders {
  names: HolderNames;
  progress: Progress;
  causes: Causes;
  /** The project's own, by device. */
  notes: ReadonlyMap<string, NotesSummary>;
  tags: ReadonlyMap<string, DeviceTag[]>;
  out: ReadonlyMap<string, OutOfUse>;
  catalogue: ReadonlyMap<string, Modelled>;
  placements: ReadonlyMap<string, Placement>;
}

/**
 * The picture of a device as far as who asks may see it: of a clean device whoever sees the device, of a test through its own
 * project alone. There a run's is seen by whoever reads its report, and a debug session's by who may watch it. All else is
 * nobody's.
 */
export function pictureOf(
  { picture, test }: Pick<DeviceListing, "picture" | "test">,
  { project_id, user_id, monitors }: Asking,
): NonNullable<DeviceListing["picture"]> | null {
  if (!picture || picture.test_id === null) return picture;
  if (!test || test.project_id !== project_id) return null;
  const isHolder = user_id !== null && test.user_id === user_id;
  return !isDriven(test.kind) || isHolder || monitors ? picture : null;
}

/** Whether they may know in which project a test is. */
const isTold = (
  test: Pick<NonNullable<DeviceListing["test"]>, "project_id" | "user_id">,
  { project_id, user_id, is_bound }: Asking,
): boolean => project_id === null || test.project_id === project_id || (test.user_id === user_id && !is_bound);

/** Why is a word among members, as notes are. */
const outOf = (out: OutOfUse | undefined, { is_member }: Asking): Device["out_of_use"] =>
  out ? { ...out, reason: is_member ? out.reason : "" } : null;

const lookOf = (modelled: Modelled | undefined): Device["catalogue"] => {
  if (!modelled) return null;
  const { edited: _, ...look } = modelled;
  return look;
};

/** By which tag it is done is told in the tag's own project alone. */
function causeTold(
  cause: (WorkCause & { project_id: string | null }) | undefined,
  { project_id, sees_tags }: Asking,
): WorkCause | null {
  if (!cause) return null;
  const { project_id: owner, tag_name, ...rest } = cause;
  return { ...rest, tag_name: sees_tags && owner === project_id ? tag_name : null };
}

/** A device as somebody sees it in a project: what another project runs on it has no name here. */
export function deviceOf(
  row: DeviceListing,
  { names, progress, causes, notes, tags, out, ...known }: Holders,
  asking: Asking,
): Device {
  const { project_id } = asking;
  const name = row.lease && names.get(row.lease.test_id);
  const {
    boot_id: _,
    readiness: __,
    readiness_since: ___,
    reason,
    attached: ____,
    given_to: _____,
    ...facts
  } = row.device;
  const modelled = known.catalogue.get(row.device.device_id);
  const reasonOffline = row.agent_offline_at === null ? reason : null;
  return {
    ...facts,
    // What administrators say of its model outranks what it says itself.
    ...modelled?.edited,
    catalogue: lookOf(modelled),
    edited_facts: Object.keys(modelled?.edited ?? {}) as ModelFact[],
    agent_name: row.agent_name,
    // An agent tells of a device when something changes: that it is there each of its heartbeats says.
    last_seen_at: Math.max(facts.last_seen_at, (row.device.attached && row.agent_heard_at) || 0),
    notes: (asking.is_member && notes.get(row.device.device_id)) || null,
    tags: (asking.sees_tags && tags.get(row.device.device_id)) || [],
    picture_at: pictureOf(row, asking)?.taken_at ?? null,
    open_work_orders: row.open_work_orders,
    last_check: row.health && { state: row.health.state, ended_at: row.health.checked_at },
    draining: drainingOf(row),
    care: careOf({ ...facts, is_present: row.device.attached && row.agent_offline_at === null }, row.trend),
    out_of_use: outOf(out.get(row.device.device_id), asking),
    ...(known.placements.get(row.device.device_id) ?? ANYWHERE),
    shared: isShared(row.project_ids),
    state: row.state,
    state_since: sinceOf(row, out.get(row.device.device_id)),
    state_reason: ["idle", "busy", "out_of_use"].includes(row.state) ? null : reasonOffline,
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
            work: causeTold(causes.get(row.lease.test_id), asking),
            project_id: isTold(row.test, asking) ? row.test.project_id : null,
            run:
              name && (project_id === null || row.test.project_id === project_id)
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

/** How many devices are in each state, where only those are counted that some are in. */
export function countsOf(counts: readonly { state: DeviceState; count: number }[]): Record<DeviceState, number> {
  const all: Record<DeviceState, number> = {
    idle: 0,
    busy: 0,
    initializing: 0,
    initialization_failed: 0,
    inspection: 0,
    cleaning: 0,
    out_of_use: 0,
    offline: 0,
  };
  for (const { state, count } of counts) all[state] = count;
  return all;
}
