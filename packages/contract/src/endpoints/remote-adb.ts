/** adb from a user's own computer to the device of a running debug session, for as long as that lasts. */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import type { ErrorName } from "../errors.ts";
import { bodyFlag, id, projectQuery, time } from "../shapes.ts";
import { REMOTE_ADB_STATES } from "../states.ts";
import { TEST_DEVICE_ERRORS, testDeviceParams } from "./test-device.ts";

const key = {
  /** SHA-256 of the public half. */
  key_id: id,
  /** MD5 of it in pairs of hex digits, as the dialog on a phone shows it. */
  fingerprint: z.string(),
  /** `user@computer`, as its adb says. */
  name: z.string(),
};

/** How it is with remote ADB in one session. */
export const remoteAdb = z.object({
  state: z.enum(REMOTE_ADB_STATES),
  /** Where `adb connect` goes; null while it is off. An empty name: whatever the server is called by. */
  address: z.object({ hostname: z.string(), port: z.int() }).nullable(),
  /** The address leads nowhere but from the server's own computer. */
  is_local: z.boolean(),
  /** Whose keys open it: who turned it on. */
  user_id: id.nullable(),
  opened_at: time.nullable(),
  /** A key that nobody has allowed yet, and from where it came. */
  asked: z.object({ ...key, ip: z.string(), asked_at: time }).nullable(),
  connections: z.int().min(0),
  /** Of the oldest connection that there is. */
  connected_at: time.nullable(),
  /** From the device to the user's computer, and from there to the device, since it was turned on. */
  received_bytes: z.int().min(0),
  sent_bytes: z.int().min(0),
});
export type RemoteAdb = z.output<typeof remoteAdb>;

export const adbKey = z.object({
  ...key,
  created_at: time,
  last_used_at: time.nullable(),
});
export type AdbKey = z.output<typeof adbKey>;

const base = "/v1/safety/assistd/test/{test_id}/device/{device_id}/adb";
const ofDevice = { params: testDeviceParams, query: projectQuery, response: remoteAdb } as const;
const errors = (...more: ErrorName[]): ErrorName[] => [...TEST_DEVICE_ERRORS, ...more];

export const remoteAdbEndpoints = {
  remoteAdbGet: endpoint({
    ...ofDevice,
    name: "remoteAdbGet",
    method: "GET",
    path: base,
    access: "driver",
    summary: "How it is with remote ADB in a session: its address, who asks to be let in, and what goes through.",
    errors: [],
  }),
  remoteAdbOpen: endpoint({
    ...ofDevice,
    name: "remoteAdbOpen",
    method: "POST",
    path: base,
    access: "driver",
    signed_in: true,
    summary:
      "Turn remote ADB on: a port of its own for this device and this session, for the adb keys of who calls and no others. It is off again when the session, the caller's control of the device or their sign-in ends.",
    errors: errors("signed_in_only", "remote_adb_off", "remote_adb_no_port"),
  }),
  remoteAdbClose: endpoint({
    ...ofDevice,
    name: "remoteAdbClose",
    method: "DELETE",
    path: base,
    access: "driver",
    summary: "Turn remote ADB off: its port closes, and all that is connected to it.",
    errors: [],
  }),
  remoteAdbAnswer: endpoint({
    ...ofDevice,
    name: "remoteAdbAnswer",
    method: "POST",
    path: `${base}/key`,
    access: "driver",
    signed_in: true,
    summary:
      "Let an adb key in that asks, and at every later session of the caller's by itself; or do not, and it is not asked about again while remote ADB stays on. For who turned it on alone.",
    body: z.object({ key_id: id, allow: bodyFlag }),
    errors: ["signed_in_only", "adb_key_not_yours", "adb_key_not_found", "adb_key_limit"],
  }),
  adbKeyList: endpoint({
    name: "adbKeyList",
    method: "GET",
    path: "/v1/plat/user/adb_keys",
    access: "session",
    summary: "The adb keys that the caller has let in, newest first.",
    response: z.object({ list: z.array(adbKey) }),
    errors: [],
  }),
  adbKeyRemove: endpoint({
    name: "adbKeyRemove",
    method: "DELETE",
    path: "/v1/plat/user/adb_keys/{key_id}",
    access: "session",
    signed_in: true,
    summary: "Let one of one's own adb keys in no more. What is connected by it now is cut off.",
    params: z.object({ key_id: id }),
    response: z.null(),
    errors: ["signed_in_only", "adb_key_not_found"],
  }),
};
