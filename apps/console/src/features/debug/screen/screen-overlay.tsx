import { closedText } from "../../../lib/errors/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import type { Liveness, ScreenView } from "../../../lib/screen/liveness.ts";
import type { ScreenController } from "../../../lib/screen/screen-controller.ts";
import "../../../lib/components/frozen.css";

/** What lies over a picture that is not the device's present one, so that nobody takes it for live. */
export function ScreenOverlay(props: { controller: ScreenController; view: ScreenView; liveness: Liveness }) {
  const { controller, view, liveness } = props;
  const t = useT("debug");
  const format = useFormat();
  if (liveness === "live") return null;
  // Fingers go through it: the device may take them though it does not show what they do.
  if (liveness === "frozen") {
    const { frozenSince, unansweredSince } = view;
    return (
      <div className="udt-frozen" role="status">
        {frozenSince !== undefined ? (
          <>
            <strong>{t("screen.stands_still", { time: format.clock(frozenSince) })}</strong>
            <span>{t("screen.stands_still_text")}</span>
          </>
        ) : (
          unansweredSince !== undefined && (
            <>
              <strong>{t("screen.unanswered", { time: format.clock(unansweredSince) })}</strong>
              <span>{t("screen.unanswered_text")}</span>
            </>
          )
        )}
      </div>
    );
  }
  if (liveness === "closed") {
    const { stream, failed } = view;
    const refused = stream.name === "closed" && (stream.code === 4401 || stream.code === 4403);
    return (
      <div className="dbg-overlay" role="alert">
        <strong>{t("screen.closed")}</strong>
        <span>
          {failed
            ? t(failed === "decoder" ? "screen.no_decoder" : "screen.worker_failed")
            : refused
              ? t("screen.refused")
              : t("screen.closed_text")}
        </span>
      </div>
    );
  }
  return (
    <div className="dbg-overlay" role="status">
      <span className="dbg-spinner" aria-hidden />
      <strong>{liveness === "reconnecting" ? t("screen.reconnecting") : t("screen.connecting")}</strong>
      {liveness === "reconnecting" && (
        <>
          {view.stream.name === "reconnecting" && view.stream.reason && <span>{closedText(view.stream.reason)}</span>}
          <span>{view.stalled ? t("screen.stalled") : t("screen.frozen")}</span>
          <button type="button" className="udt-button" onClick={() => controller.reconnect()}>
            {t("screen.reconnect_now")}
          </button>
        </>
      )}
    </div>
  );
}
