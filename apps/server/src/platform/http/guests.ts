import { withoutSecrets, type JobConfig } from "@udt/contract";
import type { CallerProject } from "./caller.ts";

/** What has a job's configuration, as somebody of that standing may see it: guests do without what may hold secrets. */
export const seenBy = <T extends { config: JobConfig; config_withheld: boolean }>(
  project: CallerProject,
  whole: T,
): T => (project.user_type === 0 ? { ...whole, config: withoutSecrets(whole.config), config_withheld: true } : whole);
