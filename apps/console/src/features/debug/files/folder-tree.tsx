import type { FileEntry } from "@udt/contract";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { useT } from "../../../lib/i18n/index.ts";
import { FolderIcon } from "../icons.tsx";
import { shownName } from "./file-view.ts";
import type { TreeRow } from "./tree-rows.ts";
import { useRows } from "./use-rows.ts";
import { useTree } from "./use-tree.ts";

/** `.dbg-tree-row`. */
const ROW_PX = 28;
const INDENT_PX = 14;
const rowAt = (index: number) => `[role="treeitem"][data-row="${index}"]`;

/**
 * The folders beside the list; keys as people know them of trees: https://www.w3.org/WAI/ARIA/apg/patterns/treeview/. The rows in
 * sight are drawn and no others.
 */
export function FolderTree(props: {
  path: string;
  list: readonly FileEntry[] | undefined;
  onGo: (path: string) => void;
}) {
  const { path, onGo } = props;
  const t = useT("debug");
  const { rows, open, close } = useTree(path, props.list);
  const { scroller, body, go, show, turn, setCurrent, from, to } = useRows(rows, { rowPx: ROW_PX, focused: rowAt });
  // The row that has the keys is known by its path: what is read meanwhile moves it.
  const [held, setHeld] = useState(path);
  const [followed, setFollowed] = useState(path);
  if (followed !== path) {
    setFollowed(path);
    setHeld(path);
  }
  const place = rows.findIndex((row) => row.path === path);
  const found = rows.findIndex((row) => row.path === held);
  const current = found < 0 ? Math.max(0, place) : found;
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (place < 0 || shown.current === path) return;
    shown.current = path;
    show(place);
  }, [path, place, show]);

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[current];
    if (!row || event.ctrlKey || event.altKey || event.metaKey) return;
    const steps: Record<string, () => void> = {
      ArrowDown: () => go(current + 1),
      ArrowUp: () => go(current - 1),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      PageDown: () => turn(1),
      PageUp: () => turn(-1),
      Enter: () => onGo(row.path),
      " ": () => onGo(row.path),
      ArrowRight: () => (row.isOpen ? go(current + 1) : row.isOpen === false && open(row.path)),
      ArrowLeft: () => (row.isOpen && row.level > 1 ? close(row.path) : go(aboveIn(rows, current))),
    };
    const step = steps[event.key];
    if (step) step();
    else if (event.key.length === 1) go(nextNamed(rows, current, event.key));
    else return;
    event.preventDefault();
  };

  return (
    <div className="dbg-tree" ref={scroller} role="tree" aria-label={t("files.tree")} data-keys onKeyDown={onKeyDown}>
      <div ref={body} role="presentation" style={{ height: rows.length * ROW_PX, position: "relative" }}>
        {rows.slice(from, to).map((row, offset) => {
          const index = from + offset;
          const name = shownName(row.name);
          return (
            <div
              key={row.path}
              className="dbg-tree-row"
              role="treeitem"
              data-row={index}
              aria-level={row.level}
              aria-posinset={row.position}
              aria-setsize={row.siblings}
              aria-expanded={row.isOpen}
              aria-selected={row.path === path}
              tabIndex={index === current ? 0 : -1}
              style={{ top: index * ROW_PX, paddingInlineStart: 6 + (row.level - 1) * INDENT_PX }}
              title={shownName(row.path)}
              onFocus={() => {
                setCurrent(index);
                setHeld(row.path);
              }}
              onClick={() => onGo(row.path)}
            >
              <i
                aria-hidden
                data-turn={row.isOpen}
                onClick={(event) => {
                  if (row.isOpen === undefined) return;
                  event.stopPropagation();
                  if (row.isOpen) close(row.path);
                  else open(row.path);
                }}
              />
              <FolderIcon />
              <span className="udt-ellipsis" data-literal>
                {name}
              </span>
              {row.left_out > 0 && <small>{t("files.tree_more", { count: row.left_out })}</small>}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The folder that a row lies in. */
function aboveIn(rows: readonly TreeRow[], index: number): number {
  const level = rows[index]?.level ?? 1;
  const above = rows.slice(0, index).findLastIndex((row) => row.level < level);
  return above < 0 ? index : above;
}

/** The next whose name begins so, from the top again after the last. */
function nextNamed(rows: readonly TreeRow[], index: number, letter: string): number {
  const begins = ({ name }: TreeRow) => name.toLowerCase().startsWith(letter.toLowerCase());
  const later = rows.findIndex((row, at) => at > index && begins(row));
  const first = later < 0 ? rows.findIndex(begins) : later;
  return first < 0 ? index : first;
}
