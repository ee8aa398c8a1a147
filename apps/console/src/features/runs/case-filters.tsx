import { CASE_STATES_WORST_FIRST, type CaseTotals, type Run, type ShownCaseState, type Slot } from "@udt/contract";
import "../../lib/components/controls.css";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { FilterSelect, type useListView } from "../../lib/list/index.ts";
import { StateMark } from "./case-mark.tsx";
import { type CASE_FILTERS, GROUPINGS, initialSort, SORTS, type Grouping } from "./list-filters.ts";
import { useSlotName } from "./slot-name.ts";
import type { ListFilters } from "./use-runs.ts";

/** What narrows and orders the cases besides the search: their states with how many there are, what is compared, devices. */
export function CaseFilters(props: {
  view: ReturnType<typeof useListView<typeof CASE_FILTERS>>;
  run: Run;
  sort: ListFilters["sort"];
  /** How they are put together; undefined where there is one device. */
  by: Grouping | undefined;
  /** Of which one can be chosen. */
  slots: readonly Slot[];
  totals: CaseTotals | undefined;
}) {
  const { view, run, by, slots, totals } = props;
  const t = useT("runs");
  const format = useFormat();
  const nameOf = useSlotName();
  const { chosen, set } = view;
  return (
    <>
      {by !== undefined && (
        <div className="udt-switch runs-by" role="group" aria-label={t("cases.by")}>
          {GROUPINGS.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === by}
              onClick={() => set({ by: each === "case" ? undefined : each, device_seq: undefined })}
            >
              {t(`cases.by_${each}`)}
            </button>
          ))}
        </div>
      )}
      <div className="runs-states" role="group" aria-label={t("filter.state")}>
        <StateButton
          label={t("cases.all")}
          count={totals && format.number(totals.total)}
          pressed={chosen.state === undefined && chosen.compared === undefined}
          onClick={() => set({ state: undefined, compared: undefined })}
        />
        {CASE_STATES_WORST_FIRST.filter((state) => (totals?.[state] ?? 0) > 0 || chosen.state === state).map(
          (state) => (
            <StateButton
              key={state}
              mark={state}
              label={t(`state.${state}`)}
              count={totals && format.number(totals[state])}
              pressed={chosen.state === state}
              onClick={() => set({ state: chosen.state === state ? undefined : state })}
            />
          ),
        )}
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
  mark?: ShownCaseState;
  pressed: boolean;
  onClick: () => void;
}) {
  return (
    <button type="button" aria-pressed={props.pressed} onClick={props.onClick}>
      {props.mark && <StateMark state={props.mark} />}
      {props.label} <span className="udt-num">{props.count}</span>
    </button>
  );
}
