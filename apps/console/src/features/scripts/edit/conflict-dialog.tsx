import { Alert, Button } from "antd";
import { useEffect, useRef, useState } from "react";
import { errorText } from "../../../lib/errors/index.ts";
import { Dialog } from "../../../lib/form/dialog.tsx";
import { useT } from "../../../lib/i18n/index.ts";
import { shortCommit } from "../../../lib/runs/index.ts";
import { EDITOR_OPTIONS } from "./code-editor.tsx";
import { docFor, type EditorDoc } from "./docs.ts";
import { useMonaco } from "./monaco.ts";
import type { Choice, Conflict, Conflicts } from "./use-editing.ts";

/** Files that somebody else changed as well: their text beside the one here, which may still be edited, and a choice for each. */
export function ConflictDialog(props: {
  conflicts: Conflicts;
  docOf: (path: string) => EditorDoc | undefined;
  pending: boolean;
  error: unknown;
  onSettle: (choices: ReadonlyMap<string, Choice>) => void;
  onClose: () => void;
}) {
  const t = useT("scripts");
  const { conflicts, docOf, pending, error, onSettle, onClose } = props;
  const { list, author_name, commit_id } = conflicts;
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const [at, setAt] = useState(0);
  const shown = list[at];
  const choose = (path: string, choice: Choice) => {
    const next = new Map(choices).set(path, choice);
    setChoices(next);
    const left = list.findIndex((one) => !next.has(one.path));
    if (left !== -1) setAt(left);
  };
  return (
    <Dialog
      title={t("edit.conflict.title")}
      width="min(1200px, calc(100vw - 48px))"
      okText={t("edit.conflict.go_on")}
      confirmLoading={pending}
      okButtonProps={{ disabled: list.some(({ path }) => !choices.has(path)) }}
      onOk={() => onSettle(choices)}
      onCancel={onClose}
    >
      <p className="udt-secondary edit-lead">
        {t("edit.conflict.lead", { author_name, commit: shortCommit(commit_id) })}
      </p>
      <ul className="edit-conflicts" aria-label={t("edit.changes")}>
        {list.map(({ path }, index) => {
          const choice = choices.get(path);
          return (
            <li key={path}>
              <button type="button" aria-current={index === at || undefined} onClick={() => setAt(index)}>
                <b data-literal>{path}</b>
                <small className="udt-secondary">{t(`edit.conflict.chosen.${choice ?? "none"}`)}</small>
              </button>
            </li>
          );
        })}
      </ul>
      {shown && (
        <>
          <div className="edit-sides">
            <div>
              <b>{t("edit.conflict.theirs")}</b>
              {shown.theirs === null && <span className="udt-secondary">{t("edit.conflict.no_file")}</span>}
              <Button onClick={() => choose(shown.path, "theirs")}>{t("edit.conflict.take_theirs")}</Button>
            </div>
            <div>
              <b>{t("edit.conflict.mine")}</b>
              {shown.mine === null && <span className="udt-secondary">{t("edit.conflict.no_file")}</span>}
              <Button onClick={() => choose(shown.path, "mine")}>{t("edit.conflict.keep_mine")}</Button>
            </div>
          </div>
          <Compare key={shown.path} conflict={shown} doc={docOf(shown.path)} />
        </>
      )}
      {Boolean(error) && <Alert type="error" showIcon title={errorText(error)} />}
    </Dialog>
  );
}

/** Theirs on the left, to read; the file's own document on the right. */
function Compare({ conflict, doc }: { conflict: Conflict; doc: EditorDoc | undefined }) {
  const monaco = useMonaco();
  const t = useT("scripts");
  const place = useRef<HTMLDivElement>(null);
  const { path, theirs } = conflict;
  useEffect(() => {
    if (!place.current) return undefined;
    const left = docFor(monaco, path, theirs ?? "");
    const right = doc ?? docFor(monaco, path, "");
    const compare = monaco.editor.createDiffEditor(place.current, {
      ...EDITOR_OPTIONS,
      readOnly: doc === undefined,
    });
    compare.setModel({ original: left.model, modified: right.model });
    // It forgets names that it is given as it is made.
    compare.getOriginalEditor().updateOptions({ ariaLabel: t("edit.conflict.theirs") });
    compare.getModifiedEditor().updateOptions({ ariaLabel: t("edit.conflict.mine") });
    return () => {
      compare.dispose();
      left.dispose();
      if (!doc) right.dispose();
    };
  }, [monaco, t, path, theirs, doc]);
  return <div ref={place} className="edit-compare" />;
}
