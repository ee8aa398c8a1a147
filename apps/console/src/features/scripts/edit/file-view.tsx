import { DeleteOutlined, EditOutlined, HistoryOutlined } from "@ant-design/icons";
import { frameworkOf, type ScriptEntry } from "@udt/contract";
import { Alert } from "antd";
import type { editor } from "monaco-editor/editor";
import { useEffect, useState, type ReactNode } from "react";
import { ErrorState, SkeletonBar } from "../../../lib/components/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useStore } from "../../../lib/streams/index.ts";
import { breakpointsOf } from "./trial/breakpoints.ts";
import { CodeEditor, type Caret } from "./code-editor.tsx";
import { languageOf } from "./docs.ts";
import { Faults, nextFault, selectNextFault } from "./low-code/faults.tsx";
import type { Checked } from "./low-code/low-code-worker.ts";
import { useFaults } from "./low-code/use-faults.ts";
import { useMonaco } from "./monaco.ts";
import type { Pointing } from "./steps/form/pointing.ts";
import { LateSteps } from "./steps/late-steps.tsx";
import { StepsSwitch, useIsLowCode, useStepsView, useTextInSight } from "./steps/steps-switch.tsx";
import type { Trying } from "./trial/use-trial.ts";
import { useFileAt, type Editing, type Place } from "./use-editing.ts";

/** The file that shows: its text in the editor, or what it is when it is none. */
export function FileView(props: {
  place: Place;
  editing: Editing;
  entry: ScriptEntry;
  canChange: boolean;
  /** The editor, once it is there. */
  code: editor.IStandaloneCodeEditor | undefined;
  trial: Trying;
  pointing: Pointing;
  onHistory: () => void;
  onRename: () => void;
  onDelete: () => void;
  onEditor: (one: editor.IStandaloneCodeEditor | undefined) => void;
}) {
  const t = useT("scripts");
  const { place, editing, entry, canChange, code, trial, pointing, onHistory, onRename, onDelete, onEditor } = props;
  const { workspace, made } = editing;
  const doc = workspace.docOf(entry.path);
  const base_path = workspace.basePath(entry.path);
  const file = useFileAt(place, workspace.commit_id, doc ? undefined : base_path);
  const [view, setView] = useStepsView();
  const isLowCode = useIsLowCode(doc);
  const text = entry.kind === "file" && !file.isPlaceholderData ? file.data?.text : undefined;
  useEffect(() => {
    if (!doc && typeof text === "string") workspace.opened(entry.path, made(entry.path, text));
  });
  return (
    <>
      <div className="edit-path">
        <span className="udt-ellipsis" title={entry.path} data-literal>
          {entry.path.split("/").map((name, index, names) => (
            <span key={names.slice(0, index + 1).join("/")} data-last={index === names.length - 1 || undefined}>
              {name}
            </span>
          ))}
        </span>
        {isLowCode && <StepsSwitch view={view} onView={setView} />}
        {base_path !== undefined && (
          <IconButton label={t("history.of", { path: entry.path })} icon={<HistoryOutlined />} onClick={onHistory} />
        )}
        {canChange && (
          <>
            <IconButton label={t("edit.rename", { path: entry.path })} icon={<EditOutlined />} onClick={onRename} />
            <IconButton label={t("edit.delete", { path: entry.path })} icon={<DeleteOutlined />} onClick={onDelete} />
          </>
        )}
      </div>
      {doc && (
        <Code
          path={entry.path}
          model={doc.model}
          readOnly={!canChange}
          isSteps={isLowCode && view === "steps"}
          {...{ code, trial, pointing, onEditor }}
          onText={() => setView("text")}
        />
      )}
      {!doc && (
        <div className="edit-no-code">
          {entry.kind !== "file" && <Alert type="info" title={t(`kind.${entry.kind}`)} />}
          {file.isPending && <SkeletonBar width="60%" />}
          {file.isError && (
            <ErrorState title={t("error_file")} error={file.error} onRetry={() => void file.refetch()} />
          )}
          {entry.kind !== "file" && file.data && (
            <pre className="udt-mono" data-literal>
              {file.data.text}
            </pre>
          )}
          {entry.kind === "file" && file.data?.text === null && <p className="udt-secondary">{t("no_text")}</p>}
        </div>
      )}
    </>
  );
}

