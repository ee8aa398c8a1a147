import type { PhoneScreen, PhoneSystem, Recording } from "../types.ts";
import type { ControlMessage, Position } from "./control-messages.ts";
import { ackClipboardMessage, clipboardMessage } from "./device-messages.ts";
import { listApps } from "./listings.ts";
import type { ServerLog } from "./server-log.ts";
import { UhidDevices } from "./uhid.ts";

const KEYCODE_BACK = 4;
const KEYCODE_POWER = 26;
const KEYCODE_WAKEUP = 224;
const KEY_UP = 1;
const KEYCODE_CUT = 277;
const KEYCODE_COPY = 278;
const KEYCODE_PASTE = 279;
const COPY_KEY_NONE = 0;
const COPY_KEY_COPY = 1;
const SEQUENCE_INVALID = 0n;
const POINTER_ID_MOUSE = -1n;
const BUTTON_PRIMARY = 1;
/** What `InputManager` throws at a shell that may not inject: https://github.com/Genymobile/scrcpy/issues/4795 */
const INPUT_REFUSED =
  "Could not invoke method\njava.lang.reflect.InvocationTargetException\nCaused by: java.lang.SecurityException: Injecting input events requires the caller (or the source of the instrumentation, if any) to have the INJECT_EVENTS permission.";
const MAX_POINTERS = 10;
/** MotionEvent actions that reach the screen; hovering does not touch. */
const TOUCH_ACTIONS = { 0: "down", 1: "up", 2: "move", 3: "cancel" } as const;

export interface ControllerEnvironment {
  system: PhoneSystem;
  screen: PhoneScreen;
  log: ServerLog;
  clipboardAutosync: boolean;
  /** The recording whose size positions refer to; absent without video, when positions are the display's own pixels. */
  recording(): Recording | undefined;
  send(message: Uint8Array): void;
}

/** Does what control messages ask. */
export class Controller {
  readonly #environment: ControllerEnvironment;
  readonly #uhid: UhidDevices;
  /** Client pointer id to the small id that the screen sees. */
  readonly #pointers = new Map<bigint, number>();
  readonly #unsubscribe: () => void;
  #settingClipboard = false;
  #keepsDark = false;

