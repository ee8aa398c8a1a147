import { branded, type ConfigFact, type Job, type JobConfig } from "@udt/contract";
import { inRow, useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { configFacts, useConfigNames } from "../../lib/job-config/index.ts";
import { shortCommit } from "../../lib/runs/index.ts";
import { EngineNote } from "./engine-note.tsx";
import { isWholeChoice, useChosenDevices } from "./use-jobs.ts";

/** So many of the devices that fit are named. */
const NAMED = 8;

/** All that a job says, in the order of its steps. */
export function JobSummary(props: { project: string; name: string; config: JobConfig; job?: Job }) {
  const t = useT("jobs");
  const c = useT("job-config");
  const format = useFormat();
  const { project, name, config, job } = props;
  const names = useConfigNames(project, config);
  const found = useChosenDevices(project, config);
  const fits = () => {
    if (!found) return "…";
    const { total, idle, list } = found;
    const counts = t("found", { count: total, total, idle });
    // Those that were chosen are named already.
    if (config.devices.kind === "devices" || list.length === 0) return counts;
    const named = list.slice(0, NAMED).map(({ brand, model }) => branded(brand, model));
    const more = total > named.length ? [t("found_more", { count: total - named.length })] : [];
    return `${counts}${t("found_colon")}${inRow([...named, ...more])}`;
  };
  const facts: ConfigFact[] = [
    { label: c("field.name"), value: name || "–" },
    ...(job
      ? [
          { label: c("summary.changed"), value: format.exact(job.updated_at) },
          { label: c("summary.commit"), value: shortCommit(job.latest_commit_id) || "–" },
        ]
      : []),
    ...configFacts(config, names, job?.config_withheld),
    ...(isWholeChoice(config.devices) ? [{ label: c("summary.found"), value: fits() }] : []),
  ];
  return (
    <>
      <EngineNote project={project} config={config} />
      <dl className="udt-facts jobs-summary">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
