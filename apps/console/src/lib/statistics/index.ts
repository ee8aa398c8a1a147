export { useRecentTests, useStats, type Stats, type StatsDays } from "./use-stats.ts";
