import type { FileEntry } from "@udt/contract";
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { useT } from "../../../lib/i18n/index.ts";
import { FileRow } from "./file-row.tsx";
import { SORTS, type Sorting } from "./file-view.ts";
import type { useFileActions } from "./use-files.ts";

const ROW_PX = 36;
const OVERSCAN = 8;

export interface FileListProps {
  entries: readonly FileEntry[];
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  onOpen: (entry: FileEntry) => void;
  onUp: () => void;
  onDownload: (entry: FileEntry) => void;
  onDelete: (entry: FileEntry) => void;
  rename: ReturnType<typeof useFileActions>["rename"];
  pathOf: (entry: FileEntry) => string;
}

/** The rows of a folder that are in sight and no others: rows are of one height, so their places are arithmetic. */
export function FileList(props: FileListProps) {
  const { entries, sorting, onSort, rename } = props;
  const t = useT("debug");
  const scroller = useRef<HTMLDivElement>(null);
  const [sight, setSight] = useState({ top: 0, height: 600 });
  const [current, setCurrent] = useState(0);
  const [renamed, setRenamed] = useState<string>();
  /** The row that takes the keys once it is drawn. */
  const wanted = useRef<number | undefined>(undefined);

  const look = () => {
    const element = scroller.current;
    if (element) setSight({ top: element.scrollTop, height: element.clientHeight });
  };
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"] .dbg-file-name`);
    if (!row) return;
    row.focus();
    wanted.current = undefined;
  });

  const from = Math.max(0, Math.floor(sight.top / ROW_PX) - OVERSCAN);
  const to = Math.min(entries.length, Math.ceil((sight.top + sight.height) / ROW_PX) + OVERSCAN);
  const focusRow = (index: number) => {
    const row = Math.max(0, Math.min(entries.length - 1, index));
    const element = scroller.current;
    wanted.current = row;
    setCurrent(row);
    if (!element) return;
    if (row * ROW_PX < element.scrollTop) element.scrollTop = row * ROW_PX;
    const end = (row + 1) * ROW_PX - element.clientHeight;
    if (end > element.scrollTop) element.scrollTop = end;
    look();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const entry = entries[current];
    const page = Math.max(1, Math.floor(sight.height / ROW_PX) - 1);
    const steps: Record<string, number> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + page,
      PageUp: current - page,
      Home: 0,
      End: entries.length - 1,
    };
    const step = steps[event.key];
    if (step !== undefined) focusRow(step);
    else if (event.key === "Backspace") props.onUp();
    else if (event.key === "F2" && entry) setRenamed(entry.name);
    else if (event.key === "Delete" && entry) props.onDelete(entry);
    else return;
    event.preventDefault();
  };

  return (
    <div className="dbg-files-frame" role="grid" aria-label={t("files.list")} aria-rowcount={entries.length + 1}>
      <div className="dbg-files-head" role="row" aria-rowindex={1}>
        {SORTS.map((by) => (
          <span
            key={by}
            role="columnheader"
            data-column={by}
            aria-sort={sorting.by === by ? (sorting.descending ? "descending" : "ascending") : "none"}
          >
            <button
              type="button"
              onClick={() => onSort({ by, descending: sorting.by === by ? !sorting.descending : by !== "name" })}
            >
              {t(`files.column.${by}`)}
              <i aria-hidden>{sorting.by === by ? (sorting.descending ? "↓" : "↑") : ""}</i>
            </button>
          </span>
        ))}
        <span role="columnheader" data-column="actions" aria-label={t("files.column.actions")} />
      </div>
      <div className="dbg-files-rows" ref={scroller} role="rowgroup" data-keys onScroll={look} onKeyDown={onKeyDown}>
        <div role="presentation" style={{ height: entries.length * ROW_PX, position: "relative" }}>
          {entries.slice(from, to).map((entry, offset) => {
            const index = from + offset;
            return (
              <FileRow
                key={entry.name}
                entry={entry}
                index={index}
                top={index * ROW_PX}
                isCurrent={index === Math.min(current, entries.length - 1)}
                isRenamed={renamed === entry.name}
                onFocus={() => setCurrent(index)}
                onRename={() => setRenamed(entry.name)}
                onRenamed={() => {
                  rename.reset();
                  setRenamed(undefined);
                }}
                list={props}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}
