import { useT } from "../../../lib/i18n/index.ts";
import type { LogRow } from "./log-buffer.ts";
import { LogLine } from "./log-line.tsx";
import type { LogStore } from "./log-store.ts";
import { ROW_PX, useLogScroll } from "./use-log-scroll.ts";
import { useLogSelection } from "./use-log-selection.ts";

/** The rows of the log that are in sight and no others, and what can be done with those that are selected. */
export function LogList(props: {
  store: LogStore;
  following: boolean;
  onFollowing: (following: boolean) => void;
  onCopy: (rows: LogRow[]) => void;
  empty: string;
}) {
  const { following, onFollowing, onCopy } = props;
  const t = useT("debug");
  const { view } = props.store;
  const { scroller, onScroll, from, to } = useLogScroll(view, following, onFollowing);
  const { hasSelection, isSelected, copySelected, onClick } = useLogSelection(view, scroller, {
    onCopy,
    onEnd: () => onFollowing(true),
  });

  return (
    <div className="dbg-log-frame">
      <div
        className="dbg-log-list"
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label={t("log.title")}
        tabIndex={0}
        data-keys
        onScroll={onScroll}
        onClick={onClick}
      >
        <div style={{ height: view.length * ROW_PX, minWidth: "max-content", position: "relative" }}>
          <div style={{ position: "absolute", top: from * ROW_PX, minWidth: "100%" }}>
            {view.rows(from, to).map((row) => (
              <LogLine key={row.seq} row={row} selected={isSelected(row)} />
            ))}
          </div>
        </div>
        {view.length === 0 && <p className="dbg-log-empty">{props.empty}</p>}
      </div>
      {hasSelection && (
        <div className="dbg-log-selection">
          <button type="button" className="udt-button" onClick={copySelected}>
            {t("log.copy_selected")}
          </button>
        </div>
      )}
      {!following && (
        <button type="button" className="udt-button dbg-log-end" onClick={() => onFollowing(true)}>
          ↓ {t("log.to_end")}
        </button>
      )}
    </div>
  );
}
