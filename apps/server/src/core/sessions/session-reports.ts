import { isDeepStrictEqual } from "node:util";
import { batched } from "@udt/base";
import { isFinalReport, say, type EndReason, type Said, type SessionReport } from "@udt/contract";
import type { Change } from "./change.ts";
import * as lifecycle from "./lifecycle.ts";
import type { PartEndOptions } from "./held-part.ts";
import type { DeviceSessionsNeeds } from "./sessions-dependencies.ts";
import * as repository from "./tests.repository.ts";
import { closeForCleaned, noteSwept, orderForUncleaned } from "./uncleaned.ts";
import { forgetLeases, leftElsewhere } from "./uncleaned.repository.ts";

/** What an agent said of a session. */
interface Heard {
  agent_id: string;
  report: SessionReport;
}

/** What reports bring about elsewhere. */
export interface SessionEffects {
  change<T>(work: (change: Change) => Promise<T>): Promise<T>;
  concludeDevice(part: { test_id: string; device_id: string }, options: PartEndOptions): Promise<void>;
  askToStop(agent_id: string, report: SessionReport): void;
  running(session: repository.DeviceSession): void;
}

/** So many sessions are moved in one transaction. */
const TOGETHER_MAX = 200;

/**
 * What agents say of sessions. That devices run and that they are clean is said most, and by many at once when a run
 * begins or ends: what is said while a transaction is under way is taken in by the next one together.
 */
export class SessionReports {
  readonly #needs: DeviceSessionsNeeds;
  readonly #effects: SessionEffects;
  /** Whether the session is one that the agent may speak of. */
  readonly #run = batched(TOGETHER_MAX, (heard: Heard[]) => this.#runAll(heard));
  /** False: the session has not ended yet. */
  readonly #release = batched(TOGETHER_MAX, (heard: Heard[]) => this.#releaseAll(heard));

  constructor(needs: DeviceSessionsNeeds, effects: SessionEffects) {
    this.#needs = needs;
    this.#effects = effects;
  }

  /** Whoever began the session. */
  async take(agent_id: string, report: SessionReport): Promise<void> {
    const heard = { agent_id, report };
    if (report.state === "running") {
      if (!(await this.#run(heard))) this.#effects.askToStop(agent_id, report);
      return;
    }
    if (report.state === "cleaned" && (await this.#release(heard))) return;
    const session = await this.find(agent_id, report);
    if (session) return this.#takeOne(heard, session);
    // An older lease: the agent must not keep it, but nobody waits for the outcome, nor for the end of what is over.
    if (report.state !== "cleaning" && !isFinalReport(report)) this.#effects.askToStop(agent_id, report);
  }

  async #takeOne(heard: Heard, session: repository.DeviceSession): Promise<void> {
    const { state, error, end_reason } = heard.report;
    const conclude = (reason: EndReason, gone = false) =>
      this.#effects.concludeDevice(partOf(session), { reason, error, gone });
    switch (state) {
      case "preparing":
      case "running":
        return;
      case "failed":
        if (error?.code === "device_left_uncleaned") await this.#order(session, error);
        return conclude(session.device.state === "running" ? "work_failed" : "start_failed");
      case "lost":
        return conclude("device_lost", true);
      case "cleaning":
        return conclude(end_reason ?? "device_lost");
      case "cleaned":
        await conclude(end_reason ?? "device_lost");
        await this.#release(heard);
        return;
      default:
        throw new Error(`unknown state ${String(state satisfies never)}`);
    }
  }

  /** The session of this lease, if the device is this agent's and nobody has given it back. */
  async find(agent_id: string, report: SessionReport): Promise<repository.DeviceSession | undefined> {
    const { db } = this.#needs.database;
    const found = await repository.findDeviceSessions(db, { lease_tokens: [report.lease_token] });
    return found.find((session) => isOf(session, { agent_id, report }));
  }

  async #runAll(heard: Heard[]): Promise<boolean[]> {
    const { sessions, begun, unswept } = await this.#effects.change(async (change) => {
      const sessions = await lockAll(change, heard);
      const held = new Set(sessions.filter((session) => session !== undefined));
      const unswept = await this.#unswept(change, heard, held);
      for (const session of unswept) held.delete(session);
      const begun = await lifecycle.run(change, [...held], (test) => this.#deadlinesOf(test, change.now));
      return { sessions, begun, unswept };
    });
    for (const session of begun) this.#effects.running(session);
    for (const session of unswept) await this.#endUnswept(session);
    return sessions.map((session) => session !== undefined);
  }

  /** Takes in that devices are rid of what was left on them at other agents; answers those that are not: their agents know no such cleaning. */
  async #unswept(
    change: Change,
    heard: readonly Heard[],
    sessions: ReadonlySet<repository.DeviceSession>,
  ): Promise<repository.DeviceSession[]> {
    const begins = [...sessions].filter(({ test, device }) => device.state === "preparing" && test.project_id !== null);
    const ids = (some: readonly repository.DeviceSession[]) => some.map(({ device }) => device.device_id);
    const left = new Set((await leftElsewhere(change.tx, ids(begins))).map(({ device_id }) => device_id));
    if (left.size === 0) return [];
    const tokens = new Set(heard.filter(({ report }) => report.is_swept).map(({ report }) => report.lease_token));
    const ofLeft = begins.filter(({ device }) => left.has(device.device_id));
    const swept = ofLeft.filter(({ lease_token }) => tokens.has(lease_token));
    await noteSwept(change, ids(swept), this.#needs.tellOrder);
    return ofLeft.filter((session) => !swept.includes(session));
  }

  async #endUnswept(session: repository.DeviceSession): Promise<void> {
    const error = say("device_left_uncleaned");
    await this.#order(session, error);
    await this.#effects.concludeDevice(partOf(session), { reason: "start_failed", error });
  }

