import { keepPreviousData, useMutation, useQueries, useQuery } from "@tanstack/react-query";
import { LIMITS, WORK_ORDER_STATES, type WorkOrderSource, type WorkOrderState } from "@udt/contract";
import { workOrderEndpoints, type WholeWorkOrder } from "@udt/contract/endpoints/work-orders";
import { api } from "../api/api.ts";
import { queryOf, useStale } from "../api/queries.ts";

interface OrderFilter {
  keyword?: string;
  device_id?: string | undefined;
  state?: WorkOrderState | undefined;
  source?: WorkOrderSource | undefined;
  mine?: "1" | undefined;
  page_num?: number;
  page_size?: number;
}

export const useWorkOrders = (project: string, filter: OrderFilter) =>
  useQuery({
    ...queryOf(workOrderEndpoints.workOrderList, { query: { project, ...filter } }),
    placeholderData: keepPreviousData,
  });

/** Events tell a page of one project's orders: those of all are asked for now and then. */
const LOOK_AGAIN_MS = 10_000;

/** Those of all devices, for administrators of the server. */
export const useAllOrders = (
  filter: Omit<OrderFilter, "device_id"> & { project_id?: string | undefined; agent_id?: string | undefined },
) =>
  useQuery({
    ...queryOf(workOrderEndpoints.adminOrderList, { query: { ...filter } }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });

/** Those of a device, for administrators of the server. */
export const useAdminOrders = (device_id: string, filter: Omit<OrderFilter, "device_id">) =>
  useQuery({
    ...queryOf(workOrderEndpoints.adminDeviceOrderList, { params: { device_id }, query: { ...filter } }),
    placeholderData: keepPreviousData,
  });

const CHANGED = [
  "workOrderList",
  "workOrderGet",
  "adminOrderList",
  "adminDeviceOrderList",
  "adminOrderGet",
  "deviceList",
  "deviceGet",
  "adminDeviceList",
  "adminDeviceGet",
] as const;

/** What changes work orders, and with them whether devices get tasks. The event says it to everybody else. */
function useChange<Wish, Answer>(project: string | null, mutationFn: (wish: Wish) => Promise<Answer>) {
  const stale = useStale();
  // What was done before something failed is done.
  const onSettled = () => stale(CHANGED, project ?? undefined);
  return useMutation({ mutationFn, onSettled });
}

export interface Fault {
  device_id: string;
  /** The session or run in which it was found. */
  test_id: string | null;
  text: string;
}

/** @param project null: an administrator of the server reports it, in no test */
export const useReportFault = (project: string | null) =>
  useChange(project, ({ device_id, text, ...of }: Fault) =>
    project === null
      ? api.call(workOrderEndpoints.adminOrderCreate, { params: { device_id }, body: { text } })
      : api.call(workOrderEndpoints.workOrderCreate, { query: { project }, body: { device_id, text, ...of } }),
  );

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

interface Move {
  state: WorkOrderState;
  text: string;
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

/** Files are attached by a project alone. */
async function sendTo(
  project: string | null,
  params: { number: number },
  { text, files, entry_id, signal, onSaid, onFile, onSent }: Sent,
): Promise<void> {
  const said = { params, body: { text }, signal };
  const say = () =>
    project === null
      ? api.call(workOrderEndpoints.adminOrderComment, said)
      : api.call(workOrderEndpoints.workOrderComment, { ...said, query: { project } });
  const of = text === "" ? entry_id : onSaid(await say());
  if (project === null) return;
  for (const file of files) {
    onFile(file);
    const query = { project, name: file.name, ...(of !== undefined && { entry_id: of }) };
    await api.call(workOrderEndpoints.workOrderAttach, { params, query, body: file, signal });
    onSent(file);
  }
}

export const orderFileUrl = (project: string | null, number: number, file_id: string): string =>
  project === null
    ? api.url(workOrderEndpoints.adminOrderFileGet, { params: { number, file_id } })
    : api.url(workOrderEndpoints.workOrderFileGet, { params: { number, file_id }, query: { project } });

/** One work order, and what can be done about it; with null by an administrator of the server, through no project. */
export function useWorkOrder(project: string | null, number: number | null) {
  const call = { params: { number: number ?? 0 } };
  const within = project === null ? undefined : { ...call, query: { project } };
  const read = within
    ? queryOf(workOrderEndpoints.workOrderGet, within)
    : queryOf(workOrderEndpoints.adminOrderGet, call);
  return {
    order: useQuery({ ...read, enabled: number !== null }),
    move: useChange(project, (body: Move) =>
      within
        ? api.call(workOrderEndpoints.workOrderMove, { ...within, body })
        : api.call(workOrderEndpoints.adminOrderMove, { ...call, body }),
    ),
    send: useChange(project, (said: Sent) => sendTo(project, call.params, said)),
  };
}

/** What only a project does with one of its orders. */
export function useOrderInProject(project: string, number: number) {
  const call = { params: { number }, query: { project } };
  return {
    assign: useChange(project, (body: { user_id: string | null; instead_of: string | null }) =>
      api.call(workOrderEndpoints.workOrderAssign, { ...call, body }),
    ),
    detach: useChange(project, (file_id: string) =>
      api.call(workOrderEndpoints.workOrderDetach, { ...call, params: { ...call.params, file_id } }),
    ),
  };
}
