import { ApiError } from "@udt/client";
import type { ScriptRepository } from "@udt/contract";
import { useCallback, useEffect, useState, type ComponentType } from "react";
import { useParams } from "react-router";
import { ErrorState, SkeletonRows } from "../../../lib/components/index.ts";
import { refusalText } from "../../../lib/errors/index.ts";
import { activeLanguage, useT } from "../../../lib/i18n/index.ts";
import { useUrlFilters } from "../../../lib/list/index.ts";
import type { BesideEditor } from "../../../lib/open-file.ts";
import { useProjectId } from "../../../lib/project.ts";
import { useIsGuest } from "../../../lib/session/index.ts";
import { useIsNarrow } from "../../../lib/visibility/index.ts";
import { OutsideGate } from "../outside/outside-gate.tsx";
import { useScript, useTree } from "../use-scripts.ts";
import "../scripts.css";
import "./edit.css";
import { EditView } from "./edit-view.tsx";
import { loadMonaco, MonacoContext, type Monaco } from "./monaco.ts";

/**
 * A script repository in the editor: on a phone, and for guests, to be read.
 * @param Phone the phone that may stand beside it, for all but guests
 */
export function EditPage({ Phone }: { Phone: ComponentType<BesideEditor> }) {
  const t = useT("scripts");
  const project = useProjectId();
  const { id = "" } = useParams();
  const script = useScript(project, id);
  if (script.isError && !script.data)
    return <ErrorState isPage title={t("error_script")} error={script.error} onRetry={() => void script.refetch()} />;
  if (!script.data) return <SkeletonRows isPage />;
  return (
    <OutsideGate project={project} script={script.data}>
      <Edit project={project} script={script.data} error={script.error} Phone={Phone} />
    </OutsideGate>
  );
}

function Edit(props: {
  project: string;
  script: ScriptRepository;
  error: unknown;
  Phone: ComponentType<BesideEditor>;
}) {
  const t = useT("scripts");
  const { project, script, Phone } = props;
  const id = script.repo_id;
  const guest = useIsGuest(project);
  const isNarrow = useIsNarrow();
  const [search] = useUrlFilters();
  const branch = search.get("branch") ?? "";
  const tree = useTree(project, id, branch);
  const { monaco, error, retry } = useLoadedMonaco();
  const refusal = script.outside?.push_refusal;
  const noteOf = (what: "guest" | "small" | "no_push" | "closed_repository" | "closed_branch"): string =>
    what === "no_push" && refusal ? t("edit.no_push", { why: refusalText(refusal) }) : t(`edit.${what}`);
  if (tree.isError && !tree.data)
    return <ErrorState isPage title={t("error_files")} error={tree.error} onRetry={() => void tree.refetch()} />;
  if (error !== undefined) return <ErrorState isPage title={t("edit.error")} error={error} onRetry={retry} />;
  if (!tree.data || tree.isPlaceholderData || !monaco) return <SkeletonRows isPage />;
  const closed = closedBy(props.error, tree.error);
  const why = guest ? "guest" : isNarrow ? "small" : undefined;
  const note = closed ?? why ?? (script.outside?.push_refusal ? "no_push" : undefined);
  return (
    <MonacoContext value={monaco}>
      <EditView
        key={`${id} ${branch}`}
        place={{ project, script, branch }}
        first={tree.data}
        newest={tree.data.commit_id}
        canChange={note === undefined}
        {...(!guest && !closed && { Phone })}
        {...(note && { note: noteOf(note) })}
      />
    </MonacoContext>
  );
}

/** What was open is gone: what is not saved shows all the same. */
function closedBy(script: unknown, tree: unknown): "closed_repository" | "closed_branch" | undefined {
  const isCode = (error: unknown, code: string) => error instanceof ApiError && error.code === code;
  if (isCode(script, "script_repository_not_found")) return "closed_repository";
  return isCode(tree, "script_branch_not_found") ? "closed_branch" : undefined;
}

/** The editor's library, and how to ask for it once more where it did not come. */
function useLoadedMonaco() {
  const [monaco, setMonaco] = useState<Monaco>();
  const [error, setError] = useState<unknown>();
  const load = useCallback(() => {
    loadMonaco(activeLanguage()).then(setMonaco, setError);
  }, []);
  useEffect(load, [load]);
  const retry = () => {
    setError(undefined);
    load();
  };
  return { monaco, error, retry };
}
