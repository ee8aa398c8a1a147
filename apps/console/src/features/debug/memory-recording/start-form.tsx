import { LIMITS } from "@udt/contract";
import { Input, Select, Switch } from "antd";
import { useId, useState } from "react";
import { errorText } from "../../../lib/errors/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useAppFacts, useAppNames } from "../apps/use-apps.ts";
import { useProcesses, useStartRecording } from "./use-recording.ts";

/** Of samples that are taken in time; the first is where somebody asks for them. */
const INTERVALS = [0, 5, 10, 30, 60, 300] as const;
type Interval = (typeof INTERVALS)[number];

/** Which process is recorded, and how. */
export function StartForm() {
  const t = useT("memory-recording");
  const id = useId();
  const nameOf = useAppNames();
  const factsOf = useAppFacts();
  const processes = useProcesses();
  const start = useStartRecording();
  const [picked, setPicked] = useState<string>();
  const [every, setEvery] = useState<Interval>(10);
  const [withHeap, setWithHeap] = useState(false);
  const [name, setName] = useState("");
  const list = processes.data?.list ?? [];
  const process = list.find((each) => each.name === picked)?.name ?? list[0]?.name;
  const labelOf = (of: string) => [nameOf(packageOf(of)), of.slice(packageOf(of).length)].join("");
  const go = () => {
    if (process === undefined) return;
    const every_seconds = every === 0 ? null : every;
    start.mutate({ process, every_seconds, with_heap: withHeap, name, ...factsOf(packageOf(process)) });
  };
  return (
    <form
      className="dbg-memory-form"
      aria-label={t("start")}
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <div>
        <label htmlFor={`${id}-process`}>{t("process")}</label>
        <Select
          id={`${id}-process`}
          data-literal
          showSearch={{ optionFilterProp: ["label", "value"] }}
          placeholder={t(processes.isPending ? "process_reading" : "process_none")}
          loading={processes.isFetching}
          value={process}
          options={list.map(({ name: value, is_in_front }) => ({
            value,
            label: labelOf(value),
            state: is_in_front ? t("in_front") : value,
          }))}
          optionRender={({ data }) => option(data)}
          onChange={setPicked}
          onOpenChange={(open) => open && void processes.refetch()}
        />
      </div>
      <div>
        <label htmlFor={`${id}-every`}>{t("every")}</label>
        <Select
          id={`${id}-every`}
          value={every}
          options={INTERVALS.map((value) => ({ value, label: intervalText(t, value) }))}
          onChange={setEvery}
        />
      </div>
      <div className="dbg-memory-name">
        <label htmlFor={`${id}-name`}>{t("name")}</label>
        <Input
          id={`${id}-name`}
          autoComplete="off"
          maxLength={LIMITS.name_max}
          value={name}
          placeholder={process}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <div className="dbg-memory-heap">
        <label>
          <Switch size="small" checked={withHeap} onChange={setWithHeap} aria-describedby={`${id}-heap`} />{" "}
          {t("with_heap")}
        </label>
        <small id={`${id}-heap`} className="udt-secondary">
          {t("with_heap_hint")}
        </small>
      </div>
      <button
        type="submit"
        className="udt-button"
        data-primary
        disabled={process === undefined || start.isPending}
        aria-busy={start.isPending}
      >
        {t("start")}
      </button>
      {(processes.isError || start.isError) && (
        <p className="dbg-bad" role="alert">
          {errorText(start.error ?? processes.error)}
        </p>
      )}
    </form>
  );
}

const option = ({ label, state }: { label: string; state: string }) => (
  <span className="dbg-memory-option" data-literal>
    <span className="udt-ellipsis">{label}</span>
    <small className="udt-secondary">{state}</small>
  </span>
);

const packageOf = (process: string): string => process.split(":", 1)[0] ?? process;

/** @param seconds 0: by button */
export function intervalText(t: ReturnType<typeof useT<"memory-recording">>, seconds: number): string {
  if (seconds === 0) return t("by_button");
  if (seconds % 60 === 0) return t("every_minutes", { count: seconds / 60, minutes: String(seconds / 60) });
  return t("every_seconds", { count: seconds, seconds: String(seconds) });
}
