/** What one file may hold. Whoever writes more by hand has made a mistake, or means harm. */
export const LOW_CODE_LIMITS = {
  file_bytes_max: 128 * 1024,
  /** YAML within YAML; its reader calls itself for each. */
  depth_max: 48,
  steps_max: 2_000,
  /** Steps within steps. */
  nesting_max: 10,
  /** Faults that are told of one file. */
  faults_max: 20,
  /** Of the name of a file that a step names. */
  path_max: 400,
  rows_max: 500,
  rounds_max: 1_000,
  timeout_seconds_max: 600,
  /** Steps that one case carries out, with all rounds of its loops and all that it calls. */
  done_max: 10_000,
} as const;

/** What a picture may be that a locator names. */
export const PICTURE_LIMITS = {
  bytes_max: 4 * 1024 ** 2,
  side_min: 8,
  side_max: 4_096,
  /** Of the screen that it was taken from. */
  screen_side_max: 16_384,
  which_max: 20,
  /**
   * Measured on buttons: drawn anew between half and twice the size the same has 0.89 and more, one with other words on it 0.80 and
   * less. Two digits with most of their shape in common, as 0 and 8, cannot be told apart by it.
   */
  score: 0.85,
  scale: 0.1,
  scale_unknown: 1,
} as const;
