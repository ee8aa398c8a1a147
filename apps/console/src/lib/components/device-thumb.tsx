import type { Device } from "@udt/contract";
import "./device-thumb.css";

const SLOT = { width: 34, height: 40 };
const THINNEST = 8;
/** Of a usual phone. */
const UNKNOWN_RATIO = 0.46;

type Shape = Pick<Device, "width" | "height">;

/** The largest outline of the device's shape that fits the slot; never thinner than can be seen. */
export function thumbSize({ width, height }: Shape, slot: Shape = SLOT): Shape {
  const ratio = width > 0 && height > 0 ? width / height : UNKNOWN_RATIO;
  const shown = Math.min(slot.height, slot.width / ratio);
  return { width: Math.max(THINNEST, Math.round(shown * ratio)), height: Math.max(THINNEST, Math.round(shown)) };
}

/** The device's outline at its true shape: a phone, a fold, a tablet on its side. */
export function DeviceThumb({ device }: { device: Shape }) {
  return (
    <span className="udt-thumb" aria-hidden>
      <i style={thumbSize(device)} />
    </span>
  );
}

/** What stands under a device's name: brand, system, resolution. */
export function deviceFacts(device: Device, os: string): string[] {
  const size = device.width > 0 && device.height > 0 ? `${device.width}×${device.height}` : "";
  return [device.brand, `${os} ${device.os_version}`.trim(), size].filter(Boolean);
}

/** The same in one line. */
export const deviceLine = (device: Device, os: string): string => deviceFacts(device, os).join(" · ");
