export { REFRESH_MS, whileCounted } from "./counted.ts";
export { PendingRuns } from "./pending-runs.tsx";
export {
  useCaseStats,
  usePassRate,
  useRecentTests,
  useStats,
  type CaseStats,
  type Stats,
  type StatsDays,
} from "./use-stats.ts";
