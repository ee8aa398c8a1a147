import { scriptRules } from "@udt/contract";
import { Alert, App } from "antd";
import { useState } from "react";
import { MessageField } from "../../lib/commits/index.ts";
import { SkeletonBar } from "../../lib/components/index.ts";
import { errorText } from "../../lib/errors/index.ts";
import { Dialog } from "../../lib/form/dialog.tsx";
import { useT } from "../../lib/i18n/index.ts";
import { useRuleText } from "../../lib/rules/index.ts";
import { shortCommit } from "../../lib/runs/index.ts";
import { Comparison } from "./comparison.tsx";
import { useMainBranch, useRestore, useRestorePreview, type BranchPlace, type RestoreWish } from "./use-scripts.ts";

/**
 * Shows what restoring would change of the branch as it is now, and does just that as a new commit.
 * @param subject what the commit says of itself
 */
export function RestoreDialog(props: { place: BranchPlace; wish: RestoreWish; subject: string; onClose: () => void }) {
  const t = useT("scripts");
  const { message: told } = App.useApp();
  const { check } = useRuleText();
  const { place, wish, subject, onClose } = props;
  const main = useMainBranch(place.project, place.repo_id);
  const preview = useRestorePreview(place, wish);
  const restore = useRestore(place, wish);
  const commit = shortCommit(wish.commit_id);
  const kind = wish.what === "undo" ? "undo" : wish.path === "" ? "all" : "file";
  const words = { path: wish.path, commit, subject, branch: place.branch || main };
  const [written, setMessage] = useState<string>();
  const message = written ?? t(`restore.message.${kind}`, words);
  const fault = check(scriptRules.commitMessage, message);
  // What is shown is what was asked for last; while it is asked anew, nothing can be confirmed.
  const shown = preview.isError ? undefined : preview.data;
  const isNothing = shown?.files.length === 0;
  const isReady = shown !== undefined && !isNothing && !preview.isFetching && fault === undefined;
  const go = () => {
    if (!isReady || restore.isPending) return;
    restore.mutate(
      { base_commit_id: shown.base_commit_id, message },
      {
        onSuccess: ({ commit_id }) => {
          void told.success(t("edit.saved", { commit: shortCommit(commit_id) }));
          onClose();
        },
      },
    );
  };
  const error = restore.error ?? preview.error;
  return (
    <Dialog
      title={t(`restore.title.${kind}`, words)}
      width="min(900px, calc(100vw - 48px))"
      okText={t(`restore.do.${kind}`)}
      okButtonProps={{ disabled: !isReady }}
      confirmLoading={restore.isPending}
      onOk={go}
      onCancel={onClose}
    >
      <p className="udt-secondary">{t(`restore.lead.${kind}`, words)}</p>
      <form
        className="udt-form"
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        <MessageField value={message} error={fault} onChange={setMessage} onGo={go} />
      </form>
      {error !== null && <Alert type="error" showIcon title={errorText(error)} />}
      {preview.isPending && <SkeletonBar width="60%" />}
      {isNothing && <Alert type="info" showIcon title={t("restore.nothing", words)} />}
      {shown && !isNothing && (
        <section className="scripts-preview" aria-label={t("restore.preview")}>
          <Comparison data={shown} />
        </section>
      )}
    </Dialog>
  );
}
