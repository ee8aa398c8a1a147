import { FileSearchOutlined } from "@ant-design/icons";
import { LIMITS, SHOWN_CASE_STATES, type Run, type Slot } from "@udt/contract";
import { Button } from "antd";
import { useCallback } from "react";
import { EmptyState, ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { FilterSelect, Pager, SearchField, useUrlFilters, wholeNumber } from "../../lib/list/index.ts";
import { CaseTable } from "./case-table.tsx";
import { COMPARED, filtersIn, initialSort, searchOf, SORTS } from "./list-filters.ts";
import { useSlotName } from "./slot-name.ts";
import { useCases, type CaseFilters, type ListFilters } from "./use-runs.ts";
import { CASE_TONES } from "./words.tsx";

/** A run's cases: searched, filtered, ordered and paged by the server, so that a hundred thousand are as quick as ten. */
export function CasesTab(props: {
  run: Run;
  slots: readonly Slot[];
  /** One device's alone. */
  of?: { device_id: string } | { device_seq: number };
}) {
  const { run, slots, of } = props;
  const t = useT("runs");
  const format = useFormat();
  const nameOf = useSlotName();
  const [search, set] = useUrlFilters();
  const { test_id, project_id } = run.test;
  const page_num = wholeNumber(search.get("page_num"), 1, 1_000_000);
  const page_size = wholeNumber(search.get("page_size"), LIMITS.page_size_default, LIMITS.page_size_max);
  const inUrl = filtersIn(search);
  const device = inUrl.device_seq;
  const listed: ListFilters = {
    ...inUrl,
    sort: inUrl.sort ?? initialSort(run),
    // A device's own page is of that device, whatever its address says besides.
    device_id: undefined,
    ...of,
  };
  const filters: CaseFilters = { ...listed, page_num, page_size };
  const cases = useCases(project_id, test_id, filters);
  const onSearch = useCallback((keyword: string) => set({ keyword }, { replace: true }), [set]);
  const clear = () => set({ keyword: undefined, state: undefined, compared: undefined, device_seq: undefined });
  const filtered = Boolean(filters.keyword || filters.state || filters.compared || device !== undefined);
  const totals = cases.data?.totals;

  return (
    <>
      <div className="runs-tools">
        <div className="runs-states" role="group" aria-label={t("filter.state")}>
          <StateButton
            label={t("cases.all")}
            count={totals && format.number(totals.total)}
            pressed={filters.state === undefined}
            onClick={() => set({ state: undefined })}
          />
          {SHOWN_CASE_STATES.filter((state) => (totals?.[state] ?? 0) > 0 || filters.state === state)
            .toReversed()
            .map((state) => (
              <StateButton
                key={state}
                tone={CASE_TONES[state]}
                label={t(`state.${state}`)}
                count={totals && format.number(totals[state])}
                pressed={filters.state === state}
                onClick={() => set({ state: filters.state === state ? undefined : state })}
              />
            ))}
        </div>
        {COMPARED.filter((one) => filters.compared === one).map((one) => (
          <button
            key={one}
            type="button"
            className="udt-filter"
            aria-pressed
            onClick={() => set({ compared: undefined })}
          >
            {t(`compared.${one}`)} ×
          </button>
        ))}
        <span className="runs-tools-end">
          {of === undefined && slots.length > 1 && (
            <FilterSelect
              label={t("filter.device")}
              value={device === undefined ? undefined : String(device)}
              options={slots.map((slot) => ({
                value: String(slot.device_seq),
                label: `${slot.device_seq + 1} · ${nameOf(slot)}`,
              }))}
              onChange={(value) => set({ device_seq: value })}
            />
          )}
          <FilterSelect
            label={t("filter.sort")}
            value={filters.sort}
            initial={initialSort(run)}
            options={SORTS.map((value) => ({ value, label: t(`cases.sort.${value}`) }))}
            onChange={(sort) => set({ sort })}
          />
          <SearchField value={filters.keyword ?? ""} placeholder={t("cases.search")} onSearch={onSearch} />
        </span>
      </div>
      {cases.isPending && <SkeletonRows />}
      {cases.isError && !cases.data && (
        <ErrorState title={t("cases.error")} error={cases.error} onRetry={() => void cases.refetch()} />
      )}
      {cases.data && cases.data.list.length > 0 && (
        <CaseTable run={run} cases={cases.data.list} search={searchOf(listed)} stale={cases.isPlaceholderData} />
      )}
      {cases.data?.list.length === 0 && (
        <EmptyState
          icon={<FileSearchOutlined />}
          title={t(filtered ? "cases.no_match.title" : "cases.none.title")}
          action={filtered && <Button onClick={clear}>{t("list.no_match.clear")}</Button>}
        >
          {t(filtered ? "cases.no_match.text" : "cases.none.text")}
        </EmptyState>
      )}
      {cases.data && (
        <footer className="runs-foot">
          <span className="udt-secondary udt-num" role="status">
            {t("cases.count", { count: cases.data.total, total: format.number(cases.data.total) })}
          </span>
          <Pager
            page_num={page_num}
            page_size={page_size}
            total={cases.data.total}
            onChange={(change) => set(change)}
          />
        </footer>
      )}
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
