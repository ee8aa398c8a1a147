import type { Outline, OutlineStep, Place } from "@udt/low-code";
import { within } from "@udt/low-code";
import { PlusOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useId, useLayoutEffect, useRef, useState, type DragEvent, type KeyboardEvent, type MouseEvent } from "react";
import { ClickMenu } from "../../../../lib/components/click-menu.tsx";
import { useT } from "../../../../lib/i18n/index.ts";
import { useRowWindow } from "../../../../lib/list/index.ts";
import { IS_MAC } from "../../../../lib/shortcuts/shortcuts.ts";
import { useActionMenu } from "./actions.tsx";
import type { Pointing } from "./form/pointing.ts";
import { SectionForm } from "./form/section-form.tsx";
import { StepForm } from "./form/step-form.tsx";
import type { StepState } from "./marks.ts";
import { meantOf, placeOn } from "./moves.ts";
import { isStep, keyOf, linesOf, type Row, type SectionRow, type StepRow } from "./rows.ts";
import { SectionLine } from "./section-row.tsx";
import { StepLine, type StepMark } from "./step-row.tsx";
import type { StepsDoc } from "./steps-doc.ts";
import type { Doings } from "./use-doing.ts";

type Path = OutlineStep["path"];
/** As high as a row is in the style sheet. */
const ROW_PX = 44;

export interface Marks {
  /** The line that runs, or that it waits at. */
  at: { line: number; is_held: boolean } | undefined;
  states: ReadonlyMap<number, StepState>;
  breakpoints: readonly number[];
}

interface TreeProps {
  doc: StepsDoc;
  name: string;
  canChange: boolean;
  marks: Marks;
  onBreakpoint: (line: number) => void;
  rows: readonly Row[];
  selected: readonly StepRow[];
  outline: Outline;
  doing: Doings;
  pointing: Pointing;
  /** What has its form open: the selected step, or a case or block by its key. */
  edited: string | undefined;
  onEdit: (what: string | undefined) => void;
  onTurn: (fold: string) => void;
  onRemove: (paths: readonly Path[], what: { deleted: number } | { deleted: string }) => void;
  onRemoveSelected: () => void;
}

/** All rows, of which those in sight are drawn. It has the focus itself; which row is meant, the selection says. */
export function StepsTree(props: TreeProps) {
  const t = useT("steps");
  const { doc, name, canChange, rows, selected, doing, onTurn } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const { body, from, to, above, below } = useRowWindow<HTMLUListElement>(rows, ROW_PX);
  const active = selected.at(-1) ?? selected[0];
  useInSight(scroller, rows, selected[0]?.key);
  const drag = useDrag(props);
  const onKeyDown = useKeys(props);
  const choose = (row: Row, event: MouseEvent) => {
    if (!isStep(row)) return row.kind === "section" ? onTurn(row.fold) : undefined;
    const lines = linesOf(event.shiftKey ? [...selected, row] : [row]);
    if (lines) doc.select(lines);
    return undefined;
  };
  return (
    <div ref={scroller} className="steps-scroll">
      <ul
        ref={body}
        role="tree"
        className="steps-tree"
        aria-label={t("tree", { file: name })}
        aria-multiselectable
        aria-activedescendant={active ? `${id}${active.key}` : undefined}
        aria-description={canChange ? t("keys") : undefined}
        tabIndex={0}
        data-keys-of="steps"
        style={{ paddingBlock: `${above}px ${below}px` }}
        onKeyDown={onKeyDown}
      >
        {rows.slice(from, to).map((row) => {
          const isSelected = isStep(row) && selected.some(({ key }) => key === row.key);
          return (
            <li
              key={row.key}
              id={`${id}${row.key}`}
              role="treeitem"
              aria-level={row.level}
              aria-selected={isSelected}
              aria-expanded={row.kind === "step" || row.kind === "section" ? row.isOpen : undefined}
              data-kind={row.kind}
              data-disabled={(isStep(row) && row.one.step["disabled"] === true) || undefined}
              data-drop={drag.over?.key === row.key ? drag.over.half : undefined}
              {...(isStep(row) && { "data-step": String(row.one.step["id"]) })}
              {...drag.onto(row)}
            >
              <div
                className="steps-row"
                style={{ paddingInlineStart: `${8 + Math.max(0, row.level - 2) * 24}px` }}
                onClick={(event) => choose(row, event)}
                onDoubleClick={() => isStep(row) && canChange && props.onEdit("step")}
              >
                <Line {...props} row={row} onDragStart={drag.start} onDragEnd={drag.end} />
              </div>
              <RowForm {...props} row={row} isAlone={isSelected && selected.length === 1} />
            </li>
          );
        })}
      </ul>
      {canChange && rows.length === 0 && (
        <Button onClick={() => doing.addCase(t("new_case"))}>{t("do.add_case")}</Button>
      )}
    </div>
  );
}

