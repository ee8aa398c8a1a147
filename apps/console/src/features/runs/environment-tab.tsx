import { branded, type ConfigNames, type Run, type Slot } from "@udt/contract";
import { CopyButton } from "../../lib/components/index.ts";
import { listOf, useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { configFacts, useConfigNames } from "../../lib/job-config/index.ts";
import "./files.css";
import { partsOf } from "./parts.ts";
import { useSlotName } from "./slot-name.ts";

/** What a run ran, on what and how: all that its job said, as it was, whatever has become of the job since. */
export function EnvironmentTab({ run, slots }: { run: Run; slots: readonly Slot[] }) {
  const t = useT("runs");
  const format = useFormat();
  const { test } = run;
  const names = useNames(run, slots);
  const time = (at: number | null) => (at === null ? "–" : format.exact(at));
  const models = Map.groupBy(
    partsOf(slots).filter(({ model }) => model !== ""),
    ({ brand, model, os_version }) => `${branded(brand, model)} (${os_version})`,
  );
  const took_part = [...models].map(([name, list]) => (list.length > 1 ? `${name} × ${list.length}` : name));
  const facts: { label: string; value: React.ReactNode }[] = [
    ...configFacts(run.config, names, run.config_withheld),
    {
      label: t("environment.commit"),
      value: run.commit_id === "" ? "–" : <Copyable text={run.commit_id} />,
    },
    { label: t("environment.took_part"), value: listOf(took_part) || "–" },
    { label: t("environment.started_by"), value: test.user_name },
    { label: t("environment.submitted"), value: time(test.created_at) },
    { label: t("environment.started"), value: time(test.started_at) },
    { label: t("environment.ended"), value: time(test.ended_at) },
    { label: t("environment.test_id"), value: <Copyable text={test.test_id} /> },
  ];
  return (
    <dl className="udt-facts runs-pad">
      {facts.map(({ label, value }) => (
        <div key={label} className="runs-fact">
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The report knows by itself what its app, its library and its devices were called; the rest has the names of now. */
function useNames(run: Run, slots: readonly Slot[]): ConfigNames {
  const { config, test } = run;
  const nameOf = useSlotName();
  const known = new Map(
    partsOf(slots).map((part) => [part.device_id, `${branded(part.brand, nameOf(part))} · ${part.serial}`]),
  );
  const { devices } = config;
  // Devices that were chosen and not given yet are asked for.
  const isAsked = devices.kind === "devices" && devices.device_ids.some((id) => !known.has(id));
  const others = useConfigNames(
    test.project_id,
    isAsked ? config : { ...config, devices: { kind: "rule", rules: [], count: 1 } },
  );
  return (id) => {
    if (id === config.app_id) return [run.app_name, run.app_version].filter(Boolean).join(" ") || others(id);
    if (id === config.library_id) return run.library_name || others(id);
    return known.get(id) ?? others(id);
  };
}

function Copyable({ text }: { text: string }) {
  return (
    <>
      <span className="udt-mono">{text}</span>
      <CopyButton text={text} />
    </>
  );
}
