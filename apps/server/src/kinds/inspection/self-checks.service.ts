import { LIMITS, UdtError, type BodyOf, type ENDPOINTS, type SelfCheck } from "@udt/contract";
import type { DevicesService } from "../../core/devices/devices.service.ts";
import type { OpenResource, ResourcesService } from "../../core/resources/resources.service.ts";
import { waitForDevices } from "../../core/scheduling/scheduling.service.ts";
import type { DeviceSessionsService } from "../../core/sessions/sessions.service.ts";
import type { AuditService } from "../../people/audit/audit.service.ts";
import type { Bus } from "../../platform/bus.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Actor } from "../../platform/http/caller.ts";
import * as repository from "./self-checks.repository.ts";

const HOUR_MS = 3_600_000;
/** All steps together take less, each by its own limit. */
const MINUTES = 5;
const PRIORITY = 1;

export interface SelfChecksNeeds {
  database: Database;
  bus: Bus;
  clock: ServerClock;
  audit: AuditService;
  devices: DevicesService;
  resources: ResourcesService;
  sessions: DeviceSessionsService;
}

interface CheckOf {
  device_id: string;
  selfcheck_id: string;
}

/** Devices check themselves: who asks for it, how far it is, and what was found. */
export class SelfChecksService {
  readonly #needs: SelfChecksNeeds;
  constructor(needs: SelfChecksNeeds) {
    this.#needs = needs;
  }

  /** @throws UdtError device_not_found, device_not_in_project */
  async list(project_id: string, device_id: string): Promise<{ list: SelfCheck[] }> {
    await this.#needs.devices.seen(project_id, device_id);
    return this.newest(device_id);
  }

  async newest(device_id: string): Promise<{ list: SelfCheck[] }> {
    return { list: await repository.newestChecks(this.#needs.database.db, device_id, LIMITS.self_checks_listed) };
  }

  /**
   * Has a device check itself as soon as it is free. It is the platform's test: whoever sees the device may read it.
   * @throws UdtError device_not_found, device_not_in_project, device_offline, device_not_ready, selfcheck_under_way
   */
  async start(project_id: string, { user, ip }: Actor, device_id: string): Promise<{ selfcheck_id: string }> {
    const { audit, clock, devices, sessions } = this.#needs;
    return sessions.change(async (change) => {
      // Who asks at the same moment waits, and finds this one under way.
      await devices.lock(change.tx, device_id);
      const { device, state } = await devices.seen(project_id, device_id, change.tx);
      if (await repository.hasOpen(change.tx, device_id)) throw new UdtError("selfcheck_under_way", { device_id });
      if (state === "offline") throw new UdtError("device_offline", { device_id });
      if (state === "initialization_failed") throw new UdtError("device_not_ready", { device_id, state });
      const deadline = clock.now() + LIMITS.queue_hours * HOUR_MS;
      const wish = { kind: "inspection", duration_minutes: MINUTES, deadline, app_id: null } as const;
      const test = await sessions.enter(change, "platform", wish);
      const wanted = { kind: "devices" as const, device_ids: [device_id] };
      await waitForDevices(change, test, [{ os: device.os, wanted, needs_engine: false }], PRIORITY);
      const selfcheck_id = test.test_id;
      await repository.insertCheck(change.tx, {
        selfcheck_id,
        device_id,
        user_id: user.user_id,
        state: "waiting",
        results: [],
        created_at: change.now,
      });
      await audit.write(change.tx, {
        user,
        ip,
        action: "self_check.start",
        project_id,
        target: device.serial,
        detail: { selfcheck_id },
      });
      await devices.tell(change.tx, change.announce, device_id, { type: "self_check.changed", device_id });
      return { selfcheck_id };
    });
  }

  /** @throws UdtError device_not_found, device_not_in_project, selfcheck_not_found */
  async cancel(project_id: string, { user, ip }: Actor, of: CheckOf): Promise<void> {
    const { audit, sessions } = this.#needs;
    const { serial } = await this.#find(project_id, of);
    const { selfcheck_id } = of;
    const about = { project_id, target: serial, detail: { selfcheck_id } };
    await sessions.conclude(selfcheck_id, {
      reason: "user",
      also: ({ tx }) => audit.write(tx, { user, ip, action: "self_check.cancel", ...about }),
    });
  }

  /** @throws UdtError device_not_found, device_not_in_project, selfcheck_not_found, resource_not_found */
  async evidence(project_id: string, of: CheckOf & { evidence: string }): Promise<OpenResource> {
    const { resources } = this.#needs;
    await this.#find(project_id, of);
    const { device_id, selfcheck_id: test_id } = of;
    const files = await resources.list({ device_id, test_id }, project_id);
    const file = files.find(({ name }) => name === of.evidence);
    if (!file) throw new UdtError("resource_not_found", { resource_id: of.evidence });
    return resources.open({ device_id, test_id, resource_id: file.resource_id });
  }

  /** @throws UdtError test_not_found, agent_stale_lease */
  async progress(
    agent_id: string,
    part: { test_id: string; device_id: string },
    { lease_token, results, step }: BodyOf<(typeof ENDPOINTS)["agentSelfCheck"]>,
  ): Promise<void> {
    const { bus, database, devices, sessions } = this.#needs;
    const { test_id, device_id } = part;
    await sessions.heldBy(agent_id, { ...part, lease_token });
    // What it holds may be another kind's, which ends in its own way.
    if (!(await repository.findCheck(database.db, test_id))) throw new UdtError("test_not_found", { test_id });
    await bus.transaction(async (tx, announce) => {
      // Somebody who wanted the device may have it since.
      if (!(await repository.noteProgress(tx, test_id, { results, step }))) throw new UdtError("agent_stale_lease");
      await devices.tell(tx, announce, device_id, { type: "self_check.changed", device_id });
    });
    if (step === null) await sessions.conclude(test_id, { reason: "finished" });
  }

  async #find(project_id: string, { device_id, selfcheck_id }: CheckOf): Promise<{ serial: string }> {
    const { device } = await this.#needs.devices.seen(project_id, device_id);
    const check = await repository.findCheck(this.#needs.database.db, selfcheck_id);
    if (check?.device_id !== device_id) throw new UdtError("selfcheck_not_found", { selfcheck_id });
    return { serial: device.serial };
  }
}
