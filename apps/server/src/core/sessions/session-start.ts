import { BARE_ENVIRONMENT, type ServerToAgent } from "@udt/contract";
import { sessionProfile } from "../devices/device-profiles.service.ts";
import { environmentAt, sparedAt, taggedDevice } from "../tags/tags.service.ts";
import { leased } from "./held-part.ts";
import type { DeviceSessionsNeeds } from "./sessions-dependencies.ts";
import type { DeviceSession } from "./tests.repository.ts";
import { leftElsewhere } from "./uncleaned.repository.ts";

/** What an agent is asked that is to begin a session: what the device's tags say of it is of one moment. */
export async function sessionStart(
  {
    database: { db },
    kinds,
    checkBefore,
    wantedApps,
  }: Pick<DeviceSessionsNeeds, "database" | "kinds" | "checkBefore" | "wantedApps">,
  session: DeviceSession,
): Promise<Omit<Extract<ServerToAgent, { type: "session_start" }>, "id">> {
  const { test, device, boot_id } = session;
  const { device_id } = device;
  // By the tags of the project that the session is for the device is brought back when it is over.
  const project_id = test.project_id ?? (await kinds[test.kind].projectOf?.(db, test.test_id)) ?? null;
  const tagged = await taggedDevice(db, device_id, project_id);
  const profile = tagged && project_id !== null && (await sessionProfile(db, project_id, tagged));
  const check = await checkBefore(session, tagged?.tags ?? []);
  const own = tagged && project_id !== null && (await environmentAt(db, tagged, project_id, wantedApps));
  // A check clears the device of whatever is there, and other projects' own stays.
  const isPlatforms = test.project_id === null;
  const spared = (check || isPlatforms) && tagged && (await sparedAt(db, tagged, project_id));
  // What the platform's own test is to install is there as well where its agent is killed meanwhile.
  const environment = isPlatforms ? { ...spared, ...(own && { wanted: own.wanted }) } : own;
  // The platform's own tests leave it as it is, unless it is to clean.
  const [left] = isPlatforms ? [] : await leftElsewhere(db, [device_id]);
  // Of a project that is gone by now nothing stays.
  const leaves = left && tagged && (await environmentAt(db, tagged, left.project_id ?? "", wantedApps));
  const { free_apps, free_paths } = leaves ?? BARE_ENVIRONMENT;
  return {
    type: "session_start",
    ...leased(session),
    device_id,
    kind: test.kind,
    boot_id,
    deadline: test.deadline,
    ...(left && { left_uncleaned: { free_apps, free_paths } }),
    check,
    ...(check && spared && { check_spares: { free_apps: spared.free_apps, free_paths: spared.free_paths } }),
    environment: { ...BARE_ENVIRONMENT, ...environment },
    ...(profile && { profile }),
  };
}
