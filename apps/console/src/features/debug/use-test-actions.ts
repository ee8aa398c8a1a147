import { useMutation, useQueryClient } from "@tanstack/react-query";
import { testEndpoints } from "@udt/contract/endpoints/tests";
import { api } from "../../lib/api/api.ts";
import { errorText } from "../../lib/errors/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { hint } from "./hints.tsx";
import { testQuery, useSession, type Session, type TestWithViewers } from "./session.tsx";

const testCall = (session: Session) => ({ params: { test_id: session.test_id }, query: { project: session.project } });

/** What an answer says of the session's test holds before the event that says the same. */
export function useChanged(): (changed: Partial<TestWithViewers>) => void {
  const { project, test_id } = useSession();
  const queryClient = useQueryClient();
  return (changed) =>
    queryClient.setQueryData(testQuery(project, test_id).queryKey, (test) => test && { ...test, ...changed });
}

/** Says that somebody is there still; a refusal is told, for the session may be about to end all the same. */
export function useKeepTest() {
  const session = useSession();
  const change = useChanged();
  return useMutation({
    mutationFn: () => api.call(testEndpoints.testKeep, testCall(session)),
    onSuccess: change,
    onError: (error) => hint("bad", errorText(error)),
  });
}

/** By which one press moves the deadline. */
export const EXTEND_MINUTES = 15;

/** Moves the deadline by minutes; a refusal is told where the clock is. */
export function useExtendTest() {
  const session = useSession();
  const change = useChanged();
  const t = useT("debug");
  return useMutation({
    mutationFn: (minutes: number) => api.call(testEndpoints.testExtend, { ...testCall(session), body: { minutes } }),
    onSuccess: (changed) => {
      change(changed);
      hint("good", t("time.extended"));
    },
    onError: (error) => hint("bad", errorText(error)),
  });
}
