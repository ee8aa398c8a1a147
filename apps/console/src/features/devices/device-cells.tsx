import type { Device } from "@udt/contract";
import type { ReactNode } from "react";
import { deviceFacts } from "../../lib/components/index.ts";
import { placeOf } from "../../lib/device-name/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ModelName } from "../../lib/model-picture/index.ts";
import "../../lib/tests/progress-line.css";
import { CareMark } from "./care.tsx";
import { DeviceStateSince } from "./device-state.tsx";
import { TagChips } from "./device-tags.tsx";
import { OutMark } from "./out-mark.tsx";

interface DeviceCellsProps {
  /** Through which it is looked at; null: by an administrator of the server, through none. */
  project: string | null;
  device: Device;
  picture: ReactNode;
  /** What else is to be seen of it at once. */
  marks?: ReactNode;
  onOpen: (device_id: string) => void;
}

/** The first cells of a device's row: what it is, with what is to be seen of it at once, and its state; its name opens all that is known of it. */
export function DeviceCells({ project, device, picture, marks, onOpen }: DeviceCellsProps) {
  const common = useT("common");
  const place = project === null ? [] : [placeOf(device)].filter(Boolean);
  const facts = [...deviceFacts(device, common(`os.${device.os}`)), ...place];
  return (
    <>
      <td>
        <div className="devices-device">
          {picture}
          <div className="devices-name">
            <span className="devices-title">
              <button type="button" className="udt-link" onClick={() => onOpen(device.device_id)}>
                <ModelName project={project} device={device} />
              </button>
              {device.out_of_use && device.state !== "out_of_use" && <OutMark out={device.out_of_use} />}
              {marks}
              <CareMark care={device.care} />
              <TagChips device={device} />
            </span>
            <small className="udt-dotted">
              {facts.map((fact) => (
                <span key={fact}>{fact}</span>
              ))}
            </small>
          </div>
        </div>
      </td>
      <td className="udt-mono udt-ellipsis" title={device.serial}>
        {device.serial}
      </td>
      <td>
        <DeviceStateSince device={device} />
      </td>
    </>
  );
}
