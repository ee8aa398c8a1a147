export { Avatar } from "./avatar.tsx";
export { Command } from "./command.tsx";
export { CopyButton, copyText } from "./copy-button.tsx";
export { deviceFacts, deviceLine, DeviceThumb } from "./device-thumb.tsx";
export { PageHeader } from "./page-header.tsx";
export { Coming, EmptyState, ErrorState, SkeletonBar, SkeletonRows } from "./page-states.tsx";
export type { Tone } from "@udt/contract/report-words/tones";
export { phaseLook } from "./phase-look.ts";
export { DEVICE_TONES, DeviceStatePill, StatePill, TestStatePill } from "./state-pill.tsx";
