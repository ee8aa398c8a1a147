import { LIMITS, UdtError, type BodyOf, type ENDPOINTS, type ScriptEditor } from "@udt/contract";
import { brokenConstraint } from "../../platform/database/violations.ts";
import type { ScriptsDependencies } from "./scripts-dependencies.ts";
import * as repository from "./script-editors.repository.ts";

interface Page {
  project_id: string;
  repo_id: string;
  user_id: string;
  editor_id: string;
}

/** Who has a repository open in the editor, on whichever server. Each page says so itself, again and again. */
export class ScriptEditors {
  readonly #needs: Pick<ScriptsDependencies, "database" | "bus" | "clock">;
  constructor(needs: Pick<ScriptsDependencies, "database" | "bus" | "clock">) {
    this.#needs = needs;
  }

  list(repo_id: string, branch: string): Promise<ScriptEditor[]> {
    const at = { repo_id, branch, since: this.#since() };
    return repository.listEditors(this.#needs.database.db, at);
  }

  /**
   * Others hear of what is new, and of nothing else: most of what pages say is that they are still there.
   * @throws UdtError script_repository_not_found
   */
  async say({ project_id, ...key }: Page, said: BodyOf<(typeof ENDPOINTS)["scriptEditorSay"]>): Promise<void> {
    const { repo_id, user_id } = key;
    const noted = this.#needs.bus.transaction(async (tx, announce) => {
      const isNew = await repository.putEditor(tx, { ...key, ...said, seen_at: this.#needs.clock.now() });
      if (!isNew) return;
      await repository.dropEditors(tx, { repo_id, user_id, since: this.#since(), most: LIMITS.script_editors_max });
      announce(project_id, { type: "script_editors.changed", repo_id });
    });
    await noted.catch((error: unknown) => {
      // Deleted since the page was let in.
      if (brokenConstraint(error)?.kind === "foreign_key")
        throw new UdtError("script_repository_not_found", { repo_id });
      throw error;
    });
  }

  async close({ project_id, ...key }: Page): Promise<void> {
    await this.#needs.bus.transaction(async (tx, announce) => {
      if (await repository.deleteEditor(tx, key))
        announce(project_id, { type: "script_editors.changed", repo_id: key.repo_id });
    });
  }

  #since = (): number => this.#needs.clock.now() - LIMITS.script_editor_silent_ms;
}
