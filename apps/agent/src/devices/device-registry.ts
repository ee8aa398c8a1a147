import { backoffMs, delay, type Said, saidOf, say } from "@udt/base";
import { CAPABILITIES, type DeviceReport, type ProfileOutcome, type UnreadDevice } from "@udt/contract";
import type { Device, DeviceFacts, DeviceProvider } from "@udt/driver";
import { messageOf, type Logger } from "../logger.ts";
import { profileOutcome } from "../profiles/device-profile.ts";
import { steadyWear, type Wear } from "./steady-wear.ts";
import type { DirtyMark, DirtyMarks } from "../sessions/dirty-marks.ts";
import { goneSignal } from "../with-signal.ts";

const FACTS_INTERVAL_MS = 60_000;
const FACTS_TIMEOUT_MS = 30_000;
const RETRY_CAP_MS = 30_000;
/** After so many failures to read it, minutes in all, what was read of how worn a device is no longer counts. */
const UNREAD_MAX = 8;

interface Entry {
  device: Device;
  readiness: DeviceReport["readiness"];
  reason: Said | null;
  facts: DeviceFacts | undefined;
  /** What was told of how worn it is, of which little changes are no news. */
  wear: Wear | undefined;
  /** What became of the profile that it was last to be brought to. */
  profile: ProfileOutcome | undefined;
  reported: string;
  /** Ends the pause before its facts are read again. */
  rest: AbortController;
}

/**
 * Every device that is here, made ready: what an earlier session left is cleaned first, then its facts are read, and read
 * again each minute. Tells changes alone.
 */
export class DeviceRegistry {
  readonly #entries = new Map<string, Entry>();
  readonly #providers: readonly DeviceProvider[];
  readonly #marks: DirtyMarks;
  readonly #log: Logger;
  readonly #handBack: (device: Device, dirty: DirtyMark, signal: AbortSignal) => Promise<void>;
  readonly #cleanWhole: (device: Device, signal: AbortSignal) => Promise<unknown>;
  readonly #onDevice: (report: DeviceReport) => void;
  readonly #onUnread: (device: UnreadDevice) => void;
  readonly #onGone: (serial: string, reason: Said) => void;
  readonly #stopping = new AbortController();
  readonly #offs: (() => void)[];

  constructor(options: {
    providers: readonly DeviceProvider[];
    marks: DirtyMarks;
    log: Logger;
    /** Cleans a device that an earlier session left. */
    handBack(device: Device, dirty: DirtyMark, signal: AbortSignal): Promise<void>;
    /** The same where nobody knows how that session found it. */
    cleanWhole(device: Device, signal: AbortSignal): Promise<unknown>;
    onDevice: (report: DeviceReport) => void;
    /** Of one that is here and cannot be read yet. */
    onUnread: (device: UnreadDevice) => void;
    onGone: (serial: string, reason: Said) => void;
  }) {
    this.#providers = options.providers;
    this.#marks = options.marks;
    this.#log = options.log;
    this.#handBack = (...of) => options.handBack(...of);
    this.#cleanWhole = (...of) => options.cleanWhole(...of);
    this.#onDevice = options.onDevice;
    this.#onUnread = options.onUnread;
    this.#onGone = options.onGone;
    this.#offs = options.providers.map((provider) => provider.changed.on(() => this.#look()));
    this.#look();
  }

