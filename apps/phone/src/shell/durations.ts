const UNITS_MS: Record<string, number> = { "": 1000, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `1.5`, `5s`, `2m` as toybox reads them; undefined when it is none. */
export function durationMs(text: string): number | undefined {
  const match = /^(\d+(?:\.\d*)?|\.\d+)([smhd]?)$/.exec(text);
  return match ? Number(match[1]) * UNITS_MS[match[2]!]! : undefined;
}
