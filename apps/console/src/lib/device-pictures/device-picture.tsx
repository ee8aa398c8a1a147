import { useQuery } from "@tanstack/react-query";
import type { Device } from "@udt/contract";
import { deviceEndpoints } from "@udt/contract/endpoints/devices";
import { useState } from "react";
import { api } from "../api/api.ts";
import { queryOf } from "../api/queries.ts";
import { DeviceThumb, thumbSize } from "../components/device-thumb.tsx";
import { deviceName, type NamedDevice } from "../device-name/index.ts";
import { useT } from "../i18n/index.ts";
import { useDevicePictures } from "./choice.ts";
import "./device-picture.css";
import { PICTURES_MS } from "./pictures-ms.ts";

const SLOTS = { row: { width: 48, height: 62 }, large: { width: 168, height: 240 } };
/** The shape of a phone, until the device is known. */
const UNKNOWN = { width: 0, height: 0 };

type Pictured = Pick<Device, "device_id" | "width" | "height" | "picture_at"> & NamedDevice;

/**
 * What was on a device's screen last, within its outline; the outline alone where there is no picture to be seen. Its place is
 * as large before the picture is there.
 */
export function DevicePicture(props: { project: string; device: Pictured; size?: keyof typeof SLOTS }) {
  const { project, device, size = "row" } = props;
  const t = useT("common");
  const [isOn] = useDevicePictures();
  const [failed, setFailed] = useState<number>();
  const { device_id, picture_at } = device;
  if (size === "row" && !isOn) return <DeviceThumb device={device} />;
  const isShown = picture_at !== null && picture_at !== failed;
  return (
    <span className="udt-thumb" data-size={size} data-pictured={isShown || undefined} aria-hidden={!isShown}>
      <i style={thumbSize(device, SLOTS[size])}>
        {isShown && (
          <img
            src={api.url(deviceEndpoints.devicePicture, { params: { device_id }, query: { project, at: picture_at } })}
            alt={t("device_picture", { name: deviceName(device) })}
            loading="lazy"
            decoding="async"
            // Another has come since, or it is nobody's to see any more: the list will say so.
            onError={() => setFailed(picture_at)}
          />
        )}
      </i>
    </span>
  );
}

/** The same of a device that is known by its id alone. */
export function HeldPicture({ project, device_id }: { project: string; device_id: string }) {
  const [isOn] = useDevicePictures();
  const device = useQuery({
    ...queryOf(deviceEndpoints.deviceGet, { params: { device_id }, query: { project } }),
    enabled: isOn,
    refetchInterval: PICTURES_MS,
  });
  const unknown = { ...UNKNOWN, device_id, model: "", serial: "", picture_at: null };
  return <DevicePicture project={project} device={device.data ?? unknown} />;
}
