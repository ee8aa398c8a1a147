export { RunPill, RunPills, runTone } from "./run-pill.tsx";
export { shortCommit } from "./short-commit.ts";
