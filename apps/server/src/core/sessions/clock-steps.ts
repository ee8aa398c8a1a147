import type { ServerClock } from "../../platform/clock.ts";
import { phases, tests } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { and, eq, exists, isNull, ne, sql } from "../../platform/database/sql.ts";

/** Less is a clock that is being kept right, a little at a time. */
const STEP_MIN_MS = 5_000;

/** Tells when somebody set the clock, by one that nobody sets. A computer that slept counts as one whose clock was set. */
export class ClockSteps {
  readonly #clock: ServerClock;
  #offset: number;

  constructor(clock: ServerClock) {
    this.#clock = clock;
    this.#offset = clock.now() - clock.elapsed();
  }

  /** By how many milliseconds it was set since this was last asked; 0 when it was not. */
  take(): number {
    const offset = this.#clock.now() - this.#clock.elapsed();
    const step = Math.round(offset - this.#offset);
    this.#offset = offset;
    return Math.abs(step) < STEP_MIN_MS ? 0 : step;
  }
}

/** Gives open tests, and what their devices are at, the time that they had left before the clock was set. Answers which these are. */
export async function moveOpenTests(
  tx: Queries,
  step_ms: number,
): Promise<{ project_id: string | null; test_id: string }[]> {
  const isOpen = ne(tests.state, "ended");
  const moved = await tx
    .update(tests)
    .set({
      deadline: sql`${tests.deadline} + ${step_ms}`,
      inactive_deadline: sql`${tests.inactive_deadline} + ${step_ms}`,
    })
    .where(isOpen)
    .returning({ project_id: tests.project_id, test_id: tests.test_id });
  const ofOpenTest = tx
    .select({ one: sql`1` })
    .from(tests)
    .where(and(eq(tests.test_id, phases.test_id), isOpen));
  await tx
    .update(phases)
    .set({ started_at: sql`${phases.started_at} + ${step_ms}` })
    .where(and(isNull(phases.ended_at), exists(ofOpenTest)));
  return moved;
}
