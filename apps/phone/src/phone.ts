import { type Clock, systemClock } from "@udt/base";
import { AdbDaemon } from "./daemon/daemon.ts";
import type { DaemonPhone } from "./daemon/services.ts";
import { layCommands } from "./shell/command-files.ts";
import type { ApkReader } from "./system/packages.ts";
import { endFaults } from "./system/set-fault.ts";
import { System } from "./system/system.ts";
import type { InstalledPackage, PhoneProfile, PhoneScreen, PhoneSystem } from "./types.ts";

const SIGKILL = 9;
/** How long a restarting phone cannot be reached. */
const REBOOT_MS = 3000;
/** Files live in this process's memory, so a full phone must not be a full machine. */
const DEFAULT_STORAGE_BYTES = 1024 ** 3;

/** The parts that the system half is composed with. */
export interface PhoneParts {
  createScreen(system: PhoneSystem): PhoneScreen;
  builtinPackages(profile: PhoneProfile): InstalledPackage[];
  startScrcpyServer(
    phone: { system: PhoneSystem; screen: PhoneScreen },
    args: string[],
    io: { stdout(line: string): void; signal: AbortSignal },
  ): Promise<number>;
  readApk: ApkReader;
}

export interface PhoneOptions {
  profile: PhoneProfile;
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** Size of the data partition; what does not fit is refused with ENOSPC. */
  storageBytes?: number;
  clock?: Clock;
}

/** One running phone. */
export class VirtualPhone implements DaemonPhone {
  readonly system: System;
  readonly screen: PhoneScreen;
  readonly #parts: PhoneParts;
  readonly #life = new AbortController();
  #daemon: AdbDaemon | undefined;

  /** Resolves when the phone's port takes connections. */
  static async start(options: PhoneOptions, parts: PhoneParts): Promise<VirtualPhone> {
    const phone = new VirtualPhone(options, parts);
    try {
      const daemon = await AdbDaemon.listen(phone, options.host, options.port);
      phone.#daemon = daemon;
      phone.system.usage.traffic.adb = () => daemon.traffic;
    } catch (error) {
      await phone.stop();
      throw error;
    }
    return phone;
  }

  private constructor(options: PhoneOptions, parts: PhoneParts) {
    this.#parts = parts;
    this.system = new System({
      profile: options.profile,
      clock: options.clock ?? systemClock,
      packages: parts.builtinPackages(options.profile),
      readApk: parts.readApk,
      storageBytes: options.storageBytes ?? DEFAULT_STORAGE_BYTES,
    });
    layCommands(this.system.files);
    this.screen = parts.createScreen(this.system);
  }

  get serial(): string {
    return this.system.profile.serial;
  }

  get port(): number {
    return this.#daemon?.port ?? 0;
  }

  /** ADB connections that are open now. */
  get connectionCount(): number {
    return this.#daemon?.connectionCount ?? 0;
  }

  /** Streams of those connections: shells, transfers, forwarded sockets. */
  get streamCount(): number {
    return this.#daemon?.streamCount ?? 0;
  }

  /** False while a drop or a restart keeps connections out. */
  get isReachable(): boolean {
    return this.#daemon?.isReachable ?? false;
  }

  scrcpy(args: string[], io: { stdout(line: string): void; signal: AbortSignal }): Promise<number> {
    return this.#parts.startScrcpyServer(this, args, {
      ...io,
      signal: AbortSignal.any([io.signal, this.#life.signal]),
    });
  }

  drop(refuseMs: number): void {
    this.#daemon?.drop(refuseMs);
  }

  reboot(): void {
    for (const { package_name } of this.screen.running()) this.screen.stop(package_name);
    this.#killTasks();
    this.system.restart();
    if (this.system.faults.restart_mends) endFaults(this.system);
    this.screen.wake();
    this.drop(REBOOT_MS);
  }

  #killTasks(): void {
    for (const task of this.system.tasks.list()) task.signal(SIGKILL);
  }

  /** Ends everything the phone runs. Resolves when its port is free. */
  async stop(): Promise<void> {
    this.#life.abort();
    this.#killTasks();
    await this.#daemon?.close();
    this.screen.dispose();
  }
}
