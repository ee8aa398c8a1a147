import { useMutation } from "@tanstack/react-query";
import { ApiError } from "@udt/client";
import { testEndpoints } from "@udt/contract/endpoints/tests";
import { useNavigate } from "react-router";
import { api } from "../api/api.ts";
import { useStale } from "../api/queries.ts";
import { errorText, ruleOf } from "../errors/index.ts";
import { paths } from "../navigation/paths.ts";
import { rememberDuration, rememberedDuration } from "./duration.ts";

interface StartDebug {
  project: string;
  device_id: string;
  /** Minutes; the remembered duration when left out. A duration given is remembered. */
  duration_minutes?: number | undefined;
  app_id?: string;
}

/**
 * Takes a device and goes to its debug page. `refusal` is why it was not given (busy, offline, not ready), for the caller to
 * show beside its button; other failures show in the message bars by the error policy.
 */
export function useStartDebug() {
  const navigate = useNavigate();
  const stale = useStale();
  const mutation = useMutation({
    mutationFn: ({ project, device_id, duration_minutes = rememberedDuration(), app_id }: StartDebug) =>
      api.call(testEndpoints.testCreate, {
        query: { project },
        body: { kind: "debug", device_id, duration_minutes, ...(app_id !== undefined && { app_id }) },
      }),
    onSuccess: ({ test_id }, { project, device_id, duration_minutes }) => {
      if (duration_minutes !== undefined) rememberDuration(duration_minutes);
      return navigate(paths.debug(project, test_id, device_id));
    },
    // A refusal means that the list is behind the truth.
    onError: (_, { project }) => stale(["deviceList"], project),
  });
  const { error } = mutation;
  const refusal = error instanceof ApiError && ruleOf(error) === "inline" ? errorText(error) : undefined;
  return { ...mutation, refusal };
}
