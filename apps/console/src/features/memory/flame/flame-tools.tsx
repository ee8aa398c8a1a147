import { MEMORY_TREES, type MemorySample, type MemoryTrace } from "@udt/contract";
import { Checkbox, Select } from "antd";
import { useId } from "react";
import { useT } from "../../../lib/i18n/index.ts";
import { SearchField } from "../../../lib/list/index.ts";
import { useFigure } from "../figure.ts";
import { ORDERS } from "./layout.ts";
import { COLORS, VIEWS } from "./use-flame.ts";
import { GROWS, NOWHERE, type FlameAddress } from "./use-flame-address.ts";

type Change = (changes: Record<string, string | undefined>, options?: { replace?: boolean }) => void;

/** What is shown, and how. */
export function FlameTools(props: {
  samples: readonly MemorySample[];
  sample: MemorySample;
  before: MemorySample | undefined;
  /** Whose `before` is, where it is not of the trace itself. */
  otherTrace: MemoryTrace | undefined;
  address: FlameAddress & { tree: string };
  /** The project has partition rules. */
  hasModules: boolean;
  set: Change;
}) {
  const t = useT("flame");
  const { samples, sample, before, otherTrace, address, hasModules, set } = props;
  const { isFolded, isAppOnly } = address;
  // One that is asked for may be chosen against, though this sample has none.
  const trees = MEMORY_TREES.filter((tree) => tree === address.tree || sample.facts?.[`${tree}_bytes`] != null);
  const others = samples.filter(({ sample_id }) => sample_id !== sample.sample_id);
  const isForeign = before !== undefined && before.trace_id !== sample.trace_id;
  return (
    <div className="udt-card flame-tools">
      <SampleSelect
        label={t("sample")}
        samples={samples}
        value={sample.sample_id}
        onChange={(value) => set({ sample: value, ...(value === before?.sample_id && { before: undefined }) })}
      />
      <SampleSelect
        label={t("before")}
        none={t("before_none")}
        samples={isForeign ? [before, ...others] : others}
        {...(isForeign && otherTrace && { otherTrace })}
        value={before?.sample_id}
        onChange={(value) => set({ before: value, ...(value !== before?.sample_id && { before_trace: undefined }) })}
      />
      {trees.length > 1 && (
        <Choice name="tree" values={trees} chosen={address.tree} onChoose={(tree) => set({ tree, ...NOWHERE })} />
      )}
      <Choice name="view" values={VIEWS} chosen={address.view} onChoose={(view) => set({ view, ...NOWHERE })} />
      {address.view !== "sandwich" && (
        <Choice name="grows" values={GROWS} chosen={address.grows} onChoose={(grows) => set({ grows })} />
      )}
      <Choice
        name="order"
        values={ORDERS}
        chosen={address.order}
        onChoose={(order) => set({ order, range: undefined, callers_range: undefined })}
      />
      {hasModules && !before && address.view === "calls" && (
        <Choice name="color" values={COLORS} chosen={address.color} onChoose={(color) => set({ color })} />
      )}
      <Checkbox checked={isFolded} onChange={() => set({ fold: isFolded ? undefined : "1", ...NOWHERE })}>
        {t("fold")}
      </Checkbox>
      <Checkbox checked={isAppOnly} onChange={() => set({ system: isAppOnly ? undefined : "0", ...NOWHERE })}>
        {t("app_only")}
      </Checkbox>
      <SearchField
        value={address.keyword}
        placeholder={t("keyword")}
        onSearch={(keyword) => set({ keyword }, { replace: true })}
      />
    </div>
  );
}

function Choice<Name extends "tree" | "view" | "grows" | "order" | "color", Value extends string>(props: {
  name: Name;
  values: readonly Value[];
  chosen: string;
  onChoose: (value: Value) => void;
}) {
  const t = useT("flame");
  const { name, values, chosen, onChoose } = props;
  return (
    <div className="udt-switch" role="group" aria-label={t(`${name}.label`)}>
      {values.map((value) => (
        <button key={value} type="button" aria-pressed={value === chosen} onClick={() => onChoose(value)}>
          {t(`${name}.${value}` as "tree.malloc")}
        </button>
      ))}
    </div>
  );
}

function SampleSelect(props: {
  label: string;
  /** What is chosen where there is none; it may not be taken away without. */
  none?: string;
  samples: readonly MemorySample[];
  otherTrace?: MemoryTrace;
  value: string | undefined;
  onChange: (sample_id: string | undefined) => void;
}) {
  const memory = useT("memory");
  const figureOf = useFigure();
  const id = useId();
  const { label, none, samples, otherTrace, value, onChange } = props;
  return (
    <label htmlFor={id}>
      {label}
      <Select
        id={id}
        value={value ?? null}
        placeholder={none}
        allowClear={none !== undefined}
        options={samples.map((sample) => ({
          value: sample.sample_id,
          label: [
            ...(otherTrace?.trace_id === sample.trace_id ? [otherTrace.name] : []),
            sample.label === "" ? memory("sample_number", { number: sample.number }) : sample.label,
            figureOf(sample.facts),
          ]
            .filter((part) => part !== undefined)
            .join(" · "),
        }))}
        onChange={(chosen: string | undefined) => onChange(chosen)}
      />
    </label>
  );
}
