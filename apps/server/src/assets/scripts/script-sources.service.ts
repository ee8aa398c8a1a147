/** Script repositories as what case libraries read. */
import { say, UdtError } from "@udt/contract";
import { SecretUnreadable } from "../../platform/crypto.ts";
import type { Queries } from "../../platform/database/database.ts";
import { ScriptFiles, type Branches } from "./script-files.ts";
import { folderOf, repoAt } from "./script-places.ts";
import type { ScriptsDependencies } from "./scripts-dependencies.ts";
import * as repository from "./scripts.repository.ts";

export { MAIN_BRANCH } from "./script-files.ts";

/** So long an agent may take to begin with each call of a clone. */
const TICKET_MS = 15 * 60_000;
const TICKET_PREFIX = "udtc_";

export class ScriptSources {
  readonly #needs: ScriptsDependencies;
  constructor(needs: ScriptsDependencies) {
    this.#needs = needs;
  }

  /** The address below the server's, when a URL is one of a script repository here. */
  pathIn(url: string): string | undefined {
    const own = `${this.#needs.publicUrl()}/git/`;
    const path = url.startsWith(own) ? `/git/${url.slice(own.length)}` : undefined;
    return path !== undefined && /^\/git\/[^/]+\/[^/]+\.git$/.test(path) ? path : undefined;
  }

  /** Which repository of a project an address below the server's means; undefined where it means none. */
  repositoryAt(project_id: string, path: string): string | undefined {
    return repoAt(project_id, path);
  }

  /** @throws UdtError repository_check_failed when the project has none there */
  async branches(project_id: string, path: string): Promise<Branches> {
    const repo_id = repoAt(project_id, path);
    const found = repo_id && (await repository.findScript(this.#needs.database.db, project_id, repo_id));
    if (!repo_id || !found) throw unknown();
    return new ScriptFiles(folderOf(this.#needs.blob_folder, repo_id)).branches();
  }

  /** Keeps it from being deleted to the end of the transaction. @throws UdtError repository_check_failed */
  async hold(tx: Queries, project_id: string, path: string): Promise<void> {
    const repo_id = repoAt(project_id, path);
    if (!repo_id || !(await repository.lockScript(tx, project_id, repo_id, "key share"))) throw unknown();
  }

  /** By which the agent that reads it is let in: for this one, to read, and for a while. */
  ticket(path: string): { username: string; password: string } {
    const sealed = this.#needs.secrets.seal(String(this.#needs.clock.now() + TICKET_MS), placeOf(path));
    return { username: "agent", password: `${TICKET_PREFIX}${sealed}` };
  }

  /** Whether a password is such a ticket for the repository at an address, and still good. */
  opens(password: string, path: string): boolean {
    if (!password.startsWith(TICKET_PREFIX)) return false;
    try {
      return (
        Number(this.#needs.secrets.open(password.slice(TICKET_PREFIX.length), placeOf(path))) > this.#needs.clock.now()
      );
    } catch (error) {
      if (error instanceof SecretUnreadable) return false;
      throw error;
    }
  }
}

const placeOf = (path: string): string => `script${path}`;
const unknown = () => new UdtError("repository_check_failed", { reason: say("repository_unknown") });
