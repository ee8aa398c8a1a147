import { FileOutlined } from "@ant-design/icons";
import type { editor } from "monaco-editor/editor";
import { useEffect, useEffectEvent, useState, type ComponentType } from "react";
import { EmptyState } from "../../../lib/components/index.ts";
import { LeaveGuard } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useUrlFilters, wholeNumber } from "../../../lib/list/index.ts";
import type { BesideEditor } from "../../../lib/open-file.ts";
import { useShortcut } from "../../../lib/shortcuts/shortcuts.ts";
import { useMoreFiles } from "../use-more-files.ts";
import { Asked, type AskedFor } from "./asked.tsx";
import { EditHead } from "./edit-head.tsx";
import { hasSteps } from "./docs.ts";
import { FilePane } from "./file-pane.tsx";
import { FileTabs } from "./file-tabs.tsx";
import { FileView } from "./file-view.tsx";
import { openFileOf } from "./open-file.ts";
import { Others, OthersNote } from "./others/others.tsx";
import { useOthers } from "./others/use-others.ts";
import { AskedAccount } from "./trial/account-dialog.tsx";
import { RunButton } from "./trial/run-button.tsx";
import { TrialPanel } from "./trial/trial-panel.tsx";
import { useJump, type FileLine } from "./trial/use-jump.ts";
import { useStepping } from "./trial/use-stepping.ts";
import { useTrial } from "./trial/use-trial.ts";
import { useEditing, type Editing, type Place } from "./use-editing.ts";
import { usePhone } from "./use-phone.ts";
import { usePointing } from "./use-pointing.ts";
import { useTabs } from "./use-tabs.ts";
import type { Commit } from "./workspace.ts";

/** A branch that is edited: its files on the left, those that are open beside them. */
export function EditView(props: {
  place: Place;
  first: Commit & { total: number; has_more: boolean };
  newest: string;
  canChange: boolean;
  /** Why it is read only, or undefined. */
  note?: string;
  Phone?: ComponentType<BesideEditor>;
}) {
  const t = useT("scripts");
  const { place, first, newest, canChange, note, Phone } = props;
  const editing = useEditing(place, first, newest);
  const { workspace, seen, isBehind } = editing;
  const tabs = useTabs(seen.entries);
  const isCut = first.has_more;
  const [asked, ask] = useState<AskedFor>();
  const [code, setCode] = useState<editor.IStandaloneCodeEditor>();
  const phone = usePhone(Phone !== undefined);
  const trial = useTrial(place, workspace);
  const isAsked = asked !== undefined || trial.accounts.asking !== undefined;
  const { pointing, take } = usePointing(phone);
  const save = () => canChange && seen.changes > 0 && ask({ what: "save" });
  useShortcut("Mod+s", t("edit.save"), save);
  const entry = seen.entries.find(({ path }) => path === tabs.active);
  const doc = entry && workspace.docOf(entry.path);
  const jump = useJump(code, doc, useFirstLine());
  useHidden(editing, isCut);
  const go = (at: FileLine) => (tabs.open(at.file), jump(at));
  const others = useOthers(place, canChange ? (entry?.path ?? "") : undefined, seen.changed);
  useStepping(code, hasSteps(doc), trial);
  const remove = (path: string) => {
    workspace.delete(path);
    tabs.replace(path, undefined);
  };
  return (
    <div className="edit-page">
      <LeaveGuard dirty={seen.changes > 0} screenOf={["branch"]} />
      <EditHead place={place} editing={editing} canChange={canChange} phone={phone} onSave={save}>
        <Others others={others} />
        <RunButton path={entry?.path} trial={trial} phone={phone} isAsked={isAsked} code={code} doc={doc} />
      </EditHead>
      <Notes
        note={note}
        isNewer={isBehind && seen.changes > 0}
        cut={isCut ? { shown: first.entries.length, total: first.total } : undefined}
      />
      <div className="edit-body" data-phone={phone.isOpen || undefined}>
        <FilePane
          place={place}
          commit_id={workspace.commit_id}
          entries={seen.entries}
          changed={seen.changed}
          active={tabs.active}
          canChange={canChange}
          onOpen={tabs.open}
          onGo={go}
          onNew={() => ask({ what: "new" })}
        />
        <section className="edit-main" aria-label={t("edit.open_files")}>
          <FileTabs
            tabs={tabs.tabs}
            changed={seen.changed}
            active={tabs.active}
            onOpen={tabs.open}
            onClose={(path) => tabs.replace(path, undefined)}
          />
          {entry && <OthersNote others={others} path={entry.path} />}
          {entry ? (
            <FileView
              place={place}
              editing={editing}
              entry={entry}
              canChange={canChange}
              code={code}
              trial={trial}
              pointing={pointing}
              onHistory={() => ask({ what: "history", path: entry.path })}
              onRename={() => ask({ what: "rename", path: entry.path })}
              onDelete={() => remove(entry.path)}
              onEditor={setCode}
            />
          ) : (
            <NoFile />
          )}
          {trial.shown && <TrialPanel trial={trial.shown} trying={trial} onGo={go} />}
        </section>
        {Phone && phone.isOpen && (
          <Phone
            file={code && doc && { ...openFileOf(code, doc), take }}
            refusal={note}
            onPhone={trial.setPhone}
            onClose={phone.turn}
          />
        )}
      </div>
      <AskedAccount accounts={trial.accounts} />
      <Asked place={place} editing={editing} tabs={tabs} asked={asked} onClose={() => ask(undefined)} />
    </div>
  );
}

function NoFile() {
  const t = useT("scripts");
  return (
    <EmptyState icon={<FileOutlined />} title={t("no_file.title")}>
      {t("no_file.text")}
    </EmptyState>
  );
}

/** The line that the address names. */
function useFirstLine(): FileLine | undefined {
  const [search, set] = useUrlFilters();
  const line = wholeNumber(search.get("line"), 0, Number.MAX_SAFE_INTEGER);
  const [first] = useState(() => (line > 0 ? { file: search.get("path") ?? "", line } : undefined));
  // It is gone to once: whoever reloads later is elsewhere by then.
  useEffect(() => {
    if (line > 0) set({ line: undefined }, { replace: true });
  }, [line, set]);
  return first;
}

/** Opens what the address names, where it is beyond the files that are listed. */
function useHidden({ reveal }: Editing, isCut: boolean): void {
  const [search] = useUrlFilters();
  const path = search.get("path");
  const show = useEffectEvent(reveal);
  useEffect(() => {
    // What cannot be read is not there to be opened.
    if (isCut && path !== null) show(path).catch(() => undefined);
  }, [isCut, path]);
}

/** Why it is read only, that others have saved, and that not all files are listed. */
function Notes(props: {
  note: string | undefined;
  isNewer: boolean;
  cut: { shown: number; total: number } | undefined;
}) {
  const t = useT("scripts");
  const more = useMoreFiles();
  const { note, isNewer, cut } = props;
  return (
    <>
      {cut && <p className="edit-note">{more(cut)}</p>}
      {note !== undefined && <p className="edit-note">{note}</p>}
      {isNewer && (
        <p className="edit-note" role="status">
          {t("edit.newer")}
        </p>
      )}
    </>
  );
}
