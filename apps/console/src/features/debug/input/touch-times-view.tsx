import { TOUCH_LEGS } from "@udt/contract";
import { Fragment } from "react";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useStore } from "../../../lib/streams/index.ts";
import { isDirect, likeLatest, medianOf, medianTotalOf, totalOf, type TouchTimes } from "./touch-times.ts";
import "./touch-times.css";

/** Where the time of a touch goes, from the browser's event to the painted picture. */
export function TouchTimesView({ times }: { times: TouchTimes }) {
  const t = useT("debug");
  const format = useFormat();
  const shown = (ms: number | undefined) => (ms === undefined ? "–" : format.decimal(ms, 1));
  const measured = likeLatest(useStore(times.times));
  const latest = measured.at(-1);
  if (!latest) return <p className="dbg-touch-note">{t("touch.none")}</p>;
  return (
    <section className="dbg-touch">
      <h4>{t("touch.title")}</h4>
      <div className="dbg-touch-bar" aria-hidden>
        {TOUCH_LEGS.map((leg) => (
          <span key={leg} data-leg={leg} style={{ flexGrow: latest[leg] ?? 0 }} />
        ))}
      </div>
      <dl>
        <dt />
        <dd>{t("touch.latest")}</dd>
        <dd>{t("touch.median", { count: measured.length })}</dd>
        {TOUCH_LEGS.map((leg) => (
          <Fragment key={leg}>
            <dt>
              <i data-leg={leg} aria-hidden />
              {t(leg === "socket" && isDirect(latest) ? "touch.direct_leg" : `touch.legs.${leg}`)}
            </dt>
            <dd>{shown(latest[leg])}</dd>
            <dd>{shown(medianOf(measured, leg))}</dd>
          </Fragment>
        ))}
        <dt>{t("touch.total")}</dt>
        <dd>{format.decimal(totalOf(latest), 1)} ms</dd>
        <dd>{shown(medianTotalOf(measured))} ms</dd>
      </dl>
      {isDirect(latest) && <p className="dbg-touch-note">{t("touch.direct")}</p>}
      <p className="dbg-touch-note">{t("touch.note")}</p>
    </section>
  );
}
