import { FileOutlined, LeftOutlined } from "@ant-design/icons";
import { App, Button } from "antd";
import type { editor } from "monaco-editor/editor";
import { useState, type ComponentType, type ReactNode } from "react";
import { Link } from "react-router";
import { PhoneIcon } from "../../../lib/components/icons.tsx";
import { EmptyState } from "../../../lib/components/index.ts";
import { LeaveGuard } from "../../../lib/form/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useUrlFilters } from "../../../lib/list/index.ts";
import { paths } from "../../../lib/navigation/paths.ts";
import type { BesideEditor } from "../../../lib/open-file.ts";
import { usePlaceName } from "../../../lib/place-name/index.ts";
import { shortCommit } from "../../../lib/runs/index.ts";
import { useShortcut } from "../../../lib/shortcuts/shortcuts.ts";
import { BranchSelect } from "../branch-select.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { hasSteps } from "./docs.ts";
import { FilePane } from "./file-pane.tsx";
import { FileTabs } from "./file-tabs.tsx";
import { FileView } from "./file-view.tsx";
import { openFileOf } from "./open-file.ts";
import { Others, OthersNote } from "./others/others.tsx";
import { useOthers } from "./others/use-others.ts";
import { PathDialog } from "./path-dialog.tsx";
import { SaveDialog } from "./save-dialog.tsx";
import { RunButton } from "./trial/run-button.tsx";
import { TrialPanel } from "./trial/trial-panel.tsx";
import { useJump } from "./trial/use-jump.ts";
import { useStepping } from "./trial/use-stepping.ts";
import { useTrial } from "./trial/use-trial.ts";
import { useEditing, type Editing, type Place } from "./use-editing.ts";
import { usePhone } from "./use-phone.ts";
import { useTabs } from "./use-tabs.ts";
import type { Commit } from "./workspace.ts";

type Asked = { what: "save" } | { what: "new" } | { what: "rename"; path: string };

/** A branch that is edited: its files on the left, those that are open beside them. */
export function EditView(props: {
  place: Place;
  first: Commit;
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
  const [asked, ask] = useState<Asked>();
  const [code, setCode] = useState<editor.IStandaloneCodeEditor>();
  const phone = usePhone(Phone !== undefined);
  const trial = useTrial(place, workspace);
  const save = () => canChange && seen.changes > 0 && ask({ what: "save" });
  useShortcut("Mod+s", t("edit.save"), save);
  const entry = seen.entries.find(({ path }) => path === tabs.active);
  const doc = entry && workspace.docOf(entry.path);
  const jump = useJump(code, doc);
  const others = useOthers(place, canChange ? (entry?.path ?? "") : undefined, seen.changed);
  useStepping(code, hasSteps(doc), trial);
  const remove = (path: string) => {
    workspace.delete(path);
    tabs.replace(path, undefined);
  };
  return (
    <div className="edit-page">
      <LeaveGuard dirty={seen.changes > 0} screenOf={["branch"]} />
      <Head place={place} editing={editing} canChange={canChange} phone={phone} onSave={save}>
        <Others others={others} />
        <RunButton path={entry?.path} trial={trial} phone={phone} isAsked={asked !== undefined} code={doc && code} />
      </Head>
      <Notes note={note} isNewer={isBehind && seen.changes > 0} />
      <div className="edit-body" data-phone={phone.isOpen || undefined}>
        <FilePane
          entries={seen.entries}
          changed={seen.changed}
          active={tabs.active}
          canChange={canChange}
          onOpen={tabs.open}
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
              onRename={() => ask({ what: "rename", path: entry.path })}
              onDelete={() => remove(entry.path)}
              onEditor={setCode}
            />
          ) : (
            <EmptyState icon={<FileOutlined />} title={t("no_file.title")}>
              {t("no_file.text")}
            </EmptyState>
          )}
          {trial.shown && (
            <TrialPanel
              trial={trial.shown}
              trying={trial}
              onGo={(at) => {
                tabs.open(at.file);
                jump(at);
              }}
            />
          )}
        </section>
        {Phone && phone.isOpen && (
          <Phone
            file={code && doc && openFileOf(code, doc)}
            refusal={note}
            onPhone={trial.setPhone}
            onClose={phone.turn}
          />
        )}
      </div>
      <Asked editing={editing} tabs={tabs} asked={asked} onClose={() => ask(undefined)} />
    </div>
  );
}

