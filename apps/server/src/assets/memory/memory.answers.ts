import type {
  MemgraphReading,
  MemoryFacts,
  MemoryGrowth,
  MemoryRecording,
  MemorySample,
  MemoryTrace,
} from "@udt/contract";
import { footprintLimit, growthOf } from "@udt/memory";
import { ownIdOf, type Actor, type CallerProject } from "../../platform/http/caller.ts";
import type { FileRow, SampleListing, TraceRow } from "./memory.repository.ts";
import type { RecordingListing } from "./recordings.repository.ts";
import type { TraceListing } from "./trace-lists.repository.ts";

/** Who asks, and in which project. */
export interface MemoryCaller extends Actor {
  project: CallerProject;
}

/** As they are kept in the database. */
type KeptFacts = Omit<MemoryFacts, "java_bytes" | "java_unheld_bytes"> &
  Partial<Pick<MemoryFacts, "java_bytes" | "java_unheld_bytes">>;

/** One's own, and as an administrator of the project any. */
export const mayDelete = ({ user_id }: Pick<TraceRow, "user_id">, { user, project }: MemoryCaller): boolean =>
  project.user_type === 1 || user_id === ownIdOf(user);

/** @param recording the last of its recordings */
export function traceOf(
  { trace, ...listed }: TraceListing,
  recording: RecordingListing | undefined,
  caller: MemoryCaller,
): MemoryTrace {
  const { trace_id, name, app_name, app_version, device_memory_gb, is_kept, created_at, updated_at } = trace;
  const footprint_limit_bytes = device_memory_gb === null ? null : footprintLimit(device_memory_gb);
  const told = { trace_id, name, app_name, app_version, device_memory_gb, footprint_limit_bytes, is_kept };
  const recorded = recording === undefined ? null : recordingOf(recording);
  const rest = { created_at, updated_at, ...listed, recording: recorded, is_deletable: mayDelete(trace, caller) };
  return { ...told, ...rest };
}

export function recordingOf({ recording, user_name, test_kind }: RecordingListing): MemoryRecording {
  const { lease_token: _, next_number: __, user_id: ___, ...told } = recording;
  return { ...told, state: told.ended_at === null ? "recording" : "ended", user_name, test_kind };
}

/** What became of the footprint over the samples that tell one. */
export function growthAnswer(samples: readonly MemorySample[]): MemoryGrowth | null {
  const growth = growthOf(
    samples.flatMap(({ sample_id, taken_at, facts }) => {
      if (!facts || facts.footprint_bytes === null) return [];
      const { footprint_bytes, footprint_measure, pid } = facts;
      return [{ sample_id, taken_at, footprint_bytes, footprint_measure, pid }];
    }),
  );
  if (!growth) return null;
  const { samples: own, ...rest } = growth;
  return { sample_ids: own.map(({ sample_id }) => sample_id), ...rest };
}

/** @param memgraph what is told of it while it waits for an agent on a Mac */
export function sampleOf(
  { sample, user_name }: SampleListing,
  files: readonly FileRow[],
  memgraph: MemgraphReading | null = null,
): MemorySample {
  const { sample_id, trace_id, number, label, taken_at, state, size_bytes, read_bytes, created_at } = sample;
  const { fault, notes, recording_id } = sample;
  const kept: KeptFacts | null = sample.facts;
  const own = files
    .filter((file) => file.sample_id === sample_id)
    .map(({ file_no, file_name, size_bytes: bytes, format, lines }) => ({
      file_no,
      file_name,
      size_bytes: bytes,
      format,
      lines,
    }));
  const told = {
    sample_id,
    trace_id,
    number,
    label,
    state,
    size_bytes,
    read_bytes,
    fault,
    memgraph,
    notes,
    recording_id,
  };
  // What was read before Java's heap was tells nothing of it.
  const facts = kept && {
    ...kept,
    java_bytes: kept.java_bytes ?? null,
    java_unheld_bytes: kept.java_unheld_bytes ?? null,
  };
  return { ...told, created_at, facts, taken_at: taken_at ?? created_at, files: own, user_name };
}
