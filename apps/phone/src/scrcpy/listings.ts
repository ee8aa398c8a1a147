import type { InstalledPackage } from "../types.ts";

export const ENCODER_NAME = "c2.android.avc.encoder";

/** @see https://github.com/Genymobile/scrcpy/blob/v3.3.4/server/src/main/java/com/genymobile/scrcpy/util/LogUtils.java */
export const listVideoEncoders = (): string =>
  `List of video encoders:\n${`    --video-codec=h264 --video-encoder=${ENCODER_NAME}`.padEnd(69)} (sw)`;

export const listAudioEncoders = (): string =>
  `List of audio encoders:\n${"    --audio-codec=opus --audio-encoder=c2.android.opus.encoder".padEnd(69)} (sw)`;

export const listDisplays = ({ width, height }: { width: number; height: number }): string =>
  `List of displays:\n    --display-id=0    (${width}x${height})`;

export const listCameras = (): string => "List of cameras:\n    (none)";

/**
 * What the server lists, of all that is installed.
 * @see https://github.com/Genymobile/scrcpy/blob/v3.3.4/server/src/main/java/com/genymobile/scrcpy/device/Device.java
 */
export const isLaunchable = ({ enabled, main_activity }: InstalledPackage): boolean =>
  enabled && main_activity !== undefined;

const LABEL_COLUMN = 30;

/** System apps first, then by label and package. */
export const listApps = (apps: readonly InstalledPackage[], title = "List of apps:"): string => {
  const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  const sorted = [...apps].sort(
    (a, b) =>
      Number(b.system) - Number(a.system) || compare(a.label, b.label) || compare(a.package_name, b.package_name),
  );
  const lines = sorted.map(({ system, label, package_name }) => {
    const column =
      label.length < LABEL_COLUMN ? label.padEnd(LABEL_COLUMN) : `${label}\n   ${" ".repeat(LABEL_COLUMN)}`;
    return `\n ${system ? "*" : "-"} ${column} ${package_name}`;
  });
  return title + lines.join("");
};
