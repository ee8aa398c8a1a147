/**
 * Folders of this server as git repositories, made and served by the system's git and read over http by anybody who reaches
 * the server: https://git-scm.com/docs/gitprotocol-http. The same content always has the same commit.
 */
import { access, mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { UdtError } from "@udt/contract";
import { GitHandOut, takeGitBodies } from "./git-http.ts";
import { commitFolder } from "./git.ts";

export interface ServedRepository {
  /** Its address is `/git/<name>.git`. */
  name: string;
  /** Becomes the only commit of its branch `main`. */
  folder: string;
}

const TIMEOUT_MS = 60_000;
/** The same for each, so that the same content has the same commit. */
const ALWAYS = {
  GIT_AUTHOR_NAME: "UDT",
  GIT_AUTHOR_EMAIL: "udt@localhost",
  GIT_AUTHOR_DATE: "2026-01-01T00:00:00Z",
  GIT_COMMITTER_NAME: "UDT",
  GIT_COMMITTER_EMAIL: "udt@localhost",
  GIT_COMMITTER_DATE: "2026-01-01T00:00:00Z",
};

export class GitRepositories {
  readonly #root: string;
  readonly #served: ReadonlyMap<string, ServedRepository>;
  /** The commit of each that was asked for; whoever asks while it is made waits for it. */
  readonly #made = new Map<string, Promise<string | undefined>>();
  readonly #handOut = new GitHandOut(TIMEOUT_MS);

  /**
   * Nothing is made yet: that takes ten processes, and most starts of a server serve nobody a repository.
   * @param root A folder of the server's own, for the repositories.
   */
  constructor(root: string, served: readonly ServedRepository[]) {
    this.#root = root;
    this.#served = new Map(served.map((repository) => [repository.name, repository]));
  }

  /**
   * Makes the repository, or brings it up to date, when it is asked for the first time. Answers its commit; undefined
   * when there is no such repository, or not its folder.
   */
  async commitOf(name: string): Promise<string | undefined> {
    const repository = this.#served.get(name);
    if (!repository) return undefined;
    const made = this.#made.get(name) ?? this.#make(repository);
    this.#made.set(name, made);
    return made;
  }

  /** Resolves once none is in the making. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#made.values());
  }

  #pathOf = (name: string): string => join(this.#root, `${name}.git`);

  async #make({ name, folder }: ServedRepository): Promise<string | undefined> {
    const path = this.#pathOf(name);
    const isThere = await access(folder).then(
      () => true,
      () => false,
    );
    if (!isThere) return undefined;
    await mkdir(this.#root, { recursive: true });
    return commitFolder(path, { folder, env: ALWAYS, message: "Examples" });
  }

  /** Puts the two calls that a clone makes on `app`. */
  mount(app: FastifyInstance): void {
    takeGitBodies(app);
    app.get<{ Params: { name: string }; Querystring: { service?: string } }>(
      "/git/:name/info/refs",
      async (request, reply) => {
        const folder = await this.#find(request.params.name);
        // Without the service it would be git's old protocol of plain files, and any other would write.
        if (request.query.service !== "git-upload-pack") throw new UdtError("route_not_found");
        return this.#handOut.advertise(request, reply, "git-upload-pack", { folder, asker: request.ip });
      },
    );
    app.post<{ Params: { name: string } }>("/git/:name/git-upload-pack", async (request, reply) => {
      const folder = await this.#find(request.params.name);
      return this.#handOut.uploadPack(request, reply, { folder, asker: request.ip });
    });
  }

  async #find(name: string): Promise<string> {
    const served = name.endsWith(".git") ? name.slice(0, -4) : "";
    const commit_id = await this.commitOf(served).catch(() => undefined);
    if (commit_id === undefined) throw new UdtError("route_not_found");
    return this.#pathOf(served);
  }
}
