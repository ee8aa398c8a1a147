/** What the rows of steps do by the pointer and the keyboard. */
import { outermost, pathsAgain, within, type Outline, type OutlineStep, type Place } from "@udt/low-code";
import { useLayoutEffect, useRef, useState, type DragEvent, type KeyboardEvent } from "react";
import { IS_MAC } from "../../../../lib/shortcuts/shortcuts.ts";
import { meantOf, placeOn } from "./moves.ts";
import { type ChosenRow, isChosen, isStep, type Row, type StepRow } from "./rows.ts";
import type { Marks, TreeProps } from "./tree-props.ts";

type Path = OutlineStep["path"];
const isOfRow = (target: EventTarget): boolean =>
  target instanceof Element && target.closest(".steps-row button") !== null;
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

/** The line of a step's breakpoint: the one that it has, else where one would be. */
export const breakpointLine = ({ breakpoints }: Marks, { one: { lines, head_to } }: StepRow): number =>
  breakpoints.find((line) => lines.from <= line && line <= head_to) ?? lines.from;

/** What the keyboard does while the tree has the focus, or a button of one of its rows, which the pointer gave it. */
export function useKeys(props: TreeProps): (event: KeyboardEvent<HTMLElement>) => void {
  const { rows, selected, chosen, canChange, doing, edited, onEdit, onTurn, onRemoveSelected, marks, onBreakpoint } =
    props;
  const go = (by: number, isMore: boolean) => {
    const among: readonly ChosenRow[] = rows.filter(isMore && selected.length > 0 ? isStep : isChosen);
    const edge = by < 0 ? chosen[0] : chosen.at(-1);
    const at = edge ? among.findIndex(({ key }) => key === edge.key) + by : 0;
    const next = among[Math.max(0, Math.min(among.length - 1, at))];
    if (next) doing.choose(isMore ? [...selected, next] : [next]);
  };
  const [one] = chosen;
  const turn = (isOpen: boolean) => {
    if (one && one.isOpen !== undefined && one.isOpen !== isOpen) onTurn(one.fold);
  };
  const edit = () => {
    const what = one?.kind === "section" ? one.key : "step";
    onEdit(edited === what ? undefined : what);
  };
  const menu = (tree: HTMLElement) => {
    const more = tree.querySelector<HTMLElement>('[aria-selected="true"] > .steps-row [data-more]');
    more?.focus();
    more?.click();
  };
  return (event) => {
    const tree = event.currentTarget;
    // What is within has its own keys; the buttons of rows those that press them.
    if (event.target !== tree && (!isOfRow(event.target) || event.key === "Enter" || event.key === " ")) return;
    const mod = IS_MAC ? event.metaKey : event.ctrlKey;
    const keys: Record<string, () => void> = {
      ArrowUp: () => go(-1, event.shiftKey),
      ArrowDown: () => go(1, event.shiftKey),
      ArrowLeft: () => turn(false),
      ArrowRight: () => turn(true),
      F9: () => selected[0] && onBreakpoint(breakpointLine(marks, selected[0])),
      ...(canChange && {
        "Alt+ArrowUp": () => doing.move("up"),
        "Alt+ArrowDown": () => doing.move("down"),
        Enter: edit,
        ...(event.shiftKey && { F10: () => menu(tree) }),
        ContextMenu: () => menu(tree),
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
    tree.focus({ preventScroll: true });
    run();
  };
}
