import { Select } from "antd";
import { useDeferredValue, useId, useState } from "react";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useFigure } from "./figure.ts";
import { useTrace, useTraces } from "./use-memory.ts";

const OFFERED = 50;

/** Chooses a trace of the project, found by what somebody types. */
export function TraceSelect(props: {
  id: string;
  project: string;
  trace_id: string | undefined;
  onChange: (trace_id: string) => void;
}) {
  const t = useT("memory");
  const { id, project, trace_id, onChange } = props;
  const [text, setText] = useState("");
  const traces = useTraces(project, { keyword: useDeferredValue(text.trim()), page_size: OFFERED });
  const own = useTrace(project, trace_id).data?.trace;
  const listed = traces.data?.list ?? [];
  const offered = own && !listed.some((trace) => trace.trace_id === own.trace_id) ? [own, ...listed] : listed;
  return (
    <Select
      id={id}
      showSearch={{ filterOption: false, searchValue: text, onSearch: setText }}
      onOpenChange={(isOpen) => !isOpen && setText("")}
      loading={traces.isFetching}
      placeholder={t("compare.trace")}
      // One that is gone, or on its way, is not told by its id.
      value={offered.some((trace) => trace.trace_id === trace_id) ? (trace_id ?? null) : null}
      options={offered.map((trace) => ({ value: trace.trace_id, label: trace.name }))}
      onChange={onChange}
    />
  );
}

/** Chooses a sample: first the trace, then one of its samples that are read. */
export function SampleChoice(props: {
  project: string;
  label: string;
  trace_id: string | undefined;
  sample_id: string | undefined;
  onChange: (trace_id: string, sample_id: string | undefined) => void;
}) {
  const t = useT("memory");
  const format = useFormat();
  const figureOf = useFigure();
  const id = useId();
  const { project, trace_id, sample_id, onChange } = props;
  const chosen = useTrace(project, trace_id);
  const samples = (chosen.data?.samples ?? []).filter(({ state }) => state === "read");
  return (
    <fieldset className="memory-choice">
      <legend>{props.label}</legend>
      <label className="udt-hidden" htmlFor={`${id}-trace`}>
        {t("compare.trace_of", { side: props.label })}
      </label>
      <TraceSelect
        id={`${id}-trace`}
        project={project}
        trace_id={trace_id}
        onChange={(value) => onChange(value, undefined)}
      />
      <label className="udt-hidden" htmlFor={`${id}-sample`}>
        {t("compare.sample_of", { side: props.label })}
      </label>
      <Select
        id={`${id}-sample`}
        disabled={trace_id === undefined}
        loading={chosen.isFetching}
        placeholder={t("compare.sample")}
        value={samples.some((sample) => sample.sample_id === sample_id) ? (sample_id ?? null) : null}
        options={samples.map((sample) => ({
          value: sample.sample_id,
          label: [
            sample.label === "" ? t("sample_number", { number: sample.number }) : sample.label,
            // Where it is cut, it is cut at the end.
            figureOf(sample.facts),
            format.clock(sample.taken_at),
          ]
            .filter((part) => part !== undefined)
            .join(" · "),
        }))}
        onChange={(value: string) => onChange(trace_id ?? "", value)}
      />
    </fieldset>
  );
}
