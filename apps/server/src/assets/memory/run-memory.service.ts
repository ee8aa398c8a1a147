/** What runs record of the memory of their apps, and what that says of their verdicts: within the transactions of the runs. */
import { saidWith } from "@udt/base";
import { LIMITS, say, UdtError, type MemoryOptions, type MemoryWish, type PartMemory, type Said } from "@udt/contract";
import { bytesText } from "@udt/memory";
import { lockProject } from "../../people/projects/projects.service.ts";
import type { Announce, Bus } from "../../platform/bus.ts";
import type { Queries } from "../../platform/database/database.ts";
import type { OverBudget } from "../../platform/database/memory.schema.ts";
import { newId } from "../../platform/ids.ts";
import * as memory from "./memory.repository.ts";
import { findPartitions } from "./partitions.repository.ts";
import * as recordings from "./recordings.repository.ts";
import type { RecordingRow } from "./recordings.repository.ts";
import * as repository from "./run-memory.repository.ts";
import { givenWayOf } from "./trace-room.repository.ts";
import { TraceRoom, type RoomNeeds } from "./trace-room.ts";
import type { RunRecording } from "./run-memory.repository.ts";

export { unreadOf } from "./run-memory.repository.ts";

/** A device's part in a run whose app is recorded. */
export interface RecordedPart {
  project_id: string;
  user_id: string;
  test_id: string;
  device_id: string;
  lease_token: number;
  serial: string;
  brand: string;
  model: string;
  /** Of its trace. */
  name: string;
  app: { name: string; version: string; package_name: string };
}

/** Recordings that agents begin by themselves, since their jobs say so. */
export class RunMemoryRecordings {
  readonly #needs: RoomNeeds & { bus: Bus };

  constructor(needs: RoomNeeds & { bus: Bus }) {
    this.#needs = needs;
  }

