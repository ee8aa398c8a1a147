import { usePrivileges } from "../../lib/privileges/index.ts";
import { usePassRate } from "../../lib/statistics/index.ts";
import { useNeeds } from "./use-needs.ts";
import { useRunningRuns } from "./use-running-runs.ts";

/**
 * How much of an ordinary day the project has: none, something that somebody is needed for, a run that goes on or one that is
 * still being counted, or runs of several days as well. Undefined until that is known.
 */
export function useDaily(project: string): "none" | "some" | "all" | undefined {
  const [needs, runs, rate] = [useNeeds(project), useRunningRuns(project), usePassRate(project)];
  const { known, failed } = usePrivileges(project);
  if (rate.data && rate.data.by_day.filter(({ total }) => total > 0).length > 1) return "all";
  // What is not asked for before it is known that it may be is not loading yet.
  if (!(known || failed) || needs.isLoading || runs.isLoading || rate.isLoading) return undefined;
  return needs.isAny || runs.data?.list.length || rate.data?.pending ? "some" : "none";
}
