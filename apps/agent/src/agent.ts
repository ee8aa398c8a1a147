import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { deferred } from "@udt/base";
import { createClient } from "@udt/client";
import type { ServerToAgent, SessionReport } from "@udt/contract";
import type { DeviceProvider } from "@udt/driver";
import { DevicePictures, type PictureTiming } from "./devices/device-pictures.ts";
import { DeviceRegistry } from "./devices/device-registry.ts";
import { RestingScreens, type RestMark, type RestTiming } from "./devices/resting-screens.ts";
import { instanceId } from "./instance-id.ts";
import { sweepContainers } from "./isolation/container.ts";
import { detectIsolation } from "./isolation/isolation.ts";
import { ScriptsWatch, type ScriptsWatchOptions } from "./isolation/scripts-watch.ts";
import { AT_DEVICES } from "./kinds/kinds.ts";
import { ServerLink, type ServerLinkOptions } from "./link/server-link.ts";
import { LogTail } from "./log-tail.ts";
import { jsonLogger, type Logger } from "./logger.ts";
import { host, machine } from "./machine.ts";
import { RecordingSpool, sendLeftovers, ServerClock } from "./recording/index.ts";
import { removeAside } from "./remove-tree.ts";
import { DeviceMarks, type DirtyMark } from "./sessions/dirty-marks.ts";
import { cleanWhole, handBack, type HandBackRoom } from "./sessions/hand-back.ts";
import { SessionManager } from "./sessions/session-manager.ts";
import type { DeviceSession } from "./sessions/session.ts";
import type { AgentSettings } from "./settings.ts";
import { findSkills } from "./tasks/skills.ts";
import { TaskManager } from "./tasks/task-manager.ts";

export interface RunningAgent {
  /** What it writes is also told to who asks the agent for its log. */
  readonly log: Logger;
  /** Resolves when the server has welcomed the agent for the first time. */
  readonly connected: Promise<void>;
  /** Ends and cleans every session, for up to ten seconds, and leaves nothing running. */
  stop(): Promise<void>;
}

export interface AgentOptions {
  log?: Logger;
  retryMs?: ServerLinkOptions["retryMs"];
  /** Pause between two looks at the container engine; tests make it short. */
  engineLookMs?: ScriptsWatchOptions["everyMs"];
  /** How often devices in use are pictured; tests make it short. */
  pictureTiming?: PictureTiming;
  /** How long a device that nobody has keeps its light; tests make it short. */
  restTiming?: RestTiming;
  /** The platform of this computer; the process's own where whoever composes the agent says nothing. */
  platform?: NodeJS.Platform;
}

const STOP_TIMEOUT_MS = 10_000;

