import {
  LIMITS,
  isOfWork,
  say,
  UdtError,
  workMaxMs,
  type BodyOf,
  type CheckCause,
  type DataOf,
  type DeviceOs,
  type DeviceWork,
  type ENDPOINTS,
  type SelfCheck,
} from "@udt/contract";
import type { DevicesService } from "../../core/devices/devices.service.ts";
import type { OpenResource, ResourcesService } from "../../core/resources/resources.service.ts";
import { waitForDevices } from "../../core/scheduling/scheduling.service.ts";
import type { Change, DeviceSessionsService } from "../../core/sessions/sessions.service.ts";
import {
  holdDeciding,
  ruledOf,
  sparedOn,
  wantedOn,
  type DecidingTag,
  type RuledDevice,
} from "../../core/tags/tags.service.ts";
import { wantedApps } from "../../assets/apps/apps.service.ts";
import type { AuditService } from "../../people/audit/audit.service.ts";
import type { Bus } from "../../platform/bus.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Actor } from "../../platform/http/caller.ts";
import { checkOf, isWithheld, type CheckReader, type ProjectReader } from "./check-answers.ts";
import { configOf, isFirstLook } from "./first-look.ts";
import { nextOf } from "./next-check.ts";
import { restartsOf } from "./restarts.ts";
import * as repository from "./self-checks.repository.ts";
import { strategiesOf } from "./strategies.ts";
import { auditWork } from "./work-audit.ts";

const HOUR_MS = 3_600_000;
/** What its steps may take, and two minutes to tell of them and to send what they found. */
const minutesOf = (work: DeviceWork): number => Math.ceil((workMaxMs(work) + 120_000) / 60_000);
const PRIORITY = 1;

export interface SelfChecksNeeds {
  database: Database;
  clock: ServerClock;
  bus: Bus;
  audit: AuditService;
  devices: DevicesService;
  resources: ResourcesService;
  sessions: DeviceSessionsService;
  /** Whether devices are looked at as they first appear. */
  firstLook(): boolean;
}

interface HeldPart {
  test_id: string;
  device_id: string;
  lease_token: number;
}

interface Ordered {
  work: DeviceWork;
  project_id: string | null;
  user_id: string | null;
  tag: DecidingTag | undefined;
  occasion: CheckCause | null;
}

type Plan = DataOf<(typeof ENDPOINTS)["agentSelfCheckPlan"]>;

interface CheckOf {
  device_id: string;
  selfcheck_id: string;
}

/** Devices check themselves, restart or are cleaned: who asks for it, how far it is, and what was found. */
export class SelfChecksService {
  readonly #needs: SelfChecksNeeds;
  constructor(needs: SelfChecksNeeds) {
    this.#needs = needs;
  }

