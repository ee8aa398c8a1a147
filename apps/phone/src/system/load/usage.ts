import type { Clock } from "@udt/base";
import type { Holding } from "../../holding.ts";
import type { FrameWork, PhoneProfile, PhoneSettings, PhoneUsage } from "../../types.ts";
import type { PhoneFiles } from "../files.ts";
import { AppLoad } from "./app-load.ts";
import { Battery } from "./battery.ts";
import { CPU_MS, MEMORY_KB, POWER_W } from "./costs.ts";
import { APP_VSZ_KB, DAEMONS, type DaemonName } from "./daemons.ts";
import { LoadAverage, type LoadAverages } from "./load-average.ts";
import { layProcess } from "./process-files.ts";
import { Thermals } from "./thermals.ts";
import type { TickCounts, Ticks } from "./ticks.ts";
import { type Bytes, Traffic } from "./traffic.ts";

/** How often doings become heat at most, and how far the shares of `top` and `cpuinfo` look back at least. */
const SETTLE_MS = 1000;
const WINDOW_MS = 3000;
/** Scheduler ticks a second, as every Linux of today counts in `/proc`. */
const TICK_MS = 10;
const KERNEL_SHARE = 0.2;

export interface UsageOptions {
  clock: Clock;
  profile: PhoneProfile;
  settings: Pick<PhoneSettings, "get">;
  files: PhoneFiles;
  uidOf(packageName: string): number | undefined;
  apkOf(packageName: string): string | undefined;
  /** Milliseconds since boot. */
  uptimeMs(): number;
  /** How hot a faulty battery says it is. */
  faultyCelsius?(): number | undefined;
}

interface Snapshot {
  at_ms: number;
  cpu_ms: ReadonlyMap<number, number>;
}

/**
 * The one model behind all that the phone tells of processor, memory, frames, traffic, heat and battery. It is told what
 * happens, and reckons by `costs.ts`; no timer runs, so a phone on which nothing happens costs nothing.
 */
export class Usage implements PhoneUsage, TickCounts {
  readonly battery = new Battery();
  readonly thermals: Thermals;
  readonly traffic: Traffic;
  readonly #options: UsageOptions;
  readonly #averages = new LoadAverage();
  readonly #apps = new Map<number, AppLoad>();
  readonly #daemonMs = new Map<DaemonName, number>();
  /** Of processes that have ended. */
  #ended: Ticks = { user: 0, system: 0 };
  #awake = true;
  #settled: { at_ms: number; busy_ms: number; bytes: number };
  /** Where the shares of late count from, and what follows it. */
  #window: { from: Snapshot; newest: Snapshot };
  #catchUp: () => void = () => undefined;

