/** People, projects, agents, devices, tests and what these leave behind. Times are epoch milliseconds; columns are named as on the wire. */
import type { Checking } from "./checking.ts";
import { and, eq, inArray, isNull, sql } from "./sql.ts";
import {
  bigint,
  bigserial,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type {
  AgentMachine,
  SigningTool,
  AgentScripts,
  Capability,
  DeviceOs,
  DeviceReadiness,
  EndReason,
  GivenTo,
  PhaseName,
  ResourceKind,
  ResourceState,
  SwitchablePrivilege,
  TestDeviceState,
  TestEnder,
  TestKind,
  TestState,
  UiLanguage,
  UserState,
  Said,
} from "@udt/contract";

const time = () => bigint({ mode: "number" });

export const users = pgTable(
  "users",
  {
    user_id: text().primaryKey(),
    email: text().notNull(),
    user_name: text().notNull(),
    /** The nickname without what the eye does not tell apart (case, width, invisible characters). */
    name_key: text().notNull().unique("users_name_key"),
    /** Path of the picture below the base path, with its version; empty when there is none. */
    head_image: text().notNull().default(""),
    /** Where the picture's bytes are. */
    head_image_blob: text().notNull().default(""),
    auth_type: integer().$type<1 | 2 | 3>().notNull(),
    udt_admin: boolean().notNull().default(false),
    password_hash: text().notNull(),
    /** Whether signing in takes a second step; kept with what proves it, so that each call knows without looking. */
    second_factor: boolean().notNull().default(false),
    state: text().$type<UserState>().notNull().default("approved"),
    /** From then on the user may not sign in; null for never. */
    expires_at: time(),
    last_login_at: time(),
    /** The console's, when they last used it; null while nobody knows. What others cause is mailed to them in it. */
    language: text().$type<UiLanguage>(),
    created_at: time().notNull(),
  },
  (table) => [
    // Who is known by a provider alone may have none.
    uniqueIndex("users_email")
      .on(sql`lower(${table.email})`)
      .where(sql`${table.email} <> ''`),
    index("users_state").on(table.state, table.user_id),
  ],
);

export const login_sessions = pgTable(
  "sessions",
  {
    /** SHA-256 of the cookie: who reads the database cannot sign in with it. */
    token_hash: text().primaryKey(),
    /** What its user knows it by. */
    session_id: text()
      .notNull()
      .unique("sessions_id")
      .default(sql`gen_random_uuid()::text`),
    user_id: text()
      .notNull()
      .references(() => users.user_id, { onDelete: "cascade" }),
    ip: text().notNull().default(""),
    user_agent: text().notNull().default(""),
    created_at: time().notNull(),
    last_seen_at: time().notNull(),
    expires_at: time().notNull(),
  },
  (table) => [index("sessions_user").on(table.user_id), index("sessions_expiry").on(table.expires_at)],
);

export const projects = pgTable(
  "projects",
  {
    project_id: text().primaryKey(),
    name: text().notNull(),
    description: text().notNull().default(""),
    /** Path of the icon below the base path; empty when it has none. */
    icon: text().notNull().default(""),
    icon_blob: jsonb().$type<{ blob_key: string; content_type: string }>(),
    target_usage: text().$type<"normal" | "sfv" | "car" | "load">().notNull().default("normal"),
    visibility: integer().$type<1 | 2 | 3>().notNull().default(1),
    /** What its ordinary members may do beyond looking and testing. */
    member_privileges: jsonb().$type<SwitchablePrivilege[]>().notNull(),
    created_at: time().notNull(),
  },
  (table) => [
    // People do not tell ids or names apart by case.
    uniqueIndex("projects_id").on(sql`lower(${table.project_id})`),
    uniqueIndex("projects_name").on(sql`lower(${table.name})`),
  ],
);

export const members = pgTable(
  "members",
  {
    project_id: text()
      .notNull()
      .references(() => projects.project_id, { onDelete: "cascade" }),
    user_id: text()
      .notNull()
      .references(() => users.user_id, { onDelete: "cascade" }),
    user_type: integer().$type<1 | 2>().notNull(),
    joined_at: time().notNull(),
  },
  (table) => [primaryKey({ columns: [table.project_id, table.user_id] }), index("members_user").on(table.user_id)],
);

export const agents = pgTable("agents", {
  agent_id: text().primaryKey(),
  name: text().notNull(),
  token_hash: text().notNull().unique(),
  instance_id: text().notNull().default(""),
  hostname: text().notNull().default(""),
  ip: text().notNull().default(""),
  system: text().notNull().default(""),
  version: text().notNull().default(""),
  /** How users' scripts run there, as it said last; null from its hello until it has found out. */
  scripts: jsonb().$type<AgentScripts>(),
  /** The addresses of its computer and how that is, as it said last; null while it has not said. */
  addresses: jsonb().$type<string[]>(),
  machine: jsonb().$type<AgentMachine>(),
  /** What it signs iOS apps with, as it said last; null where it has nothing for that. */
  signing_tool: jsonb().$type<SigningTool>(),
  reads_memgraphs: boolean().notNull().default(false),
  created_at: time().notNull(),
  last_heartbeat_at: time(),
  /** Set from the moment it is held to be lost until it says hello again; also before its first hello. */
  offline_at: time(),
  /** When it said hello after it was lost, or for the first time; null before. */
  online_at: time(),
  revoked_at: time(),
  /** Since when it is given nothing new; null while it is. */
  draining_since: time(),
  draining_by: text().references(() => users.user_id, { onDelete: "set null" }),
});

/** In a query with the agent: whether it has a container engine that runs jobs' images. */
export const hasEngine = sql<boolean>`coalesce(jsonb_typeof(${agents.scripts} -> 'engine') = 'object', false)`;

/** The projects an agent is registered for; an agent without a row serves all. */
export const agent_projects = pgTable(
  "agent_projects",
  {
    agent_id: text()
      .notNull()
      .references(() => agents.agent_id, { onDelete: "cascade" }),
    project_id: text()
      .notNull()
      .references(() => projects.project_id, { onDelete: "cascade" }),
  },
  (table) => [primaryKey({ columns: [table.agent_id, table.project_id] })],
);

export const devices = pgTable(
  "devices",
  {
    device_id: text().primaryKey(),
    serial: text().notNull().unique(),
    /** The agent that reported it last and holds the claim on its serial. */
    agent_id: text()
      .notNull()
      .references(() => agents.agent_id),
    boot_id: text().notNull(),
    os: text().$type<DeviceOs>().notNull(),
    os_version: text().notNull(),
    brand: text().notNull(),
    model: text().notNull(),
    hardware_model: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    cpu_name: text().notNull(),
    cpu_arch: text().notNull(),
    cpu_cores: integer().notNull(),
    gpu: text().notNull(),
    memory_bytes: bigint({ mode: "number" }).notNull(),
    battery_level: integer(),
    battery_charging: boolean().notNull(),
    battery_celsius: doublePrecision(),
    battery_cycles: integer(),
    free_bytes: bigint({ mode: "number" }),
    total_bytes: bigint({ mode: "number" }),
    is_virtual: boolean().notNull(),
    capabilities: jsonb().$type<Capability[]>().notNull(),
    readiness: text().$type<DeviceReadiness>().notNull(),
    /** Since when its agent has it and says so of it. */
    readiness_since: time()
      .notNull()
      .default(sql`(extract(epoch from now()) * 1000)::bigint`),
    reason: jsonb().$type<Said>(),
    /** Whether its agent has it; the agent itself may be away. */
    attached: boolean().notNull(),
    last_seen_at: time().notNull(),
    /** When an agent reported it for the first time, which no later report changes. */
    first_seen_at: time()
      .notNull()
      .default(sql`(extract(epoch from now()) * 1000)::bigint`),
    /** An administrator's word, which no report changes. */
    given_to: text().$type<GivenTo>().notNull().default("agent"),
  },
  (table) => [index("devices_agent").on(table.agent_id), index("devices_order").on(table.model, table.serial)],
);

/** The projects that a device is given to by name: none, where it is given to nobody. Others have no row. */
export const device_projects = pgTable(
  "device_projects",
  {
    device_id: text()
      .notNull()
      .references(() => devices.device_id, { onDelete: "cascade" }),
    project_id: text()
      .notNull()
      .references(() => projects.project_id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.device_id, table.project_id] }),
    index("device_projects_project").on(table.project_id),
  ],
);

