/**
 * The link between an agent and the server: JSON text frames over one WebSocket that the agent dials. Requests from the
 * server carry `id` and are answered by `reply` with the same id; everything about a session carries its `lease_token`,
 * and the agent refuses a token older than the newest it has seen for that device.
 */
import { z } from "zod";
import { agentTask, taskStage } from "./agent-tasks.ts";
import { captureWish } from "./captures.ts";
import { cameraImage } from "./camera-images.ts";
import { directPathOffer } from "./direct-path.ts";
import { profileOutcome, sessionProfile } from "./device-profiles.ts";
import { elementTree } from "./elements.ts";
import { BARE_ENVIRONMENT, deviceEnvironment } from "./environments.ts";
import { agentLogLine, agentMachine, agentScripts } from "./agents.ts";
import { errorArgs } from "./errors.ts";
import { fileEntry } from "./files.ts";
import { inspectionConfig } from "./inspections.ts";
import { LIMITS } from "./limits.ts";
import { memoryProcess, memoryScene, memoryWish } from "./memory-recordings.ts";
import { signingTool } from "./resigns.ts";
import { packageName } from "./rules.ts";
import { deviceFacts } from "./models.ts";
import { deviceApps, deviceWear, id, time, viewer } from "./shapes.ts";
import { DEVICE_READINESS, type DeviceReadiness, INSTALL_STATES, TEST_KINDS } from "./states.ts";
import { STREAM_NAMES, STREAM_PROFILES } from "./streams.ts";
import { said } from "./words.ts";

/** Of all that is said with an agent: over the link, and by a browser through a stream. */
export const AGENT_PROTOCOL = 22;

/** So many addresses an agent tells at most. */
export const ADDRESSES_MAX = 20;

const leased = { test_id: id, serial: z.string(), lease_token: z.int().positive() };

/** An agent of an earlier version does not tell them. */
const { battery_celsius, battery_cycles, free_bytes, total_bytes } = deviceWear.shape;
const wear = {
  battery_celsius: battery_celsius.default(null),
  battery_cycles: battery_cycles.default(null),
  free_bytes: free_bytes.default(null),
  total_bytes: total_bytes.default(null),
};

export const deviceReport = deviceFacts.extend({
  ...wear,
  /** Changes when the device restarts; with the serial it is the device's identity. */
  boot_id: z.string().max(100),
  readiness: z.enum(DEVICE_READINESS),
  reason: said.nullable(),
  /** What became of the profile that it was last to be brought to, as far as the agent has been here since. */
  profile: profileOutcome.optional(),
});
export type DeviceReport = z.output<typeof deviceReport>;

/** A device that is here, and of which nothing could be read yet: it starts, or does not answer. */
export const unreadDevice = z.object({
  serial: deviceFacts.shape.serial,
  readiness: z.enum(["initializing", "failed"] satisfies DeviceReadiness[]),
  reason: said.nullable(),
});
export type UnreadDevice = z.output<typeof unreadDevice>;

export const sessionReport = z.object({
  ...leased,
  /** `lost`: the device went away under the session. `cleaned`: the device may be handed on. */
  state: z.enum(["preparing", "running", "failed", "lost", "cleaning", "cleaned"]),
  error: said.nullable(),
  /** Why the agent ended it by itself: its time was up with the server away, or the agent stops. */
  end_reason: z.enum(["device_timeout", "agent_lost"]).nullable(),
  /** What another agent had no time to clean is gone, as `session_start` asked. Earlier agents do not know how. */
  is_swept: z.literal(true).optional(),
});
export type SessionReport = z.output<typeof sessionReport>;

/** The last word on a lease. An agent keeps it for the next `hello` until it is confirmed. */
export const isFinalReport = ({ state }: Pick<SessionReport, "state">): boolean =>
  state === "lost" || state === "cleaned";

/**
 * What `session_stop` is answered with. `held`: reports tell how it goes on. Not held: the lease is over at this agent, or
 * never began there, and nothing more will be said of it.
 */
export const sessionStopAnswer = z.object({ held: z.boolean() });

