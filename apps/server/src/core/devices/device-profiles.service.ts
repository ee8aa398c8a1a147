/** What devices are brought back to between sessions, and what became of that. */
import {
  profileEntries,
  type DeviceProfile,
  type ProfileOutcome,
  type SessionProfile,
  type ToldOutcome,
} from "@udt/contract";
import { projects } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { device_profiles } from "../../platform/database/device-profiles.schema.ts";
import { and, eq, inArray, sql } from "../../platform/database/sql.ts";
import { profileIn } from "../tags/tags.service.ts";
import { findDevice } from "./devices.repository.ts";

/** What an agent says of a device. */
interface Told {
  device_id: string;
  outcome: ProfileOutcome;
}

/** What another project's tags set goes, where a session's own say nothing of it: its traffic is not theirs to see. */
const UNDONE: Pick<DeviceProfile, "proxy"> = { proxy: "none" };

/** What a project's tags want of a device in a session and after it; undefined where nothing is wanted. */
export async function sessionProfile(
  db: Queries,
  project_id: string,
  device_id: string,
): Promise<SessionProfile | undefined> {
  const found = await findDevice(db, device_id);
  if (!found) return undefined;
  const { settings: own } = await profileIn(db, project_id, { ...found.device, agent_name: found.agent_name });
  const [left] = await db.select().from(device_profiles).where(eq(device_profiles.device_id, device_id));
  const isProxied = left?.project_id !== project_id && left?.results.some(({ setting }) => setting === "proxy");
  const settings = { ...(isProxied && UNDONE), ...own };
  return profileEntries(settings).length === 0 ? undefined : { project_id, settings };
}

/** How it went the last time, where that was for this project. */
export async function outcomeIn(db: Queries, project_id: string, device_id: string): Promise<ToldOutcome | null> {
  const [row] = await db
    .select()
    .from(device_profiles)
    .where(and(eq(device_profiles.device_id, device_id), eq(device_profiles.project_id, project_id)));
  return row ? { results: row.results, at: row.told_at } : null;
}

/** Keeps what is new of that; answers of which devices it is. Each is held by the caller. */
export async function noteOutcomes(tx: Queries, now: number, told: readonly Told[]): Promise<string[]> {
  const news = await newAmong(tx, told);
  if (news.length === 0) return [];
  const rows = news.map(({ device_id, outcome }) => ({ ...outcome, device_id, told_at: now }));
  const newer = sql`excluded.lease_token`;
  await tx
    .insert(device_profiles)
    .values(rows)
    .onConflictDoUpdate({
      target: device_profiles.device_id,
      set: {
        project_id: sql`excluded.project_id`,
        lease_token: newer,
        results: sql`excluded.results`,
        told_at: sql`excluded.told_at`,
      },
    });
  return rows.map(({ device_id }) => device_id);
}

/** Those of a later lease than is known, and of a project that is still there. */
async function newAmong(tx: Queries, told: readonly Told[]): Promise<Told[]> {
  if (told.length === 0) return [];
  const ids = told.map(({ device_id }) => device_id);
  const known = await tx
    .select({ device_id: device_profiles.device_id, lease_token: device_profiles.lease_token })
    .from(device_profiles)
    .where(inArray(device_profiles.device_id, ids));
  const tokens = new Map(known.map(({ device_id, lease_token }) => [device_id, lease_token]));
  const later = told.filter(({ device_id, outcome }) => outcome.lease_token > (tokens.get(device_id) ?? 0));
  if (later.length === 0) return [];
  const there = await tx
    .select({ project_id: projects.project_id })
    .from(projects)
    .where(
      inArray(
        projects.project_id,
        later.map(({ outcome }) => outcome.project_id),
      ),
    )
    .for("key share");
  const alive = new Set(there.map(({ project_id }) => project_id));
  return later.filter(({ outcome }) => alive.has(outcome.project_id));
}