/** Runs an agent on `providers`, which it owns from here on. */
export async function runAgent(
  settings: AgentSettings,
  makeProviders: (log: Logger) => readonly DeviceProvider[],
  options: AgentOptions = {},
): Promise<RunningAgent> {
  const clock = new ServerClock();
  const tail = new LogTail([settings.token], () => clock.now());
  const log = tail.beside(options.log ?? jsonLogger());
  const stopping = new AbortController();
  const instance_id = await instanceId(settings.data_dir);
  const { removed } = await removeLeftovers(settings.data_dir, log, stopping.signal);
  const { marks, screens } = await openMarks(settings.data_dir, log, options);
  const client = createClient({
    baseUrl: settings.server_url,
    headers: () => ({ authorization: `Bearer ${settings.token}` }),
  });
  const spool = new RecordingSpool({
    folder: join(settings.data_dir, "recordings"),
    max_bytes: settings.recording_spool_bytes,
    log,
  });
  await sendLeftovers({ client, spool, log });
  const parts: LateParts = { screens };
  const connected = deferred<void>();
  const linked = async (signal: AbortSignal) => parts.link?.up(signal);
  const kept = { client, dataDir: settings.data_dir, marks, log, linked };
  const registry = watchDevices({ ...kept, providers: makeProviders(log) }, parts);
  const scripts = new ScriptsWatch({
    onChange: (found) => parts.link?.send({ type: "scripts", scripts: found }),
    log,
    ...(options.engineLookMs !== undefined && { everyMs: options.engineLookMs }),
  });
  const environments = { cache_dir: join(settings.data_dir, "environments"), install_hosts: settings.install_hosts };
  const sessions = new SessionManager(
    {
      ...kept,
      token: settings.token,
      environments,
      clock,
      spool,
      ...AT_DEVICES,
      isLinked: () => parts.link?.isUp ?? false,
      onReport: (session) => tellSession(session, parts, registry),
      onProfile: (serial, outcome) => registry.profiled(serial, outcome),
      onInstall: (message) => parts.link?.send(message),
      selfCheckAddress: settings.self_check_address,
      onImageFailed: () => scripts.look(),
      onHeld: (session) => hold(session, registry, parts),
      wake: (device) => screens.wake(device),
    },
    (serial) => registry.find(serial),
  );
  parts.sessions = sessions;
  const look = { registry, sessions, link: () => parts.link, log, timing: options.pictureTiming };
  const pictures = (parts.pictures = new DevicePictures(look));
  const skills = await findSkills(options.platform ?? process.platform, stopping.signal);
  const tasks = new TaskManager({
    ...kept,
    data_dir: settings.data_dir,
    environments,
    server_url: settings.server_url,
    isolation: detectIsolation,
    signing_tool: skills.signing_tool ?? null,
    onReport: (report) => parts.link?.send(report),
  });
  const link = new ServerLink({
    server_url: settings.server_url,
    token: settings.token,
    log,
    ...(options.retryMs && { retryMs: options.retryMs }),
    hello: () => ({
      instance_id,
      ...host(),
      ...registry.forHello,
      sessions: sessions.forHello(),
      tasks: tasks.ids,
      ...(scripts.latest && { scripts: scripts.latest }),
      ...skills,
    }),
    beat: () => ({ machine: machine() }),
    onRequest: async (request) => carryOut({ sessions, tasks, tail }, request),
    onNotice: (notice) => take(notice, { sessions, tasks, clock, log, pictures, onWelcome: () => connected.resolve() }),
  });
  parts.link = link;

  return {
    log,
    connected: connected.promise,
    async stop() {
      stopping.abort();
      pictures.stop();
      await Promise.all([scripts.stop(), tasks.stop(), sessions.endAll(AbortSignal.timeout(STOP_TIMEOUT_MS))]);
      await spool.close();
      await screens.stop();
      await link.stop();
      await registry.dispose();
      await removed;
    },
  };
}

/** What devices are told of, once it is there. */
interface LateParts {
  screens: RestingScreens;
  sessions?: SessionManager;
  link?: ServerLink;
  pictures?: DevicePictures;
}

function tellSession(session: SessionReport, { link }: LateParts, registry: DeviceRegistry): void {
  link?.send({ type: "session", session });
  if (session.state === "cleaned") registry.refresh(session.serial);
}

const watchDevices = (
  from: Pick<ConstructorParameters<typeof DeviceRegistry>[0], "providers" | "marks" | "log"> & HandBackRoom,
  parts: LateParts,
): DeviceRegistry => {
  const registry = new DeviceRegistry({
    ...from,
    handBack: (...of) => handBack(from, ...of),
    cleanWhole: (...of) => cleanWhole(from, ...of),
    onDevice: (device) => {
      parts.link?.send({ type: "device", device });
      if (device.readiness !== "ready") return;
      parts.pictures?.ready(device.serial);
      rest(device.serial, registry, parts);
    },
    onUnread: (device) => parts.link?.send({ type: "device_unread", device }),
    onGone: (serial, reason) => {
      parts.pictures?.gone(serial);
      parts.screens.gone(serial);
      parts.link?.send({ type: "device_gone", serial, reason });
    },
  });
  return registry;
};

