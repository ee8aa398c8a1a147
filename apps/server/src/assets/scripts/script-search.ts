/** Looks for text in the files of a script repository, by git's own grep: bounded in time, lines and bytes, a few at a time. */
import { LIMITS, UdtError, type DataOf, type ENDPOINTS } from "@udt/contract";
import { endGit, startGit } from "../../platform/git.ts";
import { Turns } from "../../platform/turns.ts";
import { asRefusal, type ScriptFiles } from "./script-files.ts";

type Found = DataOf<(typeof ENDPOINTS)["scriptSearch"]>;
type FoundLine = Found["files"][number]["lines"][number];

export interface SearchWish {
  text: string;
  is_regexp: boolean;
  is_case: boolean;
}

/** Searches of one server at once, and those of one person that wait. */
const AT_ONCE = 4;
const WAITING_EACH = 8;
/** A line may be a whole file of a megabyte. */
const READ_MAX_BYTES = 32 * 1024 ** 2;
const SHOWN_CHARS = 240;
const BEFORE_CHARS = 60;
/** `git grep` found nothing. */
const NONE = 1;
/** What it ends at, though the expression is one: what it found before counts. */
const CUTS = [
  ["line", /pcre2_(?:jit_)?match failed/],
  ["file", /attempting to allocate/],
] as const;

export class ScriptSearch {
  readonly #turns = new Turns(
    { at_once: AT_ONCE, waiting_each: WAITING_EACH },
    () => new UdtError("script_search_busy"),
  );

  /**
   * The lines of text files that hold a text. Who goes away ends it.
   * @param asker whose search it is: one person's wait behind those of others
   * @throws UdtError script_branch_not_found, script_commit_not_found, script_search_pattern, script_search_busy, script_git_failed
   */
  async find(
    files: ScriptFiles,
    asker: string,
    at: { branch: string; commit_id: string },
    wish: SearchWish,
    signal: AbortSignal,
  ): Promise<Found> {
    const commit_id = at.commit_id === "" ? await files.newest(at.branch) : await files.known(at.commit_id);
    return this.#turns.during(asker, async () => {
      signal.throwIfAborted();
      return grep(files.folder, commit_id, wish, signal).catch((error: unknown) => Promise.reject(asRefusal(error)));
    });
  }
}

async function grep(folder: string, commit_id: string, wish: SearchWish, signal: AbortSignal): Promise<Found> {
  const how = [wish.is_regexp ? "-P" : "-F", ...(wish.is_case ? [] : ["-i"])];
  const words = ["grep", "-I", "-n", "-z", "--column", "--full-name", "--no-color", ...how, "-e", wish.text, commit_id];
  const { child, exited } = startGit(words, {
    folder,
    timeoutMs: LIMITS.script_search_ms,
    settings: [["grep.threads", "1"]],
    // By which it knows letters that are no ASCII.
    env: { LC_ALL: "C.UTF-8" },
  });
  const end = () => void endGit(child);
  signal.addEventListener("abort", end);
  const found = new Map<string, FoundLine[]>();
  const records = new Records();
  let [lines, size] = [0, 0];
  try {
    for await (const piece of child.stdout as AsyncIterable<Buffer>) {
      size += piece.length;
      for (const record of records.of(piece)) {
        const { path, line } = foundIn(record, commit_id);
        const known = found.get(path);
        if (known) known.push(line);
        else found.set(path, [line]);
        if (++lines >= LIMITS.script_search_lines_max) break;
      }
      if (lines >= LIMITS.script_search_lines_max || size > READ_MAX_BYTES) break;
    }
    const isFull = lines >= LIMITS.script_search_lines_max || size > READ_MAX_BYTES;
    if (isFull) await endGit(child);
    const { code, said } = await exited;
    signal.throwIfAborted();
    const files = [...found].map(([path, list]) => ({ path, lines: list }));
    if (isFull) return { commit_id, files, lines, cut_by: "number" };
    // It was ended.
    if (code === null) return { commit_id, files, lines, cut_by: "time" };
    if (code === 0 || code === NONE) return { commit_id, files, lines, cut_by: null };
    const cut_by = CUTS.find(([, words]) => words.test(said))?.[0];
    if (cut_by) return { commit_id, files, lines, cut_by };
    throw new UdtError("script_search_pattern", { why: said.replace(/^fatal: (-e option, )?/, "") });
  } finally {
    signal.removeEventListener("abort", end);
    await endGit(child);
  }
}

/** Of a found line: commit and path, line, column in bytes, and its text. */
type FoundRecord = readonly [Buffer, Buffer, Buffer, Buffer];

/**
 * Takes what `git grep -z -n --column` writes apart, as it comes: a path may hold a line's end, so three fields end with a NUL, and
 * the text with its line.
 */
class Records {
  #pieces: Buffer[] = [];
  #fields: Buffer[] = [];

  *of(piece: Buffer): Generator<FoundRecord, void, void> {
    for (let begin = 0; begin < piece.length;) {
      const end = piece.indexOf(this.#fields.length < 3 ? "\0" : "\n", begin);
      this.#pieces.push(piece.subarray(begin, end === -1 ? undefined : end));
      if (end === -1) return;
      begin = end + 1;
      this.#fields.push(Buffer.concat(this.#pieces));
      this.#pieces = [];
      const [place, line, column, text] = this.#fields;
      if (!place || !line || !column || !text) continue;
      this.#fields = [];
      yield [place, line, column, text];
    }
  }
}

function foundIn([place, at, column_at, text]: FoundRecord, commit_id: string): { path: string; line: FoundLine } {
  const path = place.toString("utf8", commit_id.length + 1);
  const [line, column] = [at, column_at].map((field) => Number(field.toString("latin1"))) as [number, number];
  const before = text.toString("utf8", 0, column - 1);
  const whole = text.toString("utf8").replace(/\r$/, "");
  const from = whole.length <= SHOWN_CHARS ? 0 : Math.max(0, before.length - BEFORE_CHARS);
  const shown = whole.slice(from, from + SHOWN_CHARS).toWellFormed();
  return { path, line: { line, column: before.length + 1, text: shown, hit_at: before.length - from } };
}
