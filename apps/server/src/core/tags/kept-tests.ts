/**
 * Which devices tags have, as tests that are kept: rules and lists may be long, and are read and taken apart once as long as a
 * tag stays as it is. A tag that changed has another version.
 */
import { LIMITS } from "@udt/contract";
import type { Queries } from "../../platform/database/database.ts";
import { taggedBy, type DeviceTest } from "./device-rules.ts";
import { asc, eq } from "../../platform/database/sql.ts";
import { tags } from "../../platform/database/tags.schema.ts";
import * as repository from "./tags.repository.ts";

type Stamp = Pick<repository.TagRow, "tag_id" | "version" | "updated_at">;

/** Those of two full projects; who was asked for last stays. */
const KEPT_MAX = 2 * LIMITS.tags_max;
const kept = new Map<string, Stamp & { has: DeviceTest }>();

/** What tags are called and when they became what they are, of a project or with null of all, by name: how they choose may be long. */
export const stampedTags = (db: Queries, project_id: string | null) =>
  db
    .select({
      tag_id: tags.tag_id,
      project_id: tags.project_id,
      name: tags.name,
      version: tags.version,
      updated_at: tags.updated_at,
    })
    .from(tags)
    .where(project_id === null ? undefined : eq(tags.project_id, project_id))
    .orderBy(asc(tags.name_key));

/** The tests of these tags by their ids, without those that are gone by now. Not within a transaction that changes tags. */
export async function testsOf(db: Queries, stamps: readonly Stamp[]): Promise<Map<string, DeviceTest>> {
  const known = stamps.flatMap((stamp) => {
    const one = kept.get(stamp.tag_id);
    return one?.version === stamp.version && one.updated_at === stamp.updated_at ? [one] : [];
  });
  const there = new Set(known.map(({ tag_id }) => tag_id));
  const missing = stamps.filter(({ tag_id }) => !there.has(tag_id)).map(({ tag_id }) => tag_id);
  const rows = missing.length === 0 ? [] : await repository.tagsByIds(db, missing);
  const read = rows.map((tag) => {
    const { tag_id, version, updated_at } = tag;
    return { tag_id, version, updated_at, has: taggedBy(tag) };
  });
  const all = [...known, ...read];
  for (const one of all) {
    kept.delete(one.tag_id);
    kept.set(one.tag_id, one);
  }
  for (const tag_id of kept.keys()) {
    if (kept.size <= KEPT_MAX) break;
    kept.delete(tag_id);
  }
  return new Map(all.map(({ tag_id, has }) => [tag_id, has]));
}
