import { CopyButton, ErrorState, SkeletonRows } from "../../../lib/components/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useDeviceQuery, useSession } from "../session.tsx";

/** What the device is. */
export function DeviceTab() {
  const t = useT("debug");
  const common = useT("common");
  const format = useFormat();
  const { device_id } = useSession();
  const query = useDeviceQuery(device_id);
  if (query.isPending) return <SkeletonRows rows={8} />;
  if (query.isError)
    return <ErrorState title={t("device.failed")} error={query.error} onRetry={() => void query.refetch()} />;
  const device = query.data;
  const battery =
    device.battery_level === null
      ? ""
      : `${format.percent(device.battery_level / 100)}${device.battery_charging ? ` · ${t("device.charging")}` : ""}`;
  const cpu = [
    device.cpu_name,
    device.cpu_arch,
    device.cpu_cores > 0 && t("device.cores", { count: device.cpu_cores }),
  ];
  const facts = [
    ["brand", device.brand],
    ["model", device.model],
    ["hardware_model", device.hardware_model],
    ["serial", device.serial],
    ["system", `${common(`os.${device.os}`)} ${device.os_version}`],
    ["resolution", device.width > 0 ? `${device.width} × ${device.height}` : ""],
    ["cpu", cpu.filter(Boolean).join(" · ")],
    ["gpu", device.gpu],
    ["memory", device.memory_bytes > 0 ? format.bytes(device.memory_bytes) : ""],
    ["battery", battery],
    ["kind", device.is_virtual ? t("device.virtual") : t("device.real")],
    ["agent", device.agent_name],
  ] as const;
  const all = facts.map(([key, value]) => `${t(`device.${key}`)}: ${value || common("none")}`).join("\n");
  return (
    <div className="dbg-scroll">
      <div className="dbg-toolbar">
        <h2 className="dbg-title">{t("device.title")}</h2>
        <span className="dbg-space" />
        <CopyButton text={all} label={t("device.copy_all")} />
      </div>
      <dl className="dbg-facts-list">
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`device.${key}`)}</dt>
            <dd>
              {value || common("none")}
              {value && <CopyButton text={value} />}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
