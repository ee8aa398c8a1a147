import { z } from "zod";
import { ACCESS_FILTERS, DEVICE_CONDITIONS, GIVEN_TO } from "../device-use.ts";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { device, id, page, pageQuery, projectQuery, queryFlag, text, time } from "../shapes.ts";
import { DEVICE_OS, DEVICE_STATES } from "../states.ts";
import { WEAR_DAYS, wearRow } from "../wear.ts";
import { UI_LANGUAGES } from "../web-config.ts";
import { said } from "../words.ts";

/** A case that failed on a device. */
const deviceFailure = z.object({
  test_id: id,
  job_id: id.nullable(),
  job_name: z.string(),
  run_number: z.int(),
  case_run_id: z.int(),
  name: z.string(),
  /** The first line of what its framework said. */
  error: z.string(),
  /** Why, where that is not the framework's to say. */
  reason: said.nullable(),
  ended_at: time,
});

/** By what lists of devices are sorted: a device's name is what the catalogue calls its model in the reader's language, or else what it calls itself. What several share are in the order of their names and serials. */
export const DEVICE_SORTS = ["name", "serial", "os_version", "battery", "last_seen", "state"] as const;
export type DeviceSort = (typeof DEVICE_SORTS)[number];

const filters = {
  keyword: text(LIMITS.keyword_max).default(""),
  /** This whole serial number, in whatever case; what is written exactly so comes first. */
  serial: text(LIMITS.serial_max).optional(),
  state: z.enum(DEVICE_STATES).optional(),
  os: z.enum(DEVICE_OS).optional(),
  /** Those that stand there. */
  site: text(LIMITS.device_site_max).optional(),
  /** Those whose location contains it, in whatever case. */
  location: text(LIMITS.device_location_max).optional(),
  access: z.enum(ACCESS_FILTERS).optional(),
  /** Those alone that are out of use, whatever they do yet. */
  out_of_use: queryFlag,
  /** Those alone that need care soon. */
  care: queryFlag,
  /** Leaves out what is idle at an agent that is being drained: nobody gets that. */
  no_draining: queryFlag,
  condition: z.enum(DEVICE_CONDITIONS).optional(),
  sort: z.enum(DEVICE_SORTS).default("name"),
  order: z.enum(["asc", "desc"]).default("asc"),
  /** By the names of which language devices are sorted. */
  language: z.enum(UI_LANGUAGES).default("en"),
  ...pageQuery,
};
const told = {
  /** Devices in each state before the state filter, for the counters above the list. */
  state_counts: z.record(z.enum(DEVICE_STATES), z.int()),
  /** Those among them that need care soon. */
  care_count: z.int(),
  /** The idle ones among them that nobody gets, as their agent is being drained. */
  draining_count: z.int(),
  /** Where devices stand that may be seen here, by name. */
  sites: z.array(z.string()),
};

/** A device as administrators of the server see it: with whom it is given to, and what ran on it last. */
const adminDevice = device.extend({
  given_to: z.enum(GIVEN_TO),
  /** How many projects see it by that; null: all of them. */
  project_count: z.int().nullable(),
  /** The first of them by name; the rest has deviceProjectList. */
  projects: z.array(z.object({ project_id: id, name: z.string() })),
  /** Null: nothing ran on it yet. */
  last_test_at: time.nullable(),
});
export type AdminDevice = z.output<typeof adminDevice>;

const wearQuery = { days: z.coerce.number().pipe(z.literal(WEAR_DAYS)).default(7) };
const wear = z.object({
  /** How long a row lasts. */
  step_ms: z.int().positive(),
  rows: z.array(wearRow),
});

export const deviceEndpoints = {
  deviceList: endpoint({
    name: "deviceList",
    method: "GET",
    path: "/v1/api/devices",
    access: "viewer",
    summary: "The project's devices. The keyword looks in model, brand, serial and the holder's name.",
    query: projectQuery.extend({
      ...filters,
      /** Those that have this tag now, for who holds `tag.view`. */
      tag_id: id.optional(),
    }),
    response: page(device).extend(told),
    errors: ["no_permission"],
  }),
  adminDeviceList: endpoint({
    name: "adminDeviceList",
    method: "GET",
    path: "/v1/plat/admin/devices",
    access: "admin",
    summary: "The devices of every project. The keyword looks in model, brand, serial and the holder's name.",
    query: z.object(filters),
    response: page(adminDevice).extend(told),
    errors: [],
  }),
  adminDeviceGet: endpoint({
    name: "adminDeviceGet",
    method: "GET",
    path: "/v1/plat/admin/devices/{device_id}",
    access: "admin",
    summary: "One device, whoever sees it.",
    params: z.object({ device_id: id }),
    response: adminDevice,
    errors: ["device_not_found"],
  }),
  deviceGet: endpoint({
    name: "deviceGet",
    method: "GET",
    path: "/v1/api/devices/{device_id}",
    access: "viewer",
    summary: "One device.",
    params: z.object({ device_id: id }),
    query: projectQuery,
    response: device,
    errors: ["device_not_found", "device_not_in_project"],
  }),
  deviceWear: endpoint({
    name: "deviceWear",
    method: "GET",
    path: "/v1/api/devices/{device_id}/wear",
    access: "viewer",
    summary:
      "How a device wore: its battery's temperature, charge and cycles, its free room and how often it was gone, the oldest first. A row is an hour for 7 days, and a day of UTC for 30 or 90; an hour or day in which it was not there has none.",
    params: z.object({ device_id: id }),
    query: projectQuery.extend(wearQuery),
    response: wear,
    errors: ["device_not_found", "device_not_in_project"],
  }),
  adminDeviceWear: endpoint({
    name: "adminDeviceWear",
    method: "GET",
    path: "/v1/plat/admin/devices/{device_id}/wear",
    access: "admin",
    summary: "How a device wore, whoever sees it, as deviceWear tells it.",
    params: z.object({ device_id: id }),
    query: z.object(wearQuery),
    response: wear,
    errors: ["device_not_found"],
  }),
  devicePicture: endpoint({
    name: "devicePicture",
    method: "GET",
    path: "/v1/api/devices/{device_id}/picture",
    access: "viewer",
    summary:
      "The last picture of a device, a small JPEG. One that was taken while nobody held the device is for whoever sees the device; that of a run is for its project, and that of a debug session for its holder and for members with debug.monitor, as long as it holds the device.",
    params: z.object({ device_id: id }),
    query: projectQuery.extend({
      /** The device's `picture_at`: another picture has another address. It chooses none. */
      at: z.coerce.number().int().nonnegative().optional(),
    }),
    response: z.unknown(),
    response_kind: "raw",
    raw_answers: { 304: "It is the one that `if-none-match` names." },
    errors: ["device_not_found", "device_not_in_project", "picture_not_found"],
  }),
  deviceFailures: endpoint({
    name: "deviceFailures",
    method: "GET",
    path: "/v1/api/devices/{device_id}/failures",
    access: "viewer",
    summary: "The cases that failed on a device last, newest first, of the project's latest runs that used it.",
    params: z.object({ device_id: id }),
    query: projectQuery,
    response: z.object({ list: z.array(deviceFailure) }),
    errors: ["device_not_found"],
  }),
};
