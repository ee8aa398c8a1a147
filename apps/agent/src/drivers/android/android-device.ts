import { type Said, SaidError, say, delay } from "@udt/base";
import type {
  Capabilities,
  CleanMark,
  Device,
  DeviceFacts,
  DeviceIdentity,
  Difference,
  FoldCapability,
  ScreenEvent,
  ScreenOptions,
  ScreenSource,
  ScriptEndpoint,
  ShellCapability,
} from "@udt/driver";
import type { Adb } from "@yume-chan/adb";
import { AndroidScreenPowerMode } from "@yume-chan/scrcpy";
import { adbEndpoint } from "./adb-endpoint.ts";
import { adbCapability } from "./adb-services.ts";
import { appsCapability, refusal } from "./apps.ts";
import { type CameraFolder, cameraFolder, cameraImages } from "./camera-images.ts";
import { androidAudio, AUDIO_SDK_MIN } from "./audio.ts";
import { cleanDevice, sweepDevice } from "./clean.ts";
import { parseSize, readFacts } from "./facts.ts";
import { filesCapability } from "./files.ts";
import { elementsCapability } from "./elements.ts";
import { probeFold } from "./fold.ts";
import { healthCapability } from "./health.ts";
import { logcatCapability } from "./logcat.ts";
import { memoryCapability } from "./memory.ts";
import { profileCapability } from "./profile.ts";
import { differenceFrom, keepingPackages, removingFiles, sparing, takeMark } from "./mark.ts";
import { performanceCapability } from "./performance.ts";
import { randomInputCapability } from "./random-input.ts";
import { openScreenrecord } from "./screenrecord-source.ts";
import { SCRCPY_VERSION, type ScrcpyServerFile } from "./scrcpy-server-file.ts";
import { listApps, openScrcpy, startScrcpy, type ScrcpyServer } from "./scrcpy-source.ts";
import { restCapability } from "./rest.ts";
import { quote, runBytes, runLine } from "./shell.ts";
import { KEYS_TOGETHER_SDK_MIN, shellInput } from "./shell-input.ts";
import { openTerminal } from "./terminal.ts";
import { uiTestsCapability } from "./ui-tests.ts";
import { goneSignal, withSignal } from "../../with-signal.ts";

/** One way to reach a device. */
export interface Way {
  readonly adb: Adb;
  /** Lower is preferred: straight to the daemon, by USB through an adb server, by network through one. */
  readonly rank: number;
  /** Names the way for good: two ways with one name replace each other. */
  readonly name: string;
}

export interface AndroidOptions {
  serverFile: ScrcpyServerFile;
  /** Told when a device falls back to a worse source of its screen. */
  onFallback?: (serial: string, reason: string) => void;
  /** How long a device without a way may take to come back before it is gone. */
  graceMs?: number;
}

/** Slow phones take minutes. */
const REBOOT_TIMEOUT_MS = 5 * 60_000;
const BOOT_ANSWER_MS = 5_000;
const BOOT_POLL_MS = 500;
/** What tells how far a device goes, asked for at once. */
const PROPERTIES = [
  "ro.scrcpy.server.version",
  "ro.scrcpy.server.path",
  "ro.build.version.sdk",
  "ro.udt.camera.images",
] as const;
/** `BatteryManager.BATTERY_PLUGGED_*`: a charger, USB and wireless. Cleaning puts back what there was. */
const STAY_AWAKE = "settings put global stay_on_while_plugged_in 7";
const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47];

