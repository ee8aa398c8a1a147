import { useMutation, useQuery } from "@tanstack/react-query";
import { LIMITS, scriptRules } from "@udt/contract";
import { scriptBranchEndpoints } from "@udt/contract/endpoints/script-branches";
import { scriptEndpoints } from "@udt/contract/endpoints/scripts";
import { Alert, Select } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { queryOf, useStale } from "../../../lib/api/queries.ts";
import {
  saveCommit,
  SaveFault,
  SaveFields,
  STALE_BY_SAVES,
  useSaveWish,
  type SaveWish,
} from "../../../lib/commits/index.ts";
import { errorText } from "../../../lib/errors/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { Field, FormDialog, Picker, TextField } from "../../../lib/form/index.ts";
import { Dialog } from "../../../lib/form/dialog.tsx";
import { useT } from "../../../lib/i18n/index.ts";
import { paths } from "../../../lib/navigation/paths.ts";
import { useProjectId } from "../../../lib/project.ts";
import { useRuleText } from "../../../lib/rules/index.ts";
import { KeepRepository } from "./keep-repository.tsx";
import { KeepTaken } from "./keep-taken.tsx";
import type { Kept, KeptFiles } from "./kept.ts";

const scriptQuery = (project: string, repo_id: string) =>
  queryOf(scriptEndpoints.scriptGet, { params: { repo_id }, query: { project } });

/** Puts a file into one of the project's script repositories, as a commit to one of its branches or to a new one. */
export function KeepDialog({ path: first, filesAt, onClose }: Kept & { onClose: () => void }) {
  const t = useT("debug");
  const project = useProjectId();
  const { check } = useRuleText();
  const [repo_id, setRepo] = useState<string | null>(null);
  const [chosen, setBranch] = useState<string>();
  const [path, setPath] = useState(first);
  const [tried, setTried] = useState(false);
  const any = useQuery(queryOf(scriptEndpoints.scriptList, { query: { project, page_size: 1 } }));
  const saving = useSaveWish(t("script.keep.message", { path }));
  const { branches, branch, tree } = usePlace(project, repo_id, chosen);
  const keep = useKeep(project);
  const files = filesAt(path);
  const wanted = [path, ...files.pictures.map((one) => one.path)];
  const { there, isInTheWay, version, isReplacing, setReplacing } = useReplacing(repo_id, tree.data, wanted);
  const isTaken = isInTheWay || (there.length > 0 && !isReplacing);
  const pathFault = check(scriptRules.scriptPath, path) ?? (isTaken ? t("script.keep.taken") : undefined);
  const go = () => {
    setTried(true);
    const wish = saving.wish();
    if (repo_id === null || pathFault !== undefined || !wish || !tree.data || tree.isFetching) return;
    keep.mutate({ repo_id, branch, path, files, isReplacing, base_commit_id: tree.data.commit_id, ...wish });
  };
  if (repo_id === null && any.data?.total === 0)
    return <KeepRepository path={path} onMade={setRepo} onClose={onClose} />;
  if (keep.data) return <Done {...keep.data} onClose={onClose} />;
  const unread = branches.error ?? tree.error;
  return (
    <FormDialog
      title={t("script.keep.title")}
      width={there.length > 0 ? "min(800px, calc(100vw - 48px))" : undefined}
      pending={keep.isPending || any.isLoading || tree.isLoading || branches.isLoading}
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
            onChange={(id) => {
              setRepo(id);
              setBranch(undefined);
            }}
          />
        )}
      />
      {branches.data && (
        <>
          <Field
            label={t("script.keep.branch")}
            render={(control) => (
              <Select
                {...control}
                showSearch
                value={branch}
                options={branches.data.branches.map(({ name }) => ({ value: name, label: name }))}
                onChange={setBranch}
              />
            )}
          />
          <SaveFields saving={saving} branch={branch} pending={keep.isPending} onGo={go} />
        </>
      )}
      <TextField
        label={t("script.keep.path")}
        error={tried || isTaken ? pathFault : undefined}
        maxLength={LIMITS.library_path_max}
        value={path}
        onChange={setPath}
      />
      {repo_id !== null && tree.data && there.length > 0 && !isInTheWay && (
        <KeepTaken
          key={version}
          repo_id={repo_id}
          commit_id={tree.data.commit_id}
          path={path}
          files={files}
          there={there}
          isReplacing={isReplacing}
          onReplacing={setReplacing}
        />
      )}
      <WithPictures count={files.pictures.length} />
      {unread !== null && <Alert type="error" showIcon title={errorText(unread)} />}
      {keep.error !== null && <SaveFault error={keep.error} />}
    </FormDialog>
  );
}

