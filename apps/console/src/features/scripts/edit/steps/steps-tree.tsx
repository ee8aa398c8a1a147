import { PlusOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useId, useRef, type DragEvent, type MouseEvent } from "react";
import { ClickMenu } from "../../../../lib/components/click-menu.tsx";
import { useT } from "../../../../lib/i18n/index.ts";
import { useRowWindow } from "../../../../lib/list/index.ts";
import { useActionMenu } from "./actions.tsx";
import { SectionForm } from "./form/section-form.tsx";
import { StepForm } from "./form/step-form.tsx";
import { keySaid } from "./keys-said.ts";
import { isChosen, isStep, type Row, type SectionRow, type StepRow } from "./rows.ts";
import { SectionLine } from "./section-row.tsx";
import { StepLine, type StepMark } from "./step-row.tsx";
import type { Marks, TreeProps } from "./tree-props.ts";
import { breakpointLine, ROW_PX, useDrag, useInSight, useKeys } from "./use-tree.ts";

/** All rows, of which those in sight are drawn. It has the focus itself; which row is meant, the selection says. */
export function StepsTree(props: TreeProps) {
  const t = useT("steps");
  const { name, canChange, rows, selected, chosen, doing, onTurn } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const { body, from, to, above, below } = useRowWindow<HTMLUListElement>(rows, ROW_PX);
  const active = chosen.at(-1);
  useInSight(scroller, rows, chosen[0]?.key);
  const drag = useDrag(props);
  const onKeyDown = useKeys(props);
  const choose = (row: Row, event: MouseEvent) => {
    if (!isChosen(row)) return;
    if (row.kind === "section") onTurn(row.fold);
    doing.choose(event.shiftKey && isStep(row) ? [...selected, row] : [row]);
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
        aria-description={canChange ? t("keys", { duplicate: keySaid("Mod+D"), disable: keySaid("Mod+/") }) : undefined}
        tabIndex={0}
        data-keys-of="steps"
        style={{ paddingBlock: `${above}px ${below}px` }}
        onKeyDown={onKeyDown}
      >
        {rows.slice(from, to).map((row) => {
          const isSelected = chosen.some(({ key }) => key === row.key);
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
          onBreakpoint={() => onBreakpoint(breakpointLine(marks, row))}
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
  { doing, onEdit, onRemoveCase, outline }: TreeProps,
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
      else if (key === "duplicate") doing.duplicateAt(path);
      else if (kind === "case") onRemoveCase(path, name);
      else doing.set(path, [], undefined);
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
      key={row.fold}
      one={row.one}
      known={row.fold}
      faults={faults}
      sections={outline.sections}
      set={(where, value) => doing.set(path, where, value)}
      pointing={pointing}
      onClose={() => onEdit(undefined)}
    />
  );
}
