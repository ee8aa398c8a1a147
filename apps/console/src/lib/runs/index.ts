export { numbered } from "@udt/contract";
export { whileTesting } from "./follow.ts";
export { RunPill, RunPills } from "./run-pill.tsx";
export { runTone } from "./run-tone.ts";
export { useRunJob, useStart, useTellNoStart } from "./use-start.ts";
export { shortCommit } from "./short-commit.ts";
