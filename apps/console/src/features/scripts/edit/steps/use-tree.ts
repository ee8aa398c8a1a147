/** What the rows of steps do by the pointer and the keyboard. */
import { outermost, pathsAgain, within, type Outline, type OutlineStep, type Place } from "@udt/low-code";
import { useLayoutEffect, useRef, useState, type DragEvent, type KeyboardEvent } from "react";
import { IS_MAC } from "../../../../lib/shortcuts/shortcuts.ts";
import { meantOf, placeOn } from "./moves.ts";
import { isStep, type Row, type StepRow } from "./rows.ts";
import type { TreeProps } from "./tree-props.ts";

type Path = OutlineStep["path"];
/** As high as a row is in the style sheet. */
export const ROW_PX = 44;

/** Brings what is selected in sight when that becomes another. */
export function useInSight(
  scroller: { current: HTMLElement | null },
  rows: readonly Row[],
  key: string | undefined,
): void {
  const shown = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (key === undefined || shown.current === key) return;
    shown.current = key;
    const list = scroller.current;
    const at = rows.findIndex((row) => row.key === key);
    if (!list || at === -1) return;
    const { scrollTop, clientHeight } = list;
    const top = at * ROW_PX;
    if (top < scrollTop || top + ROW_PX > scrollTop + clientHeight) list.scrollTo({ top: top - clientHeight / 3 });
  }, [scroller, rows, key]);
}

/** Rows that are taken by their handle and dropped before or behind others. */
export function useDrag({ outline, selected, doing, canChange }: TreeProps) {
  const [held, take] = useState<{ paths: readonly Path[]; in: Outline }>();
  // The file may have changed since.
  const taken = held && pathsAgain(held.in, held.paths, outline);
  const [over, setOver] = useState<{ key: string; half: "upper" | "lower" }>();
  const end = () => {
    take(undefined);
    setOver(undefined);
  };
  const placeAt = (row: Row, half: "upper" | "lower"): Place | undefined => {
    const to = placeOn(row, half);
    return to && !taken?.some((path) => within(to.list, path)) ? to : undefined;
  };
  const halfOf = (event: DragEvent): "upper" | "lower" => {
    const { top, height } = event.currentTarget.getBoundingClientRect();
    return event.clientY < top + Math.min(height, ROW_PX) / 2 ? "upper" : "lower";
  };
  return {
    over,
    end,
    start(row: StepRow, event: DragEvent) {
      const isOne = selected.some(({ key }) => key === row.key);
      take({ paths: meantOf(isOne ? selected : [row]), in: outline });
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", String(row.one.step["id"]));
      const line = event.currentTarget.closest(".steps-row");
      if (line) event.dataTransfer.setDragImage(line, 12, 12);
    },
    onto(row: Row) {
      if (!canChange || !taken) return {};
      return {
        onDragOver(event: DragEvent) {
          const half = halfOf(event);
          if (!placeAt(row, half)) return;
          event.preventDefault();
          if (over?.key !== row.key || over.half !== half) setOver({ key: row.key, half });
        },
        onDrop(event: DragEvent) {
          const to = placeAt(row, halfOf(event));
          event.preventDefault();
          if (to) doing.drop(outermost(taken), to);
          end();
        },
      };
    },
  };
}

/** What the keyboard does while the tree has the focus. */
export function useKeys(props: TreeProps): (event: KeyboardEvent<HTMLElement>) => void {
  const { rows, selected, canChange, doing, edited, onEdit, onTurn, onRemoveSelected } = props;
  const steps = rows.filter(isStep);
  const go = (by: number, isMore: boolean) => {
    const edge = by < 0 ? selected[0] : selected.at(-1);
    const at = edge ? steps.findIndex(({ key }) => key === edge.key) + by : 0;
    const next = steps[Math.max(0, Math.min(steps.length - 1, at))];
    if (next) doing.choose(isMore ? [...selected, next] : [next]);
  };
  const turn = (isOpen: boolean) => {
    const [one] = selected;
    if (one && one.isOpen !== undefined && one.isOpen !== isOpen) onTurn(one.fold);
  };
  return (event) => {
    // What is within has its own keys.
    if (event.target !== event.currentTarget) return;
    const mod = IS_MAC ? event.metaKey : event.ctrlKey;
    const keys: Record<string, () => void> = {
      ArrowUp: () => go(-1, event.shiftKey),
      ArrowDown: () => go(1, event.shiftKey),
      ArrowLeft: () => turn(false),
      ArrowRight: () => turn(true),
      ...(canChange && {
        "Alt+ArrowUp": () => doing.move("up"),
        "Alt+ArrowDown": () => doing.move("down"),
        Enter: () => onEdit(edited === "step" ? undefined : "step"),
        Delete: onRemoveSelected,
        "Mod+d": doing.duplicate,
        "Mod+/": doing.turnOff,
        "Mod+z": () => (event.shiftKey ? doing.redo() : doing.undo()),
        "Mod+y": doing.redo,
      }),
    };
    const key = `${mod ? "Mod+" : ""}${event.altKey ? "Alt+" : ""}${mod ? event.key.toLowerCase() : event.key}`;
    const run = keys[key];
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
}
