import { useMutation } from "@tanstack/react-query";
import { ApiError } from "@udt/client";
import { App } from "antd";
import { useNavigate } from "react-router";
import { useStale } from "../api/queries.ts";
import { errorText, ruleOf } from "../errors/index.ts";
import { useT } from "../i18n/index.ts";
import { paths } from "../navigation/paths.ts";
import { beginDebug } from "./begin-debug.ts";
import { rememberDuration } from "./duration.ts";

/**
 * Takes a device and goes to its debug page, or does with the session what `onStarted` does; a duration given is remembered, and an
 * app that is gone is told of. `refusal` is why it was not given (busy, offline, not ready), for the caller to show beside its
 * button; other failures show in the message bars by the error policy.
 */
export function useStartDebug(onStarted?: (test_id: string, device_id: string) => void) {
  const common = useT("common");
  const { message } = App.useApp();
  const navigate = useNavigate();
  const stale = useStale();
  const mutation = useMutation({
    mutationFn: beginDebug,
    onSuccess: ({ test_id, lacksApp }, { project, device_id, duration_minutes }) => {
      if (duration_minutes !== undefined) rememberDuration(duration_minutes);
      if (lacksApp) void message.warning(common("debug.app_gone"));
      return onStarted ? onStarted(test_id, device_id) : navigate(paths.debug(project, test_id, device_id));
    },
    // A refusal means that the list is behind the truth.
    onError: (_, { project }) => stale(["deviceList"], project),
  });
  const { error } = mutation;
  const refusal = error instanceof ApiError && ruleOf(error) === "inline" ? errorText(error) : undefined;
  return { ...mutation, refusal };
}
