import { measuredAppOf, type Resource } from "@udt/contract";
import { resourceEndpoints } from "@udt/contract/endpoints/resources";
import { useDownload } from "../../../lib/download/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useAppNames } from "../apps/use-apps.ts";
import { useSession } from "../session.tsx";
import { resourceCall } from "../use-device-actions.ts";
import "./performance-recordings.css";

export const performanceRecordingsOf = (list: readonly Resource[]): Resource[] =>
  list.filter(({ kind }) => kind === "performance").toSorted((a, b) => b.created_at - a.created_at);

/** What was recorded of the device's performance in this test: look at it, or take it away. */
export function PerformanceRecordings({
  list,
  onOpen,
}: {
  list: readonly Resource[];
  onOpen?: (recording: Resource) => void;
}) {
  const t = useT("debug");
  const format = useFormat();
  const session = useSession();
  const nameOf = useAppNames();
  const asCsv = useDownload(resourceEndpoints.performanceCsv);
  const asLines = useDownload(resourceEndpoints.resourceGet);
  return (
    <section className="dbg-perf-recordings" aria-label={t("performance.recordings")}>
      <h2>{t("performance.recordings")}</h2>
      <ul>
        {list.map((one) => {
          const at = format.exact(one.started_at ?? one.created_at);
          const measured = measuredAppOf(one.name);
          const app = measured === null ? t("performance.device") : nameOf(measured);
          const stamp = new Date(one.started_at ?? one.created_at).toISOString().slice(0, 19).replaceAll(":", "-");
          const file = `${one.name.replace(/\.jsonl$/, "")}-${stamp}`;
          const call = resourceCall(session, one.resource_id);
          const facts = [
            at,
            one.state === "growing" ? t("performance.recording_now") : format.duration(one.duration_ms ?? 0),
            format.bytes(one.size_bytes),
          ];
          return (
            <li key={one.resource_id} data-state={one.state}>
              <span className="dbg-perf-words">
                <strong className="udt-ellipsis" data-literal title={measured ?? undefined}>
                  {app}
                </strong>
                <span className="udt-secondary udt-num">{facts.join(" · ")}</span>
                {(one.state === "broken" || one.state === "truncated") && (
                  <span className="udt-secondary">{t(`performance.${one.state}`)}</span>
                )}
              </span>
              {onOpen && (
                <button
                  type="button"
                  className="udt-button"
                  aria-label={t("performance.open_label", { app, time: at })}
                  onClick={() => onOpen(one)}
                >
                  {t("performance.open")}
                </button>
              )}
              <button
                type="button"
                className="udt-button"
                aria-label={t("performance.csv_label", { app, time: at })}
                onClick={() => asCsv.mutate({ call, name: `${file}.csv` })}
              >
                CSV
              </button>
              <button
                type="button"
                className="udt-button"
                aria-label={t("performance.jsonl_label", { app, time: at })}
                onClick={() => asLines.mutate({ call, name: `${file}.jsonl` })}
              >
                JSONL
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
