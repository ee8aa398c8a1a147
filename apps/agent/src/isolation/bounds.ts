/** What programs may use, whatever isolates them. */
export interface Bounds {
  /** Of one launch. */
  timeMs: number;
  /** Of all its processes together. */
  memoryBytes: number;
  /** Of the folders that it may write to together; no file may be larger. */
  diskBytes: number;
  outputBytes: number;
  processes: number;
}

export const DEFAULT_BOUNDS: Bounds = {
  timeMs: 60 * 60_000,
  memoryBytes: 2 * 1024 ** 3,
  diskBytes: 2 * 1024 ** 3,
  outputBytes: 64 * 1024 ** 2,
  processes: 256,
};
