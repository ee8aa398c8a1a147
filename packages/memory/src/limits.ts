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
  /** A binary profile is read as a whole, once it is unpacked; and so much may be in it. */
  pprof_bytes: 128 * 1024 ** 2,
  pprof_entries: 1_000_000,
  /** Of all stacks of one together: a few bytes name a stack with all of its calls. */
  pprof_calls: 20_000_000,
  /** JSON is read as a whole. */
  json_chars: 64 * 1024 ** 2,
};
