import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { KIND_VIEWS } from "../../lib/tests/index.ts";
import type { Stats } from "../../lib/statistics/index.ts";
import { DeviceBars } from "./device-bars.tsx";

const MINUTE_MS = 60_000;

/** The devices that were held longest, and what kinds of test there were. */
export function Busiest({ stats }: { stats: Stats }) {
  const t = useT("overview");
  const format = useFormat();
  const most = Math.max(1, ...stats.devices.map(({ busy_minutes }) => busy_minutes));
  return (
    <DeviceBars
      title={t("busiest.title")}
      note={stats.kinds
        .map(({ kind, tests }) =>
          t("busiest.kind", { kind: t(`figures.${KIND_VIEWS[kind].figure}`), tests: format.number(tests) }),
        )
        .join(" · ")}
      none={t("busiest.none")}
      bars={stats.devices.map((device) => ({
        device,
        share: device.busy_minutes / most,
        value: format.duration(device.busy_minutes * MINUTE_MS),
        note:
          device.online_minutes !== null && device.online_minutes > 0
            ? t("busiest.of_online", {
                percent: format.percent(Math.min(1, device.busy_minutes / device.online_minutes)),
              })
            : undefined,
      }))}
    />
  );
}
