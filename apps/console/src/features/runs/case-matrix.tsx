import { FileSearchOutlined } from "@ant-design/icons";
import type { CaseCell, CaseGroup, Run, Slot } from "@udt/contract";
import { Link } from "react-router";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ListPage, useListView, type TableColumn } from "../../lib/list/index.ts";
import { CaseFilters } from "./case-filters.tsx";
import { CaseMark, useCaseWords } from "./case-mark.tsx";
import { CaseName } from "./case-name.tsx";
import { Reason, ReasonRow, useOpenReasons } from "./case-reason.tsx";
import { SoFar } from "./case-row.tsx";
import { CASE_FILTERS, filtersIn, initialSort, searchOf } from "./list-filters.ts";
import "./matrix.css";
import { useSlotName } from "./slot-name.ts";
import { usePlace } from "./use-place.ts";
import { useCaseGroups, type ListFilters } from "./use-runs.ts";

/** Up to so many devices a column has room for a name and a time. */
const NAMED_MAX = 6;
/** Up to so many devices names have what is left; with more there is no more than a name needs, and reasons have it. */
const ROOMY_MAX = 4;
/** How wide the columns are; one of a device has room for a name, or for a number alone. */
const PX = { name: 280, named: 88, narrow: 36, cost: 84, reason: 280 } as const;

type Item = { kind: "case" | "reason"; group: CaseGroup };

/** A run's cases against its devices: what every one of them ran is a row, and each device has a column. */
export function CaseMatrix({ run, slots }: { run: Run; slots: readonly Slot[] }) {
  const t = useT("runs");
  const format = useFormat();
  const view = useListView(CASE_FILTERS);
  const nameOf = useSlotName();
  const reasons = useOpenReasons();
  const { test_id, project_id } = run.test;
  const { keyword, state, compared, against, sort = initialSort(run) } = filtersIn(view.search);
  const listed: ListFilters = { keyword, state, compared, against, sort };
  const read = useCaseGroups(project_id, test_id, { ...listed, ...view.page });
  const isNamed = slots.length <= NAMED_MAX;
  const isRoomy = slots.length <= ROOMY_MAX;
  const columns: TableColumn[] = [
    { key: "name", label: t("cases.column.name"), width: isRoomy ? undefined : PX.name },
    ...slots.map((slot) => ({
      key: String(slot.device_seq),
      label: isNamed ? nameOf(slot) : String(slot.device_seq + 1),
      title: `${slot.device_seq + 1} · ${nameOf(slot)}`,
      width: isNamed ? PX.named : PX.narrow,
    })),
    { key: "cost", label: t("cases.column.slowest"), width: PX.cost },
    { key: "error", label: t("cases.column.error"), width: isRoomy ? "22%" : isNamed ? undefined : PX.reason },
  ];
  const data = read.data && {
    ...read.data,
    list: read.data.list.flatMap((group): Item[] => [
      { kind: "case", group },
      ...(reasons.isOpen(group.first) ? [{ kind: "reason" as const, group }] : []),
    ]),
  };
  const search = searchOf(listed);
  const needed = PX.name + PX.narrow * slots.length + PX.cost + PX.reason;
  return (
    <div className="runs-matrix-box">
      <div style={isNamed ? undefined : { minWidth: needed }}>
        <ListPage<Item, never>
          isPart
          view={view}
          read={{ ...read, data }}
          columns={columns}
          tableClass={isNamed ? "runs-matrix" : "runs-matrix runs-matrix-narrow"}
          renderRow={({ kind, group }) =>
            kind === "reason" ? (
              <ReasonRow
                key={`reason ${group.case_key}`}
                run={run}
                one={group.first}
                columns={columns.length}
                search={search}
              />
            ) : (
              <Row key={group.case_key} {...{ group, slots, isNamed, search, reasons }} />
            )
          }
          search={t("cases.search")}
          filters={<CaseFilters view={view} run={run} by="case" sort={sort} slots={[]} totals={read.data?.totals} />}
          count={(total) => t("cases.count", { count: total, total: format.number(total) })}
          error={t("cases.error")}
          icon={<FileSearchOutlined />}
          none={{ title: t("cases.none.title"), text: t("cases.none.text") }}
          noMatch={{
            title: t("cases.no_match.title"),
            text: t("cases.no_match.text"),
            clear: t("list.no_match.clear"),
          }}
        />
      </div>
    </div>
  );
}

function Row(props: {
  group: CaseGroup;
  slots: readonly Slot[];
  isNamed: boolean;
  search: string;
  reasons: ReturnType<typeof useOpenReasons>;
}) {
  const format = useFormat();
  const place = usePlace();
  const { group, slots, isNamed, search, reasons } = props;
  const { first } = group;
  const costs = group.cells.flatMap(({ cost }) => cost ?? []);
  return (
    <tr>
      <CaseName one={group} to={place.case(first.case_run_id, search)} wraps />
      {slots.map((slot) => (
        <td key={slot.device_seq} className="runs-matrix-cell">
          {group.cells
            .filter(({ device_seq }) => device_seq === slot.device_seq)
            .map((cell) => (
              <Cell key={cell.case_run_id} cell={cell} slot={slot} isNamed={isNamed} search={search} />
            ))}
        </td>
      ))}
      <td>
        {costs.length > 0 ? (
          format.duration(Math.max(...costs))
        ) : first.state === "executing" && first.started_at !== null ? (
          <SoFar since={first.started_at} />
        ) : (
          "–"
        )}
      </td>
      <Reason one={first} reasons={reasons} on={first.device_model} />
    </tr>
  );
}

/** What came of a case on one device; leads there. */
function Cell({ cell, slot, isNamed, search }: { cell: CaseCell; slot: Slot; isNamed: boolean; search: string }) {
  const format = useFormat();
  const place = usePlace();
  const nameOf = useSlotName();
  const words = useCaseWords();
  const cost = cell.cost === null ? "" : format.duration(cell.cost);
  const title = [nameOf(slot), words(cell), cost].filter(Boolean).join(" · ");
  return (
    <Link to={place.case(cell.case_run_id, search)} aria-label={title} title={title}>
      <CaseMark one={cell} />
      {isNamed && <span className="udt-num">{cost}</span>}
    </Link>
  );
}
