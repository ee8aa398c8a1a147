/**
 * Which devices tags have, as tests that are kept: rules and lists may be long, and are read and taken apart once as long as a
 * tag stays as it is. A tag that changed has another version. Whoever asks which tags devices have, lists and the schedule of
 * checks alike, asks here, and nothing of devices is kept.
 */
import type { Queries } from "../../platform/database/database.ts";
import { readTag, type DeviceTest, type MakeTest } from "./device-rules.ts";
import { asc, eq } from "../../platform/database/sql.ts";
import { tags } from "../../platform/database/tags.schema.ts";
import * as repository from "./tags.repository.ts";

export type Stamp = Pick<repository.TagRow, "tag_id" | "version" | "updated_at">;

/** Those of two full projects have a third of it; who was asked for last stays. */
const KEPT_MAX_BYTES = 64 * 1024 * 1024;
/** Of a tag with next to nothing, and of each device by hand, as V8 holds them. */
const [TAG_BYTES, ID_BYTES] = [2_000, 100];

interface Kept extends Stamp {
  make: MakeTest;
  bytes: number;
}
const kept = new Map<string, Kept>();
let keptBytes = 0;

/** What tags are called and when they became what they are, of a project or with null of all, by name: how they choose may be long. */
export const stampedTags = (db: Queries, project_id: string | null) =>
  db
    .select({ ...repository.stamped, project_id: tags.project_id, name: tags.name })
    .from(tags)
    .where(project_id === null ? undefined : eq(tags.project_id, project_id))
    .orderBy(asc(tags.name_key));

/** The tests of these tags by their ids, for one use, without those that are gone by now. Not within a transaction that changes tags. */
export async function testsOf(db: Queries, stamps: readonly Stamp[]): Promise<Map<string, DeviceTest>> {
  const known = stamps.flatMap((stamp) => {
    const one = kept.get(stamp.tag_id);
    return one?.version === stamp.version && one.updated_at === stamp.updated_at ? [one] : [];
  });
  const there = new Set(known.map(({ tag_id }) => tag_id));
  const missing = stamps.filter(({ tag_id }) => !there.has(tag_id)).map(({ tag_id }) => tag_id);
  const rows = missing.length === 0 ? [] : await repository.tagsByIds(db, missing);
  const read = rows.map((tag): Kept => {
    const { tag_id, version, updated_at } = tag;
    return { tag_id, version, updated_at, make: readTag(tag), bytes: bytesOf(tag) };
  });
  const all = [...known, ...read];
  for (const one of all) {
    drop(one.tag_id);
    kept.set(one.tag_id, one);
    keptBytes += one.bytes;
  }
  for (const tag_id of kept.keys()) {
    if (keptBytes <= KEPT_MAX_BYTES) break;
    drop(tag_id);
  }
  return new Map(all.map(({ tag_id, make }) => [tag_id, make()]));
}

function drop(tag_id: string): void {
  keptBytes -= kept.get(tag_id)?.bytes ?? 0;
  kept.delete(tag_id);
}

const bytesOf = ({ rules, included_device_ids, excluded_device_ids }: repository.ChoosingTag): number =>
  TAG_BYTES + 4 * JSON.stringify(rules).length + ID_BYTES * (included_device_ids.length + excluded_device_ids.length);