  constructor(options: UsageOptions) {
    this.#options = options;
    this.thermals = new Thermals(options.faultyCelsius);
    this.traffic = new Traffic(options.settings);
    this.#settled = { at_ms: options.clock.now(), busy_ms: 0, bytes: 0 };
    const start = { at_ms: this.#settled.at_ms, cpu_ms: new Map<number, number>() };
    this.#window = { from: start, newest: start };
  }

  /** What moves unseen is brought to the present before anybody reads; the screen says how. */
  onRead(catchUp: () => void): void {
    this.#catchUp = catchUp;
  }

  started(packageName: string, pid: number): void {
    const { files, uptimeMs, uidOf, apkOf } = this.#options;
    const apk_path = apkOf(packageName) ?? "/system/app/base.apk";
    const app = new AppLoad({ package_name: packageName, pid, started_ms: uptimeMs(), apk_path });
    this.#apps.set(pid, app);
    const memory = () => {
      this.#present();
      return app.memory();
    };
    layProcess(
      { files, usage: this },
      {
        pid,
        name: packageName,
        vsz_kb: APP_VSZ_KB,
        rss_kb: () => memory().rss_kb,
        app: { uid: uidOf(packageName) ?? 0, mappings: () => memory().mappings },
      },
    );
    this.#spend("system_server", CPU_MS.system_app_start);
  }

  ended(_packageName: string, pid: number): void {
    const ticks = this.ticksOf(pid);
    this.#ended = { user: this.#ended.user + ticks.user, system: this.#ended.system + ticks.system };
    this.#apps.delete(pid);
    this.#options.files.remove(`/proc/${pid}`, true);
  }

  shown(packageName: string): void {
    for (const app of this.#apps.values()) if (app.package_name !== packageName) app.hide();
  }

  awake(isAwake: boolean): void {
    this.settle();
    this.#awake = isAwake;
  }

  frame(packageName: string, work: FrameWork): void {
    this.#find(packageName)?.frame(work, work.display_pixels, this.#options.uptimeMs());
    this.#spend("surfaceflinger", CPU_MS.compose_frame + (CPU_MS.compose_megapixel * work.display_pixels) / 1e6);
    if (this.#options.clock.now() - this.#settled.at_ms >= SETTLE_MS) this.settle();
  }

  encoded(pixels: number): void {
    this.#spend("media.codec", (CPU_MS.encode_megapixel * pixels) / 1e6);
  }

  input(packageName: string): void {
    this.#find(packageName)?.work(CPU_MS.app_input);
    this.#spend("system_server", CPU_MS.system_input);
  }

  worked(packageName: string, ms: number): void {
    this.#find(packageName)?.work(ms);
  }

  held(packageName: string, name: string, holding: Holding | undefined): void {
    this.#find(packageName)?.hold(name, holding);
  }

  moved(packageName: string, bytes: Bytes): boolean {
    const uid = this.#options.uidOf(packageName);
    if (uid === undefined || !this.traffic.move(uid, bytes)) return false;
    const app = this.#find(packageName);
    if (app) app.cpu_ms += (CPU_MS.megabyte_received * bytes.received) / 1024 ** 2;
    return true;
  }

  /** A restart: all counters of the system begin anew; heat and charge stay. */
  restart(): void {
    this.settle();
    this.#ended = { user: 0, system: 0 };
    this.#apps.clear();
    this.#daemonMs.clear();
    this.#averages.reset();
    this.#settled = { ...this.#settled, busy_ms: this.#busyMs() };
    const start = { at_ms: this.#settled.at_ms, cpu_ms: this.#cpuMs() };
    this.#window = { from: start, newest: start };
  }

  /** Brings everything that depends on time to the present. Readers call it first. */
  settle(): void {
    const { clock, profile } = this.#options;
    const now = clock.now();
    const seconds = (now - this.#settled.at_ms) / 1000;
    if (seconds <= 0) return;
    this.#spend("system_server", seconds * (this.#awake ? CPU_MS.system_awake_second : CPU_MS.system_asleep_second));
    const busy_ms = this.#busyMs();
    const { received, sent } = this.traffic.all;
    const cores = Math.min(profile.cpu.cores, (busy_ms - this.#settled.busy_ms) / (seconds * 1000));
    const megabytes = (received + sent - this.#settled.bytes) / 1024 ** 2 / seconds;
    const watts =
      POWER_W.base +
      (this.#awake ? POWER_W.screen : 0) +
      POWER_W.core * cores +
      POWER_W.megabyte_second * Math.min(1, megabytes);
    this.thermals.pass(seconds, watts, this.battery.charge_watts);
    this.battery.pass(seconds, watts);
    this.#averages.pass(seconds, cores);
    this.#settled = { at_ms: now, busy_ms, bytes: received + sent };
    const { newest } = this.#window;
    if (now - newest.at_ms >= WINDOW_MS) this.#window = { from: newest, newest: { at_ms: now, cpu_ms: this.#cpuMs() } };
  }

  /** Before anything is read. */
  #present(): void {
    this.#catchUp();
    this.settle();
  }

  /** The load of an app that runs. */
  app(packageName: string): AppLoad | undefined {
    this.#present();
    return this.#find(packageName);
  }

  /** Frames that an app has drawn since it started. */
  frames(packageName: string): number {
    return this.app(packageName)?.frames ?? 0;
  }

  averages(): LoadAverages {
    this.#present();
    return this.#averages.values;
  }

  /** Processor time of a process in ticks, split as the kernel does. */
  ticksOf(pid: number): Ticks {
    const ms = this.#cpuMs().get(pid) ?? 0;
    return { user: Math.floor((ms * (1 - KERNEL_SHARE)) / TICK_MS), system: Math.floor((ms * KERNEL_SHARE) / TICK_MS) };
  }

  /** All processors' ticks since boot. Busy is the sum over the processes, so that no two files differ. */
  totalTicks(): Ticks & { idle: number } {
    this.#present();
    let { user, system } = this.#ended;
    for (const pid of this.#cpuMs().keys()) {
      const ticks = this.ticksOf(pid);
      user += ticks.user;
      system += ticks.system;
    }
    const all = Math.floor((this.#options.uptimeMs() / TICK_MS) * this.#options.profile.cpu.cores);
    return { user, system, idle: Math.max(0, all - user - system) };
  }

  /** Percent of one core that each process took of late, and over how long. */
  recent(): { over_ms: number; percent: ReadonlyMap<number, number> } {
    this.#present();
    const { from } = this.#window;
    const over_ms = Math.max(1, this.#options.clock.now() - from.at_ms);
    const share = (pid: number, ms: number) => Math.max(0, ((ms - (from.cpu_ms.get(pid) ?? 0)) / over_ms) * 100);
    return { over_ms, percent: new Map([...this.#cpuMs()].map(([pid, ms]) => [pid, share(pid, ms)])) };
  }

  /** Kilobytes of the whole phone. */
  memory(): { total_kb: number; used_kb: number } {
    this.#present();
    const total_kb = Math.floor(this.#options.profile.memory_bytes / 1024);
    const apps = [...this.#apps.values()].reduce((sum, app) => sum + app.memory().pss_kb, 0);
    const daemons = DAEMONS.reduce((sum, { rss_kb }) => sum + rss_kb, 0);
    return { total_kb, used_kb: MEMORY_KB.kernel + MEMORY_KB.shared + daemons + apps };
  }

  #find(packageName: string): AppLoad | undefined {
    return [...this.#apps.values()].find((app) => app.package_name === packageName);
  }

  #spend(daemon: DaemonName, ms: number): void {
    this.#daemonMs.set(daemon, (this.#daemonMs.get(daemon) ?? 0) + ms);
  }

  #cpuMs(): Map<number, number> {
    const { received, sent } = this.traffic.adb();
    const adb = ((received + sent) / 1024 ** 2) * CPU_MS.adb_megabyte;
    const daemons = DAEMONS.map(({ pid, name }): [number, number] => [
      pid,
      name === "adbd" ? adb : (this.#daemonMs.get(name) ?? 0),
    ]);
    return new Map([...daemons, ...[...this.#apps.values()].map(({ pid, cpu_ms }): [number, number] => [pid, cpu_ms])]);
  }

  #busyMs(): number {
    const running = [...this.#cpuMs().values()].reduce((sum, ms) => sum + ms, 0);
    return running + (this.#ended.user + this.#ended.system) * TICK_MS;
  }
}
