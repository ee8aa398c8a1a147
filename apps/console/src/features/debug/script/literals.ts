/**
 * Whatever is no plain sign: what moves, hides or breaks lines in an editor, so that a script reads as it runs, and lone
 * halves of signs.
 */
const HIDDEN = /[\u007f-\u00a0\u00ad\u2028\u2029\ufeff\ufff9-\ufffb]|\p{Cf}|\p{Cs}|\p{Zs}(?<! )|\p{Co}|\p{Cn}/gu;

const escaped = (sign: string): string =>
  Array.from({ length: sign.length }, (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, "0")}`).join("");

/** A text as JavaScript and TypeScript write it; within double quotes `${}` and backticks mean nothing. */
export const scriptText = (text: string): string => JSON.stringify(text).replaceAll(HIDDEN, escaped);

/** The same as Python writes it, to which two halves of a sign are no sign. */
export const pythonText = (text: string): string =>
  JSON.stringify(text).replaceAll(HIDDEN, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\U${code.toString(16).padStart(8, "0")}` : escaped(sign);
  });
