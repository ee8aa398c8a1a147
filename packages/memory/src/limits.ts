/** Bounds for files from outside. What exceeds one is refused with its line. */
export const LIMITS = {
  /** A stack of a hundred frames with names of 10 kB each is far below. */
  line_bytes: 4 * 1024 ** 2,
  /** Characters of a line that has no more than one name, and of one name: longer ones lie where no bound of a thread counts them. */
  name_each: 64 * 1024,
  /** Lines, and their characters, that are kept until a format is known by one of them. */
  head_lines: 200,
  head_chars: 8 * 1024 ** 2,
  /** Files of one sample. */
  files: 64,
  /** Calls within calls; malloc_history and others keep 512 at most. */
  depth: 4_096,
  /** Nodes of one tree, at 36 bytes each. */
  nodes: 4_000_000,
  /** Types of regions, zones and classes, each. */
  rows: 200_000,
  /** Characters of all names of one tree. */
  name_chars: 128 * 1024 ** 2,
  /** What a gzipped file comes to: as large as a file may be, and, from some size on, so many times as large as it came; texts of tools come to 20 to 60. */
  unpacked_bytes: 4 * 1024 ** 3,
  unpacked_free_bytes: 1024 ** 3,
  unpacked_times: 200,
  /** A binary profile is read as a whole, once it is unpacked; and so much may be in it. */
  pprof_bytes: 128 * 1024 ** 2,
  pprof_entries: 1_000_000,
  /** Of all stacks of one together: a few bytes name a stack with all of its calls. */
  pprof_calls: 20_000_000,
  /**
   * Of a heap dump of Java, whose objects and references lie in arrays of numbers: some 70 bytes for an object that is held and 8 for
   * a reference, 1.6 GB with as many as there may be of both.
   */
  hprof_objects: 16_000_000,
  hprof_references: 64_000_000,
  /** What else of it is in memory: texts, fields of all classes together, and roots. */
  hprof_texts: 2_000_000,
  hprof_members: 4_000_000,
  /** Of all classes that have instances, with those of their super classes. */
  hprof_fields: 16_000_000,
  hprof_roots: 2_000_000,
  /** Classes in the path of one to what holds it: below, what is held counts for the last. */
  hprof_depth: 256,
  /** JSON is read as a whole. */
  json_chars: 64 * 1024 ** 2,
};
