/** Which tags say how devices check themselves. */
import type { InspectionConfig } from "@udt/contract";
import type { Queries } from "../../platform/database/database.ts";
import type { SQL } from "../../platform/database/sql.ts";
import { taggedBy, type DeviceTest, type RuledDevice } from "./device-rules.ts";
import * as repository from "./tags.repository.ts";

/** A tag that says how its devices check themselves. */
export interface DecidingTag {
  tag_id: string;
  project_id: string;
  name: string;
  config: InspectionConfig;
  has: DeviceTest;
}

/** Those of every project in which any asks for checks by itself, by project, each project's in its order. */
export const scheduledInspections = (db: Queries): Promise<Map<string, DecidingTag[]>> =>
  byProject(db, repository.inScheduling(db));

/** The same of every project, whether any asks for that or not. */
export const allInspections = (db: Queries): Promise<Map<string, DecidingTag[]>> => byProject(db, undefined);

/** The same of these projects. */
export const inspectionsIn = (db: Queries, project_ids: readonly string[]): Promise<Map<string, DecidingTag[]>> =>
  byProject(db, repository.isOfAny(project_ids));

async function byProject(db: Queries, of: SQL | undefined): Promise<Map<string, DecidingTag[]>> {
  const tags = (await repository.inspectingTags(db, of)).flatMap(asDeciding);
  return Map.groupBy(tags, ({ project_id }) => project_id);
}

/** Which of a project's tags says how a device checks itself: the first that has it. */
export const deciding = (tags: readonly DecidingTag[], device: RuledDevice): DecidingTag | undefined =>
  tags.find(({ has }) => has(device));

/** The same as it is now; nobody deletes it until the transaction is over. */
export async function holdDeciding(
  tx: Queries,
  project_id: string,
  device: RuledDevice,
): Promise<DecidingTag | undefined> {
  for (;;) {
    const tag = deciding((await inspectionsIn(tx, [project_id])).get(project_id) ?? [], device);
    // Where it went in between, the next one decides.
    if (!tag || (await repository.holdTags(tx, project_id, [tag.tag_id])).length > 0) return tag;
  }
}

const asDeciding = (tag: repository.InspectingTag): DecidingTag[] => {
  const { tag_id, project_id, name, inspection: config } = tag;
  return config === null ? [] : [{ tag_id, project_id, name, config, has: taggedBy(tag) }];
};
