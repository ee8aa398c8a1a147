import { say, type Said } from "@udt/contract";
import type { HeldDevice } from "./entrance.ts";
import type { PartEndOptions } from "./held-part.ts";
import type { DeviceSessionsNeeds } from "./sessions-dependencies.ts";
import * as repository from "./tests.repository.ts";

/** Preparing or cleaning a real phone can take this long. */
export const CLEANING_MAX_MS = 300_000;
/** More than the request to begin may take, so that its own failure is told first. */
export const PREPARING_MAX_MS = 180_000;

/**
 * Gives back devices whose cleaning nobody has confirmed for far too long, and ends what no agent will ever make ready, or
 * whose agent is lost without its sessions having been ended then.
 */
export async function releaseOverdue(
  { database, clock, kinds }: Pick<DeviceSessionsNeeds, "database" | "clock" | "kinds">,
  act: {
    release(part: HeldDevice, error: Said): Promise<void>;
    conclude(part: HeldDevice, options: PartEndOptions): Promise<void>;
    onError(error: unknown): void;
  },
): Promise<void> {
  const now = clock.now();
  const each = async <T>(found: T[], work: (one: T) => Promise<unknown>) => {
    for (const one of found) await work(one).catch(act.onError);
  };
  await each(await repository.findInPhaseSince(database.db, "clean", now - CLEANING_MAX_MS), (late) =>
    act.release(late, say("agent_not_clean_in_time")),
  );
  // The check before it is handed out is a part of it, and has as long again.
  for (const phase of ["prepare", "check"] as const)
    await each(await repository.findInPhaseSince(database.db, phase, now - PREPARING_MAX_MS), (late) =>
      act.conclude(late, {
        reason: "start_failed",
        error: say("agent_not_ready_in_time"),
        still: (fresh) => !kinds[fresh.kind].ends_with_device || fresh.state === "queued",
      }),
    );
  await each(await repository.findOfLostAgents(database.db), (part) =>
    act.conclude(part, { reason: "agent_lost", error: say("agent_not_connected"), gone: true }),
  );
}