  /** Somebody is to see to a device that could not be cleaned where it is. */
  async #order(session: repository.DeviceSession, message: Said): Promise<void> {
    const { tellOrder } = this.#needs;
    await this.#effects.change((change) => orderForUncleaned(change, [partOf(session)], message, tellOrder));
  }

  /** Until when a test may go on whose first device runs. */
  #deadlinesOf({ kind, duration_minutes }: repository.TestRow, now: number) {
    const { kinds, inactivityMinutes } = this.#needs;
    const { waits_for_device, ends_by_inactivity } = kinds[kind];
    const inactivityMs = inactivityMinutes() * 60_000;
    return {
      ...(waits_for_device && { deadline: now + duration_minutes * 60_000 }),
      ...(ends_by_inactivity && inactivityMs > 0 && { inactive_deadline: now + inactivityMs }),
    };
  }

  /** What is clean only now, its lease being over, is clean all the same. */
  async #forget(change: Change, heard: readonly Heard[]): Promise<void> {
    for (const [agent_id, ofAgent] of Map.groupBy(heard, (one) => one.agent_id)) {
      const tokens = ofAgent.map(({ report }) => report.lease_token);
      const device_ids = await forgetLeases(change.tx, agent_id, tokens);
      await closeForCleaned(change, device_ids, this.#needs.tellOrder);
    }
  }

  /** What is not held any more needs no release. */
  #releaseAll(heard: Heard[]): Promise<boolean[]> {
    return this.#effects.change(async (change) => {
      const sessions = await lockAll(change, heard);
      await this.#forget(
        change,
        heard.filter((_, index) => sessions[index] === undefined),
      );
      const ended = new Map(
        heard.flatMap(({ report }, index) => {
          const session = sessions[index];
          if (session?.device.state !== "cleaning") return [];
          // What ended the session is told again with the last word on it, and is no fault of the cleaning.
          const isOwn = !isDeepStrictEqual(report.error, session.device.error);
          return [[session, isOwn ? report.error : null]];
        }),
      );
      await lifecycle.release(
        change,
        [...ended].map(([session, error]) => ({ ...session, error })),
      );
      return sessions.map((session) => session === undefined || session.device.state === "done");
    });
  }
}

/**
 * Locks the tests that agents speak of; answers the session of each report, as {@link SessionReports.find} does. Reports of
 * the same session get the same object.
 */
async function lockAll(change: Change, heard: readonly Heard[]): Promise<(repository.DeviceSession | undefined)[]> {
  const sessions = await repository.lockDeviceSessions(
    change.tx,
    heard.map(({ report }) => report),
  );
  return heard.map((one) => {
    const session = sessions.get(one.report.lease_token);
    return session && isOf(session, one) ? session : undefined;
  });
}

const isOf = (session: repository.DeviceSession, { agent_id, report }: Heard): boolean =>
  session.agent_id === agent_id && session.test.test_id === report.test_id && session.device.serial === report.serial;

export const partOf = ({ test, device }: repository.DeviceSession): { test_id: string; device_id: string } => ({
  test_id: test.test_id,
  device_id: device.device_id,
});
