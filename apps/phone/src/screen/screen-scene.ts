import type { SKRSContext2D } from "@napi-rs/canvas";
import { setFaults } from "../system/set-fault.ts";
import type { PhoneSystem } from "../types.ts";
import type { UiEnvironment } from "./app.ts";
import type { Display } from "./display.ts";
import type { Focus } from "./focus.ts";
import type { FrameLoop } from "./frame-loop.ts";
import type { Gestures } from "./gestures.ts";
import type { ScreenSettings } from "./phone-settings.ts";
import type { Processes } from "./processes.ts";
import { dumpScene } from "./scene/dump.ts";
import { layoutScene, type LayoutEnvironment } from "./scene/layout.ts";
import type { SceneNode, ScrollState, ViewSpec } from "./scene/node.ts";
import { paintScene } from "./scene/paint.ts";
import { shadeView } from "./shade.ts";
import {
  lockScreen,
  navigationBar,
  NAV_BAR_DP,
  recentsView,
  statusBar,
  STATUS_BAR_DP,
  SYSTEM_UI,
  type SystemUiState,
  toastView,
  volumePanel,
} from "./system-ui.ts";
import { themeOf } from "./theme.ts";

const TOAST_MS = 2500;

export interface ScreenSceneHost {
  system: PhoneSystem;
  settings: ScreenSettings;
  display: Display;
  loop: FrameLoop;
  focus: Focus;
  processes: Processes;
  start(packageName: string): void;
}

/**
 * What is on the screen: the app in front and the system's own layers, as one laid-out tree that drawing, hit test and
 * dump all read. The tree is kept until something changes.
 */
export class ScreenScene {
  readonly scrolls = new Map<string, ScrollState>();
  gestures: Gestures | undefined;
  #isLocked = false;
  panel: "notifications" | "settings" | "none" = "none";
  volumeShown = false;
  readonly #host: ScreenSceneHost;
  #recents = false;
  #toast: string | undefined;
  #toastTimer: NodeJS.Timeout | undefined;
  #root: SceneNode | undefined;

  constructor(host: ScreenSceneHost) {
    this.#host = host;
  }

  get locked(): boolean {
    return this.#isLocked || this.#host.system.faults.keyguard !== "none";
  }

  /** A lock that asks for a code stays. */
  unlock(): void {
    const { system } = this.#host;
    this.#isLocked = false;
    if (system.faults.keyguard === "insecure") setFaults(system, { keyguard: "none" });
  }

  invalidate(): void {
    this.#root = undefined;
  }

  current(): SceneNode {
    if (this.#root === undefined) {
      const { width, height } = this.#host.display.size;
      this.#root = layoutScene(this.#view(), { x: 0, y: 0, width, height }, "", this.layoutEnvironment());
      this.#host.focus.settle(this.#root);
    }
    return this.#root;
  }

  /** The window that has the focus: what `uiautomator` sees. */
  activeWindow(): SceneNode {
    const scene = this.current();
    const isWindow = ({ spec }: SceneNode): boolean =>
      spec.ghost !== true && spec.id !== undefined && spec.id !== "volume_layer";
    return scene.children.findLast(isWindow) ?? scene;
  }

  uiEnvironment(): UiEnvironment {
    const { dp, size } = this.#host.display;
    return {
      language: this.#host.settings.language,
      dark: this.#host.settings.dark,
      width: size.width / dp,
      height: size.height / dp,
      landscape: size.width > size.height,
      timeZone: this.#host.system.props.timeZone,
      insetTop: STATUS_BAR_DP,
      insetBottom: NAV_BAR_DP,
    };
  }

  layoutEnvironment(): LayoutEnvironment {
    return {
      dp: this.#host.display.dp,
      fontScale: this.#host.settings.fontScale,
      language: this.#host.settings.language,
      scrolls: this.scrolls,
    };
  }

