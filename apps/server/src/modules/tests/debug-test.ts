import { LIMITS, UdtError } from "@udt/contract";
import { newId } from "../../platform/ids.ts";
import * as lifecycle from "./lifecycle.ts";
import * as repository from "./tests.repository.ts";

const MINUTE_MS = 60_000;
/** Longer than a device may be cleaned: who waits for one must not be ended before it comes. */
const RESERVED_MAX_MS = 15 * MINUTE_MS;

/** What is asked for with a debug session, whoever has the device. */
export interface DebugWish {
  project_id: string;
  user_id: string;
  by_token: boolean;
  duration_minutes: number;
  app_id?: string | undefined;
}

/** @throws UdtError duration_out_of_range */
export function checkDuration(minutes: number): void {
  const { debug_minutes_min: min, debug_minutes_max: max } = LIMITS;
  if (minutes < min || minutes > max) throw new UdtError("duration_out_of_range", { min, max });
}

/** A new debug session, not yet begun. */
export function debugTest(now: number, { app_id = undefined, ...wish }: DebugWish): repository.TestRow {
  return {
    ...wish,
    test_id: newId(),
    kind: "debug",
    state: "queued",
    end_reason: null,
    created_at: now,
    started_at: null,
    ended_at: null,
    deadline: now + wish.duration_minutes * MINUTE_MS,
    inactive_deadline: null,
    app_id: app_id ?? null,
  };
}

/**
 * A debug session that gets a device as soon as the test that holds it, which the transaction has locked, gives it back; its
 * time counts from then. Answers its id.
 * @throws UdtError duration_out_of_range, test_ended: the test's part on the device is over
 */
export async function reserve(
  change: lifecycle.Change,
  of: { test_id: string; device_id: string },
  wish: DebugWish,
): Promise<string> {
  checkDuration(wish.duration_minutes);
  const [session] = await repository.findSessions(change.tx, of);
  if (!session || session.device.state === "cleaning") throw new UdtError("test_ended", { test_id: of.test_id });
  const test = debugTest(change.now, wish);
  const { test_id } = test;
  test.deadline += RESERVED_MAX_MS;
  await lifecycle.reserve(change, test, { ...session.device, test_id, state: "queued", error: null }, of);
  return test_id;
}
