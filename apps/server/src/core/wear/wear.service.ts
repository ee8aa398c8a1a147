import { WEAR, type DataOf, type ENDPOINTS, type WearDays, type WearRow } from "@udt/contract";
import type { Announce, Bus } from "../../platform/bus.ts";
import { every, type ServerClock } from "../../platform/clock.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import * as repository from "./wear.repository.ts";

export { careOf, needsCare, type Trend } from "./care.ts";
export { orderByHeat } from "./heat-orders.ts";
export { noteGone, noteHour } from "./wear.repository.ts";

/** What devices told is taken in as they tell it; this adds those that had nothing to tell, and what follows from all. */
const SAMPLE_EVERY_MS = 5 * 60_000;

/** What this needs to know of devices, and tell those who look at them. */
export interface WornDevices {
  /** With null whoever sees it. @throws UdtError device_not_found, device_not_in_project */
  seen(project_id: string | null, device_id: string): Promise<unknown>;
  changed(tx: Queries, announce: Announce, device_ids: readonly string[]): Promise<void>;
}

export interface WearNeeds {
  database: Database;
  bus: Bus;
  clock: ServerClock;
  devices: WornDevices;
  onError: (error: unknown) => void;
}

/** How devices wear over time. Every server does all of it: what one did before another changes nothing. */
export class WearService {
  readonly #needs: WearNeeds;
  readonly #stop: () => void;
  /** The hour in which this server rolled up last. */
  #rolledUp = 0;

  constructor(needs: WearNeeds) {
    this.#needs = needs;
    this.#stop = every(needs.clock, SAMPLE_EVERY_MS, () => this.look().catch(needs.onError));
  }

  close(): void {
    this.#stop();
  }

  /** @throws UdtError device_not_found, device_not_in_project */
  async get(
    project_id: string | null,
    device_id: string,
    days: WearDays,
  ): Promise<DataOf<typeof ENDPOINTS.deviceWear>> {
    const { database, clock, devices } = this.#needs;
    await devices.seen(project_id, device_id);
    const span = days <= WEAR.hour_days ? "hour" : "day";
    const step_ms = span === "hour" ? repository.HOUR_MS : repository.DAY_MS;
    const since = repository.startOf(clock.now(), step_ms) - days * repository.DAY_MS + step_ms;
    const rows = await repository.rowsOf(database.db, { project_id, device_id, span, since });
    return { step_ms, rows: rows.map(shown) };
  }

  /** Takes in what devices tell that had no news, and finds who needs care. */
  async look(): Promise<void> {
    const { database, bus, clock, devices } = this.#needs;
    const now = clock.now();
    await repository.noteHour(database.db, now);
    const hour = repository.startOf(now, repository.HOUR_MS);
    if (hour !== this.#rolledUp) {
      await database.transaction((tx) => repository.rollUp(tx, now));
      this.#rolledUp = hour;
    }
    await repository.findTrends(database.db, now);
    await bus.transaction(async (tx, announce) => devices.changed(tx, announce, await repository.takeNews(tx)));
  }
}

function shown(row: repository.WearRecord): WearRow {
  const { at, cycles, disconnects } = row;
  return {
    at,
    celsius: range(row.celsius_min, row.celsius_max, row.celsius_last),
    level: range(row.level_min, row.level_max, row.level_last),
    free_bytes: range(row.free_min, row.free_max, row.free_last),
    cycles,
    disconnects,
  };
}

const range = (min: number | null, max: number | null, last: number | null): WearRow["level"] =>
  min === null || max === null || last === null ? null : { min, max, last };
