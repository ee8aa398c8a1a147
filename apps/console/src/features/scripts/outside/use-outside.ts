import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ScriptRepository } from "@udt/contract";
import { scriptOutsideEndpoints } from "@udt/contract/endpoints/script-outside";
import { useEffect, useEffectEvent } from "react";
import { api } from "../../../lib/api/api.ts";
import { useIsGuest } from "../../../lib/session/index.ts";
import { scriptQuery, useScript } from "../use-scripts.ts";

/** So often a page that shows asks for what others pushed. */
const AGAIN_MS = 60_000;

/** Keeps what a call answers of a repository. */
function useOutsideCall<T>(project: string, call: (wish: T) => Promise<ScriptRepository>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: (script) => queryClient.setQueryData(scriptQuery(project, script.repo_id).queryKey, script),
  });
}

const useFetchOutside = (project: string) =>
  useOutsideCall(project, (library_id: string) =>
    api.call(scriptOutsideEndpoints.scriptOutsideOpen, { query: { project }, body: { library_id } }),
  );

export const useCancelFetch = (project: string, repo_id: string) =>
  useOutsideCall(project, () =>
    api.call(scriptOutsideEndpoints.scriptOutsideCancel, { params: { repo_id }, query: { project } }),
  );

/** Has an outside repository fetched as its page opens, and again and again while that shows; nothing for guests and the server's own. */
export function useFreshOutside(project: string, script: ScriptRepository | undefined) {
  const guest = useIsGuest(project);
  const open = useFetchOutside(project);
  const library_id = guest ? undefined : script?.outside?.library_id;
  const again = useEffectEvent((id: string) => {
    if (document.visibilityState === "visible") open.mutate(id);
  });
  useEffect(() => {
    if (library_id === undefined) return undefined;
    again(library_id);
    const timer = window.setInterval(() => again(library_id), AGAIN_MS);
    return () => window.clearInterval(timer);
  }, [library_id]);
  return { error: open.error, retry: () => library_id !== undefined && open.mutate(library_id) };
}

/** Whether what is in a repository can be changed here: by no guest, and by nobody whose access may not push. */
export function useMayChange(project: string, repo_id: string): boolean {
  const guest = useIsGuest(project);
  const { data } = useScript(project, repo_id);
  return !guest && !data?.outside?.push_refusal;
}
