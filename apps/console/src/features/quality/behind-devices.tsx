import { numbered } from "@udt/contract";
import { Link } from "react-router";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { busyShare, onlineShare } from "./figures.ts";
import { PagedList, type Listed } from "./paged-list.tsx";
import { useDeviceList, useOrders, useWaits } from "./use-board.ts";

const MINUTE_MS = 60_000;

/** For how long devices were waited for. */
export function Waits({ query, page_num, onPage }: Listed) {
  const format = useFormat();
  const now = useNow();
  const read = useWaits(query, page_num);
  return (
    <PagedList read={read} page_num={page_num} onPage={onPage}>
      {read.data?.list.map((one, place) => (
        <li key={`${one.test_id} ${place}`}>
          <span className="quality-name">
            <Link to={paths.run(one.project_id, one.test_id, one.job_id ?? undefined)}>{numbered(one)}</Link>
            <small className="udt-ellipsis">
              {one.project_name} · {format.dateTime(one.queued_at, now)}
            </small>
          </span>
          <span className="quality-verdict udt-num">
            <b>{format.duration(one.wait)}</b>
            <small className="udt-ellipsis">{one.device_model}</small>
          </span>
        </li>
      ))}
    </PagedList>
  );
}

/** How long each device was in use, or there. */
export function Devices({ query, page_num, onPage, by }: Listed & { by: "busy" | "offline" }) {
  const t = useT("quality");
  const format = useFormat();
  const read = useDeviceList(query, page_num, by);
  const time = (minutes: number | null) => format.duration((minutes ?? 0) * MINUTE_MS);
  return (
    <PagedList read={read} page_num={page_num} onPage={onPage}>
      {read.data?.list.map((one) => {
        const share = by === "busy" ? busyShare(one) : onlineShare(one)?.ratio;
        return (
          <li key={one.device_id}>
            <DeviceName device={one} to={paths.recentTests(one.project_id, one.device_id)} />
            <span className="quality-verdict udt-num">
              <b>{share === undefined ? "–" : format.percent(share)}</b>
              <small>
                {by === "busy"
                  ? t("behind.busy", { busy: time(one.busy_minutes), online: time(one.online_minutes) })
                  : t("behind.online", { online: time(one.online_minutes), looked: time(one.looked_minutes) })}
              </small>
            </span>
          </li>
        );
      })}
    </PagedList>
  );
}

/** The work orders that are open, or that were closed, and for how long each was. */
export function Orders({ query, page_num, onPage, which }: Listed & { which: "open" | "closed" }) {
  const t = useT("quality");
  const format = useFormat();
  const now = useNow();
  const read = useOrders(query, page_num, which);
  return (
    <PagedList read={read} page_num={page_num} onPage={onPage}>
      {read.data?.list.map((one) => (
        <li key={one.number}>
          <DeviceName device={one} to={paths.workOrder(one.project_id, one.device_id, one.number)} />
          <span className="quality-verdict udt-num">
            <b>{format.duration(Math.max(0, (one.closed_at ?? now) - one.reported_at))}</b>
            <small>{t("behind.reported", { time: format.dateTime(one.reported_at, now) })}</small>
          </span>
        </li>
      ))}
    </PagedList>
  );
}

function DeviceName({ device, to }: { device: { brand: string; model: string; serial: string }; to: string }) {
  return (
    <span className="quality-name">
      <Link to={to}>{device.model}</Link>
      <small className="udt-ellipsis">
        {device.brand} · <span data-literal>{device.serial}</span>
      </small>
    </span>
  );
}
