/** Applications that tags want on a device. Builds are told by their bytes: a name and a version are any project's to choose. */
import type { Client } from "@udt/client";
import { type Said, saidOf, say } from "@udt/base";
import { ENDPOINTS, type WantedApp } from "@udt/contract";
import { DeviceRefusal, type AppsCapability } from "@udt/driver";
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

/** What some packages are made of; null: not there. */
export type Builds = Readonly<Record<string, string | null>>;

/** How some packages are, for {@link removeChanged}. */
export async function buildsOf(apps: AppsCapability, names: readonly string[], signal: AbortSignal): Promise<Builds> {
  const builds = await apps.builds(names, signal);
  return Object.fromEntries(names.map((name) => [name, builds.get(name) ?? null]));
}

/** Takes away those of these packages that are there and not as they were. */
export async function removeChanged(apps: AppsCapability, before: Builds, signal: AbortSignal): Promise<void> {
  for (const [name, build] of await apps.builds(Object.keys(before), signal))
    if (build !== before[name]) await takeAway(apps, name, signal);
}

/**
 * Takes away other builds of what is wanted, with their data, which is not to become the wanted one's.
 * @returns what is wanted and not there, and what of it was there as another build
 */
export async function removeOthers(
  apps: AppsCapability,
  wanted: readonly WantedApp[],
  signal: AbortSignal,
): Promise<{ missing: WantedApp[]; others: WantedApp[] }> {
  const names = wanted.map(({ package_name }) => package_name);
  const builds = await apps.builds(names, signal);
  const missing = wanted.filter(({ package_name, md5 }) => builds.get(package_name) !== md5);
  const others = missing.filter(({ package_name }) => builds.has(package_name));
  for (const { package_name } of others) await takeAway(apps, package_name, signal);
  return { missing, others };
}

/** A device keeps what came with its system: that is nobody's build. */
async function takeAway(apps: AppsCapability, package_name: string, signal: AbortSignal): Promise<void> {
  try {
    await apps.uninstall(package_name, signal);
  } catch (error) {
    if (!(error instanceof DeviceRefusal)) throw error;
  }
}

/** Installs what is missing or another build, one after the other; what cannot be had keeps no other from coming. */
export async function installWanted(
  { apps, client, device_id, folder }: WantedRoom,
  wanted: readonly WantedApp[],
  signal: AbortSignal,
): Promise<Restored> {
  const restored: Restored = { installed: [], failed: [] };
  if (wanted.length === 0) return restored;
  const { missing } = await removeOthers(apps, wanted, signal);
  await mkdir(folder, { recursive: true });
  for (const app of missing) {
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
