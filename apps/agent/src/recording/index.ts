export type { Upload } from "./growing-file.ts";
export { startRecording, type Recording, type RecordingSpec } from "./recording.ts";
export { ServerClock } from "./server-clock.ts";
export { TextRecorder } from "./text.ts";
