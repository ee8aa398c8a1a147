import type { Client } from "@udt/client";
import type { Device } from "@udt/driver";
import { join } from "node:path";
import { messageOf, type Logger } from "../logger.ts";
import { installWanted } from "../wanted-apps.ts";
import type { DirtyMark } from "./dirty-marks.ts";

export interface HandBackRoom {
  client: Client;
  dataDir: string;
  log: Logger;
}

const CLEAN_TIMEOUT_MS = 120_000;
const RESTORE_TIMEOUT_MS = 10 * 60_000;

/**
 * Makes a device ready for whoever comes next: takes away what a session left, and puts back the apps that are to be there.
 * Rejects where it cannot be cleaned. An app that cannot be put back keeps nobody waiting: the next self-check tells of it.
 */
export async function handBack(
  { client, dataDir, log }: HandBackRoom,
  device: Device,
  { serial, mark, device_id, wanted = [] }: DirtyMark,
  ending?: AbortSignal,
): Promise<void> {
  const within = (ms: number) => AbortSignal.any([...(ending ? [ending] : []), AbortSignal.timeout(ms)]);
  await device.clean(mark, within(CLEAN_TIMEOUT_MS));
  const { apps } = device.capabilities;
  if (!apps || device_id === undefined || wanted.length === 0) return;
  const room = { apps, client, device_id, folder: join(dataDir, "spool") };
  try {
    const { failed } = await installWanted(room, wanted, within(RESTORE_TIMEOUT_MS));
    for (const { app, said } of failed)
      log("warn", "an app that is to be there cannot be installed", { serial, app: app.package_name, said });
  } catch (error) {
    log("warn", "apps that are to be there were not put back", { serial, error: messageOf(error) });
  }
}