  paint(g: SKRSContext2D, scaleX: number, scaleY: number, awake: boolean): void {
    const { width, height } = this.#host.display.size;
    g.setTransform(scaleX, 0, 0, scaleY, 0, 0);
    g.globalAlpha = 1;
    if (!awake || this.#host.system.faults.black_screen) {
      g.fillStyle = "#000000";
      g.fillRect(0, 0, width, height);
      return;
    }
    const theme = themeOf(this.#host.settings.dark);
    g.fillStyle = theme.bg;
    g.fillRect(0, 0, width, height);
    paintScene(g, this.current(), {
      environment: this.layoutEnvironment(),
      pressedKeys: this.gestures?.pressedKeys ?? new Set(),
      focusedField: this.#host.focus.field,
      focusedKey: this.#host.focus.key,
      textColor: theme.text,
      hintColor: theme.dim,
      accent: theme.primary,
      dark: theme.dark,
    });
    if (this.#host.settings.showTouches) this.#paintTouches(g);
  }

  dump(): string {
    const window = this.activeWindow();
    return dumpScene(window, this.#host.display.rotation, {
      packageName: window.spec.pkg ?? this.#host.processes.front.definition.packageName,
      focusedField: this.#host.focus.field,
      focusedKey: this.#host.focus.key,
      isScrollable: (key) => (this.scrolls.get(key)?.max ?? 0) > 0,
    });
  }

  showToast(text: string): void {
    this.#toast = text;
    clearTimeout(this.#toastTimer);
    this.#toastTimer = setTimeout(() => {
      this.#toast = undefined;
      this.invalidate();
      this.#host.loop.request();
    }, TOAST_MS);
    this.#toastTimer.unref();
    this.#host.loop.request();
  }

  showRecents(): void {
    this.#recents = !this.#recents;
    this.panel = "none";
  }

  /** True when there was something to close. */
  closeOverlays(): boolean {
    const open = this.#recents || this.panel !== "none";
    this.#recents = false;
    this.panel = "none";
    return open;
  }

  goToSleep(): void {
    this.closeOverlays();
    this.#isLocked = this.#host.settings.lockScreen;
  }

  resetScroll(id: string): void {
    for (const [key, state] of this.scrolls)
      if (key.split("/").some((part) => part.replace(/(?<!\d)\d+$/, "") === id)) state.offset = 0;
  }

  dispose(): void {
    clearTimeout(this.#toastTimer);
  }

  #view(): ViewSpec {
    const state = this.#systemState();
    const { front } = this.#host.processes;
    const layer = (id: string, child: ViewSpec): ViewSpec => ({ id, pkg: SYSTEM_UI, dir: "stack", children: [child] });
    return {
      dir: "stack",
      children: [
        {
          id: "android:id/content",
          dir: "stack",
          pkg: front.definition.packageName,
          children: [{ ...front.app.view() }],
        },
        state.recents === undefined ? undefined : layer("recents", recentsView(state, state.recents)),
        state.panel === "none" ? undefined : layer("shade", shadeView(state)),
        this.locked ? layer("keyguard", lockScreen(state)) : undefined,
        { dir: "stack", ghost: true, justify: "start", children: [statusBar(state)] },
        { dir: "stack", ghost: true, justify: "end", children: [navigationBar(state)] },
        this.volumeShown ? { id: "volume_layer", dir: "stack", children: [volumePanel(state)] } : undefined,
        this.#toast === undefined ? undefined : { dir: "stack", ghost: true, children: [toastView(state)] },
      ],
    };
  }

  #systemState(): SystemUiState {
    const { system, settings, processes } = this.#host;
    const front = processes.front;
    const apps = processes.list().filter(({ definition }) => definition.launchable);
    const redraw = (): void => {
      this.invalidate();
      this.#host.loop.request();
    };
    return {
      system,
      settings,
      environment: this.uiEnvironment(),
      lightGlyphs: settings.dark || (front.definition.lightBars && this.panel === "none" && !this.#recents),
      recents: this.#recents ? apps : undefined,
      panel: this.panel,
      volumeShown: this.volumeShown,
      toast: this.#toast,
      locked: this.locked,
      openProcess: (packageName) => this.#host.start(packageName),
      closeProcess: (packageName) => {
        processes.stop(packageName, "remove task");
        redraw();
      },
      closeAll: () => {
        for (const { definition } of apps) processes.stop(definition.packageName, "remove task");
        this.#recents = false;
        redraw();
      },
      setPanel: (panel) => {
        this.panel = panel;
        redraw();
      },
    };
  }

  #paintTouches(g: SKRSContext2D): void {
    const { dp } = this.#host.display;
    for (const { x, y } of this.gestures?.touches ?? []) {
      g.beginPath();
      g.arc(x, y, 14 * dp, 0, Math.PI * 2);
      g.fillStyle = "rgba(255,255,255,0.55)";
      g.fill();
      g.lineWidth = 2 * dp;
      g.strokeStyle = "rgba(0,0,0,0.35)";
      g.stroke();
    }
  }
}
