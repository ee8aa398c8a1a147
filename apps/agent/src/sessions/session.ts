import { backoffMs, delay, type Said, SaidError, saidInEnglish, saidOf, say } from "@udt/base";
import {
  DEVICE_USE,
  STREAMS,
  MARK_LIMIT_MS,
  PREPARE_LIMIT_MS,
  REPLACE_LIMIT_MS,
  profileEntries,
  type AgentToServer,
  type CommandAnswer,
  type DeviceCommand,
  type ProfileOutcome,
  type ServerToAgent,
  type SessionReport,
  type TestKind,
  type WorkNotice,
} from "@udt/contract";
import type { CleanMark, Device } from "@udt/driver";
import { join } from "node:path";
import { bringToProfile, profileOutcome } from "../profiles/device-profile.ts";
import { DirectPaths } from "../direct/direct-paths.ts";
import { messageOf, type Logger } from "../logger.ts";
import { runCommand, SHOWN_COMMANDS } from "./commands.ts";
import type { DirtyMark, DirtyMarks } from "./dirty-marks.ts";
import { cleanLeft, handBack } from "./hand-back.ts";
import { runInstall, type InstallCommand, type InstallProgress } from "./install.ts";
import { leaseOf, Refusal, type Lease } from "./lease.ts";
import { MadeFiles } from "./made-files.ts";
import type { Upload } from "../recording/index.ts";
import { asEnded, buildsBefore, replaceOthers } from "./own-builds.ts";
import { SessionPointers } from "./pointers.ts";
import { ScreenKeeper } from "../screen/screen-keeper.ts";
import { makeParts, type SessionParts } from "./session-parts.ts";
import type { AtDevices, ServeTrial, SessionWork, SessionWorks, WorkRoom, WorkTools } from "./session-work.ts";
import { dialStream, refuse, type StreamEnd } from "./stream-socket.ts";
import { demandStream, serveStream } from "./streams.ts";
import { TwoWayEnd } from "./two-way-end.ts";
import { runUninstall, type UninstallCommand } from "./uninstall.ts";
import { watchedAs } from "./watched-as.ts";
import { within, withSignal } from "../with-signal.ts";
import type { Builds } from "../wanted-apps.ts";

type StreamOpen = Extract<ServerToAgent, { type: "stream_open" }>;
type SessionStart = Extract<ServerToAgent, { type: "session_start" }>;
type InstallMessage = Extract<AgentToServer, { type: "install" }>;

export interface SessionContext extends WorkTools, AtDevices {
  token: string;
  marks: DirtyMarks;
  log: Logger;
  /** Whether the server hears this agent now, and so ends sessions itself. */
  isLinked(): boolean;
  /** Resolves when it does. */
  linked(signal: AbortSignal): Promise<void>;
  onReport(report: SessionReport): void;
  onInstall(message: InstallMessage): void;
  /** A device was brought to its profile, as far as that took. */
  onProfile(serial: string, outcome: ProfileOutcome): void;
  /** Lights a screen that was rested while nobody had the device. */
  wake(device: Device): Promise<void>;
  /** A session has its device, which it is about to prepare. */
  onHeld(session: DeviceSession): void;
}

const STOP_WORK_TIMEOUT_MS = 5_000;
const CLEAN_RETRY_CAP_MS = 30_000;
/** What `setTimeout` takes. */
const TIMER_MAX_MS = 2 ** 31 - 1;
const OVERDUE_CHECK_MS = 1_000;

