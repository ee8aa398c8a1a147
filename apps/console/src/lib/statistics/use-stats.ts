import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { DataOf } from "@udt/contract";
import { caseStatsEndpoints } from "@udt/contract/endpoints/case-stats";
import { statisticsEndpoints } from "@udt/contract/endpoints/statistics";
import { homeEndpoints } from "@udt/contract/endpoints/home";
import { queryOf } from "../api/queries.ts";
import { useMay } from "../privileges/index.ts";
import { ownTimeZone } from "../time-zones.ts";
import { REFRESH_MS, whileCounted } from "./counted.ts";

export type Stats = DataOf<typeof statisticsEndpoints.biStats>;
export type StatsDays = 7 | 30 | 90;

const wishOf = (project: string | undefined, days: StatsDays) => ({
  days,
  time_zone: ownTimeZone(),
  ...(project !== undefined && { project_id: project }),
});

/** How much was tested and how devices were used, by days of the browser's time zone: in one project, or in all own ones. */
export const useStats = (project: string | undefined, days: StatsDays) =>
  useQuery({
    ...queryOf(statisticsEndpoints.biStats, { body: wishOf(project, days) }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

export type CaseStats = DataOf<typeof caseStatsEndpoints.biCases>;

/** How the cases of automated tests came out in the same days. */
export const useCaseStats = (project: string | undefined, days: StatsDays) =>
  useQuery({
    ...queryOf(caseStatsEndpoints.biCases, { body: wishOf(project, days) }),
    placeholderData: keepPreviousData,
    refetchInterval: whileCounted,
  });

/** The share of a project's cases that passed, by the same days; asked only for who may see cases. */
export const usePassRate = (project: string) =>
  useQuery({
    ...queryOf(homeEndpoints.homePassRate, { query: { project, time_zone: ownTimeZone() } }),
    enabled: useMay(project, "case.view"),
    refetchInterval: whileCounted,
  });

/** The user's own newest tests, in one project or in all of theirs. */
export const useRecentTests = (state: "open" | "ended", limit: number, project?: string) =>
  useQuery({
    ...queryOf(statisticsEndpoints.biRecentTests, {
      body: { state, limit, ...(project !== undefined && { project_id: project }) },
    }),
    refetchInterval: REFRESH_MS,
  });
