import { keepPreviousData, useMutation, useQueries, useQuery } from "@tanstack/react-query";
import { LIMITS, WORK_ORDER_STATES, type WorkOrderState } from "@udt/contract";
import { workOrderEndpoints, type WholeWorkOrder } from "@udt/contract/endpoints/work-orders";
import { api } from "../api/api.ts";
import { queryOf, useStale } from "../api/queries.ts";

interface OrderFilter {
  keyword?: string;
  device_id?: string | undefined;
  state?: WorkOrderState | undefined;
  mine?: "1" | undefined;
  page_num?: number;
  page_size?: number;
}

export const useWorkOrders = (project: string, filter: OrderFilter) =>
  useQuery({
    ...queryOf(workOrderEndpoints.workOrderList, { query: { project, ...filter } }),
    placeholderData: keepPreviousData,
  });

/** What changes work orders, and with them whether devices get tasks. The event says it to everybody else. */
function useChange<Wish, Answer>(project: string, mutationFn: (wish: Wish) => Promise<Answer>) {
  const stale = useStale();
  // What was done before something failed is done.
  const onSettled = () => stale(["workOrderList", "workOrderGet", "deviceList", "deviceGet"], project);
  return useMutation({ mutationFn, onSettled });
}

export interface Fault {
  device_id: string;
  /** The session or run in which it was found. */
  test_id: string | null;
  text: string;
}

export const useReportFault = (project: string) =>
  useChange(project, (body: Fault) => api.call(workOrderEndpoints.workOrderCreate, { query: { project }, body }));

const OPEN_STATES = WORK_ORDER_STATES.filter((state) => state !== "processed");

/**
 * The open work order by which people reported a device as broken: it has one at most. Null where it has none, undefined until
 * that is known; that it could not be read anew changes nothing of what is.
 */
export function useReported(project: string, device_id: string) {
  return useQueries({
    queries: OPEN_STATES.map((state) => ({
      ...queryOf(workOrderEndpoints.workOrderList, {
        query: { project, device_id, state, page_size: LIMITS.page_size_max },
      }),
      // Who asks once more is not told what was known then.
      gcTime: 0,
      staleTime: 0,
    })),
    combine: (reads) => ({
      data: reads.every(({ data, isFetchedAfterMount }) => data && isFetchedAfterMount)
        ? (reads.flatMap(({ data }) => data?.list ?? []).find(({ source }) => source === "person") ?? null)
        : undefined,
      error: reads.find(({ isError, data }) => isError && !data)?.error,
      refetch: () => Promise.all(reads.map(({ refetch }) => refetch())),
    }),
  });
}

/** A word about an order, and files that go with it. */
interface Sent {
  /** Empty: the files are of the comment that is named, or of the order itself. */
  text: string;
  files: readonly File[];
  entry_id: number | undefined;
  signal: AbortSignal;
  /** Answers the comment to which the files belong. */
  onSaid: (order: WholeWorkOrder) => number | undefined;
  onFile: (file: File) => void;
  onSent: (file: File) => void;
}

async function sendTo(
  call: { params: { number: number }; query: { project: string } },
  { text, files, entry_id, signal, onSaid, onFile, onSent }: Sent,
): Promise<void> {
  const of =
    text === ""
      ? entry_id
      : onSaid(await api.call(workOrderEndpoints.workOrderComment, { ...call, body: { text }, signal }));
  for (const file of files) {
    onFile(file);
    const query = { ...call.query, name: file.name, ...(of !== undefined && { entry_id: of }) };
    await api.call(workOrderEndpoints.workOrderAttach, { ...call, query, body: file, signal });
    onSent(file);
  }
}

export const orderFileUrl = (project: string, number: number, file_id: string): string =>
  api.url(workOrderEndpoints.workOrderFileGet, { params: { number, file_id }, query: { project } });

/** One work order, and what can be done about it. */
export function useWorkOrder(project: string, number: number | null) {
  const call = { params: { number: number ?? 0 }, query: { project } };
  return {
    order: useQuery({ ...queryOf(workOrderEndpoints.workOrderGet, call), enabled: number !== null }),
    move: useChange(project, (body: { state: WorkOrderState; text: string }) =>
      api.call(workOrderEndpoints.workOrderMove, { ...call, body }),
    ),
    assign: useChange(project, (body: { user_id: string | null; instead_of: string | null }) =>
      api.call(workOrderEndpoints.workOrderAssign, { ...call, body }),
    ),
    send: useChange(project, (said: Sent) => sendTo(call, said)),
    detach: useChange(project, (file_id: string) =>
      api.call(workOrderEndpoints.workOrderDetach, { ...call, params: { ...call.params, file_id } }),
    ),
  };
}
