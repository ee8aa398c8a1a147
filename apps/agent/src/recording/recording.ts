import { say } from "@udt/base";
import type { Device } from "@udt/driver";
import type { ScreenKeeper } from "../screen/screen-keeper.ts";
import type { Upload } from "./growing-file.ts";
import { LogRecorder } from "./log.ts";
import { PerformanceRecorder } from "./performance.ts";
import { Sampler } from "./sampler.ts";
import { VideoRecorder } from "./video.ts";

/** What is recorded of a session; a {@link DeviceSession} is one. */
export interface RecordedSession {
  readonly device: Device;
  readonly screen: ScreenKeeper;
}

export interface RecordingSpec {
  video: boolean;
  /** The video ends then, whatever goes on. */
  video_minutes: number;
  log: boolean;
  performance: boolean;
  /** The app under test; null when there is none, then only the whole device is measured. */
  package_name: string | null;
}

export interface Recording {
  /**
   * Ends all of it and resolves when the server has it, or has not taken it within half a minute: what it acknowledged
   * before stays. Every call answers the same.
   */
  stop(): Promise<void>;
}

/** How long a server that is away may keep the end of a run. */
const FLUSH_MS = 30_000;
const MINUTE_MS = 60_000;

/** Records a session, and sends what comes while it goes on. A part that fails ends alone. */
export function startRecording(session: RecordedSession, spec: RecordingSpec, upload: Upload): Recording {
  const { log, performance } = session.device.capabilities;
  const video = spec.video ? new VideoRecorder(session.screen, upload) : undefined;
  const lines = spec.log && log ? new LogRecorder(log, upload) : undefined;
  const samples =
    spec.performance && performance
      ? new PerformanceRecorder(new Sampler(performance, upload.clock), spec.package_name, upload)
      : undefined;
  const enough = setTimeout(() => void video?.end(AbortSignal.timeout(FLUSH_MS)), spec.video_minutes * MINUTE_MS);

  const stop = async () => {
    clearTimeout(enough);
    const signal = AbortSignal.timeout(FLUSH_MS);
    if (video && !video.hasPicture) lines?.note(say("log_no_video"));
    await Promise.all([video?.end(signal), lines?.end(signal), samples?.end(signal)]);
  };
  let stopped: Promise<void> | undefined;
  return { stop: () => (stopped ??= stop()) };
}
