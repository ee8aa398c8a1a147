/** Repositories that somebody else keeps, as the server mirrors them: opened, fetched, and given up once nobody needs them. */
import { isDeepStrictEqual } from "node:util";
import { must } from "@udt/base";
import { LIMITS, say, UdtError, type Refused, type Said, type ScriptRepository } from "@udt/contract";
import { askGit } from "../../platform/git.ts";
import {
  canBeHeld,
  FETCH_MAX_MS,
  fetchMirror,
  neededGit,
  RemoteFailure,
  type GitRemote,
} from "../../platform/git-remote.ts";
import type { Actor } from "../../platform/http/caller.ts";
import { newId } from "../../platform/ids.ts";
import type { CheckedTarget } from "../../platform/outbound.ts";
import { Turns } from "../../platform/turns.ts";
import * as mirrors from "./outside.repository.ts";
import { asRefusal, ScriptFiles, type Branches } from "./script-files.ts";
import { folderKey, folderOf } from "./script-places.ts";
import { enterAsWriter } from "./script-writer.ts";
import type { ScriptsDependencies } from "./scripts-dependencies.ts";
import type { ScriptsService } from "./scripts.service.ts";
import { careFor, removeLeftLocks } from "./script-care.ts";
import { updateScript, type Standing } from "./scripts.repository.ts";

/** A fetch that is not heard of for so long is over, whatever became of its server. */
const FETCH_MS = 30_000;
const TOLD_MS = 1_000;
/** Fetches of one server at once, those of one person among them, and those of one person that wait. */
const FETCHES = { at_once: 2, at_once_each: 1, waiting_each: 4 };
/** A mirror that nobody opens goes: it can be fetched again. */
const UNOPENED_MS = 14 * 24 * 3_600_000;

/** Where a library is read from, and how one is let in there. */
export interface OutsideSource {
  library_id: string;
  name: string;
  url: string;
  auth: { username: string; password: string } | undefined;
}

/** The repositories of libraries that somebody else keeps. */
export interface OutsideSources {
  /**
   * Where a library's repository is; undefined for one that this server keeps.
   * @throws UdtError library_not_found, library_builtin, credential_not_found
   */
  find(project_id: string, library_id: string): Promise<OutsideSource | undefined>;
  /** Its branches, of which there are some. @throws UdtError repository_auth_required, repository_check_failed */
  refs(source: OutsideSource): Promise<Branches>;
  /** What git may dial. @throws UdtError repository_check_failed */
  target(source: OutsideSource): Promise<CheckedTarget>;
  /** Why the library's access may not push, as the host says; null where it may, undefined where it does not say. Nothing is pushed. */
  pushRefusal(source: OutsideSource): Promise<Refused | null | undefined>;
}

export interface OutsideDependencies extends ScriptsDependencies {
  scripts: ScriptsService;
  libraries: {
    outside: OutsideSources;
    /** Which script repository of this server a library reads; null for none. */
    get(project_id: string, library_id: string): Promise<{ repo_id: string | null }>;
  };
}

/** What fetching is told by, and how it is ended. */
interface Watch {
  onPercent(percent: number): void;
  signal: AbortSignal;
}
const UNWATCHED: Watch = { onPercent: () => undefined, signal: new AbortController().signal };

export class OutsideMirrors {
  readonly #needs: OutsideDependencies;
  readonly #turns = new Turns(FETCHES, () => new UdtError("reading_busy"));
  readonly #fetches = new Map<Promise<void>, AbortController>();
  constructor(needs: OutsideDependencies) {
    this.#needs = needs;
  }

