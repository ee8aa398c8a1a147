import { isRow } from "@udt/low-code";
import { useEffect, useState } from "react";
import { SkeletonRows } from "../../../../lib/components/index.ts";
import { useT } from "../../../../lib/i18n/index.ts";
import { GroupDialog } from "./group-dialog.tsx";
import { meantOf } from "./moves.ts";
import { pickedRows } from "./picked.ts";
import { isStep, leavesOf, rowsOf, touchedBy } from "./rows.ts";
import { StepsNote, type Note } from "./steps-note.tsx";
import { StepsTree } from "./steps-tree.tsx";
import type { Marks } from "./tree-props.ts";
import type { StepsDoc } from "./steps-doc.ts";
import { Toolbar } from "./toolbar.tsx";
import { Unreadable } from "./unreadable.tsx";
import { doingOf } from "./use-doing.ts";
import { useSteps, type StepsWork } from "./use-steps.ts";
import type { Pointing } from "./form/pointing.ts";
import "./steps.css";

export interface StepsViewProps {
  doc: StepsDoc;
  /** The file's name. */
  name: string;
  canChange: boolean;
  /** How steps came out. @param isLeaf whether the step of a line does something by itself */
  marks: (isLeaf: (line: number) => boolean) => Marks;
  onBreakpoint: (line: number) => void;
  /** Told how many steps are chosen, and undefined once none can be. */
  onChosen: (count: number | undefined) => void;
  /** Shows the text, at a line. */
  onText: (line: number | undefined) => void;
  pointing: Pointing;
  work?: StepsWork;
}

/** A file of steps as steps: its cases and blocks one below the other. All that is done here is done to its text. */
export function StepsView(props: StepsViewProps) {
  const t = useT("steps");
  const { doc, name, canChange, marks, onBreakpoint, onText, pointing, work } = props;
  const [note, setNote] = useState<Note>();
  const steps = useSteps(doc, (why) => setNote({ refused: why, version: doc.version() }), work);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [edited, setEdited] = useState<string>();
  /** Makes a block of those that were selected when its name was asked for. */
  const [group, setGroup] = useState<{ as: (name: string) => void }>();
  const { outlined } = steps;
  if (!outlined) return <SkeletonRows isPage={false} />;
  if ("unreadable" in outlined) return <Unreadable faults={outlined.unreadable} onText={onText} />;
  const { sections } = outlined;
  const leaves = leavesOf(sections.flatMap((section) => section.steps));
  const rows = rowsOf(sections, closed);
  const picked = pickedRows(steps.picked, rows, outlined, steps.selected);
  const chosen = picked ?? touchedBy(rows, steps.selected);
  const selected = chosen.filter(isStep);
  const paths = meantOf(selected);
  const doing = doingOf(steps, doc, closed);
  const turn = (key: string) =>
    setClosed((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  const removed = (deleted: number | string) => setNote({ deleted, version: doc.version() });
  const removeSelected = () => doing.remove(removed);
  const isOff = selected.length > 0 && selected.every(({ one }) => one.step["disabled"] === true);
  const canGroup = paths.length > 0 && isRow(paths);
  return (
    <div className="steps">
      {canChange && (
        <Toolbar
          canUse={selected.length > 0}
          canGroup={canGroup}
          isOff={isOff}
          canUndo={doc.canUndo()}
          canRedo={doc.canRedo()}
          onAdd={(action) => doing.add(action, undefined, () => setEdited("step"))}
          onAddCase={() => doing.addCase(t("new_case"))}
          onMove={doing.move}
          onDuplicate={doing.duplicate}
          onTurnOff={doing.turnOff}
          onGroup={() => setGroup({ as: (block) => doing.group(paths, block) })}
          onDelete={removeSelected}
          onUndo={doing.undo}
          onRedo={doing.redo}
        />
      )}
      <Chosen count={selected.length} onChosen={props.onChosen} />
      <StepsTree
        {...{ name, canChange, onBreakpoint, rows, selected, chosen, outline: outlined, doing, pointing }}
        marks={marks((line) => leaves.has(line))}
        edited={edited}
        onEdit={setEdited}
        onTurn={turn}
        onRemoveCase={(path, which) => doing.removeAt(path, () => removed(which))}
        onRemoveSelected={removeSelected}
      />
      {note && <StepsNote note={note} doc={doc} onUndo={doing.undo} onClose={() => setNote(undefined)} />}
      {group && (
        <GroupDialog
          taken={sections.flatMap(({ kind, name: block }) => (kind === "block" ? block : []))}
          onName={group.as}
          onClose={() => setGroup(undefined)}
        />
      )}
    </div>
  );
}

/** Tells how many are chosen for as long as they can be. */
function Chosen({ count, onChosen }: { count: number; onChosen: StepsViewProps["onChosen"] }): null {
  useEffect(() => {
    onChosen(count);
    return () => onChosen(undefined);
  }, [count, onChosen]);
  return null;
}
