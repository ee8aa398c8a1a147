/**
 * What people may do at the device of a test, by the test's kind. Server and agent both refuse the rest: whoever they are,
 * the one who started the test and administrators included.
 */
import type { DeviceCommand } from "./agent-link.ts";
import type { DeviceState, TestKind } from "./states.ts";
import type { StreamName } from "./streams.ts";

export interface DeviceUse {
  /** Streams that who drives may open; observers get those of them that `STREAMS` lets them have. */
  streams: readonly StreamName[];
  commands: readonly DeviceCommand["name"][];
  /** Whether the holder may move the deadline. */
  extend: boolean;
  /** What a device is that such a test holds. */
  shown: Extract<DeviceState, "busy" | "inspection">;
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
    ],
    extend: true,
    shown: "busy",
  },
  // A run's script drives its device: a touch from elsewhere would be counted as the app's fault. People look.
  job: { streams: ["screen", "log"], commands: [], extend: false, shown: "busy" },
  // It is the platform's, and over in seconds.
  inspection: { streams: [], commands: [], extend: false, shown: "inspection" },
};

/** Whether people drive the devices of such tests; otherwise they watch, and nothing that they send changes a device. */
export const isDriven = (kind: TestKind): boolean => DEVICE_USE[kind].streams.includes("input");
