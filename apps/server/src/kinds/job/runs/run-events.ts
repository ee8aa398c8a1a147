import type { FastifyBaseLogger } from "fastify";
import type { Bus } from "../../../platform/bus.ts";
import type { ServerClock } from "../../../platform/clock.ts";

const EVERY_MS = 1_000;

/** Tells of a run's cases at most once a second a run, however many results come in. */
export class RunEvents {
  readonly #bus: Bus;
  readonly #clock: ServerClock;
  readonly #log: FastifyBaseLogger;
  readonly #told = new Map<string, { again: boolean; cancel: () => void }>();

  constructor(bus: Bus, clock: ServerClock, log: FastifyBaseLogger) {
    this.#bus = bus;
    this.#clock = clock;
    this.#log = log;
  }

  changed(project_id: string, test_id: string): void {
    const waiting = this.#told.get(test_id);
    if (waiting) {
      waiting.again = true;
      return;
    }
    const entry = { again: false, cancel: () => {} };
    this.#told.set(test_id, entry);
    entry.cancel = this.#clock.at(this.#clock.now() + EVERY_MS, () => {
      this.#told.delete(test_id);
      if (entry.again) this.changed(project_id, test_id);
    });
    void this.#bus
      .transaction(async (_tx, announce) => announce(project_id, { type: "run.changed", test_id }))
      .catch((error: unknown) => this.#log.error({ err: error, test_id }, "run event"));
  }

  close(): void {
    for (const { cancel } of this.#told.values()) cancel();
    this.#told.clear();
  }
}