  /** @throws UdtError device_not_found, device_not_in_project */
  async list(reader: CheckReader, device_id: string): Promise<{ list: SelfCheck[] }> {
    await this.#needs.devices.seen(reader.project_id, device_id);
    const rows = await repository.newestChecks(this.#needs.database.db, device_id, LIMITS.self_checks_listed);
    return { list: rows.map((row) => checkOf(row, reader)) };
  }

  /** @throws UdtError device_not_found, device_not_in_project, selfcheck_not_found */
  async get(reader: CheckReader, of: CheckOf): Promise<SelfCheck> {
    const { check } = await this.#find(reader.project_id, of);
    return checkOf(check, reader);
  }

  /** How a device checks itself in a project. @throws UdtError device_not_found, device_not_in_project */
  strategies(project_id: string, device_id: string): Promise<DataOf<typeof ENDPOINTS.deviceStrategies>> {
    return strategiesOf(this.#needs, project_id, device_id);
  }

  /**
   * Has a device check itself, restart or be cleaned as soon as it is free. It is the platform's test: whoever sees the device
   * may read it.
   * @throws UdtError device_not_found, device_not_in_project, device_offline, device_not_ready, selfcheck_under_way
   */
  async start(
    project_id: string | null,
    actor: Actor,
    { device_id, work }: { device_id: string; work: DeviceWork },
  ): Promise<{ selfcheck_id: string }> {
    const { audit, devices, sessions } = this.#needs;
    return sessions.change(async (change) => {
      // Who asks at the same moment waits, and finds this one under way.
      await devices.lock(change.tx, device_id);
      const seen = await devices.seen(project_id, device_id, change.tx);
      const { device, state } = seen;
      if (await repository.hasOpen(change.tx, device_id)) throw new UdtError("selfcheck_under_way", { device_id });
      if (state === "offline") throw new UdtError("device_offline", { device_id });
      if (state === "initialization_failed") throw new UdtError("device_not_ready", { device_id, state });
      // What else is done than a check is done alike whatever tags say of checks.
      const isTagged = project_id !== null && work === "check";
      const tag = isTagged ? await holdDeciding(change.tx, project_id, ruledOf(seen)) : undefined;
      const by = { project_id, user_id: actor.user.user_id, tag, occasion: null };
      const selfcheck_id = await this.#begin(change, device, { work, ...by });
      const { serial } = device;
      await auditWork(audit, change.tx, actor, "start", { work, selfcheck_id, project_id, serial });
      return { selfcheck_id };
    });
  }

  /**
   * Has a device check itself because that is due by now for a project or, with null, for none; once of several servers. It is
   * left alone where that is so no more, or somebody has it. @returns whether it is asked
   */
  async startDue(project_id: string | null, { device_id }: Pick<RuledDevice, "device_id">): Promise<boolean> {
    const { devices, sessions } = this.#needs;
    return sessions.change(async (change) => {
      await devices.lock(change.tx, device_id);
      const seen = await devices.seen(project_id, device_id, change.tx);
      const { device, state } = seen;
      if (state !== "idle" || (await repository.hasOpen(change.tx, device_id))) return false;
      const tag = project_id === null ? undefined : await holdDeciding(change.tx, project_id, ruledOf(seen));
      const due = await nextOf(this.#needs, change.tx, { device_id, project_id, tag });
      if (!due || due.at > change.now) return false;
      await this.#begin(change, device, { work: "check", project_id, user_id: null, tag, occasion: due.occasion });
      return true;
    });
  }

  /** Nobody's schedule asks for it any more, or its device is out of use: then one that has begun goes on. */
  async dropDue(selfcheck_id: string, reason: "user" | "no_device"): Promise<void> {
    const { sessions } = this.#needs;
    await sessions.conclude(selfcheck_id, { reason, still: ({ state }) => reason === "user" || state === "queued" });
  }

  /**
   * Calls it off, in a project that sees the device or, with null, as an administrator of the server.
   * @throws UdtError device_not_found, device_not_in_project, selfcheck_not_found
   */
  async cancel(project_id: string | null, actor: Actor, of: CheckOf): Promise<void> {
    const { audit, sessions } = this.#needs;
    const { serial, check } = await this.#find(project_id, of);
    const { work, selfcheck_id } = check;
    const about = { work, selfcheck_id, project_id, serial };
    await sessions.conclude(selfcheck_id, {
      reason: "user",
      also: ({ tx }) => auditWork(audit, tx, actor, "cancel", about),
    });
  }

  /** @throws UdtError device_not_found, device_not_in_project, selfcheck_not_found, resource_not_found */
  async evidence(reader: ProjectReader, of: CheckOf & { evidence: string }): Promise<OpenResource> {
    const { resources } = this.#needs;
    const { check } = await this.#find(reader.project_id, of);
    const { device_id, test_id } = check;
    const result = check.results.find(({ evidence_name }) => evidence_name === of.evidence);
    const isOpen = result !== undefined && !isWithheld(check, result.step, reader).file;
    const files = isOpen ? await resources.list({ device_id, test_id }, reader.project_id) : [];
    const file = files.find(({ name }) => name === of.evidence);
    if (!file) throw new UdtError("resource_not_found", { resource_id: of.evidence });
    return resources.open({ device_id, test_id, resource_id: file.resource_id });
  }

  /** @throws UdtError test_not_found, agent_stale_lease */
  async progress(
    agent_id: string,
    { test_id, device_id }: { test_id: string; device_id: string },
    { lease_token, results, step }: BodyOf<(typeof ENDPOINTS)["agentSelfCheck"]>,
  ): Promise<void> {
    const { bus, database, devices, sessions } = this.#needs;
    await sessions.heldBy(agent_id, { test_id, device_id, lease_token });
    const check = await repository.findCheck(database.db, test_id);
    // What it holds may be another kind's, which ends in its own way.
    if (!check) throw new UdtError("test_not_found", { test_id });
    if (!isOfWork(check.work, { results, step })) {
      await sessions.conclude(test_id, { reason: "work_failed", error: say("work_unknown") });
      throw new UdtError("agent_stale_lease");
    }
    await bus.transaction(async (tx, announce) => {
      // Somebody who wanted the device may have it since.
      if (!(await repository.noteProgress(tx, test_id, { results, step }))) throw new UdtError("agent_stale_lease");
      await devices.tell(tx, announce, device_id, { type: "self_check.changed", device_id });
    });
    if (step === null) await sessions.conclude(test_id, { reason: "finished" });
  }

  /** What to do with a device that is held for it. @throws UdtError test_not_found, agent_stale_lease */
  async plan(agent_id: string, part: HeldPart): Promise<Plan> {
    const { clock, database, sessions } = this.#needs;
    await sessions.heldBy(agent_id, part);
    const { db } = database;
    const check = await repository.findCheck(db, part.test_id);
    if (!check) throw new UdtError("test_not_found", { test_id: part.test_id });
    const { work, wanted, project_id } = check;
    const spared = await sparedOn(db, part.device_id, project_id);
    const restarts = await restartsOf(db, check, clock.now());
    const environment = { ...spared, wanted };
    return { work, config: configOf(check), environment, ...restarts, looks_only: isFirstLook(check) };
  }

  /** It is the platform's test, whoever asks for it; what its tag wants is kept with it. */
  async #begin(
    change: Change,
    { device_id, os }: { device_id: string; os: DeviceOs },
    { work, project_id, user_id, tag, occasion }: Ordered,
  ): Promise<string> {
    const { devices, sessions } = this.#needs;
    const deadline = change.now + LIMITS.queue_hours * HOUR_MS;
    const wish = { kind: "inspection", duration_minutes: minutesOf(work), deadline, app_id: null } as const;
    const test = await sessions.enter(change, "platform", wish);
    const wanted = { kind: "devices" as const, device_ids: [device_id] };
    // Who mends one that is out of use looks whether it is well before it is put back; a schedule waits until it is.
    const slot = { os, wanted, needs_engine: false, even_out_of_use: user_id !== null };
    await waitForDevices(change, test, [slot], PRIORITY);
    await repository.insertCheck(change.tx, {
      selfcheck_id: test.test_id,
      device_id,
      work,
      user_id,
      occasion,
      tag_id: tag?.tag_id ?? null,
      project_id,
      tag_name: tag?.name ?? null,
      config: tag?.config ?? null,
      wanted: project_id === null ? [] : await wantedOn(change.tx, device_id, project_id, wantedApps),
      state: "waiting",
      results: [],
      created_at: change.now,
    });
    await devices.tell(change.tx, change.announce, device_id, { type: "self_check.changed", device_id });
    return test.test_id;
  }

  async #find(
    project_id: string | null,
    { device_id, selfcheck_id }: CheckOf,
  ): Promise<{ serial: string; check: repository.CheckListing }> {
    const { device } = await this.#needs.devices.seen(project_id, device_id);
    const check = await repository.findListed(this.#needs.database.db, selfcheck_id);
    if (check?.device_id !== device_id) throw new UdtError("selfcheck_not_found", { selfcheck_id });
    return { serial: device.serial, check };
  }
}
