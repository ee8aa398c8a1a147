import { isControl, KEY } from "./char-map.ts";

export interface KeyHost {
  isAwake(): boolean;
  isLocked(): boolean;
  wake(): void;
  sleep(): void;
  unlock(): void;
  home(): void;
  back(): void;
  recents(): void;
  panel(panel: "notifications" | "none"): void;
  volume(step: 1 | -1 | 0): void;
  /** The app in front looks at the key first. */
  appKey(action: "down" | "up", keyCode: number): boolean;
  fieldKey(keyCode: number, metaState: number): boolean;
  moveFocus(step: 1 | -1): void;
  activate(): void;
}

/** Keys that the system keeps for itself, on the way down. True when it used the key. */
const systemKey = (host: KeyHost, keyCode: number): boolean => {
  switch (keyCode) {
    case KEY.POWER:
      if (host.isAwake()) host.sleep();
      else host.wake();
      return true;
    case KEY.SLEEP:
      host.sleep();
      return true;
    case KEY.WAKEUP:
      host.wake();
      return true;
    case KEY.VOLUME_UP:
      host.volume(1);
      return true;
    case KEY.VOLUME_DOWN:
      host.volume(-1);
      return true;
    case KEY.VOLUME_MUTE:
      host.volume(0);
      return true;
    default:
      return !host.isAwake();
  }
};

/** One key event. `down` acts, as Android's own handlers mostly do; `up` reaches only the app (and BACK, which acts on release). */
export const handleKey = (host: KeyHost, action: "down" | "up", keyCode: number, metaState: number): void => {
  if (action === "up") {
    if (!host.isAwake() || host.isLocked()) return;
    if (keyCode === KEY.BACK || keyCode === KEY.ESCAPE) host.back();
    else host.appKey("up", keyCode);
    return;
  }
  if (systemKey(host, keyCode) || keyCode === KEY.BACK || keyCode === KEY.ESCAPE) return;
  if (host.isLocked()) {
    if (keyCode === KEY.MENU) host.unlock();
    return;
  }
  if (keyCode === KEY.HOME) return host.home();
  if (keyCode === KEY.APP_SWITCH) return host.recents();
  if (keyCode === KEY.NOTIFICATION) return host.panel("notifications");
  if (host.fieldKey(keyCode, metaState)) return;
  if (host.appKey("down", keyCode)) return;
  if (keyCode === KEY.TAB) return host.moveFocus((metaState & 1) === 0 ? 1 : -1);
  if (isControl(metaState)) return;
  if (keyCode === KEY.DPAD_DOWN || keyCode === KEY.DPAD_RIGHT) host.moveFocus(1);
  else if (keyCode === KEY.DPAD_UP || keyCode === KEY.DPAD_LEFT) host.moveFocus(-1);
  else if (keyCode === KEY.DPAD_CENTER || keyCode === KEY.ENTER || keyCode === KEY.SPACE) host.activate();
};
