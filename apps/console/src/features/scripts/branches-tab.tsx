import { BranchesOutlined, DeleteOutlined } from "@ant-design/icons";
import type { Library, ScriptRepository } from "@udt/contract";
import { Alert, App } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { errorText } from "../../lib/errors/index.ts";
import { ConfirmByName } from "../../lib/form/index.ts";
import { listOf } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { Table, type TableColumn } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { shortCommit } from "../../lib/runs/index.ts";
import { BranchDialog } from "./branch-dialog.tsx";
import { useMayChange } from "./outside/use-outside.ts";
import { useBranches, useDeleteBranch, useReaders, type BranchPlace } from "./use-scripts.ts";

interface Branch {
  name: string;
  commit_id: string;
}

/** The repository's branches: what each is at, which case libraries read it, and how one is made and deleted. */
export function BranchesTab({ project, script }: { project: string; script: ScriptRepository }) {
  const t = useT("scripts");
  const canChange = useMayChange(project, script.repo_id);
  const { repo_id } = script;
  const place = { project, repo_id, branch: "" };
  const read = useBranches(project, repo_id);
  const readers = useReaders(project, repo_id) ?? [];
  const [asked, ask] = useState<{ what: "make" | "delete"; of: Branch }>();
  const columns: readonly TableColumn[] = [
    { key: "name", label: t("branches.name") },
    { key: "commit", label: t("branches.newest"), width: 140 },
    { key: "readers", label: t("branches.readers"), width: "32%" },
    ...(canChange ? [{ key: "actions", label: t("branches.actions"), width: 88, isHidden: true }] : []),
  ];
  if (read.isPending) return <SkeletonRows />;
  if (read.isError)
    return <ErrorState title={t("branches.error")} error={read.error} onRetry={() => void read.refetch()} />;
  const { branches, default_branch } = read.data;
  const readersOf = ({ name }: Branch) => readers.filter(({ branch }) => (branch || default_branch) === name);
  return (
    <>
      <div className="udt-card scripts-branches">
        <Table columns={columns}>
          {branches.map((each) => (
            <Row
              key={each.name}
              place={place}
              branch={each}
              isMain={each.name === default_branch}
              readers={readersOf(each)}
              canChange={canChange}
              onAsk={(what) => ask({ what, of: each })}
            />
          ))}
        </Table>
      </div>
      {asked?.what === "make" && <BranchDialog place={place} from={asked.of} onClose={() => ask(undefined)} />}
      {asked?.what === "delete" && (
        <DeleteBranch place={place} branch={asked.of} readers={readersOf(asked.of)} onClose={() => ask(undefined)} />
      )}
    </>
  );
}

function Row(props: {
  place: BranchPlace;
  branch: Branch;
  isMain: boolean;
  readers: readonly Library[];
  canChange: boolean;
  onAsk: (what: "make" | "delete") => void;
}) {
  const t = useT("scripts");
  const { place, branch, isMain, readers, canChange, onAsk } = props;
  const { project, repo_id } = place;
  const { name, commit_id } = branch;
  return (
    <tr>
      <td className="udt-ellipsis">
        <Link
          className="udt-link"
          to={paths.script(project, repo_id, "files", { branch: name })}
          title={name}
          data-literal
        >
          {name}
        </Link>
        {isMain && <small className="udt-secondary scripts-main">{t("branches.main")}</small>}
      </td>
      <td className="udt-mono" title={commit_id} data-literal>
        {shortCommit(commit_id)}
      </td>
      <td className="udt-ellipsis">
        <Readers project={project} readers={readers} />
      </td>
      {canChange && (
        <td>
          <div className="scripts-row-buttons">
            <button
              type="button"
              className="udt-icon-button"
              data-large
              aria-label={t("branches.make_from", { branch: name })}
              title={t("branches.make_from", { branch: name })}
              onClick={() => onAsk("make")}
            >
              <BranchesOutlined />
            </button>
            {!isMain && (
              <button
                type="button"
                className="udt-icon-button"
                data-large
                aria-label={t("branches.delete", { branch: name })}
                title={t("branches.delete", { branch: name })}
                onClick={() => onAsk("delete")}
              >
                <DeleteOutlined />
              </button>
            )}
          </div>
        </td>
      )}
    </tr>
  );
}

/** Case libraries by their names, each a link. */
export function Readers({ project, readers }: { project: string; readers: readonly Library[] }) {
  return readers.map(({ library_id, name }, index) => (
    <span key={library_id}>
      {index > 0 && " · "}
      <Link className="udt-link" to={paths.library(project, library_id)} data-literal>
        {name}
      </Link>
    </span>
  ));
}

/** Asks before a branch goes, by its name; what was pushed to it meanwhile keeps it. */
function DeleteBranch(props: { place: BranchPlace; branch: Branch; readers: readonly Library[]; onClose: () => void }) {
  const t = useT("scripts");
  const { message } = App.useApp();
  const { place, branch, readers, onClose } = props;
  const { name } = branch;
  const remove = useDeleteBranch(place);
  return (
    <ConfirmByName
      title={t("branches.ask", { branch: name })}
      action={t("delete.action")}
      asked={{ name, label: t("delete.type", { name }) }}
      pending={remove.isPending}
      onConfirm={() =>
        remove.mutate(branch, {
          onSuccess: () => {
            void message.success(t("delete.done", { name }));
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      <p>{t("branches.goes")}</p>
      {readers.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t("branches.read_by", { names: listOf(readers.map((library) => library.name)) })}
        />
      )}
      {remove.error !== null && <Alert type="error" showIcon title={errorText(remove.error)} />}
    </ConfirmByName>
  );
}
