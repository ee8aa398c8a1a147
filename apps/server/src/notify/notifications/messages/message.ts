import { durationText } from "@udt/base";
import {
  alertRemedy,
  numbered,
  passRatio,
  saidText,
  type OrderTrigger,
  type UiLanguage,
  type WorkOrderSource,
} from "@udt/contract";
import type { Message, Tone } from "../../../platform/mail-message.ts";
import { momentText } from "../../../platform/moment-text.ts";
import { WORDS_OF } from "../../../platform/words.ts";
import type { AlertFacts, DeliveryFacts, ProjectSummary, TestFacts } from "../facts.ts";
import { aboutCertificate } from "./certificate.ts";
import { aboutMemory } from "./memory-budget.ts";
import { ORDER_TITLES } from "./order-titles.ts";
import { WORDS } from "./texts.ts";
import type { Voice } from "./voice.ts";

/** Says the facts in a language. */
export function messageOf(facts: DeliveryFacts, voice: Voice): Message {
  const words = WORDS[voice.language];
  const { label } = words;
  const project = (value: string) => ({ label: label.project, value });
  const comment = voice.comment === "" ? [] : [{ label: label.comment, value: voice.comment }];
  switch (facts.event) {
    case "start-test":
    case "end-test":
      return aboutTest(facts.event === "end-test", facts.test, [project(facts.project_name)], comment, voice);
    case "open-order":
    case "assign-order":
    case "close-order":
      return aboutOrder(facts, [project(facts.project_name)], comment, voice);
    case "expire-certificate":
      return aboutCertificate(facts, [project(facts.project_name)], comment, voice);
    case "exceed-budget":
      return aboutMemory(facts, [project(facts.project_name)], comment, voice);
    case "digest":
      return {
        title: words.title.digest(facts.project_name),
        tone: facts.summary.runs.failed > 0 ? "bad" : "plain",
        rows: [
          project(facts.project_name),
          { label: label.period, value: period(facts.from, facts.to, facts.time_zone, words.locale) },
          ...summaryRows(facts.summary, voice.language),
          ...comment,
        ],
        note: facts.summary.runs.total + facts.summary.debug_sessions === 0 ? words.quiet : "",
        link: { text: words.openProject, url: voice.base_url + facts.url },
      };
    case "alert-opened":
    case "alert-reminder":
    case "alert-ended":
      return aboutAlert(facts, comment, voice);
    case "test-message": {
      const { project_name } = facts;
      return {
        title: words.title.test(project_name ?? "UDT"),
        tone: "plain",
        rows: [
          ...(project_name === null ? [] : [project(project_name)]),
          { label: label.by, value: facts.user_name },
          ...comment,
        ],
        note: words.works,
        link: { text: project_name === null ? words.openHealth : words.openProject, url: voice.base_url + facts.url },
      };
    }
    default:
      throw new Error(`no words for ${JSON.stringify(facts satisfies never)}`);
  }
}

function aboutTest(
  hasEnded: boolean,
  test: TestFacts,
  before: Message["rows"],
  after: Message["rows"],
  voice: Voice,
): Message {
  const words = WORDS[voice.language];
  const { label } = words;
  const cut = test.execution !== "ended" && hasEnded;
  const outcome = cut || test.verdict === null ? words.execution[test.execution] : words.verdict[test.verdict];
  const tone: Tone = !hasEnded ? "plain" : test.verdict === "passed" && !cut ? "good" : "bad";
  const ratio = passRatio(test.totals);
  const { total, success, skipped, failed } = test.totals;
  const rest = total - success - skipped - failed;
  const start =
    test.started_at === null ? [] : [{ label: label.started, value: momentText(test.started_at, words.locale) }];
  const took =
    test.started_at === null || test.ended_at === null
      ? []
      : [{ label: label.took, value: durationText(test.ended_at - test.started_at, words.locale) }];
  return {
    title: hasEnded ? words.title.end(test.job_name, outcome) : words.title.start(test.job_name),
    tone,
    rows: [
      ...before,
      {
        label: label.job,
        value: test.run_number === undefined ? test.job_name : numbered({ ...test, run_number: test.run_number }),
      },
      ...(hasEnded
        ? [
            { label: label.outcome, value: outcome, tone },
            ...(test.reason
              ? [{ label: label.reason, value: saidText(test.reason, WORDS_OF[voice.language]), tone }]
              : []),
            { label: label.cases, value: words.cases({ total, success, skipped, failed, rest }) },
            ...(ratio === undefined ? [] : [{ label: label.ratio, value: percent(ratio, words.locale) }]),
          ]
        : [{ label: label.cases, value: String(total) }]),
      { label: label.devices, value: String(test.device_count) },
      { label: label.initiator, value: test.initiator },
      ...start,
      ...took,
      ...after,
    ],
    note: "",
    link: { text: words.open, url: voice.base_url + test.url },
  };
}

