import type { Resource } from "@udt/contract";
import { useT } from "../../../lib/i18n/index.ts";
import { recordedVideos, RecordedVideos } from "../../../lib/player/index.ts";
import { useSession } from "../session.tsx";
import "./recording.css";
import { useRecordActions } from "./use-record-actions.ts";

/** The screen recordings of this test, and what begins, ends and saves one. */
export function RecordingsSection({ list }: { list: readonly Resource[] }) {
  const t = useT("debug");
  const { project, test_id, device_id, running } = useSession();
  const { canDo, record, save, refused, note } = useRecordActions();
  // What ended without one has nothing to say of them.
  if (!running && recordedVideos(list).length === 0) return null;
  return (
    <section className="dbg-recordings" aria-label={t("recording.title")}>
      <h2>{t("recording.title")}</h2>
      {running && <p>{note}</p>}
      {running && refused && <p role="alert">{refused}</p>}
      {canDo && (
        <div className="dbg-recordings-acts">
          {[record, save].map(({ label, disabled, act }) => (
            <button key={label} type="button" className="udt-button" disabled={disabled} onClick={act}>
              {label}
            </button>
          ))}
        </div>
      )}
      <RecordedVideos place={{ project, test_id, device_id }} list={list} />
    </section>
  );
}