function IconButton({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  return (
    <button type="button" className="udt-icon-button" data-large aria-label={label} title={label} onClick={onClick}>
      {icon}
    </button>
  );
}

/** Says whether the caret's line has a breakpoint, and turns it. */
function BreakpointButton({ model, line }: { model: editor.ITextModel; line: number }) {
  const t = useT("scripts");
  const breakpoints = breakpointsOf(model);
  const isSet = useStore(breakpoints.lines).includes(line);
  return (
    <button
      type="button"
      aria-pressed={isSet}
      data-set={isSet || undefined}
      title={`${t("trial.breakpoint_turn")} (F9)`}
      onClick={() => breakpoints.toggle(line, t("trial.breakpoint_hint"))}
    >
      {t("trial.breakpoint")}
    </button>
  );
}

/** The editor, or the steps of what it has; below them where its caret is, what language it takes the file for, and what the tabulator does. */
function Code(props: {
  path: string;
  model: editor.ITextModel;
  readOnly: boolean;
  isSteps: boolean;
  code: editor.IStandaloneCodeEditor | undefined;
  trial: Trying;
  pointing: Pointing;
  onEditor: (one: editor.IStandaloneCodeEditor | undefined) => void;
  onText: () => void;
}) {
  const { path, model, readOnly, isSteps, code, trial, pointing, onEditor, onText } = props;
  const checked = useFaults(model);
  const [caret, onCaret] = useState<Caret>({ line: 1, column: 1 });
  const [tabMoves, setTabMoves] = useState(false);
  const turnTab = () => setTabMoves(!tabMoves);
  useTextInSight(code, isSteps);
  return (
    <>
      <div className="edit-text" hidden={isSteps}>
        <CodeEditor
          model={model}
          label={path}
          readOnly={readOnly}
          tabMoves={tabMoves}
          onTab={turnTab}
          onCaret={onCaret}
          onEditor={onEditor}
        />
      </div>
      {isSteps && code?.getModel() === model && (
        <LateSteps
          {...{ code, model, trial, pointing }}
          name={path.slice(path.lastIndexOf("/") + 1)}
          canChange={!readOnly}
          onText={(line) => {
            if (line !== undefined) code.setPosition({ lineNumber: Math.min(line, model.getLineCount()), column: 1 });
            onText();
          }}
        />
      )}
      <StatusLine {...{ path, model, readOnly, isSteps, code, checked, caret, tabMoves }} onTab={turnTab} />
    </>
  );
}

function StatusLine(props: {
  path: string;
  model: editor.ITextModel;
  readOnly: boolean;
  isSteps: boolean;
  code: editor.IStandaloneCodeEditor | undefined;
  checked: Checked | undefined;
  caret: Caret;
  tabMoves: boolean;
  onTab: () => void;
}) {
  const t = useT("scripts");
  const { languages } = useMonaco();
  const { path, model, readOnly, isSteps, code, checked, caret, tabMoves, onTab } = props;
  const id = languageOf(languages, path);
  const name = languages.getLanguages().find((one) => one.id === id)?.aliases?.[0];
  return (
    <footer className="edit-status">
      {!isSteps && <span className="udt-num">{t("edit.caret", { line: caret.line, column: caret.column })}</span>}
      {!readOnly && !isSteps && (
        <button type="button" aria-pressed={tabMoves} onClick={onTab}>
          {t(tabMoves ? "edit.tab_moves" : "edit.tab_indents")}
        </button>
      )}
      {readOnly && <span>{t("edit.read_only")}</span>}
      {checked && (
        <Faults checked={checked} onNext={() => (isSteps ? selectNextFault(code, checked.faults) : nextFault(code))} />
      )}
      {frameworkOf(path) === "low_code" && !isSteps && <BreakpointButton model={model} line={caret.line} />}
      <span className="edit-space" />
      <span data-literal>{name ?? t("edit.plain")}</span>
    </footer>
  );
}
