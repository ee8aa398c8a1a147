import { branded, type ConfigFact, type Job, type JobConfig } from "@udt/contract";
import { inRow, useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { configFacts, useConfigNames } from "../../lib/job-config/index.ts";
import { shortCommit } from "../../lib/runs/index.ts";
import { FRESH } from "./editor/draft.ts";
import { EngineNote } from "./engine-note.tsx";
import { useFoundWords } from "./found-words.ts";
import { isWholeChoice, useChosenDevices } from "./use-jobs.ts";

/** Whatever their values, one looks for them. */
const ASKED_FOR: readonly (keyof JobConfig)[] = ["os", "app_id", "devices", "framework", "library_id", "cases", "mode"];

const isUsual = (config: JobConfig, field: keyof JobConfig): boolean =>
  !ASKED_FOR.includes(field) && JSON.stringify(config[field]) === JSON.stringify(FRESH[field]);

/** All that a job says, in the order of its steps; what is as it is for a new one is folded. */
export function JobSummary(props: { project: string; name: string; config: JobConfig; job?: Job }) {
  const t = useT("jobs");
  const c = useT("job-config");
  const format = useFormat();
  const { project, name, config, job } = props;
  const names = useConfigNames(project, config);
  const found = useChosenDevices(project, config);
  const words = useFoundWords();
  const inWords = found && words(found);
  const fits = () => {
    if (!inWords) return "…";
    const { counts, named, more } = inWords;
    const fitting = [...named.map(({ brand, model }) => branded(brand, model)), ...(more === null ? [] : [more])];
    // Those that were chosen are named already.
    const hasNames = config.devices.kind !== "devices" && fitting.length > 0;
    return hasNames ? `${counts}${t("found_colon")}${inRow(fitting)}` : counts;
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
    ...(inWords?.left_out ? [{ label: t("left_out.title"), value: inWords.left_out }] : []),
  ];
  const usual = facts.filter(({ field }) => field !== undefined && isUsual(config, field));
  return (
    <>
      <EngineNote project={project} config={config} />
      <Facts facts={facts.filter((fact) => !usual.includes(fact))} />
      {usual.length > 0 && (
        <details className="jobs-usual">
          <summary>{t("usual", { count: usual.length })}</summary>
          <Facts facts={usual} />
        </details>
      )}
    </>
  );
}

const Facts = ({ facts }: { facts: readonly ConfigFact[] }) => (
  <dl className="udt-facts jobs-summary">
    {facts.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
