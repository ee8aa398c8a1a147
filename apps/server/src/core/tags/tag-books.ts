/** Which tags devices have at this moment. */
import { tagsIn, UdtError, type DeviceChoice } from "@udt/contract";
import type { Queries } from "../../platform/database/database.ts";
import { sql, type SQL } from "../../platform/database/sql.ts";
import { seenBy } from "../agents/agents.service.ts";
import { taggedBy, type RuledDevice, type TagLookup } from "./device-rules.ts";
import { isTagged } from "./tag-condition.ts";
import { stampedTags, testsOf } from "./kept-tests.ts";
import * as repository from "./tags.repository.ts";

export interface DeviceTag {
  tag_id: string;
  name: string;
}

/** The tags that a project's devices have, by name; with null those of every project that sees them. */
export async function tagsOn(
  db: Queries,
  project_id: string | null,
  devices: readonly RuledDevice[],
): Promise<Map<string, DeviceTag[]>> {
  if (devices.length === 0) return new Map();
  const stamped = await stampedTags(db, project_id);
  const tests = await testsOf(db, stamped);
  const tags = stamped.flatMap(({ tag_id, name, project_id: of }) => {
    const has = tests.get(tag_id);
    return has ? [{ told: { tag_id, name }, project_id: of, has }] : [];
  });
  const ids = devices.map(({ device_id }) => device_id);
  const seeing = project_id === null ? await seenBy(db, ids) : undefined;
  const isSeenBy = (of: string, device_id: string) => {
    const project_ids = seeing ? seeing.get(device_id) : null;
    return project_ids === null || project_ids?.includes(of) === true;
  };
  return new Map(
    devices.map((device) => [
      device.device_id,
      tags.filter((tag) => tag.has(device) && isSeenBy(tag.project_id, device.device_id)).map(({ told }) => told),
    ]),
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

/** Keeps a tag to the end of the transaction. False where it is gone. */
export const holdTag = async (tx: Queries, project_id: string, tag_id: string): Promise<boolean> =>
  (await repository.holdTags(tx, project_id, [tag_id])).length > 0;

/** Whether it has one device, by hand, and no rule by which another might come. */
export const isOneDevices = ({
  rules,
  included_device_ids,
}: Pick<repository.TagRow, "rules" | "included_device_ids">): boolean =>
  rules.length === 0 && included_device_ids.length === 1;

/** The tags of a project that a device has, in the project's order. */
export const orderedTagsOf = async (
  db: Queries,
  project_id: string,
  device: RuledDevice,
): Promise<repository.TagRow[]> => wholeOf(db, await repository.tagsOfProject(db, project_id), device);

/** Those of these tags that a device has, with all that they say; each project's in its order. */
async function wholeOf(
  db: Queries,
  tags: readonly repository.ChoosingTag[],
  device: RuledDevice,
): Promise<repository.TagRow[]> {
  const found = tags.filter((tag) => taggedBy(tag)(device)).map(({ tag_id }) => tag_id);
  if (found.length === 0) return [];
  // What one says holds for the devices that it has at the same moment: one that was changed in between may have this one no more.
  return (await repository.wholeTags(db, found)).filter((tag) => taggedBy(tag)(device));
}

/** A device, and those of its tags that concern it there. */
export interface TaggedDevice {
  device: NonNullable<Awaited<ReturnType<typeof repository.deviceWithTags>>>["device"];
  tags: repository.TagRow[];
}

/** A device with the tags that it has: all of one project, and of others that see it what they say of its environment. */
export async function taggedDevice(
  db: Queries,
  device_id: string,
  project_id: string | null,
): Promise<TaggedDevice | undefined> {
  const found = await repository.deviceWithTags(db, device_id, project_id);
  return found && { ...found, tags: await wholeOf(db, found.tags, found.device) };
}
