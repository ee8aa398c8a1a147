import { ExclamationCircleOutlined, MessageOutlined, PauseCircleOutlined, ToolOutlined } from "@ant-design/icons";
import type { Device } from "@udt/contract";
import type { ReactNode } from "react";
import { DevicePicture } from "../../lib/device-pictures/index.ts";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useStartDebug } from "../../lib/tests/index.ts";
import { Battery } from "./battery.tsx";
import { ClosedMark } from "./closed-mark.tsx";
import { DeviceAction } from "./device-action.tsx";
import { DeviceDoing } from "./device-doing.tsx";
import { DeviceMark } from "./device-mark.tsx";
import "./device-notes.css";
import { DeviceCells } from "./device-cells.tsx";

interface DeviceRowProps {
  project: string;
  device: Device;
  /** Its first cell, where devices are ticked. */
  tick: ReactNode;
  onOpen: (device_id: string) => void;
}

export function DeviceRow({ project, device, tick, onOpen }: DeviceRowProps) {
  const t = useT("devices");
  const start = useStartDebug();
  return (
    <tr>
      {tick}
      <DeviceCells
        project={project}
        device={device}
        picture={<DevicePicture project={project} device={device} />}
        marks={
          <>
            <DeviceMarks device={device} />
            {device.notes && <NoteMark notes={device.notes} />}
          </>
        }
        onOpen={onOpen}
      />
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
      <td data-label={t("column.battery")}>
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

/** What keeps a device from tasks or people, as signs. */
export function DeviceMarks({ device }: { device: Device }) {
  return (
    <>
      {device.open_work_orders > 0 && <BrokenMark />}
      {device.last_check?.state === "failed" && <UnwellMark at={device.last_check.ended_at} />}
      <ClosedMark device={device} />
      {device.draining && <DrainingMark draining={device.draining} />}
    </>
  );
}

/** That it gets no tasks. */
function BrokenMark() {
  const t = useT("devices");
  return <DeviceMark kind="broken" sign={<ToolOutlined aria-hidden />} told={t("orders.mark")} />;
}

/** That it failed its last self-check, and when. */
function UnwellMark({ at }: { at: number }) {
  const t = useT("devices");
  const format = useFormat();
  const told = t("unwell", { time: format.moment(at, useNow()) });
  return <DeviceMark kind="care" sign={<ExclamationCircleOutlined aria-hidden />} told={told} />;
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
  return <DeviceMark kind="broken" sign={<PauseCircleOutlined aria-hidden />} told={told} />;
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
