import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { durationText } from "@udt/base";
import { CASE_STATES_WORST_FIRST, numbered, type CaseDetail, type CaseRun, type ReportLanguage } from "@udt/contract";
import type { ReportData } from "./report-data.ts";
import { headOf, tailOf } from "./html-head.ts";
import { escapeHtml, fill, timeText } from "./html-text.ts";
import { caseWhyIn } from "./why.ts";
import type { ReportTexts } from "./texts/report-texts.ts";
import { REPORT_TEXTS } from "./texts/texts.ts";

const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8").trim();
const STYLE = read("./page-style.css");
const SCRIPT = read("./page-script.js");
const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The page runs its own script and nothing else, and asks nobody for anything. */
const PAGE_POLICY = `default-src 'none'; script-src ${hashOf(SCRIPT)}; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'`;
/** Of a page that comes from here it may be the videos of its report. */
export const SHARED_POLICY = `${PAGE_POLICY}; media-src 'self'`;

/** Failures whose whole text is in the file. More would make it too large to send around. */
const DETAILED = 2_000;
const DETAIL_CHARS = 4_000;
/** So much of the file are pictures at most: those of the first failures. Characters. */
const PICTURES_CHARS = 12 * 1024 ** 2;

/** JSON that stays data inside a script element, whatever the texts in it say. */
const data = (value: unknown): string =>
  JSON.stringify(value).replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028");

/** The report as one file that opens anywhere: it loads nothing, and holds all its cases as data. */
export async function* htmlOf(report: ReportData, language: ReportLanguage, now: number): AsyncGenerator<string> {
  const t = REPORT_TEXTS[language];
  yield start(t, numbered(report.run), report.shows_videos ? SHARED_POLICY : PAGE_POLICY);
  yield headOf(report, language);
  // What failed is what the link was sent for: it comes before all that is of the run as a whole.
  yield casesHead(t, report);
  let detailed = 0;
  let pictured = 0;
  for await (const { list, details } of report.cases()) {
    const rows: unknown[] = [];
    for (const one of list) {
      const detail = detailed < DETAILED ? details.get(one.case_run_id) : undefined;
      if (detail) detailed++;
      const picture = one.state === "failed" && pictured < PICTURES_CHARS ? await report.pictureOf(one) : undefined;
      pictured += picture?.length ?? 0;
      const video = one.state === "failed" ? await report.videoOf(one) : undefined;
      rows.push(rowOf(one, { detail, picture, video }, t.locale));
    }
    yield `<script type="application/json" class="cases">${data(rows)}</script>\n`;
  }
  yield tailOf(report, language);
  const { locale, state, cause, compared, found, nothing, attempt, picture, video, left_out, close } = t;
  const words = {
    locale,
    state,
    cause,
    compared,
    found,
    nothing,
    attempt,
    picture,
    video,
    left_out,
    close,
    order: CASE_STATES_WORST_FIRST,
  };
  yield `<script type="application/json" id="words">${data(words)}</script>\n`;
  const notes = [
    ...(report.run.totals.failed > DETAILED ? [fill(t.cut, { count: DETAILED.toLocaleString(t.locale) })] : []),
    fill(t.made, { time: timeText(now, t.locale) }),
  ];
  yield `<p class="small">${escapeHtml(notes.join(" "))}</p>\n</main>\n<script>${SCRIPT}</script>\n</body>\n</html>\n`;
}

/** What somebody sees whose link is no good; in all languages, because nothing says which is theirs. */
export function gonePage(): string {
  const texts = Object.values(REPORT_TEXTS).map(
    ({ gone, locale }) =>
      `<div lang="${locale}"><h1>${escapeHtml(gone.title)}</h1><p>${escapeHtml(gone.text)}</p></div>`,
  );
  return `${start(REPORT_TEXTS.en, REPORT_TEXTS.en.gone.title, PAGE_POLICY)}<div class="card pad">${texts.join("")}</div></main></body></html>`;
}

const start = (t: ReportTexts, title: string, policy: string) => `<!doctype html>
<html lang="${t.locale}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
`;

function casesHead(t: ReportTexts, { run }: ReportData): string {
  const { totals, comparison } = run;
  const rest = totals.total - totals.success - totals.failed - totals.skipped;
  const choices: [string, string, number][] = [
    ["", t.all, totals.total],
    ["failed", t.state.failed, totals.failed],
    ["success", t.state.success, totals.success],
    ["skipped", t.state.skipped, totals.skipped],
    ...(rest > 0
      ? (["cancelled", "distribution_failed", "executing", "undistributed"] as const).map(
          (state): [string, string, number] => [state, t.state[state], totals[state]],
        )
      : []),
    ["new_failure", t.compared.new_failure, comparison.new_failures],
    ["fixed", t.compared.fixed, comparison.fixed],
    ["flaky", t.compared.flaky, comparison.flaky],
  ];
  const buttons = choices
    .filter(([filter, , count]) => filter === "" || count > 0)
    .map(
      ([filter, label, count]) =>
        `<button type="button" data-filter="${filter}" aria-pressed="${filter === ""}">${escapeHtml(label)} <span class="small">${count.toLocaleString(t.locale)}</span></button>`,
    );
  const { name, result, device, time, error } = t.column;
  const columns = [name, result, device, time, error].map((label) => `<span>${escapeHtml(label)}</span>`);
  return `<div class="card"><div class="tools">${buttons.join("")}<input type="search" id="search" placeholder="${escapeHtml(t.search)}" aria-label="${escapeHtml(t.search)}"></div>
<div class="grid head">${columns.join("")}</div>
<div id="rows" tabindex="0" aria-label="${escapeHtml(t.cases)}"></div></div>
<p class="small" id="found" role="status"></p>
<noscript><p class="card pad">${escapeHtml(t.no_script)}</p></noscript>
`;
}

interface Found {
  detail: CaseDetail | undefined;
  picture: string | undefined;
  /** True: there is one, which this page leaves out. */
  video: string | true | undefined;
}

/** In the order that the script reads: name, state, cause, device, cost, error, compared, flaky, file, attempt, text, picture, video. */
function rowOf(one: CaseRun, { detail, picture, video }: Found, locale: string): unknown[] {
  const text = detail === undefined ? "" : detailText(detail);
  return [
    one.name,
    one.state,
    one.cause,
    one.device_model,
    one.cost === null ? "" : durationText(one.cost, locale),
    caseWhyIn(locale, one),
    one.compared,
    one.flaky ? 1 : 0,
    one.file,
    one.attempt,
    ...(text === "" && picture === undefined && video === undefined ? [] : [text]),
    ...(picture === undefined && video === undefined ? [] : [picture ?? ""]),
    ...(video === undefined ? [] : [video]),
  ];
}

function detailText({ message, location }: CaseDetail): string {
  const place =
    location === null
      ? ""
      : `\n\n${location.file}:${location.line}\n${location.source
          .map(({ line, text }) => `${line === location.line ? ">" : " "} ${String(line).padStart(5)}  ${text}`)
          .join("\n")}`;
  return `${message}${place}`.slice(0, DETAIL_CHARS);
}
