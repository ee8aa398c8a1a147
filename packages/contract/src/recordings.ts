/**
 * The files of one recording of a debug session, which belong together by their names: video, what was given to the device
 * meanwhile, and the device's log. `recorded` was begun and ended by somebody, `recent` saved afterwards.
 */
export const RECORDING_ORIGINS = ["recorded", "recent"] as const;
export type RecordingOrigin = (typeof RECORDING_ORIGINS)[number];

/** How each part's name ends, and what it is. */
export const RECORDING_PARTS = {
  video: { ending: ".mp4", content_type: "video/mp4" },
  input: { ending: ".input.jsonl", content_type: "application/x-ndjson" },
  log: { ending: ".log", content_type: "text/plain" },
} as const;
export type RecordingPart = keyof typeof RECORDING_PARTS;

/** `recorded-1`: the first recording of a session, without an ending. */
export const recordingStem = (origin: RecordingOrigin, number: number): string => `${origin}-${number}`;

/** Of a package's name: with what is added, a file's name may be `LIMITS.file_name_max` long. */
const MEASURED_APP_MAX = 200;

/** The name of a recording of performance: of an app, or with null of the device alone. */
export const performanceRecordingName = (package_name: string | null): string =>
  package_name === null ? "performance.jsonl" : `performance-${package_name.slice(0, MEASURED_APP_MAX)}.jsonl`;

/** The app that such a recording is of, as far as its name tells; null for the device alone. */
export const measuredAppOf = (name: string): string | null => /^performance-(.+)\.jsonl$/.exec(name)?.[1] ?? null;

export interface RecordingName {
  origin: RecordingOrigin;
  /** What the names of its parts begin with. */
  stem: string;
}

/** Of the name of such a video; undefined for any other. */
export function recordingOf(name: string): RecordingName | undefined {
  const match = /^((recorded|recent)-\d+)\.mp4$/.exec(name);
  const origin = RECORDING_ORIGINS.find((one) => one === match?.[2]);
  return match?.[1] !== undefined && origin ? { origin, stem: match[1] } : undefined;
}
