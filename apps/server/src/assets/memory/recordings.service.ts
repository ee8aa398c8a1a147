import {
  DEVICE_USE,
  LIMITS,
  say,
  UdtError,
  type BodyOf,
  type ENDPOINTS,
  type EndReason,
  type ErrorName,
  type MemoryProcess,
  type MemoryRecording,
  type Said,
} from "@udt/contract";
import type { AssistdService } from "../../core/assistd/assistd.service.ts";
import type { DeviceSessionsService } from "../../core/sessions/sessions.service.ts";
import { lockProject } from "../../people/projects/projects.service.ts";
import type { Announce } from "../../platform/bus.ts";
import type { Queries } from "../../platform/database/database.ts";
import { brokenConstraint } from "../../platform/database/violations.ts";
import { newId } from "../../platform/ids.ts";
import { together } from "../../platform/together.ts";
import { type MemoryCaller, recordingOf } from "./memory.answers.ts";
import type { MemoryDependencies } from "./memory-dependencies.ts";
import * as memory from "./memory.repository.ts";
import * as repository from "./recordings.repository.ts";
import type { RecordingRow } from "./recordings.repository.ts";
import { TraceRoom } from "./trace-room.ts";

export interface RecordingsDependencies extends MemoryDependencies {
  sessions: DeviceSessionsService;
  assistd: AssistdService;
}
/** By which an agent says that it does not record; others are of the way there. */
const REFUSALS: ReadonlySet<ErrorName> = new Set(["capability_missing", "device_command_failed"]);
/** A device of a test. */
export interface RecordingPlace {
  test_id: string;
  device_id: string;
}

/** Memory that is recorded at devices of tests: asked for here, taken by agents, over with the session at the latest. */
export class RecordingsService {
  readonly #needs: RecordingsDependencies;
  readonly #underWay = new Set<Promise<void>>();
  /** Has a test that changed looked at for it. */
  readonly #suspect = together((test_ids) => this.#inBackground(() => this.#endOrphans(test_ids)));
  readonly #stopListening: () => void;

