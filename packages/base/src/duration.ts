const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Unit = "day" | "hour" | "minute" | "second" | "millisecond";

/** By locale and unit: making one costs a hundred times what using it does. */
const formats = new Map<string, Intl.NumberFormat>();

function counted(value: number, unit: Unit, locale: string): string {
  const key = `${locale} ${unit}`;
  let format = formats.get(key);
  if (format === undefined)
    formats.set(key, (format = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "short" })));
  const text = format.format(value);
  // As Chinese texts have it: `30 分钟`, where the platform says `30分钟`.
  return locale.startsWith("zh") ? text.replace(/(?<=\d)(?=\p{Script=Han})/u, " ") : text;
}

/**
 * How long something took, in its two largest units: `1 hr 5 mins`, `12 secs`, `900 ms`; so on pages, in files and in messages.
 *
 * @param ms below 0 is 0
 * @param locale BCP 47, such as `en-GB`
 */
export function durationText(ms: number, locale: string): string {
  const value = Math.max(0, ms);
  if (Math.round(value) < SECOND) return counted(Math.round(value), "millisecond", locale);
  // Rounded to the smaller of the two units that show, so that 59 min 59.9 s becomes 1 hr and not 59 min 60 s.
  const step = value >= DAY ? HOUR : value >= HOUR ? MINUTE : SECOND;
  const rounded = Math.round(value / step) * step;
  const parts = [
    [Math.floor(rounded / DAY), "day"],
    [Math.floor((rounded % DAY) / HOUR), "hour"],
    [Math.floor((rounded % HOUR) / MINUTE), "minute"],
    [Math.floor((rounded % MINUTE) / SECOND), "second"],
  ] as const;
  const text = parts
    .filter(([count]) => count > 0)
    .slice(0, 2)
    .map(([count, unit]) => counted(count, unit, locale))
    .join(" ");
  // Before seconds Chinese shortens its word for minutes.
  return text.replace(/分钟(?= )/u, "分");
}