  /** What the part's agent is to sample into a trace of its own, which is answered again where it was begun by that lease; or why there is none. */
  async begin(part: RecordedPart, options: MemoryOptions): Promise<MemoryWish | Said> {
    const { bus, clock } = this.#needs;
    const room = new TraceRoom(this.#needs);
    const { project_id, user_id, test_id, device_id, lease_token, serial, brand, model, app } = part;
    const begun = await bus.transaction(async (tx, announce) => {
      // The project's traces are counted, and of two that ask at once the second finds what the first began.
      await lockProject(tx, project_id, "change");
      const known = await repository.findByLease(tx, part);
      if (known)
        return known.ended_at === null ? wishOf(known) : (known.ended_reason ?? say("memory_recording_run_over"));
      const now = clock.now();
      for (const open of await repository.lockOpenOf(tx, part))
        await end(tx, announce, open, "memory_recording_agent_lost", now);
      const max = LIMITS.memory_traces_max;
      if (!(await room.takesTrace({ tx, announce }, project_id))) return say("memory_recording_no_trace", { max });
      const trace: memory.TraceRow = {
        trace_id: newId(),
        project_id,
        name: part.name.slice(0, LIMITS.name_max),
        app_name: app.name.slice(0, LIMITS.name_max),
        app_version: app.version.slice(0, LIMITS.name_max),
        device_memory_gb: null,
        is_kept: false,
        user_id,
        created_at: now,
        updated_at: now,
      };
      await memory.insertTrace(tx, trace);
      const { every_seconds, with_heap } = options;
      const row: RecordingRow = {
        recording_id: newId(),
        trace_id: trace.trace_id,
        test_id,
        device_id,
        serial,
        brand,
        model,
        lease_token,
        user_id,
        every_seconds,
        with_heap,
        process: app.package_name,
        phase: "idle",
        next_number: 1,
        started_at: now,
        ended_at: null,
        ended_reason: null,
      };
      await recordings.insertRecording(tx, row);
      announce(project_id, { type: "memory.changed", trace_id: trace.trace_id });
      return wishOf(row);
    });
    await room.done();
    return begun;
  }
}

const wishOf = ({ recording_id, process, every_seconds, with_heap, next_number }: RecordingRow): MemoryWish => ({
  recording_id,
  process,
  every_seconds,
  with_heap,
  next_number,
});

type EndCode = Extract<
  Said["code"],
  "memory_recording_run_over" | "memory_recording_device_lost" | "memory_recording_agent_lost"
>;

async function end(
  tx: Queries,
  announce: Announce,
  { recording, project_id }: recordings.OwnedRecording,
  code: EndCode,
  ended_at: number,
): Promise<void> {
  const ended = { ended_at, ended_reason: say(code), phase: "idle" } as const;
  await recordings.updateRecording(tx, recording.recording_id, ended);
  announce(project_id, { type: "memory.changed", trace_id: recording.trace_id });
}

/** The part of a device in a run is over, or of all where none is named: nothing more is recorded there. */
export async function endRunRecordings(
  { tx, announce, now }: { tx: Queries; announce: Announce; now: number },
  of: { test_id: string; device_id?: string },
  code: EndCode,
): Promise<void> {
  for (const open of await repository.lockOpenOf(tx, of)) await end(tx, announce, open, code, now);
}

/**
 * What a run recorded is not deleted before its verdict: budgets that were broken would count as kept.
 * @throws UdtError memory_run_goes_on
 */
export async function assertNoOpenRun(
  tx: Queries,
  of: Parameters<typeof repository.isOfOpenRun>[1],
  trace: { name: string },
): Promise<void> {
  if (await repository.isOfOpenRun(tx, of)) throw new UdtError("memory_run_goes_on", { name: trace.name });
}

/** What was recorded at the devices of a test, by device. */
export async function memoryOfParts(db: Queries, test_id: string): Promise<Map<string, PartMemory>> {
  const rows = await repository.recordingsOf(db, test_id);
  const told = rows.map(({ device_id, ended_reason, trace_id, samples, reading, refused }): [string, PartMemory] => {
    const fault = ended_reason?.code === "memory_recording_run_over" ? null : ended_reason;
    return [device_id, { trace_id, samples, reading, refused, fault }];
  });
  const gone = (await givenWayOf(db, test_id)).map((device_id): [string, PartMemory] => {
    const fault = say("memory_trace_gave_way");
    return [device_id, { trace_id: null, samples: 0, reading: 0, refused: 0, fault }];
  });
  // The newest of a device counts.
  return new Map([...gone, ...told.toReversed()]);
}

/** A device on which cases of a run ran, and why its memory is not recorded as the job asks. */
export interface MeasuredPart {
  device_id: string;
  name: string;
  fault: Said | null;
}

/** What budgets say of a run: which was broken, and what they do not cover. */
export async function judgeBudgets(
  db: Queries,
  { test_id, project_id }: { test_id: string; project_id: string },
  parts: readonly MeasuredPart[],
): Promise<{ reason: Said | null; note: Said | null }> {
  const rows = await repository.recordingsOf(db, test_id);
  const reason = reasonOf(await repository.overBudgets(db, test_id));
  if (reason !== null) return { reason, note: gapsNote(rows, parts) };
  const rules = (await findPartitions(db, project_id))?.saved.rules ?? [];
  if (rules.every(({ budget_bytes }) => budget_bytes === null)) return { reason, note: say("memory_no_budgets") };
  return { reason, note: gapsNote(rows, parts) };
}

/** What of a run was not measured, and at which of its devices. */
function gapsNote(rows: readonly RunRecording[], parts: readonly MeasuredPart[]): Said | null {
  const named = parts.flatMap((part) =>
    gapsOf(part, rows).map((said) => ({ of: part.name, device: part.device_id, said })),
  );
  const gaps = named.map(({ of, said }) => ({ of, said }));
  if (sumOf(rows, "read") === 0) return saidWith(say("memory_unjudged_all"), gaps);
  const lacking = new Set(named.flatMap(({ said, device }) => (said.code === "memory_unjudged" ? [] : [device])));
  if (lacking.size > 0) return saidWith(say("memory_unmeasured", { count: lacking.size, total: parts.length }), gaps);
  const count = unreadIn(rows);
  return count > 0 ? say("memory_unjudged", { count, total: sumOf(rows, "samples") }) : null;
}

function gapsOf({ device_id, fault }: MeasuredPart, all: readonly RunRecording[]): Said[] {
  const rows = all.filter((row) => row.device_id === device_id);
  const early = rows.flatMap(({ ended_reason }) =>
    ended_reason === null || ended_reason.code === "memory_recording_run_over" ? [] : [ended_reason],
  );
  const [missed, unread] = [sumOf(rows, "missed"), unreadIn(rows)];
  return [
    ...(fault === null ? [] : [fault]),
    ...(rows.length === 0 && fault === null ? [say("memory_recording_not_begun")] : []),
    ...early,
    ...(rows.length > 0 && sumOf(rows, "read") === 0 ? [say("memory_unjudged_all")] : []),
    ...(missed > 0 ? [say("memory_moments_missed", { count: missed })] : []),
    ...(unread > 0 ? [say("memory_unjudged", { count: unread, total: sumOf(rows, "samples") })] : []),
  ];
}

const sumOf = (rows: readonly RunRecording[], key: "samples" | "read" | "reading" | "refused" | "missed"): number =>
  rows.reduce((sum, row) => sum + row[key], 0);
const unreadIn = (rows: readonly RunRecording[]): number => sumOf(rows, "reading") + sumOf(rows, "refused");

/** The module that is the furthest over its budget, in the sample that has the most of it. */
function reasonOf(over: readonly OverBudget[]): Said | null {
  const byExcess = over.toSorted((a, b) => b.bytes - b.budget_bytes - (a.bytes - a.budget_bytes));
  const [worst] = byExcess;
  if (!worst) return null;
  const { module } = worst;
  const told = { module, size: bytesText(worst.bytes), budget: bytesText(worst.budget_bytes) };
  const count = new Set(over.map((one) => one.module)).size - 1;
  return count === 0 ? say("memory_over_budget", told) : say("memory_over_budgets", { ...told, count });
}
