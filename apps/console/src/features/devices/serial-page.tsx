import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Device } from "@udt/contract";
import { deviceEndpoints } from "@udt/contract/endpoints/devices";
import { Button, Input } from "antd";
import { useState } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { queryOf } from "../../lib/api/queries.ts";
import { deviceLine, EmptyState, ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { PhoneIcon } from "../../lib/components/icons.tsx";
import { DevicePicture } from "../../lib/device-pictures/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { deviceName } from "../../lib/device-name/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { usePlaceName } from "../../lib/place-name/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useProjectId } from "../../lib/project.ts";
import { useStartDebug } from "../../lib/tests/index.ts";
import { DeviceAction } from "./device-action.tsx";
import { DeviceDoing } from "./device-doing.tsx";
import { DeviceStateSince } from "./device-state.tsx";
import { DeviceDrawer } from "./device-drawer.tsx";
import "./devices.css";
import "./serial.css";

/**
 * `/{projectId}/serial/{serial}`, `/{projectId}/device/serial/{serial}` and `/{projectId}/remote/serial?serial=…`: the device
 * with this serial number. Opening an address takes no device from anybody: that is what the button is for.
 */
export default function SerialPage() {
  const params = useParams();
  const [search] = useSearchParams();
  const serial = params["serial"] ?? search.get("serial") ?? "";
  return serial === "" ? <WhichSerial /> : <DevicesOf key={serial} serial={serial} />;
}

function WhichSerial() {
  const t = useT("devices");
  const project = useProjectId();
  const navigate = useNavigate();
  const [serial, setSerial] = useState("");
  return (
    <EmptyState isPage icon={<PhoneIcon />} title={t("serial.which")}>
      <form
        className="devices-serial-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (serial.trim() !== "") void navigate(paths.serial(project, serial.trim()));
        }}
      >
        <Input
          autoFocus
          aria-label={t("column.serial")}
          placeholder={t("column.serial")}
          value={serial}
          onChange={(event) => setSerial(event.target.value)}
        />
        <Button type="primary" htmlType="submit" disabled={serial.trim() === ""}>
          {t("serial.open")}
        </Button>
      </form>
    </EmptyState>
  );
}

function DevicesOf({ serial }: { serial: string }) {
  const t = useT("devices");
  const project = useProjectId();
  const [opened, open] = useState<string | null>(null);
  const devices = useQuery({
    ...queryOf(deviceEndpoints.deviceList, { query: { project, serial } }),
    placeholderData: keepPreviousData,
  });
  if (devices.isPending) return <SkeletonRows rows={3} />;
  if (devices.isError) {
    return <ErrorState isPage title={t("error")} error={devices.error} onRetry={() => void devices.refetch()} />;
  }
  const { list } = devices.data;
  if (list.length === 0) {
    return (
      <EmptyState
        isPage
        icon={<PhoneIcon />}
        title={t("serial.none", { serial })}
        action={<LinkButton to={paths.deviceList(project)}>{t("serial.all")}</LinkButton>}
      >
        {t("serial.none_text")}
      </EmptyState>
    );
  }
  return (
    <div className="devices-serial">
      {list.map((device) => (
        <SerialCard key={device.device_id} project={project} device={device} onOpen={open} />
      ))}
      <LinkButton to={paths.deviceList(project)}>{t("serial.all")}</LinkButton>
      <DeviceDrawer project={project} device_id={opened} onClose={() => open(null)} />
    </div>
  );
}

function SerialCard(props: { project: string; device: Device; onOpen: (device_id: string) => void }) {
  const { project, device, onOpen } = props;
  const common = useT("common");
  const start = useStartDebug();
  const { device_id } = device;
  usePlaceName(deviceName(device));
  return (
    <section className="devices-serial-card" aria-label={deviceName(device)}>
      <DevicePicture project={project} device={device} size={device.picture_at === null ? "row" : "large"} />
      <div className="devices-serial-facts">
        <h1>{deviceName(device)}</h1>
        <p className="udt-secondary">{deviceLine(device, common(`os.${device.os}`))}</p>
        <p className="udt-mono">{device.serial}</p>
        <p className="devices-serial-state">
          <DeviceStateSince device={device} /> <DeviceDoing project={project} device={device} />
        </p>
        {start.refusal && (
          <p className="devices-refused" role="alert">
            {start.refusal}
          </p>
        )}
        <DeviceAction
          project={project}
          device={device}
          onOpen={onOpen}
          pending={start.isPending}
          onStart={(duration_minutes) => start.mutate({ project, device_id, duration_minutes })}
        />
      </div>
    </section>
  );
}
