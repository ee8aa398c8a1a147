/** The lists behind the quality board's numbers that are neither runs nor results. */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { page, pageQuery, id, time } from "../shapes.ts";
import { DEVICE_OS } from "../states.ts";
import { WORK_ORDER_STATES } from "../work-orders.ts";
import { rankedCase } from "./case-stats.ts";
import { namedRun, qualityDay, qualityFilter } from "./quality.ts";

/** Which work orders: those open now, whenever they were reported, those reported and those closed in these days. */
export const QUALITY_ORDERS = ["open", "reported", "closed"] as const;
/** By what devices are sorted: by what is most in use, or least there. */
export const QUALITY_DEVICE_SORTS = ["busy", "offline"] as const;

/** A device, and a project of the caller's by which they see it. */
const seenDevice = {
  device_id: id,
  project_id: id,
  brand: z.string(),
  model: z.string(),
  serial: z.string(),
  os: z.enum(DEVICE_OS),
};

export const qualityListEndpoints = {
  qualityFlaky: endpoint({
    name: "qualityFlaky",
    method: "GET",
    path: "/v1/api/bi/quality/flaky",
    access: "session",
    summary:
      "The cases that a board counts as flaky, those that came out otherwise most often first: how often they failed of how many attempts, at the commits where they came out both ways.",
    query: qualityFilter.extend({ ...qualityDay, ...pageQuery }),
    response: page(rankedCase.extend({ project_name: z.string(), failed: z.int(), total: z.int() })),
    errors: [],
  }),
  qualityWaits: endpoint({
    name: "qualityWaits",
    method: "GET",
    path: "/v1/api/bi/quality/waits",
    access: "session",
    summary: "For how long each device of the runs that a board is of was waited for, the longest first.",
    query: qualityFilter.extend(pageQuery),
    response: page(
      z.object({
        ...namedRun,
        device_model: z.string(),
        queued_at: time,
        /** Milliseconds. */
        wait: z.int(),
      }),
    ),
    errors: [],
  }),
  qualityDeviceList: endpoint({
    name: "qualityDeviceList",
    method: "GET",
    path: "/v1/api/bi/quality/device_list",
    access: "session",
    summary: "The devices that a board counts, with how long each was in use and there in these days.",
    query: qualityFilter.extend({ sort: z.enum(QUALITY_DEVICE_SORTS).default("busy"), ...pageQuery }),
    response: page(
      z.object({
        ...seenDevice,
        busy_minutes: z.number(),
        online_minutes: z.number().nullable(),
        looked_minutes: z.number().nullable(),
      }),
    ),
    errors: [],
  }),
  qualityOrders: endpoint({
    name: "qualityOrders",
    method: "GET",
    path: "/v1/api/bi/quality/orders",
    access: "session",
    summary: "The work orders that a board counts, the newest first: open now, or reported or closed in these days.",
    query: qualityFilter.extend({ which: z.enum(QUALITY_ORDERS).default("open"), ...pageQuery }),
    response: page(
      z.object({
        ...seenDevice,
        number: z.int(),
        state: z.enum(WORK_ORDER_STATES),
        reported_at: time,
        closed_at: time.nullable(),
      }),
    ),
    errors: [],
  }),
};