/** An Android device behind one or more ways; what runs over a lost way fails and is opened again over the next. */
export class AndroidDevice implements Device {
  readonly identity: DeviceIdentity;
  readonly capabilities: Capabilities;
  readonly gone: Promise<Said>;
  readonly #options: AndroidOptions;
  readonly #fold: FoldCapability | undefined;
  readonly #builtinServer: string | undefined;
  readonly #camera: CameraFolder | undefined;
  readonly #sdk: number;
  readonly #adbServices = adbCapability(
    () => this.adb(),
    () => this.#breaks,
  );
  readonly #ways = new Map<string, Way>();
  readonly #goneNow = Promise.withResolvers<Said>();
  #isGone = false;
  #breaks = 0;
  /** Of its present life; {@link identity} keeps the one it was found with. */
  #bootId: string;
  /** Set while it restarts because it was told to: `isBack` until it is seen again, `whole` until it has started up. */
  #isBack: PromiseWithResolvers<void> | undefined;
  #whole: Promise<void> | undefined;
  #grace: NodeJS.Timeout | undefined;

  private constructor(
    identity: DeviceIdentity,
    way: Way,
    {
      fold,
      builtinServer,
      camera,
      sdk,
    }: {
      fold: ((adbNow: () => Adb) => FoldCapability) | undefined;
      builtinServer: string | undefined;
      camera: CameraFolder | undefined;
      sdk: number;
    },
    options: AndroidOptions,
  ) {
    this.identity = identity;
    this.#bootId = identity.boot_id;
    this.gone = this.#goneNow.promise;
    this.#options = options;
    this.#fold = fold?.(() => this.adb());
    this.#builtinServer = builtinServer;
    this.#camera = camera;
    this.#sdk = sdk;
    this.addWay(way);
    this.capabilities = this.#makeCapabilities();
  }

  /**
   * Asks what the device can do. One that brings the scrcpy server along says so by the properties
   * `ro.scrcpy.server.version` and `ro.scrcpy.server.path`; none is pushed to it.
   */
  static async open(
    identity: DeviceIdentity,
    way: Way,
    options: AndroidOptions,
    signal: AbortSignal,
  ): Promise<AndroidDevice> {
    const fold = await probeFold(way.adb, signal);
    const { stdout } = await runLine(way.adb, PROPERTIES.map((name) => `getprop ${name}`).join("; "), signal);
    const [version, path, sdk, folder = ""] = stdout.split("\n").map((text) => text.trim());
    const builtinServer = version === SCRCPY_VERSION ? path : undefined;
    const can = { fold, builtinServer, camera: cameraFolder(folder), sdk: Number(sdk) };
    return new AndroidDevice(identity, way, can, options);
  }

  get ways(): readonly Way[] {
    return [...this.#ways.values()].sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1));
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** The preferred way that works now. Throws while there is none. */
  adb(): Adb {
    const [way] = this.ways;
    if (!way) throw new SaidError(say("device_not_reachable"));
    return way.adb;
  }

  addWay(way: Way): void {
    clearTimeout(this.#grace);
    this.#ways.set(way.name, way);
    const lost = () => {
      if (this.#ways.get(way.name) !== way) return;
      if (this.ways[0] === way) this.#breaks++;
      this.#ways.delete(way.name);
      if (this.#ways.size === 0)
        this.#grace = setTimeout(
          () => this.end(say("device_connection_lost")),
          this.#isBack ? REBOOT_TIMEOUT_MS : (this.#options.graceMs ?? 0),
        );
    };
    way.adb.disconnected.then(lost, lost);
  }

  /** Whether a device with this boot id is this one: another id is another life, unless the restart was asked for. */
  takes(bootId: string): boolean {
    if (bootId === this.#bootId) return true;
    if (!this.#isBack) return false;
    this.#bootId = bootId;
    this.#isBack.resolve();
    return true;
  }

  /** The device is not there any more, for the reason given: unplugged, or restarted under another boot id. */
  end(reason: Said): void {
    clearTimeout(this.#grace);
    this.#isGone = true;
    this.#goneNow.resolve(reason);
  }

  async facts(signal: AbortSignal): Promise<DeviceFacts> {
    return readFacts(this.adb(), signal);
  }

  endpoints(): readonly ScriptEndpoint[] {
    return [adbEndpoint(this.identity.serial, this.#adbServices)];
  }

  async check(signal: AbortSignal): Promise<void> {
    await runLine(this.adb(), "true", signal);
  }

  mark(signal: AbortSignal): Promise<CleanMark> {
    return takeMark(this.adb(), signal);
  }

  difference(mark: CleanMark, signal: AbortSignal): Promise<Difference | undefined> {
    return differenceFrom(this.adb(), mark, signal);
  }

  readonly keeping = keepingPackages;
  readonly sparing = sparing;
  readonly removing = removingFiles;

  async clean(mark: CleanMark, signal: AbortSignal): Promise<void> {
    // Whoever had it restart may have given up waiting, and one that starts up cannot be cleaned.
    await withSignal(Promise.resolve(this.#whole), signal);
    const has = { folds: this.#fold !== undefined, camera: this.#camera };
    await cleanDevice(this.adb(), mark, () => this.#clearByScrcpy(signal), has, signal);
  }

  /** A restart that has begun is seen to its end, though nobody waits for it: else what comes back would be another life. */
  async #reboot(signal: AbortSignal): Promise<void> {
    this.#whole ??= this.#restart().finally(() => (this.#whole = undefined));
    this.#whole.catch(() => undefined);
    await withSignal(this.#whole, signal);
  }

  async #restart(): Promise<void> {
    const signal = AbortSignal.any([goneSignal(this.gone), AbortSignal.timeout(REBOOT_TIMEOUT_MS)]);
    const back = (this.#isBack = Promise.withResolvers<void>());
    try {
      await withSignal(this.adb().power.reboot(), signal);
      await withSignal(back.promise, signal);
      // Many a phone goes away once more while it starts up: then nobody can be asked, and what was asked may stay unanswered.
      const isUp = async () => {
        const bounded = AbortSignal.any([signal, AbortSignal.timeout(BOOT_ANSWER_MS)]);
        return (
          (await withSignal(runLine(this.adb(), "getprop sys.boot_completed", bounded), bounded)).stdout.trim() === "1"
        );
      };
      while (!(await isUp().catch(() => false))) await delay(BOOT_POLL_MS, signal);
    } finally {
      this.#isBack = undefined;
    }
  }

  #makeCapabilities(): Capabilities {
    const adbNow = () => this.adb();
    const capture = async (signal: AbortSignal): Promise<Uint8Array> => {
      const png = await runBytes(this.adb(), "screencap -p", signal);
      if (!PNG_SIGNATURE.every((byte, index) => png[index] === byte)) {
        throw new SaidError(say("device_no_picture", {}, new TextDecoder().decode(png.subarray(0, 200))));
      }
      return png;
    };
    const run: ShellCapability["run"] = async (words, signal, onOutput) =>
      runLine(this.adb(), words.map(quote).join(" "), signal, onOutput);
    const files = filesCapability(adbNow);
    return {
      video: true,
      keyboard: true,
      clipboard: true,
      rotation: true,
      screen: { capture, open: (options, onEvent, signal) => this.#openScreen(options, onEvent, signal) },
      input: {
        open: async (signal) => {
          const run = async (line: string) => {
            const { exit_code, stdout, stderr } = await runLine(this.adb(), line, signal);
            if (exit_code !== 0) throw refusal((stderr || stdout).trim(), exit_code);
          };
          const screenSize = async () => {
            const { stdout } = await runLine(
              this.adb(),
              "wm size; dumpsys input | grep -m 1 SurfaceOrientation",
              signal,
            );
            const size = parseSize(stdout);
            const turned = /SurfaceOrientation: [13]/.test(stdout);
            return turned ? { width: size.height, height: size.width } : size;
          };
          return shellInput({ run, screenSize, keysTogether: this.#sdk >= KEYS_TOGETHER_SDK_MIN });
        },
      },
      shell: { terminal: async (size, signal) => openTerminal(this.adb(), size, signal), run },
      uiTests: uiTestsCapability(run),
      randomInput: randomInputCapability(run),
      profile: profileCapability(run),
      rest: restCapability(run),
      health: healthCapability(run, (...of) => sweepDevice(this.adb(), ...of)),
      log: logcatCapability(adbNow, () => this.#isGone),
      apps: appsCapability(adbNow, async () => {
        const server = await this.#server();
        if (typeof server === "string") throw new Error(server);
        return listApps(this.adb(), server);
      }),
      files,
      performance: performanceCapability(adbNow),
      memory: memoryCapability(adbNow, files),
      elements: elementsCapability(adbNow),
      power: { reboot: (signal) => this.#reboot(signal) },
      adb: this.#adbServices,
      ...(this.#fold && { fold: this.#fold }),
      ...(this.#sdk >= AUDIO_SDK_MIN && { audio: androidAudio(adbNow, () => this.#server()) }),
      ...(this.#camera !== undefined && { cameraImage: cameraImages(this.#camera, files, run) }),
    };
  }

  async #server(): Promise<ScrcpyServer | string> {
    if (this.#builtinServer) return { path: this.#builtinServer };
    const file = await this.#options.serverFile.get();
    return file.ok ? { push: file.value } : file.error;
  }

  /** The best source that works: scrcpy, then screenrecord. */
  async #openScreen(
    options: ScreenOptions,
    onEvent: (event: ScreenEvent) => void,
    signal: AbortSignal,
  ): Promise<ScreenSource> {
    const reasons: string[] = [];
    const server = await this.#server();
    const tries = [
      ...(typeof server === "string"
        ? [() => Promise.reject(new Error(server))]
        : [() => openScrcpy(this.adb(), server, options, onEvent, signal)]),
      () => openScreenrecord(() => this.adb(), options.level ?? "high", onEvent, signal),
    ];
    for (const open of tries) {
      try {
        const [source] = await Promise.all([open(), runLine(this.adb(), STAY_AWAKE, signal)]);
        if (reasons.length > 0) this.#options.onFallback?.(this.identity.serial, reasons.join("; "));
        return source;
      } catch (error) {
        signal.throwIfAborted();
        if (this.#isGone || this.#ways.size === 0) throw error;
        reasons.push(error instanceof Error ? error.message : String(error));
      }
    }
    throw new SaidError(say("device_no_video", {}, reasons.join("\n")));
  }

  /** Only scrcpy reaches the clipboard and the panel's light; a device without it never had either changed by us. */
  async #clearByScrcpy(signal: AbortSignal): Promise<void> {
    const server = await this.#server();
    if (typeof server === "string") return;
    // The client reads the device's name off the video socket only, so without video it must not be sent.
    const { client, close } = await startScrcpy(
      this.adb(),
      server,
      { video: false, control: true, cleanup: false, sendDeviceMeta: false },
      signal,
    );
    try {
      // Unread output would block the whole connection.
      client.output.cancel().catch(() => undefined);
      // Its own end lights no panel that an earlier server made dark. What is sent first is done first.
      await client.controller?.setScreenPowerMode(AndroidScreenPowerMode.Normal);
      // scrcpy acknowledges a clipboard that carries a sequence number; a device that refuses access never does.
      const acknowledged = Promise.resolve(
        client.controller?.setClipboard({ content: "", paste: false, sequence: 1n }),
      );
      acknowledged.catch(() => undefined);
      await Promise.race([acknowledged, delay(2_000, signal)]);
    } finally {
      await close();
    }
  }
}
