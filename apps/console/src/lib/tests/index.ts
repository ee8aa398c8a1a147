export { DebugButton } from "./debug-button.tsx";
export { DURATION_PRESETS, isDuration, rememberDuration, rememberedDuration } from "./duration.ts";
export { useCancelTest } from "./use-cancel-test.ts";
export { useStartDebug } from "./use-start-debug.ts";
