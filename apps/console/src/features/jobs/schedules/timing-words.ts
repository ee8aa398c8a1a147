import type { Timing } from "@udt/contract";
import { activeLanguage, getT, LOCALES } from "../../../lib/i18n/index.ts";

/** When a schedule fires, in words; a cron expression as it was written. */
export function timingWords(timing: Timing): string {
  const t = getT("jobs");
  if (timing.kind === "crontab") return timing.cron;
  if (timing.days.includes("daily")) return t("schedule.daily_at", { time: timing.time });
  // Short, so that a list has room for all of them and the time. The fourth of January 2026 was a Sunday.
  const name = new Intl.DateTimeFormat(LOCALES[activeLanguage()], { weekday: "short", timeZone: "UTC" });
  const days = timing.days.toSorted().map((day) => name.format(Date.UTC(2026, 0, 4 + Number(day))));
  return t("schedule.days_at", { days: days.join(t("schedule.day_separator")), time: timing.time });
}
