import type { Device } from "@udt/contract";
import type { ReactNode } from "react";
import { CopyButton, DeviceStatePill } from "../../lib/components/index.ts";
import { ReadDrawer } from "../../lib/components/read-drawer.tsx";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { DeviceDoing } from "./device-doing.tsx";
import { useDevice } from "./use-device.ts";

/** All that is known of one device; open while the URL names it. */
export function DeviceDrawer(props: { project: string; device_id: string | null; onClose: () => void }) {
  const t = useT("devices");
  const device = useDevice(props.project, props.device_id);
  return (
    <ReadDrawer
      isOpen={props.device_id !== null}
      size={480}
      read={device}
      title={device.data ? device.data.model || device.data.serial : t("details")}
      extra={<CopyButton label={t("drawer.copy_link")} text={window.location.href} />}
      error={t("drawer.gone")}
      onClose={props.onClose}
      render={(one) => <Facts project={props.project} device={one} />}
    />
  );
}

function Facts({ project, device }: { project: string; device: Device }) {
  const t = useT("devices");
  const common = useT("common");
  const format = useFormat();
  const lease = device.lease;
  return (
    <>
      <div className="devices-drawer-state">
        <DeviceStatePill device={device} />
        <DeviceDoing project={project} device={device} />
      </div>
      {lease && (
        <>
          <h3 className="devices-drawer-title">{t("drawer.lease")}</h3>
          <dl className="udt-facts">
            <Fact name={t("drawer.by")}>{lease.user_name || common("platform")}</Fact>
            <Fact name={t("drawer.phase")}>{common(`test_device_state.${lease.phase}`)}</Fact>
            <Fact name={t("drawer.since")}>{format.exact(lease.since)}</Fact>
            {lease.until !== null && <Fact name={t("drawer.until")}>{format.exact(lease.until)}</Fact>}
          </dl>
        </>
      )}
      <h3 className="devices-drawer-title">{t("drawer.facts")}</h3>
      <dl className="udt-facts">
        <Fact name={t("drawer.model")} copy={device.model} />
        <Fact name={t("drawer.brand")}>{device.brand}</Fact>
        <Fact name={t("drawer.hardware_model")}>{device.hardware_model}</Fact>
        <Fact name={t("drawer.kind")}>{t(device.is_virtual ? "drawer.virtual" : "drawer.real")}</Fact>
        <Fact name={t("drawer.serial")} copy={device.serial} mono />
        <Fact name={t("drawer.device_id")} copy={device.device_id} mono />
        <Fact name={t("drawer.os")}>{`${common(`os.${device.os}`)} ${device.os_version}`}</Fact>
        <Fact name={t("drawer.resolution")}>{device.width > 0 && `${device.width} × ${device.height}`}</Fact>
        <Fact name={t("drawer.cpu")}>
          {[device.cpu_name, device.cpu_arch, device.cpu_cores > 0 && t("drawer.cores", { count: device.cpu_cores })]
            .filter(Boolean)
            .join(" · ")}
        </Fact>
        <Fact name={t("drawer.gpu")}>{device.gpu}</Fact>
        <Fact name={t("drawer.memory")}>{device.memory_bytes > 0 && format.bytes(device.memory_bytes)}</Fact>
        <Fact name={t("drawer.battery")}>
          {device.battery_level !== null &&
            format.percent(device.battery_level / 100) + (device.battery_charging ? ` · ${t("charging")}` : "")}
        </Fact>
        <Fact name={t("drawer.capabilities")}>
          {device.capabilities.map((capability) => common(`capability.${capability}`)).join(" · ")}
        </Fact>
        <Fact name={t("drawer.agent")} copy={device.agent_name} />
        <Fact name={t("drawer.last_seen")}>{format.exact(device.last_seen_at)}</Fact>
      </dl>
    </>
  );
}

function Fact(props: { name: string; children?: ReactNode; copy?: string; mono?: boolean }) {
  return (
    <>
      <dt>{props.name}</dt>
      <dd className={props.mono ? "udt-mono" : undefined}>
        {props.copy || props.children || "–"}
        {props.copy && <CopyButton text={props.copy} />}
      </dd>
    </>
  );
}
