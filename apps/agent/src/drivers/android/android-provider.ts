import { type Said, saidInEnglish, say, backoffMs, delay, Emitter } from "@udt/base";
import type { Device, DeviceProvider } from "@udt/driver";
import type { Adb, AdbCredentialStore } from "@yume-chan/adb";
import { watchAdbServer } from "./adb-server-watch.ts";
import { dialDaemon, isByNetwork } from "./adb-tcp.ts";
import { AndroidDevice, type AndroidOptions, type Way } from "./android-device.ts";
import { runLine } from "./shell.ts";
import { settleQuietly, withSignal } from "../../with-signal.ts";

export interface Address {
  host: string;
  port: number;
}

export interface AndroidProviderOptions extends AndroidOptions {
  /** An adb server to watch; it may come and go. */
  adb_server: Address | null;
  /** ADB daemons to dial straight; they may come and go. */
  direct: readonly Address[];
  credentialStore: AdbCredentialStore;
  log: (level: "info" | "warn", message: string, facts: Record<string, unknown>) => void;
}

const RANK = { direct: 0, usb: 1, network: 2 } as const;
const IDENTIFY_TIMEOUT_MS = 20_000;
const RETRY_CAP_MS = 5_000;

/** Android devices, each once however many ways lead to it: serial and boot id tell. */
export class AndroidProvider implements DeviceProvider {
  readonly name = "android";
  readonly changed = new Emitter<void>();
  readonly #options: AndroidProviderOptions;
  readonly #devices = new Map<string, AndroidDevice>();
  readonly #stopping = new AbortController();
  /** One attachment at a time for each serial, so that two ways found at once make one device. */
  readonly #attaching = new Map<string, Promise<unknown>>();
  readonly #open = new Set<Adb>();
  readonly #loops: Promise<void>[];

  constructor(options: AndroidProviderOptions) {
    this.#options = options;
    const { signal } = this.#stopping;
    this.#loops = options.direct.map((address) => this.#keepDialling(address));
    if (options.adb_server) {
      this.#loops.push(
        watchAdbServer(options.adb_server, {
          onDevice: (adb, serial) =>
            this.#adopt(adb, { rank: isByNetwork(serial) ? RANK.network : RANK.usb, name: `server ${serial}` }),
          log: options.log,
          signal,
        }),
      );
    }
  }

  list(): readonly Device[] {
    return [...this.#devices.values()].filter((device) => !device.isGone);
  }

  async dispose(): Promise<void> {
    this.#stopping.abort(new Error("stopped"));
    await Promise.allSettled([...this.#open].map((adb) => adb.close()));
    await Promise.allSettled(this.#loops);
    for (const device of this.#devices.values()) device.end(say("agent_stopped"));
    this.#devices.clear();
  }

  async #keepDialling(address: Address): Promise<void> {
    const { signal } = this.#stopping;
    const name = `direct ${address.host}:${address.port}`;
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        const adb = await dialDaemon(address, this.#options.credentialStore, signal);
        await this.#adopt(adb, { rank: RANK.direct, name });
        attempt = 0;
        await withSignal(
          adb.disconnected.catch(() => undefined),
          signal,
        );
      } catch {
        // Nothing listens, or what listens is no ADB daemon: asked again for as long as the setting names it.
      }
      await delay(backoffMs(attempt, 250, RETRY_CAP_MS), signal).catch(() => undefined);
    }
  }

  /** Learns whose way this is. Resolves when the device has it; rejects, with the way closed, when the device does not answer. */
  async #adopt(adb: Adb, kind: { rank: number; name: string }): Promise<void> {
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(IDENTIFY_TIMEOUT_MS)]);
    this.#open.add(adb);
    const closed = () => this.#open.delete(adb);
    adb.disconnected.then(closed, closed);
    try {
      const { stdout } = await runLine(adb, "getprop ro.serialno; cat /proc/sys/kernel/random/boot_id", signal);
      const [serialno = "", bootId = ""] = stdout.split("\n").map((line) => line.trim());
      const serial = serialno || adb.serial;
      await this.#inTurn(serial, () => this.#attach(serial, bootId, { adb, ...kind }, signal));
    } catch (error) {
      if (!this.#stopping.signal.aborted)
        this.#options.log("warn", "device does not answer", { way: kind.name, error: String(error) });
      settleQuietly(() => adb.close());
      throw error;
    }
  }

  async #attach(serial: string, bootId: string, way: Way, signal: AbortSignal): Promise<void> {
    const known = this.#devices.get(serial);
    if (known && !known.isGone && known.takes(bootId)) {
      known.addWay(way);
      this.#options.log("info", "another way to a device", { serial, way: way.name });
      return;
    }
    known?.end(say("device_restarted"));
    const device = await AndroidDevice.open({ serial, boot_id: bootId }, way, this.#options, signal);
    this.#devices.set(serial, device);
    this.#options.log("info", "device found", { serial, way: way.name });
    void device.gone.then((reason) => this.#forget(device, reason));
    this.changed.emit();
  }

  #forget(device: AndroidDevice, reason: Said): void {
    const { serial } = device.identity;
    if (this.#devices.get(serial) === device) this.#devices.delete(serial);
    this.#options.log("info", "device gone", { serial, reason: saidInEnglish(reason) });
    this.changed.emit();
  }

  #inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#attaching.get(key) ?? Promise.resolve()).then(work, work);
    this.#attaching.set(key, turn);
    return turn.finally(() => {
      if (this.#attaching.get(key) === turn) this.#attaching.delete(key);
    });
  }
}
