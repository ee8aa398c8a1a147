import { needsLibrary, type Job, type JobConfig } from "@udt/contract";
import type { ReactNode } from "react";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { EngineNote } from "./engine-note.tsx";
import { useChosenDevices } from "./use-jobs.ts";

/** All that a job says, in the order of its steps. */
export function JobSummary(props: { project: string; name: string; config: JobConfig; job?: Job }) {
  const t = useT("jobs");
  const format = useFormat();
  const { project, name, config, job } = props;
  const found = useChosenDevices(project, config.devices);
  const yes = (is: boolean) => t(is ? "truth.true" : "truth.false");
  const { devices, cases, retry, timeouts, environment } = config;
  const facts: [string, ReactNode][] = [
    [t("field.name"), name || "–"],
    ...(job
      ? ([
          [t("summary.changed"), format.exact(job.updated_at)],
          [t("summary.commit"), job.latest_commit_id || "–"],
        ] as [string, ReactNode][])
      : []),
    [t("field.app"), job?.app_name || (config.app_id === null ? t("summary.no_app") : t("summary.chosen"))],
    [t("field.install_mode"), t(`install_mode.${config.install_mode}`)],
    [
      t("field.devices"),
      devices.kind === "devices"
        ? t("devices_chosen", { count: devices.device_ids.length })
        : t("devices_by_rule", { count: devices.count }),
    ],
    ...(devices.kind === "rule" && devices.rules.length > 0
      ? ([
          [
            t("field.rules"),
            devices.rules
              .map(
                (rule) =>
                  `${t(`attribute.${rule.attribute}`)} ${t(`operator.${rule.operator}`)} ${rule.values.join(", ")}`,
              )
              .join(" · "),
          ],
        ] as [string, ReactNode][])
      : []),
    [t("summary.found"), found.data ? t("found", { total: found.data.total, idle: found.data.idle }) : "…"],
    [t("field.accounts"), t(`accounts.${config.accounts.kind}`)],
    [t("field.framework"), t(`framework.${config.framework}`)],
    ...(needsLibrary(config.framework)
      ? ([
          [t("field.library"), job?.library_name || (config.library_id === null ? "–" : t("summary.chosen"))],
          [
            t("field.cases"),
            cases.kind === "all" ? t("case_choice.all") : t("editor.cases_chosen", { count: cases.case_keys.length }),
          ],
          [
            t("field.environment"),
            environment.kind === "built_in" ? t("environment.built_in") : `${environment.image}:${environment.tag}`,
          ],
        ] as [string, ReactNode][])
      : []),
    [t("field.mode"), t(`mode.${config.mode}`)],
    [
      t("field.retry_times"),
      retry.times === 0 ? t("summary.no_retry") : `${format.number(retry.times)} · ${t(`retry_mode.${retry.mode}`)}`,
    ],
    [
      t("summary.timeouts"),
      t("summary.timeouts_text", {
        case_minutes: timeouts.case_minutes,
        device_minutes: timeouts.device_minutes,
        test_minutes: timeouts.test_minutes,
      }),
    ],
    [t("field.video"), config.video ? t("summary.video", { minutes: config.video_minutes }) : yes(false)],
    [t("field.performance"), yes(config.performance)],
    [t("field.log"), yes(config.log)],
    [t("field.parameters"), config.parameters || "–"],
  ];
  return (
    <>
      <EngineNote project={project} config={config} />
      <dl className="udt-facts jobs-summary">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
