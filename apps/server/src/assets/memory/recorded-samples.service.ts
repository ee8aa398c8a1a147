import type { Readable } from "node:stream";
import { LIMITS, say, UdtError, type BodyOf, type ENDPOINTS, type MemoryRecordingPhase } from "@udt/contract";
import { lockProject } from "../../people/projects/projects.service.ts";
import type { Queries } from "../../platform/database/database.ts";
import { newId } from "../../platform/ids.ts";
import type { MemoryDependencies } from "./memory-dependencies.ts";
import * as memory from "./memory.repository.ts";
import type { FileRow, SampleRow } from "./memory.repository.ts";
import * as repository from "./recordings.repository.ts";
import type { LeasedRecording } from "./recordings.repository.ts";
import type { RecordingsService } from "./recordings.service.ts";
import type { SampleReadings } from "./sample-readings.ts";
import { TraceRoom } from "./trace-room.ts";

type Handed = BodyOf<(typeof ENDPOINTS)["agentMemorySample"]>;
/** A file that an agent handed in. */
type HandedFile = Pick<FileRow, "file_name" | "size_bytes"> & { blob_key: string };

export interface RecordedSamplesDependencies extends MemoryDependencies {
  recordings: RecordingsService;
  /** @throws UdtError test_not_found, agent_stale_lease */
  assertHeld(agent_id: string, of: { test_id: string; device_id: string; lease_token: number }): Promise<void>;
}

/** What agents hand in of recordings, each under the lease that it was begun with. */
export class RecordedSamplesService {
  readonly #needs: RecordedSamplesDependencies;
  readonly #readings: SampleReadings;

  constructor(needs: RecordedSamplesDependencies, readings: SampleReadings) {
    this.#needs = needs;
    this.#readings = readings;
  }

  /**
   * Keeps a file until a sample is made of it, a day at most.
   * @throws UdtError test_not_found, agent_stale_lease, memory_recording_over, body_too_large
   */
  async file(agent_id: string, of: LeasedRecording, bytes: Readable): Promise<{ file_id: string; size_bytes: number }> {
    const { database, blobs, loose } = this.#needs;
    if (!(await repository.findHeld(database.db, agent_id, of))) throw await this.#refusal(agent_id, of);
    const file_id = newId();
    await loose.note([keyOf(file_id)]);
    try {
      return { file_id, size_bytes: await blobs.put(keyOf(file_id), bytes, LIMITS.memory_file_max_bytes) };
    } catch (error) {
      await loose.delete([keyOf(file_id)]);
      throw error;
    }
  }

