import { useEffect, useState, type MouseEvent, type RefObject } from "react";
import type { LogRow } from "./log-buffer.ts";
import type { LogView } from "./log-view.ts";

/** A row, or the rows from one to another, chosen by mouse or keyboard to be copied; `End` asks to follow. */
export function useLogSelection(
  view: LogView,
  scroller: RefObject<HTMLElement | null>,
  { onCopy, onEnd }: { onCopy: (rows: LogRow[]) => void; onEnd: () => void },
) {
  /** First and last row selected, as numbers of the buffer. */
  const [selection, setSelection] = useState<{ anchor: number; focus: number }>();
  const low = selection ? Math.min(selection.anchor, selection.focus) : Infinity;
  const high = selection ? Math.max(selection.anchor, selection.focus) : -Infinity;
  const isSelected = ({ seq }: LogRow) => seq >= low && seq <= high;
  const copySelected = () => onCopy(view.rows().filter(isSelected));

  const onClick = (event: MouseEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-seq]") : null;
    // Dragging over text selects text, as everywhere.
    if (!row || !document.getSelection()?.isCollapsed) return;
    const seq = Number(row.dataset["seq"]);
    if (event.shiftKey && selection) setSelection({ anchor: selection.anchor, focus: seq });
    else setSelection(selection?.anchor === seq && selection.focus === seq ? undefined : { anchor: seq, focus: seq });
  };

  useEffect(() => {
    const element = scroller.current;
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
      } else if (!ctrl && (event.key === "ArrowUp" || event.key === "ArrowDown") && selection) {
        event.preventDefault();
        const next = view.at(view.indexOf(selection.focus) + (event.key === "ArrowUp" ? -1 : 1));
        if (next) setSelection({ anchor: event.shiftKey ? selection.anchor : next.seq, focus: next.seq });
      } else if (event.key === "Enter" && !selection) {
        const last = view.at(view.length - 1);
        if (last) setSelection({ anchor: last.seq, focus: last.seq });
      } else if (event.key === "Escape") setSelection(undefined);
      else if (event.key === "End") onEnd();
    };
    element?.addEventListener("keydown", onKeyDown);
    return () => element?.removeEventListener("keydown", onKeyDown);
  });

  /** The one row that is selected, when it is one. */
  const single =
    selection && selection.anchor === selection.focus ? view.at(view.indexOf(selection.anchor)) : undefined;
  // Rows that were chosen may be gone.
  const hasSelection = high >= (view.at(0)?.seq ?? Infinity);
  return { select: setSelection, single, hasSelection, isSelected, copySelected, onClick };
}
