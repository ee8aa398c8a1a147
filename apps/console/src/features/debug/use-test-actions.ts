import { useMutation, useQueryClient } from "@tanstack/react-query";
import { testEndpoints } from "@udt/contract/endpoints/tests";
import { api } from "../../lib/api/api.ts";
import { errorText } from "../../lib/errors/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { hint } from "./hints.tsx";
import { testQuery, useSession, type Session } from "./session.tsx";

const testCall = (session: Session) => ({ params: { test_id: session.test_id }, query: { project: session.project } });

/** Moves the deadline by minutes; a refusal is told where the clock is. */
export function useExtendTest() {
  const session = useSession();
  const queryClient = useQueryClient();
  const t = useT("debug");
  return useMutation({
    mutationFn: (minutes: number) => api.call(testEndpoints.testExtend, { ...testCall(session), body: { minutes } }),
    onSuccess: (changed) => {
      queryClient.setQueryData(
        testQuery(session.project, session.test_id).queryKey,
        (test) => test && { ...test, ...changed },
      );
      hint("good", t("time.extended"));
    },
    onError: (error) => hint("bad", errorText(error)),
  });
}
