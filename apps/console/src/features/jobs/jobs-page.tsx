import { IdcardOutlined, PlusOutlined, ThunderboltOutlined } from "@ant-design/icons";
import { FRAMEWORKS, VERDICTS } from "@udt/contract";
import { PageHeader } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useFormat } from "../../lib/format/index.ts";
import { useFrameworkName } from "../../lib/common/use-framework-name.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ListFilters, ListPage, useListView } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useProjectId } from "../../lib/project.ts";
import { useIsGuest } from "../../lib/session/index.ts";
import { useJobRows } from "./job-row.tsx";
import "./jobs.css";
import { useJobs } from "./use-jobs.ts";

export default function JobsPage() {
  const t = useT("jobs");
  const frameworkName = useFrameworkName();
  const common = useT("common");
  const format = useFormat();
  const project = useProjectId();
  const guest = useIsGuest(project);
  const view = useListView({ framework: FRAMEWORKS, verdict: VERDICTS });
  const jobs = useJobs(project, view.query);
  const rows = useJobRows(project, !guest);
  const create = (
    <>
      <LinkButton icon={<IdcardOutlined />} to={paths.accountFiles(project)}>
        {t("account_files.title")}
      </LinkButton>
      <LinkButton type="primary" icon={<PlusOutlined />} to={paths.jobCreate(project)}>
        {t("create")}
      </LinkButton>
    </>
  );

  return (
    <>
      <PageHeader title={t("title")} actions={!guest && create}>
        <span className="udt-secondary">{t("lead")}</span>
      </PageHeader>
      <ListPage
        {...rows}
        view={view}
        read={jobs}
        search={t("search")}
        filters={
          <ListFilters
            view={view}
            of={{
              framework: { label: t("filter.framework"), text: frameworkName },
              verdict: { label: t("filter.verdict"), text: (verdict) => common(`verdict.${verdict}`) },
            }}
          />
        }
        count={(total) => t("count", { count: total, total: format.number(total) })}
        error={t("error")}
        icon={<ThunderboltOutlined />}
        none={{
          title: t("none.title"),
          text: t(guest ? "none.text_guest" : "none.text"),
          action: !guest && <LinkButton to={paths.jobCreate(project)}>{t("create")}</LinkButton>,
        }}
        noMatch={{ title: t("no_match.title"), text: t("no_match.text"), clear: t("no_match.clear") }}
      />
    </>
  );
}
