import { useQuery } from "@tanstack/react-query";
import type { DeviceCondition } from "@udt/contract";
import { deviceEndpoints } from "@udt/contract/endpoints/devices";
import { homeEndpoints } from "@udt/contract/endpoints/home";
import { queryOf } from "../../lib/api/queries.ts";
import { useMay } from "../../lib/privileges/index.ts";
import { useJoinRequests, useWaitingAccounts } from "../../lib/session/index.ts";
import { useFreeDevices } from "./use-free-devices.ts";

/** No event tells that a day has gone by. */
const REFRESH_MS = 60_000;

/** States of devices that cannot be used until somebody does something about it. */
const UNUSABLE = ["initialization_failed", "offline"] as const;

/** How many devices are so: none of them is read. */
const useCondition = (project: string, condition: DeviceCondition) =>
  useQuery(queryOf(deviceEndpoints.deviceList, { query: { project, condition, page_size: 1 } }));

/** What waits for somebody in the project, what of it could not be asked, and whether there is any of it. */
export function useNeeds(project: string) {
  // What of the project's tests waits is asked only for who may see cases.
  const needs = useQuery({
    ...queryOf(homeEndpoints.homeNeeds, { query: { project } }),
    enabled: useMay(project, "case.view"),
    refetchInterval: REFRESH_MS,
  });
  const [requests, waiting, devices] = [useJoinRequests(project), useWaitingAccounts(), useFreeDevices(project)];
  const [broken, unwell] = [useCondition(project, "broken"), useCondition(project, "unwell")];
  const asked = [needs, requests, waiting, devices, broken, unwell];
  const unread = asked.filter(({ isError, data }) => isError && !data);
  const { failed_jobs: failed = [], flaky_risers: risers = [] } = needs.data ?? {};
  const joining = requests.data?.list.length ?? 0;
  const accounts = waiting.data?.accounts ?? 0;
  const counts = devices.data?.state_counts;
  const care = devices.data?.care_count ?? 0;
  const unusable = UNUSABLE.map((state) => ({ state, count: counts?.[state] ?? 0 })).filter(({ count }) => count > 0);
  const conditions = [
    { condition: "broken" as const, count: broken.data?.total ?? 0 },
    { condition: "unwell" as const, count: unwell.data?.total ?? 0 },
  ].filter(({ count }) => count > 0);
  const ofDevices = care + conditions.length + unusable.length;
  const isAny = failed.length + risers.length + joining + accounts + ofDevices + unread.length > 0;
  return {
    failed,
    risers,
    joining,
    accounts,
    care,
    conditions,
    unusable,
    unread,
    isAny,
    isLoading: asked.some((one) => one.isLoading),
  };
}
