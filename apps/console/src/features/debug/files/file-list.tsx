import type { FileEntry } from "@udt/contract";
import { useState, type KeyboardEvent } from "react";
import { useT } from "../../../lib/i18n/index.ts";
import type { FileActs } from "./file-acts.ts";
import { FileRow } from "./file-row.tsx";
import { SORTS, type Sorting } from "./file-view.ts";
import { ROW_PX, useRows } from "./use-rows.ts";

/** The rows of a folder that are in sight and no others: rows are of one height, so their places are arithmetic. */
export function FileList(
  props: FileActs & {
    entries: readonly FileEntry[];
    sorting: Sorting;
    onSort: (sorting: Sorting) => void;
  },
) {
  const { entries, sorting, onSort, rename } = props;
  const t = useT("debug");
  const { scroller, body, go, turn, current, setCurrent, from, to } = useRows(entries);
  const [renamed, setRenamed] = useState<string>();
  const onKeyDown = (event: KeyboardEvent) => {
    const entry = entries[current];
    const steps: Record<string, number> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      Home: 0,
      End: entries.length - 1,
    };
    const step = steps[event.key];
    if (step !== undefined) go(step);
    else if (event.key === "PageDown") turn(1);
    else if (event.key === "PageUp") turn(-1);
    else if (event.key === "Backspace") props.onUp();
    else if (event.key === "F2" && entry) setRenamed(entry.name);
    else if (event.key === "Delete" && entry) props.onDelete(entry);
    else return;
    event.preventDefault();
  };

  return (
    <div className="dbg-files-frame" role="grid" aria-label={t("files.list")} aria-rowcount={entries.length + 1}>
      <Head sorting={sorting} onSort={onSort} />
      <div className="dbg-files-rows" ref={scroller} role="rowgroup" data-keys onKeyDown={onKeyDown}>
        <div ref={body} role="presentation" style={{ height: entries.length * ROW_PX, position: "relative" }}>
          {entries.slice(from, to).map((entry, offset) => {
            const index = from + offset;
            return (
              <FileRow
                key={entry.name}
                entry={entry}
                index={index}
                top={index * ROW_PX}
                isCurrent={index === current}
                isRenamed={renamed === entry.name}
                onFocus={() => setCurrent(index)}
                onRename={() => setRenamed(entry.name)}
                onRenamed={() => {
                  rename.reset();
                  setRenamed(undefined);
                }}
                acts={props}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

function Head({ sorting, onSort }: { sorting: Sorting; onSort: (sorting: Sorting) => void }) {
  const t = useT("debug");
  return (
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
      <span role="columnheader" data-column="actions">
        <span className="udt-hidden">{t("files.column.actions")}</span>
      </span>
    </div>
  );
}
