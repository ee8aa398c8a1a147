import type { JobConfig } from "@udt/contract";
import { useNavigate } from "react-router";
import { paths } from "../../lib/navigation/paths.ts";
import { useJobActions } from "./use-jobs.ts";

/** Runs a job and goes to where it can be watched. The error policy tells a refusal. */
export function useStart(project: string) {
  const { run } = useJobActions(project);
  const navigate = useNavigate();
  const start = (job_id: string, config?: JobConfig) =>
    run.mutate(config ? { job_id, config } : { job_id }, {
      onSuccess: ({ test_id }) => void navigate(paths.run(project, test_id, job_id)),
    });
  return { start, starting: run.isPending ? run.variables.job_id : undefined };
}