  /** Every device that is here, with what is known of it. */
  get forHello(): { devices: DeviceReport[]; unread: UnreadDevice[] } {
    const unread = [...this.#entries.values()].filter(({ facts }) => !facts).map(unreadOf);
    return { devices: this.reports, unread };
  }

  /** Those whose facts are known. */
  get reports(): DeviceReport[] {
    return [...this.#entries.values()].map(reportOf).filter((report) => report !== undefined);
  }

  find(serial: string): { device: Device; ready: boolean } | undefined {
    const entry = this.#entries.get(serial);
    return entry && { device: entry.device, ready: entry.readiness === "ready" };
  }

  /** Has a device's facts read anew: what it was used for may have warmed or filled it, and is to be known before it is used again. */
  refresh(serial: string): void {
    this.#entries.get(serial)?.rest.abort();
  }

  /** Tells what became of the profile that a device was to be brought to. */
  profiled(serial: string, outcome: ProfileOutcome): void {
    const entry = this.#entries.get(serial);
    if (!entry) return;
    entry.profile = outcome;
    this.#set(entry, entry.readiness, entry.reason);
  }

  async dispose(): Promise<void> {
    this.#stopping.abort(new Error("agent stops"));
    for (const off of this.#offs) off();
    await Promise.allSettled(this.#providers.map((provider) => provider.dispose()));
  }

  #look(): void {
    for (const device of this.#providers.flatMap((provider) => provider.list())) {
      const { serial } = device.identity;
      if (this.#entries.get(serial)?.device === device) continue;
      const entry: Entry = {
        device,
        readiness: "initializing",
        reason: null,
        facts: undefined,
        wear: undefined,
        profile: undefined,
        reported: "",
        rest: new AbortController(),
      };
      this.#entries.set(serial, entry);
      this.#tell(entry);
      void device.gone.then((reason) => this.#forget(entry, reason));
      void this.#care(entry);
    }
  }

  #forget(entry: Entry, reason: Said): void {
    const { serial } = entry.device.identity;
    // A device that restarted is in its place already, and replaces it in the server's eyes, too.
    if (this.#entries.get(serial) !== entry) return;
    this.#entries.delete(serial);
    this.#onGone(serial, reason);
  }

  /** Makes the device ready and keeps its facts fresh until it is gone. */
  async #care(entry: Entry): Promise<void> {
    const { signal } = this.#stopping;
    const here = () => !signal.aborted && this.#entries.get(entry.device.identity.serial) === entry;
    for (let attempt = 0; here(); attempt++) {
      entry.rest = new AbortController();
      try {
        const facts = await entry.device.facts(AbortSignal.any([signal, AbortSignal.timeout(FACTS_TIMEOUT_MS)]));
        entry.wear = steadyWear(entry.wear, facts);
        entry.facts = { ...facts, ...entry.wear };
        await this.#cleanLeftovers(entry);
        if (!here()) return;
        attempt = -1;
        this.#set(entry, "ready", null);
        await delay(FACTS_INTERVAL_MS, AbortSignal.any([signal, entry.rest.signal])).catch(() =>
          signal.throwIfAborted(),
        );
      } catch (error) {
        if (!here()) return;
        // Facts that could not be refreshed are old facts, not a broken device.
        if (entry.readiness === "ready") {
          this.#log("debug", "facts not refreshed", { serial: entry.device.identity.serial, error: messageOf(error) });
          if (attempt === UNREAD_MAX) this.#forgetWear(entry);
        } else {
          this.#log("warn", "device is not ready", { serial: entry.device.identity.serial, error: messageOf(error) });
          const reason = saidOf(error, (raw) => say("device_not_ready", {}, raw));
          this.#set(entry, reason.code === "device_starting" ? "initializing" : "failed", reason);
        }
        await Promise.race([
          delay(backoffMs(Math.max(0, attempt), 1_000, RETRY_CAP_MS), signal).catch(() => undefined),
          entry.device.gone,
        ]);
      }
    }
  }

  /** How hot it was so long ago, nobody is to decide by. */
  #forgetWear(entry: Entry): void {
    if (!entry.facts) return;
    entry.wear = undefined;
    entry.facts = { ...entry.facts, battery_celsius: null, battery_cycles: null, free_bytes: null, total_bytes: null };
    this.#set(entry, "ready", null);
  }

  async #cleanLeftovers(entry: Entry): Promise<void> {
    if (entry.readiness === "ready") return;
    const { serial } = entry.device.identity;
    const dirty = this.#marks.get(serial);
    if (!dirty && !this.#marks.isBroken(serial)) return;
    this.#set(entry, "cleaning", say("device_cleaning_leftovers"));
    // One that goes away meanwhile is not done with: its mark stays for when it is back.
    const signal = AbortSignal.any([this.#stopping.signal, goneSignal(entry.device.gone)]);
    if (dirty) await this.#handBack(entry.device, dirty, signal);
    else await this.#cleanWhole(entry.device, signal);
    if (dirty?.profile) {
      const { profile, lease_token } = dirty;
      entry.profile = await profileOutcome(entry.device, { profile, lease_token }, signal);
    }
    signal.throwIfAborted();
    await this.#marks.remove(serial);
    this.#log("info", "device cleaned after an earlier session", { serial, test_id: dirty?.test_id });
  }

  #set(entry: Entry, readiness: Entry["readiness"], reason: Said | null): void {
    entry.readiness = readiness;
    entry.reason = reason;
    this.#tell(entry);
  }

  #tell(entry: Entry): void {
    const report = reportOf(entry);
    const unread = unreadOf(entry);
    const text = JSON.stringify(report ?? unread);
    if (text === entry.reported) return;
    entry.reported = text;
    if (report) this.#onDevice(report);
    else this.#onUnread(unread);
  }
}

const unreadOf = ({ device, readiness, reason }: Entry): UnreadDevice => ({
  serial: device.identity.serial,
  // What an earlier session left is cleaned once it can be read.
  readiness: readiness === "failed" ? "failed" : "initializing",
  reason,
});

function reportOf(entry: Entry): DeviceReport | undefined {
  if (!entry.facts) return undefined;
  const { identity, capabilities } = entry.device;
  return {
    ...entry.facts,
    ...identity,
    readiness: entry.readiness,
    reason: entry.reason,
    ...(entry.profile && { profile: entry.profile }),
    capabilities: CAPABILITIES.filter((name) => capabilities[name] !== undefined),
  };
}