  async close(): Promise<void> {
    for (const abort of this.#fetches.values()) abort.abort(new UdtError("script_fetch_lost"));
    await Promise.allSettled(this.#fetches.keys());
  }

  /**
   * Begins to fetch the repository of a library, unless that goes on already.
   * @throws UdtError library_not_found, library_builtin, credential_not_found, script_repository_not_found
   */
  async open(actor: Actor, project: Standing, library_id: string): Promise<ScriptRepository> {
    const { project_id } = project;
    const { libraries, scripts, clock } = this.#needs;
    const source = await libraries.outside.find(project_id, library_id);
    if (!source) return scripts.get(project, (await libraries.get(project_id, library_id)).repo_id ?? "");
    const now = clock.now();
    const repo_id = await this.#mirrorOf(actor, project_id, source);
    const fetch_id = newId();
    const begun = { fetch_id, now, until: now + FETCH_MS };
    if (await mirrors.beginFetch(this.#needs.database.db, repo_id, begun))
      this.#keep(actor, { project_id, repo_id, fetch_id }, source);
    return scripts.get(project, repo_id);
  }

  /** Calls off a fetch, on whichever server it goes on. @throws UdtError script_repository_not_found */
  async cancel(project: Standing, repo_id: string): Promise<ScriptRepository> {
    const { scripts, bus } = this.#needs;
    const found = await scripts.get(project, repo_id);
    if (found.outside?.fetch_state !== "fetching") return found;
    const failure: Refused = { code: "script_fetch_cancelled", args: {} };
    await bus.transaction(async (tx, announce) => {
      await mirrors.updateMirror(tx, repo_id, { fetch_id: null, fetch_until: null, percent: null, failure });
      announce(project.project_id, { type: "script.changed", repo_id });
    });
    return scripts.get(project, repo_id);
  }

  /** Gives up the mirrors of libraries that are gone or elsewhere now, and those that nobody opens. */
  async sweep(): Promise<void> {
    const { bus, clock, loose } = this.#needs;
    const now = clock.now();
    const keys = await bus.transaction(async (tx) => {
      const stale = await mirrors.deleteStale(tx, { now, opened_before: now - UNOPENED_MS });
      await loose.note(stale.map(folderKey), tx);
      return stale.map(folderKey);
    });
    await loose.delete(keys);
  }

  /**
   * Brings a mirror to what its repository is now; one that is let in there no longer is not read any more. For its only writer.
   * @throws UdtError repository_auth_required, repository_check_failed, script_outside_large, script_not_fetched, and what aborted it
   */
  async refresh(
    at: { project_id: string; repo_id: string },
    source: OutsideSource,
    watch: Watch = UNWATCHED,
  ): Promise<GitRemote> {
    try {
      return await this.#refreshed(at, source, watch);
    } catch (error) {
      if (isShut(error)) await mirrors.updateMirror(this.#needs.database.db, at.repo_id, { fetched_at: null });
      throw error;
    }
  }

  async #refreshed(
    { project_id, repo_id }: { project_id: string; repo_id: string },
    source: OutsideSource,
    { onPercent, signal }: Watch,
  ): Promise<GitRemote> {
    const { libraries, blob_folder, clock, database, bus, log } = this.#needs;
    if (!(await canBeHeld())) throw failed(say("outside_git_old", { version: neededGit }));
    const refs = await libraries.outside.refs(source);
    const remote = { target: await libraries.outside.target(source), auth: source.auth };
    const folder = folderOf(blob_folder, repo_id);
    const default_branch = refs.default_branch || refs.branches[0]?.name || "main";
    await removeLeftLocks(folder);
    const first = ["init", "--quiet", "--bare", "--template=", `--initial-branch=${default_branch}`, folder];
    await askGit(first, {});
    await askGit(["symbolic-ref", "HEAD", `refs/heads/${default_branch}`], { folder });
    const files = new ScriptFiles(folder);
    if (!isSame((await files.branches()).branches, refs.branches)) {
      const maxBytes = LIMITS.script_repository_max_bytes;
      await fetchMirror(folder, remote, { maxBytes, onPercent, signal }).catch((error: unknown) => {
        throw fetchRefusal(error);
      });
      await careFor(database.db, repo_id, folder).catch((error: unknown) =>
        log.error({ err: error, repo_id }, "care of a mirror"),
      );
      await bus.transaction(async (tx, announce) => {
        await updateScript(tx, repo_id, { name: source.name, updated_at: clock.now() });
        announce(project_id, { type: "script.changed", repo_id });
      });
    }
    // It may be let in by something else by now, and has to be fetched by that.
    const { auth } = (await libraries.outside.find(project_id, source.library_id)) ?? {};
    if (!isDeepStrictEqual(auth, source.auth)) throw new UdtError("script_not_fetched");
    await mirrors.updateMirror(database.db, repo_id, { default_branch, fetched_at: clock.now() });
    return remote;
  }

  /** By which a repository that is shown is fetched and pushed. @throws UdtError library_not_found, credential_not_found, script_repository_not_found */
  async sourceOf({ project_id, repo_id, outside }: ScriptRepository): Promise<OutsideSource> {
    const source = outside && (await this.#needs.libraries.outside.find(project_id, outside.library_id));
    if (source?.url !== outside?.url || !source) throw new UdtError("script_repository_not_found", { repo_id });
    return source;
  }

  /** Which mirror shows a repository; one that is made anew has nothing in it yet. */
  async #mirrorOf({ user }: Actor, project_id: string, { library_id, name, url }: OutsideSource): Promise<string> {
    const { database, bus, clock, loose } = this.#needs;
    const now = clock.now();
    const mirror = { library_id, url, opened_at: now };
    const known = await mirrors.touchMirror(database.db, mirror);
    if (known !== undefined) return known;
    const repo_id = newId();
    // Noted before it is there, as every folder is.
    await loose.note([folderKey(repo_id)]);
    const row = { repo_id, project_id, name, description: "", is_outside: true, size_bytes: 0, user_id: user.user_id };
    const isMade = await bus.transaction(async (tx) => {
      await loose.adopt(tx, [folderKey(repo_id)]);
      return mirrors.insertMirror(tx, { ...row, created_at: now, updated_at: now }, mirror);
    });
    return isMade ? repo_id : must(await mirrors.touchMirror(database.db, mirror), "the mirror that another call made");
  }

  #keep(actor: Actor, at: { project_id: string; repo_id: string; fetch_id: string }, source: OutsideSource): void {
    const abort = new AbortController();
    const over = this.#fetch(actor, at, source, abort).catch((error: unknown) =>
      this.#needs.log.error({ err: error, repo_id: at.repo_id }, "fetch of an outside repository"),
    );
    this.#fetches.set(over, abort);
    void over.finally(() => this.#fetches.delete(over));
  }

  async #fetch(
    { user }: Actor,
    at: { project_id: string; repo_id: string; fetch_id: string },
    source: OutsideSource,
    abort: AbortController,
  ): Promise<void> {
    const { database, clock, libraries } = this.#needs;
    let percent: number | null = null;
    const goOn = async () => {
      const isWanted = await mirrors.tellFetch(database.db, at, { percent, fetch_until: clock.now() + FETCH_MS });
      if (!isWanted) abort.abort(new UdtError("script_fetch_cancelled"));
    };
    const look = setInterval(
      () => goOn().catch((error: unknown) => this.#needs.log.warn({ err: error }, "a fetch says that it goes on")),
      TOLD_MS,
    );
    const watch = { signal: abort.signal, onPercent: (value: number) => void (percent = value) };
    let failure: Refused | null = null;
    let push_refusal: Refused | null | undefined;
    try {
      const work = async () => {
        // It may have been called off since it was looked at last.
        await goOn();
        abort.signal.throwIfAborted();
        const release = await enterAsWriter(this.#needs, at.repo_id);
        if (!release) throw new UdtError("script_push_open", { name: source.name });
        try {
          push_refusal = await libraries.outside.pushRefusal(source);
          await this.refresh(at, source, watch);
        } finally {
          await release();
        }
      };
      await this.#turns.during(user.user_id, work, abort.signal);
    } catch (error) {
      failure = await this.#refused(error);
    } finally {
      clearInterval(look);
    }
    const change = {
      fetch_id: null,
      fetch_until: null,
      percent: null,
      failure,
      ...(push_refusal !== undefined && { push_refusal }),
    };
    // Pages that saw it begin ask how it goes.
    await mirrors.tellFetch(database.db, at, change);
  }

  async #refused(error: unknown): Promise<Refused> {
    const told = asRefusal(error);
    if (told instanceof UdtError) return { code: told.code, args: told.args };
    this.#needs.log.error({ err: error }, "fetch of an outside repository");
    return { code: "internal", args: {} };
  }
}

type Branch = { name: string; commit_id: string };
const isSame = (here: readonly Branch[], there: readonly Branch[]): boolean => {
  const known = new Map(here.map(({ name, commit_id }) => [name, commit_id]));
  return here.length === there.length && there.every(({ name, commit_id }) => known.get(name) === commit_id);
};

/** Some hosts say that a repository does not exist to whoever may not see it. */
const isShut = (error: unknown): boolean =>
  error instanceof UdtError &&
  (error.code === "repository_auth_required" ||
    (error.args["reason"] as Said | undefined)?.code === "repository_unknown");

const failed = (reason: Said): UdtError => new UdtError("repository_check_failed", { reason });

/** What a fetch failed for, as users are told. */
function fetchRefusal(error: unknown): unknown {
  if (!(error instanceof RemoteFailure)) return error;
  const { kind, message } = error;
  if (kind === "too_large")
    return new UdtError("script_outside_large", { limit_bytes: LIMITS.script_repository_max_bytes });
  if (kind === "no_access") return new UdtError("repository_auth_required", {}, { cause: error });
  if (kind === "too_long") return failed(say("outside_fetch_long", { minutes: FETCH_MAX_MS / 60_000 }));
  return failed(say("outside_fetch_failed", {}, message));
}
