import { createCanvas } from "@napi-rs/canvas";
import type {
  PhoneException,
  PhoneScreen,
  PhoneSystem,
  Recording,
  RecordOptions,
  TouchAction,
  VideoPacket,
} from "../types.ts";
import type { PhoneApps } from "./app.ts";
import { AppContexts } from "./app-contexts.ts";
import { Display } from "./display.ts";
import { Focus } from "./focus.ts";
import { FRAME_MS, FrameLoop } from "./frame-loop.ts";
import { Gestures } from "./gestures.ts";
import { handleKey, type KeyHost } from "./keys.ts";
import { ScreenSettings } from "./phone-settings.ts";
import { Processes, type StartResult } from "./processes.ts";
import { createClipboard } from "./clipboard.ts";
import { Recordings } from "./recordings.ts";
import { measureScene } from "./scene/measure.ts";
import { findNode, type SceneNode } from "./scene/node.ts";
import { ScreenScene } from "./screen-scene.ts";
import { systemTexts } from "./system-texts.ts";

const VOLUME_PANEL_MS = 2500;

/** One phone's screen. Holds what is shown and routes input; the parts do the work. */
export class VirtualScreen implements PhoneScreen {
  readonly clipboard: PhoneScreen["clipboard"];
  readonly #system: PhoneSystem;
  readonly #apps: PhoneApps;
  readonly #settings: ScreenSettings;
  readonly #display: Display;
  readonly #loop: FrameLoop;
  readonly #focus: Focus;
  readonly #processes: Processes;
  readonly #contexts: AppContexts;
  readonly #gestures: Gestures;
  readonly #scene: ScreenScene;
  readonly #recordings: Recordings;
  readonly #unsubscribes: (() => void)[];
  #awake = true;
  #isDark = false;
  #volumeTimer: NodeJS.Timeout | undefined;

