import { useQuery } from "@tanstack/react-query";
import { runReadEndpoints } from "@udt/contract/endpoints/runs";
import { queryOf } from "../../lib/api/queries.ts";
import { whileTesting } from "../../lib/runs/index.ts";

const SHOWN = 5;

/** The project's runs that go on, whoever started them. */
export const useRunningRuns = (project: string) =>
  useQuery({
    ...queryOf(runReadEndpoints.runList, { query: { project, execution: "testing", page_size: SHOWN } }),
    refetchInterval: whileTesting,
  });
