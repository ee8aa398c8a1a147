import type { Readable } from "node:stream";
import {
  UdtError,
  type BodyOf,
  type ENDPOINTS,
  type Library,
  type AgentTaskOf,
  type LibraryFramework,
  type ParseOrigin,
  type RepositoryAuth,
} from "@udt/contract";
import type { Queries } from "../../platform/database/database.ts";
import { brokenConstraint } from "../../platform/database/violations.ts";
import type { Actor } from "../../platform/http/caller.ts";
import { hashSecret, newId, newSecret } from "../../platform/ids.ts";
import type { TaskRow } from "../../core/tasks/tasks.service.ts";
import { MAIN_BRANCH } from "../scripts/script-sources.service.ts";
import { libraryOf, parseOf } from "./libraries.answers.ts";
import * as repository from "./libraries.repository.ts";
import type { LibrariesDependencies } from "./libraries-dependencies.ts";
import { LibraryFiles } from "./library-files.ts";
import { OutsideLibraries, tokenPlace } from "./outside-libraries.service.ts";
import { parseRules } from "./parse-task.ts";
import * as parses from "./parses.repository.ts";
import { assertBranch, readRefs, type BasicAuth, type Refs } from "./repository-refs.ts";

export type { BuiltinLibrary, LibrariesDependencies } from "./libraries-dependencies.ts";

type Fields = BodyOf<(typeof ENDPOINTS)["libraryUpdate"]>;
interface Page {
  page_num: number;
  page_size: number;
}

const TARGET_TIMEOUT_MS = 10_000;
export const SYNC_EVERY_MS = 5 * 60_000;
const hookPlace = (library_id: string) => `library/${library_id}/hook`;

/** Case libraries: what they are, and what runs need of them. Agents read them, as tasks. */
export class LibrariesService extends LibraryFiles {
  readonly #needs: LibrariesDependencies;
  readonly outside: OutsideLibraries;
  readonly parse_rules = parseRules({
    describe: (task) => this.#describe(task),
    prune: (library_id) => this.prune(library_id),
  });

  constructor(needs: LibrariesDependencies) {
    super(needs);
    this.#needs = needs;
    this.outside = new OutsideLibraries(needs);
  }

