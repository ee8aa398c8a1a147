/** What devices are brought back to between sessions, and what became of that. */
import {
  profileEntries,
  say,
  type DeviceProfile,
  type ProfileOutcome,
  type ProfileResult,
  type SessionProfile,
  type ToldOutcome,
} from "@udt/contract";
import type { Queries } from "../../platform/database/database.ts";
import { holdProjects } from "../giving/giving.service.ts";
import { decidedProfile, type TaggedDevice } from "../tags/tags.service.ts";
import * as repository from "./device-profiles.repository.ts";

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
  { device: { device_id }, tags }: TaggedDevice,
): Promise<SessionProfile | undefined> {
  const { settings: own } = decidedProfile(tags.filter((tag) => tag.project_id === project_id));
  const left = (await repository.outcomesOf(db, [device_id])).get(device_id);
  const proxy = left && proxyOf(left);
  // Where it would not go it is tried once more, whoever tried it last.
  const isProxied = proxy !== undefined && (left?.project_id !== project_id || proxy.state === "refused");
  const settings = { ...(isProxied && UNDONE), ...own };
  return profileEntries(settings).length === 0 ? undefined : { project_id, settings };
}

const proxyOf = ({ results }: Pick<ProfileOutcome, "results">): ProfileResult | undefined =>
  results.find(({ setting }) => setting === "proxy");

/** How it went the last time, where that was for this project. */
export async function outcomeIn(db: Queries, project_id: string, device_id: string): Promise<ToldOutcome | null> {
  const row = await repository.outcomeFor(db, project_id, device_id);
  return row ? { results: row.results, at: row.told_at } : null;
}

/** Keeps what is new of that; answers of which devices it is. Each is held by the caller. */
export async function noteOutcomes(tx: Queries, now: number, told: readonly Told[]): Promise<string[]> {
  const ids = told.map(({ device_id }) => device_id);
  const known = await repository.outcomesOf(tx, ids);
  const news = await newAmong(tx, known, told);
  if (news.length === 0) return [];
  const rows = news.map(({ device_id, outcome }) => {
    const before = known.get(device_id);
    // A proxy that a project's tags no longer name is on the device until another project has it taken off.
    const proxy = before?.project_id === outcome.project_id && !proxyOf(outcome) ? proxyOf(before) : undefined;
    return { ...outcome, results: [...outcome.results, ...(proxy ? [proxy] : [])], device_id, told_at: now };
  });
  await repository.putOutcomes(tx, rows);
  return rows.map(({ device_id }) => device_id);
}

/** Those of a later lease than is known, which the device had, and of a project that is still there. */
async function newAmong(
  tx: Queries,
  known: ReadonlyMap<string, repository.OutcomeRow>,
  told: readonly Told[],
): Promise<Told[]> {
  const later = told.filter(({ device_id, outcome }) => outcome.lease_token > (known.get(device_id)?.lease_token ?? 0));
  if (later.length === 0) return [];
  const leased = await repository.leasedBy(
    tx,
    later.map(({ outcome }) => outcome.lease_token),
  );
  const there = await holdProjects(
    tx,
    later.map(({ outcome }) => outcome.project_id),
  );
  return later.filter(
    ({ device_id, outcome }) => leased.get(outcome.lease_token) === device_id && there.has(outcome.project_id),
  );
}

/** The same for who sees no tags: why a setting would not take repeats what a tag wants. */
export const withoutWhy = ({ results, at }: ToldOutcome): ToldOutcome => ({
  results: results.map((result) => ({ ...result, reason: result.reason && say("check_withheld") })),
  at,
});
