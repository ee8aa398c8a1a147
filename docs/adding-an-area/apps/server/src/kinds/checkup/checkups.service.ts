import { LIMITS, UdtError, type BodyOf, type ENDPOINTS } from "@udt/contract";
import { isOfProject, poolDevices, waitForDevices } from "../../core/scheduling/scheduling.service.ts";
import type { DeviceSessionsService, TestOwner } from "../../core/sessions/sessions.service.ts";
import type { TaskQueue } from "../../core/tasks/task-queue.service.ts";
import { audienceOf, type Bus } from "../../platform/bus.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import * as repository from "./checkups.repository.ts";

const HOUR_MS = 3_600_000;
const PRIORITY = 1;

export interface CheckupsNeeds {
  database: Database;
  bus: Bus;
  clock: ServerClock;
  sessions: DeviceSessionsService;
  queue: TaskQueue;
}

export class CheckupsService {
  readonly #needs: CheckupsNeeds;
  constructor(needs: CheckupsNeeds) {
    this.#needs = needs;
  }

  /**
   * Somebody's checkup in their project, or the platform's own of whatever device.
   * @throws UdtError device_not_found, project_not_exists, user_not_in_project
   */
  async start(owner: TestOwner, device_id: string): Promise<{ test_id: string }> {
    const { database, clock, sessions, queue } = this.#needs;
    const { project_id, user_id } =
      owner === "platform" ? { project_id: null, user_id: null } : { ...owner, user_id: owner.user.user_id };
    const device = (await poolDevices(database.db)).find((one) => one.device_id === device_id);
    if (!device || !isOfProject(device, project_id)) throw new UdtError("device_not_found", { device_id });
    const deadline = clock.now() + LIMITS.queue_hours * HOUR_MS;
    return sessions.change(async (change) => {
      const wish = { kind: "checkup", duration_minutes: 5, deadline, app_id: null } as const;
      const test = await sessions.enter(change, owner, wish);
      const { test_id } = test;
      const slot = {
        os: device.os,
        wanted: { kind: "devices" as const, device_ids: [device_id] },
        needs_engine: false,
      };
      await waitForDevices(change, test, [slot], PRIORITY);
      await repository.insertCheckup(change.tx, { test_id, project_id, device_id, created_at: change.now });
      await queue.enqueue(change.tx, { kind: "load", subject_id: test_id, project_id, user_id });
      change.announce(audienceOf(test), { type: "checkup.changed", test_id });
      return { test_id };
    });
  }

  async list(project_id: string, page: { page_num: number; page_size: number }) {
    return { ...page, ...(await repository.listCheckups(this.#needs.database.db, { project_id, ...page })) };
  }

  /** @throws UdtError test_not_found, agent_stale_lease */
  async finish(
    agent_id: string,
    part: { test_id: string; device_id: string },
    { lease_token, battery_percent }: BodyOf<(typeof ENDPOINTS)["agentCheckupFinish"]>,
  ): Promise<void> {
    const { bus, sessions } = this.#needs;
    const { test_id } = part;
    const { test } = await sessions.heldBy(agent_id, { ...part, lease_token });
    await bus.transaction(async (tx, announce) => {
      await repository.note(tx, test_id, { battery_percent });
      announce(audienceOf(test), { type: "checkup.changed", test_id });
    });
    await sessions.conclude(test_id, { reason: "finished" });
  }
}
