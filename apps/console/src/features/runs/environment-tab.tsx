import type { Run, Slot } from "@udt/contract";
import { CopyButton } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import "./files.css";

/** What a run ran, on what and how: as it was, whatever has become of the job since. */
export function EnvironmentTab({ run, slots }: { run: Run; slots: readonly Slot[] }) {
  const t = useT("runs");
  const format = useFormat();
  const { config, test } = run;
  const { timeouts, retry, environment } = config;
  const time = (at: number | null) => (at === null ? "–" : format.exact(at));
  const recorded = [
    ...(config.video ? [t("environment.video", { minutes: config.video_minutes })] : []),
    ...(config.log ? [t("environment.log")] : []),
    ...(config.performance ? [t("environment.performance")] : []),
  ];
  const models = Map.groupBy(
    slots.filter(({ model }) => model !== ""),
    ({ brand, model, os_version }) => `${brand} ${model} (${os_version})`,
  );
  const facts: [string, React.ReactNode][] = [
    [t("environment.app"), [run.app_name, run.app_version].filter(Boolean).join(" ") || "–"],
    [t("environment.library"), run.library_name || "–"],
    [t("environment.commit"), run.commit_id === "" ? "–" : <Copyable key="commit" text={run.commit_id} />],
    [t("environment.framework"), t(`framework.${run.framework}`)],
    [
      t("environment.image"),
      environment.kind === "built_in" ? t("environment.built_in") : `${environment.image}:${environment.tag}`,
    ],
    [t("environment.mode"), t(`environment.mode_${config.mode}`)],
    [
      t("environment.retry"),
      retry.times === 0
        ? t("environment.retry_none")
        : t(`environment.retry_${retry.mode}`, { times: format.number(retry.times) }),
    ],
    [
      t("environment.timeouts"),
      t("environment.timeouts_value", {
        case: timeouts.case_minutes,
        device: timeouts.device_minutes,
        test: timeouts.test_minutes,
      }),
    ],
    [t("environment.recording"), recorded.join(", ") || t("environment.nothing")],
    [
      t("environment.devices"),
      [...models].map(([name, list]) => (list.length > 1 ? `${name} × ${list.length}` : name)).join(", ") || "–",
    ],
    [t("environment.started_by"), test.user_name],
    [t("environment.submitted"), time(test.created_at)],
    [t("environment.started"), time(test.started_at)],
    [t("environment.ended"), time(test.ended_at)],
    [t("environment.test_id"), <Copyable key="id" text={test.test_id} />],
  ];
  return (
    <dl className="udt-facts runs-pad">
      {facts.map(([name, value]) => (
        <div key={name} className="runs-fact">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Copyable({ text }: { text: string }) {
  return (
    <>
      <span className="udt-mono">{text}</span>
      <CopyButton text={text} />
    </>
  );
}
