import { ThunderboltFilled } from "@ant-design/icons";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";

const LOW_PERCENT = 15;

export function Battery({ level, charging, offline }: { level: number | null; charging: boolean; offline: boolean }) {
  const t = useT("devices");
  const format = useFormat();
  if (level === null || offline) return <span className="udt-secondary">–</span>;
  const low = level <= LOW_PERCENT && !charging;
  return (
    <span className="devices-battery" data-low={low || undefined}>
      {format.percent(level / 100)}
      {charging && (
        <span className="devices-charging" title={t("charging")}>
          <ThunderboltFilled />
          <span className="udt-hidden">{t("charging")}</span>
        </span>
      )}
    </span>
  );
}
