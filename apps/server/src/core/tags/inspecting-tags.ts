/** Which tags say how devices check themselves. */
import type { InspectionConfig } from "@udt/contract";
import type { Queries } from "../../platform/database/database.ts";
import type { SQL } from "../../platform/database/sql.ts";
import type { DeviceTest, RuledDevice } from "./device-rules.ts";
import { testsOf, type Stamp } from "./kept-tests.ts";
import * as repository from "./tags.repository.ts";

/** A tag that says how its devices check themselves. */
export interface InspectingTag extends Stamp {
  project_id: string;
  name: string;
  config: InspectionConfig;
}
/** The same with which devices it has. */
export interface DecidingTag extends InspectingTag {
  has: DeviceTest;
}
/** By project, each project's in its order. */
type ByProject<T> = Map<string, T[]>;

/** Those of every project in which any asks for checks by itself. */
export const scheduledInspections = (db: Queries): Promise<ByProject<InspectingTag>> =>
  byProject(db, repository.inScheduling(db));

/** Those of every project, whether any asks for that or not. */
export const allInspections = async (db: Queries): Promise<ByProject<DecidingTag>> =>
  decidersOf(db, await byProject(db, undefined));

/** Those of these projects. */
export const inspectionsIn = async (db: Queries, project_ids: readonly string[]): Promise<ByProject<DecidingTag>> =>
  decidersOf(db, await byProject(db, repository.isOfAny(project_ids)));

async function byProject(db: Queries, of: SQL | undefined): Promise<ByProject<InspectingTag>> {
  const tags = (await repository.inspectingTags(db, of)).flatMap(({ inspection: config, ...tag }) =>
    config === null ? [] : [{ ...tag, config }],
  );
  return Map.groupBy(tags, ({ project_id }) => project_id);
}

/** With which devices they have, for one use; those that are gone by now are left out. */
export async function decidersOf(db: Queries, tags: ByProject<InspectingTag>): Promise<ByProject<DecidingTag>> {
  const tests = await testsOf(db, [...tags.values()].flat());
  const deciders = [...tags].map(([project_id, own]) => {
    const having = own.flatMap((tag) => {
      const has = tests.get(tag.tag_id);
      return has ? [{ ...tag, has }] : [];
    });
    return [project_id, having] as const;
  });
  return new Map(deciders);
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
