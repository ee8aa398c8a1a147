import { MessageOutlined, PauseCircleOutlined, StopOutlined, ToolOutlined } from "@ant-design/icons";
import type { Device } from "@udt/contract";
import type { ReactNode } from "react";
import { deviceLine, DeviceStatePill } from "../../lib/components/index.ts";
import { ModelName } from "../../lib/model-picture/index.ts";
import { DevicePicture } from "../../lib/device-pictures/index.ts";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useStartDebug } from "../../lib/tests/index.ts";
import { Battery } from "./battery.tsx";
import { CareMark } from "./care.tsx";
import { DeviceAction } from "./device-action.tsx";
import { DeviceDoing } from "./device-doing.tsx";
import "./device-notes.css";
import { TagChips } from "./device-tags.tsx";
import { useOutLine } from "./use-out-line.ts";

interface DeviceRowProps {
  project: string;
  device: Device;
  /** Its first cell, where devices are ticked. */
  tick: ReactNode;
  onOpen: (device_id: string) => void;
}

export function DeviceRow({ project, device, tick, onOpen }: DeviceRowProps) {
  const common = useT("common");
  const start = useStartDebug();
  const line = deviceLine(device, common(`os.${device.os}`));
  return (
    <tr>
      {tick}
      <td>
        <div className="devices-device">
          <DevicePicture project={project} device={device} />
          <div className="devices-name">
            <span className="devices-title">
              <button type="button" className="udt-link" onClick={() => onOpen(device.device_id)}>
                <ModelName project={project} device={device} />
              </button>
              {device.out_of_use && device.state !== "out_of_use" && <OutMark out={device.out_of_use} />}
              {device.open_work_orders > 0 && <BrokenMark />}
              {device.draining && <DrainingMark draining={device.draining} />}
              <CareMark care={device.care} />
              {device.notes && <NoteMark notes={device.notes} />}
              <TagChips tags={device.tags} />
            </span>
            <small className="udt-ellipsis" title={line}>
              {line}
            </small>
          </div>
        </div>
      </td>
      <td className="udt-mono" title={device.serial}>
        {device.serial}
      </td>
      <td>
        <DeviceStatePill device={device} />
      </td>
      <td>
        {start.refusal && device.state === "idle" ? (
          // Another was faster, or the device left: said where the click was, until the row itself shows it.
          <span className="devices-refused" role="alert" title={start.refusal}>
            {start.refusal}
          </span>
        ) : (
          <DeviceDoing project={project} device={device} />
        )}
      </td>
      <td>
        <Battery level={device.battery_level} charging={device.battery_charging} offline={device.state === "offline"} />
      </td>
      <td>
        <DeviceAction
          project={project}
          device={device}
          onOpen={onOpen}
          pending={start.isPending}
          onStart={(duration_minutes) => start.mutate({ project, device_id: device.device_id, duration_minutes })}
        />
      </td>
    </tr>
  );
}

/** That nobody gets it once what it does now is over. */
function OutMark({ out }: { out: NonNullable<Device["out_of_use"]> }) {
  const { whole } = useOutLine()(out);
  return (
    <span className="devices-broken" title={whole}>
      <StopOutlined aria-hidden />
      <span className="udt-hidden">{whole}</span>
    </span>
  );
}

/** That it gets no tasks. */
function BrokenMark() {
  const t = useT("devices");
  return (
    <span className="devices-broken" title={t("orders.mark")}>
      <ToolOutlined aria-hidden />
      <span className="udt-hidden">{t("orders.mark")}</span>
    </span>
  );
}

/** That its agent gives it to nobody meanwhile: since when, and who wanted it. */
export function DrainingMark({ draining }: { draining: NonNullable<Device["draining"]> }) {
  const t = useT("devices");
  const common = useT("common");
  const format = useFormat();
  const now = useNow();
  const told = t("draining", {
    time: format.moment(draining.since, now),
    name: draining.user_name || common("platform"),
  });
  return (
    <span className="devices-broken" title={told}>
      <PauseCircleOutlined aria-hidden />
      <span className="udt-hidden">{told}</span>
    </span>
  );
}

/** That people noted something on it, and what they noted last. */
function NoteMark({ notes: { count, newest, user_name } }: { notes: NonNullable<Device["notes"]> }) {
  const t = useT("devices");
  const format = useFormat();
  const told = t("notes.mark", { count, shown: format.number(count), newest, user: user_name });
  return (
    <span className="devices-note-mark" title={told}>
      <MessageOutlined aria-hidden />
      <span aria-hidden>{format.number(count)}</span>
      <span className="udt-hidden">{told}</span>
    </span>
  );
}
