import { Rounds } from "@udt/base";
import type { Bus } from "../../../platform/bus.ts";
import { every, type ServerClock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database/database.ts";
import { forgetAll, rollUpNext } from "./roll-up.repository.ts";

/** What another server has left undone, if it died. */
const LOOK_MS = 60_000;

/** Brings runs into the quality board's figures as they end, whichever server ended them. */
export class RollUps {
  readonly #database: Database;
  readonly #rounds: Rounds;
  readonly #stop: (() => void)[];

  constructor(needs: { database: Database; bus: Bus; clock: ServerClock; onError: (error: unknown) => void }) {
    const { database, bus, clock, onError } = needs;
    this.#database = database;
    this.#rounds = new Rounds(async () => {
      while (!this.#rounds.isClosed && (await rollUpNext(database)) !== undefined);
    }, onError);
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
    this.#rounds.wake();
    return total;
  }

  async close(): Promise<void> {
    for (const stop of this.#stop) stop();
    await this.#rounds.close();
  }
}
