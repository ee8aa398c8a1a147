import { RECORDING_PARTS, recordingOf, type RecordingOrigin, type Resource } from "@udt/contract";

export type Recording = Resource & { started_at: number };

export const isRecording = (resource: Resource): resource is Recording => resource.started_at !== null;

/** From when to when a video is. */
export const rangeOf = ({ started_at, duration_ms }: Pick<Recording, "started_at" | "duration_ms">) => ({
  from: started_at,
  to: started_at + Math.max(1, duration_ms ?? 0),
});

/** Whether a recording has a moment, in epoch milliseconds, to be seen. */
export function hasMoment({ video }: RecordedParts, at: number): boolean {
  const { from, to } = rangeOf(video);
  return video.state !== "growing" && video.size_bytes > 0 && from <= at && at <= to;
}

/** The files of one recording. */
export interface RecordedParts {
  video: Recording;
  input: Recording | undefined;
  log: Recording | undefined;
}

export interface RecordedVideo extends RecordedParts {
  origin: RecordingOrigin;
  /** What the names of its files begin with. */
  stem: string;
}

/** The recordings of a debug session among the files of a device, the newest first, each with what belongs to it. */
export function recordedVideos(list: readonly Resource[]): RecordedVideo[] {
  const files = list.filter(isRecording);
  const videos = files.flatMap((video) => {
    const name = recordingOf(video.name);
    if (!name) return [];
    const part = (ending: string) => files.find((one) => one.name === name.stem + ending);
    return [{ ...name, video, input: part(RECORDING_PARTS.input.ending), log: part(RECORDING_PARTS.log.ending) }];
  });
  return videos.toSorted((a, b) => b.video.created_at - a.video.created_at);
}
