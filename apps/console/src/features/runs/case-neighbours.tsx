import { LeftOutlined, RightOutlined } from "@ant-design/icons";
import type { Run } from "@udt/contract";
import { Link, useSearchParams } from "react-router";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { filtersIn, initialSort } from "./list-filters.ts";
import { usePlace } from "./use-place.ts";
import { useAround } from "./use-runs.ts";

/** Leads through the list that the case was opened from, which its address carries. */
export function CaseNeighbours({ run, case_run_id }: { run: Run; case_run_id: number }) {
  const t = useT("runs");
  const format = useFormat();
  const { project, test_id, case: pathOf } = usePlace();
  const [search] = useSearchParams();
  const filters = filtersIn(search);
  // An address without an order is of the list as it is at first.
  const around = useAround(project, test_id, case_run_id, { ...filters, sort: filters.sort ?? initialSort(run) }).data;
  if (!around || around.total === 0) return null;
  const { previous, next, position, total } = around;
  const query = search.size === 0 ? "" : `?${search}`;
  const step = (label: string, icon: React.ReactNode, to: number | null) =>
    to === null ? (
      <span aria-disabled="true" aria-label={label} role="link" title={label}>
        {icon}
      </span>
    ) : (
      <Link to={pathOf(to, query)} aria-label={label} title={label}>
        {icon}
      </Link>
    );
  return (
    <nav className="runs-neighbours" aria-label={t("case.neighbours")}>
      {step(t("case.previous"), <LeftOutlined />, previous)}
      <span className="udt-secondary udt-num">
        {position === null ? "–" : format.number(position)} / {format.number(total)}
      </span>
      {step(t("case.next"), <RightOutlined />, next)}
    </nav>
  );
}
