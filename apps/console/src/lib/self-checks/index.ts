export { evidenceUrl, useSelfCheck } from "./self-checks.ts";
