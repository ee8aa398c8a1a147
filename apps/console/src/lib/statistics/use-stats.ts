import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { DataOf } from "@udt/contract";
import { caseStatsEndpoints } from "@udt/contract/endpoints/case-stats";
import { statisticsEndpoints } from "@udt/contract/endpoints/statistics";
import { homeEndpoints } from "@udt/contract/endpoints/home";
import { useState } from "react";
import { queryOf } from "../api/queries.ts";
import { useMay } from "../privileges/index.ts";

export type Stats = DataOf<typeof statisticsEndpoints.biStats>;
export type StatsDays = 7 | 30 | 90;

/** Counted anew now and then: no event tells of a minute that has passed. */
const REFRESH_MS = 60_000;

/** Where the browser's days begin. */
const useUtcOffset = () => useState(() => -new Date().getTimezoneOffset())[0];

/** How much was tested and how devices were used, by days of the browser's time zone: in one project, or in all own ones. */
export function useStats(project: string | undefined, days: StatsDays) {
  const utc_offset_minutes = useUtcOffset();
  return useQuery({
    ...queryOf(statisticsEndpoints.biStats, {
      body: { days, utc_offset_minutes, ...(project !== undefined && { project_id: project }) },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

export type CaseStats = DataOf<typeof caseStatsEndpoints.biCases>;

/** How the cases of automated tests came out in the same days. */
export function useCaseStats(project: string | undefined, days: StatsDays) {
  const utc_offset_minutes = useUtcOffset();
  return useQuery({
    ...queryOf(caseStatsEndpoints.biCases, {
      body: { days, utc_offset_minutes, ...(project !== undefined && { project_id: project }) },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

/** The share of a project's cases that passed, by the same days; asked only for who may see cases. */
export const usePassRate = (project: string) =>
  useQuery({
    ...queryOf(homeEndpoints.homePassRate, { query: { project, utc_offset_minutes: useUtcOffset() } }),
    enabled: useMay(project, "case.view"),
    refetchInterval: REFRESH_MS,
  });

/** The user's own newest tests, in one project or in all of theirs. */
export const useRecentTests = (state: "open" | "ended", limit: number, project?: string) =>
  useQuery({
    ...queryOf(statisticsEndpoints.biRecentTests, {
      body: { state, limit, ...(project !== undefined && { project_id: project }) },
    }),
    refetchInterval: REFRESH_MS,
  });
