import { ALERT_KINDS, type AlertEvent, type AlertKind } from "@udt/contract";
import type { Queries } from "../../platform/database/database.ts";
import { newId } from "../../platform/ids.ts";
import type { AlertFacts } from "../notifications/notifications.service.ts";
import * as repository from "./alerts.repository.ts";
import type { AlertRow } from "./alerts.repository.ts";
import type { Finding } from "./findings.ts";

const REMIND_AFTER_MS = 86_400_000;
/** What is wrong in another way than was told is told again, but not with every turn. */
const RETELL_AFTER_MS = 600_000;
/** So many stand in one message; it says how many there are. */
const TOLD_MAX = 50;

/** By kind: what is wrong, `off` where nobody wants to know, and nothing where it is not known. */
export type Findings = ReadonlyMap<AlertKind, readonly Finding[] | "off">;

/**
 * Opens, keeps and ends alerts by what was found. In the same transaction it hands over what is to be told, so that whoever
 * dies afterwards, it is told.
 */
export async function judge(tx: Queries, findings: Findings, now: number): Promise<AlertFacts[]> {
  const told: { event: AlertEvent; alert: AlertRow }[] = [];
  const open = await repository.lockOpen(tx);
  for (const alert of open) {
    const found = findings.get(alert.kind);
    if (found === undefined) continue;
    const finding = found === "off" ? undefined : found.find(({ subject }) => subject === alert.subject);
    const { change, event } =
      found === "off" ? { change: { state: "ended" as const, until: now } } : nextOf(alert, finding, now);
    if (change) await repository.updateAlert(tx, alert.alert_id, change);
    if (event) told.push({ event, alert: { ...alert, ...change } });
  }
  for (const [kind, found] of findings) {
    for (const finding of found === "off" ? [] : found) {
      const { subject, reason, since } = finding;
      if (!finding.opens || open.some((alert) => alert.kind === kind && alert.subject === subject)) continue;
      const row = { kind, subject, reason, since, until: null, told_at: now, state: "open" as const };
      const alert = await repository.insertOpen(tx, { alert_id: newId(), ...row });
      if (alert) told.push({ event: "alert-opened", alert });
    }
  }
  return messages(told);
}

/** It must be well at two looks in succession to end: one may have fallen between two faults. */
function nextOf(
  alert: AlertRow,
  finding: Finding | undefined,
  now: number,
): { change?: Partial<AlertRow>; event?: AlertEvent } {
  if (!finding) {
    if (alert.until === null) return { change: { until: now } };
    return alert.until < now ? { change: { state: "ended" }, event: "alert-ended" } : {};
  }
  const isOther = finding.opens && finding.reason.code !== alert.reason.code;
  if (now - alert.told_at >= (isOther ? RETELL_AFTER_MS : REMIND_AFTER_MS)) {
    return { change: { until: null, told_at: now, reason: finding.reason }, event: "alert-reminder" };
  }
  // What grows is told by the day, and shown as it is.
  const reason = finding.reason.code === alert.reason.code ? finding.reason : alert.reason;
  return { change: { until: null, reason } };
}

/** Of one kind and event, one message: a network that fails takes all its agents along. */
function messages(told: { event: AlertEvent; alert: AlertRow }[]): AlertFacts[] {
  return ALERT_KINDS.flatMap((kind) => {
    const ofKind = told.filter(({ alert }) => alert.kind === kind);
    return [...Map.groupBy(ofKind, ({ event }) => event)].map(([event, all]) => ({
      event,
      kind,
      count: all.length,
      alerts: all
        .slice(0, TOLD_MAX)
        .map(({ alert: { alert_id, subject, reason, since, until } }) => ({ alert_id, subject, reason, since, until })),
    }));
  });
}
