/** Time zones, by their IANA names. */

/** Of the IANA names, not of offsets. */
export function isTimeZone(value: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: value }).resolvedOptions().timeZone !== "" && !/^[+-]/.test(value);
  } catch {
    return false;
  }
}

/** As it is written: it is known in any capitals here, and in its own alone to devices. */
export function namedTimeZone(value: string): string {
  if (!isTimeZone(value)) return value;
  const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: value }).resolvedOptions();
  // Of those that have another name by now nobody says how they were written.
  return timeZone.toLowerCase() === value.toLowerCase() ? timeZone : value;
}
