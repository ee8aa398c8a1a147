import { z } from "zod";
import { endpoint, RANGE_ANSWERS } from "../endpoint.ts";
import { deviceProfile, PROFILE_SETTINGS, toldOutcome } from "../device-profiles.ts";
import { deviceEnvironment, preinstalledApp } from "../environments.ts";
import { BEFORE_SESSIONS, checkWindow, inspectionConfig, NEXT_CHECK_REASONS } from "../inspections.ts";
import { LIMITS } from "../limits.ts";
import { checkResults, selfCheck, selfCheckResults } from "../self-checks.ts";
import { id, projectQuery, text, time } from "../shapes.ts";
import { CHECK_OCCASIONS, DEVICE_WORKS, SELF_CHECK_STEPS, WORK_STEPS } from "../states.ts";
import { said } from "../words.ts";
import { testDeviceParams } from "./test-device.ts";

const params = z.object({ device_id: id });
const deviceErrors = ["device_not_found", "device_not_in_project"] as const;
const checkParams = params.extend({ selfcheck_id: id });
const checkErrors = [...deviceErrors, "selfcheck_not_found"] as const;
const startErrors = ["device_offline", "device_not_ready", "selfcheck_under_way"] as const;
const tagNamed = z.object({ tag_id: id, name: z.string() });
/** What one setting of the environment comes to, by the first tag that says anything of it; null: none does. */
const decided = <T extends z.ZodType>(value: T) => z.object({ tag: tagNamed.nullable(), value });

/** What is asked of a device by a project's tags. */
const strategies = z.object({
  /** The first of them that says how; null: none does, and what is done by default is told. */
  tag: tagNamed.nullable(),
  config: inspectionConfig,
  /** Whether other projects see the device as well: then what goes beyond the platform's own measure counts in this project alone. */
  is_shared: z.boolean(),
  /** What is done once as it first appears, because no tag says how it checks itself; null: one does, or that is switched off. */
  first_look: inspectionConfig.nullable(),
  /** The last check that was done this way; null: there is none yet. */
  last_check: selfCheck.nullable(),
  /** Null: none comes by itself. What is past is done as soon as the device is free. */
  next_at: time.nullable(),
  /** Why then. */
  next_why: z.enum(NEXT_CHECK_REASONS).nullable(),
  /** What it is brought back to between sessions, and for each of that which tag decides. */
  profile: z.object({
    settings: deviceProfile,
    decided_by: z.array(z.object({ setting: z.enum(PROFILE_SETTINGS), tag_id: id, name: z.string() })),
    /** How it went the last time; null: it was not brought to one in this project yet. */
    outcome: toldOutcome.nullable(),
  }),
  /** What is to be on the device and what cleaning leaves there: each by a tag of its own. */
  environment: z.object({
    preinstalled: decided(z.array(preinstalledApp.extend({ name: z.string(), version_name: z.string() }))),
    free_apps: decided(z.array(z.string())),
    free_paths: decided(z.array(z.string())),
  }),
  /** All that the device has, in their order. */
  tags: z.array(
    z.object({
      tag_id: id,
      name: z.string(),
      position: z.int(),
      has_inspection: z.boolean(),
      /** It has this device by hand and none besides: what it says is the device's own. */
      is_own: z.boolean(),
      /** What of a profile it says. */
      profile_settings: z.array(z.enum(PROFILE_SETTINGS)),
      check_every_hours: z.int().nullable(),
      check_window: checkWindow.nullable(),
      check_on: z.array(z.enum(CHECK_OCCASIONS)),
      before_sessions: z.enum(BEFORE_SESSIONS),
    }),
  ),
});
export type DeviceStrategies = z.output<typeof strategies>;

const progress = z.object({
  lease_token: z.int().positive(),
  results: selfCheckResults,
  step: z.enum(WORK_STEPS).nullable(),
});
const progressBefore = progress.extend({ results: checkResults, step: z.enum(SELF_CHECK_STEPS).nullable() });

/** What is asked of the device; a caller that says nothing asks for a check. */
const ordered = z.object({ work: z.enum(DEVICE_WORKS).default("check") });

const newest = z.object({ list: z.array(selfCheck) });