  async list(project_id: string, query: Omit<repository.LibraryFilter, "project_id">) {
    const { rows, total } = await repository.listLibraries(this.#needs.database.db, { ...query, project_id });
    const list = rows.map(await this.#answering(rows));
    return { list, total, page_num: query.page_num, page_size: query.page_size };
  }

  /** Whether a project has any that did not come with it. */
  hasOwn(project_id: string): Promise<boolean> {
    return repository.hasOwn(this.#needs.database.db, project_id);
  }

  /** @throws UdtError library_not_found */
  async get(project_id: string, library_id: string): Promise<Library> {
    const found = await this.find(project_id, library_id);
    const answerOf = await this.#answering([found]);
    return answerOf(found);
  }

  /** @throws UdtError library_not_found, repository_auth_required, repository_check_failed, credential_not_found */
  async check(
    project_id: string,
    wish: { url: string; auth: RepositoryAuth; library_id?: string | undefined },
  ): Promise<Refs> {
    const own = this.#needs.scripts.pathIn(wish.url);
    if (own !== undefined) return this.#needs.scripts.branches(project_id, own);
    let auth = await this.outside.authOf(project_id, wish.auth);
    if (auth === undefined && wish.library_id !== undefined) {
      const { library } = await this.find(project_id, wish.library_id);
      // Its secret is not for another address: whoever may type one could have it sent to their own host.
      if (library.url === wish.url) auth = await this.outside.authOfLibrary(library);
    }
    return readRefs(this.#needs.outbound, wish.url, auth);
  }

  /** @throws UdtError as {@link check}, repository_branch_missing, library_name_exists */
  async create(actor: Actor, project_id: string, wish: BodyOf<(typeof ENDPOINTS)["libraryCreate"]>): Promise<Library> {
    assertBranch(await this.check(project_id, wish), wish.branch);
    const library_id = newId();
    const { url, auth } = this.#sourceOf(wish);
    const library = {
      library_id,
      project_id,
      name: wish.name,
      framework: wish.framework,
      url,
      branch: wish.branch,
      sync: wish.sync,
      token: auth?.kind === "token" ? this.#needs.secrets.seal(auth.token, tokenPlace(library_id)) : null,
      credential_id: auth?.kind === "credential" ? auth.credential_id : null,
    };
    await this.#insert(actor.user.user_id, library, actor);
    return this.get(project_id, library_id);
  }

  /**
   * Makes sure that a project has the first of the libraries that this server serves, and that it is read as it is now.
   * Answers its id; undefined when this server serves none.
   */
  async ensureBuiltin(project_id: string, user_id: string): Promise<string | undefined> {
    const { db } = this.#needs.database;
    const [of] = await this.#needs.builtin();
    if (!of) return undefined;
    const found = await repository.findBuiltin(db, project_id, of.path);
    if (found) {
      const { parsed } = await this.find(project_id, found.library_id);
      if (parsed?.commit_id !== of.commit_id) await this.parse(project_id, found.library_id, "sync", null);
      return found.library_id;
    }
    const library_id = newId();
    await this.#insert(user_id, {
      library_id,
      project_id,
      name: of.name,
      framework: of.framework,
      url: of.path,
      branch: "",
      sync: false,
      token: null,
      credential_id: null,
      is_builtin: true,
    });
    return library_id;
  }

  async #insert(
    user_id: string,
    library: {
      library_id: string;
      project_id: string;
      name: string;
      framework: LibraryFramework;
      url: string;
      branch: string;
      sync: boolean;
      token: string | null;
      credential_id: string | null;
      is_builtin?: boolean;
    },
    /** Who asked for it; nobody did for one that the server brings. */
    actor?: Actor,
  ): Promise<void> {
    const { bus, clock, secrets, credentials, scripts, audit } = this.#needs;
    const hook = newSecret();
    const now = clock.now();
    const { project_id, library_id, name } = library;
    await named(name, () =>
      bus.transaction(async (tx, announce) => {
        if (library.credential_id !== null) await credentials.hold(tx, project_id, library.credential_id);
        if (isScripts(library)) await scripts.hold(tx, project_id, library.url);
        const row = {
          ...library,
          user_id,
          created_at: now,
          updated_at: now,
          sync_at: library.sync ? now + SYNC_EVERY_MS : null,
          hook_secret: secrets.seal(hook, hookPlace(library_id)),
          hook_hash: hashSecret(hook),
        };
        await repository.insertLibrary(tx, row);
        await this.#enqueue(tx, row, "import", user_id);
        if (actor) await audit.write(tx, { action: "library.create", ...actor, project_id, target: name });
        announce(project_id, { type: "library.changed", library_id });
      }),
    );
  }

  /** @throws UdtError library_not_found, library_builtin, and as {@link create} */
  async update(actor: Actor, project_id: string, library_id: string, wish: Fields): Promise<Library> {
    const { bus, clock, secrets, credentials, scripts, audit } = this.#needs;
    const { library: before } = await this.find(project_id, library_id);
    if (before.is_builtin) return this.#rename(actor, before, wish);
    const isSameHost = new URL(wish.url).origin === new URL(this.#urlOf(before)).origin;
    const { url, auth } = this.#sourceOf(wish);
    const keepsAuth = auth === undefined && isSameHost && !isScripts({ url });
    const basic = auth
      ? await this.outside.authOf(project_id, auth)
      : keepsAuth
        ? await this.outside.authOfLibrary(before)
        : undefined;
    const isMoved = url !== before.url || wish.branch !== before.branch || wish.framework !== before.framework;
    if (isMoved || auth) assertBranch(await this.#refsAt(project_id, url, basic), wish.branch);
    const after = await named(wish.name, () =>
      bus.transaction(async (tx, announce) => {
        if (!(await repository.lockLibrary(tx, project_id, library_id)))
          throw new UdtError("library_not_found", { library_id });
        const credential_id = auth?.kind === "credential" ? auth.credential_id : null;
        if (credential_id !== null) await credentials.hold(tx, project_id, credential_id);
        if (isScripts({ url })) await scripts.hold(tx, project_id, url);
        const change = {
          name: wish.name,
          url,
          branch: wish.branch,
          framework: wish.framework,
          sync: wish.sync,
          ...(!keepsAuth && {
            token: auth?.kind === "token" ? secrets.seal(auth.token, tokenPlace(library_id)) : null,
            credential_id,
          }),
          sync_at: wish.sync ? clock.now() + SYNC_EVERY_MS : null,
          sync_failures: 0,
          updated_at: clock.now(),
          ...(isMoved && {
            parsed_task_id: null,
            last_task_id: null,
          }),
        };
        await repository.updateLibrary(tx, library_id, change);
        const detail = { moved: isMoved, auth: auth !== undefined };
        await audit.write(tx, { action: "library.edit", ...actor, project_id, target: before.name, detail });
        const cancelled = isMoved ? await this.#cancel(tx, library_id) : undefined;
        if (isMoved) await this.#enqueue(tx, { ...before, ...change }, "edit", actor.user.user_id);
        announce(project_id, { type: "library.changed", library_id });
        return cancelled?.after;
      }),
    );
    after?.();
    if (isMoved) await this.prune(library_id);
    return this.get(project_id, library_id);
  }

  async #rename(
    actor: Actor,
    { project_id, library_id, ...before }: repository.LibraryRow,
    wish: Fields,
  ): Promise<Library> {
    const isMore =
      wish.url !== this.#urlOf(before) || wish.branch !== before.branch || wish.framework !== before.framework;
    if (isMore || wish.auth) throw new UdtError("library_builtin", { name: before.name });
    await named(wish.name, () =>
      this.#needs.bus.transaction(async (tx, announce) => {
        await repository.updateLibrary(tx, library_id, { name: wish.name, updated_at: this.#needs.clock.now() });
        const detail = { moved: false, auth: false };
        await this.#needs.audit.write(tx, {
          action: "library.edit",
          ...actor,
          project_id,
          target: before.name,
          detail,
        });
        announce(project_id, { type: "library.changed", library_id });
      }),
    );
    return this.get(project_id, library_id);
  }

