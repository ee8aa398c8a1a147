import { FileSearchOutlined } from "@ant-design/icons";
import type { Run, Slot } from "@udt/contract";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ListPage, oneOf, useListView, useUrlFilters } from "../../lib/list/index.ts";
import { CaseFilters } from "./case-filters.tsx";
import { CaseMatrix } from "./case-matrix.tsx";
import { useCaseRows } from "./case-row.tsx";
import { CASE_FILTERS, filtersIn, GROUPINGS, initialSort, searchOf, type Grouping } from "./list-filters.ts";
import { useCases, type ListFilters } from "./use-runs.ts";

interface CasesTabProps {
  run: Run;
  slots: readonly Slot[];
  /** One device's alone. */
  of?: { device_id: string } | { device_seq: number };
}

/** A run's cases: of several devices by case or device by device, as the address says. */
export function CasesTab({ run, slots, of }: CasesTabProps) {
  const [search] = useUrlFilters();
  const isOne = of !== undefined || run.device_totals.total < 2;
  const by = isOne ? undefined : (oneOf(search.get("by"), GROUPINGS) ?? "case");
  // Where the cases are shared out each has a row of its own anyway.
  return by === "case" && run.config.mode === "sequential" ? (
    <CaseMatrix run={run} slots={slots} />
  ) : (
    <CaseList run={run} slots={slots} of={of} by={by} />
  );
}

/** Searched, filtered, ordered and paged by the server, so that a hundred thousand are as quick as ten. */
function CaseList(props: Pick<CasesTabProps, "run" | "slots"> & { of: CasesTabProps["of"]; by: Grouping | undefined }) {
  const t = useT("runs");
  const format = useFormat();
  const { run, slots, of, by } = props;
  const view = useListView(CASE_FILTERS);
  const { test_id, project_id } = run.test;
  const inUrl = filtersIn(view.search);
  const listed: ListFilters = {
    ...inUrl,
    sort: inUrl.sort ?? initialSort(run),
    group: by === "device" ? "device" : undefined,
    // A device's own page is of that device, whatever its address says besides.
    device_id: undefined,
    ...of,
  };
  const cases = useCases(project_id, test_id, { ...listed, ...view.page });
  const rows = useCaseRows({ run, slots, search: searchOf(listed), isByDevice: by === "device" });

  return (
    <ListPage
      {...rows.table}
      isPart
      isLong
      view={view}
      read={{ ...cases, data: cases.data && { ...cases.data, list: rows.itemsOf(cases.data.list) } }}
      search={t("cases.search")}
      filters={
        <CaseFilters
          view={view}
          run={run}
          by={by}
          sort={listed.sort}
          slots={of === undefined ? slots : []}
          totals={cases.data?.totals}
        />
      }
      count={(total) => t("cases.count", { count: total, total: format.number(total) })}
      error={t("cases.error")}
      icon={<FileSearchOutlined />}
      none={{ title: t("cases.none.title"), text: t("cases.none.text") }}
      noMatch={{ title: t("cases.no_match.title"), text: t("cases.no_match.text"), clear: t("list.no_match.clear") }}
    />
  );
}