export const selfCheckEndpoints = {
  selfCheckList: endpoint({
    name: "selfCheckList",
    method: "GET",
    path: "/v1/api/devices/{device_id}/selfchecks",
    access: "viewer",
    summary: "The last self-checks, restarts and cleanings of a device, newest first, for whoever sees the device.",
    params,
    query: projectQuery,
    response: newest,
    errors: deviceErrors,
  }),
  selfCheckOfTest: endpoint({
    name: "selfCheckOfTest",
    method: "GET",
    path: "/v1/api/tests/{test_id}/devices/{device_id}/selfchecks",
    access: "viewer",
    summary: "The same of a device that takes part in a test of the project.",
    params: testDeviceParams,
    query: projectQuery,
    response: newest,
    errors: ["test_not_found", "test_not_in_project", ...deviceErrors],
  }),
  selfCheckStart: endpoint({
    name: "selfCheckStart",
    method: "POST",
    path: "/v1/api/devices/{device_id}/selfchecks",
    access: "owner",
    summary:
      "Have a device check itself, restart or be cleaned as soon as it is free. Who wants it meanwhile gets it all the same. For administrators of the project.",
    params,
    query: projectQuery,
    body: ordered,
    response: z.object({ selfcheck_id: id }),
    errors: [...deviceErrors, ...startErrors],
  }),
  adminSelfCheckStart: endpoint({
    name: "adminSelfCheckStart",
    method: "POST",
    path: "/v1/plat/admin/devices/{device_id}/selfchecks",
    access: "admin",
    summary:
      "Have a device check itself, restart or be cleaned, as administrators of the server may: with what is done where no project's tag says how.",
    params,
    body: ordered,
    response: z.object({ selfcheck_id: id }),
    errors: ["device_not_found", ...startErrors],
  }),
  adminSelfCheckList: endpoint({
    name: "adminSelfCheckList",
    method: "GET",
    path: "/v1/plat/admin/devices/{device_id}/selfchecks",
    access: "admin",
    summary:
      "The last self-checks, restarts and cleanings of any device, newest first. What a project's tags say, and the files, are read in that project.",
    params,
    response: newest,
    errors: deviceErrors,
  }),
  selfCheckGet: endpoint({
    name: "selfCheckGet",
    method: "GET",
    path: "/v1/api/devices/{device_id}/selfchecks/{selfcheck_id}",
    access: "viewer",
    summary: "One self-check, restart or cleaning of a device, however long ago, for whoever sees the device.",
    params: checkParams,
    query: projectQuery,
    response: selfCheck,
    errors: checkErrors,
  }),
  adminSelfCheckGet: endpoint({
    name: "adminSelfCheckGet",
    method: "GET",
    path: "/v1/plat/admin/devices/{device_id}/selfchecks/{selfcheck_id}",
    access: "admin",
    summary: "The same of any device. What a project's tags say, and the files, are read in that project.",
    params: checkParams,
    response: selfCheck,
    errors: checkErrors,
  }),
  selfCheckCancel: endpoint({
    name: "selfCheckCancel",
    method: "DELETE",
    path: "/v1/api/devices/{device_id}/selfchecks/{selfcheck_id}",
    access: "owner",
    summary:
      "Call off a self-check, a restart or a cleaning. One that is over stays as it is. For administrators of the project.",
    params: checkParams,
    query: projectQuery,
    response: z.null(),
    errors: checkErrors,
  }),
  adminSelfCheckCancel: endpoint({
    name: "adminSelfCheckCancel",
    method: "DELETE",
    path: "/v1/plat/admin/devices/{device_id}/selfchecks/{selfcheck_id}",
    access: "admin",
    summary: "The same of any device, as administrators of the server may.",
    params: checkParams,
    response: z.null(),
    errors: checkErrors,
  }),
  selfCheckEvidence: endpoint({
    name: "selfCheckEvidence",
    method: "GET",
    path: "/v1/api/devices/{device_id}/selfchecks/{selfcheck_id}/evidence/{evidence}",
    access: "viewer",
    summary: "A file that a self-check left behind, by the name that its step tells, for whoever sees the device.",
    params: checkParams.extend({ evidence: text(LIMITS.file_name_max).min(1) }),
    query: projectQuery,
    response: z.unknown(),
    response_kind: "raw",
    raw_answers: RANGE_ANSWERS,
    errors: [...checkErrors, "resource_not_found"],
  }),
  deviceStrategies: endpoint({
    name: "deviceStrategies",
    method: "GET",
    path: "/v1/api/devices/{device_id}/strategies",
    access: { privilege: "tag.view" },
    summary:
      "How a device checks itself in the project: the tag that decides, what it asks for, when it was last done, when it is due and why then; what the device is brought back to between sessions, setting by setting with the tag that decides; what is to be on it and what cleaning leaves, each with the tag that says so; and all tags of the device in their order.",
    params,
    query: projectQuery,
    response: strategies,
    errors: deviceErrors,
  }),
  agentSelfCheckPlan: endpoint({
    name: "agentSelfCheckPlan",
    method: "GET",
    path: "/v1/agent/tests/{test_id}/devices/{device_id}/selfcheck",
    access: "agent",
    summary: "What to do with a device that this agent holds for a self-check, a restart or a cleaning.",
    params: testDeviceParams,
    query: z.object({ lease_token: z.coerce.number().int().positive() }),
    response: z.object({
      work: z.enum(DEVICE_WORKS),
      config: inspectionConfig,
      environment: deviceEnvironment,
      /** Whether it may be restarted where that may mend it. */
      may_restart: z.boolean(),
      /** Why it may not, where one might have been tried. */
      not_restarted: said.optional(),
      /** Whether it is a first look: nothing on the device is changed, and no picture of a sound screen kept. */
      looks_only: z.boolean().default(false),
    }),
    errors: ["test_not_found", "agent_stale_lease"],
  }),
  agentCheckBefore: endpoint({
    name: "agentCheckBefore",
    method: "POST",
    path: "/v1/agent/tests/{test_id}/devices/{device_id}/selfcheck_before",
    access: "agent",
    summary:
      "How far the check is that a tag asks for before this device is handed out. Without a step in hand it is over; saying that twice changes nothing.",
    params: testDeviceParams,
    body: progressBefore,
    response: z.null(),
    errors: ["test_not_found", "agent_stale_lease"],
  }),
  agentWantedApp: endpoint({
    name: "agentWantedApp",
    method: "GET",
    path: "/v1/agent/devices/{device_id}/wanted/{app_id}",
    access: "agent",
    summary: "The file of an app that a tag wants on a device of this agent.",
    params: params.extend({ app_id: id }),
    response: z.unknown(),
    response_kind: "raw",
    errors: ["device_not_found", "app_not_found"],
  }),
  agentSelfCheck: endpoint({
    name: "agentSelfCheck",
    method: "POST",
    path: "/v1/agent/tests/{test_id}/devices/{device_id}/selfcheck",
    access: "agent",
    summary: "How far a self-check is: what is done, and the step in hand. Without one it is over.",
    params: testDeviceParams,
    body: progress,
    response: z.null(),
    errors: ["test_not_found", "agent_stale_lease"],
  }),
};