export const agentToServer = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("hello"),
    protocol: z.int(),
    instance_id: z.string().min(1).max(100),
    hostname: z.string().max(255),
    system: z.string().max(255),
    version: z.string().max(100),
    /** Everything it has now; what the server knew besides is gone. */
    devices: z.array(deviceReport).max(1000),
    /** What it has besides. The server knows those that it has heard of before. */
    unread: z.array(unreadDevice).max(1000).default([]),
    /** Sessions that it still holds from before the link broke. */
    sessions: z.array(sessionReport).max(1000),
    /** Tasks that it still works on. */
    tasks: z.array(id).max(1000).optional(),
    /** Without it the agent is still finding out. */
    scripts: agentScripts.optional(),
    /** The addresses of its computer that others may reach. Earlier agents do not tell. */
    addresses: z.array(z.string().max(64)).max(ADDRESSES_MAX).optional(),
    machine: agentMachine.optional(),
    /** Without it nothing is signed there. */
    signing_tool: signingTool.optional(),
    /** Whether it runs on a Mac and has Apple's tools for memory graphs. */
    reads_memgraphs: z.boolean().optional(),
  }),
  z.object({ type: z.literal("heartbeat"), machine: agentMachine.optional() }),
  /** How scripts run here has been found out, or is another way from now on. */
  z.object({ type: z.literal("scripts"), scripts: agentScripts }),
  z.object({ type: z.literal("device"), device: deviceReport }),
  z.object({ type: z.literal("device_unread"), device: unreadDevice }),
  z.object({ type: z.literal("device_gone"), serial: z.string(), reason: said }),
  z.object({ type: z.literal("session"), session: sessionReport }),
  /** What a device's screen shows, small: under a lease while a test holds it, under none while it is clean. */
  z.object({
    type: z.literal("picture"),
    serial: z.string(),
    lease: z.object({ test_id: id, lease_token: z.int().positive() }).nullable(),
    /** A JPEG, as base64. */
    jpeg: z.base64().max(4 * Math.ceil(LIMITS.device_picture_max_bytes / 3)),
  }),
  z.object({
    type: z.literal("install"),
    ...leased,
    install_id: id,
    state: z.enum(INSTALL_STATES),
    percent: z.int().min(0).max(100),
    reason: said.nullable(),
  }),
  z.object({
    type: z.literal("task"),
    task_id: id,
    stage: taskStage,
    percent: z.int().min(0).max(100).nullable(),
  }),
  z.object({
    type: z.literal("reply"),
    id: z.int(),
    /** Null on success, else the name of an error row with its arguments. */
    error: z.object({ code: z.string(), args: errorArgs }).nullable(),
    data: z.unknown(),
  }),
]);
export type AgentToServer = z.output<typeof agentToServer>;

/** What `log_tail` is answered with. */
export const agentLogTail = z.object({ lines: z.array(agentLogLine).max(LIMITS.agent_log_lines) });

/** Commands to a session's device and what each answers. */
export const deviceCommand = z.discriminatedUnion("name", [
  z.object({ name: z.literal("app_list") }),
  z.object({ name: z.literal("app_start"), package_name: packageName }),
  z.object({ name: z.literal("app_stop"), package_name: packageName }),
  z.object({ name: z.literal("app_clear"), package_name: packageName }),
  /**
   * Answers at once; `install` messages tell the rest. `is_again`: it was asked for before, so that a package that is not
   * there has been uninstalled since.
   */
  z.object({ name: z.literal("app_uninstall"), install_id: id, package_name: packageName, is_again: z.boolean() }),
  /** Answers at once; `install` messages tell the rest. */
  z.object({
    name: z.literal("app_install"),
    install_id: id,
    file_path: z.string(),
    md5: z.string(),
    size_bytes: z.int(),
    package_name: z.string(),
  }),
  /** Of an installation or an uninstallation under way. */
  z.object({ name: z.literal("app_install_cancel"), install_id: id }),
  /** The agent puts the picture at agentResourcePut and answers with its id. */
  captureWish.extend({ name: z.literal("screen_capture"), device_id: id }),
  z.object({ name: z.literal("fold_set"), folded: z.boolean() }),
  z.object({ name: z.literal("fold_get") }),
  z.object({ name: z.literal("file_folder"), path: z.string() }),
  /** `to` is a whole path, too. What is there already stays, and refuses it. */
  z.object({ name: z.literal("file_rename"), path: z.string(), to: z.string() }),
  /** With all that is in it. */
  z.object({ name: z.literal("file_delete"), path: z.string() }),
  z.object({ name: z.literal("element_tree") }),
  z.object({ name: z.literal("camera_image_list") }),
  /** The one on the screen comes first. */
  z.object({ name: z.literal("memory_processes") }),
  /** Answers once it has begun, as it does where that recording goes on already. */
  memoryWish.extend({ name: z.literal("memory_start"), device_id: id }),
  /** Answers at once; the sample comes by agentMemorySample. */
  z.object({ name: z.literal("memory_sample"), recording_id: id, label: memoryScene }),
  z.object({ name: z.literal("memory_stop"), recording_id: id }),
  z.object({ name: z.literal("camera_image_remove"), ...cameraImage.pick({ type: true, image_index: true }).shape }),
]);
export type DeviceCommand = z.output<typeof deviceCommand>;

