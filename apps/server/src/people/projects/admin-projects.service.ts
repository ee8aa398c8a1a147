import type { DataOf, ENDPOINTS } from "@udt/contract";
import type { Database } from "../../platform/database/database.ts";
import { listAllProjects, type AdminProjectFilter, type ProjectTests } from "./admin-projects.repository.ts";

export type { ProjectTests } from "./admin-projects.repository.ts";

/** All projects there are, for administrators. */
export class AdminProjects {
  readonly #database: Database;
  readonly #tests: ProjectTests;

  constructor(database: Database, tests: ProjectTests) {
    this.#database = database;
    this.#tests = tests;
  }

  async list(filter: AdminProjectFilter): Promise<DataOf<(typeof ENDPOINTS)["adminProjectList"]>> {
    const found = await listAllProjects(this.#database.db, filter, this.#tests);
    return { ...found, page_num: filter.page_num, page_size: filter.page_size };
  }
}
