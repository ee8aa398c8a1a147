/** Bounds of memory traces. */
export const MEMORY_LIMITS = {
  /** Of one project, and of one trace. */
  memory_traces_max: 500,
  memory_samples_max: 100,
  /** Of one project: so many wait to be read. */
  memory_reading_max: 32,
  /** Of one sample. */
  memory_files_max: 16,
  /** Calls of one tree that a flame graph is made of; the smallest of more are left out. */
  memory_flame_max: 600_000,
  /** Partition rules of a project, characters of a pattern, and how many versions of the rules are kept. */
  memory_partition_rules_max: 200,
  memory_pattern_max: 256,
  memory_partition_versions_max: 100,
  /** Of one project: one for each branch of an app. */
  memory_baselines_max: 200,
  /** Of what one of Apple's tools writes of a memory graph. */
  memgraph_output_max_bytes: 2 * 1024 ** 3,
  /** Of one file of a memory sample, and of all of a project. */
  memory_file_max_bytes: 4 * 1024 ** 3,
  memory_project_max_bytes: 64 * 1024 ** 3,
  /** Of samples that a recording takes by itself. */
  memory_every_min_seconds: 5,
  memory_every_max_seconds: 3_600,
  /** After a run's devices are done its verdict waits at most so long for memory samples to be read. */
  memory_verdict_minutes: 10,
  /** Characters of a process' name. */
  memory_process_max: 256,
  /** Of one sample, in which it is said what could not be had. */
  memory_notes_max: 8,
  /** Processes that a device tells. */
  memory_processes_max: 500,
} as const;
