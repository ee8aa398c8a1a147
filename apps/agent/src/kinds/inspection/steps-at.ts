import { join } from "node:path";
import type { WorkStep } from "@udt/contract";
import { messageOf } from "../../logger.ts";
import { PartOver, type PartApi } from "../../part-api.ts";
import type { WorkRoom } from "../../sessions/session-work.ts";
import type { Evidence } from "./step.ts";
import type { StepsRoom } from "./steps.ts";

/** What the steps of every check have of the session in which they are taken. */
export function stepsAt(
  room: WorkRoom,
  api: PartApi,
): Omit<
  StepsRoom<WorkStep>,
  | "steps"
  | "isAsked"
  | "config"
  | "environment"
  | "isAtProfile"
  | "may_restart"
  | "not_restarted"
  | "looks_only"
  | "tell"
> {
  const { client, dataDir, device, device_id, profile, screen, selfCheckAddress: address } = room;
  return {
    client,
    device,
    device_id,
    screen,
    address,
    profile,
    folder: join(dataDir, "spool"),
    keepPackages: (packages) => room.keepPackages(packages),
    keep: keeperOf(room, api),
  };
}

/** Sends what a check found to the server. Answers whether it is kept: a server that is full is no fault of the device. */
function keeperOf(
  room: Pick<WorkRoom, "device_id" | "log">,
  api: PartApi,
): (evidence: Evidence, signal: AbortSignal) => Promise<boolean> {
  return async ({ name, bytes }, signal) => {
    const about = name.endsWith(".png")
      ? ({ kind: "screenshot", content_type: "image/png" } as const)
      : ({ kind: "file", content_type: "text/plain; charset=utf-8" } as const);
    try {
      await api.putFile({ name, ...about, case_run_id: undefined }, bytes, signal);
      return true;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof PartOver) throw error;
      room.log("warn", "what a self-check found cannot be kept", {
        device_id: room.device_id,
        name,
        error: messageOf(error),
      });
      return false;
    }
  };
}
