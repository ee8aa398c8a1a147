const UNITS_MS = new Map([
  ["", 1000],
  ["s", 1000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);

/** `1.5`, `5s`, `2m` as toybox reads them; undefined when it is none. */
export function durationMs(text: string): number | undefined {
  const [, number, unit = ""] = /^(\d+(?:\.\d*)?|\.\d+)([smhd]?)$/.exec(text) ?? [];
  const unitMs = UNITS_MS.get(unit);
  return number === undefined || unitMs === undefined ? undefined : Number(number) * unitMs;
}
