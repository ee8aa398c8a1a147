/** How many devices people and projects may use at a time. The platform's own tests are bounded by nothing but devices. */
import type { Queries } from "../../platform/database/database.ts";
import type { ParallelLimits } from "../sessions/sessions.service.ts";
import { usedNow } from "./pool.repository.ts";

export interface Limits {
  parallel(): ParallelLimits;
  /** How many devices a person or a project uses now. Whoever asks next waits for the end of this transaction. */
  countHeld(tx: Queries, of: { user_id: string } | { project_id: string }): Promise<number>;
}

/** Whose a test is: a person's in a project, or with null the platform's. */
export interface Owned {
  user_id: string | null;
  project_id: string | null;
}

/** Who uses how many devices, with those that a plan has given. */
export interface Load {
  allows(test: Owned): boolean;
  add(test: Owned): void;
}

export async function loadOf(db: Queries, { per_user, per_project }: ParallelLimits): Promise<Load> {
  const { by_user, by_project } = await usedNow(db);
  const below = (limit: number, counts: ReadonlyMap<string, number>, key: string | null) =>
    key === null || limit === 0 || (counts.get(key) ?? 0) < limit;
  const add = (counts: Map<string, number>, key: string | null) =>
    key !== null && counts.set(key, (counts.get(key) ?? 0) + 1);
  return {
    allows: ({ user_id, project_id }) =>
      below(per_user, by_user, user_id) && below(per_project, by_project, project_id),
    add({ user_id, project_id }) {
      add(by_user, user_id);
      add(by_project, project_id);
    },
  };
}

/** How many more devices a test may get now: another server may have given some since the plan was made. */
export async function roomOf(tx: Queries, { user_id, project_id }: Owned, limits: Limits): Promise<number> {
  if (user_id === null || project_id === null) return Infinity;
  const { per_user, per_project } = limits.parallel();
  const left = async (limit: number, of: Parameters<Limits["countHeld"]>[1]) =>
    limit === 0 ? Infinity : Math.max(0, limit - (await limits.countHeld(tx, of)));
  return Math.min(await left(per_user, { user_id }), await left(per_project, { project_id }));
}

/** The limit that keeps a test from one more device now. */
export async function limitOf(
  db: Queries,
  { user_id, project_id }: Owned,
  { per_user, per_project }: ParallelLimits,
): Promise<"parallel_limit" | "user_limit" | undefined> {
  if (user_id === null || project_id === null) return undefined;
  const { by_user, by_project } = await usedNow(db);
  if (per_project > 0 && (by_project.get(project_id) ?? 0) >= per_project) return "parallel_limit";
  return per_user > 0 && (by_user.get(user_id) ?? 0) >= per_user ? "user_limit" : undefined;
}
