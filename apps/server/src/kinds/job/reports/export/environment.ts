import { flatTexts, textOf } from "@udt/base";
import { branded, jobFacts, tagsIn, type ConfigNames, type JobWords, type ReportLanguage } from "@udt/contract";
import { en } from "@udt/contract/job-facts/en";
import { ja } from "@udt/contract/job-facts/ja";
import { zh } from "@udt/contract/job-facts/zh";
import { escapeHtml, timeText } from "./html-text.ts";
import type { ReportData } from "./report-data.ts";
import { REPORT_TEXTS } from "./texts/texts.ts";

const WORDS: Record<ReportLanguage, JobWords> = { zh: wordsOf("zh"), en: wordsOf("en"), ja: wordsOf("ja") };

function wordsOf(language: ReportLanguage): JobWords {
  const texts = new Map(flatTexts({ zh, en, ja }[language]));
  const { locale } = REPORT_TEXTS[language];
  const plurals = new Intl.PluralRules(locale);
  return {
    text: (key, values) => textOf(texts, plurals, key, values),
    number: (value) => value.toLocaleString(locale),
  };
}

/**
 * What was run, on what and how: what the report's page says of it, but for what guests of a project are not told either,
 * because nobody knows who will read the file.
 */
export function environmentOf(data: ReportData, language: ReportLanguage): string {
  const { run, slots } = data;
  const { test } = run;
  const t = REPORT_TEXTS[language];
  const time = (at: number | null) => (at === null ? "–" : timeText(at, t.locale));
  const parts = slots.flatMap((slot) => [
    // A slot that got no other device still has the one that it lost last.
    ...slot.lost_devices.filter(({ device_id }) => device_id !== slot.device_id),
    ...(slot.model === "" ? [] : [slot]),
  ]);
  const counts = Map.groupBy(parts, ({ brand, model, os_version }) => `${branded(brand, model)} (${os_version})`);
  const tookPart = [...counts].map(([name, list]) => (list.length > 1 ? `${name} × ${list.length}` : name));
  const facts = [
    ...jobFacts(run.config, namesOf(data, language), WORDS[language], true),
    { label: t.environment.commit, value: run.commit_id || "–" },
    { label: t.environment.took_part, value: new Intl.ListFormat(t.locale).format(tookPart) || "–" },
    { label: t.environment.started_by, value: test.user_name },
    { label: t.environment.submitted, value: time(test.created_at) },
    { label: t.environment.started, value: time(test.started_at) },
    { label: t.environment.ended, value: time(test.ended_at) },
    { label: t.environment.test_id, value: test.test_id },
  ];
  const rows = facts.map(({ label, value }) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`);
  return `<div class="card pad"><h2>${escapeHtml(t.environment.title)}</h2><dl>${rows.join("")}</dl></div>`;
}

/** The run itself knows what its app, its library and its devices were called. */
function namesOf({ run, slots, app_names }: ReportData, language: ReportLanguage): ConfigNames {
  const { config } = run;
  const devices = new Map(
    slots
      .flatMap((slot) => [slot, ...slot.lost_devices])
      .map(({ device_id, brand, model, serial }) => [device_id, `${branded(brand, model)} · ${serial}`]),
  );
  const app = [run.app_name, run.app_version].filter(Boolean).join(" ");
  const { text } = WORDS[language];
  // A file that is read anywhere names a case as the repository does.
  const cases = new Set(config.cases.kind === "cases" ? config.cases.case_keys : []);
  const hidden = new Set<string | null>(tagsIn(config.devices));
  if (config.environment.kind === "image") hidden.add(config.environment.credential_id);
  return (id) => {
    if (cases.has(id)) return id;
    if (id === config.app_id && app !== "") return app;
    if (id === config.library_id && run.library_name !== "") return run.library_name;
    if (hidden.has(id)) return text("summary.hidden");
    return devices.get(id) ?? app_names.get(id) ?? text("summary.gone");
  };
}
