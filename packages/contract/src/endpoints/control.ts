/** Who drives the device of a debug session beside its holder, or instead of them, and links by which anybody watches it. */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import type { ErrorName } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { bodyFlag, driver, id, linkToken, projectQuery, time } from "../shapes.ts";
import { DEVICE_OS, TEST_STATES } from "../states.ts";

const params = z.object({ test_id: id });
const testErrors: ErrorName[] = ["test_not_found", "test_not_in_project"];
const errors = (...more: ErrorName[]): ErrorName[] => [...testErrors, "test_ended", ...more];
const drivers = z.object({ drivers: z.array(driver) });

export const watchLink = z.object({
  link_id: id,
  /** Who made it. */
  user_name: z.string(),
  created_at: time,
  /** Null: with the session, which ends it before in any case. */
  expires_at: time.nullable(),
  /** How many look by it now. */
  watching: z.int().min(0),
});
export type WatchLink = z.output<typeof watchLink>;

/** All that who comes by a link learns of a session besides its picture. */
export const watched = z.object({
  device: z.object({ model: z.string(), os: z.enum(DEVICE_OS), os_version: z.string() }),
  state: z.enum(TEST_STATES),
  /** Who has control now, by name. */
  driver_names: z.array(z.string()),
  deadline: time,
  /** Null: with the session. */
  expires_at: time.nullable(),
});
export type Watched = z.output<typeof watched>;

export const controlEndpoints = {
  controlGive: endpoint({
    name: "controlGive",
    method: "POST",
    path: "/v1/api/tests/{test_id}/drivers",
    access: "holder",
    summary:
      "Let somebody who may watch a debug session drive its device, beside the holder, or instead of the holder and of everybody who drove it so far.",
    params,
    query: projectQuery,
    body: z.object({ user_id: id, instead: bodyFlag.default(false) }),
    response: drivers,
    errors: errors("test_watched", "driver_unfit", "driver_limit"),
  }),
  controlTakeBack: endpoint({
    name: "controlTakeBack",
    method: "DELETE",
    path: "/v1/api/tests/{test_id}/drivers",
    access: "holder",
    summary: "The holder of a debug session drives its device again, and nobody else does.",
    params,
    query: projectQuery,
    response: drivers,
    errors: testErrors,
  }),
  controlTakeFrom: endpoint({
    name: "controlTakeFrom",
    method: "DELETE",
    path: "/v1/api/tests/{test_id}/drivers/{user_id}",
    access: "holder",
    summary: "One who was let drive the device of a debug session watches it again.",
    params: params.extend({ user_id: id }),
    query: projectQuery,
    response: drivers,
    errors: testErrors,
  }),
  controlLeave: endpoint({
    name: "controlLeave",
    method: "DELETE",
    path: "/v1/api/tests/{test_id}/control",
    access: "driver",
    summary: "Give control of a debug session back that its holder gave to the caller.",
    params,
    query: projectQuery,
    response: drivers,
    errors: testErrors,
  }),
  controlAsk: endpoint({
    name: "controlAsk",
    method: "POST",
    path: "/v1/api/tests/{test_id}/control",
    access: "observer",
    signed_in: true,
    summary:
      "Ask the holder of a debug session for control of its device. They are told by `control.asked`; their answer is `drivers.changed` or `control.declined`.",
    params,
    query: projectQuery,
    response: z.null(),
    errors: errors("signed_in_only", "test_watched", "control_own", "too_many_attempts"),
  }),
  controlDecline: endpoint({
    name: "controlDecline",
    method: "POST",
    path: "/v1/api/tests/{test_id}/control/{user_id}/decline",
    access: "holder",
    summary:
      "Tell somebody who asked for control of a debug session that they are not given it. To give it is controlGive.",
    params: params.extend({ user_id: id }),
    query: projectQuery,
    response: z.null(),
    errors: errors("test_watched", "driver_unfit"),
  }),
  watchLinkList: endpoint({
    name: "watchLinkList",
    method: "GET",
    path: "/v1/api/tests/{test_id}/watch_links",
    access: "holder",
    summary: "The links by which a debug session can be watched now, newest first; never the links themselves.",
    params,
    query: projectQuery,
    response: z.object({ list: z.array(watchLink) }),
    errors: testErrors,
  }),
  watchLinkCreate: endpoint({
    name: "watchLinkCreate",
    method: "POST",
    path: "/v1/api/tests/{test_id}/watch_links",
    access: "holder",
    signed_in: true,
    summary:
      "Make a link by which anybody sees the screen of a debug session without an account: for some hours, and no longer than the session lasts. It is shown this once.",
    params,
    query: projectQuery,
    body: z.object({
      /** Null: as long as the session lasts. */
      hours: z.int().min(1).max(LIMITS.watch_link_hours_max).nullable(),
    }),
    response: watchLink.extend({ path: z.string() }),
    errors: errors("signed_in_only", "test_watched", "watch_links_off", "watch_link_limit"),
  }),
  watchLinkRevoke: endpoint({
    name: "watchLinkRevoke",
    method: "DELETE",
    path: "/v1/api/tests/{test_id}/watch_links/{link_id}",
    access: "holder",
    summary: "A link is good no longer: who watches by it is cut off.",
    params: params.extend({ link_id: id }),
    query: projectQuery,
    response: z.null(),
    errors: [...testErrors, "watch_link_not_found"],
  }),
  watchGet: endpoint({
    name: "watchGet",
    method: "GET",
    path: "/v1/watch/{token}",
    access: "signed",
    summary: "The session that a link shows: its device, who drives it, and for how long there is something to see.",
    params: z.object({ token: linkToken }),
    response: watched,
    errors: ["watch_link_over", "too_many_attempts"],
  }),
};
