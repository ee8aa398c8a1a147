import type { ProjectContents } from "@udt/contract";
import type { Queries } from "../../../platform/database/database.ts";
import { jobs, schedules } from "../../../platform/database/jobs.schema.ts";
import { report_shares } from "../../../platform/database/reports.schema.ts";
import { eq } from "../../../platform/database/sql.ts";

type JobContents = Pick<ProjectContents, "jobs" | "schedules" | "shares">;

/** What a project has of jobs besides their runs. */
export async function countJobs(db: Queries, project_id: string): Promise<JobContents> {
  return {
    jobs: await db.$count(jobs, eq(jobs.project_id, project_id)),
    schedules: await db.$count(schedules, eq(schedules.project_id, project_id)),
    shares: await db.$count(report_shares, eq(report_shares.project_id, project_id)),
  };
}
