/** What kinds of tests say to those who must not know them. */
import { usesOfAll } from "../assets/uses.ts";
import { summariseTests } from "../core/sessions/tests.service.ts";
import { findTold, seeing } from "../core/work-orders/work-orders.service.ts";
import type { ToldOf } from "../notify/notifications/notifications.service.ts";
import type { TagUses } from "../core/tags/tags.service.ts";
import { checksFinding } from "./inspection/check-answers.ts";
import { jobsByTags } from "./job/jobs/tag-uses.ts";
import { jobUses } from "./job/jobs/asset-uses.ts";
import { jobNames, summariseRuns } from "./job/runs/told.repository.ts";

/** What uses the assets of projects. */
export const ASSET_USES = usesOfAll([jobUses]);

/** What chooses devices by tags. */
export const TAG_USES: TagUses = jobsByTags;

/** What notifications tell of. */
export const TOLD_OF: ToldOf = {
  jobNames,
  seeing,
  async order(db, number, project_id) {
    const found = await findTold(db, number);
    if (!found) throw new Error(`no work order ${number}`);
    const { order, device, reporter_name, closer_name, assignee_name, open_besides } = found;
    const check = (await checksFinding(db, [order], { project_id, sees_tags: true })).get(number);
    const { source, step, text, reported_at, closed_at, closed_by } = order;
    const device_name = device.model || device.serial;
    const { device_id, serial } = device;
    const people = { reporter_name, assignee_name, closer_name };
    const of = { number, device_id, device_name, serial, ...people };
    return {
      ...of,
      source,
      step,
      error: check?.is_withheld ? null : order.error,
      text,
      reported_at,
      closed_at,
      closed_by,
      open_besides,
    };
  },
  async summarise(db, ...time) {
    const { by_kind, ...ended } = await summariseTests(db, ...time);
    return { ...(await summariseRuns(db, ...time)), debug_sessions: by_kind.debug ?? 0, ...ended };
  },
};
