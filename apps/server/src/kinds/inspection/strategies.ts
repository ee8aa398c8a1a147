import { DEFAULT_INSPECTION, FIRST_LOOK, type DataOf, type ENDPOINTS } from "@udt/contract";
import { onlySeeing } from "../../core/agents/agents.service.ts";
import { outcomeIn } from "../../core/devices/device-profiles.service.ts";
import type { DevicesService } from "../../core/devices/devices.service.ts";
import { decidedProfile, orderedTagsOf, ruledOf } from "../../core/tags/tags.service.ts";
import type { Database } from "../../platform/database/database.ts";
import { checkOf, environmentBy, strategyOf } from "./check-answers.ts";
import { nextTold } from "./next-check.ts";
import * as repository from "./self-checks.repository.ts";

type Needs = Parameters<typeof nextTold>[0] & { database: Database; devices: Pick<DevicesService, "seen"> };

/** How a device checks itself in a project. @throws UdtError device_not_found, device_not_in_project */
export async function strategiesOf(
  needs: Needs,
  project_id: string,
  device_id: string,
): Promise<DataOf<typeof ENDPOINTS.deviceStrategies>> {
  const { db } = needs.database;
  const tags = await orderedTagsOf(db, project_id, ruledOf(await needs.devices.seen(project_id, device_id)));
  const tag = tags.find(({ inspection }) => inspection !== null);
  const config = tag?.inspection ?? DEFAULT_INSPECTION;
  const [last] = await repository.newestChecks(db, device_id, 1, tag?.tag_id ?? null);
  const deciding = tag && { tag_id: tag.tag_id, config };
  const next = await nextTold(needs, db, { device_id, project_id, tag: deciding });
  return {
    tag: tag ? { tag_id: tag.tag_id, name: tag.name } : null,
    config,
    is_shared: (await onlySeeing(db, device_id)) === null,
    first_look: tag === undefined && needs.firstLook() ? FIRST_LOOK : null,
    last_check: last ? checkOf(last, { project_id, sees_tags: true, is_member: true }) : null,
    next_at: next?.at ?? null,
    next_why: next?.why ?? null,
    profile: { ...decidedProfile(tags), outcome: await outcomeIn(db, project_id, device_id) },
    environment: await environmentBy(db, project_id, tags),
    tags: tags.map(strategyOf),
  };
}
