import { trialEndpoints } from "@udt/contract/endpoints/trials";
import { useEffect, useState } from "react";
import { api } from "../../../../lib/api/api.ts";
import { closedText, errorText } from "../../../../lib/errors/index.ts";
import { useT } from "../../../../lib/i18n/index.ts";
import type { PhoneTarget } from "../../../../lib/open-file.ts";
import { openStream, useStore } from "../../../../lib/streams/index.ts";
import type { Place } from "../use-editing.ts";
import type { Workspace } from "../workspace.ts";
import { isOver, TrialRun } from "./trial.ts";

/** Has files run on the phone beside as they stand in the editor. What runs ends with the page. */
export function useTrial({ project, script }: Place, workspace: Workspace) {
  const t = useT("scripts");
  const [run] = useState(() => new TrialRun());
  useEffect(() => () => run.close(), [run]);
  const [phone, setPhone] = useState<PhoneTarget>();
  const shown = useStore(run.shown);
  const start = (file: string, case_keys: string[] | null = null) => {
    if (!phone) return;
    const body = { repo_id: script.repo_id, commit_id: workspace.commit_id, changes: workspace.changes(), file };
    const { test_id, device_id } = phone;
    const call = { params: { test_id, device_id }, query: { project }, body };
    void run.start(
      { file, case_keys },
      {
        ticket: async () => (await api.call(trialEndpoints.trialStart, call)).ticket,
        open: (handlers) => openStream("trial", phone, handlers, { baseUrl: api.baseUrl }),
        refusal: errorText,
        closed: closedText,
        lost: t("trial.lost"),
      },
    );
  };
  return {
    shown,
    isRunning: shown !== undefined && !isOver(shown),
    phone,
    setPhone,
    start,
    stop: () => run.stop(),
    close: () => run.close(),
  };
}
export type Trying = ReturnType<typeof useTrial>;
