import type { Device } from "@udt/contract";
import { DeviceThumb, thumbSize } from "../components/device-thumb.tsx";
import { deviceName, type NamedDevice } from "../device-name/index.ts";
import { useT } from "../i18n/index.ts";
import { useDevicePictures } from "./choice.ts";
import "./device-picture.css";
import { useLastPicture, usePicturedDevice } from "./last-picture.ts";

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
  const picture = useLastPicture(project, device.device_id, device.picture_at);
  if (size === "row" && !isOn) return <DeviceThumb device={device} />;
  return (
    <span className="udt-thumb" data-size={size} data-pictured={picture && true} aria-hidden={!picture}>
      <i style={thumbSize(device, SLOTS[size])}>
        {picture && (
          <img
            src={picture.src}
            alt={t("device_picture", { name: deviceName(device) })}
            loading="lazy"
            decoding="async"
            onError={picture.onError}
          />
        )}
      </i>
    </span>
  );
}

/** The same of a device that is known by its id alone. */
export function HeldPicture({ project, device_id }: { project: string; device_id: string }) {
  const [isOn] = useDevicePictures();
  const device = usePicturedDevice(project, device_id, isOn);
  const unknown = { ...UNKNOWN, device_id, model: "", serial: "", picture_at: null };
  return <DevicePicture project={project} device={device ?? unknown} />;
}