/** A session has a device, whose screen rests again once that is over. */
function hold(session: DeviceSession, registry: DeviceRegistry, parts: LateParts): void {
  parts.pictures?.held(session);
  void session.over.then(() => rest(session.lease.serial, registry, parts));
}

/** The screen of a device rests that nobody has, and that is ready for whoever wants it. */
function rest(serial: string, registry: DeviceRegistry, { sessions, screens }: LateParts): void {
  const found = registry.find(serial);
  if (found?.ready && sessions?.holderOf(serial) === null) screens.free(found.device);
}

/** What an earlier life of this agent knew of its devices. */
async function openMarks(data_dir: string, log: Logger, { restTiming: timing }: AgentOptions) {
  const isBroken = (file: string, error: unknown) => log("error", "a device's mark cannot be read", { file, error });
  const marks = await DeviceMarks.open<DirtyMark>(join(data_dir, "dirty"), isBroken);
  const resting = await DeviceMarks.open<RestMark>(join(data_dir, "resting"), isBroken);
  return { marks, screens: new RestingScreens({ marks: resting, log, timing }) };
}

/**
 * Half a download of an earlier life is of no use to anyone, nor are the folders of runs and tasks that others have taken
 * over. They are removed while the agent works: however large or strange they are, it starts.
 */
async function removeLeftovers(
  data_dir: string,
  log: Logger,
  signal: AbortSignal,
): Promise<{ removed: Promise<void> }> {
  await endContainers(join(data_dir, "runs"), log);
  return removeAside(
    ["spool", "runs", "tasks"].map((name) => join(data_dir, name)),
    join(data_dir, "trash"),
    (folder, error) => log("warn", "files of an earlier life stay", { folder, error }),
    signal,
  );
}

/** An agent that was killed leaves its runs' folders, and in them what tells of containers that nobody ended. */
async function endContainers(runs: string, log: Logger): Promise<void> {
  const left = await readdir(runs).catch(() => []);
  if (left.length === 0) return;
  await sweepContainers(resolve(runs)).then(
    (count) => count > 0 && log("warn", "containers of an earlier life were ended", { count }),
    (error: unknown) => log("error", "containers of an earlier life stay", { error }),
  );
}

/** What the server tells and wants no answer to. */
function take(
  notice: Exclude<ServerToAgent, { id: number }>,
  to: {
    sessions: SessionManager;
    tasks: TaskManager;
    clock: ServerClock;
    log: Logger;
    pictures: DevicePictures;
    onWelcome: () => void;
  },
): void {
  const { sessions, tasks } = to;
  switch (notice.type) {
    case "welcome":
      to.clock.set(notice.now);
      to.onWelcome();
      sessions.onWelcome(notice.sessions);
      to.pictures.heard();
      return tasks.onWelcome(notice.tasks ?? []);
    case "session_confirmed":
      return sessions.onConfirmed(notice);
    case "session_deadline":
      return sessions.setDeadline(notice, notice.deadline);
    case "task_cancel":
      return tasks.cancel(notice.task_id);
    case "run_cases_cancelled":
    case "run_case_watched":
      return sessions.take(notice);
    case "device_refused":
      return to.log("warn", "another agent holds this device", {
        serial: notice.serial,
        agent_name: notice.agent_name,
      });
  }
}

async function carryOut(
  { sessions, tasks, tail }: { sessions: SessionManager; tasks: TaskManager; tail: LogTail },
  request: Extract<ServerToAgent, { id: number }>,
): Promise<unknown> {
  switch (request.type) {
    case "task_start":
      return tasks.start(request.task);
    case "log_tail":
      return { lines: tail.lines };
    case "session_start":
      return sessions.start(request);
    case "session_stop":
      return sessions.stop(request);
    case "stream_open":
      return sessions.openStream(request);
    case "command":
      return sessions.command(request, request.command);
  }
}
