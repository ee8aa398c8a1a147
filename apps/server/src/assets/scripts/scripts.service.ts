import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { LIMITS, UdtError, type BodyOf, type ENDPOINTS, type ScriptRepository } from "@udt/contract";
import type { ProjectContent } from "../../people/projects/project-deletion.service.ts";
import type { Queries } from "../../platform/database/database.ts";
import { brokenConstraint } from "../../platform/database/violations.ts";
import { commitFolder } from "../../platform/git.ts";
import type { Actor } from "../../platform/http/caller.ts";
import { newId } from "../../platform/ids.ts";
import { identityOf } from "./identity.ts";
import { outsideOf } from "./outside.answers.ts";
import { asRefusal, MAIN_BRANCH, ScriptFiles } from "./script-files.ts";
import { folderKey, folderOf, pathOf } from "./script-places.ts";
import type { ScriptsDependencies } from "./scripts-dependencies.ts";
import * as repository from "./scripts.repository.ts";

type Wish = BodyOf<(typeof ENDPOINTS)["scriptUpdate"]>;
const NAMED_LIBRARIES = 3;
const LOOK_MS = 100;
const WRITER_AWAITED_MS = 5_000;
const TEMPLATES = fileURLToPath(new URL("../../../../../examples/templates", import.meta.url));

/** Script repositories: what they are. What is in them is read by {@link ScriptFiles} and changed by pushes. */
export class ScriptsService {
  readonly #needs: ScriptsDependencies;
  constructor(needs: ScriptsDependencies) {
    this.#needs = needs;
  }

