import type { RunProgress } from "@udt/contract";
import type { ServerClock } from "../../../platform/clock.ts";
import type { Queries } from "../../../platform/database/database.ts";
import { caseFigures, workingDevices, type CaseFigures, type WorkingDevice } from "./progress.repository.ts";

/** Of many cases counting takes longer, and matters less at each second. */
const LARGE = 5_000;
const KEPT_MS = 1_000;
const LARGE_KEPT_MS = 10_000;

/** How far the devices of a run are, by their ids. */
type OfDevices = ReadonlyMap<string, RunProgress>;

/** How far runs are. Lists of devices ask for it each time something changes: what was counted is good for a second. */
export class RunProgresses {
  readonly #clock: ServerClock;
  readonly #lately = new Map<string, { until: number; devices: OfDevices }>();

  constructor(clock: ServerClock) {
    this.#clock = clock;
  }

  /** By test, of the devices that work for it now. */
  async of(db: Queries, test_ids: readonly string[]): Promise<ReadonlyMap<string, OfDevices>> {
    const [now, elapsed] = [this.#clock.now(), this.#clock.elapsed()];
    for (const [test_id, { until }] of this.#lately) if (until <= elapsed) this.#lately.delete(test_id);
    const known = new Map(
      test_ids.flatMap((test_id) => {
        const lately = this.#lately.get(test_id);
        return lately ? [[test_id, lately.devices] as const] : [];
      }),
    );
    const unknown = [...new Set(test_ids)].filter((test_id) => !known.has(test_id));
    if (unknown.length === 0) return known;
    const working = Map.groupBy(await workingDevices(db, unknown), ({ test_id }) => test_id);
    const figures = Map.groupBy(await caseFigures(db, unknown, now), ({ test_id }) => test_id);
    for (const test_id of unknown) {
      const counted = figures.get(test_id) ?? [];
      const devices = progressOf(working.get(test_id) ?? [], counted, now);
      const isLarge = counted.reduce((sum, { total }) => sum + total, 0) > LARGE;
      this.#lately.set(test_id, { until: elapsed + (isLarge ? LARGE_KEPT_MS : KEPT_MS), devices });
      known.set(test_id, devices);
    }
    return known;
  }
}

/** How far each device of a run is that works for it. Cases that are shared out are the run's, and all of its devices do what is left of them. */
function progressOf(working: readonly WorkingDevice[], figures: readonly CaseFigures[], now: number): OfDevices {
  const whole = figures.reduce((sum, one) => added(sum, one), NOTHING);
  return new Map(
    working.map((device) => {
      const { is_shared, case_run_id, name, started_at, last_failure } = device;
      const own = figures.find(({ device_seq }) => device_seq === device.device_seq) ?? NOTHING;
      const its = is_shared ? whole : own;
      const { done, total, failed, left_ms } = its;
      const current =
        case_run_id === null || name === null || started_at === null ? null : { case_run_id, name, started_at };
      const hasBegun = done > 0 || current !== null;
      const isTold = hasBegun && done < total && left_ms !== null;
      const expected_end = isTold ? Math.round(now + (left_ms * paceOf(its)) / (is_shared ? working.length : 1)) : null;
      return [device.device_id, { done, total, failed, is_shared, current, last_failure, expected_end }];
    }),
  );
}

/** Beyond this something stood still, which says nothing of the cases that are left. */
const SLOWEST = 4;
/** A few short cases say little: so much is taken to have gone as planned. */
const TRUSTED_MS = 10_000;

/** How many times as long as its cases' own time a run takes: between cases, for attempts that are repeated, on a slower device. */
function paceOf({ spent_ms, planned_ms }: Figures): number {
  const pace = (spent_ms + TRUSTED_MS) / (planned_ms + TRUSTED_MS);
  return pace < 1 || pace > SLOWEST ? 1 : pace;
}

type Figures = Pick<CaseFigures, "done" | "total" | "failed" | "left_ms" | "spent_ms" | "planned_ms">;
const NOTHING: Figures = { done: 0, total: 0, failed: 0, left_ms: 0, spent_ms: 0, planned_ms: 0 };
const added = (a: Figures, b: Figures): Figures => ({
  done: a.done + b.done,
  total: a.total + b.total,
  failed: a.failed + b.failed,
  left_ms: a.left_ms === null || b.left_ms === null ? null : a.left_ms + b.left_ms,
  spent_ms: a.spent_ms + b.spent_ms,
  planned_ms: a.planned_ms + b.planned_ms,
});
