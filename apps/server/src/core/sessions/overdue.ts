import { checkMaxMs, HAND_BACK_MAX_MS, PREPARE_MAX_MS, say, type Said } from "@udt/contract";
import type { HeldDevice } from "./entrance.ts";
import type { PartEndOptions } from "./held-part.ts";
import type { DeviceSessionsNeeds } from "./sessions-dependencies.ts";
import * as repository from "./tests.repository.ts";

/** Its work is stopped before a device is handed back, and the server is told afterwards. */
const CLEANING_MAX_MS = HAND_BACK_MAX_MS + 60_000;
/** More than the request to begin may take, so that its own failure is told first. */
const PREPARING_MAX_MS = PREPARE_MAX_MS + 20_000;

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
  for (const phase of ["prepare", "check"] as const) {
    const late = await repository.findInPhaseSince(database.db, phase, now - PREPARING_MAX_MS);
    // The check before it is handed out is a part of it: it has as long again beside what its steps may have taken by now.
    const over = late.filter(({ started_at, checking }) => {
      const steps = phase === "check" && checking ? checkMaxMs(checking.config, checking.step) : 0;
      return started_at + PREPARING_MAX_MS + steps <= now;
    });
    await each(over, (part) =>
      act.conclude(part, {
        reason: "start_failed",
        error: say("agent_not_ready_in_time"),
        still: (fresh) => !kinds[fresh.kind].ends_with_device || fresh.state === "queued",
      }),
    );
  }
  await each(await repository.findOfLostAgents(database.db), (part) =>
    act.conclude(part, { reason: "agent_lost", error: say("agent_not_connected"), gone: true }),
  );
}
