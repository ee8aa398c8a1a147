import { randomUUID } from "node:crypto";
import { NO_FAULTS } from "./no-faults.ts";
import { faultyCelsius } from "./set-fault.ts";
import { type Clock, Emitter } from "@udt/base";
import type { InstalledPackage, PhoneFaults, PhoneProfile, PhoneSystem } from "../types.ts";
import { Camera } from "./camera.ts";
import { AppOps, MockLocations } from "./mock-locations.ts";
import { layFileTree } from "./file-tree.ts";
import { PhoneFiles } from "./files.ts";
import { InstallSessions } from "./install-sessions.ts";
import { RingLog } from "./log.ts";
import { type ApkReader, PackageManager } from "./packages.ts";
import { SystemProps } from "./props.ts";
import { SettingsTable } from "./settings.ts";
import { Sounds } from "./sounds.ts";
import { SocketTable } from "./sockets.ts";
import type { Battery } from "./load/battery.ts";
import { layLoadFiles } from "./load/proc-files.ts";
import { Usage } from "./load/usage.ts";
import { TaskTable } from "./tasks.ts";

export interface SystemOptions {
  profile: PhoneProfile;
  clock: Clock;
  packages: readonly InstalledPackage[];
  readApk: ApkReader;
  /** Size of the data partition. */
  storageBytes: number;
}

/** Everything in the phone that is not on its screen. */
export class System implements PhoneSystem {
  readonly profile: PhoneProfile;
  readonly clock: Clock;
  bootedAtMs: number;
  bootId = randomUUID();
  readonly log: RingLog;
  readonly settings: SettingsTable;
  readonly props: SystemProps;
  readonly files: PhoneFiles;
  readonly packages: PackageManager;
  readonly usage: Usage;
  readonly camera: Camera;
  readonly sounds: Sounds;
  readonly installs = new InstallSessions();
  readonly sockets = new SocketTable();
  readonly tasks = new TaskTable();
  /** `wm size` and `wm density` overrides; absent means the panel's own. */
  readonly display: { size?: { width: number; height: number }; densityDpi?: number } = {};
  readonly appOps = new AppOps();
  mockLocations = new MockLocations();
  /** Who is signed in with the system: types by name. */
  readonly accounts = new Map<string, string>();
  readonly faults: PhoneFaults = { ...NO_FAULTS };
  readonly faultsChanged = new Emitter<void>();

  constructor(options: SystemOptions) {
    const { profile, clock } = options;
    this.profile = profile;
    this.clock = clock;
    this.bootedAtMs = clock.now();
    this.log = new RingLog(clock);
    this.settings = new SettingsTable(profile);
    this.sounds = new Sounds(this.settings);
    this.props = new SystemProps(profile, this.settings, this.bootedAtMs);
    this.files = new PhoneFiles({ capacityBytes: options.storageBytes, clock, isFull: () => this.faults.disk_full });
    layFileTree(this);
    this.camera = new Camera(this.files, clock);
    this.usage = new Usage({
      clock,
      profile,
      settings: this.settings,
      files: this.files,
      uidOf: (packageName) => this.packages.find(packageName)?.uid,
      apkOf: (packageName) => this.packages.find(packageName)?.apk_path,
      uptimeMs: () => this.clock.now() - this.bootedAtMs,
      faultyCelsius: () => faultyCelsius(this.faults),
    });
    layLoadFiles(this);
    this.packages = new PackageManager({
      profile,
      files: this.files,
      faults: this.faults,
      clock,
      readApk: options.readApk,
    });
    this.packages.preload(options.packages);
    this.log.write("I", "SystemServer", `Boot completed, boot id ${this.bootId}`);
  }

  /** What a restart changes: files, packages and settings stay. */
  restart(): void {
    this.bootedAtMs = this.clock.now();
    this.usage.restart();
    this.bootId = randomUUID();
    this.mockLocations = new MockLocations();
    this.log.restart();
    this.log.write("I", "SystemServer", `Boot completed, boot id ${this.bootId}`);
  }

  get battery(): Battery {
    this.usage.settle();
    return this.usage.battery;
  }

  /** Seconds since boot. */
  uptime(): number {
    return (this.clock.now() - this.bootedAtMs) / 1000;
  }
}
