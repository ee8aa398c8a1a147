import Papa from "papaparse";

/** Spreadsheets run a cell that begins so; after a quote it is text. https://owasp.org/www-community/attacks/CSV_Injection */
const FORMULA = /^[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/;

const FORM: Papa.UnparseConfig = {
  escapeFormulae: FORMULA,
  // Some spreadsheets part cells by these, whatever the rest of the file does.
  quotes: (value) => typeof value === "string" && /[;\t]/.test(value),
};

export type Cell = string | number | boolean | null;

/** A line of RFC 4180 without its end. */
export const csvLine = (cells: readonly Cell[]): string => Papa.unparse([cells], FORM);

/** The byte order mark makes Excel read UTF-8. */
export const csvHeader = (names: readonly string[]): string => `\uFEFF${csvLine(names)}\r\n`;
