import { usePassRate } from "../../lib/statistics/index.ts";
import { useNeeds } from "./use-needs.ts";
import { useRunningRuns } from "./use-running-runs.ts";

/** Whether the project has an ordinary day: somebody is needed, or tests run or ran lately. Undefined until that is known. */
export function useDaily(project: string): boolean | undefined {
  const [needs, runs, rate] = [useNeeds(project), useRunningRuns(project), usePassRate(project)];
  if (needs.isAny || runs.data?.list.length || rate.data?.newest) return true;
  return needs.isLoading || runs.isLoading || rate.isLoading ? undefined : false;
}
