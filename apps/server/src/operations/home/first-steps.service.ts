import { type DataOf, type ENDPOINTS, type JobConfig } from "@udt/contract";
import type { DevicesService } from "../../core/devices/devices.service.ts";
import type { Database } from "../../platform/database/database.ts";
import { doneIn } from "./first-steps.repository.ts";

type FirstSteps = DataOf<(typeof ENDPOINTS)["homeFirstSteps"]>;

export interface FirstStepsNeeds {
  database: Database;
  devices: DevicesService;
  /** Whether a project has case libraries that did not come with it. */
  hasLibrary(project_id: string): Promise<boolean>;
  /** The job that was there first. */
  firstJob(
    project_id: string,
  ): Promise<{ job_id: string; name: string; config: Pick<JobConfig, "library_id"> } | undefined>;
  /** Whether a library is still to be read for the first time. */
  awaitsLibrary(project_id: string, library_id: string): Promise<boolean>;
}

/** What somebody who is new in a project tries first, and what of it is done. */
export class FirstStepsService {
  readonly #needs: FirstStepsNeeds;
  constructor(needs: FirstStepsNeeds) {
    this.#needs = needs;
  }

  async steps(project_id: string, user_id: string): Promise<FirstSteps> {
    const { database, devices, hasLibrary } = this.#needs;
    const one = { keyword: "", state: "idle", access: "remote", page_num: 1, page_size: 1 } as const;
    const asking = { project_id, user_id, is_bound: false, monitors: false, is_member: false, sees_tags: false };
    const [device] = (await devices.list(asking, one)).list;
    return {
      ...(await doneIn(database.db, { project_id, user_id })),
      phone: await devices.hasReal(project_id),
      library: await hasLibrary(project_id),
      device: device ? { device_id: device.device_id, model: device.model } : null,
      job: await this.#firstJob(project_id),
    };
  }

  async #firstJob(project_id: string): Promise<FirstSteps["job"]> {
    const { firstJob, awaitsLibrary } = this.#needs;
    const job = await firstJob(project_id);
    if (!job) return null;
    const { job_id, name, config } = job;
    const { library_id } = config;
    return { job_id, name, awaits_library: library_id !== null && (await awaitsLibrary(project_id, library_id)) };
  }
}
