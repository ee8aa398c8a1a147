import { BookOutlined } from "@ant-design/icons";
import type { ScriptRepository } from "@udt/contract";
import { Alert, Button } from "antd";
import { Link, Navigate, useNavigate, useParams } from "react-router";
import { CopyButton, ErrorState, PageHeader, SkeletonRows } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { errorText } from "../../lib/errors/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { oneOf } from "../../lib/list/index.ts";
import { paths, SCRIPT_TABS, type ScriptTab } from "../../lib/navigation/paths.ts";
import { useProjectId } from "../../lib/project.ts";
import { useIsGuest } from "../../lib/session/index.ts";
import { BranchesTab, Readers } from "./branches-tab.tsx";
import { CloneTab } from "./clone-tab.tsx";
import { FilesTab } from "./files-tab.tsx";
import { HistoryTab } from "./history-tab.tsx";
import { OutsideGate } from "./outside/outside-gate.tsx";
import "./scripts.css";
import { SettingsTab } from "./settings-tab.tsx";
import { useReadCases, useReaders, useScript } from "./use-scripts.ts";

/** What of it makes sense where somebody else keeps it. */
const OUTSIDE_TABS = ["files", "history", "branches"] as const satisfies readonly ScriptTab[];

/** One repository: its files, who changed what, how it is cloned, what it is called. */
export default function ScriptPage() {
  const t = useT("scripts");
  const project = useProjectId();
  const { repoId = "", tabActive } = useParams();
  const script = useScript(project, repoId);
  const tab = oneOf(tabActive ?? null, script.data?.outside ? OUTSIDE_TABS : SCRIPT_TABS);
  if (!tab) return <Navigate to={paths.script(project, repoId)} replace />;
  if (script.isPending) return <SkeletonRows isPage />;
  if (script.isError && !script.data)
    return <ErrorState isPage title={t("error_script")} error={script.error} onRetry={() => void script.refetch()} />;
  return <ScriptView project={project} script={script.data} tab={tab} />;
}

function ScriptView({ project, script, tab }: { project: string; script: ScriptRepository; tab: ScriptTab }) {
  const t = useT("scripts");
  const guest = useIsGuest(project);
  const navigate = useNavigate();
  const read = useReadCases(project);
  const readers = useReaders(project, script.repo_id);
  // Who wants another one of the same branch makes it where libraries are made.
  const readsMain = readers?.some(({ branch }) => branch === "" || branch === script.default_branch) ?? false;
  const { template, outside } = script;
  const tabs: readonly ScriptTab[] = outside ? OUTSIDE_TABS : SCRIPT_TABS;
  const readCases = () =>
    template !== null &&
    read.mutate(
      { ...script, template },
      { onSuccess: ({ library_id }) => void navigate(paths.library(project, library_id)) },
    );
  return (
    <>
      <PageHeader
        title={script.name}
        actions={
          outside ? (
            <LinkButton icon={<BookOutlined />} to={paths.library(project, outside.library_id)}>
              {t("outside.library")}
            </LinkButton>
          ) : (
            !guest &&
            readers !== undefined &&
            !readsMain && (
              <Button icon={<BookOutlined />} loading={read.isPending} onClick={readCases}>
                {t("read_cases")}
              </Button>
            )
          )
        }
      >
        <span className="udt-secondary udt-ellipsis scripts-url" data-literal title={script.clone_url}>
          {script.clone_url}
          <CopyButton text={script.clone_url} />
        </span>
      </PageHeader>
      {script.description !== "" && (
        <p className="udt-secondary scripts-description" data-literal>
          {script.description}
        </p>
      )}
      {readers !== undefined && readers.length > 0 && (
        <p className="udt-secondary scripts-description">
          {t("read_by")} <Readers project={project} readers={readers} />
        </p>
      )}
      {read.isError && <Alert className="scripts-note" type="error" showIcon title={errorText(read.error)} />}
      <nav className="udt-tabs" aria-label={t("tab.label")}>
        {tabs.map((each) => (
          <Link
            key={each}
            to={paths.script(project, script.repo_id, each)}
            aria-current={each === tab ? "page" : undefined}
          >
            {t(`tab.${each}`)}
          </Link>
        ))}
      </nav>
      <OutsideGate project={project} script={script}>
        {tab === "files" && <FilesTab project={project} script={script} />}
        {tab === "history" && <HistoryTab project={project} script={script} />}
        {tab === "branches" && <BranchesTab project={project} script={script} />}
      </OutsideGate>
      {tab === "clone" && <CloneTab project={project} script={script} />}
      {tab === "settings" && <SettingsTab key={script.repo_id} project={project} script={script} canChange={!guest} />}
    </>
  );
}
