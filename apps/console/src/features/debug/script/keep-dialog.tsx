import { useMutation, useQuery } from "@tanstack/react-query";
import { LIMITS, scriptRules } from "@udt/contract";
import { scriptEndpoints } from "@udt/contract/endpoints/scripts";
import { Alert } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { api } from "../../../lib/api/api.ts";
import { queryOf, useStale } from "../../../lib/api/queries.ts";
import { errorText } from "../../../lib/errors/index.ts";
import { Field, FormDialog, Picker, TextField } from "../../../lib/form/index.ts";
import { Dialog } from "../../../lib/form/dialog.tsx";
import { useT } from "../../../lib/i18n/index.ts";
import { paths } from "../../../lib/navigation/paths.ts";
import { useProjectId } from "../../../lib/project.ts";
import { useRuleText } from "../../../lib/rules/index.ts";

/** The main branch. */
const BRANCH = "";

const scriptQuery = (project: string, repo_id: string) =>
  queryOf(scriptEndpoints.scriptGet, { params: { repo_id }, query: { project } });

/** Puts a file into one of the project's script repositories, as a commit to its main branch. */
export function KeepDialog({ path: first, content, onClose }: { path: string; content: string; onClose: () => void }) {
  const t = useT("debug");
  const project = useProjectId();
  const { check } = useRuleText();
  const [repo_id, setRepo] = useState<string | null>(null);
  const [path, setPath] = useState(first);
  const [tried, setTried] = useState(false);
  const tree = useQuery({
    ...queryOf(scriptEndpoints.scriptTree, { params: { repo_id: repo_id ?? "" }, query: { project, branch: BRANCH } }),
    enabled: repo_id !== null,
  });
  const keep = useKeep(project);
  // Nothing is overwritten: what is there was somebody's work.
  const isTaken = tree.data?.entries.some((entry) => entry.path === path || entry.path.startsWith(`${path}/`));
  const pathFault = check(scriptRules.scriptPath, path) ?? (isTaken ? t("script.keep.taken") : undefined);
  const go = () => {
    setTried(true);
    if (repo_id === null || pathFault !== undefined || !tree.data) return;
    const message = t("script.keep.message", { path });
    keep.mutate({ repo_id, path, content, message, base_commit_id: tree.data.commit_id });
  };
  if (keep.data) return <Kept {...keep.data} onClose={onClose} />;
  const error = keep.error ?? tree.error;
  return (
    <FormDialog
      title={t("script.keep.title")}
      pending={keep.isPending || tree.isLoading}
      onSubmit={go}
      onClose={onClose}
    >
      <Field
        label={t("script.keep.repository")}
        hint={t("script.keep.repository_hint")}
        error={tried && repo_id === null ? t("script.keep.choose") : undefined}
        render={(control) => (
          <Picker
            control={control}
            value={repo_id}
            list={(filter) => queryOf(scriptEndpoints.scriptList, { query: { project, ...filter } })}
            get={(id) => scriptQuery(project, id)}
            option={(script) => ({ value: script.repo_id, label: script.name })}
            placeholder={t("script.keep.choose")}
            none={t("script.keep.none")}
            onChange={setRepo}
          />
        )}
      />
      <TextField
        label={t("script.keep.path")}
        error={tried || isTaken ? pathFault : undefined}
        maxLength={LIMITS.library_path_max}
        value={path}
        onChange={setPath}
      />
      {error !== null && <Alert type="error" showIcon title={errorText(error)} />}
    </FormDialog>
  );
}

interface Wish {
  repo_id: string;
  path: string;
  content: string;
  message: string;
  base_commit_id: string;
}

/** Saves a new file as a commit of its own. */
function useKeep(project: string) {
  const stale = useStale();
  return useMutation({
    mutationFn: async (wish: Wish) => {
      const { repo_id, path, content, message, base_commit_id } = wish;
      await api.call(scriptEndpoints.scriptSave, {
        params: { repo_id },
        query: { project },
        body: {
          branch: BRANCH,
          base_commit_id,
          message,
          changes: [{ change: "write", path, text: content, is_new: true }],
        },
      });
      return { repo_id, path };
    },
    onSettled: () => stale(["scriptTree", "scriptCommits", "scriptGet", "scriptList"], project),
  });
}

/** Where it is now; the session stays open beside it. */
function Kept({ repo_id, path, onClose }: { repo_id: string; path: string; onClose: () => void }) {
  const t = useT("debug");
  const project = useProjectId();
  return (
    <Dialog title={t("script.keep.title")} onCancel={onClose} footer={null}>
      <Alert
        type="success"
        showIcon
        title={t("script.keep.kept", { path })}
        action={
          <Link to={paths.scriptEdit(project, repo_id, { path })} target="_blank">
            {t("script.keep.open")}
          </Link>
        }
      />
    </Dialog>
  );
}
