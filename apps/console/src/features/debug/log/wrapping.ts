/** Of scripts whose signs are about twice as wide as a Latin letter, and pictures. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;
const TAB = "    ";

/** A message as one line: what breaks it shows as a sign, so that a row of the log is one row. */
export const oneLine = (message: string): string => message.replaceAll("\n", " ⏎ ").replaceAll("\t", TAB);

/** Cuts a line into those that fit into so many columns of a monospaced type. */
export function wrapped(line: string, columns: number): string[] {
  // Even if every sign were wide it would fit.
  if (line.length * 2 <= columns) return [line];
  const lines: string[] = [];
  let from = 0;
  let at = 0;
  let used = 0;
  for (const sign of line) {
    const width = sign > "\u10ff" && WIDE.test(sign) ? 2 : 1;
    if (used + width > columns) {
      lines.push(line.slice(from, at));
      from = at;
      used = 0;
    }
    used += width;
    at += sign.length;
  }
  return [...lines, line.slice(from)];
}
