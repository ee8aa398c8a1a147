import { useLayoutEffect } from "react";
import { useT } from "../../../lib/i18n/index.ts";
import { useStore } from "../../../lib/streams/index.ts";
import { useTabActive } from "../tabs/tabs.tsx";
import type { LogRow } from "./log-buffer.ts";
import { LogDetail } from "./log-detail.tsx";
import { LogLine } from "./log-line.tsx";
import type { LogStore } from "./log-store.ts";
import { useLogScroll } from "./use-log-scroll.ts";
import { useLogSelection } from "./use-log-selection.ts";

/** The rows of the log that are in sight and no others, and what can be done with those that are selected. */
export function LogList(props: {
  store: LogStore;
  following: boolean;
  onFollowing: (following: boolean) => void;
  onCopy: (rows: LogRow[]) => void;
  empty: string;
  /** Long lines go on below instead of to the right. */
  wrap: boolean;
}) {
  const { following, onFollowing, onCopy } = props;
  const t = useT("debug");
  const { view } = props.store;
  const { scroller, probe, onScroll, show, columns, heightPx, topPx, from, to } = useLogScroll(view, {
    following,
    onFollowing,
    wrap: props.wrap,
  });
  const { select, single, hasSelection, isSelected, copySelected, onClick } = useLogSelection(view, scroller, {
    onCopy,
    onEnd: () => onFollowing(true),
  });
  const { revealed } = props.store;
  const wanted = useStore(revealed);
  // A tab that does not show has no size, so nothing in it can be scrolled to.
  const isShown = useTabActive();
  useLayoutEffect(() => {
    const index = wanted && isShown && !following ? view.indexOf(wanted.from) : -1;
    if (!wanted || index < 0) return;
    show(index);
    select({ anchor: wanted.from, focus: wanted.to });
    revealed.set(undefined);
  });

  return (
    <>
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
          <span ref={probe} className="dbg-line-probe" aria-hidden>
            {"0".repeat(20)}
          </span>
          <div style={{ height: heightPx, minWidth: columns ? 0 : "max-content", position: "relative" }}>
            <div style={{ position: "absolute", top: topPx(from), minWidth: "100%" }}>
              {view.rows(from, to).map((row) => (
                <LogLine key={row.seq} row={row} selected={isSelected(row)} columns={columns} />
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
      {single && <LogDetail row={single} onClose={() => select(undefined)} />}
    </>
  );
}