  constructor(needs: RecordingsDependencies) {
    this.#needs = needs;
    this.#stopListening = needs.bus.subscribe(({ payload }) => {
      if (payload.type === "test.changed") this.#suspect(payload.test_id);
    });
    this.#inBackground(() => this.#endOrphans(undefined));
  }

  /** @throws UdtError test_ended, test_not_running, test_watched, and what the agent refuses with */
  async processes({ test_id, device_id }: RecordingPlace): Promise<{ list: MemoryProcess[] }> {
    return this.#needs.assistd.command(test_id, device_id, { name: "memory_processes" }, { isUse: false });
  }

  /** The one that was begun last there. */
  async last(project_id: string, place: RecordingPlace): Promise<MemoryRecording | null> {
    const found = await repository.findLast(this.#needs.database.db, { project_id, ...place });
    return found ? recordingOf(found) : null;
  }

  /**
   * Has the device's agent record a process, into a trace of its own or one that is there.
   * @throws UdtError test_ended, test_not_running, test_watched, memory_recording_on, memory_trace_not_found,
   * memory_trace_limit, memory_sample_limit, and what the agent refuses with
   */
  async start(
    caller: MemoryCaller,
    place: RecordingPlace,
    wish: BodyOf<(typeof ENDPOINTS)["memoryRecordingStart"]>,
  ): Promise<MemoryRecording> {
    const { bus, audit, sessions } = this.#needs;
    const { user, ip, project } = caller;
    const { project_id } = project;
    const { lease_token, device } = await sessions.live(place.test_id, place.device_id, { command: "memory_start" });
    const { serial, brand, model } = device;
    const room = new TraceRoom(this.#needs);
    const { row, isNewTrace } = await bus
      .transaction(async (tx, announce) => {
        const assertTrace = () => room.assertTrace({ tx, announce }, project_id);
        const { trace, isNew } = await this.#traceFor(tx, caller, wish, assertTrace);
        const { process, every_seconds, with_heap } = wish;
        const what = { process, every_seconds, with_heap, phase: "idle", next_number: 1 } as const;
        const at = { ...place, serial, brand, model, lease_token, user_id: user.user_id };
        const begun = { started_at: this.#needs.clock.now(), ended_at: null, ended_reason: null };
        const recording: RecordingRow = {
          recording_id: newId(),
          trace_id: trace.trace_id,
          ...at,
          ...what,
          ...begun,
        };
        await repository.insertRecording(tx, recording);
        const detail = { serial, process };
        await audit.write(tx, { user, ip, action: "memory_recording.start", project_id, target: trace.name, detail });
        announce(project_id, { type: "memory.changed", trace_id: trace.trace_id });
        return { row: recording, isNewTrace: isNew };
      })
      .catch((error: unknown) => {
        if (brokenConstraint(error)?.name === "memory_recordings_exclusive")
          throw new UdtError("memory_recording_on", {}, { cause: error });
        throw error;
      });
    await room.done();
    try {
      await this.#tellToStart(row);
    } catch (error) {
      await this.#takeBack(project_id, row, isNewTrace);
      throw error;
    }
    return recordingOf({ recording: row, user_name: user.user_name, test_kind: "debug" });
  }

  /** Has a sample taken now. @throws UdtError memory_recording_over, memory_sampling_busy, and what the agent refuses with */
  async sample(project_id: string, place: RecordingPlace, label: string): Promise<void> {
    const { database, assistd } = this.#needs;
    const open = await database.transaction((tx) => repository.lockOpen(tx, { project_id, ...place }));
    if (!open) throw new UdtError("memory_recording_over");
    const { recording_id } = open;
    await assistd.command(place.test_id, place.device_id, { name: "memory_sample", recording_id, label });
  }

  /** @throws UdtError memory_recording_over, test_watched: what a run records goes on as long as it does */
  async stop({ user, ip, project }: MemoryCaller, place: RecordingPlace): Promise<MemoryRecording> {
    const { bus, audit, database } = this.#needs;
    const { project_id } = project;
    const last = await repository.findLast(database.db, { project_id, ...place });
    if (last?.test_kind && !DEVICE_USE[last.test_kind].commands.includes("memory_stop"))
      throw new UdtError("test_watched", { test_id: place.test_id });
    const row = await bus.transaction(async (tx, announce) => {
      const open = await repository.lockOpen(tx, { project_id, ...place });
      if (!open) throw new UdtError("memory_recording_over");
      const reason = say("memory_recording_stopped", { user_name: user.user_name });
      await this.end(tx, announce, { recording: open, project_id }, reason);
      const detail = { process: open.process };
      const target = open.serial;
      await audit.write(tx, { user, ip, action: "memory_recording.stop", project_id, target, detail });
      return open;
    });
    this.stopped(row);
    const { db } = this.#needs.database;
    const found = await repository.findLast(db, { project_id, ...place });
    if (!found) throw new UdtError("memory_recording_over");
    return recordingOf(found);
  }

  /** Ends a locked one, within the transaction. */
  async end(
    tx: Queries,
    announce: Announce,
    { recording, project_id }: repository.OwnedRecording,
    ended_reason: Said,
  ): Promise<void> {
    const change = { ended_at: this.#needs.clock.now(), ended_reason, phase: "idle" } as const;
    await repository.updateRecording(tx, recording.recording_id, change);
    announce(project_id, { type: "memory.changed", trace_id: recording.trace_id });
  }

  /** One has ended: its agent is told. One that does not hear it learns it from the answer to its next word on the recording. */
  stopped({ test_id, device_id, recording_id }: RecordingRow): void {
    if (test_id === null) return;
    const command = { name: "memory_stop" as const, recording_id };
    this.#inBackground(() => this.#needs.assistd.command(test_id, device_id, command, { isUse: false }));
  }

  /**
   * Asks an agent again for what goes on, once its link is back: the command may have been lost with the link. An agent that
   * records already takes no notice.
   */
  resume(agent_id: string): void {
    this.#inBackground(async () => {
      for (const open of await repository.openOfAgent(this.#needs.database.db, agent_id))
        this.#inBackground(() => this.#resume(open));
    });
  }

  /** What its agent refuses to go on with is over. */
  async #resume({ recording }: repository.OwnedRecording): Promise<void> {
    const refusal = await this.#tellToStart(recording).catch((error: unknown) => {
      if (error instanceof UdtError && REFUSALS.has(error.code)) return error;
      throw error;
    });
    if (!refusal) return;
    await this.#needs.bus.transaction(async (tx, announce) => {
      const open = await repository.lockById(tx, recording.recording_id);
      if (open) await this.end(tx, announce, open, say("memory_recording_not_begun"));
    });
  }

  async close(): Promise<void> {
    this.#stopListening();
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** @throws UdtError memory_trace_not_found, memory_trace_limit, memory_sample_limit */
  async #traceFor(
    tx: Queries,
    { user, project: { project_id } }: MemoryCaller,
    wish: BodyOf<(typeof ENDPOINTS)["memoryRecordingStart"]>,
    assertTrace: () => Promise<void>,
  ): Promise<{ trace: memory.TraceRow; isNew: boolean }> {
    // Its samples and the project's traces are counted: who else adds to them waits.
    await lockProject(tx, project_id, "change");
    if (wish.trace_id !== null) {
      const trace = await memory.lockTrace(tx, project_id, wish.trace_id);
      if (!trace) throw new UdtError("memory_trace_not_found", { trace_id: wish.trace_id });
      const max = LIMITS.memory_samples_max;
      if ((await memory.countSamples(tx, trace.trace_id)) >= max) throw new UdtError("memory_sample_limit", { max });
      return { trace, isNew: false };
    }
    await assertTrace();
    const name = wish.name === "" ? wish.process.slice(0, LIMITS.name_max) : wish.name;
    const app_name = wish.app_name === "" ? wish.process.slice(0, LIMITS.name_max) : wish.app_name;
    const now = this.#needs.clock.now();
    const made = { trace_id: newId(), project_id, user_id: user.user_id, created_at: now, updated_at: now };
    const { app_version } = wish;
    const trace: memory.TraceRow = { ...made, name, app_name, app_version, device_memory_gb: null, is_kept: false };
    await memory.insertTrace(tx, trace);
    return { trace, isNew: true };
  }

  /** Nothing is left of one that its agent did not begin; but for what it may have handed in before it was thought lost. */
  async #takeBack(project_id: string, row: RecordingRow, isNewTrace: boolean): Promise<void> {
    await this.#needs.bus.transaction(async (tx, announce) => {
      await lockProject(tx, project_id, "change");
      if (!(await memory.lockTrace(tx, project_id, row.trace_id))) return;
      const open = await repository.lockById(tx, row.recording_id);
      if (!open) return;
      const isEmpty = isNewTrace && (await memory.countSamples(tx, row.trace_id)) === 0;
      await this.end(tx, announce, open, say("memory_recording_not_begun"));
      if (isEmpty) await memory.deleteTrace(tx, row.trace_id);
      announce(project_id, { type: "memory.changed", trace_id: row.trace_id });
    });
    // It may have heard and only not answered in time.
    this.stopped(row);
  }

  async #tellToStart(row: RecordingRow): Promise<void> {
    const { test_id, device_id, recording_id, process, every_seconds, with_heap, next_number } = row;
    if (test_id === null) return;
    const wish = { recording_id, process, every_seconds, with_heap, next_number };
    const command = { name: "memory_start" as const, device_id, ...wish };
    await this.#needs.assistd.command(test_id, device_id, command, { isUse: false });
  }

  /** Ends what goes on in tests that have ended; every server hears of them, and the first to come does it. */
  async #endOrphans(test_ids: readonly string[] | undefined): Promise<void> {
    // Tests change often and rarely have any: no transaction for nothing.
    if (!(await repository.hasOrphans(this.#needs.database.db, test_ids))) return;
    await this.#needs.bus.transaction(async (tx, announce) => {
      for (const { end_reason, ...orphan } of await repository.lockOrphans(tx, test_ids))
        await this.end(tx, announce, orphan, endOf(end_reason));
    });
  }

  #inBackground(work: () => Promise<unknown>): void {
    const done = work()
      .then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof UdtError) this.#needs.log.info({ reason: error.message }, "recording of memory");
          else this.#needs.log.error({ err: error }, "recording of memory");
        },
      )
      .finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
  }
}

/** Why one ends whose test has. */
function endOf(end_reason: EndReason | null): Said {
  if (end_reason === "device_lost") return say("memory_recording_device_lost");
  if (end_reason === "agent_lost") return say("memory_recording_agent_lost");
  return say("memory_recording_session_over");
}
