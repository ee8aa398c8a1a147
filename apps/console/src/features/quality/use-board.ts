import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { DEVICE_OS, FRAMEWORKS, type CaseHealth, type DataOf, type QualityResults } from "@udt/contract";
import { QUALITY_DAYS, qualityEndpoints } from "@udt/contract/endpoints/quality";
import { qualityListEndpoints } from "@udt/contract/endpoints/quality-lists";
import { qualityHealthEndpoints } from "@udt/contract/endpoints/quality-health";
import { queryOf } from "../../lib/api/queries.ts";
import { oneOf, useUrlFilters } from "../../lib/list/index.ts";
import { REFRESH_MS, whileCounted } from "../../lib/statistics/index.ts";
import { ownTimeZone } from "../../lib/time-zones.ts";

export type Board = DataOf<typeof qualityEndpoints.qualityBoard>;
export type DeviceFigures = DataOf<typeof qualityEndpoints.qualityDevices>;
export type BoardCases = DataOf<typeof qualityEndpoints.qualityCases>;
export type Clusters = DataOf<typeof qualityEndpoints.qualityClusters>;
export type Health = DataOf<typeof qualityHealthEndpoints.qualityHealth>;
/** The lists behind numbers, as the address calls them. */
export const LISTS = [
  "runs",
  "failed",
  "new_failure",
  "device_fault",
  "health",
  "flaky",
  "waits",
  "devices",
  "presence",
  "orders",
  "mended",
] as const;
export type BehindList = (typeof LISTS)[number];
/** What a list behind a number is narrowed to, besides what the board is. */
export const OF_LIST = {
  page_num: undefined,
  health: undefined,
  keyword: undefined,
  day: undefined,
  job_id: undefined,
  case_key: undefined,
  signature: undefined,
} as const;
export type OfList = { [Name in keyof typeof OF_LIST]?: string | undefined };

/** What the address narrows a list to: one day, one case, or failures that say the same. */
export const narrowedIn = (search: URLSearchParams) => ({
  ...given("day", search.get("day")),
  ...given("job_id", search.get("job_id")),
  ...given("case_key", search.get("case_key")),
  ...given("signature", search.get("signature")),
});
type InList = ReturnType<typeof narrowedIn>;

const given = <Name extends string>(name: Name, value: string | null): Partial<Record<Name, string>> =>
  value ? ({ [name]: value } as Record<Name, string>) : {};

/** What the address asks for, as the server takes it. */
export function useBoardFilter() {
  const [search, set] = useUrlFilters();
  const days = oneOf(search.get("days"), QUALITY_DAYS) ?? "7";
  const os = oneOf(search.get("os"), DEVICE_OS);
  const framework = oneOf(search.get("framework"), FRAMEWORKS);
  const query = {
    days,
    // Where the reader's days begin.
    time_zone: ownTimeZone(),
    ...given("project_ids", search.get("project_ids")),
    ...given("brand", search.get("brand")),
    ...given("app_version", search.get("app_version")),
    ...(os && { os }),
    ...(framework && { framework }),
  };
  return { search, set, query, isNarrowed: Object.keys(query).length > 2 };
}
export type BoardQuery = ReturnType<typeof useBoardFilter>["query"];

const live = { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS } as const;

export const useBoard = (query: BoardQuery) =>
  useQuery({ ...queryOf(qualityEndpoints.qualityBoard, { query }), ...live, refetchInterval: whileCounted });

export const useDevices = (query: BoardQuery) =>
  useQuery({ ...queryOf(qualityEndpoints.qualityDevices, { query }), ...live });

export const useCases = (query: BoardQuery) =>
  useQuery({ ...queryOf(qualityEndpoints.qualityCases, { query }), ...live });

export const useClusters = (query: BoardQuery) =>
  useQuery({ ...queryOf(qualityEndpoints.qualityClusters, { query }), ...live });

export const useHealth = (query: BoardQuery) =>
  useQuery({ ...queryOf(qualityHealthEndpoints.qualityHealth, { query }), ...live });

/** Of one health, or of all. */
export const useHealthCases = (
  query: BoardQuery,
  of: { health: CaseHealth | undefined; keyword: string; page_num: number },
) => {
  const { health, ...rest } = of;
  const asked = { ...query, ...rest, ...(health && { health }) };
  return useQuery({ ...queryOf(qualityHealthEndpoints.qualityHealthCases, { query: asked }), ...live });
};

export const useRuns = (query: BoardQuery, page_num: number, { day }: InList) =>
  useQuery({
    ...queryOf(qualityEndpoints.qualityRuns, { query: { ...query, page_num, ...(day && { day }) } }),
    ...live,
  });

export const useFlaky = (query: BoardQuery, page_num: number, { day }: InList) =>
  useQuery({
    ...queryOf(qualityListEndpoints.qualityFlaky, { query: { ...query, page_num, ...(day && { day }) } }),
    ...live,
  });

export const useWaits = (query: BoardQuery, page_num: number) =>
  useQuery({ ...queryOf(qualityListEndpoints.qualityWaits, { query: { ...query, page_num } }), ...live });

export const useDeviceList = (query: BoardQuery, page_num: number, sort: "busy" | "offline") =>
  useQuery({ ...queryOf(qualityListEndpoints.qualityDeviceList, { query: { ...query, page_num, sort } }), ...live });

export const useOrders = (query: BoardQuery, page_num: number, which: "open" | "closed") =>
  useQuery({ ...queryOf(qualityListEndpoints.qualityOrders, { query: { ...query, page_num, which } }), ...live });

export const useResults = (query: BoardQuery, figure: QualityResults, page_num: number, of: InList) =>
  useQuery({ ...queryOf(qualityEndpoints.qualityResults, { query: { ...query, ...of, figure, page_num } }), ...live });