  /** @throws UdtError test_not_found, agent_stale_lease, memory_recording_over */
  async phase(agent_id: string, of: LeasedRecording, phase: MemoryRecordingPhase): Promise<void> {
    const isHeld = await this.#needs.bus.transaction(async (tx, announce) => {
      const held = await repository.lockHeld(tx, agent_id, of);
      if (!held || held.recording.phase === phase) return held !== undefined;
      await repository.updateRecording(tx, of.recording_id, { phase });
      announce(held.project_id, { type: "memory.changed", trace_id: held.recording.trace_id });
      return true;
    });
    if (!isHeld) throw await this.#refusal(agent_id, of);
  }

  /**
   * Makes a sample, which is read as those of uploads are. One that comes again changes nothing. The last one that its trace, or
   * its project, has room for ends the recording.
   * @throws UdtError test_not_found, agent_stale_lease, memory_recording_over, memory_file_not_found, reading_busy
   */
  async sample(agent_id: string, of: LeasedRecording, handed: Handed): Promise<void> {
    const { bus, database } = this.#needs;
    // Its files may be gone by now, with a sample that could not be read.
    const known = await repository.findHeld(database.db, agent_id, of);
    if (known && handed.number < known.recording.next_number) return;
    const files = await this.#filesOf(handed);
    const room = new TraceRoom(this.#needs);
    const made = await bus.transaction(async (tx, announce) => {
      const found = await repository.findHeld(tx, agent_id, of);
      if (!found) return undefined;
      const { project_id } = found;
      // There is one room for all of the project: who else adds to it waits.
      await lockProject(tx, project_id, "change");
      // Before the recording, as who deletes the trace does.
      if (!(await memory.lockTrace(tx, project_id, found.recording.trace_id))) return undefined;
      const held = await repository.lockHeld(tx, agent_id, of);
      if (!held) return undefined;
      const { recording } = held;
      const end = (why: ReturnType<typeof say>) => this.#needs.recordings.end(tx, announce, held, why);
      if (handed.number < recording.next_number) return { ...held, sample: null, isOver: false };
      const max = LIMITS.memory_samples_max;
      const count = await memory.countSamples(tx, recording.trace_id);
      const more = files.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
      if (count >= max || !(await room.takesBytes({ tx, announce }, project_id, more))) {
        await end(count >= max ? say("memory_recording_full", { max }) : say("memory_recording_no_room"));
        return { ...held, sample: null, isOver: true };
      }
      if (files.length > 0 && (await memory.countReading(tx, project_id)) >= LIMITS.memory_reading_max)
        throw new UdtError("reading_busy");
      const sample = await this.#insert(tx, held.recording, handed, files);
      const phase = handed.fault?.code === "memory_process_gone" ? "waiting" : "idle";
      await repository.updateRecording(tx, of.recording_id, { phase, next_number: handed.number + 1 });
      const isOver = count + 1 >= max;
      if (isOver) await end(say("memory_recording_full", { max }));
      announce(project_id, { type: "memory.changed", trace_id: recording.trace_id });
      return { ...held, sample, isOver };
    });
    await room.done();
    if (!made) throw await this.#refusal(agent_id, of);
    const { sample, isOver, recording, project_id } = made;
    if (sample?.state === "reading") this.#readings.begin(project_id, sample);
    if (isOver) this.#needs.recordings.stopped(recording);
  }

  async #insert(
    tx: Queries,
    { trace_id, recording_id, user_id }: repository.RecordingRow,
    { label, taken_at, notes, fault }: Handed,
    files: readonly HandedFile[],
  ): Promise<SampleRow> {
    const now = this.#needs.clock.now();
    const sample_id = newId();
    const number = await memory.nextNumber(tx, trace_id);
    const size_bytes = files.reduce((sum, file) => sum + file.size_bytes, 0);
    const made = { sample_id, trace_id, recording_id, number, label, taken_at, size_bytes, user_id, created_at: now };
    const unread = {
      read_bytes: 0,
      begun: 0,
      facts: null,
      over_budget: [],
      touched_at: now,
      sample_blob: null,
      report_blob: null,
    };
    const row: SampleRow = { ...made, ...unread, notes, fault, state: fault === null ? "reading" : "refused" };
    const rows = files.map((file, file_no) => {
      return { sample_id, file_no, upload_id: null, ...file, format: null, lines: null, tool: null };
    });
    await memory.insertSample(tx, row, rows);
    const blob_keys = files.map(({ blob_key }) => blob_key);
    // One that somebody has, or that was swept, is not handed in.
    if ((await this.#needs.loose.adopt(tx, blob_keys)) !== files.length)
      throw new UdtError("memory_file_not_found", { file_no: 0 });
    await memory.touchTrace(tx, trace_id, now);
    return row;
  }

  /** @throws UdtError memory_file_not_found */
  async #filesOf({ files, fault }: Handed): Promise<HandedFile[]> {
    if (fault !== null) return [];
    if (files.length === 0) throw new UdtError("memory_file_not_found", { file_no: 0 });
    const found: HandedFile[] = [];
    for (const [file_no, { file_id, file_name }] of files.entries()) {
      const blob_key = keyOf(file_id);
      const blob = await this.#needs.blobs.get(blob_key);
      blob?.stream.destroy();
      if (!blob) throw new UdtError("memory_file_not_found", { file_no });
      found.push({ file_name, size_bytes: blob.size_bytes, blob_key });
    }
    return found;
  }

  /** Why an agent may say nothing of a recording: it has lost the device, or the recording is over. */
  async #refusal(agent_id: string, of: LeasedRecording): Promise<UdtError> {
    await this.#needs.assertHeld(agent_id, of);
    return new UdtError("memory_recording_over");
  }
}

const keyOf = (file_id: string): string => `memory/${file_id}`;