  constructor(system: PhoneSystem, apps: PhoneApps) {
    this.#system = system;
    this.#apps = apps;
    this.#settings = new ScreenSettings(system.settings);
    this.#display = new Display(system.profile, this.#settings);
    this.clipboard = createClipboard();
    this.#loop = new FrameLoop((missed) => this.#present(missed));
    this.#focus = new Focus(this.clipboard);
    this.#contexts = new AppContexts({
      system,
      loop: this.#loop,
      focus: this.#focus,
      environment: () => this.#scene.uiEnvironment(),
      isResumed: (packageName) => this.#awake && this.#processes.front.definition.packageName === packageName,
      changed: () => this.#changed(),
      toast: (text) => this.#scene.showToast(text),
      start: (packageName) => void this.start(packageName),
      finish: () => this.#processes.home(),
      crash: (packageName, exception) => void this.crash(packageName, exception),
      resetScroll: (id) => this.#scene.resetScroll(id),
    });
    this.#processes = new Processes({
      system,
      launcher: apps.launcher,
      define: (packageName) => apps.define(system.packages, packageName),
      createContext: (packageName, pid) => this.#contexts.create(packageName, pid),
      changed: () => this.#onProcessesChanged(),
    });
    this.#scene = new ScreenScene({
      system,
      settings: this.#settings,
      display: this.#display,
      loop: this.#loop,
      focus: this.#focus,
      processes: this.#processes,
      start: (packageName) => void this.start(packageName),
    });
    this.#gestures = new Gestures({
      scene: () => this.#scene.current(),
      scrolls: this.#scene.scrolls,
      loop: this.#loop,
      dp: () => this.#display.dp,
      size: () => this.#display.size,
      locked: () => this.#scene.locked,
      tap: (node, x, y) => this.#tap(node, x, y),
      longPress: (node, x, y) => this.#longPress(node, x, y),
      dragText: (node, x, y) => this.#focus.dragSelection(node, this.#scene.layoutEnvironment(), x, y),
      system: (gesture) => this.#onSystemGesture(gesture),
    });
    this.#scene.gestures = this.#gestures;
    this.#recordings = new Recordings({
      loop: this.#loop,
      system,
      source: {
        size: () => this.#display.size,
        paint: (g, scaleX, scaleY) => this.#scene.paint(g, scaleX, scaleY, this.#awake),
      },
      changed: () => this.#changed(),
    });
    system.usage.onRead(() => this.#catchUp());
    this.#unsubscribes = [
      system.settings.changed.on(() => this.#changed()),
      system.faultsChanged.on(() => this.#changed()),
      system.props.changed.on(() => this.#changed()),
      system.packages.changed.on(({ package_name, kind }) => {
        this.#processes.stop(package_name, kind === "cleared" ? "clear data" : "pkg removed");
        if (kind !== "installed") this.#contexts.clear(package_name);
        this.#changed();
      }),
    ];
  }

  size(): { width: number; height: number; rotation: 0 | 1 | 2 | 3 } {
    return { ...this.#display.size, rotation: this.#display.rotation };
  }

  touch(action: TouchAction, pointerId: number, x: number, y: number): void {
    if (!this.#awake) return;
    this.#advance();
    this.#input();
    this.#gestures.handle(action, pointerId, x, y);
    this.#changed();
  }

  scroll(x: number, y: number, horizontal: number, vertical: number): void {
    if (!this.#awake) return;
    this.#input();
    const notch = 64 * this.#display.dp;
    this.#gestures.wheel(x, y, horizontal * notch, vertical * notch);
    this.#changed();
  }

  key(action: "down" | "up", keyCode: number, metaState: number): void {
    this.#input();
    handleKey(this.#keyHost, action, keyCode, metaState);
    this.#changed();
  }

  text(text: string): void {
    if (!this.#awake || this.#scene.locked) return;
    this.#scene.current();
    if (this.#focus.type(text)) this.#changed();
  }

  rotate(rotation: 0 | 1 | 2 | 3 | "auto"): void {
    if (rotation === "auto") this.#settings.setAutoRotate(true);
    else {
      this.#settings.setRotation(rotation);
      this.#settings.setAutoRotate(false);
    }
  }

  override(size: { width: number; height: number } | undefined, densityDpi: number | undefined): void {
    this.#display.override(size, densityDpi);
    this.#changed();
  }

  fold(folded: boolean): void {
    if (!this.#display.fold(folded)) return;
    this.#gestures.cancelAll();
    this.#system.log.write("I", "DeviceStateManager", `Device state changed to ${folded ? "CLOSED" : "OPENED"}`);
    this.#changed();
  }

  isFolded(): boolean {
    return this.#display.folded;
  }

  wake(): void {
    if (this.#awake) return;
    this.#awake = true;
    // Whoever wakes a phone lights its panel.
    this.#isDark = false;
    this.#system.usage.awake(true);
    this.#system.log.write("I", "PowerManagerService", "Waking up from Asleep (reason=WAKE_REASON_POWER_BUTTON)");
    this.#processes.front.app.onResume?.();
    this.#changed();
  }

  sleep(): void {
    if (!this.#awake) return;
    this.#awake = false;
    this.#system.usage.awake(false);
    this.#gestures.cancelAll();
    this.#focus.clear();
    this.#scene.goToSleep();
    this.#system.log.write("I", "PowerManagerService", "Going to sleep due to power_button");
    this.#changed();
  }

  isAwake(): boolean {
    return this.#awake;
  }

  darken(isDark: boolean): void {
    this.#isDark = isDark;
  }

  isDark(): boolean {
    return this.#isDark;
  }

  isLocked(): boolean {
    return this.#scene.locked;
  }

  unlock(): void {
    if (!this.#scene.locked) return;
    this.#scene.unlock();
    if (!this.#scene.locked) this.#system.log.write("I", "KeyguardViewMediator", "keyguard dismissed");
    this.#changed();
  }

  expandPanel(panel: "notifications" | "settings" | "none"): void {
    if (this.#scene.locked) return;
    this.#scene.panel = panel;
    this.#changed();
  }

  start(packageName: string, activity?: string, extras: Record<string, string> = {}): StartResult {
    this.#scene.closeOverlays();
    return this.#processes.start(packageName, activity, extras);
  }

  stop(packageName: string): void {
    this.#processes.stop(packageName, "stop by shell");
  }

  crash(packageName: string, exception: PhoneException): boolean {
    const crashed = this.#processes.crash(packageName, exception);
    if (crashed === undefined) return false;
    const { language } = this.#scene.uiEnvironment();
    this.#scene.showToast(systemTexts(language).stopped(crashed.label(language)));
    return true;
  }

  focused(): { package_name: string; activity: string } {
    const { definition, app } = this.#processes.front;
    return { package_name: definition.packageName, activity: app.activity() };
  }

  running(): { package_name: string; pid: number }[] {
    void this.#processes.front;
    return this.#processes.list().map(({ definition, pid }) => ({ package_name: definition.packageName, pid }));
  }

  async png(): Promise<Uint8Array> {
    const { width, height } = this.#display.size;
    const canvas = createCanvas(width, height);
    this.#advance();
    this.#scene.paint(canvas.getContext("2d"), 1, 1, this.#awake);
    return canvas.encode("png");
  }

  dump(): string {
    this.#advance();
    return this.#scene.dump();
  }

  record(
    options: RecordOptions,
    onPacket: (packet: VideoPacket) => void | Promise<void>,
    signal: AbortSignal,
  ): Recording {
    return this.#recordings.start(options, onPacket, signal);
  }

  dispose(): void {
    this.#recordings.dispose();
    for (const unsubscribe of this.#unsubscribes) unsubscribe();
    this.#gestures.cancelAll();
    clearTimeout(this.#volumeTimer);
    this.#scene.dispose();
    this.#processes.dispose();
    this.#loop.dispose();
  }

  #advance(): void {
    if (this.#loop.watched) {
      if (this.#loop.advance() > 0) this.#scene.invalidate();
    } else this.#catchUp();
  }

  /** What moves while nobody watches is not drawn, but counts as if it were: an app's load is not its spectators'. */
  #catchUp(): void {
    if (this.#loop.watched) return;
    const frames = Math.round(this.#loop.advance() / FRAME_MS);
    if (frames > 0) this.#scene.invalidate();
    this.#count(Math.max(frames, this.#loop.takeUnseen() ? 1 : 0), 0);
  }

  #input(): void {
    this.#system.usage.input(this.#processes.front.definition.packageName);
  }

  #changed(): void {
    this.#scene.invalidate();
    this.#loop.request();
  }

  #present(missed: number): void {
    this.#scene.invalidate();
    this.#count(1, missed);
    this.#recordings.present();
  }

  /** A frame is the app's in front, whatever of the system's changed in it. A dark screen shows none. */
  #count(frames: number, missed: number): void {
    if (!this.#awake || frames === 0) return;
    const { width, height } = this.#display.size;
    const work = { ...measureScene(this.#scene.current()), display_pixels: width * height, missed };
    const { packageName } = this.#processes.front.definition;
    for (let frame = 0; frame < frames; frame += 1) this.#system.usage.frame(packageName, work);
  }

  #onProcessesChanged(): void {
    this.#focus.clear();
    this.#changed();
  }

  #tap(node: SceneNode, x: number, y: number): void {
    if (node.spec.field !== undefined) this.#focus.touchField(node, this.#scene.layoutEnvironment(), x, y);
    else {
      this.#focus.key = undefined;
      node.spec.onTap?.();
    }
    this.#changed();
  }

  #longPress(node: SceneNode, x: number, y: number): void {
    if (node.spec.field !== undefined) this.#focus.selectWord(node, this.#scene.layoutEnvironment(), x, y);
    else node.spec.onLongPress?.();
    this.#changed();
  }

  #back(): void {
    if (this.#scene.closeOverlays()) return;
    const { app } = this.#processes.front;
    if (app.onBack?.() !== true && this.#processes.front.definition.packageName !== this.#apps.launcher)
      this.#processes.home();
    this.#changed();
  }

  #home(): void {
    this.#scene.closeOverlays();
    this.#processes.home();
  }

  #onSystemGesture(gesture: "home" | "recents" | "back" | "shade" | "unlock" | "close_shade"): void {
    if (gesture === "unlock") this.unlock();
    else if (gesture === "shade") this.expandPanel("notifications");
    else if (gesture === "close_shade") this.expandPanel("none");
    else if (gesture === "recents") this.#scene.showRecents();
    else if (gesture === "home") this.#home();
    else this.#back();
    this.#changed();
  }

  #changeVolume(step: 1 | -1 | 0): void {
    this.#settings.setVolume(step === 0 ? 0 : this.#settings.volume + step);
    this.#scene.volumeShown = true;
    clearTimeout(this.#volumeTimer);
    this.#volumeTimer = setTimeout(() => {
      this.#scene.volumeShown = false;
      this.#changed();
    }, VOLUME_PANEL_MS);
    this.#volumeTimer.unref();
  }

  readonly #keyHost: KeyHost = {
    isAwake: () => this.#awake,
    isLocked: () => this.#scene.locked,
    wake: () => this.wake(),
    sleep: () => this.sleep(),
    unlock: () => this.unlock(),
    home: () => this.#home(),
    back: () => this.#back(),
    recents: () => this.#scene.showRecents(),
    panel: (panel) => this.expandPanel(panel),
    volume: (step) => this.#changeVolume(step),
    appKey: (action, keyCode) => this.#processes.front.app.onKey?.(action, keyCode) ?? false,
    fieldKey: (keyCode, metaState) => {
      this.#scene.current();
      return this.#focus.fieldKey(keyCode, metaState);
    },
    moveFocus: (step) => this.#focus.advance(this.#scene.activeWindow(), step),
    activate: () => {
      const key = this.#focus.key;
      const node =
        key === undefined ? undefined : findNode(this.#scene.current(), (candidate) => candidate.key === key);
      node?.spec.onTap?.();
    },
  };
}
