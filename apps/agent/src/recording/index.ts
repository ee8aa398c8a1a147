export type { Upload } from "./growing-file.ts";
export { sendLeftovers } from "./leftovers.ts";
export { PerformanceRecorder } from "./performance.ts";
export { startRecording, type Recording, type RecordingSpec } from "./recording.ts";
export { Sampler, type Measured } from "./sampler.ts";
export { ServerClock } from "./server-clock.ts";
export { RecordingSpool } from "./spool.ts";
export { TextRecorder } from "./text.ts";
