/** What `npm start` has to show at once: a project with a case library, and a job that runs it on a virtual phone. */
import { jobConfig } from "@udt/contract";
import type { JobsService } from "./modules/jobs/jobs.service.ts";
import type { LibrariesService } from "./modules/libraries/libraries.service.ts";
import { DEMO_PROJECT } from "./modules/projects/projects.service.ts";
import type { CallerUser } from "./platform/http/caller.ts";

/** Makes the demo project's library and job, in the first administrator's name. Nothing where the examples cannot be served. */
export async function seedDemo(
  services: { libraries: LibrariesService; jobs: JobsService },
  owner: CallerUser,
): Promise<void> {
  const library_id = await services.libraries.ensureBuiltin(DEMO_PROJECT, owner.user_id);
  if (library_id === undefined) return;
  const config = jobConfig.parse({
    // The shop is part of the virtual phone's system.
    app_id: null,
    auto_launch: false,
    framework: "node_test",
    library_id,
    devices: { kind: "rule", rules: [{ attribute: "is_virtual", operator: "equals", values: ["true"] }], count: 1 },
    // One of its cases is flaky on purpose and passes when it is tried again.
    retry: { mode: "same_device", times: 1 },
    timeouts: { case_minutes: 2, device_minutes: 10, test_minutes: 15 },
    video_minutes: 10,
  });
  await services.jobs.create(owner, DEMO_PROJECT, { name: "Demo shop", config });
}
