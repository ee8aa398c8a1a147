export { Controls, type Mark } from "./controls.tsx";
export { LogPane } from "./log-pane.tsx";
export { Playhead } from "./playhead.ts";
export { isRecording, recordedVideos, type Recording } from "./recorded-parts.ts";
export { outsideOf, type Range, type RecordedPlace } from "./recorded.ts";
export { RecordedVideos } from "./recorded-videos.tsx";
export { Unreadable } from "./unreadable.tsx";
export { VideoPane } from "./video-pane.tsx";
