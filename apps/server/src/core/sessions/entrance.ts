import { LIMITS, UdtError } from "@udt/contract";
import type { CallerUser } from "../../platform/http/caller.ts";
import type { Queries } from "../../platform/database/database.ts";
import * as repository from "./tests.repository.ts";

/** How many devices one person, and one project, may use at a time; 0 for as many as there are. */
export interface ParallelLimits {
  per_user: number;
  per_project: number;
}

/** What is asked for with a test. */
export type TestWish = Pick<repository.TestRow, "kind" | "duration_minutes" | "deadline" | "app_id">;

/** Whose a test is: somebody's in a project, or the platform's. */
export type TestOwner = { user: CallerUser; project_id: string } | "platform";

/** A device that a test holds. */
export interface HeldDevice {
  test_id: string;
  device_id: string;
}

/** @throws UdtError duration_out_of_range */
export function assertDuration(minutes: number): void {
  const { debug_minutes_min: min, debug_minutes_max: max } = LIMITS;
  if (minutes < min || minutes > max) throw new UdtError("duration_out_of_range", { min, max });
}

/** @throws UdtError parallel_limit_user, parallel_limit_project: who started a test, or its project, uses as many devices as they may */
export async function assertRoom(
  tx: Queries,
  { user_id, project_id }: repository.TestRow,
  { per_user, per_project }: ParallelLimits,
): Promise<void> {
  // What is the platform's is bounded by devices alone.
  if (user_id === null || project_id === null) return;
  if (per_user > 0 && (await repository.countHeld(tx, { user_id })) >= per_user)
    throw new UdtError("parallel_limit_user", { limit: per_user });
  if (per_project > 0 && (await repository.countHeld(tx, { project_id })) >= per_project)
    throw new UdtError("parallel_limit_project", { limit: per_project });
}
