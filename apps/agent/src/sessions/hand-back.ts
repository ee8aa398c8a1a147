import { SaidError } from "@udt/base";
import type { Client } from "@udt/client";
import {
  ENDPOINTS,
  HAND_BACK_LIMITS_MS,
  isClean,
  LIMITS,
  say,
  type Handover,
  type HandoverEntry,
  type ServerToAgent,
} from "@udt/contract";
import type { Device, Difference, Spared, Swept } from "@udt/driver";
import { join } from "node:path";
import { messageOf, type Logger } from "../logger.ts";
import { PartApi } from "../part-api.ts";
import { installWanted, removeChanged } from "../wanted-apps.ts";
import type { DirtyMark } from "./dirty-marks.ts";

export interface HandBackRoom {
  client: Client;
  dataDir: string;
  log: Logger;
  /** Resolves when the server hears this agent. */
  linked(signal: AbortSignal): Promise<void>;
}

/**
 * Makes a device ready for whoever comes next: takes away what a session left, puts back the apps that are to be there, and
 * tells the server what is not as it was. Rejects where it cannot be cleaned. What stays although it was cleaned twice is told
 * instead, as is an app that cannot be put back: nobody waits for these, nor for a device that cannot be looked at.
 */
export async function handBack(
  room: HandBackRoom,
  device: Device,
  dirty: DirtyMark,
  ending?: AbortSignal,
): Promise<void> {
  const within = (part: keyof typeof HAND_BACK_LIMITS_MS) =>
    AbortSignal.any([...(ending ? [ending] : []), AbortSignal.timeout(HAND_BACK_LIMITS_MS[part])]);
  const cleaning = within("clean");
  await cleanOnce(device, dirty, cleaning);
  const { apps } = device.capabilities;
  // Cleaning leaves what has such a name, whatever a session made of it.
  if (apps && dirty.builds) await removeChanged(apps, dirty.builds, cleaning);
  if (wantsApps(device, dirty)) {
    // An agent may be back before its server, which alone has them, and which gives the device to nobody meanwhile.
    await room.linked(ending ?? new AbortController().signal);
    await putBack(room, device, dirty, within("restore"));
  }
  if (!dirty.tells) return;
  const look = async () => {
    try {
      return await device.difference?.(dirty.mark, within("look"));
    } catch (error) {
      ending?.throwIfAborted();
      room.log("warn", "what a session left could not be seen", { serial: dirty.serial, error: messageOf(error) });
      return undefined;
    }
  };
  let left = await look();
  if (left && !isClean(left)) {
    await cleanOnce(device, dirty, within("clean"));
    left = await look();
  }
  if (left) await tell(room, dirty, left, within("tell"));
}

/** Makes a device ready of which nobody knows what was there before: all goes that did not come with it. */
export async function cleanWhole(
  { log }: Pick<HandBackRoom, "log">,
  device: Device,
  ending: AbortSignal,
  spared: Spared = { apps: [], paths: [] },
): Promise<Swept | undefined> {
  const signal = AbortSignal.any([ending, AbortSignal.timeout(HAND_BACK_LIMITS_MS.clean)]);
  const swept = await device.capabilities.health?.sweep(spared, signal);
  log("warn", "a device was cleaned of all, for nobody here knows what was there", { ...device.identity, ...swept });
  await device.clean(await device.mark(signal), signal);
  return swept;
}

/**
 * The same where another agent lost the device before it had cleaned it.
 * @throws SaidError device_left_uncleaned where that cannot be done, or something stays
 */
export async function cleanLeft(
  room: Pick<HandBackRoom, "log">,
  device: Device,
  { left_uncleaned: spared }: Pick<Extract<ServerToAgent, { type: "session_start" }>, "left_uncleaned">,
  ending: AbortSignal,
): Promise<void> {
  if (!spared) return;
  const { free_apps: apps, free_paths: paths } = spared;
  const stays = await cleanWhole(room, device, ending, { apps, paths }).then(
    (swept) => swept?.stays.map((one) => `${one.package_name}: ${one.words}`).join("\n") ?? "no health capability",
    (error: unknown) => {
      ending.throwIfAborted();
      return messageOf(error) || "it failed";
    },
  );
  if (stays !== "") throw new SaidError(say("device_left_uncleaned", {}, stays));
}

/** An app that stays is no reason to begin anew for ever: all else is done. */
async function cleanOnce(device: Device, { mark }: DirtyMark, signal: AbortSignal): Promise<void> {
  try {
    await device.clean(mark, signal);
  } catch (error) {
    if (!(error instanceof SaidError) || error.said.code !== "device_app_stays") throw error;
  }
}

const wantsApps = ({ capabilities }: Device, { device_id, wanted = [] }: DirtyMark): boolean =>
  capabilities.apps !== undefined && device_id !== undefined && wanted.length > 0;

/** Installs what is to be there and is not. What cannot be had keeps nobody waiting. */
export async function putBack(
  { client, dataDir, log }: Pick<HandBackRoom, "client" | "dataDir" | "log">,
  device: Device,
  { serial, device_id, wanted = [] }: Pick<DirtyMark, "serial" | "device_id" | "wanted">,
  signal: AbortSignal,
): Promise<void> {
  const { apps } = device.capabilities;
  if (!apps || device_id === undefined) return;
  const room = { apps, client, device_id, folder: join(dataDir, "spool") };
  try {
    const { failed } = await installWanted(room, wanted, signal);
    for (const { app, said } of failed)
      log("warn", "an app that is to be there cannot be installed", { serial, app: app.package_name, said });
  } catch (error) {
    log("warn", "apps that are to be there were not put back", { serial, error: messageOf(error) });
  }
}

async function tell(
  { client, log }: HandBackRoom,
  { serial, device_id, test_id, lease_token }: DirtyMark,
  left: Difference,
  signal: AbortSignal,
): Promise<void> {
  if (device_id === undefined) return;
  const api = new PartApi(client, { test_id, device_id, lease_token });
  const { params } = api;
  const body = { ...handoverOf(left), lease_token };
  try {
    await api.ask(signal, () => client.call(ENDPOINTS.agentHandover, { params, body, signal }));
  } catch (error) {
    log("warn", "what a session left could not be told", { serial, error: messageOf(error) });
  }
}

/** What remains first, and no more than is kept. */
export function handoverOf({ entries, is_whole }: Difference): Handover {
  const sorted = [...entries.filter(({ remains }) => remains), ...entries.filter(({ remains }) => !remains)];
  const shown = sorted.slice(0, LIMITS.handover_entries_max).map(bounded);
  return { entries: shown, more: sorted.length - shown.length, is_whole };
}

const bounded = ({ change, name, before, after, remains }: HandoverEntry): HandoverEntry => {
  const value = (text: string | null) => text && cut(text, LIMITS.handover_value_max);
  return { change, name: cut(name, LIMITS.handover_name_max), before: value(before), after: value(after), remains };
};

const cut = (text: string, max: number): string => text.slice(0, max).toWellFormed().replaceAll("\0", "\uFFFD");
