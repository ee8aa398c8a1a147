import { DEVICE_USE, type TestKind } from "@udt/contract";
import type { Device } from "@udt/driver";
import type { Logger } from "../logger.ts";
import type { Upload } from "../recording/index.ts";
import type { ScreenKeeper } from "../screen/screen-keeper.ts";
import { SessionAudio } from "./audio.ts";
import { SessionMemory } from "./memory.ts";
import { SessionPerformance } from "./performance.ts";
import { SessionRecording } from "./recording.ts";

/** What goes on in a session beside its streams, as far as its device and its kind have it. */
export interface SessionParts {
  audio: SessionAudio;
  performance: SessionPerformance | undefined;
  recording: SessionRecording | undefined;
  memory: SessionMemory | undefined;
}

export function makeParts(
  { capabilities }: Device,
  kind: TestKind,
  { screen, upload, dataDir, log }: { screen: ScreenKeeper; upload: Upload; dataDir: string; log: Logger },
): SessionParts {
  const { performance, memory, log: lines } = capabilities;
  // People record what they drive; a run's work records by itself.
  const records = capabilities.screen !== undefined && DEVICE_USE[kind].streams.includes("recording");
  return {
    audio: new SessionAudio(log),
    performance: performance && new SessionPerformance(performance, upload),
    recording: records ? new SessionRecording(screen, lines, upload) : undefined,
    memory: memory && new SessionMemory(memory, upload, dataDir),
  };
}
