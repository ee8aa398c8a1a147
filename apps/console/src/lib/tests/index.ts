export { doingOf } from "./doing.ts";
export { DebugButton } from "./debug-button.tsx";
export { KIND_VIEWS } from "./kinds.ts";
export { DURATION_PRESETS, isDuration, rememberDuration, rememberedDuration } from "./duration.ts";
export { useCancelTest } from "./use-cancel-test.ts";
export { useStartDebug } from "./use-start-debug.ts";
export { TakeOverDialog, type TakeOverProps } from "./take-over-dialog.tsx";
export { runPathOf, sessionOf, testPath, useTestName } from "./test-name.ts";
export { useRunDevice } from "./use-run-device.ts";
