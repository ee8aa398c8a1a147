export type { Upload } from "./growing-file.ts";
export { sendLeftovers } from "./leftovers.ts";
export { startRecording, type Recording, type RecordingSpec } from "./recording.ts";
export { ServerClock } from "./server-clock.ts";
export { RecordingSpool } from "./spool.ts";
export { TextRecorder } from "./text.ts";