  /** @throws UdtError library_not_found */
  async delete(actor: Actor, project_id: string, library_id: string): Promise<void> {
    const { bus, clock, audit } = this.#needs;
    const cancelled = await bus.transaction(async (tx, announce) => {
      const library = await repository.lockLibrary(tx, project_id, library_id);
      if (!library) throw new UdtError("library_not_found", { library_id });
      const task = await this.#cancel(tx, library_id);
      await repository.updateLibrary(tx, library_id, {
        deleted_at: clock.now(),
        parsed_task_id: null,
        sync_at: null,
        token: null,
        credential_id: null,
      });
      await audit.write(tx, { action: "library.delete", ...actor, project_id, target: library.name });
      announce(project_id, { type: "library.changed", library_id });
      return task;
    });
    cancelled?.after();
    await this.prune(library_id);
    await this.sweepDeleted();
  }

  async parses(project_id: string, library_id: string, page: Page) {
    await this.find(project_id, library_id);
    const { rows, total } = await parses.listParses(this.#needs.database.db, library_id, page);
    return { list: rows.map(parseOf), total, ...page };
  }

  /** Has a library read again; one that is being read already is left to it. @throws UdtError library_not_found */
  async parse(project_id: string, library_id: string, origin: ParseOrigin, user_id: string | null): Promise<Library> {
    await this.#needs.bus.transaction(async (tx, announce) => {
      const library = await repository.lockLibrary(tx, project_id, library_id);
      if (!library) throw new UdtError("library_not_found", { library_id });
      if (await this.#enqueue(tx, library, origin, user_id))
        announce(project_id, { type: "library.changed", library_id });
    });
    return this.get(project_id, library_id);
  }