function WithPictures({ count }: { count: number }) {
  const t = useT("debug");
  const format = useFormat();
  return (
    count > 0 && <p className="udt-secondary">{t("script.keep.pictures", { count, total: format.number(count) })}</p>
  );
}

/** A repository's branches, and the files of the one that is saved to. @param chosen undefined: its main one */
function usePlace(project: string, repo_id: string | null, chosen: string | undefined) {
  const at = { params: { repo_id: repo_id ?? "" } };
  const enabled = repo_id !== null;
  const branches = useQuery({
    ...queryOf(scriptBranchEndpoints.scriptBranches, { ...at, query: { project } }),
    enabled,
  });
  const branch = chosen ?? branches.data?.default_branch ?? "";
  const tree = useQuery({ ...queryOf(scriptEndpoints.scriptTree, { ...at, query: { project, branch } }), enabled });
  return { branches, branch, tree };
}

/** Of the paths that are wanted, those where files are; and whether something else is in the way of one. */
function whatIsThere(wanted: readonly string[], entries: TreeEntries) {
  const at = new Map(entries.map((entry) => [entry.path, entry.kind]));
  const isFolder = (path: string) => entries.some((entry) => entry.path.startsWith(`${path}/`));
  return {
    there: wanted.filter((path) => at.get(path) === "file"),
    isInTheWay: wanted.some((path) => isFolder(path) || (at.has(path) && at.get(path) !== "file")),
  };
}
type TreeEntries = readonly { path: string; kind: string }[];

/** What was somebody's work is replaced as it was shown alone: what came there since is shown first. */
function useReplacing(
  repo_id: string | null,
  tree: { commit_id: string; entries: TreeEntries } | undefined,
  wanted: readonly string[],
) {
  const [replaced, setReplaced] = useState("");
  const { there, isInTheWay } = whatIsThere(wanted, tree?.entries ?? []);
  const version = `${repo_id} ${tree?.commit_id} ${there.join(" ")}`;
  const isReplacing = there.length > 0 && replaced === version;
  return { there, isInTheWay, version, isReplacing, setReplacing: (is: boolean) => setReplaced(is ? version : "") };
}

interface Wish extends SaveWish {
  repo_id: string;
  branch: string;
  path: string;
  files: KeptFiles;
  isReplacing: boolean;
  base_commit_id: string;
}

/** Saves the files as a commit of their own. */
function useKeep(project: string) {
  const stale = useStale();
  return useMutation({
    mutationFn: async ({ repo_id, path, files: { text, pictures }, isReplacing, ...wish }: Wish) => {
      const is_new = !isReplacing;
      const changes = [
        { change: "write" as const, path, text, is_new },
        ...pictures.map((picture) => ({ change: "picture" as const, ...picture, is_new })),
      ];
      const { branch } = await saveCommit({ project, repo_id }, { ...wish, changes });
      return { repo_id, path, branch };
    },
    onSettled: () => stale([...STALE_BY_SAVES, "scriptList"], project),
  });
}

/** Where it is now; the session stays open beside it. */
function Done(props: { repo_id: string; path: string; branch: string; onClose: () => void }) {
  const t = useT("debug");
  const project = useProjectId();
  const { repo_id, path, branch, onClose } = props;
  return (
    <Dialog title={t("script.keep.title")} onCancel={onClose} footer={null}>
      <Alert
        type="success"
        showIcon
        title={t("script.keep.kept", { path, branch })}
        action={
          <Link to={paths.scriptEdit(project, repo_id, { path, branch })} target="_blank">
            {t("script.keep.open")}
          </Link>
        }
      />
    </Dialog>
  );
}