export const commandAnswers = {
  app_list: deviceApps,
  app_start: z.null(),
  app_stop: z.null(),
  app_clear: z.null(),
  app_uninstall: z.null(),
  app_install: z.null(),
  app_install_cancel: z.null(),
  screen_capture: z.object({ resource_id: id }),
  fold_set: z.object({ folded: z.boolean() }),
  fold_get: z.object({ folded: z.boolean() }),
  file_folder: fileEntry,
  file_rename: fileEntry,
  file_delete: z.null(),
  element_tree: elementTree,
  camera_image_list: z.object({ list: z.array(cameraImage) }),
  camera_image_remove: z.null(),
  memory_processes: z.object({ list: z.array(memoryProcess).max(LIMITS.memory_processes_max) }),
  memory_start: z.null(),
  memory_sample: z.null(),
  memory_stop: z.null(),
} as const satisfies Record<DeviceCommand["name"], z.ZodType>;
export type CommandAnswer<N extends DeviceCommand["name"]> = z.output<(typeof commandAnswers)[N]>;

export const serverToAgent = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("welcome"),
    agent_id: id,
    heartbeat_ms: z.int().positive(),
    /** The server's clock as it sends this: what the agent records carries the server's time, not its own. */
    now: time,
    /** Sessions the server holds to be alive. The agent ends and cleans any other it has. */
    sessions: z.array(z.object({ ...leased, deadline: time })),
    /** Tasks the server holds to be this agent's. It drops any other it has. */
    tasks: z.array(id).optional(),
  }),
  /** `job`: once the device is ready the agent asks for what to run (agentRunSpec) and goes on by itself. */
  z.object({
    type: z.literal("session_start"),
    id: z.int(),
    ...leased,
    device_id: id,
    kind: z.enum(TEST_KINDS),
    boot_id: z.string(),
    deadline: time,
    /** What the device is brought to when the session is over and it is clean. Without, it stays as cleaning left it. */
    profile: sessionProfile.optional(),
    /**
     * Where another agent lost the device before it had cleaned it: before anybody has it all goes that did not come with it,
     * but for this.
     */
    left_uncleaned: deviceEnvironment.pick({ free_apps: true, free_paths: true }).optional(),
    /** What is to be done of a check before the device is handed out; null: nothing. */
    check: inspectionConfig.nullable(),
    /** What that leaves on the device where it cleans up. Without, what the session's cleaning leaves. */
    check_spares: deviceEnvironment.pick({ free_apps: true, free_paths: true }).optional(),
    /** What cleaning leaves on the device, and what is to be there afterwards. */
    environment: deviceEnvironment.default(BARE_ENVIRONMENT),
  }),
  /** Cases of a run that must not be begun, or be stopped where they are. */
  z.object({ type: z.literal("run_cases_cancelled"), ...leased, case_run_ids: z.array(z.int()).max(1000) }),
  /**
   * Somebody reads of a case that runs: for `LIMITS.case_watched_ms` from now on the agent says once a second what it has done
   * and printed so far (agentRunResults), where that is more than before.
   */
  z.object({ type: z.literal("run_case_watched"), ...leased, case_run_id: z.int() }),
  /** Answers once it has begun; the rest comes by `task` messages and the agentTask calls. */
  z.object({ type: z.literal("task_start"), id: z.int(), task: agentTask }),
  z.object({ type: z.literal("task_cancel"), task_id: id }),
  /** Answered with {@link agentLogTail}. Agents that do not know it refuse. */
  z.object({ type: z.literal("log_tail"), id: z.int() }),
  /** Answered with {@link sessionStopAnswer}. */
  z.object({ type: z.literal("session_stop"), id: z.int(), ...leased }),
  /** The final report of this lease is taken in, or nobody waits for it: the agent forgets it. */
  z.object({ type: z.literal("session_confirmed"), ...leased }),
  z.object({ type: z.literal("session_deadline"), ...leased, deadline: time }),
  z.object({
    type: z.literal("stream_open"),
    id: z.int(),
    ...leased,
    stream_id: id,
    stream: z.enum(STREAM_NAMES),
    profile: z.enum(STREAM_PROFILES),
    /** Nothing that comes over it may change the device. */
    watching: z.boolean().default(true),
    /** Who is at the other end; null for the server itself, and for somebody without an account. */
    who: viewer.nullable().default(null),
    /** For `signaling`: what a direct path may be made with; without it there is to be none. */
    direct: directPathOffer.optional(),
    /** Where to dial: `ws:` or `wss:` URL of the very server that the browser is on. */
    url: z.string(),
  }),
  z.object({ type: z.literal("command"), id: z.int(), ...leased, command: deviceCommand }),
  /** Another live agent holds this serial; the device is not taken from here. */
  z.object({ type: z.literal("device_refused"), serial: z.string(), agent_name: z.string() }),
]);
export type ServerToAgent = z.output<typeof serverToAgent>;

/** What the server tells the work that an agent does at a device by itself: each is of one kind of test. */
export type WorkNotice = Extract<ServerToAgent, { type: "run_cases_cancelled" | "run_case_watched" }>;