  async list(project_id: string, query: Omit<Parameters<typeof repository.listScripts>[1], "project_id">) {
    const { rows, total } = await repository.listScripts(this.#needs.database.db, { ...query, project_id });
    return { list: rows.map(this.#answerOf), total, page_num: query.page_num, page_size: query.page_size };
  }

  /** One that the caller may see. @throws UdtError script_repository_not_found */
  async get(project: repository.Standing, repo_id: string): Promise<ScriptRepository> {
    const found = await repository.findShown(this.#needs.database.db, project, repo_id);
    if (!found) throw new UdtError("script_repository_not_found", { repo_id });
    return this.#answerOf(found);
  }

  /** One of those that this server keeps. @throws UdtError script_repository_not_found */
  async own(project_id: string, repo_id: string): Promise<ScriptRepository> {
    const found = await repository.findScript(this.#needs.database.db, project_id, repo_id);
    if (!found) throw new UdtError("script_repository_not_found", { repo_id });
    return this.#answerOf(found);
  }

  /** One in which the caller may read. @throws UdtError script_repository_not_found, script_not_fetched */
  async readable(project: repository.Standing, repo_id: string): Promise<ScriptRepository> {
    const found = await this.get(project, repo_id);
    // What was let in no longer is not read on from what was kept.
    if (found.outside?.fetched_at === null) throw new UdtError("script_not_fetched");
    return found;
  }

  /** What is in a repository. @throws UdtError script_repository_not_found, script_not_fetched */
  async files(project: repository.Standing, repo_id: string): Promise<ScriptFiles> {
    const { default_branch, outside } = await this.readable(project, repo_id);
    return new ScriptFiles(folderOf(this.#needs.blob_folder, repo_id), default_branch, outside !== null);
  }

  /** @throws UdtError script_name_exists, script_repository_limit, script_git_failed */
  async create(
    actor: Actor,
    project_id: string,
    wish: BodyOf<(typeof ENDPOINTS)["scriptCreate"]>,
  ): Promise<ScriptRepository> {
    const { database, bus, clock, audit, loose, blob_folder } = this.#needs;
    const { count } = await repository.sumOf(database.db, project_id);
    const max = LIMITS.script_repositories_max;
    if (count >= max) throw new UdtError("script_repository_limit", { max });
    const repo_id = newId();
    const folder = folderOf(blob_folder, repo_id);
    // Noted before it is there: a server that is killed meanwhile leaves nothing behind for long.
    await loose.note([folderKey(repo_id)]);
    try {
      const template = { folder: `${TEMPLATES}/${wish.template}`, env: identityOf(actor.user), message: "Begin" };
      const size_bytes = await commitFolder(folder, template)
        .then(() => new ScriptFiles(folder).size())
        .catch((error: unknown) => Promise.reject(asRefusal(error)));
      const now = clock.now();
      await named(wish.name, () =>
        bus.transaction(async (tx, announce) => {
          const row = { ...wish, repo_id, project_id, size_bytes, user_id: actor.user.user_id };
          await repository.insertScript(tx, { ...row, created_at: now, updated_at: now });
          await loose.adopt(tx, [folderKey(repo_id)]);
          await audit.write(tx, { action: "script.create", ...actor, project_id, target: wish.name });
          announce(project_id, { type: "script.changed", repo_id });
        }),
      );
    } catch (error) {
      await loose.delete([folderKey(repo_id)]);
      throw error;
    }
    return this.own(project_id, repo_id);
  }

  /** @throws UdtError script_repository_not_found, script_name_exists */
  async update(actor: Actor, project_id: string, repo_id: string, wish: Wish): Promise<ScriptRepository> {
    const { bus, clock, audit } = this.#needs;
    await named(wish.name, () =>
      bus.transaction(async (tx, announce) => {
        const before = await repository.lockScript(tx, project_id, repo_id, "update");
        if (!before) throw new UdtError("script_repository_not_found", { repo_id });
        await repository.updateScript(tx, repo_id, { ...wish, updated_at: clock.now() });
        await audit.write(tx, { action: "script.edit", ...actor, project_id, target: before.name });
        announce(project_id, { type: "script.changed", repo_id });
      }),
    );
    return this.own(project_id, repo_id);
  }

  /**
   * Waits a moment for who writes: what is tidied after a push is none that its owner knows of.
   * @throws UdtError script_repository_not_found, script_repository_used, script_push_open
   */
  async delete(actor: Actor, project_id: string, repo_id: string): Promise<void> {
    const { loose } = this.#needs;
    const until = performance.now() + WRITER_AWAITED_MS;
    for (;;) {
      const written = await this.#deleteUnwritten(actor, project_id, repo_id);
      if (!written) break;
      if (performance.now() >= until) throw new UdtError("script_push_open", { name: written.name });
      await pause(LOOK_MS);
    }
    await loose.delete([folderKey(repo_id)]);
  }

  /** Answers the repository when somebody writes into it, and leaves it then. */
  #deleteUnwritten(actor: Actor, project_id: string, repo_id: string): Promise<{ name: string } | undefined> {
    const { bus, clock, audit, loose } = this.#needs;
    return bus.transaction(async (tx, announce) => {
      const row = await repository.lockScript(tx, project_id, repo_id, "update");
      if (!row) throw new UdtError("script_repository_not_found", { repo_id });
      const names = await repository.libraryNames(tx, project_id, pathOf(project_id, repo_id));
      const library_names = names.slice(0, NAMED_LIBRARIES).join(", ");
      if (names.length > 0) throw new UdtError("script_repository_used", { name: row.name, library_names });
      if ((row.writer_until ?? 0) >= clock.now()) return { name: row.name };
      await repository.deleteScript(tx, repo_id);
      await loose.note([folderKey(repo_id)], tx);
      await audit.write(tx, { action: "script.delete", ...actor, project_id, target: row.name });
      announce(project_id, { type: "script.changed", repo_id });
      return undefined;
    });
  }

  readonly ofProject: ProjectContent = {
    count: async (db, project_id) => {
      const { count, size_bytes } = await repository.sumOf(db, project_id);
      return { script_repositories: count, script_bytes: size_bytes };
    },
    // Git would make anew what is taken away under it.
    end: async (project_id, limitMs) => {
      const until = performance.now() + limitMs;
      while ((await this.#isWritten(this.#needs.database.db, project_id)) && performance.now() < until)
        await pause(LOOK_MS);
    },
    isOpen: (tx, project_id) => this.#isWritten(tx, project_id),
    delete: async (tx, project_id) => ({
      blob_keys: (await repository.deleteScriptsOf(tx, project_id)).map(folderKey),
    }),
  };

  #isWritten = (db: Queries, project_id: string): Promise<boolean> =>
    repository.isWritten(db, project_id, this.#needs.clock.now());

  #answerOf = ({ repository: row, user_name, mirror }: repository.ScriptListing): ScriptRepository => {
    const { writer: _writer, writer_until: _until, user_id: _user, is_outside: _is, ...rest } = row;
    const own_url = `${this.#needs.publicUrl()}${pathOf(row.project_id, row.repo_id)}`;
    return {
      ...rest,
      default_branch: mirror?.default_branch ?? MAIN_BRANCH,
      clone_url: mirror?.url ?? own_url,
      user_name,
      outside: mirror && outsideOf(mirror, this.#needs.clock.now()),
    };
  };
}

async function named<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (brokenConstraint(error)?.name === "script_repositories_name")
      throw new UdtError("script_name_exists", { name });
    throw error;
  }
}
