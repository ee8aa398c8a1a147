import { FlagOutlined } from "@ant-design/icons";
import type { MemoryBaseline } from "@udt/contract";
import { useState } from "react";
import { Link } from "react-router";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { ListPage, type TableColumn, useListView } from "../../../lib/list/index.ts";
import { paths } from "../../../lib/navigation/paths.ts";
import { useFigure } from "../figure.ts";
import { useBaselineName } from "./baseline-name.ts";
import { RemoveBaseline } from "./remove-baseline.tsx";
import { useAllBaselines } from "./use-baselines.ts";

/** All baselines of the project: of which app and branch, which sample, and who set it when. */
export function BaselinesTab({ project, canEdit }: { project: string; canEdit: boolean }) {
  const t = useT("baselines");
  const format = useFormat();
  const view = useListView();
  const baselines = useAllBaselines(project);
  const nameOf = useBaselineName();
  const columns: readonly TableColumn[] = [
    { key: "app", label: t("list.app") },
    { key: "branch", label: t("list.branch"), width: 150 },
    { key: "sample", label: t("list.sample") },
    { key: "footprint", label: t("list.footprint"), width: 160 },
    { key: "user", label: t("list.user"), width: 150 },
    { key: "created_at", label: t("list.created_at"), width: 150 },
    ...(canEdit ? [{ key: "do", label: t("list.do"), width: 56, isHidden: true }] : []),
  ];
  return (
    <ListPage
      view={view}
      read={{ ...baselines, data: baselines.data && pageOf(baselines.data, view, nameOf) }}
      search={t("list.search")}
      count={(total) => t("list.count", { count: total, total: format.number(total) })}
      columns={columns}
      renderRow={(baseline) => (
        <Row key={baseline.baseline_id} project={project} baseline={baseline} canEdit={canEdit} />
      )}
      error={t("error")}
      icon={<FlagOutlined />}
      none={{ title: t("list.none"), text: t(canEdit ? "list.none_text" : "list.none_text_guest") }}
      noMatch={{ title: t("list.no_match"), text: t("list.no_match_text"), clear: t("list.clear") }}
    />
  );
}

/** A project has so few that all of them come at once. */
function pageOf(
  all: readonly MemoryBaseline[],
  { keyword, page: { page_num, page_size } }: Pick<ReturnType<typeof useListView>, "keyword" | "page">,
  nameOf: (baseline: MemoryBaseline) => string,
) {
  const wanted = keyword.trim().toLowerCase();
  const fits = ({ app_name, branch, user_name }: MemoryBaseline, sample: string) =>
    [app_name, branch, user_name, sample].some((text) => text.toLowerCase().includes(wanted));
  const found = all.filter((baseline) => fits(baseline, nameOf(baseline)));
  return { list: found.slice((page_num - 1) * page_size, page_num * page_size), total: found.length };
}

function Row({ project, baseline, canEdit }: { project: string; baseline: MemoryBaseline; canEdit: boolean }) {
  const format = useFormat();
  const figureOf = useFigure();
  const nameOf = useBaselineName();
  // Only tells this year from another: it need not tick.
  const [now] = useState(Date.now);
  const { app_name, branch, trace_id, sample_id, user_name, created_at } = baseline;
  const name = nameOf(baseline);
  return (
    <tr>
      <td className="udt-ellipsis" title={app_name} data-literal>
        {app_name}
      </td>
      <td className="udt-ellipsis" title={branch} data-literal>
        {branch}
      </td>
      <td>
        <Link className="udt-link udt-ellipsis" title={name} to={paths.memoryReport(project, trace_id, sample_id)}>
          {name}
        </Link>
      </td>
      <td className="udt-num">{figureOf(baseline) ?? "–"}</td>
      <td className="udt-ellipsis" title={user_name} data-literal>
        {user_name}
      </td>
      <td>{format.dateTime(created_at, now)}</td>
      {canEdit && (
        <td>
          <RemoveBaseline project={project} baseline={baseline} />
        </td>
      )}
    </tr>
  );
}
