import { Emitter } from "@udt/base";
import { readApk } from "../src/system/apk-reader.ts";
import type { PhoneParts } from "../src/phone.ts";
import type { PhoneScreen } from "../src/types.ts";

/** A screen that draws nothing and remembers what it was told, so that the system half can be tested by itself. */
export function fakeScreen(): PhoneScreen & { calls: string[] } {
  const calls: string[] = [];
  const running = new Map<string, number>();
  let pid = 5000;
  let front = { package_name: "com.udt.launcher", activity: "com.udt.launcher.HomeActivity" };
  let clip = "";
  const changed = new Emitter<string>();
  return {
    calls,
    size: () => ({ width: 720, height: 1600, rotation: 0 }),
    touch: (action, id, x, y) => void calls.push(`touch ${action} ${id} ${x},${y}`),
    scroll: (x, y, h, v) => void calls.push(`scroll ${x},${y} ${h},${v}`),
    key: (action, code, meta) => void calls.push(`key ${action} ${code} ${meta}`),
    text: (text) => void calls.push(`text ${text}`),
    clipboard: {
      get: () => clip,
      set: (text) => {
        clip = text;
        changed.emit(text);
      },
      changed,
    },
    rotate: (rotation) => void calls.push(`rotate ${rotation}`),
    override: (size, density) => void calls.push(`override ${JSON.stringify(size)} ${density}`),
    fold: (folded) => void calls.push(`fold ${folded}`),
    isFolded: () => false,
    wake: () => void calls.push("wake"),
    sleep: () => void calls.push("sleep"),
    isAwake: () => true,
    darken: (isDark) => void calls.push(`darken ${isDark}`),
    isDark: () => false,
    isLocked: () => false,
    unlock: () => void calls.push("unlock"),
    expandPanel: (panel) => void calls.push(`expandPanel ${panel}`),
    start: (name, activity, extras) => {
      calls.push(`start ${name} ${activity ?? ""} ${JSON.stringify(extras ?? {})}`);
      running.set(name, running.get(name) ?? ++pid);
      front = { package_name: name, activity: activity ?? `${name}.MainActivity` };
      return { ok: true };
    },
    stop: (name) => {
      calls.push(`stop ${name}`);
      running.delete(name);
    },
    crash: (name, { says }) => {
      if (!running.delete(name)) return false;
      calls.push(`crash ${name} ${says}`);
      return true;
    },
    focused: () => front,
    running: () => [...running].map(([package_name, id]) => ({ package_name, pid: id })),
    png: async () =>
      Buffer.from(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
        "base64",
      ),
    dump: () => "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\"></hierarchy>",
    record: () => ({ size: { width: 720, height: 1600 }, reset: () => undefined }),
    dispose: () => void calls.push("dispose"),
  };
}

/** The parts of a phone whose screen is {@link fakeScreen}. */
export function fakeParts(): PhoneParts {
  return {
    createScreen: () => fakeScreen(),
    builtinPackages: () => [
      {
        package_name: "com.udt.launcher",
        label: "Launcher",
        version_name: "1.0",
        version_code: 1,
        system: true,
        main_activity: "com.udt.launcher.HomeActivity",
        enabled: true,
        icon: undefined,
        apk_path: "/system/priv-app/Launcher/Launcher.apk",
      },
    ],
    startScrcpyServer: async (_phone, args, io) => {
      io.stdout(`server ${args.join(" ")}`);
      return 0;
    },
    readApk,
  };
}
