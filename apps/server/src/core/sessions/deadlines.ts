import { backoffMs, Rounds } from "@udt/base";
import type { FastifyBaseLogger } from "fastify";
import type { Announce, Bus } from "../../platform/bus.ts";
import { every, type ServerClock } from "../../platform/clock.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import { ClockSteps, moveOpenTests } from "./clock-steps.ts";
import { kindsThat, type Kinds } from "./kinds.ts";
import type { DeviceSessionsService } from "./sessions.service.ts";
import { tellOf } from "./test-news.ts";
import * as repository from "./tests.repository.ts";

const OVERDUE_EVERY_MS = 30_000;
/** A user's activity is written down at most this often; the time of the last one is kept in memory meanwhile. */
const WRITE_ACTIVITY_EVERY_MS = 30_000;
/** What cannot be ended is tried again, less and less often. */
const RETRY_FIRST_MS = 1_000;
const RETRY_AT_MOST_MS = 60_000;

/** Ends tests when their time is up: by deadline, or by nobody having done anything. Wakes when the next one is due. */
export class Deadlines {
  readonly #database: Database;
  readonly #bus: Bus;
  readonly #clock: ServerClock;
  readonly #sessions: DeviceSessionsService;
  readonly #log: FastifyBaseLogger;
  readonly #kinds: Kinds;
  readonly #inactivityMinutes: () => number;
  readonly #active = new Map<string, { at: number; written: number }>();
  /** Tests that are due and could not be ended: how often, and when it is tried again. */
  readonly #failed = new Map<string, { times: number; again_at: number }>();
  readonly #steps: ClockSteps;
  /** By how much the clock was set without what is written having been moved yet. */
  #unheeded_ms = 0;
  #heeding: Promise<void> | undefined;
  readonly #stop: (() => void)[];
  #cancel = () => {};
  readonly #rounds = new Rounds(
    () => this.#arm(),
    (error) => this.#onError(error),
  );

  constructor(options: {
    database: Database;
    bus: Bus;
    clock: ServerClock;
    sessions: DeviceSessionsService;
    log: FastifyBaseLogger;
    kinds: Kinds;
    inactivityMinutes: () => number;
  }) {
    this.#database = options.database;
    this.#bus = options.bus;
    this.#clock = options.clock;
    this.#steps = new ClockSteps(options.clock);
    this.#sessions = options.sessions;
    this.#log = options.log;
    this.#kinds = options.kinds;
    this.#inactivityMinutes = options.inactivityMinutes;
    this.#stop = [
      // Whatever may move a deadline, on whichever server, says that its test has changed.
      options.bus.subscribe((event) => {
        if (event.payload.type === "test.changed") this.arm();
      }),
      every(options.clock, OVERDUE_EVERY_MS, async () => {
        // A database that was away when a test was due must not leave it running.
        this.arm();
        await this.#heedSteps()
          .then(() => this.#forgetIdle())
          .then(() => this.#sessions.releaseOverdue())
          .catch(this.#onError);
      }),
    ];
    this.arm();
  }

  /** The user did something with the test's device. */
  touch(test_id: string): void {
    if (this.#inactivityMs === 0) return;
    this.#noticeStep();
    const now = this.#clock.now();
    const entry = this.#active.get(test_id) ?? { at: now, written: 0 };
    entry.at = now;
    this.#active.set(test_id, entry);
    if (now - entry.written < Math.min(WRITE_ACTIVITY_EVERY_MS, this.#inactivityMs / 4)) return;
    entry.written = now;
    void this.#heedSteps()
      .then(() => this.#postpone(test_id, entry.at))
      .catch(this.#onError);
  }

  /** The user says to be there still; whoever locks the test judges whether that is any use. Answers until when that is good. */
  async keep(lock: (tx: Queries) => Promise<repository.TestRow>): Promise<number | null> {
    await this.#heedSteps();
    const at = this.#clock.now();
    return this.#bus.transaction(async (tx, announce) => this.#moved(tx, announce, await lock(tx), at));
  }

  arm(): void {
    this.#rounds.wake();
  }

  async close(): Promise<void> {
    const closed = this.#rounds.close();
    this.#cancel();
    for (const stop of this.#stop) stop();
    await closed;
  }

  /** 0: nobody's test ends by inactivity. */
  get #inactivityMs(): number {
    return this.#inactivityMinutes() * 60_000;
  }

  /** An administrator changed after how long tests end by inactivity: those that run count from now on. */
  async restart(): Promise<void> {
    const ms = this.#inactivityMs;
    const ofKinds = kindsThat(this.#kinds, (rules) => rules.ends_by_inactivity);
    await this.#bus.transaction(async (tx, announce) => {
      const inactive_deadline = ms === 0 ? null : this.#clock.now() + ms;
      for (const { project_id, test_id } of await repository.resetInactivity(tx, ofKinds, inactive_deadline)) {
        tellOf(announce, { project_id, test_id });
      }
    });
  }

  readonly #onError = (error: unknown): void => this.#log.error({ err: error }, "deadlines");

  async #arm(): Promise<void> {
    await this.#heedSteps();
    const now = this.#clock.now();
    await this.#endDue(now);
    const deadline = await repository.nextDeadline(this.#database.db, now);
    const retries = [...this.#failed.values()].map(({ again_at }) => again_at);
    const next = Math.min(deadline ?? Infinity, ...retries);
    this.#cancel();
    this.#cancel = () => {};
    if (next !== Infinity && !this.#rounds.isClosed) this.#cancel = this.#clock.at(next, () => this.arm());
  }

  /**
   * Nobody's time is over because somebody set the clock. Of several servers with one database none can tell whose clock was
   * right, so there the clocks must be.
   */
  async #heedSteps(): Promise<void> {
    while (this.#heeding) await this.#heeding;
    this.#noticeStep();
    const step_ms = this.#unheeded_ms;
    if (step_ms === 0) return;
    this.#heeding = this.#heed(step_ms)
      .then(() => void (this.#unheeded_ms -= step_ms))
      .finally(() => (this.#heeding = undefined));
    await this.#heeding;
  }

  /** What is remembered moves at once: what a user does from now on is of the clock as it is now. */
  #noticeStep(): void {
    const step_ms = this.#steps.take();
    if (step_ms === 0 || this.#database.kind !== "pglite") return;
    this.#unheeded_ms += step_ms;
    for (const entry of this.#active.values()) {
      entry.at += step_ms;
      entry.written += step_ms;
    }
    for (const entry of this.#failed.values()) entry.again_at += step_ms;
  }

  async #heed(step_ms: number): Promise<void> {
    this.#log.warn({ step_ms }, "the clock was set; open tests keep the time that they had left");
    await this.#bus.transaction(async (tx, announce) => {
      for (const { project_id, test_id } of await moveOpenTests(tx, step_ms)) tellOf(announce, { project_id, test_id });
    });
  }

  async #endDue(now: number): Promise<void> {
    const due = await repository.dueTests(this.#database.db, now);
    const ids = new Set(due.map(({ test_id }) => test_id));
    for (const test_id of this.#failed.keys()) if (!ids.has(test_id)) this.#failed.delete(test_id);
    for (const test of due) {
      const failed = this.#failed.get(test.test_id);
      if (failed && failed.again_at > now) continue;
      try {
        await this.#endOne(test, now);
        this.#failed.delete(test.test_id);
      } catch (error) {
        this.#onError(error);
        const times = failed?.times ?? 0;
        const again_at = now + Math.ceil(backoffMs(times, RETRY_FIRST_MS, RETRY_AT_MOST_MS));
        this.#failed.set(test.test_id, { times: times + 1, again_at });
      }
    }
  }

  async #endOne(test: repository.TestRow, now: number): Promise<void> {
    if (test.deadline <= now) {
      // What waits has the deadline of its waiting; its own time begins with its first device.
      const isWaiting = this.#kinds[test.kind].waits_for_device && test.started_at === null;
      const reason = isWaiting ? "no_device" : "test_timeout";
      await this.#sessions.conclude(test.test_id, { reason, still: (fresh) => fresh.deadline <= now });
      return;
    }
    const active = this.#active.get(test.test_id);
    if (active && active.at + this.#inactivityMs > now) return this.#postpone(test.test_id, active.at);
    const isIdle = (fresh: repository.TestRow) => fresh.inactive_deadline !== null && fresh.inactive_deadline <= now;
    await this.#sessions.conclude(test.test_id, { reason: "inactivity", still: isIdle });
  }

  /** Who did nothing for so long has been ended, or will be whatever is kept here. */
  #forgetIdle(): void {
    const before = this.#clock.now() - this.#inactivityMs;
    for (const [test_id, { at }] of this.#active) if (at <= before) this.#active.delete(test_id);
  }

  async #postpone(test_id: string, activeAt: number): Promise<void> {
    await this.#bus.transaction(async (tx, announce) => {
      const test = await repository.lockTest(tx, test_id);
      if (test) await this.#moved(tx, announce, test, activeAt);
    });
  }

  /** A locked test does not end by inactivity before that time has passed once more. */
  async #moved(tx: Queries, announce: Announce, test: repository.TestRow, activeAt: number): Promise<number | null> {
    if (test.state !== "running" || test.inactive_deadline === null) return test.inactive_deadline;
    const inactive_deadline = Math.max(test.inactive_deadline, activeAt + this.#inactivityMs);
    await repository.updateTest(tx, test.test_id, { inactive_deadline });
    tellOf(announce, test);
    return inactive_deadline;
  }
}