/** Why it is read only, and that others have saved. */
function Notes({ note, isNewer }: { note: string | undefined; isNewer: boolean }) {
  const t = useT("scripts");
  return (
    <>
      {note !== undefined && <p className="edit-note">{note}</p>}
      {isNewer && (
        <p className="edit-note" role="status">
          {t("edit.newer")}
        </p>
      )}
    </>
  );
}

/** Which repository and branch this is, the phone beside it, and the way to save. */
function Head(props: {
  place: Place;
  editing: Editing;
  canChange: boolean;
  phone: ReturnType<typeof usePhone>;
  onSave: () => void;
  children: ReactNode;
}) {
  const t = useT("scripts");
  const format = useFormat();
  const [, set] = useUrlFilters();
  const { place, editing, canChange, phone, onSave, children } = props;
  const { project, script, branch } = place;
  const { changes } = editing.seen;
  usePlaceName(script.name);
  const change = (next: string | undefined) => set({ branch: next, path: undefined });
  return (
    <header className="edit-head">
      <Link to={paths.script(project, script.repo_id)} aria-label={t("edit.back")} title={t("edit.back")}>
        <LeftOutlined />
      </Link>
      <h1 className="udt-ellipsis" title={script.name} data-literal>
        {script.name}
      </h1>
      <BranchSelect project={project} repo_id={script.repo_id} branch={branch} onChange={change} />
      <span className="udt-secondary" data-literal>
        {t("at_commit", { commit: shortCommit(editing.workspace.commit_id) })}
      </span>
      <span className="edit-space" />
      {children}
      {phone.isOffered && (
        <Button
          icon={<PhoneIcon />}
          aria-pressed={phone.isOpen}
          type={phone.isOpen ? "primary" : "default"}
          ghost={phone.isOpen}
          onClick={phone.turn}
        >
          {t("edit.phone")}
        </Button>
      )}
      {canChange && (
        <>
          <span className="udt-secondary" role="status">
            {changes > 0 && t("edit.count", { count: changes, total: format.number(changes) })}
          </span>
          <Button type="primary" disabled={changes === 0} onClick={onSave}>
            {t("edit.save")}
          </Button>
        </>
      )}
    </header>
  );
}

/** The dialogs of the page. */
function Asked(props: {
  editing: Editing;
  tabs: ReturnType<typeof useTabs>;
  asked: Asked | undefined;
  onClose: () => void;
}) {
  const t = useT("scripts");
  const { message } = App.useApp();
  const { editing, tabs, asked, onClose } = props;
  const { workspace, save, settle, conflicts, made, giveUp } = editing;
  if (conflicts)
    return (
      <ConflictDialog
        conflicts={conflicts}
        docOf={workspace.docOf}
        pending={settle.isPending}
        error={settle.error}
        onSettle={(choices) => settle.mutate({ commit: conflicts.commit, choices })}
        onClose={giveUp}
      />
    );
  if (asked?.what === "save")
    return (
      <SaveDialog
        changes={workspace.changes()}
        isNew={(path) => workspace.basePath(path) === undefined && workspace.docOf(path) !== undefined}
        pending={save.isPending}
        error={save.error}
        onUndo={(path) => {
          const back = workspace.discard(path);
          if (back !== path) tabs.replace(path, back);
        }}
        onSave={(text) =>
          save.mutate(text, {
            onSuccess: ({ commit_id }) => {
              onClose();
              void message.success(t("edit.saved", { commit: shortCommit(commit_id) }));
            },
          })
        }
        onClose={() => {
          // Nobody types on what is being saved.
          if (save.isPending) return;
          save.reset();
          onClose();
        }}
      />
    );
  if (asked?.what === "new")
    return (
      <PathDialog
        title={t("edit.new")}
        initial=""
        isFree={(path) => workspace.isFree(path)}
        onPath={(path) => {
          workspace.added(path, made(path, ""));
          tabs.open(path);
        }}
        onClose={onClose}
      />
    );
  if (asked?.what === "rename")
    return (
      <PathDialog
        title={t("edit.rename", { path: asked.path })}
        initial={asked.path}
        isFree={(path) => workspace.isFree(path)}
        onPath={(path) => {
          workspace.rename(asked.path, path);
          tabs.replace(asked.path, path);
        }}
        onClose={onClose}
      />
    );
  return null;
}
