/** Takes pushes into script repositories, one at a time into each, over all servers. */
import { createWriteStream } from "node:fs";
import { mkdir, open, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LIMITS, UdtError } from "@udt/contract";
import { gitBodyOf, protocolOf, unreadable } from "../../platform/git-http.ts";
import { endGit, startGit } from "../../platform/git.ts";
import type { Actor } from "../../platform/http/caller.ts";
import { newId } from "../../platform/ids.ts";
import { readPush, refusalOf, refusedIn, type PushRequest } from "./push-request.ts";
import { careFor, removeLeftLocks, WORK_MS } from "./script-care.ts";
import { MAIN_BRANCH, ScriptFiles } from "./script-files.ts";
import { folderOf, spoolOf } from "./script-places.ts";
import { enterAsWriter } from "./script-writer.ts";
import type { ScriptsDependencies } from "./scripts-dependencies.ts";
import * as repository from "./scripts.repository.ts";

export interface PushesDependencies extends ScriptsDependencies {
  /** Has whatever reads these branches of a repository read them again. */
  told(target: Target, branches: readonly string[]): Promise<void>;
}

/** What is refused as too large is read to its end up to here, so that git hears why. */
const DISCARDED_MAX_BYTES = 4 * 1024 ** 3;
const ZEROES = /^0+$/;
const MEGABYTE = 1024 ** 2;

/** Above what the repository says: https://git-scm.com/docs/git-config#Documentation/git-config.txt-receive */
const RULES = [
  ["receive.fsckObjects", "true"],
  ["receive.denyNonFastForwards", "true"],
  ["receive.denyDeleteCurrent", "refuse"],
  ["receive.autogc", "false"],
] as const;
/** Branches and tags are all that there is: nothing else is told, and nothing else can be pushed. */
export const REFS_SHOWN = [
  ["transfer.hideRefs", "refs"],
  ["transfer.hideRefs", "!refs/heads"],
  ["transfer.hideRefs", "!refs/tags"],
] as const;

export interface Target extends Pick<repository.ScriptRow, "project_id" | "repo_id" | "name"> {
  /** Where it is, when somebody else keeps it. */
  outside?: { url: string } | null;
}

export class ScriptPushes {
  readonly #needs: PushesDependencies;
  /** What is done after a push was answered. */
  readonly #tidying = new Set<Promise<void>>();
  constructor(needs: PushesDependencies) {
    this.#needs = needs;
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#tidying);
  }

  /**
   * Takes a push: first all of it onto the disk, so that nobody waits for a slow line, then, as the only writer, into the
   * repository. Whatever refuses it says so as git does.
   * @throws UdtError invalid_body, body_too_large
   */
  async receive(actor: Actor, target: Target, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const spool = spoolOf(this.#needs.blob_folder, newId());
    await mkdir(dirname(spool), { recursive: true });
    try {
      const size_bytes = await spooled(gitBodyOf(request), spool);
      const push = await readPush(spool);
      const answer = Readable.from(this.#work(actor, target, { spool, size_bytes, push, env: protocolOf(request) }), {
        objectMode: false,
      });
      return await reply.type("application/x-git-receive-pack-result").header("cache-control", "no-store").send(answer);
    } catch (error) {
      await rm(spool, { force: true });
      throw error;
    }
  }

