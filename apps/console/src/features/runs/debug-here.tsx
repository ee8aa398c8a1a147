import type { Run } from "@udt/contract";
import { App, Button } from "antd";
import { errorText } from "../../lib/errors/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useIsGuest } from "../../lib/session/index.ts";
import { useStartDebug } from "../../lib/tests/index.ts";
import { usePlace } from "./use-place.ts";

/** Begins a debug session on a device of a run that is over, with its app. */
export function DebugHere({ run, device_id }: { run: Run; device_id: string }) {
  const t = useT("runs");
  const { project } = usePlace();
  const { message } = App.useApp();
  const guest = useIsGuest(project);
  const start = useStartDebug();
  if (guest || run.test.state !== "ended") return null;
  const { app_id } = run.config;
  return (
    <Button
      loading={start.isPending}
      onClick={() =>
        start.mutate({ project, device_id, app_id }, { onError: (error) => void message.error(errorText(error)) })
      }
    >
      {t("case.debug")}
    </Button>
  );
}
