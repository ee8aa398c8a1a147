import {
  commandAnswers,
  isFinalReport,
  type DeviceCommand,
  type ServerToAgent,
  type SessionReport,
  type sessionStopAnswer,
  type WorkNotice,
} from "@udt/contract";
import type { Device } from "@udt/driver";
import type { z } from "zod";
import { Refusal, type Lease } from "./lease.ts";
import { DeviceSession, type SessionContext } from "./session.ts";

type SessionStart = Extract<ServerToAgent, { type: "session_start" }>;
type StreamOpen = Extract<ServerToAgent, { type: "stream_open" }>;
type Welcome = Extract<ServerToAgent, { type: "welcome" }>;

/** Final reports kept for a server that may not have heard them. */
const KEPT_REPORTS = 200;

/** All sessions of this agent, at most one a device, and the fence against orders from an older lease. */
export class SessionManager {
  readonly #context: SessionContext;
  readonly #findDevice: (serial: string) => { device: Device; ready: boolean } | undefined;
  readonly #sessions = new Map<string, DeviceSession>();
  readonly #newestToken = new Map<string, number>();
  /** Final reports that the server has not confirmed, by lease. */
  readonly #unconfirmed = new Map<string, SessionReport>();
  /** Those that the last `hello` told: the welcome confirms them. */
  #told: readonly SessionReport[] = [];

  /** @param findDevice a device that may be used now, and whether it is ready for a session */
  constructor(context: SessionContext, findDevice: (serial: string) => { device: Device; ready: boolean } | undefined) {
    this.#context = {
      ...context,
      onReport: (report) => {
        if (isFinalReport(report)) this.#keep(report);
        context.onReport(report);
      },
    };
    this.#findDevice = findDevice;
    for (const { serial, lease_token } of context.marks.list()) this.#newestToken.set(serial, lease_token);
  }

  /** For `hello`: what has ended and is not confirmed, and what is held. */
  forHello(): SessionReport[] {
    this.#told = [...this.#unconfirmed.values()];
    const held = [...this.#sessions.values()].filter(({ lease }) => !this.#unconfirmed.has(keyOf(lease)));
    return [...this.#told, ...held.map((session) => session.report)];
  }

  /** Accepts a session; how it goes on is told by reports. Throws a {@link Refusal}. */
  start(request: SessionStart): void {
    this.#fence(request);
    const held = this.#sessions.get(request.serial);
    if (held?.lease.lease_token === request.lease_token) return;
    const found = this.#findDevice(request.serial);
    if (!found || found.device.identity.boot_id !== request.boot_id)
      throw new Refusal("device_offline", { device_id: request.serial });
    if (held || !found.ready) throw new Refusal("device_not_ready", { device_id: request.serial, state: "cleaning" });
    const session = new DeviceSession(request, found.device, this.#context);
    this.#sessions.set(request.serial, session);
    void session.over.then(() => this.#forget(session));
    this.#context.onHeld(session);
    void session.start();
  }

  /** The lease under which a device is in use; null where no session has it, undefined until that runs and while it is cleaned. */
  holderOf(serial: string): { test_id: string; lease_token: number } | null | undefined {
    const session = this.#sessions.get(serial);
    if (!session) return null;
    const { test_id, lease_token } = session.lease;
    return session.state === "running" ? { test_id, lease_token } : undefined;
  }

  /**
   * Answers at once; the reports `cleaning` and `cleaned` follow for a session that is held. One that is not is over: the
   * answer alone says so, because a report that makes the server ask again would never come to an end.
   */
  stop(lease: Lease): z.input<typeof sessionStopAnswer> {
    this.#fence(lease);
    const session = this.#sessions.get(lease.serial);
    if (session?.lease.lease_token !== lease.lease_token) return { held: false };
    void session.end();
    return { held: true };
  }

  /** The server has taken in the final report of a lease. */
  onConfirmed(lease: Lease): void {
    this.#unconfirmed.delete(keyOf(lease));
  }

  setDeadline(lease: Lease, deadline: number): void {
    this.#find(lease).setDeadline(deadline);
  }

  /** What the server tells a session's work. */
  take(notice: WorkNotice): void {
    this.#find(notice).take(notice);
  }

  openStream(request: StreamOpen): Promise<void> {
    return this.#find(request).openStream(request);
  }

  /** Resolves with an answer that fits the contract. */
  async command(lease: Lease, command: DeviceCommand): Promise<unknown> {
    return commandAnswers[command.name].parse(await this.#find(lease).command(command));
  }

  /** The server's picture after a `hello`: sessions it does not hold any more are ended, deadlines are taken over. */
  onWelcome(sessions: Welcome["sessions"]): void {
    for (const report of this.#told) this.#unconfirmed.delete(keyOf(report));
    this.#told = [];
    const alive = new Map(sessions.map((session) => [keyOf(session), session]));
    for (const session of this.#sessions.values()) {
      const known = alive.get(keyOf(session.lease));
      if (known) session.setDeadline(known.deadline);
      else void session.end();
    }
  }

  /** Ends and cleans every session because the agent stops, for as long as the signal lets it. */
  async endAll(signal: AbortSignal): Promise<void> {
    const sessions = [...this.#sessions.values()];
    const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    await Promise.race([Promise.allSettled(sessions.map((session) => session.end("agent_lost"))), aborted]);
    await Promise.allSettled([...this.#sessions.values()].map((session) => session.abandon()));
  }

  #forget(session: DeviceSession): void {
    const { serial } = session.lease;
    if (this.#sessions.get(serial) === session) this.#sessions.delete(serial);
  }

  #find(lease: Lease): DeviceSession {
    this.#fence(lease);
    const session = this.#sessions.get(lease.serial);
    if (!session || session.lease.lease_token !== lease.lease_token || session.lease.test_id !== lease.test_id) {
      throw new Refusal("test_ended", { test_id: lease.test_id });
    }
    return session;
  }

  #fence(lease: Lease): void {
    const newest = this.#newestToken.get(lease.serial) ?? 0;
    if (lease.lease_token < newest) throw new Refusal("agent_stale_lease");
    this.#newestToken.set(lease.serial, lease.lease_token);
  }

  #keep(report: SessionReport): void {
    this.#unconfirmed.set(keyOf(report), report);
    const [oldest] = this.#unconfirmed.keys();
    if (this.#unconfirmed.size > KEPT_REPORTS && oldest !== undefined) this.#unconfirmed.delete(oldest);
  }
}

const keyOf = (lease: Lease): string => `${lease.test_id} ${lease.serial} ${lease.lease_token}`;
