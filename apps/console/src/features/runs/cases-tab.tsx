import { FileSearchOutlined } from "@ant-design/icons";
import { SHOWN_CASE_STATES, type CaseTotals, type Run, type Slot } from "@udt/contract";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { FilterSelect, ListPage, useListView } from "../../lib/list/index.ts";
import { useCaseRows } from "./case-row.tsx";
import { CASE_FILTERS, filtersIn, initialSort, searchOf, SORTS } from "./list-filters.ts";
import { useSlotName } from "./slot-name.ts";
import { useCases, type ListFilters } from "./use-runs.ts";
import { CASE_TONES } from "./words.tsx";

interface CasesTabProps {
  run: Run;
  slots: readonly Slot[];
  /** One device's alone. */
  of?: { device_id: string } | { device_seq: number };
}

/** A run's cases: searched, filtered, ordered and paged by the server, so that a hundred thousand are as quick as ten. */
export function CasesTab({ run, slots, of }: CasesTabProps) {
  const t = useT("runs");
  const format = useFormat();
  const view = useListView(CASE_FILTERS);
  const { test_id, project_id } = run.test;
  const inUrl = filtersIn(view.search);
  const listed: ListFilters = {
    ...inUrl,
    sort: inUrl.sort ?? initialSort(run),
    // A device's own page is of that device, whatever its address says besides.
    device_id: undefined,
    ...of,
  };
  const cases = useCases(project_id, test_id, { ...listed, ...view.page });
  const rows = useCaseRows(run, searchOf(listed));

  return (
    <ListPage
      {...rows}
      isPart
      isLong
      view={view}
      read={cases}
      search={t("cases.search")}
      filters={
        <CaseFilters
          view={view}
          run={run}
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

/** What narrows and orders the cases besides the search: their states with how many there are, what is compared, devices. */
function CaseFilters(props: {
  view: ReturnType<typeof useListView<typeof CASE_FILTERS>>;
  run: Run;
  sort: ListFilters["sort"];
  /** Of which one can be chosen. */
  slots: readonly Slot[];
  totals: CaseTotals | undefined;
}) {
  const { view, run, slots, totals } = props;
  const t = useT("runs");
  const format = useFormat();
  const nameOf = useSlotName();
  const { chosen, set } = view;
  return (
    <>
      <div className="runs-states" role="group" aria-label={t("filter.state")}>
        <StateButton
          label={t("cases.all")}
          count={totals && format.number(totals.total)}
          pressed={chosen.state === undefined}
          onClick={() => set({ state: undefined })}
        />
        {SHOWN_CASE_STATES.filter((state) => (totals?.[state] ?? 0) > 0 || chosen.state === state)
          .toReversed()
          .map((state) => (
            <StateButton
              key={state}
              tone={CASE_TONES[state]}
              label={t(`state.${state}`)}
              count={totals && format.number(totals[state])}
              pressed={chosen.state === state}
              onClick={() => set({ state: chosen.state === state ? undefined : state })}
            />
          ))}
      </div>
      {chosen.compared !== undefined && (
        <button type="button" className="udt-filter" aria-pressed onClick={() => set({ compared: undefined })}>
          {t(`compared.${chosen.compared}`)} ×
        </button>
      )}
      <span className="runs-tools-end">
        {slots.length > 1 && (
          <FilterSelect
            label={t("filter.device")}
            value={chosen.device_seq}
            options={slots.map((slot) => ({
              value: String(slot.device_seq),
              label: `${slot.device_seq + 1} · ${nameOf(slot)}`,
            }))}
            onChange={(value) => set({ device_seq: value })}
          />
        )}
        <FilterSelect
          label={t("filter.sort")}
          value={props.sort}
          initial={initialSort(run)}
          options={SORTS.map((value) => ({ value, label: t(`cases.sort.${value}`) }))}
          onChange={(sort) => set({ sort })}
        />
      </span>
    </>
  );
}

function StateButton(props: {
  label: string;
  count: string | undefined;
  tone?: string;
  pressed: boolean;
  onClick: () => void;
}) {
  return (
    <button type="button" aria-pressed={props.pressed} data-tone={props.tone} onClick={props.onClick}>
      {props.tone && <i aria-hidden />}
      {props.label} <span className="udt-num">{props.count}</span>
    </button>
  );
}