function aboutOrder(
  { event, order }: Extract<DeliveryFacts, { event: OrderTrigger }>,
  before: Message["rows"],
  after: Message["rows"],
  voice: Voice,
): Message {
  const words = WORDS[voice.language];
  const { label, locale } = words;
  const { number, device_name, serial, step, error, text, closed_at, reported_at, open_besides, url } = order;
  const { assignee_name = null } = order;
  const by = (name: string | null, what: WorkOrderSource = "self_check") =>
    name ?? (what === "person" ? "" : words.by[what]);
  const found = error === null ? words.stepFailed : saidText(error, WORDS_OF[voice.language]);
  const isOver = event === "close-order";
  // A device of several orders is not well with one of them.
  const isWell = isOver && open_besides === 0;
  const tone: Tone = isWell ? "good" : isOver ? "plain" : "bad";
  return {
    title: ORDER_TITLES[voice.language][isWell ? "mended" : event](device_name),
    tone,
    rows: [
      ...before,
      { label: label.device, value: device_name === serial ? serial : `${device_name} · ${serial}` },
      { label: label.order, value: `#${number}` },
      { label: label.fault, value: step === null ? text : found, tone },
      ...(error === null || error.evidence === "" ? [] : [{ label: label.raw, value: error.evidence }]),
      { label: label.reporter, value: by(order.reporter_name, order.source) },
      { label: label.reported, value: momentText(reported_at, locale) },
      ...(assignee_name === null ? [] : [{ label: label.assignee, value: assignee_name }]),
      ...(closed_at === null
        ? []
        : [
            { label: label.closer, value: by(order.closer_name, order.closed_by ?? undefined) },
            { label: label.closed, value: momentText(closed_at, locale) },
            { label: label.broken, value: durationText(Math.max(0, closed_at - reported_at), locale) },
          ]),
      ...(open_besides === 0 ? [] : [{ label: label.besides, value: String(open_besides), tone: "bad" as const }]),
      ...after,
    ],
    note: "",
    link: { text: words.openOrder, url: voice.base_url + url },
  };
}

function aboutAlert(facts: AlertFacts & { url: string }, after: Message["rows"], voice: Voice): Message {
  const words = WORDS[voice.language];
  const { label } = words;
  const { event, kind, count } = facts;
  const texts = WORDS_OF[voice.language];
  const isOver = event === "alert-ended";
  const alerts = facts.alerts.map((alert) => ({ ...alert, what: saidText(alert.reason, texts) }));
  const remedies = [...new Set(alerts.map(({ reason }) => alertRemedy(kind, reason)))];
  const more = count > 1 ? ` (+${count - 1})` : "";
  return {
    title: words.title.alert[event]((alerts[0]?.what ?? "") + more),
    tone: isOver ? "good" : "bad",
    rows: [
      { label: label.watched, value: words.watched[kind] },
      ...alerts.flatMap(({ what, reason, since, until }, index) => [
        ...(count > 1 ? [{ label: `${index + 1} / ${count}`, value: what }] : []),
        { label: label.since, value: momentText(since, words.locale) },
        ...(until === null || !isOver ? [] : [{ label: label.until, value: momentText(until, words.locale) }]),
        ...(reason.evidence === "" || isOver ? [] : [{ label: label.raw, value: reason.evidence }]),
      ]),
      ...(isOver ? [] : remedies.map((code) => ({ label: label.remedy, value: saidText({ code, args: {} }, texts) }))),
      ...after,
    ],
    note: "",
    link: { text: words.openHealth, url: voice.base_url + facts.url },
  };
}

function summaryRows(summary: ProjectSummary, language: UiLanguage): Message["rows"] {
  const { label, runs, cases, failing, locale } = WORDS[language];
  const ratio = passRatio(summary.cases);
  const { total, success, failed, skipped } = summary.cases;
  const rest = total - success - skipped - failed;
  return [
    { label: label.runs, value: runs(summary.runs), tone: summary.runs.failed > 0 ? "bad" : "plain" },
    ...(ratio === undefined
      ? []
      : [
          { label: label.cases, value: cases({ total, success, skipped, failed, rest }) },
          { label: label.ratio, value: percent(ratio, locale) },
        ]),
    ...(summary.failing_jobs.length === 0
      ? []
      : [
          {
            label: label.failing,
            value: summary.failing_jobs.map((job) => failing(job.job_name, job.failed)).join(", "),
          },
        ]),
    { label: label.sessions, value: String(summary.debug_sessions) },
    { label: label.people, value: String(summary.people) },
    { label: label.devices, value: String(summary.devices) },
    ...(summary.lost === 0 ? [] : [{ label: label.lost, value: String(summary.lost), tone: "bad" as const }]),
  ];
}

const period = (from: number, to: number, timeZone: string, locale: string) =>
  `${momentText(from, locale, { timeZone })} – ${momentText(to, locale, { timeZone })}`;
const percent = (ratio: number, locale: string) =>
  // Never rounded up to what it is not: 99.96 % is not 100 %.
  new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1, roundingMode: "floor" }).format(ratio);
