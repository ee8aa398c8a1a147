import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import type { Stats } from "../../lib/statistics/index.ts";
import { DeviceBars } from "./device-bars.tsx";

const MINUTE_MS = 60_000;

/**
 * The devices that were broken longest, and how long it took to mend what was.
 * @param project the one that is counted; undefined: all of the user's, of which none has the orders of all devices
 */
export function Broken({ stats, project }: { stats: Stats; project: string | undefined }) {
  const t = useT("overview");
  const format = useFormat();
  const { reported, processed, open, mean_minutes } = stats.repairs;
  const most = Math.max(1, ...stats.broken.map(({ broken_minutes }) => broken_minutes));
  const counts = t("broken.counts", {
    reported: format.number(reported),
    processed: format.number(processed),
    open: format.number(open),
  });
  return (
    <DeviceBars
      title={t("broken.title")}
      note={
        mean_minutes === null
          ? counts
          : `${counts} · ${t("broken.mean", { time: format.duration(mean_minutes * MINUTE_MS) })}`
      }
      none={t("broken.none")}
      bars={stats.broken.map((device) => ({
        device,
        share: device.broken_minutes / most,
        value: format.duration(device.broken_minutes * MINUTE_MS),
        note: t("broken.orders", { count: device.orders, orders: format.number(device.orders) }),
        to: project === undefined ? undefined : paths.workOrdersOf(project, device.device_id),
      }))}
    />
  );
}
