import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { RemoteAdb } from "@udt/contract";
import { remoteAdbEndpoints } from "@udt/contract/endpoints/remote-adb";
import { api } from "../../../lib/api/api.ts";
import { queryOf, useStale } from "../../../lib/api/queries.ts";
import { deviceCall, useSession } from "../session.tsx";

/** Remote ADB of this session, and what who drives may do about it; events bring what happens meanwhile. */
export function useRemoteAdb() {
  const session = useSession();
  const call = deviceCall(session);
  const queryClient = useQueryClient();
  const stale = useStale();
  const query = queryOf(remoteAdbEndpoints.remoteAdbGet, call);
  const onSuccess = (adb: RemoteAdb) => void queryClient.setQueryData(query.queryKey, adb);
  // Refused: somebody else did something, or the one that asked has left.
  const onError = () => void stale(["remoteAdbGet"], session.project);
  return {
    adb: useQuery(query),
    open: useMutation({ mutationFn: () => api.call(remoteAdbEndpoints.remoteAdbOpen, call), onSuccess, onError }),
    close: useMutation({ mutationFn: () => api.call(remoteAdbEndpoints.remoteAdbClose, call), onSuccess, onError }),
    answer: useMutation({
      mutationFn: (body: { key_id: string; allow: boolean }) =>
        api.call(remoteAdbEndpoints.remoteAdbAnswer, { ...call, body }),
      onSuccess,
      onError,
    }),
  };
}

/** The adb keys that the user has let in, whatever the session. */
export function useAdbKeys() {
  const query = queryOf(remoteAdbEndpoints.adbKeyList, {});
  const queryClient = useQueryClient();
  return {
    keys: useQuery(query),
    remove: useMutation({
      mutationFn: (key_id: string) => api.call(remoteAdbEndpoints.adbKeyRemove, { params: { key_id } }),
      onSettled: () => queryClient.invalidateQueries({ queryKey: query.queryKey }),
    }),
  };
}
