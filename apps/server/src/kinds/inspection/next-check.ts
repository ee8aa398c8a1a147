/** When the next check of a device comes by itself. */
import { freeDevices } from "../../core/scheduling/scheduling.service.ts";
import { occasionsOf, type DecidingTag } from "../../core/tags/tags.service.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { Queries } from "../../platform/database/database.ts";
import { nextDue } from "./due.repository.ts";
import type { Due } from "./due.ts";
import { firstLooks } from "./first-look.ts";
import { failedOnce, secondLook } from "./second-look.ts";

/** What tells whether devices are looked at, and the time. */
interface LookNeeds {
  clock: ServerClock;
  firstLook(): boolean;
}

interface CheckedFor {
  device_id: string;
  /** Null: for none. */
  project_id: string | null;
  /** The one of the project that decides, if any. */
  tag: Pick<DecidingTag, "tag_id" | "config"> | undefined;
}

/**
 * By what a project's tags say, or with none as the device's first look where no tag decides and it is free; or after one for
 * the same that failed once, whichever comes sooner.
 */
export async function nextOf(needs: LookNeeds, db: Queries, of: CheckedFor): Promise<Due | undefined> {
  const { device_id, project_id, tag } = of;
  const now = needs.clock.now();
  const asked =
    project_id === null ? await firstLookOf(needs, db, device_id) : tag && (await nextDue(db, device_id, tag, now));
  const failure = (await failedOnce(db, [device_id])).get(device_id);
  if (failure?.project_id !== project_id) return asked;
  return earlier(asked, secondLook(failure, tag?.config.check_window ?? null, now));
}

/** The same, as a project is told of it: what comes for none comes in each. */
export const nextTold = async (needs: LookNeeds, db: Queries, of: CheckedFor): Promise<Due | undefined> =>
  earlier(await nextOf(needs, db, of), await nextOf(needs, db, { ...of, project_id: null, tag: undefined }));

const earlier = (a: Due | undefined, b: Due | undefined): Due | undefined =>
  a && b ? (b.at < a.at ? b : a) : (a ?? b);

async function firstLookOf({ firstLook }: LookNeeds, db: Queries, device_id: string): Promise<Due | undefined> {
  const noted = await occasionsOf(db, firstLook() ? [device_id] : []);
  const [look] = noted.size === 0 ? [] : await firstLooks(db, await freeDevices(db, [device_id]), noted);
  return look && { at: look.at, occasion: "first_seen", why: "first_seen" };
}
