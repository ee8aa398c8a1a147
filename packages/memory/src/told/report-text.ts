/** A report of sentences and tables: to read, for a merge request, or for programs. */
export interface Report {
  /** One line each. */
  sentences: string[];
  tables: Table[];
  /** The same for programs. */
  data: unknown;
}

export interface Table {
  title: string;
  /** All but the last hold numbers; the last holds names, which may be long. */
  columns: string[];
  rows: string[][];
}

export const REPORT_FORMATS = ["text", "markdown", "json"] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];
export const isReportFormat = (text: string): text is ReportFormat => REPORT_FORMATS.some((one) => one === text);

/** Of a longer name its beginning and its end are shown. */
const NAME_MAX = 120;

export function reportText(report: Report, format: ReportFormat): string {
  if (format === "json") return JSON.stringify(report.data);
  const sentences = report.sentences.map(shown);
  const parts = [
    format === "markdown" ? sentences.map(plain).join("\n\n") : sentences.join("\n"),
    ...report.tables
      .filter(({ rows }) => rows.length > 0)
      .map(withoutEmptyColumns)
      .map(format === "markdown" ? markdownTable : textTable),
  ];
  return parts.join("\n\n");
}

/** What a terminal or a page would take for a command becomes visible: names come from files that anybody made. */
const shown = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "\uFFFD");

/** A sentence in Markdown, of which nothing becomes a mark: it may hold names. */
const plain = (sentence: string): string => sentence.replace(/[\\`*_{}[\]<>|#&~]/g, "\\$&");

function short(name: string): string {
  const text = shown(name);
  if (text.length <= NAME_MAX) return text;
  const half = (NAME_MAX - 1) / 2;
  return `${text.slice(0, Math.floor(half)).toWellFormed()}…${text.slice(-Math.ceil(half)).toWellFormed()}`;
}

/** What no row tells, as the tool does not, has no column. */
function withoutEmptyColumns({ title, columns, rows }: Table): Table {
  const isTold = columns.map((_, index) => rows.some((row) => row[index] !== ""));
  const told = (cells: string[]) => cells.filter((_, index) => isTold[index]);
  return { title, columns: told(columns), rows: rows.map(told) };
}

function textTable({ title, columns, rows }: Table): string {
  const lines = [columns, ...rows.map((row) => row.map(short))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  const told = lines.map((line) =>
    line.map((cell, index) => (index === columns.length - 1 ? cell : cell.padStart(widths[index] ?? 0))).join("  "),
  );
  return [title, ...told.map((line) => `  ${line}`.trimEnd())].join("\n");
}

function markdownTable({ title, columns, rows }: Table): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const ruler = columns.map((_, index) => (index === columns.length - 1 ? "---" : "---:"));
  const told = rows.map((row) => line(row.map((cell, index) => (index === row.length - 1 ? code(cell) : short(cell)))));
  return [`**${title}**`, "", line(columns), line(ruler), ...told].join("\n");
}

/** As code, which nothing in a name ends or changes: names of C++ hold `<`, and may hold `|` and backticks. */
function code(name: string): string {
  const text = short(name).replaceAll("|", "\\|");
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  const space = longest > 0 ? " " : "";
  return text === "" ? "" : `${fence}${space}${text}${space}${fence}`;
}
