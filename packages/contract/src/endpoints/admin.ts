import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { HEALTH_ADVICE } from "../runtime-settings.ts";
import { adminUser, auditEntry, bodyFlag, id, page, pageQuery, queryFlag, text, time, userSummary } from "../shapes.ts";
import { said } from "../words.ts";
import { AUDIT_ACTIONS } from "../audit-actions.ts";
import { TARGET_USAGES, USER_STATES } from "../states.ts";

const disk = z.object({ free_bytes: z.int(), total_bytes: z.int() });

export const adminEndpoints = {
  adminNames: endpoint({
    name: "adminNames",
    method: "GET",
    path: "/v1/plat/admin/names",
    access: "session",
    summary:
      "Who lets somebody into the administration: administrators by name, the longest ones first and a few at most.",
    response: z.object({ administrators: z.array(userSummary.pick({ user_name: true })) }),
    errors: [],
  }),
  adminUserList: endpoint({
    name: "adminUserList",
    method: "GET",
    path: "/v1/plat/admin/users",
    access: "admin",
    summary: "All users. The keyword looks in nickname and email.",
    query: z.object({
      keyword: text(LIMITS.keyword_max).default(""),
      state: z.enum(USER_STATES).optional(),
      ...pageQuery,
    }),
    response: page(adminUser).extend({ state_counts: z.record(z.enum(USER_STATES), z.int()) }),
    errors: [],
  }),
  adminUserUpdate: endpoint({
    name: "adminUserUpdate",
    method: "PUT",
    path: "/v1/plat/admin/users/{user_id}",
    access: "admin",
    signed_in: true,
    summary:
      "Approve, reject, disable or enable a user, set when they expire, make or unmake an administrator. Who may no longer sign in loses sessions, sockets and running tests at once, and their API keys rest.",
    params: z.object({ user_id: id }),
    body: z.object({
      state: z.enum(USER_STATES).optional(),
      expires_at: time.nullable().optional(),
      udt_admin: bodyFlag.optional(),
    }),
    response: adminUser,
    errors: ["signed_in_only", "user_not_found", "user_state", "last_admin"],
  }),
  adminSignupList: endpoint({
    name: "adminSignupList",
    method: "GET",
    path: "/v1/plat/admin/signups",
    access: "admin",
    summary: "Registrations whose address was not confirmed, newest first. The keyword looks in nickname and email.",
    query: z.object({ keyword: text(LIMITS.keyword_max).default(""), ...pageQuery }),
    response: page(
      z.object({
        signup_id: id,
        email: z.string(),
        user_name: z.string(),
        created_at: time,
        /** When it goes, unless it was confirmed. */
        ends_at: time,
        /** Somebody has an account with the address. */
        taken: z.boolean(),
      }),
    ),
    errors: [],
  }),
  adminSignupConfirm: endpoint({
    name: "adminSignupConfirm",
    method: "POST",
    path: "/v1/plat/admin/signups/{signup_id}/confirm",
    access: "admin",
    summary: "Vouch for the address of a registration: makes its account, as the mailed link does.",
    params: z.object({ signup_id: id }),
    response: z.object({ state: z.enum(["approving", "approved"]), user_name: z.string() }),
    errors: ["signup_not_found", "mailbox_exists"],
  }),
  adminSecondFactorRemove: endpoint({
    name: "adminSecondFactorRemove",
    method: "DELETE",
    path: "/v1/plat/admin/users/{user_id}/second_factor",
    access: "admin",
    signed_in: true,
    summary:
      "Remove all second factors, passkeys among them, and recovery codes of somebody who can no longer use them; their sessions end at once.",
    params: z.object({ user_id: id }),
    response: adminUser,
    errors: ["signed_in_only", "user_not_found", "second_factor_missing", "own_second_factor"],
  }),
  adminProjectList: endpoint({
    name: "adminProjectList",
    method: "GET",
    path: "/v1/plat/admin/projects",
    access: "admin",
    summary: "All projects. The keyword looks in id and name; a project without an owner can be asked for.",
    query: z.object({
      keyword: text(LIMITS.keyword_max).default(""),
      visibility: z.enum(["1", "2", "3"]).optional(),
      /** 1: only those that nobody owns. */
      ownerless: queryFlag,
      sort: z.enum(["name", "created_at", "last_test_at"]).default("name"),
      ...pageQuery,
    }),
    response: page(
      z.object({
        project_id: id,
        name: z.string(),
        icon: z.string(),
        target_usage: z.enum(TARGET_USAGES),
        visibility: z.literal([1, 2, 3]),
        created_at: time,
        member_count: z.int(),
        org_count: z.int(),
        test_count: z.int(),
        running_tests: z.int(),
        last_test_at: time.nullable(),
        /** Who owns it, the first few of them by name. */
        owners: z.array(userSummary),
        owner_count: z.int(),
      }),
    ),
    errors: [],
  }),
  auditList: endpoint({
    name: "auditList",
    method: "GET",
    path: "/v1/plat/admin/audit",
    access: "admin",
    summary: "Security-relevant actions, newest first. The keyword looks in who, target and address.",
    query: z.object({
      keyword: text(LIMITS.keyword_max).default(""),
      action: z.enum(AUDIT_ACTIONS).optional(),
      project_id: id.optional(),
      ...pageQuery,
    }),
    response: page(auditEntry),
    errors: [],
  }),
  systemHealth: endpoint({
    name: "systemHealth",
    method: "GET",
    path: "/v1/plat/admin/health",
    access: "admin",
    summary: "Versions, stores, queues and load of this server.",
    response: z.object({
      version: z.string(),
      node_version: z.string(),
      uptime_ms: z.int(),
      database: z.object({
        kind: z.enum(["embedded", "postgresql"]),
        version: z.string(),
        size_bytes: z.int(),
        latency_ms: z.number(),
        /** The disk of the embedded database, where that is another one than the files'. */
        disk: disk.nullable(),
      }),
      /** `fault`: why no file can be written, or that the disk does not answer; null where `ok`. */
      blobs: disk.extend({ ok: z.boolean(), fault: said.nullable(), latency_ms: z.number() }),
      /** The certificate of the public https address, as one of the servers saw it last; null where there is none. */
      certificate: z
        .object({
          address: z.string(),
          seen_at: time,
          /** Null when none was shown. */
          expires_at: time.nullable(),
          /** Why browsers would not take it, or why it could not be seen. */
          fault: said.nullable(),
        })
        .nullable(),
      queues: z.object({
        /** Tests that wait for a device, or for it to be made ready. */
        tests_queued: z.int(),
        /** How long the first of them has waited; null when none does. */
        oldest_queued_ms: z.int().nullable(),
        /** Notifications that are still to be delivered. */
        deliveries_waiting: z.int(),
        /** Events that are written and that this server has not told yet. */
        outbox_lag: z.int(),
        /** Runs that are over and that the quality board does not count yet. */
        roll_ups_waiting: z.int(),
        /** Those of them that this server failed to count, and tries again with pauses. */
        roll_ups_failing: z.int(),
      }),
      /** What administrators could still turn on. */
      advice: z.array(z.enum(HEALTH_ADVICE)),
      agents_total: z.int(),
      memory_bytes: z.int(),
      agents_online: z.int(),
      open_streams: z.int(),
      running_tests: z.int(),
    }),
    errors: [],
  }),
};
