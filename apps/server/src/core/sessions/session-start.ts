import type { ServerToAgent, SessionProfile } from "@udt/contract";
import { sessionProfile } from "../devices/device-profiles.service.ts";
import { leased } from "./held-part.ts";
import type { DeviceSessionsNeeds } from "./sessions-dependencies.ts";
import type { DeviceSession } from "./tests.repository.ts";

/** What an agent is asked that is to begin a session. */
export async function sessionStart(
  needs: Pick<DeviceSessionsNeeds, "database" | "kinds" | "checkBefore" | "environmentOf">,
  session: DeviceSession,
): Promise<Omit<Extract<ServerToAgent, { type: "session_start" }>, "id">> {
  const { test, device, boot_id } = session;
  const profile = await profileOf(needs, session);
  return {
    type: "session_start",
    ...leased(session),
    device_id: device.device_id,
    kind: test.kind,
    boot_id,
    deadline: test.deadline,
    check: await needs.checkBefore(session),
    environment: await needs.environmentOf(device.device_id, test.project_id),
    ...(profile && { profile }),
  };
}

/** What the device is brought back to when it is over, by the tags of the project that the session is for. */
async function profileOf(
  { database, kinds }: Pick<DeviceSessionsNeeds, "database" | "kinds">,
  { test, device }: DeviceSession,
): Promise<SessionProfile | undefined> {
  const { db } = database;
  const project_id = test.project_id ?? (await kinds[test.kind].projectOf?.(db, test.test_id));
  return project_id ? sessionProfile(db, project_id, device.device_id) : undefined;
}