  /** @throws UdtError library_not_found */
  async cancelParse(project_id: string, library_id: string): Promise<Library> {
    const cancelled = await this.#needs.bus.transaction(async (tx, announce) => {
      if (!(await repository.lockLibrary(tx, project_id, library_id)))
        throw new UdtError("library_not_found", { library_id });
      announce(project_id, { type: "library.changed", library_id });
      return this.#cancel(tx, library_id);
    });
    cancelled?.after();
    return this.get(project_id, library_id);
  }

  /** @throws UdtError library_not_found */
  async hook(project_id: string, library_id: string): Promise<{ url: string }> {
    const { library } = await this.find(project_id, library_id);
    return { url: this.#hookUrl(this.#needs.secrets.open(library.hook_secret, hookPlace(library_id))) };
  }

  /** @throws UdtError library_not_found */
  async resetHook(actor: Actor, project_id: string, library_id: string): Promise<{ url: string }> {
    const { database, secrets, audit } = this.#needs;
    const hook = newSecret();
    await database.transaction(async (tx) => {
      const library = await repository.lockLibrary(tx, project_id, library_id);
      if (!library) throw new UdtError("library_not_found", { library_id });
      await audit.write(tx, { action: "library.hook_reset", ...actor, project_id, target: library.name });
      const hook_secret = secrets.seal(hook, hookPlace(library_id));
      await repository.updateLibrary(tx, library_id, { hook_secret, hook_hash: hashSecret(hook) });
    });
    return { url: this.#hookUrl(hook) };
  }

  /** A push, as the repository's host tells it. @throws UdtError library_not_found */
  async pushed(secret: string, ref: string | undefined): Promise<{ parsing: boolean }> {
    const library = await repository.findByHook(this.#needs.database.db, hashSecret(secret));
    if (!library) throw new UdtError("library_not_found", { library_id: "of this webhook" });
    return { parsing: await this.#told(library, ref, "webhook") };
  }

  /** A push to a script repository of the project: what a webhook tells of one elsewhere. */
  async pushedHere(project_id: string, url: string, branches: readonly string[]): Promise<void> {
    for (const library of await repository.findByUrl(this.#needs.database.db, project_id, url)) {
      for (const branch of branches) await this.#told(library, `refs/heads/${branch}`, "push");
    }
  }

  async #told(library: repository.LibraryRow, ref: string | undefined, origin: ParseOrigin): Promise<boolean> {
    const branch = library.branch || (isScripts(library) ? MAIN_BRANCH : "");
    const isOurs = ref === undefined || branch === "" || ref === `refs/heads/${branch}`;
    if (isOurs) await this.parse(library.project_id, library.library_id, origin, null);
    return isOurs;
  }

  /** Asks the repositories of some libraries whose time has come whether there is anything new. */
  async syncDue(limit: number): Promise<void> {
    const { database, clock, log } = this.#needs;
    const now = clock.now();
    for (const library of await repository.takeDue(database.db, now, now + SYNC_EVERY_MS, limit)) {
      const { project_id, library_id } = library;
      try {
        const refs = await this.#refsAt(project_id, library.url, await this.outside.authOfLibrary(library));
        const wanted = library.branch || refs.default_branch;
        const commit_id = refs.branches.find(({ name }) => name === wanted)?.commit_id;
        const known = [library.parsed_task_id, library.last_task_id].filter((each) => each !== null);
        const tasks = await parses.findListed(database.db, known);
        if (commit_id !== undefined && !tasks.some(({ parse }) => parse.commit_id === commit_id))
          await this.parse(project_id, library_id, "sync", null);
        if (library.sync_failures > 0) await repository.updateLibrary(database.db, library_id, { sync_failures: 0 });
      } catch (error) {
        log.warn({ err: error, library_id }, "repository cannot be asked");
        const sync_failures = library.sync_failures + 1;
        const wait = SYNC_EVERY_MS * Math.min(12, 2 ** library.sync_failures);
        await repository.updateLibrary(database.db, library_id, { sync_failures, sync_at: now + wait });
      }
    }
  }

  #hookUrl = (secret: string): string => `${this.#needs.publicUrl()}/v1/caseapi/hooks/${secret}`;
  #urlOf = ({ url }: Pick<repository.LibraryRow, "url">): string =>
    url.startsWith("/") ? `${this.#needs.publicUrl()}${url}` : url;

  /** What is kept of where a library is: of a script repository the address below this server's, whatever it is called. */
  #sourceOf({ url, auth }: { url: string; auth?: RepositoryAuth | undefined }) {
    const own = this.#needs.scripts.pathIn(url);
    return own === undefined ? { url, auth } : { url: own, auth: undefined };
  }

  /** @throws UdtError as {@link check} */
  #refsAt(project_id: string, url: string, auth: BasicAuth | undefined): Promise<Refs> {
    if (isScripts({ url })) return this.#needs.scripts.branches(project_id, url);
    return readRefs(this.#needs.outbound, url, auth);
  }

  /** False when it is in the queue or being read already. */
  async #enqueue(
    tx: Queries,
    library: Pick<repository.LibraryRow, "library_id" | "project_id" | "framework" | "branch">,
    origin: ParseOrigin,
    user_id: string | null,
  ): Promise<boolean> {
    const { library_id, project_id, framework, branch } = library;
    const task_id = await this.#needs.queue.enqueue(tx, { kind: "parse", subject_id: library_id, project_id, user_id });
    if (task_id !== undefined) await parses.insertParse(tx, { task_id, library_id, origin, framework, branch });
    return task_id !== undefined;
  }

  /** Calls off what waits or runs for a library; `after` is for when that has been committed. */
  async #cancel(tx: Queries, library_id: string): Promise<{ after(): void } | undefined> {
    const cancelled = await this.#needs.queue.cancel(tx, { kind: "parse", subject_id: library_id });
    if (!cancelled) return undefined;
    await this.parse_rules.drop(tx, cancelled.task);
    return {
      after: () => {
        cancelled.after();
        void this.prune(library_id).catch((error: unknown) =>
          this.#needs.log.error({ err: error }, "pruning of a library"),
        );
      },
    };
  }

  async #describe({ task_id, subject_id }: TaskRow): Promise<AgentTaskOf<"parse">> {
    const { framework, branch } = await parses.parseOfTask(this.#needs.database.db, task_id);
    const library = await repository.findAnyLibrary(this.#needs.database.db, subject_id);
    if (!library || library.deleted_at !== null) throw new UdtError("library_not_found", { library_id: subject_id });
    const allow_unisolated = library.is_builtin || this.#needs.allowsUnisolated();
    const shared = { framework, branch, allow_unisolated };
    if (library.is_builtin) {
      const payload = { ...shared, url: null, path: library.url, addresses: [], auth: null };
      return { task_id, kind: "parse", payload };
    }
    if (isScripts(library)) {
      assertBranch(await this.#refsAt(library.project_id, library.url, undefined), branch);
      const auth = this.#needs.scripts.ticket(library.url);
      return { task_id, kind: "parse", payload: { ...shared, url: null, path: library.url, addresses: [], auth } };
    }
    const auth = (await this.outside.authOfLibrary(library)) ?? null;
    // Asked here first: it tells a refusal from a fault in words, and what may be dialled.
    assertBranch(await readRefs(this.#needs.outbound, library.url, auth ?? undefined), branch);
    const { addresses } = await this.#needs.outbound.check(library.url, TARGET_TIMEOUT_MS);
    return { task_id, kind: "parse", payload: { ...shared, url: library.url, path: "", addresses, auth } };
  }

  /** How each of these is answered. */
  async #answering(rows: readonly repository.LibraryListing[]): Promise<(row: repository.LibraryListing) => Library> {
    const open = rows.flatMap((row) => (row.open ? [row.open.task_id] : []));
    const tasks = await parses.findListed(this.#needs.database.db, open);
    return (row) =>
      libraryOf(
        row,
        {
          url: this.#urlOf(row.library),
          repo_id: this.#needs.scripts.repositoryAt(row.library.project_id, row.library.url) ?? null,
        },
        tasks.find(({ task }) => task.task_id === row.open?.task_id),
      );
  }

  /** The file that a run gets. @throws UdtError library_not_found */
  async openSnapshot(library_id: string, commit_id: string): Promise<{ stream: Readable; size_bytes: number }> {
    return this.openFiles(library_id, commit_id);
  }

  imageCredential(project_id: string, credential_id: string): Promise<BasicAuth> {
    return this.#needs.credentials.open(project_id, credential_id);
  }
}

/** Whether it reads a script repository of this server. */
const isScripts = ({ url, is_builtin = false }: { url: string; is_builtin?: boolean }): boolean =>
  url.startsWith("/") && !is_builtin;

async function named<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (brokenConstraint(error)?.name === "libraries_name") throw new UdtError("library_name_exists", { name });
    throw error;
  }
}
