import type { Queries } from "../../platform/database/database.ts";
import { catalogueAmong } from "../models/models.service.ts";
import { outAmong } from "../out-of-use/out-of-use.service.ts";
import { placementsAmong } from "../placement/placement.service.ts";
import { ruledOf, tagsOn } from "../tags/tags.service.ts";
import type { Causes, Held, HolderNames, Holders, Progress } from "./device-answers.ts";
import type { DeviceListing } from "./devices.repository.ts";
import { summariseNotes } from "./notes.repository.ts";

interface TestNeeds {
  namesOf(tests: Held): Promise<HolderNames>;
  progressOf(tests: Held): Promise<Progress>;
  causesOf(tests: Held): Promise<Causes>;
}

/** What is known of the tests that hold these devices, what a project notes of them, the tags that it gives them, who took them out of use, where they stand and of which model they are. */
export async function holdersOf(
  db: Queries,
  { namesOf, progressOf, causesOf }: TestNeeds,
  project_id: string | null,
  rows: readonly DeviceListing[],
): Promise<Holders> {
  const held = rows.flatMap(({ lease, test }) => (lease && test ? { test_id: lease.test_id, kind: test.kind } : []));
  const device_ids = rows.map(({ device }) => device.device_id);
  const ruled = rows.map(ruledOf);
  const [names, progress, causes, notes, tags, out, catalogue, placements] = await Promise.all([
    namesOf(held),
    progressOf(held),
    causesOf(held),
    summariseNotes(db, project_id, device_ids),
    tagsOn(db, project_id, ruled),
    outAmong(db, device_ids),
    catalogueAmong(db, device_ids),
    placementsAmong(db, device_ids),
  ]);
  return { names, progress, causes, notes, tags, out, catalogue, placements };
}
