import { BarChartOutlined } from "@ant-design/icons";
import { EXECUTION_STATES, VERDICTS } from "@udt/contract";
import { PageHeader } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ListFilters, ListPage, useListView } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useProjectId } from "../../lib/project.ts";
import { RunRow, useRunColumns } from "./run-row.tsx";
import "./runs.css";
import { useRunList } from "./use-runs.ts";

/** Every automated test of the project, newest first. */
export default function RunListPage() {
  const t = useT("runs");
  const common = useT("common");
  const format = useFormat();
  const project = useProjectId();
  const view = useListView({ execution: EXECUTION_STATES, verdict: VERDICTS });
  const runs = useRunList(project, view.query);
  const columns = useRunColumns();

  return (
    <>
      <PageHeader title={t("list.title")}>
        <span className="udt-secondary">{t("list.lead")}</span>
      </PageHeader>
      <ListPage
        view={view}
        read={runs}
        search={t("list.search")}
        filters={
          <ListFilters
            view={view}
            of={{
              execution: { label: t("filter.execution"), text: (execution) => common(`execution.${execution}`) },
              verdict: { label: t("filter.verdict"), text: (verdict) => common(`verdict.${verdict}`) },
            }}
          />
        }
        count={(total) => t("list.count", { count: total, total: format.number(total) })}
        columns={columns}
        renderRow={(run) => <RunRow key={run.test_id} project={project} run={run} />}
        error={t("list.error")}
        icon={<BarChartOutlined />}
        none={{
          title: t("list.none.title"),
          text: t("list.none.text"),
          action: (
            <LinkButton to={paths.jobs(project)} type="primary">
              {t("list.none.action")}
            </LinkButton>
          ),
        }}
        noMatch={{ title: t("list.no_match.title"), text: t("list.no_match.text"), clear: t("list.no_match.clear") }}
      />
    </>
  );
}