  constructor(environment: ControllerEnvironment) {
    this.#environment = environment;
    this.#uhid = new UhidDevices(environment.screen);
    this.#unsubscribe = environment.screen.clipboard.changed.on((text) => {
      if (environment.clipboardAutosync && !this.#settingClipboard) environment.send(clipboardMessage(text));
    });
  }

  /** Whether the panel is dark because it was told so: a server that cleans up lights it when it ends. */
  get keepsDark(): boolean {
    return this.#keepsDark;
  }

  dispose(): void {
    this.#unsubscribe();
    this.#uhid.destroyAll();
    for (const id of this.#pointers.values()) this.#environment.screen.touch("cancel", id, 0, 0);
    this.#pointers.clear();
  }

  handle(message: ControlMessage): void {
    const { screen, log, system } = this.#environment;
    if (system.faults.refuse_input && message.type.startsWith("inject_")) return log.error(INPUT_REFUSED);
    switch (message.type) {
      case "inject_keycode":
        return this.#key(message);
      case "inject_text":
        return screen.text(message.text);
      case "inject_touch_event":
        return this.#touch(message);
      case "inject_scroll_event": {
        const point = this.#map(message.position);
        // Android scrolls up for a positive value.
        if (point !== undefined) screen.scroll(point.x, point.y, -message.h_scroll, -message.v_scroll);
        return;
      }
      case "back_or_screen_on":
        return this.#backOrScreenOn(message.action);
      case "expand_notification_panel":
        return screen.expandPanel("notifications");
      case "expand_settings_panel":
        return screen.expandPanel("settings");
      case "collapse_panels":
        return screen.expandPanel("none");
      case "get_clipboard":
        return this.#getClipboard(message.copy_key);
      case "set_clipboard":
        return this.#setClipboard(message.text, message.paste, message.sequence);
      case "set_display_power":
        this.#keepsDark = !message.on;
        screen.darken(!message.on);
        return log.info(`Device display turned ${message.on ? "on" : "off"}`);
      case "rotate_device":
        return screen.rotate(screen.size().rotation % 2 === 0 ? 1 : 0);
      case "uhid_create":
        return this.#uhid.create(message.id);
      case "uhid_input":
        return this.#uhid.input(message.id, message.data);
      case "uhid_destroy":
        return this.#uhid.destroy(message.id);
      case "open_hard_keyboard_settings":
        return void screen.start("dev.udt.settings");
      case "start_app":
        return this.#startApp(message.name);
      case "reset_video":
        log.info("Video capture reset");
        return this.#environment.recording()?.reset();
      case "scan_file":
        // Apps here read folders themselves; there is no index of media that a file would have to be entered in.
        return log.debug(`Nothing to scan for ${message.path}`);
    }
  }

  /**
   * A panel that is to be dark is made so again after the keys that light it.
   * @see https://github.com/Genymobile/scrcpy/blob/v3.3.4/server/src/main/java/com/genymobile/scrcpy/control/Controller.java
   */
  #key({ action, keycode, meta_state }: Extract<ControlMessage, { type: "inject_keycode" }>): void {
    const { screen } = this.#environment;
    if (action > KEY_UP) return;
    screen.key(action === KEY_UP ? "up" : "down", keycode, meta_state);
    const lights = keycode === KEYCODE_POWER || keycode === KEYCODE_WAKEUP;
    if (this.#keepsDark && action === KEY_UP && lights) screen.darken(true);
  }

  #map(position: Position): { x: number; y: number } | undefined {
    const recording = this.#environment.recording();
    if (recording === undefined) return position;
    const { width, height } = recording.size;
    if (position.screen_width !== width || position.screen_height !== height) {
      const seen = `${position.screen_width}x${position.screen_height}`;
      this.#environment.log.verbose(
        `Ignore positional event generated for size ${seen} (current size is ${width}x${height})`,
      );
      return undefined;
    }
    const display = this.#environment.screen.size();
    return {
      x: Math.trunc((position.x * display.width) / width),
      y: Math.trunc((position.y * display.height) / height),
    };
  }

  #touch(message: Extract<ControlMessage, { type: "inject_touch_event" }>): void {
    const point = this.#map(message.position);
    const action = TOUCH_ACTIONS[message.action as keyof typeof TOUCH_ACTIONS];
    if (point === undefined || action === undefined) return;
    const secondary = ((message.action_button | message.buttons) & ~BUTTON_PRIMARY) !== 0;
    if (message.pointer_id === POINTER_ID_MOUSE && secondary) return; // a mouse button that no view here listens to
    let id = this.#pointers.get(message.pointer_id);
    if (id === undefined) {
      if (action !== "down") return;
      const used = new Set(this.#pointers.values());
      id = Array.from({ length: MAX_POINTERS }, (_, index) => index).find((index) => !used.has(index));
      if (id === undefined) return this.#environment.log.warn("Too many pointers for touch event");
      this.#pointers.set(message.pointer_id, id);
    }
    if (action === "up" || action === "cancel") this.#pointers.delete(message.pointer_id);
    this.#environment.screen.touch(action, id, point.x, point.y, message.pressure);
  }

  #press(keyCode: number): void {
    this.#environment.screen.key("down", keyCode, 0);
    this.#environment.screen.key("up", keyCode, 0);
  }

  #backOrScreenOn(action: number): void {
    const { screen } = this.#environment;
    if (screen.isAwake()) screen.key(action === 0 ? "down" : "up", KEYCODE_BACK, 0);
    else if (action === 0) this.#press(KEYCODE_POWER);
  }

  #getClipboard(copyKey: number): void {
    const { screen, clipboardAutosync, send } = this.#environment;
    if (copyKey !== COPY_KEY_NONE) this.#press(copyKey === COPY_KEY_COPY ? KEYCODE_COPY : KEYCODE_CUT);
    // With autosync the change itself has been sent already.
    if (!clipboardAutosync) send(clipboardMessage(screen.clipboard.get()));
  }

  #setClipboard(text: string, paste: boolean, sequence: bigint): void {
    const { screen, log, send } = this.#environment;
    this.#settingClipboard = true;
    screen.clipboard.set(text);
    this.#settingClipboard = false;
    log.info("Device clipboard set");
    if (paste) this.#press(KEYCODE_PASTE);
    if (sequence !== SEQUENCE_INVALID) send(ackClipboardMessage(sequence));
  }

  /** `[+][?]name`: `+` stops the app first, `?` looks for the start of a label instead of a package name. */
  #startApp(request: string): void {
    const { system, screen, log } = this.#environment;
    const restart = request.startsWith("+");
    const wanted = restart ? request.slice(1) : request;
    const byLabel = wanted.startsWith("?");
    const name = byLabel ? wanted.slice(1) : wanted;
    const apps = system.packages.list();
    const found = byLabel
      ? apps.filter(({ label }) => label.toLowerCase().startsWith(name.toLowerCase()))
      : apps.filter(({ package_name }) => package_name === name);
    const [app, ...others] = found;
    if (app === undefined) return log.warn(`No app found for ${byLabel ? "name" : "package"} "${name}"`);
    if (others.length > 0) return log.warn(listApps(found, `No unique app found for name "${name}":`));
    log.info(`Starting app "${app.label}" [${app.package_name}] on display 0...`);
    if (restart) screen.stop(app.package_name);
    const started = screen.start(app.package_name);
    if (!started.ok) log.error(started.error);
  }
}
