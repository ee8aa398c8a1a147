/** What is refused at memory traces: part of `ERRORS`. */
import { row } from "./error-row.ts";

export const MEMORY_ERRORS = {
  memory_trace_not_found: row(10450, 404, "memory trace {trace_id} not exists"),
  memory_sample_not_found: row(10451, 404, "memory sample {sample_id} not exists"),
  memory_sample_unread: row(10452, 409, "memory sample {number} is not read"),
  memory_file_not_found: row(10453, 404, "the memory sample has no file {file_no}"),
  memory_trace_limit: row(10454, 409, "a project has at most {max} memory traces"),
  memory_sample_limit: row(10455, 409, "a memory trace has at most {max} samples"),
  memory_no_room: row(10456, 409, "memory traces of a project have room for {limit_bytes} bytes and no more"),
  memory_not_own: row(10457, 403, "memory trace {name} is somebody else's"),
  memory_incomparable: row(10458, 409, "the two samples cannot be compared: {reason}"),
  memory_tree_unread: row(10469, 409, "the tree of the memory sample cannot be read: {reason}"),
  memory_partitions_newer: row(
    10459,
    409,
    "version {version} of the partition rules was saved by {user_name} meanwhile",
  ),
  memory_partitions_not_found: row(10460, 404, "version {version} of the partition rules not exists"),
  memory_unpartitioned: row(10461, 409, "the memory sample cannot be partitioned: {reason}"),
  memory_baseline_not_found: row(10462, 404, "memory baseline {baseline_id} not exists"),
  memory_baseline_no_app: row(10463, 409, "memory trace {name} names no app"),
  memory_baseline_limit: row(10464, 409, "a project has at most {max} memory baselines"),
  memory_is_baseline: row(10465, 409, "memory sample {number} is the baseline of {app_name}, branch {branch}"),
  memory_recording_on: row(10475, 409, "memory of this device is being recorded already"),
  memory_recording_over: row(10476, 409, "no memory of this device is being recorded"),
  memory_sampling_busy: row(10477, 409, "a memory sample is being taken, and another waits"),
  memory_run_goes_on: row(10479, 409, "the run that recorded memory trace {name} goes on, and may be judged by it"),
  memory_sample_not_failed: row(10480, 409, "memory sample {number} has no memory graph that could be read again now"),
  memory_trace_kept: row(10485, 409, "memory trace {name} is to stay, as somebody said of it"),
  memory_recording_goes_on: row(10486, 409, "memory trace {name} is being recorded"),
  memory_version_not_found: row(10466, 404, "no memory trace of {app_name} {app_version} has a sample that is read"),
} as const;
