import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { KIND_VIEWS } from "../../lib/tests/index.ts";
import type { Stats } from "../../lib/statistics/index.ts";
import "../../lib/components/panel.css";

const MINUTE_MS = 60_000;

/** The devices that were held longest, and what kinds of test there were. */
export function Busiest({ stats }: { stats: Stats }) {
  const t = useT("overview");
  const format = useFormat();
  const most = Math.max(1, ...stats.devices.map(({ busy_minutes }) => busy_minutes));
  return (
    <section className="udt-card udt-panel">
      <header>
        <h2>{t("busiest.title")}</h2>
        <span className="udt-secondary">
          {stats.kinds
            .map(({ kind, tests }) =>
              t("busiest.kind", {
                kind: t(`figures.${KIND_VIEWS[kind].figure}`),
                tests: format.number(tests),
              }),
            )
            .join(" · ")}
        </span>
      </header>
      {stats.devices.length === 0 && <p className="overview-none">{t("busiest.none")}</p>}
      <ul>
        {stats.devices.map((device) => (
          <li key={device.device_id}>
            <span className="overview-name">
              <b className="udt-ellipsis">{device.model || device.serial}</b>
              <small className="udt-mono udt-ellipsis" data-literal>
                {device.serial}
              </small>
            </span>
            <span className="overview-bar" aria-hidden>
              <i style={{ width: `${(device.busy_minutes / most) * 100}%` }} />
            </span>
            <span className="overview-value udt-num">
              {format.duration(device.busy_minutes * MINUTE_MS)}
              {device.online_minutes !== null && device.online_minutes > 0 && (
                <small>
                  {t("busiest.of_online", {
                    percent: format.percent(Math.min(1, device.busy_minutes / device.online_minutes)),
                  })}
                </small>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
