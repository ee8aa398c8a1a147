export {
  useCaseStats,
  usePassRate,
  useRecentTests,
  useStats,
  type CaseStats,
  type Stats,
  type StatsDays,
} from "./use-stats.ts";
