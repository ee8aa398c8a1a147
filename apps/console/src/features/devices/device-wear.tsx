import { useQuery } from "@tanstack/react-query";
import { WEAR_DAYS, type DataOf, type Device, type WearDays } from "@udt/contract";
import { deviceEndpoints } from "@udt/contract/endpoints/devices";
import { Segmented } from "antd";
import { useState } from "react";
import { queryOf } from "../../lib/api/queries.ts";
import { BarChart, LineChart } from "../../lib/charts/index.ts";
import { ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { saidLine } from "../../lib/words/index.ts";
import "./device-wear.css";
import { LOOK_AGAIN_MS } from "./use-admin-devices.ts";
import { slotsOf, useWearCharts } from "./wear-charts.ts";

type Wear = DataOf<typeof deviceEndpoints.deviceWear>;

/** With null as administrators of the server see it. */
function useWear(project: string | null, device_id: string, days: WearDays) {
  const params = { device_id };
  const query = { days: String(days) };
  return useQuery<Wear>({
    ...(project === null
      ? queryOf(deviceEndpoints.adminDeviceWear, { params, query })
      : queryOf(deviceEndpoints.deviceWear, { params, query: { project, ...query } })),
    refetchInterval: project === null && LOOK_AGAIN_MS,
  });
}

/** What a device tells of how worn it is, why it needs care, and how it came to that. */
export function DeviceWear({ project, device }: { project: string | null; device: Device }) {
  const t = useT("devices");
  const format = useFormat();
  const now = useNow();
  const [days, setDays] = useState<WearDays>(7);
  const { device_id, care, is_virtual, state, last_seen_at } = device;
  const wear = useWear(project, device_id, days);
  return (
    <section className="devices-wear" aria-label={t("wear.title")}>
      <h2 className="devices-drawer-title">{t("wear.title")}</h2>
      {care.length > 0 && (
        <ul className="devices-wear-care">
          {care.map((said) => (
            <li key={said.code}>{saidLine(said)}</li>
          ))}
        </ul>
      )}
      {state === "offline" && (
        <p className="udt-secondary">{t("wear.away", { time: format.moment(last_seen_at, now) })}</p>
      )}
      {is_virtual && <p className="udt-secondary">{t("wear.simulated")}</p>}
      <Segmented
        size="small"
        aria-label={t("wear.span")}
        value={days}
        onChange={setDays}
        options={WEAR_DAYS.map((value) => ({ value, label: t("wear.days", { days: format.number(value) }) }))}
      />
      {wear.isPending && <SkeletonRows rows={4} />}
      {wear.isError && !wear.data && (
        <ErrorState title={t("wear.error")} error={wear.error} onRetry={() => void wear.refetch()} />
      )}
      {wear.data?.rows.length === 0 && <p className="udt-secondary">{t("wear.none")}</p>}
      {wear.data && wear.data.rows.length > 0 && <Charts wear={wear.data} days={days} />}
    </section>
  );
}

const HEIGHT = 56;

function Charts({ wear, days }: { wear: Wear; days: WearDays }) {
  const now = useNow();
  const slots = slotsOf(wear, days, now);
  const { lines, lost } = useWearCharts(slots, wear.step_ms);
  return (
    <>
      {lines.map(({ title, newest, scale, points }) => (
        <div key={title} className="devices-wear-chart">
          <h3>
            {title} <b>{newest}</b>
          </h3>
          <LineChart title={title} days={points} scale={scale} bottom={0} height={HEIGHT} />
        </div>
      ))}
      <div className="devices-wear-chart">
        <h3>
          {lost.title} <b>{lost.newest}</b>
        </h3>
        <BarChart title={lost.title} bars={lost.points} scale={lost.scale} height={HEIGHT} />
      </div>
    </>
  );
}