export const tests = pgTable(
  "tests",
  {
    test_id: text().primaryKey(),
    kind: text().$type<TestKind>().notNull(),
    /** Null, as is whose it is, for the platform's own. */
    project_id: text().references(() => projects.project_id),
    user_id: text().references(() => users.user_id),
    state: text().$type<TestState>().notNull(),
    end_reason: text().$type<EndReason>(),
    /** As they were called then. */
    ended_by: jsonb().$type<TestEnder>(),
    duration_minutes: integer().notNull(),
    created_at: time().notNull(),
    started_at: time(),
    ended_at: time(),
    deadline: time().notNull(),
    /** Null when tests do not end by inactivity. */
    inactive_deadline: time(),
    app_id: text(),
    /** Started by a project's token, in the name of who made the token. */
    by_token: boolean().notNull().default(false),
    /** What the API key was called by which it was started; null: by none. */
    key_name: text(),
  },
  (table) => [
    index("tests_project").on(table.project_id, table.created_at.desc().nullsFirst()),
    index("tests_user").on(table.user_id, table.created_at.desc().nullsFirst()),
    index("tests_open")
      .on(table.deadline)
      .where(sql`${table.state} <> 'ended'`),
    check("tests_owner", sql`(${table.project_id} is null) = (${table.user_id} is null)`),
  ],
);

