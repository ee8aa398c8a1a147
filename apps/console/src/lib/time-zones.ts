/** The browser's own time zone; one that knows but an offset, or nothing, is as in Greenwich. */
export function ownTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return /^[A-Z]/i.test(timeZone) && timeZone !== "Etc/Unknown" ? timeZone : "UTC";
}

/** Every time zone there is, the browser's own first. */
export const timeZones = (): string[] => [...new Set([ownTimeZone(), ...Intl.supportedValuesOf("timeZone")])];
