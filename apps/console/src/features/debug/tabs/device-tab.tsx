import { CopyButton, ErrorState, SkeletonRows } from "../../../lib/components/index.ts";
import { useDeviceFacts } from "../../../lib/device-facts/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { ReportBroken } from "../../../lib/work-orders/report-broken.tsx";
import { RemoteAdbPanel } from "../remote-adb/remote-adb.tsx";
import { SessionCare } from "./session-care.tsx";
import { useDeviceQuery, useSession } from "../session.tsx";

const FACTS = [
  "brand",
  "model",
  "hardware_model",
  "serial",
  "system",
  "resolution",
  "cpu",
  "gpu",
  "memory",
  "battery",
  "free",
  "kind",
  "agent",
] as const;

/** What the device is. */
export function DeviceTab() {
  const t = useT("debug");
  const common = useT("common");
  const factsOf = useDeviceFacts();
  const { project, test_id, device_id, test_device, drives, running } = useSession();
  const query = useDeviceQuery(device_id);
  if (query.isPending) return <SkeletonRows rows={8} />;
  if (!query.data)
    return <ErrorState title={t("device.failed")} error={query.error} onRetry={() => void query.refetch()} />;
  const facts = FACTS.map(factsOf(query.data));
  const all = facts
    .map(({ name, value }) => common("labelled", { label: name, value: value || common("none") }))
    .join("\n");
  return (
    <div className="dbg-scroll">
      {drives && running && query.data.capabilities.includes("adb") && <RemoteAdbPanel />}
      <div className="dbg-toolbar">
        <h2 className="dbg-title">{t("device.title")}</h2>
        <span className="dbg-space" />
        <ReportBroken
          project={project}
          device_id={device_id}
          test_id={test_id}
          name={test_device.model || test_device.serial}
        />
        <CopyButton text={all} label={t("device.copy_all")} />
      </div>
      <dl className="dbg-facts-list">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value || common("none")}
              {value && <CopyButton text={value} />}
            </dd>
          </div>
        ))}
      </dl>
      <SessionCare />
    </div>
  );
}
