import type { Readable } from "node:stream";
import { UdtError, type Framework } from "@udt/contract";
import type { ProjectContent } from "../../people/projects/project-deletion.service.ts";
import { countCredentials } from "./credentials.repository.ts";
import * as repository from "./libraries.repository.ts";
import type { LibrariesDependencies } from "./libraries-dependencies.ts";
import * as parses from "./parses.repository.ts";
import { readFromSnapshot } from "./snapshot-reader.ts";

export interface CaseOfLibrary {
  case_key: string;
  name: string;
  file: string;
  function: string;
}

const LINES_AROUND = 5;
const LINE_MAX = 500;

/** What was read from libraries: their cases, and the files of a commit, for as long as somebody needs them. */
export class LibraryFiles {
  readonly #needs: Pick<LibrariesDependencies, "database" | "blobs" | "loose" | "queue" | "uses">;
  constructor(needs: Pick<LibrariesDependencies, "database" | "blobs" | "loose" | "queue" | "uses">) {
    this.#needs = needs;
  }

  /** @throws UdtError library_not_found */
  async find(project_id: string, library_id: string): Promise<repository.LibraryListing> {
    const found = await repository.findLibrary(this.#needs.database.db, project_id, library_id);
    if (!found) throw new UdtError("library_not_found", { library_id });
    return found;
  }

  /** @throws UdtError library_not_found */
  async assertExists(project_id: string, library_id: string): Promise<void> {
    await this.find(project_id, library_id);
  }

  /** Whether it was never read, and an agent is at it or will be. */
  async awaitsFirstRead(project_id: string, library_id: string): Promise<boolean> {
    const found = await repository.findLibrary(this.#needs.database.db, project_id, library_id);
    return found !== undefined && found.parsed === null && (found.last === null || found.open !== null);
  }

  /** What some libraries are called, by id; those that are not there are left out. */
  namesOf(project_id: string, library_ids: string[]): Promise<Map<string, string>> {
    return repository.namesOf(this.#needs.database.db, project_id, library_ids);
  }

  /**
   * What a run of it is pinned to: the commit that was last read with success.
   *
   * @param mayBeUnlisted before the first success, a commit will do of which there are the files but no list of cases
   * @throws UdtError library_not_found, library_not_parsed
   */
  async pin(
    project_id: string,
    library_id: string,
    mayBeUnlisted = false,
  ): Promise<{
    library_id: string;
    name: string;
    framework: Framework;
    commit_id: string;
    is_builtin: boolean;
    is_listed: boolean;
    snapshot: { sha256: string; size_bytes: number };
  }> {
    const { library, parsed, last } = await this.find(project_id, library_id);
    const read = parsed ?? (mayBeUnlisted ? last : null);
    // An agent that went away may have left files and not said of what they are.
    if (!read?.snapshot || read.commit_id !== read.snapshot.commit_id)
      throw new UdtError("library_not_parsed", { library_id });
    const { name, framework, is_builtin } = library;
    const { commit_id, sha256, size_bytes } = read.snapshot;
    const snapshot = { sha256, size_bytes };
    return { library_id, name, framework, commit_id, is_builtin, is_listed: parsed !== null, snapshot };
  }

  /** The cases of all the project's libraries, by library and in its order. */
  async searchCases(project_id: string, query: { keyword: string; page_num: number; page_size: number }) {
    const { rows, total } = await repository.searchCases(this.#needs.database.db, { ...query, project_id });
    return { list: rows, total, page_num: query.page_num, page_size: query.page_size };
  }

  /** The cases of a commit in the library's order; of `keys`, those that are not there are left out. */
  async cases(library_id: string, commit_id: string, keys?: readonly string[]): Promise<CaseOfLibrary[]> {
    const { db } = this.#needs.database;
    const parse = await parses.parseOfCommit(db, library_id, commit_id);
    if (!parse) return [];
    const rows = await repository.casesOf(db, parse.task_id, keys);
    return rows.map(({ case_key, name, file, function: function_ }) => ({ case_key, name, file, function: function_ }));
  }

  /** @throws UdtError library_not_found */
  async snapshotFacts(
    library_id: string,
    commit_id: string,
  ): Promise<{ sha256: string; size_bytes: number; is_builtin: boolean }> {
    const { db } = this.#needs.database;
    const parse = await parses.parseOfCommit(db, library_id, commit_id);
    const library = await repository.findAnyLibrary(db, library_id);
    if (!parse?.snapshot || !library) throw new UdtError("library_not_found", { library_id });
    const { sha256, size_bytes } = parse.snapshot;
    return { sha256, size_bytes, is_builtin: library.is_builtin };
  }

  /** A gzipped tar. @throws UdtError library_not_found */
  async openFiles(library_id: string, commit_id: string): Promise<{ stream: Readable; size_bytes: number }> {
    const parse = await parses.parseOfCommit(this.#needs.database.db, library_id, commit_id);
    const blob = parse?.snapshot && (await this.#needs.blobs.get(parse.snapshot.blob_key));
    if (!blob) throw new UdtError("library_not_found", { library_id });
    return blob;
  }

  /** The lines around one of a file, as they are at a commit; none when they cannot be had. */
  async source(
    library_id: string,
    commit_id: string,
    file: string,
    line: number,
  ): Promise<{ line: number; text: string }[]> {
    const parse = await parses.parseOfCommit(this.#needs.database.db, library_id, commit_id);
    const blob = parse?.snapshot && (await this.#needs.blobs.get(parse.snapshot.blob_key));
    if (!blob) return [];
    const text = await readFromSnapshot(blob.stream, file).catch(() => undefined);
    if (text === undefined) return [];
    const lines = text.split(/\r?\n/);
    if (line < 1 || line > lines.length) return [];
    const first = Math.max(1, line - LINES_AROUND);
    return lines
      .slice(first - 1, line + LINES_AROUND)
      .map((each, index) => ({ line: first + index, text: each.slice(0, LINE_MAX) }));
  }

  /** @throws UdtError library_not_found */
  async listCases(
    project_id: string,
    library_id: string,
    query: { keyword: string; page_num: number; page_size: number },
  ) {
    const { parsed } = await this.find(project_id, library_id);
    const page = { page_num: query.page_num, page_size: query.page_size };
    if (!parsed) return { list: [], total: 0, commit_id: "", ...page };
    const { rows, total } = await repository.listCases(this.#needs.database.db, parsed.task_id, query);
    const list = rows.map(({ case_key, name, file, function: function_ }) => ({
      case_key,
      name,
      file,
      function: function_,
    }));
    return { list, total, commit_id: parsed.commit_id, ...page };
  }

  /** @throws UdtError library_not_found */
  async caseNames(project_id: string, library_id: string, keys: readonly string[]) {
    const { parsed } = await this.find(project_id, library_id);
    const rows = parsed ? await repository.casesOf(this.#needs.database.db, parsed.task_id, keys) : [];
    return { list: rows.map(({ case_key, name }) => ({ case_key, name })) };
  }

  /** Deletes the cases and files of a library's commits that neither it nor a run needs any more. */
  async prune(library_id: string): Promise<void> {
    const { database, loose, uses } = this.#needs;
    const keys = await database.transaction(async (tx) => {
      const unneeded = await parses.findPrunable(tx, library_id, uses);
      for (const { task_id } of unneeded) await parses.updateParse(tx, task_id, { snapshot: null });
      await parses.deleteCases(
        tx,
        unneeded.map(({ task_id }) => task_id),
      );
      const found = unneeded.flatMap(({ snapshot }) => (snapshot ? [snapshot.blob_key] : []));
      await loose.note(found, tx);
      return found;
    });
    await loose.delete(keys);
  }

  /** Deletes what is left of libraries that were deleted, once no run speaks of them. */
  async sweepDeleted(): Promise<void> {
    const { database, loose, queue, uses } = this.#needs;
    for (const { library_id } of await repository.deletedUnused(database.db, uses)) {
      const keys = await database.transaction(async (tx) => {
        const found = await parses.snapshotKeys(tx, { library_id });
        await loose.note(found, tx);
        await queue.forget(tx, "parse", [library_id]);
        await repository.deleteLibrary(tx, library_id);
        return found;
      });
      await loose.delete(keys);
    }
  }

  /** The rows go with their project. */
  readonly ofProject: ProjectContent = {
    count: async (db, project_id) => ({
      libraries: await repository.countOf(db, project_id),
      credentials: await countCredentials(db, project_id),
    }),
    delete: async (tx, project_id) => ({ blob_keys: await parses.snapshotKeys(tx, { project_id }) }),
  };
}
