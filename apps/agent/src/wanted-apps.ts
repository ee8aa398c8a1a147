/** Applications that tags want on a device. */
import type { Client } from "@udt/client";
import { type Said, saidOf, say } from "@udt/base";
import { ENDPOINTS, type WantedApp } from "@udt/contract";
import type { AppsCapability } from "@udt/driver";
import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { APP_TIMEOUT_MS, fetchApp, installFile } from "./app-file.ts";

export interface WantedRoom {
  apps: AppsCapability;
  client: Client;
  device_id: string;
  /** Where files lie on their way. */
  folder: string;
}

export interface Restored {
  installed: WantedApp[];
  failed: { app: WantedApp; said: Said }[];
}

/** Installs what is missing or older than wanted, one after the other; what cannot be had keeps no other from coming. */
export async function installWanted(
  { apps, client, device_id, folder }: WantedRoom,
  wanted: readonly WantedApp[],
  signal: AbortSignal,
): Promise<Restored> {
  const restored: Restored = { installed: [], failed: [] };
  if (wanted.length === 0) return restored;
  const there = new Map((await apps.list(signal)).map((app) => [app.package_name, app.version_code]));
  await mkdir(folder, { recursive: true });
  for (const app of wanted) {
    if ((there.get(app.package_name) ?? -1) >= app.version_code) continue;
    const file = join(folder, `${randomUUID()}.apk`);
    const params = { device_id, app_id: app.app_id };
    const call = { params, signal, timeoutMs: APP_TIMEOUT_MS };
    try {
      await fetchApp(() => client.raw(ENDPOINTS.agentWantedApp, call), app, file, signal);
      await installFile(apps, app, file, signal);
      restored.installed.push(app);
    } catch (error) {
      signal.throwIfAborted();
      restored.failed.push({ app, said: saidOf(error, (raw) => say("install_refused", {}, raw)) });
    } finally {
      await rm(file, { force: true });
    }
  }
  return restored;
}
