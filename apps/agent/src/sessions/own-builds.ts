/** Whose builds of apps a session finds and leaves on its device. */
import { DEVICE_USE, type ServerToAgent } from "@udt/contract";
import type { Device } from "@udt/driver";
import { buildsOf, removeOthers, type Builds } from "../wanted-apps.ts";
import type { DirtyMark } from "./dirty-marks.ts";
import { putBack, type HandBackRoom } from "./hand-back.ts";

type SessionStart = Extract<ServerToAgent, { type: "session_start" }>;

/** What the device has by a name that its project wants is its project's own build, or nothing. A check sees to that itself. */
export async function replaceOthers(
  room: Pick<HandBackRoom, "client" | "dataDir" | "log">,
  device: Device,
  { device_id, environment, kind, serial }: SessionStart,
  signal: AbortSignal,
): Promise<void> {
  const { apps } = device.capabilities;
  if (!apps || environment.wanted.length === 0 || !DEVICE_USE[kind].hands_over) return;
  const { others: wanted } = await removeOthers(apps, environment.wanted, signal);
  await putBack(room, device, { serial, device_id, wanted }, signal);
}

/** What projects have pre-installed, as a session finds it; a check changes that itself. */
export async function buildsBefore(
  { capabilities: { apps } }: Device,
  { environment, kind }: SessionStart,
  signal: AbortSignal,
): Promise<Builds | undefined> {
  return apps && DEVICE_USE[kind].hands_over ? buildsOf(apps, environment.preinstalled, signal) : undefined;
}

/** What is handed back where no agent was killed. Who ends a check may want the device, and waits for no app. */
export const asEnded = ({ kind }: SessionStart, dirty: DirtyMark): DirtyMark =>
  DEVICE_USE[kind].hands_over ? dirty : { ...dirty, wanted: [] };
