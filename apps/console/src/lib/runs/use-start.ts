import { useMutation } from "@tanstack/react-query";
import { ApiError } from "@udt/client";
import type { JobConfig } from "@udt/contract";
import { jobEndpoints } from "@udt/contract/endpoints/jobs";
import { App } from "antd";
import { useNavigate } from "react-router";
import { api } from "../api/api.ts";
import { useStale } from "../api/queries.ts";
import { errorText } from "../errors/index.ts";
import { paths } from "../navigation/paths.ts";

/** Runs a job, once with another configuration where one is given. */
export function useRunJob(project: string) {
  const stale = useStale();
  return useMutation({
    mutationFn: ({ job_id, config }: { job_id: string; config?: JobConfig }) =>
      api.call(jobEndpoints.jobRun, { params: { job_id }, query: { project }, body: config ? { config } : {} }),
    onSettled: () => stale(["jobList", "jobGet", "runList"], project),
  });
}

/** Tells why a job did not start. The error policy tells a refusal, but for that of devices, whose place is the editor. */
export function useTellNoStart() {
  const { message } = App.useApp();
  return (error: unknown) => {
    if (error instanceof ApiError && error.code === "device_list") void message.error(errorText(error));
  };
}

/** Runs a job and goes to where it can be watched. */
export function useStart(project: string) {
  const run = useRunJob(project);
  const navigate = useNavigate();
  const onError = useTellNoStart();
  const start = (job_id: string, config?: JobConfig) =>
    run.mutate(config ? { job_id, config } : { job_id }, {
      onSuccess: ({ test_id }) => void navigate(paths.run(project, test_id, job_id)),
      onError,
    });
  return { start, starting: run.isPending ? run.variables.job_id : undefined };
}
