import {
  configBefore,
  UdtError,
  verdictOf,
  type BodyOf,
  type CheckedSession,
  type ENDPOINTS,
  type InspectionConfig,
  type TestKind,
} from "@udt/contract";
import {
  setChecking,
  type Change,
  type DeviceSession,
  type DeviceSessionsService,
} from "../../core/sessions/sessions.service.ts";
import { holdTag, type TaggedDevice } from "../../core/tags/tags.service.ts";
import type { TellOrder } from "../../core/work-orders/work-orders.service.ts";
import { audienceOf } from "../../platform/bus.ts";
import type { Database } from "../../platform/database/database.ts";
import { newId } from "../../platform/ids.ts";
import { judgeBy } from "./check-orders.ts";
import * as repository from "./self-checks.repository.ts";

export type CheckedAs = Readonly<Record<TestKind, CheckedSession | null>>;

/**
 * What the tags of a session's project ask of its device before it is handed out. It is written down, so that an agent that is
 * asked once more is asked for the same.
 */
export async function askBefore(
  { database, checkedAs }: { database: Database; checkedAs: CheckedAs },
  { test, device }: DeviceSession,
  tags: TaggedDevice["tags"],
): Promise<InspectionConfig | null> {
  const as = checkedAs[test.kind];
  const { project_id } = test;
  if (as === null || project_id === null) return null;
  if (device.checking) return device.checking.config;
  const tag = tags.find((one) => one.project_id === project_id && one.inspection !== null);
  const config = tag?.inspection ? configBefore(tag.inspection, as) : null;
  if (!tag || config === null) return null;
  const { tag_id, name: tag_name, inspection } = tag;
  const asked = { tag_id, project_id, tag_name, config, tag_config: inspection ?? undefined, step: null };
  await setChecking(database.db, device, asked);
  return config;
}

export interface ChecksBeforeNeeds {
  sessions: DeviceSessionsService;
  checkedAs: CheckedAs;
  tellOrder: TellOrder;
}

/** Checks within the lease of a session or run, before its device is handed out: what their agents tell of them. */
export class ChecksBefore {
  readonly #needs: ChecksBeforeNeeds;
  constructor(needs: ChecksBeforeNeeds) {
    this.#needs = needs;
  }

  /** @throws UdtError test_not_found, agent_stale_lease */
  async progress(
    agent_id: string,
    part: { test_id: string; device_id: string },
    { lease_token, results, step }: BodyOf<(typeof ENDPOINTS)["agentCheckBefore"]>,
  ): Promise<void> {
    const { sessions } = this.#needs;
    const held = { ...part, agent_id, lease_token, state: "preparing" } as const;
    await sessions.heldBy(agent_id, held);
    await sessions.change(async (change) => {
      const session = await sessions.enterPhase(change, held, "check", null);
      const { test } = session;
      const { checking } = session.device;
      if (!checking) throw new UdtError("test_not_found", { test_id: part.test_id });
      const failed = step === null ? results.find(({ state }) => state === "failed")?.step : undefined;
      await setChecking(change.tx, part, { ...checking, step, failed });
      change.announce(audienceOf(test), { type: "test.changed", test_id: part.test_id });
      if (step === null) await this.#finish(change, session, results);
    });
  }

  /** It counts as every check does: what fails in two in a row opens a work order. */
  async #finish(change: Change, session: DeviceSession, results: repository.SelfCheckRow["results"]): Promise<void> {
    const { test, device } = session;
    const before = this.#needs.checkedAs[test.kind];
    if (before === null || !device.checking) return;
    const { tag_id, tag_name, project_id, config, tag_config = config } = device.checking;
    const { test_id, device_id } = device;
    const check = await repository.insertBefore(change.tx, {
      selfcheck_id: newId(),
      test_id,
      before,
      device_id,
      user_id: null,
      project_id,
      tag_name,
      config: tag_config,
      // One that is gone by now has none.
      tag_id: (await holdTag(change.tx, project_id, tag_id)) ? tag_id : null,
      state: verdictOf(results),
      results,
      created_at: change.now,
      started_at: change.now - results.reduce((sum, { cost_ms }) => sum + cost_ms, 0),
      ended_at: change.now,
    });
    if (!check) return;
    await judgeBy(change, check, this.#needs.tellOrder);
    await change.devicesChanged([device_id]);
    await change.tell(device_id, { type: "self_check.changed", device_id });
  }
}
