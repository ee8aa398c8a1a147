/**
 * What people may do at the device of a test, by the test's kind. Server and agent both refuse the rest: whoever they are,
 * the one who started the test and administrators included.
 */
import type { DeviceCommand } from "./agent-link.ts";
import type { DeviceState, TestKind } from "./states.ts";
import type { StreamName } from "./streams.ts";

/** What a device may be there for, or not; document 2's access mode: tasks, and debugging as a cloud real machine. */
export const DEVICE_ACCESS = ["task", "remote"] as const;
export type DeviceAccess = (typeof DEVICE_ACCESS)[number];
/** By what lists of devices are narrowed: those that are there for something, or are not. */
export const ACCESS_FILTERS = ["task", "no_task", "remote", "no_remote"] as const;
export type AccessFilter = (typeof ACCESS_FILTERS)[number];

/**
 * By what else lists of devices are narrowed: those that failed their last self-check, that somebody or something reported
 * as broken and nobody dealt with, that never had a check come to its end.
 */
export const DEVICE_CONDITIONS = ["unwell", "broken", "unchecked"] as const;
export type DeviceCondition = (typeof DEVICE_CONDITIONS)[number];

/** To whom a device is given: to the projects that its agent is registered for, to all, or to some by name. */
export const GIVEN_TO = ["agent", "all", "projects"] as const;
export type GivenTo = (typeof GIVEN_TO)[number];
/** What becomes of the projects that a device is given to by name. */
export const GIVING = ["set", "add", "remove"] as const;

export interface DeviceUse {
  /** Streams that who drives may open; observers get those of them that `STREAMS` lets them have. */
  streams: readonly StreamName[];
  commands: readonly DeviceCommand["name"][];
  /** Whether the holder may move the deadline. */
  extend: boolean;
  /** What a device must be there for, that such a test gets; null: it gets whichever. */
  access: DeviceAccess | null;
  /** What a device is that such a test holds. */
  shown: Extract<DeviceState, "busy" | "inspection">;
  /** Whether what it left on the device is told; else it tells itself what it changed. */
  hands_over: boolean;
}

export const DEVICE_USE: Readonly<Record<TestKind, DeviceUse>> = {
  debug: {
    streams: [
      "screen",
      "input",
      "terminal",
      "log",
      "performance",
      "files",
      "recording",
      "adb",
      "camera",
      "audio",
      "pointers",
      "signaling",
      "trial",
    ],
    commands: [
      "app_list",
      "app_start",
      "app_stop",
      "app_clear",
      "app_uninstall",
      "app_install",
      "app_install_cancel",
      "screen_capture",
      "element_tree",
      "fold_set",
      "fold_get",
      "file_folder",
      "file_rename",
      "file_delete",
      "camera_image_list",
      "camera_image_remove",
      "memory_processes",
      "memory_start",
      "memory_sample",
      "memory_stop",
    ],
    extend: true,
    access: "remote",
    shown: "busy",
    hands_over: true,
  },
  // A run's script drives its device: a touch from elsewhere would be counted as the app's fault. People look.
  job: { streams: ["screen", "log"], commands: [], extend: false, access: "task", shown: "busy", hands_over: true },
  // It is the platform's, and over in seconds.
  inspection: { streams: [], commands: [], extend: false, access: null, shown: "inspection", hands_over: false },
};

/** Whether people drive the devices of such tests; otherwise they watch, and nothing that they send changes a device. */
export const isDriven = (kind: TestKind): boolean => DEVICE_USE[kind].streams.includes("input");

const COMMAND_MS = 30_000;
/** To delete a folder of a hundred thousand files takes a phone minutes, and so does to move one to another file system. */
const LONG_COMMANDS_MS: Partial<Record<DeviceCommand["name"], number>> = {
  file_rename: 5 * 60_000,
  file_delete: 5 * 60_000,
};

/** How long a command is waited for: by the agent for the device, by the server for the agent, and by who calls the server. */
export function commandWaits(name: DeviceCommand["name"]): { device_ms: number; agent_ms: number; server_ms: number } {
  const device_ms = LONG_COMMANDS_MS[name] ?? COMMAND_MS;
  return { device_ms, agent_ms: device_ms + 10_000, server_ms: device_ms + 15_000 };
}
