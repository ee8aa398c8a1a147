/** What a device says of itself while a session lasts: its log, its performance, and recordings of its screen. */
import { ENDPOINTS, recordingOf, saidInEnglish, type LogLine, type RecordingState, type Resource } from "@udt/contract";
import { DriveFault, type DeviceAccess, type DevicePlace } from "./access.ts";
import { withStream } from "./stream.ts";

/** The log is held to be read when nothing more has come for so long. */
const QUIET_MS = 400;
const FIRST_MS = 3_000;
/** A log that never rests is read as far as it has come by then. */
const LOG_MAX_MS = 3_000;
const STATE_MS = 60_000;
/** A sample a second comes; the first may take as long as a probe takes to begin. */
const SAMPLE_MS = 15_000;
export const LOG_LINES_MAX = 1_000;

/** The newest lines of the device's log that are not older, oldest first. */
export function readLog(access: DeviceAccess, place: DevicePlace, since: number): Promise<LogLine[]> {
  return withStream(access, place, "log", async (log) => {
    const lines: LogLine[] = [];
    const end = Date.now() + LOG_MAX_MS;
    for (let wait = FIRST_MS; Date.now() < end; wait = QUIET_MS) {
      try {
        lines.push(...(await log.next((message) => (message.type === "lines" ? message.lines : undefined), wait)));
      } catch (error) {
        if (error instanceof DriveFault && error.code === "no_answer") break;
        throw error;
      }
    }
    return lines.filter(([time]) => time >= since).slice(-LOG_LINES_MAX);
  });
}

/** A sample of each second. @throws DriveFault not_measured */
export function measure(access: DeviceAccess, place: DevicePlace, package_name: string | null, seconds: number) {
  return withStream(access, place, "performance", async (performance) => {
    performance.send({ type: "watch", package_name });
    const next = () =>
      performance.next((message) => {
        if (message.type === "unmeasured") throw new DriveFault("not_measured", saidInEnglish(message.said));
        return message.type === "sample" ? message : undefined;
      }, SAMPLE_MS);
    const samples = [await next()];
    while (samples.length < seconds) samples.push(await next());
    return samples;
  });
}

export type RecordAct = "start" | "stop" | "save_recent";

/** Begins or ends a recording of the screen, or saves the last seconds; answers its name. @throws DriveFault no_video */
export function record(access: DeviceAccess, place: DevicePlace, act: RecordAct): Promise<string | null> {
  return withStream(access, place, "recording", async (recording) => {
    const state = (find: (state: RecordingState) => boolean) =>
      recording.next((message) => (find(message) ? message : undefined), STATE_MS);
    const before = await state(() => true);
    if (act === "stop") {
      if (before.recording === null) return null;
      recording.send({ type: "record_end" });
      await state((now) => now.recording === null);
      return before.recording.name;
    }
    if (!before.has_video) throw new DriveFault("no_video", "No video can be made of this device's screen.");
    if (act === "start") {
      if (before.recording !== null) return before.recording.name;
      recording.send({ type: "record" });
      return (await state((now) => now.recording !== null)).recording?.name ?? null;
    }
    recording.send({ type: "save_recent" });
    const { saving } = await state((now) => now.saving !== null);
    await state((now) => now.saving === null);
    return saving?.name ?? null;
  });
}

/** Files of the test that belong to a recording of this name. */
export async function filesOfRecording(access: DeviceAccess, place: DevicePlace, name: string): Promise<Resource[]> {
  const { project, ...params } = place;
  const { resource_list } = await access.client.call(ENDPOINTS.resourceList, { params, query: { project } });
  const stem = recordingOf(name)?.stem ?? name;
  return resource_list.filter((resource) => resource.name.startsWith(`${stem}.`));
}
