/** Which tags devices have at this moment. */
import { tagsIn, UdtError, type DeviceChoice } from "@udt/contract";
import type { Queries } from "../../platform/database/database.ts";
import { sql, type SQL } from "../../platform/database/sql.ts";
import { taggedBy, type RuledDevice, type TagLookup } from "./device-rules.ts";
import { isTagged } from "./tag-condition.ts";
import * as repository from "./tags.repository.ts";

export interface DeviceTag {
  tag_id: string;
  name: string;
}

/** The tags that a project's devices have, by name. */
export async function tagsOn(
  db: Queries,
  project_id: string,
  devices: readonly RuledDevice[],
): Promise<Map<string, DeviceTag[]>> {
  if (devices.length === 0) return new Map();
  const tags = (await repository.tagsOfProject(db, project_id)).map((tag) => ({
    told: { tag_id: tag.tag_id, name: tag.name },
    has: taggedBy(tag),
  }));
  return new Map(
    devices.map((device) => [device.device_id, tags.filter(({ has }) => has(device)).map(({ told }) => told)]),
  );
}

/** In queries of devices with their agents, those that have a tag of a project; none of a tag that it has not. */
export async function isTaggedWith(db: Queries, project_id: string, tag_id: string): Promise<SQL> {
  const tag = await repository.findTag(db, project_id, tag_id);
  return tag ? isTagged(db, project_id, tag) : sql`false`;
}

/** The tags that choices name, as a project sees them: only its own are there. */
export type NamedTags = (project_id: string | null) => TagLookup;

export async function namedTags(db: Queries, choices: readonly DeviceChoice[]): Promise<NamedTags> {
  const tag_ids = [...new Set(choices.flatMap(tagsIn))];
  const rows = tag_ids.length === 0 ? [] : await repository.tagsByIds(db, tag_ids);
  const tags = new Map(rows.map((row) => [row.tag_id, { project_id: row.project_id, has: taggedBy(row) }]));
  return (project_id) => (tag_id) => {
    const tag = tags.get(tag_id);
    return tag?.project_id === project_id ? tag.has : undefined;
  };
}

/** Keeps the tags that a choice names from being deleted until the transaction is over. @throws UdtError tag_not_found */
export async function holdTagsOf(tx: Queries, project_id: string, choice: DeviceChoice): Promise<void> {
  const tag_ids = tagsIn(choice);
  if (tag_ids.length === 0) return;
  const there = new Set(await repository.holdTags(tx, project_id, tag_ids));
  const gone = tag_ids.find((tag_id) => !there.has(tag_id));
  if (gone !== undefined) throw new UdtError("tag_not_found", { tag_id: gone });
}
