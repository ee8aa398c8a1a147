/**
 * A moment with its zone, such as `23 Nov 2026, 09:05:12 UTC`: readers of files and messages are in many places, so it says
 * of which it is.
 *
 * @param locale BCP 47, such as `en-GB`
 * @param how `timeZone`: the server's own where none is given
 */
export const momentText = (time: number, locale: string, how: { timeZone?: string; seconds?: boolean } = {}): string =>
  new Intl.DateTimeFormat(locale, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    ...(how.seconds === true && { second: "2-digit" }),
    hourCycle: "h23",
    timeZoneName: "short",
    ...(how.timeZone !== undefined && { timeZone: how.timeZone }),
  }).format(time);
