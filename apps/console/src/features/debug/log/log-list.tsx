import { memo, useEffect, useLayoutEffect, useRef, useState, type MouseEvent } from "react";
import { useT } from "../../../lib/i18n/index.ts";
import type { LogRow } from "./log-buffer.ts";
import { clockOf } from "./log-format.ts";
import type { LogStore } from "./log-store.ts";

const ROW_PX = 20;
const OVERSCAN = 12;
/** Nearer to the end than this, a reader is at the end. */
const AT_END_PX = ROW_PX * 1.5;

/**
 * Shows the rows that are in sight and no others. Rows are of one height, so their places are arithmetic: 100,000 of them
 * cost no more than 50. Follows the end, or keeps what is in sight in its place while older rows go and newer come.
 */
export function LogList(props: {
  store: LogStore;
  following: boolean;
  onFollowing: (following: boolean) => void;
  onCopy: (rows: LogRow[]) => void;
  empty: string;
}) {
  const { store, following, onFollowing } = props;
  const t = useT("debug");
  const { view } = store;
  const scroller = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  /** First and last row selected, as numbers of the buffer. */
  const [selection, setSelection] = useState<{ anchor: number; focus: number }>();
  const gone = useRef(view.gone);
  // Scroll events that our own scrolling causes are not the user's will.
  const expectedTop = useRef<number | undefined>(undefined);

  useLayoutEffect(() => {
    const element = scroller.current!;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const scrollTo = (wanted: number) => {
    const element = scroller.current!;
    const bounded = Math.max(0, Math.min(wanted, element.scrollHeight - element.clientHeight));
    if (Math.abs(bounded - element.scrollTop) < 1) return;
    element.scrollTop = bounded;
    expectedTop.current = element.scrollTop;
    setTop(element.scrollTop);
  };
  useLayoutEffect(() => {
    const left = view.gone - gone.current;
    gone.current = view.gone;
    const element = scroller.current!;
    if (following) scrollTo(element.scrollHeight);
    else if (left > 0) scrollTo(element.scrollTop - left * ROW_PX);
  });

  const onScroll = () => {
    const element = scroller.current!;
    const ours = expectedTop.current === element.scrollTop;
    expectedTop.current = undefined;
    if (!ours) {
      const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < AT_END_PX;
      const movedUp = element.scrollTop < top;
      if (following && movedUp && !atEnd) onFollowing(false);
      else if (!following && !movedUp && atEnd) onFollowing(true);
    }
    setTop(element.scrollTop);
  };

  const onClick = (event: MouseEvent) => {
    const row = (event.target as Element).closest<HTMLElement>("[data-seq]");
    // Dragging over text selects text, as everywhere.
    if (!row || !document.getSelection()?.isCollapsed) return;
    const seq = Number(row.dataset["seq"]);
    if (event.shiftKey && selection) setSelection({ anchor: selection.anchor, focus: seq });
    else setSelection(selection?.anchor === seq && selection.focus === seq ? undefined : { anchor: seq, focus: seq });
  };

  const low = selection ? Math.min(selection.anchor, selection.focus) : Infinity;
  const high = selection ? Math.max(selection.anchor, selection.focus) : -Infinity;
  const copySelected = () => {
    const rows = Array.from({ length: view.length }, (_, index) => view.at(index)!);
    props.onCopy(rows.filter((row) => row.seq >= low && row.seq <= high));
  };
  useEffect(() => {
    const element = scroller.current!;
    const onKeyDown = (event: KeyboardEvent) => {
      const ctrl = event.ctrlKey || event.metaKey;
      if (ctrl && event.key === "a") {
        event.preventDefault();
        const first = view.at(0);
        const last = view.at(view.length - 1);
        if (first && last) setSelection({ anchor: first.seq, focus: last.seq });
      } else if (ctrl && event.key === "c" && selection && document.getSelection()?.isCollapsed) {
        event.preventDefault();
        copySelected();
      } else if (event.key === "Escape") setSelection(undefined);
      else if (event.key === "End") onFollowing(true);
    };
    element.addEventListener("keydown", onKeyDown);
    return () => element.removeEventListener("keydown", onKeyDown);
  });

  const from = Math.max(0, Math.floor(top / ROW_PX) - OVERSCAN);
  const to = Math.min(view.length, Math.ceil((top + height) / ROW_PX) + OVERSCAN);
  const rows: LogRow[] = [];
  for (let index = from; index < to; index++) rows.push(view.at(index)!);

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
            {rows.map((row) => (
              <Row key={row.seq} row={row} selected={row.seq >= low && row.seq <= high} />
            ))}
          </div>
        </div>
        {view.length === 0 && <p className="dbg-log-empty">{props.empty}</p>}
      </div>
      {selection && (
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

const Row = memo(function Row({ row, selected }: { row: LogRow; selected: boolean }) {
  const t = useT("debug");
  if ("dropped" in row) {
    return (
      <div className="dbg-line" data-seq={row.seq} data-level="dropped" data-selected={selected || undefined}>
        {t("log.dropped", { count: row.dropped })}
      </div>
    );
  }
  const [time, level, tag, pid, tid, message] = row.line;
  return (
    <div className="dbg-line" data-seq={row.seq} data-level={level} data-selected={selected || undefined}>
      <span className="dbg-line-time">{clockOf(time)}</span>
      <b>{level}</b>
      <span className="dbg-line-tag" title={`${tag} · ${pid}/${tid}`}>
        {tag}
      </span>
      <span>{message.replaceAll("\n", " ⏎ ")}</span>
    </div>
  );
});
