import { Emitter, must } from "@udt/base";
import { say, saidInEnglish, saidOfCall, sessionStopAnswer, UdtError } from "@udt/contract";
import type { EndReason, Said, ServerToAgent, SessionReport, TestEnder } from "@udt/contract";
import type { Announce } from "../../platform/bus.ts";
import type { Queries } from "../../platform/database/database.ts";
import { LinkBroken } from "../links/links.service.ts";
import type { Change } from "./change.ts";
import { isHeldBy, leased, type EndedPart, type HeldPart, type PartEndOptions } from "./held-part.ts";
import { assertUse, type Use } from "./device-use.ts";
import { assertRoom, type HeldDevice, type TestOwner, type TestWish } from "./entrance.ts";
import * as lifecycle from "./lifecycle.ts";
import { releaseOverdue } from "./overdue.ts";
import type { DeviceSessionsNeeds } from "./sessions-dependencies.ts";
import { partOf, SessionReports } from "./session-reports.ts";
import { sessionStart } from "./session-start.ts";
import { isToBeHad, readyAmong } from "./leases.repository.ts";
import { tellOf } from "./test-news.ts";
import * as repository from "./tests.repository.ts";
import { CleanedDevices, giveUpCleaning } from "./uncleaned.ts";

export { leased, type EndedPart } from "./held-part.ts";
export { assertDuration, type HeldDevice, type ParallelLimits, type TestOwner, type TestWish } from "./entrance.ts";
export { causesOf, kindsThat, namesOf, progressOf, worksOf, type KindRules, type Kinds } from "./kinds.ts";
export type { ToldWork } from "./kinds.ts";
export type { DeviceSessionsNeeds } from "./sessions-dependencies.ts";
export { setChecking } from "./checking.repository.ts";
export { noteSwept } from "./uncleaned.ts";
export { endVain } from "./vain-tests.ts";
export type { Change } from "./change.ts";
export type { GoneTests } from "./gone-tests.repository.ts";
export type { DeviceSession, TestRow } from "./tests.repository.ts";

/** Preparing or cleaning a real phone can take this long. */
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 120_000;
const ASKED_MAX = 10_000;

/**
 * The life of devices' parts in tests: asks the agents for it, and hears from them how it goes. Every state changes in
 * one transaction, by the lifecycle's moves; the agents are asked once it is committed.
 */
export class DeviceSessionsService {
  readonly #needs: DeviceSessionsNeeds;
  readonly #underWay = new Set<Promise<unknown>>();
  /** A test whose device became ready, on the server that its agent is linked to. */
  readonly running = new Emitter<repository.DeviceSession>();
  readonly #unsubscribe: () => void;
  /** Leases whose agent this server has asked to stop. */
  readonly #asked = new Set<number>();
  readonly #reports: SessionReports;
  readonly cleaned = new CleanedDevices(
    (work) => this.change(work),
    () => this.#needs,
  );

