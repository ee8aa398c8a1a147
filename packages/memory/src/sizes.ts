/** K, M and G of all these tools count by 1024. */
const UNITS = ["B", "KB", "MB", "GB", "TB"] as const;
const SIZE = /^(\d{1,15})(?:\.(\d{1,9}))? ?(?:([KMGT])?i?B?|Bytes)$/i;

/** `38.1M`, `7360K`, `2352`, `1.50 GB`, `0 B`. @returns undefined for what is no size */
export function sizeOf(text: string): number | undefined {
  const found = SIZE.exec(text);
  if (!found) return undefined;
  const [, whole = "", fraction, unit = ""] = found;
  const number = Number(fraction === undefined ? whole : `${whole}.${fraction}`);
  return Math.round(number * 1024 ** (unit === "" ? 0 : "KMGT".indexOf(unit.toUpperCase()) + 1));
}

/** For people: `38.0 MB`; whole bytes below a kilobyte. */
export function bytesText(bytes: number): string {
  const size = Math.abs(bytes);
  let unit = 0;
  while (unit < UNITS.length - 1 && size >= 1024 ** (unit + 1)) unit += 1;
  const number = size / 1024 ** unit;
  const sign = bytes < 0 ? "-" : "";
  return `${sign}${unit === 0 ? number : number.toFixed(1)} ${UNITS[unit]}`;
}

/** A difference: `+38.0 MB`. */
export const deltaText = (bytes: number): string => `${bytes > 0 ? "+" : ""}${bytesText(bytes)}`;
