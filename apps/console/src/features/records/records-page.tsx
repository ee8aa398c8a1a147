import { HistoryOutlined } from "@ant-design/icons";
import { END_REASONS, type EndReason, TEST_STATES } from "@udt/contract";
import { Link } from "react-router";
import { PageHeader } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useFormat, withGap } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ListFilters, ListPage, ListToggle, useListView } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useProjectId } from "../../lib/project.ts";
import { useUser } from "../../lib/session/index.ts";
import { RecordDrawer, type RecordDrawerProps } from "./record-drawer.tsx";
import { RecordRow, useRecordColumns } from "./record-row.tsx";
import "./records.css";
import { useRecords } from "./use-records.ts";

/** Only runs end by having nothing more to do, wait for a device, or have agents work by themselves. */
const OF_RUNS: readonly EndReason[] = ["finished", "no_device", "work_failed"];
const REASONS = END_REASONS.filter((reason) => !OF_RUNS.includes(reason));

/** @param CheckBefore tells of the check before a session. */
export function RecordsPage({ CheckBefore }: Pick<RecordDrawerProps, "CheckBefore">) {
  const t = useT("records");
  const common = useT("common");
  const format = useFormat();
  const project = useProjectId();
  const user = useUser();
  const view = useListView({ state: TEST_STATES, end_reason: REASONS, mine: ["1"] });
  const { mine, ...query } = view.query;
  const records = useRecords(project, { ...query, user_id: mine && user.user_id });
  const columns = useRecordColumns();
  const [test_id] = view.opened("test_id");
  const at = Number(view.search.get("at") ?? Number.NaN);
  // A moment is of the session that it came with.
  const open = (id: string | undefined) =>
    view.set({ test_id: id, at: undefined, page_num: view.search.get("page_num") ?? undefined });

  return (
    <>
      <PageHeader title={t("title")}>
        <span className="udt-secondary">
          {withGap(t("lead"))}
          <Link to={paths.runs(project)}>{t("runs")}</Link>
        </span>
      </PageHeader>
      <ListPage
        view={view}
        read={records}
        search={t("search")}
        filters={
          <>
            <ListFilters
              view={view}
              of={{
                state: { label: t("filter.state"), text: (state) => common(`test_state.${state}`) },
                end_reason: { label: t("filter.reason"), text: (reason) => common(`end_reason.${reason}`) },
              }}
            />
            <ListToggle view={view} name="mine" label={t("filter.mine")} />
          </>
        }
        count={(total) => t("count", { count: total, total: format.number(total) })}
        columns={columns}
        renderRow={(test) => <RecordRow key={test.test_id} project={project} test={test} onOpen={open} />}
        error={t("error")}
        icon={<HistoryOutlined />}
        none={{
          title: t("none.title"),
          text: t("none.text"),
          action: (
            <LinkButton to={paths.deviceList(project)} type="primary">
              {t("none.action")}
            </LinkButton>
          ),
        }}
        noMatch={{ title: t("no_match.title"), text: t("no_match.text"), clear: t("no_match.clear") }}
      />
      <RecordDrawer
        project={project}
        test_id={test_id}
        at={Number.isSafeInteger(at) ? at : undefined}
        CheckBefore={CheckBefore}
        onClose={() => open(undefined)}
      />
    </>
  );
}
