import { useMutation } from "@tanstack/react-query";
import { must } from "@udt/base";
import { ApiError } from "@udt/client";
import type { Run } from "@udt/contract";
import { jobEndpoints } from "@udt/contract/endpoints/jobs";
import { runReadEndpoints } from "@udt/contract/endpoints/runs";
import { App } from "antd";
import { useNavigate } from "react-router";
import { api } from "../../lib/api/api.ts";
import { errorText } from "../../lib/errors/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";

/** More failures than this are not named one by one: then all cases run again. */
const NAMED_MAX = 5_000;
const STEP = 100;
/** What is refused of a chosen device: its place is the editor's picker, and there is none here. */
const PICKED = ["device_list", "device_no_tasks", "device_not_selectable", "device_wrong_os"] as const;

async function failedKeys(project: string, test_id: string, failed: number): Promise<string[] | undefined> {
  if (failed > NAMED_MAX) return undefined;
  const keys = new Set<string>();
  for (let page_num = 1; (page_num - 1) * STEP < failed; page_num++) {
    const { list } = await api.call(runReadEndpoints.runCases, {
      params: { test_id },
      query: { project, state: "failed", page_num, page_size: STEP },
    });
    for (const one of list) keys.add(one.case_key);
  }
  return [...keys];
}

/** Runs cases of a test again and goes to the new one: those that failed, all of them, or one alone on a device. */
export function useRerun(project: string, run: Run) {
  const t = useT("runs");
  const navigate = useNavigate();
  const { message } = App.useApp();
  return useMutation({
    mutationFn: async (which: "failed" | "all" | { case_key: string; device_id: string }) => {
      const { test_id } = run.test;
      const case_keys =
        which === "all"
          ? undefined
          : which === "failed"
            ? await failedKeys(project, test_id, run.totals.failed)
            : [which.case_key];
      return api.call(jobEndpoints.jobRun, {
        params: { job_id: must(run.job_id, "job of the run") },
        query: { project },
        body: {
          rerun_of: test_id,
          ...(case_keys && { case_keys }),
          ...(typeof which === "object" && { device_id: which.device_id }),
        },
      });
    },
    onSuccess: ({ test_id }) => {
      void message.success(t("head.rerun_started"));
      return navigate(paths.run(project, test_id, run.job_id ?? undefined));
    },
    onError: (error) => {
      if (error instanceof ApiError && PICKED.some((code) => code === error.code)) void message.error(errorText(error));
    },
  });
}