  /**
   * Takes a push that is made here, once nobody else writes.
   * @param make Writes it to a file; answers false when there is nothing to push after all.
   * @throws UdtError script_push_open, script_no_room, script_save_refused, and what `make` throws
   */
  async take(actor: Actor, target: Target, make: (spool: string) => Promise<boolean>): Promise<void> {
    const spool = spoolOf(this.#needs.blob_folder, newId());
    const release = await enterAsWriter(this.#needs, target.repo_id);
    if (!release) throw new UdtError("script_push_open", { name: target.name });
    try {
      if (!(await make(spool))) return;
      // What an outside repository has by now, its mirror takes.
      const room = target.outside ? undefined : await this.#lacks(target, (await stat(spool)).size);
      if (room) throw new UdtError("script_no_room", { limit_bytes: room.limit_bytes });
      const why = refusedIn(await buffer(this.#receive(actor, target, spool, {})));
      if (why !== undefined) throw new UdtError("script_save_refused", { why });
    } finally {
      await rm(spool, { force: true });
      this.#after(target.repo_id, release);
    }
  }

  /** The answer, while it is made. Whoever hears it to its end knows that all has been done. */
  async *#work(
    actor: Actor,
    target: Target,
    {
      spool,
      size_bytes,
      push,
      env,
    }: { spool: string; size_bytes: number; push: PushRequest; env: Record<string, string> },
  ): AsyncGenerator<Buffer> {
    const { repo_id } = target;
    let release: (() => Promise<void>) | undefined;
    try {
      // Git asks first whether it may, with a push of nothing.
      if (push.isWhole && push.refs.length === 0) return;
      let why = await this.#refuses(target, size_bytes, push);
      if (why === undefined) release = await enterAsWriter(this.#needs, repo_id);
      if (!release) why ??= "another push is under way: try again";
      if (why === undefined) yield* this.#receive(actor, target, spool, env);
      else yield refusalOf(push, why);
    } finally {
      await rm(spool, { force: true });
      if (release) this.#after(repo_id, release);
    }
  }

  /** What nobody waits for. */
  #after(repo_id: string, release: () => Promise<void>): void {
    const over = this.#tidy(repo_id, release).catch((error: unknown) =>
      this.#needs.log.error({ err: error, repo_id }, "care of a script repository"),
    );
    this.#tidying.add(over);
    void over.finally(() => this.#tidying.delete(over));
  }

  /** Why a push is not even tried. */
  async #refuses(target: Target, size_bytes: number, { refs, isWhole }: PushRequest): Promise<string | undefined> {
    const { script_push_max_bytes, script_push_refs_max } = LIMITS;
    if (refs.length > script_push_refs_max) return `a push changes at most ${script_push_refs_max} branches and tags`;
    if (size_bytes > script_push_max_bytes) return `a push has at most ${script_push_max_bytes / MEGABYTE} MB`;
    if (!isWhole) return "the push is cut short";
    const { db } = this.#needs.database;
    const found = await repository.findScript(db, target.project_id, target.repo_id);
    if (!found) return "the repository was deleted";
    const room = await this.#lacks(target, size_bytes);
    return room && `${room.whose} would be larger than ${room.limit_bytes / MEGABYTE} MB`;
  }

  /** What so much more would make too large. */
  async #lacks(
    { project_id, repo_id }: Target,
    size_bytes: number,
  ): Promise<{ whose: string; limit_bytes: number } | undefined> {
    const { db } = this.#needs.database;
    const { script_repository_max_bytes, script_project_max_bytes } = LIMITS;
    const found = await repository.findScript(db, project_id, repo_id);
    if ((found?.repository.size_bytes ?? 0) + size_bytes > script_repository_max_bytes)
      return { whose: "the repository", limit_bytes: script_repository_max_bytes };
    const all = await repository.sumOf(db, project_id);
    return all.size_bytes + size_bytes > script_project_max_bytes
      ? { whose: "the project's repositories", limit_bytes: script_project_max_bytes }
      : undefined;
  }

  async *#receive(actor: Actor, target: Target, spool: string, env: Record<string, string>): AsyncGenerator<Buffer> {
    const folder = folderOf(this.#needs.blob_folder, target.repo_id);
    const files = new ScriptFiles(folder);
    await removeLeftLocks(folder);
    const before = await files.refs();
    const input = await open(spool);
    const settings = [...RULES, ...REFS_SHOWN, ["receive.maxInputSize", String(LIMITS.script_push_max_bytes)]] as const;
    const words = ["receive-pack", "--stateless-rpc", folder];
    const { child, exited } = startGit(words, { env, settings: [...settings], timeoutMs: WORK_MS }, input.fd);
    try {
      yield* child.stdout as AsyncIterable<Buffer>;
      const { code, said } = await exited;
      if (code !== 0) this.#needs.log.warn({ code, said, repo_id: target.repo_id }, "git took no push");
    } finally {
      // Who asked has gone: what was taken by then is told of all the same.
      await endGit(child);
      await input.close();
      await this.#tell(actor, target, changed(before, await files.refs()));
    }
  }

  /** What was pushed is known to everybody, and read by those who read it. */
  async #tell(actor: Actor, target: Target, refs: readonly Changed[]): Promise<void> {
    if (refs.length === 0) return;
    const { project_id, repo_id, name } = target;
    const { bus, clock, audit } = this.#needs;
    await bus.transaction(async (tx, announce) => {
      await repository.updateScript(tx, repo_id, { updated_at: clock.now() });
      const [first] = refs;
      const detail = { ref: first?.ref ?? "", commit_id: first?.commit_id ?? "", refs: refs.length };
      await audit.write(tx, { action: "script.push", ...actor, project_id, target: name, detail });
      announce(project_id, { type: "script.changed", repo_id });
    });
    const heads = refs.flatMap(({ ref, commit_id }) =>
      ref.startsWith("refs/heads/") && !ZEROES.test(commit_id) ? [ref.slice("refs/heads/".length)] : [],
    );
    await this.#needs.told(target, heads);
  }

  async #tidy(repo_id: string, release: () => Promise<void>): Promise<void> {
    try {
      await careFor(this.#needs.database.db, repo_id, folderOf(this.#needs.blob_folder, repo_id));
    } finally {
      await release();
    }
  }
}

interface Changed {
  ref: string;
  /** Zeroes when it is gone. */
  commit_id: string;
}

/** The main branch first, by which most that read a repository go. */
function changed(before: readonly Changed[], after: readonly Changed[]): Changed[] {
  const [was, is] = [before, after].map((refs) => new Map(refs.map(({ ref, commit_id }) => [ref, commit_id])));
  const set = after.filter(({ ref, commit_id }) => was?.get(ref) !== commit_id);
  const gone = before.flatMap(({ ref }) => (is?.has(ref) ? [] : [{ ref, commit_id: "0".repeat(40) }]));
  const isMain = ({ ref }: Changed) => Number(ref === `refs/heads/${MAIN_BRANCH}`);
  return [...set, ...gone].toSorted((a, b) => isMain(b) - isMain(a));
}

/** Keeps a body on disk, as much of it as a push may have. Answers how large it is. @throws UdtError body_too_large, invalid_body */
async function spooled(body: Readable, file: string): Promise<number> {
  let size = 0;
  const kept = async function* (source: AsyncIterable<Buffer>) {
    for await (const piece of source) {
      size += piece.length;
      if (size > DISCARDED_MAX_BYTES)
        throw new UdtError("body_too_large", { limit_bytes: LIMITS.script_push_max_bytes });
      if (size <= LIMITS.script_push_max_bytes) yield piece;
    }
  };
  try {
    await pipeline(body.iterator({ destroyOnReturn: false }), kept, createWriteStream(file, { flags: "wx" }));
  } catch (error) {
    if (error instanceof UdtError || (error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    throw new UdtError("invalid_body", { reason: unreadable(error) }, { cause: error });
  }
  return size;
}