export const test_devices = pgTable(
  "test_devices",
  {
    test_id: text()
      .notNull()
      .references(() => tests.test_id, { onDelete: "cascade" }),
    device_id: text()
      .notNull()
      .references(() => devices.device_id),
    /** As it was when the test began: a later update of the device does not rewrite the record. */
    serial: text().notNull(),
    brand: text().notNull(),
    model: text().notNull(),
    os: text().$type<DeviceOs>().notNull(),
    os_version: text().notNull(),
    state: text().$type<TestDeviceState>().notNull(),
    error: jsonb().$type<Said>(),
    /** What is checked before it is handed out; null: nothing. */
    checking: jsonb().$type<Checking>(),
  },
  (table) => [
    primaryKey({ columns: [table.test_id, table.device_id] }),
    index("test_devices_device").on(table.device_id),
  ],
);

export const phases = pgTable(
  "phases",
  {
    phase_id: bigserial({ mode: "number" }).primaryKey(),
    test_id: text()
      .notNull()
      .references(() => tests.test_id, { onDelete: "cascade" }),
    device_id: text().notNull(),
    name: text().$type<PhaseName>().notNull(),
    started_at: time().notNull(),
    ended_at: time(),
    error: jsonb().$type<Said>(),
  },
  (table) => [index("phases_test").on(table.test_id, table.device_id)],
);

export const leases = pgTable(
  "leases",
  {
    /** The fencing token: a sequence, so it only grows. */
    lease_token: bigserial({ mode: "number" }).primaryKey(),
    device_id: text()
      .notNull()
      .references(() => devices.device_id),
    test_id: text()
      .notNull()
      .references(() => tests.test_id, { onDelete: "cascade" }),
    created_at: time().notNull(),
    released_at: time(),
    /** The agent that the device was leased from: what it recorded may come late, when the device is elsewhere. */
    agent_id: text(),
    /** The debug session that gets the device when this lease is released, so that nobody takes it between. */
    next_test_id: text(),
  },
  (table) => [
    uniqueIndex("leases_exclusive")
      .on(table.device_id)
      .where(sql`${table.released_at} is null`),
    index("leases_test").on(table.test_id),
    // What ran on a device, from the newest on.
    index("leases_device").on(table.device_id, table.lease_token.desc().nullsFirst()),
    index("leases_created").on(table.created_at),
  ],
);

export const resources = pgTable(
  "resources",
  {
    resource_id: text().primaryKey(),
    test_id: text()
      .notNull()
      .references(() => tests.test_id, { onDelete: "cascade" }),
    device_id: text().notNull(),
    name: text().notNull(),
    kind: text().$type<ResourceKind>().notNull(),
    content_type: text().notNull(),
    /** Of what has come so far, while it grows. */
    size_bytes: bigint({ mode: "number" }).notNull(),
    /** Empty while its bytes are pieces. */
    blob_key: text().notNull(),
    created_at: time().notNull(),
    state: text().$type<ResourceState>().notNull().default("complete"),
    /** Under which lease it grows; who comes with another may not add to it. Null for what was sent at once. */
    lease_token: bigint({ mode: "number" }),
    /** When its timeline begins, and how long it is. */
    started_at: time(),
    duration_ms: bigint({ mode: "number" }),
    /** The attempt of a case that it belongs to. */
    case_run_id: bigint({ mode: "number" }),
  },
  (table) => [
    index("resources_test").on(table.test_id, table.device_id, table.created_at),
    index("resources_unpacked")
      .on(table.lease_token)
      .where(sql`${table.blob_key} = ''`),
  ],
);

/** The outbox: written in the transaction that changes the state, read by every server's bus. */
export const events = pgTable(
  "events",
  {
    event_id: bigserial({ mode: "number" }).primaryKey(),
    /** Null: of interest to every project. */
    project_id: text(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    created_at: time().notNull(),
  },
  (table) => [index("events_age").on(table.created_at)],
);

/** Of a lease: the part in its test of the device that it holds. */
export const itsPart = and(eq(test_devices.test_id, leases.test_id), eq(test_devices.device_id, leases.device_id));

/** Of a lease and its part: the test works at the device, and nobody is to get it next. */
export const canGiveWay = and(
  isNull(leases.released_at),
  isNull(leases.next_test_id),
  inArray(test_devices.state, ["preparing", "running"]),
);
