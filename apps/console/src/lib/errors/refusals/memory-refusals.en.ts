/** What is refused at memory traces: part of the texts of refusals. */
export const MEMORY_REFUSALS = {
  memory_trace_not_found: "There is no such memory trace; it may have been deleted.",
  memory_sample_not_found: "There is no such memory sample; it may have been deleted.",
  memory_sample_unread: "Memory sample {number} is not read.",
  memory_sample_not_failed: "Memory sample {number} has no memory graph that could be read again now.",
  memory_file_not_found: "The sample has no such file.",
  memory_trace_limit:
    "The project has {max} memory traces already, none of which gives way, and cannot have more. Delete some.",
  memory_sample_limit: "The memory trace has {max} samples already, and cannot have more.",
  memory_no_room: "Memory traces are full: a project has room for {limit_bytes} bytes and no more.",
  memory_not_own:
    "The memory trace “{name}” is somebody else’s: who made it deletes it, or an administrator of the project.",
  memory_incomparable: "The two samples cannot be compared: {reason}",
  memory_tree_unread: "The sample’s tree of calls cannot be read: {reason}",
  memory_partitions_newer:
    "Version {version} of the rules was saved by {user_name} meanwhile. Nothing of yours was saved or lost.",
  memory_partitions_not_found: "There is no version {version} of the partition rules; it may be too old to be kept.",
  memory_unpartitioned: "The sample cannot be partitioned: {reason}",
  memory_baseline_not_found: "This baseline is not there any more; somebody may have removed it.",
  memory_baseline_no_app: "The memory trace “{name}” names no app, so its samples can be no app’s baseline.",
  memory_baseline_limit: "A project has at most {max} baselines. Remove one that nobody needs.",
  memory_is_baseline: "Sample {number} is the baseline of {app_name}, branch {branch}. Remove the baseline first.",
  memory_recording_on: "Memory of this device is being recorded already. Stop that recording first.",
  memory_recording_over: "No memory of this device is being recorded: the recording is over.",
  memory_run_goes_on:
    "The run that recorded the memory trace “{name}” goes on, and may be judged by it. Delete it once the run has ended.",
  memory_sampling_busy: "A sample is being taken, and another waits. Try again when they are there.",
  memory_trace_kept:
    "The memory trace “{name}” is kept: somebody said that it stays. Take that back, or delete it by itself.",
  memory_recording_goes_on: "The memory trace “{name}” is being recorded. Stop the recording first.",
  memory_version_not_found: "No memory trace of {app_name} {app_version} has a sample that is read.",
};
