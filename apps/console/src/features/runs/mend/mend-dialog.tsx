import { useMutation, useQuery } from "@tanstack/react-query";
import { scriptEndpoints } from "@udt/contract/endpoints/scripts";
import { mend } from "@udt/low-code";
import { Alert } from "antd";
import { useMemo } from "react";
import { Link } from "react-router";
import { api } from "../../../lib/api/api.ts";
import { queryOf, useStale } from "../../../lib/api/queries.ts";
import { Changes } from "../../../lib/changes/index.ts";
import { SkeletonRows } from "../../../lib/components/index.ts";
import { errorText } from "../../../lib/errors/index.ts";
import { Dialog } from "../../../lib/form/dialog.tsx";
import { useT } from "../../../lib/i18n/index.ts";
import { paths } from "../../../lib/navigation/paths.ts";
import { shortCommit } from "../../../lib/runs/index.ts";
import type { MendableScript, MendProps } from "./mendable.ts";

/** Shows what a candidate's locator changes in the newest version of the script, and saves that as a commit. */
export function MendDialog({ script, at, candidate, onClose }: MendProps & { onClose: () => void }) {
  const t = useT("mend");
  const { path } = script;
  const ran = useQuery(fileQuery(script, { commit_id: script.commit_id }));
  const now = useQuery(fileQuery(script, { branch: script.branch }));
  const save = useSave(script);
  const mended = useMemo(
    () => ran.data && now.data && mend(ran.data.text ?? "", at, now.data.text ?? "", candidate.locator),
    [ran.data, now.data, at, candidate],
  );
  if (save.data) return <Saved script={script} commit_id={save.data.commit_id} onClose={onClose} />;
  const change = mended && "text" in mended ? mended : undefined;
  const error = save.error ?? ran.error ?? now.error;
  const go = () => {
    if (change && now.data)
      save.mutate({
        text: change.text,
        base_commit_id: now.data.commit_id,
        message: t("message", { step: change.step }),
      });
  };
  return (
    <Dialog
      title={t("title")}
      width="min(800px, calc(100vw - 48px))"
      okText={t("save")}
      okButtonProps={{ loading: save.isPending, disabled: !change || now.isFetching }}
      onOk={go}
      onCancel={onClose}
    >
      {!mended && error === null && <SkeletonRows rows={3} />}
      {mended && "refused" in mended && <Alert type="warning" showIcon title={t(`refused.${mended.refused}`)} />}
      {change && (
        <>
          <p className="udt-secondary">{t("lead", { step: change.name || change.step, path })}</p>
          {change.has_variables && <Alert type="info" showIcon title={t("variables")} />}
          <Changes label={t("change", { path })} before={now.data?.text ?? ""} after={change.text} />
        </>
      )}
      {error !== null && <Alert type="error" showIcon title={errorText(error)} />}
    </Dialog>
  );
}

/** The script at a commit, or at the newest of a branch. */
const fileQuery = ({ project, repo_id, path }: MendableScript, version: { commit_id?: string; branch?: string }) =>
  queryOf(scriptEndpoints.scriptFile, { params: { repo_id }, query: { project, path, ...version } });

/** What others saved meanwhile is shown with the refusal: whatever came of it, the script is read anew. */
function useSave({ project, repo_id, branch, path }: MendableScript) {
  const stale = useStale();
  return useMutation({
    mutationFn: ({ text, ...wish }: { text: string; base_commit_id: string; message: string }) =>
      api.call(scriptEndpoints.scriptSave, {
        params: { repo_id },
        query: { project },
        body: { branch, ...wish, changes: [{ change: "write", path, text }] },
      }),
    onSettled: () =>
      stale(["scriptFile", "scriptTree", "scriptCommits", "scriptBranches", "scriptGet", "scriptList"], project),
  });
}

function Saved(props: { script: MendableScript; commit_id: string; onClose: () => void }) {
  const t = useT("mend");
  const { project, repo_id, branch, path } = props.script;
  return (
    <Dialog title={t("title")} onCancel={props.onClose} footer={null}>
      <Alert
        type="success"
        showIcon
        title={t("saved", { commit: shortCommit(props.commit_id) })}
        action={<Link to={paths.scriptEdit(project, repo_id, { branch, path })}>{t("open")}</Link>}
      />
    </Dialog>
  );
}
