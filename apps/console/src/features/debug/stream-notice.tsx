import { closedText } from "../../lib/errors/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import type { StreamState } from "../../lib/streams/index.ts";

/** Says when a stream is not what it should be; silent while it is open. */
export function StreamNotice({ state, onReconnect }: { state: StreamState; onReconnect: () => void }) {
  const t = useT("debug");
  if (state.name === "open" || state.name === "connecting") return null;
  if (state.name === "reconnecting") {
    return (
      <div className="dbg-banner" data-tone="warning" role="status">
        <span>
          {state.reason
            ? t("stream.reconnecting_because", { reason: closedText(state.reason) })
            : t("stream.reconnecting")}
        </span>
        <button type="button" className="udt-button" onClick={onReconnect}>
          {t("screen.reconnect_now")}
        </button>
      </div>
    );
  }
  return (
    <div className="dbg-banner" data-tone="bad" role="alert">
      <span>
        {state.reason ? t("stream.closed_because", { reason: closedText(state.reason) }) : t("stream.closed")}
      </span>
    </div>
  );
}
