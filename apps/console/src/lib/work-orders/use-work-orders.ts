import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import type { WorkOrderState } from "@udt/contract";
import { workOrderEndpoints } from "@udt/contract/endpoints/work-orders";
import { api } from "../api/api.ts";
import { queryOf, useStale } from "../api/queries.ts";

interface OrderFilter {
  keyword?: string;
  device_id?: string | undefined;
  state?: WorkOrderState | undefined;
  page_num?: number;
  page_size?: number;
}

export const useWorkOrders = (project: string, filter: OrderFilter) =>
  useQuery({
    ...queryOf(workOrderEndpoints.workOrderList, { query: { project, ...filter } }),
    placeholderData: keepPreviousData,
  });

/** What changes work orders, and with them whether devices get tasks. The event says it to everybody else. */
function useChange<Wish>(project: string, mutationFn: (wish: Wish) => Promise<unknown>) {
  const stale = useStale();
  const onSuccess = () => stale(["workOrderList", "workOrderGet", "deviceList", "deviceGet"], project);
  return useMutation({ mutationFn, onSuccess });
}

export const useReportFault = (project: string, device_id: string) =>
  useChange(project, (text: string) =>
    api.call(workOrderEndpoints.workOrderCreate, { query: { project }, body: { device_id, text } }),
  );

/** One work order, and what can be done about it. */
export function useWorkOrder(project: string, number: number | null) {
  const call = { params: { number: number ?? 0 }, query: { project } };
  return {
    order: useQuery({ ...queryOf(workOrderEndpoints.workOrderGet, call), enabled: number !== null }),
    move: useChange(project, (body: { state: WorkOrderState; text: string }) =>
      api.call(workOrderEndpoints.workOrderMove, { ...call, body }),
    ),
    comment: useChange(project, (text: string) =>
      api.call(workOrderEndpoints.workOrderComment, { ...call, body: { text } }),
    ),
  };
}
