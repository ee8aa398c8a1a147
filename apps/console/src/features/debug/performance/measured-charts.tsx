import { NET_OF } from "@udt/contract";
import { useMemo, useState } from "react";
import { useFormat } from "../../../lib/format/index.ts";
import { PlainTable } from "../../../lib/list/table.tsx";
import { useT } from "../../../lib/i18n/index.ts";
import {
  Chart,
  shownCharts,
  summaryOf,
  valueAt,
  type ChartLine,
  type PerformanceData,
} from "../../../lib/performance/index.ts";
import { createStore, useStore, type Store } from "../../../lib/streams/index.ts";
import type { Mark } from "./marks.ts";

/** What was measured in a range, read in all charts at the moment that the pointer is at. */
export function MeasuredCharts(props: {
  data: PerformanceData;
  from: number;
  to: number;
  marks: readonly Mark[];
  /** The axis counts from here, or tells the time of day. */
  origin?: number;
}) {
  const t = useT("performance");
  const debug = useT("debug");
  const format = useFormat();
  const { data, from, to, origin } = props;
  const [moment] = useState(() => createStore<number | undefined>(undefined));
  const charts = useMemo(
    () =>
      shownCharts(data).map(({ name, lines }) => ({
        name,
        lines: lines.map(({ key, values }) => ({ key, values, label: t(`series.${key}`) })),
      })),
    [data, t],
  );
  const marks = props.marks.filter(({ at }) => at >= from && at <= to);
  const clock = (ms: number) => format.clock(ms);
  const owners = NET_OF.filter((one) => data.net_of.includes(one));
  return (
    <>
      {marks.length > 0 && (
        <div className="dbg-perf-marks udt-num">
          <ul>
            {marks.map(({ at, text }) => (
              <li key={`${at} ${text}`}>
                {origin === undefined ? clock(at) : format.countdown(at - origin)} {text}
              </li>
            ))}
          </ul>
          <p>{debug("performance.mark.starts_here")}</p>
        </div>
      )}
      <div className="udt-charts dbg-perf-charts">
        {data.is_simulated && <p className="udt-charts-note">{t("simulated")}</p>}
        {charts.map(({ name, lines }) => (
          <Chart
            key={name}
            title={t(name)}
            unit={t(`unit.${name}`)}
            times={data.times}
            lines={lines}
            from={from}
            to={to}
            moment={moment}
            onPoint={moment.set}
            marks={marks.map(({ at }) => at)}
            axisText={origin === undefined ? clock : format.countdown}
            isFitted={name === "temperature"}
            {...(origin !== undefined && { origin })}
          >
            <Figures times={data.times} lines={lines} moment={moment} origin={origin} />
          </Chart>
        ))}
        {owners.map((one) => (
          <p key={one} className="udt-charts-note">
            {t(`net_of.${one}`)}
          </p>
        ))}
      </div>
    </>
  );
}

/** Each line's value now or at the moment that is pointed at, its average and its peak. */
function Figures(props: {
  times: readonly number[];
  lines: readonly ChartLine[];
  moment: Store<number | undefined>;
  origin: number | undefined;
}) {
  const t = useT("debug");
  const format = useFormat();
  const { times, lines, origin } = props;
  const moment = useStore(props.moment);
  const number = (value: number | null | undefined) =>
    value === null || value === undefined ? "–" : format.number(Math.round(value * 10) / 10);
  const momentText =
    moment === undefined
      ? t(origin === undefined ? "performance.now" : "performance.last")
      : origin === undefined
        ? format.clock(moment)
        : format.countdown(moment - origin);
  return (
    <PlainTable className="dbg-perf-figures udt-num">
      <tr>
        <td />
        <th scope="col">{momentText}</th>
        <th scope="col">{t("performance.average")}</th>
        <th scope="col">{t("performance.peak")}</th>
      </tr>
      {lines.map(({ key, label, values }, order) => {
        const summary = summaryOf(values);
        return (
          <tr key={key} data-series={key}>
            <th scope="row" data-line={order}>
              {label}
            </th>
            <td>{number(valueAt({ key, values }, times, moment))}</td>
            <td>{number(summary?.average)}</td>
            <td>{number(summary?.peak)}</td>
          </tr>
        );
      })}
    </PlainTable>
  );
}
