import { Rounds } from "@udt/base";
import type { Bus } from "../../../platform/bus.ts";
import { every, type ServerClock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database/database.ts";
import { countLeft, forgetAll, leftOf, NotRolledUp, rollUpNext } from "./roll-up.repository.ts";

/** What another server has left undone, if it died. */
const LOOK_MS = 60_000;
/** How long a run that could not be counted is left at first; twice as long each time that it fails again. */
const PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** After so many failures one after the other it is hardly the runs' fault: nothing is tried until the next look. */
const FAILURES_MAX = 10;

/** Brings runs into the quality board's figures as they end, whichever server ended them. */
export class RollUps {
  readonly #database: Database;
  readonly #clock: ServerClock;
  readonly #onError: (error: unknown) => void;
  readonly #rounds: Rounds;
  readonly #stop: (() => void)[];
  /** Runs that could not be counted, and when each is tried again. They hold up no other. */
  readonly #aside = new Map<string, { failures: number; until: number }>();
  #restsUntil = 0;

  constructor(needs: { database: Database; bus: Bus; clock: ServerClock; onError: (error: unknown) => void }) {
    const { database, bus, clock, onError } = needs;
    this.#database = database;
    this.#clock = clock;
    this.#onError = onError;
    this.#rounds = new Rounds(() => this.#round(), onError);
    this.#stop = [
      bus.subscribe(({ payload }) => {
        if (payload.type === "run.changed") this.#rounds.wake();
      }),
      every(clock, LOOK_MS, () => this.#rounds.wake()),
    ];
    this.#rounds.wake();
  }

  /** Counts everything anew, behind the answer. */
  async again(): Promise<number> {
    const total = await forgetAll(this.#database);
    this.#aside.clear();
    this.#restsUntil = 0;
    this.#rounds.wake();
    return total;
  }

  /** How many runs are over and not counted yet, and how many of these failed to be. */
  async health(): Promise<{ waiting: number; failing: number }> {
    const { db } = this.#database;
    return { waiting: await countLeft(db), failing: (await leftOf(db, [...this.#aside.keys()])).size };
  }

  async close(): Promise<void> {
    for (const stop of this.#stop) stop();
    await this.#rounds.close();
  }

  async #round(): Promise<void> {
    const began = this.#clock.now();
    if (began < this.#restsUntil) return;
    for (let failures = 0; failures < FAILURES_MAX;) {
      if (this.#rounds.isClosed) return;
      try {
        const done = await this.#next();
        if (done === undefined) return;
        this.#aside.delete(done);
        failures = 0;
      } catch (error) {
        if (!(error instanceof NotRolledUp)) throw error;
        failures++;
        this.#putAside(error);
      }
    }
    this.#restsUntil = began + LOOK_MS;
  }

  /** First those that never failed, then those whose pause is over. */
  async #next(): Promise<string | undefined> {
    const next = await rollUpNext(this.#database, { but: [...this.#aside.keys()] });
    if (next !== undefined || this.#aside.size === 0) return next;
    const left = await leftOf(this.#database.db, [...this.#aside.keys()]);
    for (const test_id of this.#aside.keys()) if (!left.has(test_id)) this.#aside.delete(test_id);
    const now = this.#clock.now();
    const due = [...this.#aside].flatMap(([test_id, { until }]) => (until <= now ? [test_id] : []));
    return due.length === 0 ? undefined : rollUpNext(this.#database, { among: due });
  }

  #putAside(error: NotRolledUp): void {
    const failures = (this.#aside.get(error.test_id)?.failures ?? 0) + 1;
    const pause = Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** (failures - 1));
    this.#aside.set(error.test_id, { failures, until: this.#clock.now() + pause });
    this.#onError(error);
  }
}