function Line(
  props: TreeProps & { row: Row; onDragStart: (row: StepRow, event: DragEvent) => void; onDragEnd: () => void },
) {
  const t = useT("steps");
  const { row, canChange, marks, outline, doing, onBreakpoint, onTurn, onEdit, edited, onDragStart, onDragEnd } = props;
  switch (row.kind) {
    case "else":
      return <span className="steps-else">{t("else")}</span>;
    case "none":
      return (
        <None
          canChange={canChange}
          onAdd={(action) => doing.add(action, { list: row.list, at: 0 }, () => onEdit("step"))}
        />
      );
    case "section":
      return (
        <SectionLine
          row={row}
          canChange={canChange}
          menu={sectionMenu(t, row, props)}
          isEdited={edited === row.key}
          onTurn={() => onTurn(row.fold)}
          onEdit={() => onEdit(edited === row.key ? undefined : row.key)}
        />
      );
    case "step": {
      const { lines } = row.one;
      const last = row.isOpen === true ? row.one.head_to : lines.to;
      const isHere = (line: number) => lines.from <= line && line <= last;
      return (
        <StepLine
          row={row}
          mark={markOf(marks, row, isHere)}
          hasBreakpoint={marks.breakpoints.some((line) => lines.from <= line && line <= row.one.head_to)}
          wrong={outline.faults.filter(({ line }) => isHere(line)).length}
          canChange={canChange}
          onBreakpoint={() =>
            onBreakpoint(marks.breakpoints.find((line) => lines.from <= line && line <= row.one.head_to) ?? lines.from)
          }
          onTurn={() => onTurn(row.fold)}
          onDragStart={(event) => onDragStart(row, event)}
          onDragEnd={onDragEnd}
        />
      );
    }
  }
}

function markOf({ at, states }: Marks, row: StepRow, isHere: (line: number) => boolean): StepMark | undefined {
  if (at && isHere(at.line)) return at.is_held ? "held" : "running";
  if (row.isOpen !== false) return states.get(row.one.lines.from);
  const inner = [...states].filter(([line]) => isHere(line)).map(([, state]) => state);
  return inner.includes("failed") ? "failed" : inner[0];
}

function None({ canChange, onAdd }: { canChange: boolean; onAdd: (action: string) => void }) {
  const t = useT("steps");
  const menu = useActionMenu(onAdd);
  return (
    <span className="steps-none">
      {t("none")}
      {canChange && (
        <ClickMenu menu={menu} placement="bottomLeft">
          <Button size="small" type="link" icon={<PlusOutlined />}>
            {t("do.add")}
          </Button>
        </ClickMenu>
      )}
    </span>
  );
}

function sectionMenu(
  t: ReturnType<typeof useT<"steps">>,
  row: SectionRow,
  { doing, onEdit, onRemove, outline }: TreeProps,
) {
  const { path, kind, name } = row.one;
  const isOnly = kind === "case" && outline.sections.filter((each) => each.kind === "case").length === 1;
  const items = [
    { key: "edit", label: t("do.edit") },
    ...(kind === "case" ? [{ key: "duplicate", label: t("do.duplicate") }] : []),
    // A file has one case at least.
    ...(isOnly ? [] : [{ key: "delete", label: t("do.delete"), danger: true }]),
  ];
  return {
    items,
    onClick: ({ key }: { key: string }) => {
      if (key === "edit") onEdit(row.key);
      else if (key === "duplicate") doing.duplicateAt([path]);
      else if (kind === "case") onRemove([path], { deleted: name });
      else doing.set([], path, undefined);
    },
  };
}

function RowForm(props: TreeProps & { row: Row; isAlone: boolean }) {
  const { row, isAlone, edited, canChange, outline, doing, pointing, onEdit } = props;
  if (!canChange) return null;
  if (row.kind === "section" && edited === row.key)
    return <SectionForm section={row.one} doing={doing} onClose={() => onEdit(undefined)} />;
  if (!isStep(row) || !isAlone || edited !== "step") return null;
  const { lines, head_to, path } = row.one;
  const faults = outline.faults.filter(({ line }) => lines.from <= line && line <= head_to);
  return (
    <StepForm
      key={keyOf(path)}
      one={row.one}
      faults={faults}
      sections={outline.sections}
      set={(where, value) => doing.set(path, where, value)}
      pointing={pointing}
      onClose={() => onEdit(undefined)}
    />
  );
}

/** Brings what is selected in sight when that becomes another. */
function useInSight(scroller: { current: HTMLElement | null }, rows: readonly Row[], key: string | undefined): void {
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
function useDrag({ rows, selected, doing, canChange }: TreeProps) {
  const [taken, take] = useState<readonly Path[]>();
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
      take(meantOf(isOne ? selected : [row]));
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
          if (to && rows.length > 0) doing.drop(taken, to);
          end();
        },
      };
    },
  };
}

/** What the keyboard does while the tree has the focus. */
function useKeys(props: TreeProps): (event: KeyboardEvent<HTMLElement>) => void {
  const { doc, rows, selected, canChange, doing, edited, onEdit, onTurn, onRemoveSelected } = props;
  const steps = rows.filter(isStep);
  const go = (by: number, isMore: boolean) => {
    const edge = by < 0 ? selected[0] : selected.at(-1);
    const at = edge ? steps.findIndex(({ key }) => key === edge.key) + by : 0;
    const next = steps[Math.max(0, Math.min(steps.length - 1, at))];
    const lines = next && linesOf(isMore ? [...selected, next] : [next]);
    if (lines) doc.select(lines);
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
        "Mod+z": () => (event.shiftKey ? doc.redo() : doc.undo()),
        "Mod+y": () => doc.redo(),
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
