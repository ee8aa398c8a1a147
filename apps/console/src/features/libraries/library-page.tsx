import { ReloadOutlined, ThunderboltOutlined } from "@ant-design/icons";
import { ApiError } from "@udt/client";
import type { Library } from "@udt/contract";
import { Alert, Button } from "antd";
import { Link, Navigate, useParams } from "react-router";
import { CopyButton, ErrorState, PageHeader, SkeletonRows } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useT } from "../../lib/i18n/index.ts";
import { oneOf } from "../../lib/list/index.ts";
import { LIBRARY_TABS, paths } from "../../lib/navigation/paths.ts";
import { PrivateAddressAdvice, privateHostIn } from "../../lib/private-address/index.ts";
import { useProjectId } from "../../lib/project.ts";
import { useIsGuest } from "../../lib/session/index.ts";
import { Said } from "../../lib/words/index.ts";
import { CasesTab } from "./cases-tab.tsx";
import { HistoryTab } from "./history-tab.tsx";
import "./libraries.css";
import { OpenInEditor } from "./open-in-editor.tsx";
import { ParsePill } from "./parse-pill.tsx";
import { ParseProgress } from "./parse-progress.tsx";
import { SettingsTab } from "./settings-tab.tsx";
import { useLibrary, useParse } from "./use-libraries.ts";

/** One library: its cases, how it was read, what it is. */
export default function LibraryPage() {
  const t = useT("libraries");
  const project = useProjectId();
  const { repoId = "", tabActive } = useParams();
  const library = useLibrary(project, repoId);
  const tab = oneOf(tabActive ?? null, LIBRARY_TABS);
  if (!tab) return <Navigate to={paths.library(project, repoId)} replace />;
  if (library.isPending) return <SkeletonRows isPage />;
  if (library.isError && !library.data) {
    const isGone = library.error instanceof ApiError && library.error.code === "library_not_found";
    // The error policy goes on to the page that says so.
    if (isGone) return <SkeletonRows isPage />;
    return (
      <ErrorState isPage title={t("error_library")} error={library.error} onRetry={() => void library.refetch()} />
    );
  }
  return <LibraryView project={project} library={library.data} tab={tab} />;
}

function LibraryView(props: { project: string; library: Library; tab: (typeof LIBRARY_TABS)[number] }) {
  const t = useT("libraries");
  const { project, library, tab } = props;
  const guest = useIsGuest(project);
  const parse = useParse(project, library.library_id);
  const privateHost = privateHostIn(library.parse_message);
  return (
    <>
      <PageHeader
        title={library.name}
        actions={
          !guest && (
            <>
              {library.case_count > 0 && (
                <LinkButton
                  icon={<ThunderboltOutlined />}
                  to={paths.jobCreate(project, { library_id: library.library_id })}
                >
                  {t("new_task")}
                </LinkButton>
              )}
              <OpenInEditor project={project} library={library} />
              <Button
                icon={<ReloadOutlined />}
                disabled={library.parse_state === "parsing"}
                loading={parse.isPending}
                onClick={() => parse.mutate("start")}
              >
                {t("parse_again")}
              </Button>
            </>
          )
        }
      >
        <ParsePill library={library} />
        <span className="udt-secondary udt-ellipsis libraries-url" data-literal title={library.url}>
          {library.url}
          <CopyButton text={library.url} />
        </span>
      </PageHeader>
      <ParseProgress library={library} canChange={!guest} />
      {library.parse_failure && (
        <Alert
          className="libraries-failure"
          type="error"
          showIcon
          title={t(`failure.${library.parse_failure}`)}
          description={
            <>
              <p>{t(`failure_hint.${library.parse_failure}`)}</p>
              {library.parse_message && <Said said={library.parse_message} />}
              {privateHost !== undefined && <PrivateAddressAdvice host={privateHost} />}
            </>
          }
        />
      )}
      {!library.parse_failure && library.parse_message && (
        <Alert
          className="libraries-failure"
          type="warning"
          showIcon
          title={t("parse_remark")}
          description={<Said said={library.parse_message} />}
        />
      )}
      <nav className="udt-tabs" aria-label={t("tab.label")}>
        {LIBRARY_TABS.map((each) => (
          <Link
            key={each}
            to={paths.library(project, library.library_id, each)}
            aria-current={each === tab ? "page" : undefined}
          >
            {t(`tab.${each}`)}
          </Link>
        ))}
      </nav>
      {tab === "cases" && <CasesTab project={project} library={library} />}
      {tab === "history" && <HistoryTab project={project} library={library} />}
      {tab === "settings" && (
        <SettingsTab key={library.library_id} project={project} library={library} canChange={!guest} />
      )}
    </>
  );
}