  constructor(dependencies: DeviceSessionsNeeds) {
    this.#needs = dependencies;
    this.#reports = new SessionReports(dependencies, {
      change: (work) => this.change(work),
      concludeDevice: (part, options) => this.concludeDevice(part, options),
      askToStop: (agent_id, report) => this.#askToStop(agent_id, report),
      running: (session) => this.running.emit(session),
    });
    this.#unsubscribe = dependencies.bus.subscribe(({ payload }) => {
      // The embedded database has no second server that could have ended it.
      if (payload.type !== "test.changed" || dependencies.database.kind === "pglite") return;
      this.#ask(() => this.#stopEnded(payload.test_id));
    });
  }

  /** One transaction in which states change. */
  async change<T>(work: (change: Change) => Promise<T>): Promise<T> {
    const { answer, begun } = await this.#needs.bus.transaction(async (tx: Queries, announce: Announce) => {
      const begun: repository.DeviceSession[] = [];
      const now = this.#needs.clock.now();
      const { devices, kinds } = this.#needs;
      const news: Pick<Change, "devicesChanged" | "tell"> = {
        devicesChanged: (device_ids) => devices.changed(tx, announce, device_ids),
        tell: (device_id, payload) => devices.tell(tx, announce, device_id, payload),
      };
      const change: Change = { tx, announce, now, kinds, begun, alsoEnded: [], ...news };
      const answer = await work(change);
      for (const { test, reason } of change.alsoEnded) await kinds[test.kind].testEnded?.(change, test, reason);
      return { answer, begun };
    });
    for (const session of begun) this.start(session);
    return answer;
  }

  /**
   * The session of a running test's device, for a person's use of it that its kind allows.
   * @throws UdtError test_ended, test_watched, test_not_running
   */
  async live(test_id: string, device_id: string, use: Use): Promise<repository.DeviceSession> {
    const [session] = await repository.findDeviceSessions(this.#needs.database.db, { test_id, device_id });
    if (!session || session.test.state === "ended") throw new UdtError("test_ended", { test_id });
    assertUse(session.test, use);
    if (session.device.state !== "running") throw new UdtError("test_not_running", { test_id });
    return session;
  }

  /** Asks the agent to make the device ready. Answers nothing: how it goes shows in the test. */
  start(session: repository.DeviceSession): void {
    this.#ask(async () => {
      try {
        const request = await sessionStart(this.#needs, session);
        await this.#needs.links.request(session.agent_id, request, { timeoutMs: START_TIMEOUT_MS });
      } catch (error) {
        // When the agent is back it says what it holds, and the session is started anew or ended then.
        if (error instanceof LinkBroken) return;
        await this.concludeDevice(partOf(session), { reason: "start_failed", error: saidOfCall(error) });
      }
    });
  }

  /**
   * Ends a test, unless `still` says within the transaction that there is no cause any more. Its devices are cleaned, or
   * given back at once when they are `gone`. False when it had ended before.
   * @param options.by who ended it, where somebody did
   * @param options.also what is to hold with the end, or not at all
   */
  async conclude(
    test_id: string,
    options: {
      reason: EndReason;
      by?: TestEnder;
      error?: Said | null;
      gone?: boolean;
      still?: (test: repository.TestRow) => boolean;
      also?: (change: Change) => Promise<void>;
    },
  ): Promise<boolean> {
    const { isNew, toStop } = await this.change(async (change) => {
      const test = await repository.lockTest(change.tx, test_id);
      if (!test || options.still?.(test) === false) return { isNew: false, toStop: [] };
      const isNew = await lifecycle.end(change, test, {
        reason: options.reason,
        by: options.by,
        error: options.error ?? null,
        gone: options.gone ?? false,
      });
      if (isNew) await this.#needs.kinds[test.kind].testEnded?.(change, test, options.reason);
      if (isNew) await options.also?.(change);
      return { isNew, toStop: isNew ? await repository.findDeviceSessions(change.tx, { test_id }) : [] };
    });
    for (const session of toStop) this.#stop(session);
    return isNew;
  }

  /**
   * Ends one device's part: with it the whole test where that has one device, or one of the devices of a run, whose others
   * go on.
   */
  async concludeDevice(part: { test_id: string; device_id: string }, options: PartEndOptions): Promise<void> {
    const found = await repository.findTest(this.#needs.database.db, part.test_id);
    if (!found || this.#needs.kinds[found.kind].ends_with_device)
      return void (await this.conclude(part.test_id, options));
    const toStop = await this.change(async (change) => {
      const test = await repository.lockTest(change.tx, part.test_id);
      if (!test || options.still?.(test) === false) return [];
      return this.endPart(change, test, part.device_id, options);
    });
    this.stopAll(toStop);
  }

  /**
   * The same within a transaction of one's own, which has locked the test; answers what {@link stopAll} is to be told once
   * it is committed.
   */
  async endPart(
    change: Change,
    test: repository.TestRow,
    device_id: string,
    options: Omit<PartEndOptions, "still">,
  ): Promise<repository.DeviceSession[]> {
    const { reason, error = null, gone = false } = options;
    const sessions = await repository.findDeviceSessions(change.tx, { test_id: test.test_id, device_id });
    const parts = sessions.map((session) => ({ ...session, test, reason, error }));
    return this.endParts(change, parts, { gone });
  }

  /** The same for many that hold their leases, in one transaction that has locked their tests. */
  async endParts<P extends repository.DeviceSession & EndedPart>(
    change: Change,
    parts: readonly P[],
    options: { gone: boolean },
  ): Promise<P[]> {
    const ending = parts.filter(({ device }) => device.state !== "cleaning" && device.state !== "done");
    await lifecycle.endDevices(change, parts, options);
    const ofOpen = ending.filter(({ test }) => test.state !== "ended");
    for (const [kind, ofKind] of Map.groupBy(ofOpen, ({ test }) => test.kind)) {
      const done = (await this.#needs.kinds[kind].devicesEnded?.(change, ofKind)) ?? [];
      for (const test of done) await this.finish(change, test);
    }
    return ending.filter(({ device }) => device.state === "cleaning");
  }

  /**
   * Gives devices to a run that waits for them, by a transaction that has locked it and has made sure that they can be
   * taken. {@link start} each once that is committed.
   */
  async join(
    change: Change,
    test: repository.TestRow,
    devices: readonly (Omit<repository.TestDeviceRow, "test_id" | "state" | "error" | "checking"> & {
      agent_id: string;
      boot_id: string;
    })[],
  ): Promise<repository.DeviceSession[]> {
    const parts = devices.map(({ device_id, serial, brand, model, os, os_version, agent_id, boot_id }) => {
      const of = { test_id: test.test_id, device_id, serial, brand, model, os, os_version };
      const device: repository.TestDeviceRow = { ...of, state: "queued", error: null, checking: null };
      return { device, agent_id, boot_id };
    });
    const tokens = await lifecycle.join(
      change,
      test,
      parts.map(({ device }) => device),
    );
    return parts.map((part) => {
      const { device_id } = part.device;
      return { test, ...part, lease_token: must(tokens.get(device_id), `lease of device ${device_id}`) };
    });
  }

  /** Locks a test to the end of the transaction. */
  lock(change: Change, test_id: string): Promise<repository.TestRow | undefined> {
    return repository.lockTest(change.tx, test_id);
  }

  /**
   * The front door of every test, whatever its kind: it is somebody's, in a project that they belong to, or the platform's,
   * and waits for its devices. {@link join} gives it those that are to be had at once.
   * @throws UdtError project_not_exists, user_not_in_project
   */
  async enter(change: Change, owner: TestOwner, wish: TestWish): Promise<repository.TestRow> {
    if (owner !== "platform") await this.#needs.place(change.tx, owner.user, owner.project_id);
    return lifecycle.enter(change, owner, wish);
  }

  /**
   * Makes sure that a test may use one more device now. Whoever asks next waits for the end of this transaction.
   * @throws UdtError parallel_limit_user, parallel_limit_project
   */
  assertRoom({ tx }: Change, test: repository.TestRow): Promise<void> {
    return assertRoom(tx, test, this.#needs.parallelLimits());
  }

  /**
   * A new test gets a device as soon as the test that holds it, which the transaction has locked, gives it back.
   * @throws UdtError test_ended: the test's part on the device is over
   */
  waitFor(change: Change, test: repository.TestRow, of: HeldDevice): Promise<void> {
    return lifecycle.reserve(change, test.test_id, of);
  }

  /**
   * The test that has a device and ends as soon as somebody wants it, locked to the end of the transaction; undefined where
   * the device is free, another's, or promised to somebody already.
   */
  async yielding(change: Change, device_id: string): Promise<HeldDevice | undefined> {
    const [found] = await repository.findDeviceSessions(change.tx, { device_id });
    if (!found || !this.#needs.kinds[found.test.kind].yields) return undefined;
    const { test_id } = found.test;
    await repository.lockTest(change.tx, test_id);
    const held = { test_id, device_id };
    return (await isToBeHad(change.tx, held)) ? held : undefined;
  }

  /** A new test gets what {@link yielding} answered. Answers what {@link stopAll} is to be told once that is committed. */
  async take(change: Change, test: repository.TestRow, held: HeldDevice): Promise<repository.DeviceSession[]> {
    await this.waitFor(change, test, held);
    const yielded = must(await repository.lockTest(change.tx, held.test_id), "test that yields");
    await lifecycle.end(change, yielded, { reason: "yielded", error: null, gone: false });
    await this.#needs.kinds[yielded.kind].testEnded?.(change, yielded, "yielded");
    return repository.findDeviceSessions(change.tx, { test_id: held.test_id });
  }

  /**
   * The session that an agent speaks of, if it has the device by that very lease and the test runs on it, or is about to.
   * @throws UdtError test_not_found, agent_stale_lease
   */
  async heldBy(agent_id: string, of: HeldPart): Promise<repository.DeviceSession> {
    const look = () => this.#held(this.#needs.database.db, agent_id, of);
    const found = await look();
    if (!(found instanceof UdtError)) return found;
    // That the device runs is said on the link, and this call came by another way.
    await this.#needs.links.heardOut(agent_id);
    const again = await look();
    if (again instanceof UdtError) throw again;
    return again;
  }

  async #held(db: Queries, agent_id: string, of: HeldPart): Promise<repository.DeviceSession | UdtError> {
    const [session] = await repository.findDeviceSessions(db, { lease_tokens: [of.lease_token] });
    if (session && isHeldBy(session, agent_id, of)) return session;
    const isKnown = session?.test.test_id === of.test_id || (await repository.findTest(db, of.test_id));
    return isKnown ? new UdtError("agent_stale_lease") : new UdtError("test_not_found", { test_id: of.test_id });
  }

  /** The same for many, whose tests it locks to the end of the transaction: the sessions of those that are held so. */
  async lockHeld<P extends HeldPart & { agent_id: string }>(
    change: Change,
    parts: readonly P[],
  ): Promise<Map<P, repository.DeviceSession>> {
    const sessions = await repository.lockDeviceSessions(change.tx, parts);
    const held = new Map<P, repository.DeviceSession>();
    for (const part of parts) {
      const session = sessions.get(part.lease_token);
      if (!session || !isHeldBy(session, part.agent_id, part)) continue;
      held.set(part, session);
      // What was said twice is so once.
      sessions.delete(part.lease_token);
    }
    return held;
  }

  /** The session that holds a device for a test; undefined when none does. */
  async ofDevice(test_id: string, device_id: string): Promise<repository.DeviceSession | undefined> {
    const [session] = await repository.findDeviceSessions(this.#needs.database.db, { test_id, device_id });
    return session;
  }

  /**
   * Closes the phase that a device is in and opens another, while its state stays as it is. Saying it again changes nothing.
   * @throws UdtError agent_stale_lease where its part was ended since it was found to be held
   */
  async enterPhase(
    change: Change,
    part: HeldPart & { agent_id: string },
    name: repository.PhaseRow["name"],
    error: Said | null,
  ): Promise<repository.DeviceSession> {
    const session = (await this.lockHeld(change, [part])).get(part);
    if (!session) throw new UdtError("agent_stale_lease");
    if (await repository.isInPhase(change.tx, session.device, name)) return session;
    await repository.closePhase(change.tx, session.device, change.now, error);
    await repository.openPhase(change.tx, session.device, name, change.now);
    tellOf(change.announce, session.test);
    return session;
  }

  /** A test has nothing more to do. */
  async finish(change: Change, test: repository.TestRow): Promise<void> {
    await lifecycle.end(change, test, { reason: "finished", error: null, gone: false });
    await this.#needs.kinds[test.kind].testEnded?.(change, test, "finished");
  }

  /** Has the agents stop these sessions. */
  stopAll(sessions: readonly repository.DeviceSession[]): void {
    for (const session of sessions) this.#stop(session);
  }

  /** What the agent says of a session, whoever began it. */
  report(agent_id: string, report: SessionReport): Promise<void> {
    return this.#reports.take(agent_id, report);
  }

  /**
   * Ends what ran at an agent that no longer knows of it. This comes before its devices are looked at: an agent that began
   * anew has yet to find them, and it is not they that were lost.
   */
  async endForgotten(agent_id: string, reports: readonly SessionReport[]): Promise<void> {
    const held = new Set(reports.map((report) => report.lease_token));
    for (const session of await repository.findDeviceSessions(this.#needs.database.db, { agent_id })) {
      if (session.device.state !== "running" || held.has(session.lease_token)) continue;
      await this.concludeDevice(partOf(session), { reason: "agent_lost", error: say("agent_restarted"), gone: true });
    }
  }

  /**
   * Brings both sides together after a break: what the agent reports is taken in, what it has lost is ended, and what it
   * should go on with is answered.
   */
  async reconcile(
    agent_id: string,
    reports: SessionReport[],
  ): Promise<Extract<ServerToAgent, { type: "welcome" }>["sessions"]> {
    const held = new Map(reports.map((report) => [report.lease_token, report]));
    for (const report of reports) {
      if (await this.#reports.find(agent_id, report)) await this.report(agent_id, report);
    }
    for (const session of await repository.findDeviceSessions(this.#needs.database.db, { agent_id })) {
      if (session.device.state === "cleaning" && !held.has(session.lease_token)) {
        await this.#release(session.test.test_id, session.device.device_id, null);
      }
    }
    const alive = await repository.findDeviceSessions(this.#needs.database.db, { agent_id });
    return alive
      .filter((session) => held.has(session.lease_token) && session.device.state !== "cleaning")
      .map((session) => ({ ...leased(session), deadline: session.test.deadline }));
  }

  /** Starts what the agent was asked for while its link was down. */
  async startPending(agent_id: string, reports: ReadonlySet<number>): Promise<void> {
    const { db } = this.#needs.database;
    const pending = (await repository.findDeviceSessions(db, { agent_id })).filter(
      ({ device, lease_token }) => device.state === "preparing" && !reports.has(lease_token),
    );
    for (const session of await readyAmong(db, pending)) this.start(session);
  }

  async agentLost(agent_id: string): Promise<void> {
    const lost = { reason: "agent_lost", error: say("agent_not_connected"), gone: true } as const;
    for (const session of await repository.findDeviceSessions(this.#needs.database.db, { agent_id }))
      await this.concludeDevice(partOf(session), lost);
  }

  async deviceLost(device_id: string, error: Said): Promise<void> {
    for (const session of await repository.findDeviceSessions(this.#needs.database.db, { device_id })) {
      await this.concludeDevice(partOf(session), { reason: "device_lost", error, gone: true });
    }
  }

  /** Another agent has a device since `at`: what ran on it until then ran on the agent that lost it. */
  async deviceMoved(device_id: string, at: number): Promise<void> {
    for (const session of await repository.findDeviceSessions(this.#needs.database.db, { device_id })) {
      if (session.test.created_at > at) continue;
      await this.concludeDevice(partOf(session), { reason: "agent_lost", gone: true });
    }
  }

  /** No device is busy for ever: ends what nobody else will end. */
  releaseOverdue(): Promise<void> {
    return releaseOverdue(this.#needs, {
      release: (part, error) => this.#release(part.test_id, part.device_id, error),
      conclude: (part, options) => this.concludeDevice(part, options),
      onError: this.#onError,
    });
  }

  /** Hears of nothing new, and resolves once the requests that are under way have come to an end. */
  async settled(): Promise<void> {
    this.#unsubscribe();
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** Has the agents that are linked to this server stop what another server ended: the whole test, or their part in it. */
  async #stopEnded(test_id: string): Promise<void> {
    for (const session of await repository.findDeviceSessions(this.#needs.database.db, { test_id })) {
      if (session.device.state === "cleaning" && this.#needs.links.isReachable(session.agent_id)) this.#stop(session);
    }
  }

  #stop(session: repository.DeviceSession): void {
    // This server may hear of its own end of a test before it comes here.
    if (this.#asked.has(session.lease_token)) return;
    // Forgetting one costs no more than asking its agent twice.
    if (this.#asked.size > ASKED_MAX) this.#asked.clear();
    this.#asked.add(session.lease_token);
    this.#ask(async () => {
      try {
        const answer = await this.#needs.links.request(
          session.agent_id,
          { type: "session_stop", ...leased(session) },
          { timeoutMs: STOP_TIMEOUT_MS },
        );
        if (sessionStopAnswer.parse(answer).held) return;
        // It has told before why it is over, or never had it: then there is nothing to clean.
        await this.#needs.links.caughtUp(session.agent_id);
        await this.#release(session.test.test_id, session.device.device_id, null);
      } catch (error) {
        if (error instanceof LinkBroken) return void this.#asked.delete(session.lease_token);
        const said = say("agent_not_clean_in_time", {}, saidInEnglish(saidOfCall(error)));
        await this.#release(session.test.test_id, session.device.device_id, said);
      }
    });
  }

  #askToStop(agent_id: string, report: SessionReport): void {
    const { test_id, serial, lease_token } = report;
    this.#ask(async () => {
      await this.#needs.links
        .request(agent_id, { type: "session_stop", test_id, serial, lease_token }, { timeoutMs: STOP_TIMEOUT_MS })
        .catch((error: unknown) => this.#needs.log.warn({ err: error, agent_id, test_id }, "stale session"));
    });
  }

  async #release(test_id: string, device_id: string, error: Said | null): Promise<void> {
    await this.change(async (change) => {
      const test = await repository.lockTest(change.tx, test_id);
      const sessions = await repository.findDeviceSessions(change.tx, { test_id, device_id });
      if (!test) return;
      const parts = sessions.map(({ device }) => ({ test, device, error }));
      if (error) await giveUpCleaning(change, sessions.map(partOf), error, this.#needs.tellOrder);
      await lifecycle.release(change, parts);
    });
  }

  readonly #onError = (error: unknown): void => this.#needs.log.error({ err: error }, "session");

  #ask(work: () => Promise<void>): void {
    const done = work()
      .catch(this.#onError)
      .finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
  }
}
