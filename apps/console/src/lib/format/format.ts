import { durationText } from "@udt/base";

const KIB = 1024;
const BYTE_UNITS = ["B", "KB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB"] as const;
const SECOND = 1000;
const DAY = 86_400 * SECOND;

/** Dates, durations, sizes and numbers in one locale. Times are epoch milliseconds, in the browser's time zone. */
export interface Format {
  number(value: number): string;
  /** With exactly so many digits behind the point, for figures that move. */
  decimal(value: number, digits: 1 | 2): string;
  /** `0.42` is 42 %. */
  percent(ratio: number): string;
  /** Powers of 1024, two decimals above bytes, up to YB. */
  bytes(size: number): string;
  /** A day as `2026-11-20`, whatever the time zone. */
  day(day: string): string;
  /** The same without its year. */
  shortDay(day: string): string;
  /** Hours and minutes. */
  time(time: number): string;
  /** Hours, minutes and seconds. */
  clock(time: number): string;
  /** Without the year when it is that of `now`. */
  dateTime(time: number, now: number): string;
  /** With seconds, for records and failures. */
  exact(time: number): string;
  /** Only the time when it is of today, else with its date. */
  moment(time: number, now: number): string;
  /** The two largest units in words: `1 hr 5 mins`, `12 secs`. */
  duration(ms: number): string;
  /** A clock running down: `24:13`, `1:02:03`; from a day on its days and hours. Never below zero. */
  countdown(ms: number): string;
  /** A clock running up: the same, of the whole seconds that are over. */
  elapsed(ms: number): string;
  /** How long after something begins, to a tenth of a second: `+0:01.4`, `−0:00.2`. */
  offset(ms: number): string;
}

export function createFormat(locale: string): Format {
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const decimals = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const time = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: "medium", hourCycle: "h23" });
  const wholeDay = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  const dayOfYear = new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", timeZone: "UTC" });
  const day = { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  const thisYear = new Intl.DateTimeFormat(locale, day);
  const otherYear = new Intl.DateTimeFormat(locale, { ...day, year: "numeric" });
  const dateTime = (value: number, now: number) =>
    (new Date(value).getFullYear() === new Date(now).getFullYear() ? thisYear : otherYear).format(value);
  const exact = new Intl.DateTimeFormat(locale, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });

  const countdown = (ms: number): string => {
    if (ms >= DAY) return durationText(ms, locale);
    const total = Math.max(0, Math.ceil(ms / SECOND));
    const pad = (value: number) => String(value).padStart(2, "0");
    const hours = Math.floor(total / 3600);
    const minutes = Math.floor((total % 3600) / 60);
    return hours > 0 ? `${hours}:${pad(minutes)}:${pad(total % 60)}` : `${pad(minutes)}:${pad(total % 60)}`;
  };

  return {
    number: (value) => number.format(value),
    decimal: (value, digits) => (digits === 1 ? tenths : decimals).format(value),
    percent: (ratio) => percent.format(ratio),
    bytes(size) {
      if (size < KIB) return `${number.format(size)} B`;
      let power = Math.min(Math.floor(Math.log(size) / Math.log(KIB)), BYTE_UNITS.length - 1);
      // 1023.999 KB is shown as 1.00 MB, never as 1,024.00 KB.
      if (Math.round((size / KIB ** power) * 100) >= KIB * 100 && power < BYTE_UNITS.length - 1) power++;
      return `${decimals.format(size / KIB ** power)} ${BYTE_UNITS[power]}`;
    },
    day: (value) => wholeDay.format(Date.parse(value)),
    shortDay: (value) => dayOfYear.format(Date.parse(value)),
    time: (value) => time.format(value),
    clock: (value) => clock.format(value),
    dateTime,
    exact: (value) => exact.format(value),
    moment: (value, now) =>
      new Date(value).toDateString() === new Date(now).toDateString() ? time.format(value) : dateTime(value, now),
    duration: (ms) => durationText(ms, locale),
    countdown,
    elapsed: (ms) => countdown(Math.floor(ms / SECOND) * SECOND),
    offset(ms) {
      const rounded = Math.round(Math.abs(ms) / 100);
      const seconds = ((rounded % 600) / 10).toFixed(1).padStart(4, "0");
      return `${ms < 0 ? "−" : "+"}${Math.floor(rounded / 600)}:${seconds}`;
    },
  };
}
