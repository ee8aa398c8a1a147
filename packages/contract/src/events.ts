import { z } from "zod";
import { driver, id, install, viewer } from "./shapes.ts";

/**
 * What the server tells the console of a project. Events name what changed; the console asks for the new state with its
 * own rights. `event_id` only grows, so a client that reconnects asks for what came `after` it; `resync` tells it that
 * too much has passed and everything must be read anew.
 */
export const consoleEvent = z.discriminatedUnion("type", [
  z.object({ event_id: z.int(), type: z.literal("device.changed"), device_id: id }),
  /** Somebody of the project left a note on a device, or took one away. */
  z.object({ event_id: z.int(), type: z.literal("note.changed"), device_id: id }),
  /** A self-check of a device was asked for, goes on, or is over. */
  z.object({ event_id: z.int(), type: z.literal("self_check.changed"), device_id: id }),
  /** A work order of a device was opened, closed, or something was done about it. */
  z.object({ event_id: z.int(), type: z.literal("work_order.changed"), device_id: id, number: z.int() }),
  /** A device tag; it may be gone. Which devices it has also changes with the devices, which is told of them alone. */
  z.object({ event_id: z.int(), type: z.literal("tag.changed"), tag_id: id }),
  /** A hardware model of the catalogue: with it whatever shows devices of that model. */
  z.object({ event_id: z.int(), type: z.literal("model.changed"), model_id: id }),
  /** An iOS certificate; it may be gone. */
  z.object({ event_id: z.int(), type: z.literal("ios_certificate.changed"), cert_id: id }),
  /** An app is being signed anew with a certificate, or was. */
  z.object({ event_id: z.int(), type: z.literal("resign.changed"), cert_id: id }),
  z.object({ event_id: z.int(), type: z.literal("test.changed"), test_id: id }),
  z.object({ event_id: z.int(), type: z.literal("app.changed"), app_id: id }),
  z.object({ event_id: z.int(), type: z.literal("install.changed"), install }),
  z.object({ event_id: z.int(), type: z.literal("viewers.changed"), test_id: id, viewers: z.array(viewer) }),
  /** Control of a debug session was given, taken back or given up, `by` whom. */
  z.object({
    event_id: z.int(),
    type: z.literal("drivers.changed"),
    test_id: id,
    drivers: z.array(driver),
    /** What was done: a device is given to who drives it then, or taken back from them, or they leave it. */
    action: z.enum(["give", "take_back", "leave"]),
    by: viewer,
  }),
  /**
   * Told to the holder of a debug session alone, on whatever page they are: somebody who watches it asks for control. The server keeps
   * it nowhere: what comes of it is `drivers.changed` or `control.declined`, and who is not answered may ask again.
   */
  z.object({
    event_id: z.int(),
    type: z.literal("control.asked"),
    project_id: id,
    test_id: id,
    device_id: id,
    by: viewer,
  }),
  /** Told to who asked alone: the holder keeps control. */
  z.object({ event_id: z.int(), type: z.literal("control.declined"), project_id: id, test_id: id, by: viewer }),
  /** A link by which a session is watched was made, or is good no longer. */
  z.object({ event_id: z.int(), type: z.literal("watch_link.changed"), test_id: id }),
  /** Remote ADB of a session: on, off, asked about, or how much has gone through. */
  z.object({ event_id: z.int(), type: z.literal("remote_adb.changed"), test_id: id, device_id: id }),
  /** Its facts, visibility or privileges; or it is gone. */
  z.object({ event_id: z.int(), type: z.literal("project.changed"), project_id: id }),
  /** Who belongs to it, or asks to. */
  z.object({ event_id: z.int(), type: z.literal("member.changed"), project_id: id }),
  /** A job, or one of its schedules; it may be gone. */
  z.object({ event_id: z.int(), type: z.literal("job.changed"), job_id: id }),
  /** A case library or its parsing; it may be gone. */
  z.object({ event_id: z.int(), type: z.literal("library.changed"), library_id: id }),
  /** A script repository, or what is in it; it may be gone. */
  z.object({ event_id: z.int(), type: z.literal("script.changed"), repo_id: id }),
  /** Who edits it, and which file. */
  z.object({ event_id: z.int(), type: z.literal("script_editors.changed"), repo_id: id }),
  /** A memory trace, its samples, or how far one of them is read; it may be gone. */
  z.object({ event_id: z.int(), type: z.literal("memory.changed"), trace_id: id }),
  /** What an agent on a Mac does with the memory graph of a sample. */
  z.object({ event_id: z.int(), type: z.literal("memgraph.changed"), sample_id: id }),
  /** The project's partition rules have a new version. */
  z.object({ event_id: z.int(), type: z.literal("memory_partitions.changed") }),
  /** An app has another baseline of its memory, or none any more. */
  z.object({ event_id: z.int(), type: z.literal("memory_baselines.changed") }),
  /** Cases of an automated test moved on; sent at most once a second a test and server. */
  z.object({ event_id: z.int(), type: z.literal("run.changed"), test_id: id }),
  /** The administrators' announcement; of interest to every project. */
  z.object({ event_id: z.int(), type: z.literal("notice.changed") }),
  /** Told to one person alone: they were let into a project, asked or not, or their request was declined. */
  z.object({
    event_id: z.int(),
    type: z.literal("join.decided"),
    project_id: id,
    name: z.string(),
    accepted: z.boolean(),
  }),
  /** An account waits for an administrator, or waits no more; of nobody in particular. */
  z.object({ event_id: z.int(), type: z.literal("accounts.changed") }),
  /** What administrators may change while the servers run. */
  z.object({ event_id: z.int(), type: z.literal("settings.changed") }),
  /** Channels, triggers or deliveries. */
  z.object({ event_id: z.int(), type: z.literal("notification.changed"), project_id: id }),
  z.object({ event_id: z.int(), type: z.literal("resync") }),
  /** Sent every 15 s so that both ends notice a dead connection. */
  z.object({ event_id: z.int(), type: z.literal("tick") }),
]);
export type ConsoleEvent = z.output<typeof consoleEvent>;