/** One device's session, from its preparation until the device is clean again. Its faults stay its own. */
export class DeviceSession {
  readonly lease: Lease;
  readonly device: Device;
  /** Resolves when the session holds the device no longer: cleaned, or the device lost. */
  readonly over: Promise<void>;
  readonly #context: SessionContext;
  readonly #request: SessionStart;
  readonly #beganAt = performance.now();
  readonly #log: Logger;
  readonly #screen: ScreenKeeper;
  readonly #parts: SessionParts;
  readonly #pointers = new SessionPointers();
  readonly #paths = new DirectPaths();
  readonly #serveTrial: ServeTrial;
  /** Ends everything the session runs. */
  readonly #ending = new AbortController();
  /** Ends its handing back: the device is lost, or the agent stops. */
  readonly #leaving = new AbortController();
  readonly #over = Promise.withResolvers<void>();
  readonly #sockets = new Set<StreamEnd>();
  readonly #installs = new Map<string, { cancel(): void }>();
  readonly #work = new Set<Promise<void>>();
  #state: SessionReport["state"] = "preparing";
  #error: Said | null = null;
  #endReason: SessionReport["end_reason"] = null;
  #mark: CleanMark | undefined;
  #builds: Builds | undefined;
  #marking: Promise<void> = Promise.resolve();
  readonly #made = new MadeFiles(async (paths) => {
    if (this.#mark === undefined) return;
    this.#mark = this.device.removing(this.#mark, paths);
    await this.#writeMark();
  });
  #deadline: number;
  #deadlineTimer: NodeJS.Timeout | undefined;
  #ended: Promise<void> | undefined;
  #lost = false;
  #atWork: SessionWork | undefined;

  constructor(request: SessionStart, device: Device, context: SessionContext) {
    this.lease = leaseOf(request);
    this.#request = request;
    this.device = device;
    this.over = this.#over.promise;
    this.#context = context;
    this.#log = (level, message, facts) => context.log(level, message, { ...this.lease, ...facts });
    this.#screen = new ScreenKeeper(device, this.#log);
    const { dataDir } = context;
    const upload = this.#upload();
    this.#parts = makeParts(device, request.kind, { screen: this.#screen, upload, dataDir, log: this.#log });
    this.#serveTrial = context.trialsOf(() => this.#room());
    this.#deadline = request.deadline;
    this.setDeadline(request.deadline);
    void device.gone.then((reason) => this.#onGone(reason));
  }

  get screen(): ScreenKeeper {
    return this.#screen;
  }

  get report(): SessionReport {
    // A mark is taken once that is done.
    const swept = this.#request.left_uncleaned && this.#mark && { is_swept: true as const };
    return { ...this.lease, state: this.#state, error: this.#error, end_reason: this.#endReason, ...swept };
  }

  get state(): SessionReport["state"] {
    return this.#state;
  }

  /** Takes the mark, writes it down, and opens the screen. Ends in `running`, or in `failed` and then cleaning. */
  async start(): Promise<void> {
    this.#setState("preparing");
    try {
      // How bright it was then is what cleaning puts back.
      await withSignal(this.#context.wake(this.device), this.#ending.signal);
      await cleanLeft(this.#context, this.device, this.#request, this.#ending.signal);
      // The session before may have been another project's, which left the device as its own tags want it. What would not take
      // keeps nobody from it: each setting has a limit of its own.
      const settings = this.#request.profile?.settings ?? {};
      // Once one of them is put the server is to hear of it, whatever becomes of the session and of this agent.
      if (profileEntries(settings).length > 0) await this.#takeMark(within(this.#ending.signal, MARK_LIMIT_MS));
      await bringToProfile(this.device, settings, this.#ending.signal);
      await replaceOthers(this.#context, this.device, this.#request, within(this.#ending.signal, REPLACE_LIMIT_MS));
      const signal = within(this.#ending.signal, PREPARE_LIMIT_MS);
      await this.#takeMark(signal);
      signal.throwIfAborted();
      await this.#openScreen(signal);
      await this.#checkBefore();
    } catch (error) {
      if (this.#ended || this.#lost) return;
      this.#log("error", "session cannot start", { error });
      this.#setState("failed", saidOf(error));
      void this.end();
      return;
    }
    this.#setState("running");
    this.#parts.recording?.begin();
    const work = this.#context.works[this.#request.kind];
    if (work !== null) this.#track(this.#doWork(work));
  }

  /** Where nobody looks at it, as in a self-check, a screen that fails is what that finds, and what a restart may mend. */
  async #openScreen(signal: AbortSignal): Promise<void> {
    try {
      await withSignal(this.#screen.start(), signal);
    } catch (error) {
      this.#ending.signal.throwIfAborted();
      if (DEVICE_USE[this.#request.kind].streams.includes("screen")) throw error;
      this.#log("warn", "the screen cannot be opened", { error: messageOf(error) });
      return;
    }
    // A phone that went to sleep shows black; a device without input shows what it shows.
    const woken = this.#screen.input?.sink
      .wake()
      .catch((error: unknown) => this.#log("warn", "device cannot be woken", { error: messageOf(error) }));
    await withSignal(Promise.resolve(woken), signal);
  }

  async #takeMark(signal: AbortSignal): Promise<void> {
    const { free_apps, free_paths: paths, wanted } = this.#request.environment;
    const apps = [...free_apps, ...wanted.map(({ package_name }) => package_name)];
    const profile = profileEntries(this.#request.profile?.settings ?? {});
    this.#builds = await buildsBefore(this.device, this.#request, signal);
    this.#mark = this.device.sparing(await this.device.mark(signal), { apps, paths, profile });
    await this.#writeMark();
  }

  /** What a tag asks of the device before anybody has it. Each step has a limit of its own. */
  async #checkBefore(): Promise<void> {
    const { check } = this.#request;
    if (!check) return;
    const fault = await this.#context.checkBefore(this.#room(), check, this.#ending.signal);
    this.#ending.signal.throwIfAborted();
    if (fault) throw new SaidError(fault);
    // What the check cleaned up, set and installed is no doing of whoever gets the device.
    await this.#takeMark(within(this.#ending.signal, PREPARE_LIMIT_MS));
  }

  /** What the server tells the session's work. */
  take(notice: WorkNotice): void {
    this.#atWork?.take(notice);
  }

  /**
   * Epoch milliseconds of the server's clock, which goes on here while this machine's is set. The server ends sessions in
   * time; only while it is away does this agent.
   */
  setDeadline(deadline: number): void {
    const { clock } = this.#context;
    this.#deadline = deadline;
    clearTimeout(this.#deadlineTimer);
    const left = deadline - clock.now();
    const pauseMs = left > 0 ? Math.min(left, TIMER_MAX_MS) : OVERDUE_CHECK_MS;
    this.#deadlineTimer = setTimeout(() => {
      if (clock.now() < this.#deadline || this.#context.isLinked()) return this.setDeadline(this.#deadline);
      void this.end("device_timeout");
    }, pauseMs);
  }

  /**
   * Ends and cleans. Every call resolves when the device is clean, or lost.
   * @param reason What the server is told when it did not ask for this.
   */
  end(reason: SessionReport["end_reason"] = null): Promise<void> {
    if (!this.#ended) this.#endReason = reason;
    this.#ended ??= this.#endOnce().catch((error: unknown) => this.#log("error", "session ended badly", { error }));
    return this.over;
  }

  /** Stops at once without cleaning: the agent itself stops. The dirty mark stays for the next run. */
  async abandon(): Promise<void> {
    this.#ended ??= Promise.resolve();
    this.#leaving.abort(new SaidError(say("session_ended")));
    await this.#stopWork();
    this.#over.resolve();
  }

  /** Dials the stream's URL and serves it. Resolves once the socket is open. */
  async openStream(request: StreamOpen): Promise<void> {
    this.#demandRunning();
    if (!DEVICE_USE[this.#request.kind].streams.includes(request.stream)) throw this.#watched();
    const held = { serial: this.lease.serial, device: this.device };
    demandStream(held, request.stream);
    const { signal } = this.#ending;
    const dialled = await dialStream(request.url, this.#context.token, signal).catch((error: unknown) => {
      throw new Refusal("agent_timeout", {}, { cause: error });
    });
    const socket = STREAMS[request.stream].way === "channel" ? new TwoWayEnd(dialled, this.#paths) : dialled;
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket));
    dialled.on("error", (error) =>
      this.#log("debug", "stream broke", { stream: request.stream, error: error.message }),
    );
    if (this.#state !== "running") return refuse(socket, "test_ended");
    const watched = watchedAs(dialled, this.#request.kind, request.watching);
    const { audio, performance: measured, recording } = this.#parts;
    const kept = { screen: this.#screen, performance: measured, recording };
    const shared = { audio, pointers: this.#pointers, paths: this.#paths, trial: this.#serveTrial };
    const room = {
      ...held,
      ...kept,
      ...shared,
      direct: request.direct,
      who: request.who,
      made: this.#made,
      log: this.#log,
      signal,
      age: () => performance.now() - this.#beganAt,
      profile: request.profile,
      get watched() {
        return watched();
      },
    };
    this.#serve(socket, serveStream(request.stream, socket, room));
  }

  command(command: DeviceCommand): Promise<CommandAnswer<DeviceCommand["name"]>> {
    this.#demandRunning();
    if (!DEVICE_USE[this.#request.kind].commands.includes(command.name)) throw this.#watched();
    if (SHOWN_COMMANDS.includes(command.name)) this.#screen.watch.given();
    return runCommand(command, {
      device: this.device,
      client: this.#context.client,
      test_id: this.lease.test_id,
      lease_token: this.lease.lease_token,
      signal: this.#ending.signal,
      made: this.#made,
      memory: this.#parts.memory,
      startInstall: (install) => this.#startInstall(install),
      cancelInstall: (installId) => this.#installs.get(installId)?.cancel(),
    });
  }

  #upload(): Upload {
    const { client, clock, spool } = this.#context;
    const { test_id, lease_token } = this.lease;
    return { client, clock, spool, test_id, lease_token, device_id: this.#request.device_id, log: this.#log };
  }

  /** Does what the kind of test is for. Nobody but this agent knows when that breaks off: then it ends the session with why. */
  async #doWork(work: NonNullable<SessionWorks[TestKind]>): Promise<void> {
    try {
      this.#atWork = work(this.#room());
      await this.#atWork.run(this.#ending.signal);
    } catch (error) {
      if (this.#ended || this.#lost) throw error;
      this.#log("error", "session work failed", { error });
      const said = saidOf(error, (raw) => say("agent_work_failed", {}, raw));
      this.#setState("failed", said);
      void this.end();
    }
  }

  #room(): WorkRoom {
    return {
      ...this.#context,
      lease: this.lease,
      device_id: this.#request.device_id,
      device: this.device,
      screen: this.#screen,
      log: this.#log,
      profile: this.#request.profile?.settings ?? {},
      environment: { ...this.#request.environment, ...this.#request.check_spares },
      keepPackages: (packages) => this.#keepPackages(packages),
    };
  }

  /** These stay when the device is cleaned. */
  async #keepPackages(packages: readonly string[]): Promise<void> {
    if (packages.length === 0 || this.#mark === undefined) return;
    this.#mark = this.device.keeping(this.#mark, packages);
    await this.#writeMark();
  }

  /** What is to be cleaned and put back, by whoever does it. */
  get #dirty(): DirtyMark | undefined {
    if (this.#mark === undefined) return undefined;
    const { device_id, environment, kind, profile } = this.#request;
    const { hands_over: tells } = DEVICE_USE[kind];
    const kept = { device_id, wanted: environment.wanted, tells, builds: this.#builds, ...(profile && { profile }) };
    return { ...this.lease, mark: this.#mark, ...kept };
  }

  /** In turn: of two at once the older one could be written last. */
  #writeMark(): Promise<void> {
    const put = async () => {
      const dirty = this.#dirty;
      if (dirty) await this.#context.marks.put(dirty);
    };
    return (this.#marking = this.#marking.then(put, put));
  }

  /** A run's device is driven by its script alone. */
  #watched(): Refusal {
    return new Refusal("test_watched", { test_id: this.lease.test_id });
  }

  #demandRunning(): void {
    if (this.#state !== "running")
      throw new Refusal(this.#state === "preparing" ? "test_not_running" : "test_ended", {
        test_id: this.lease.test_id,
      });
  }

  #startInstall(command: InstallCommand | UninstallCommand): void {
    const { install_id } = command;
    if (this.#installs.has(install_id)) return;
    const cancel = new AbortController();
    const isInstall = command.name === "app_install";
    const calledOff = new SaidError(say(isInstall ? "install_cancelled" : "uninstall_cancelled"));
    this.#installs.set(install_id, { cancel: () => cancel.abort(calledOff) });
    const apps = this.device.capabilities.apps!;
    const ending = this.#ending.signal;
    const tell = (progress: InstallProgress) =>
      this.#context.onInstall({ type: "install", ...this.lease, install_id, ...progress });
    const spool = join(this.#context.dataDir, "spool");
    const done = isInstall
      ? runInstall(command, apps, this.#context.client, spool, tell, AbortSignal.any([cancel.signal, ending]))
      : runUninstall(command, apps, tell, { cancelled: cancel.signal, ending });
    this.#track(done.finally(() => this.#installs.delete(install_id)));
  }

  #serve(socket: StreamEnd, serving: Promise<void>): void {
    this.#track(
      serving.catch((error: unknown) => {
        if (this.#ending.signal.aborted) return;
        this.#log("warn", "stream failed", { error });
        refuse(socket, "device_command_failed");
      }),
    );
  }

  #track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => {
        // What the session's end breaks off has not failed.
        if (error !== this.#ending.signal.reason) this.#log("error", "session work failed", { error });
      })
      .finally(() => this.#work.delete(tracked));
    this.#work.add(tracked);
  }

  async #stopWork(): Promise<void> {
    clearTimeout(this.#deadlineTimer);
    this.#ending.abort(new SaidError(say(this.#lost ? "device_connection_lost" : "session_ended")));
    for (const socket of this.#sockets) {
      if (this.#lost) refuse(socket, "device_offline");
      else refuse(socket, "test_ended");
      // A paused reader would never see the peer's answer to the closing.
      socket.resume();
    }
    this.#pointers.dispose();
    for (const part of Object.values(this.#parts)) if (part) this.#track(part.dispose());
    // A way to the device that hangs must not keep the device from being cleaned, nor the agent from stopping.
    const closing = this.#screen.dispose().then(() => Promise.allSettled(this.#work));
    await withSignal(closing, AbortSignal.timeout(STOP_WORK_TIMEOUT_MS)).catch((error: unknown) =>
      this.#log("warn", "session's work did not close", { error: messageOf(error) }),
    );
  }

  async #endOnce(): Promise<void> {
    const failed = this.#state === "failed";
    if (!failed) this.#setState("cleaning");
    await this.#stopWork();
    if (failed) this.#setState("cleaning", this.#error);
    const { signal: left } = this.#leaving;
    for (let attempt = 0; !left.aborted; attempt++) {
      try {
        // Without a mark nothing was touched.
        const dirty = this.#dirty && asEnded(this.#request, this.#dirty);
        if (dirty) await handBack({ ...this.#context, log: this.#log }, this.device, dirty, left);
        await this.#toProfile(left);
        left.throwIfAborted();
        await this.#context.marks.remove(this.lease.serial);
        this.#setState("cleaned", this.#error);
        this.#over.resolve();
        return;
      } catch (error) {
        if (left.aborted) return;
        this.#log("warn", "device cannot be cleaned yet", { error });
        this.#setState(
          "cleaning",
          saidOf(error, (raw) => say("device_not_cleaned", {}, raw)),
        );
        await delay(backoffMs(attempt, 1_000, CLEAN_RETRY_CAP_MS), left).catch(() => undefined);
      }
    }
  }

  /** Before the mark goes, so that an agent that is killed meanwhile does it anew. */
  async #toProfile(signal: AbortSignal): Promise<void> {
    const { profile } = this.#request;
    if (!profile || this.#mark === undefined) return;
    const { serial, lease_token } = this.lease;
    const outcome = await profileOutcome(this.device, { profile, lease_token }, signal);
    signal.throwIfAborted();
    this.#context.onProfile(serial, outcome);
  }

  #onGone(reason: Said): void {
    if (this.#state === "cleaned" || this.#lost) return;
    this.#lost = true;
    this.#leaving.abort(new SaidError(reason));
    const alreadyEnding = this.#ended !== undefined;
    this.#ended ??= this.#stopWork();
    // The dirty mark stays: the device is cleaned when it comes back.
    this.#setState("lost", reason);
    void this.#ended.finally(() => this.#over.resolve());
    if (alreadyEnding) this.#over.resolve();
  }

  #setState(state: SessionReport["state"], error: Said | null = null): void {
    this.#state = state;
    this.#error = error;
    this.#log("info", "session state", { state, ...(error && { error: saidInEnglish(error) }) });
    this.#context.onReport(this.report);
  }
}
