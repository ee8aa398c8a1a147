import { useMutation, useQuery } from "@tanstack/react-query";
import { controlEndpoints } from "@udt/contract/endpoints/control";
import { api } from "../../../lib/api/api.ts";
import { queryOf, useStale } from "../../../lib/api/queries.ts";
import { errorText } from "../../../lib/errors/index.ts";
import { hint } from "../hints.tsx";
import { useSession } from "../session.tsx";

/** What the holder may do about control, and whoever has it. */
export function useControl() {
  const { project, test_id } = useSession();
  const stale = useStale();
  const call = { params: { test_id }, query: { project } };
  const told = {
    // The event says it first, and by whom; this holds when the events connection is just then away.
    onSuccess: () => stale(["testGet"], project),
    onError: (error: unknown) => hint("bad", errorText(error)),
  };
  return {
    give: useMutation({
      mutationFn: (body: { user_id: string; instead: boolean }) =>
        api.call(controlEndpoints.controlGive, { ...call, body }),
      ...told,
    }),
    takeFrom: useMutation({
      mutationFn: (user_id: string) =>
        api.call(controlEndpoints.controlTakeFrom, { ...call, params: { test_id, user_id } }),
      ...told,
    }),
    takeBack: useMutation({ mutationFn: () => api.call(controlEndpoints.controlTakeBack, call), ...told }),
    ask: useMutation({ ...told, mutationFn: () => api.call(controlEndpoints.controlAsk, call) }),
    decline: useMutation({
      ...told,
      mutationFn: (user_id: string) =>
        api.call(controlEndpoints.controlDecline, { ...call, params: { test_id, user_id } }),
    }),
    leave: useMutation({ mutationFn: () => api.call(controlEndpoints.controlLeave, call), ...told }),
  };
}

/** The session's links to watch it by. */
export function useWatchLinks(enabled: boolean) {
  const { project, test_id } = useSession();
  const call = { params: { test_id }, query: { project } };
  const stale = useStale();
  const onSuccess = () => stale(["watchLinkList"], project);
  return {
    links: useQuery({ ...queryOf(controlEndpoints.watchLinkList, call), enabled }),
    create: useMutation({
      mutationFn: (hours: number | null) => api.call(controlEndpoints.watchLinkCreate, { ...call, body: { hours } }),
      onSuccess,
    }),
    revoke: useMutation({
      mutationFn: (link_id: string) =>
        api.call(controlEndpoints.watchLinkRevoke, { ...call, params: { test_id, link_id } }),
      onSuccess,
    }),
  };
}
