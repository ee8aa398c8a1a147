import { saidInEnglish, type ENDPOINTS, type FailureWords, type QualityTable, type QueryOf } from "@udt/contract";
import { csvHeader, csvLine, type Cell } from "../../../platform/csv.ts";
import type { CallerUser } from "../../../platform/http/caller.ts";
import type { BoardService } from "./board.service.ts";
import type { HealthService } from "./health.service.ts";

type Asked = Omit<QueryOf<(typeof ENDPOINTS)["qualityExport"]>, "table">;
type Rows = readonly Readonly<Record<string, unknown>>[];

/** So many lines at most, as of a case's health: the worst first. */
const ROWS_MAX = 10_000;

const CASE = ["project_id", "project_name", "job_id", "job_name", "case_key", "name", "file", "test_id", "case_run_id"];
const COLUMNS: Readonly<Record<QualityTable, readonly string[]>> = {
  days: ["day", "runs", "success", "skipped", "failed", "device_faults", "total", "new_failures", "flaky"],
  health: ["health", "runs", "failed", ...CASE],
  failing: ["failed", "total", "why", ...CASE],
  flaky: ["failed", "total", ...CASE],
  slowest: ["cost", ...CASE],
};

/** What a board shows, as tables of one kind of line each. */
export class BoardTables {
  readonly #read: Readonly<Record<QualityTable, (user: CallerUser, asked: Asked) => Promise<Rows>>>;
  constructor({ board, health }: { board: BoardService; health: HealthService }) {
    const all = { keyword: "", page_num: 1, page_size: ROWS_MAX };
    this.#read = {
      days: (user, asked) => board.days(user, asked),
      health: async (user, asked) => (await health.cases(user, { ...asked, ...all, health: undefined })).list,
      failing: async (user, asked) =>
        (await board.cases(user, asked)).failing.map((row) => ({
          ...row,
          why: whyOf(row),
        })),
      flaky: async (user, asked) => (await board.flaky(user, { ...asked, ...all })).list,
      slowest: async (user, asked) => (await board.cases(user, asked)).slowest,
    };
  }

  async csv(user: CallerUser, { table, ...asked }: QueryOf<(typeof ENDPOINTS)["qualityExport"]>): Promise<string> {
    const columns = COLUMNS[table];
    const rows = await this.#read[table](user, asked);
    const lines = rows.map((row) => `${csvLine(columns.map((name) => (row[name] ?? null) as Cell))}\r\n`);
    return csvHeader(columns) + lines.join("");
  }
}

/** Why it failed, in one line for programs. */
const whyOf = ({ reason, error }: FailureWords): string =>
  [reason === null ? "" : saidInEnglish(reason), error].filter(Boolean).join(": ");
