import { FLAKY_RISERS, type DataOf, type ENDPOINTS } from "@udt/contract";
import type { ServerClock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database/database.ts";
import { Lately } from "../../../platform/lately.ts";
import { rankedOf } from "./case-results.service.ts";
import * as repository from "./needs.repository.ts";

type Needs = DataOf<(typeof ENDPOINTS)["homeNeeds"]>;

const DAY_MS = 86_400_000;
const FAILED_JOBS = 4;
const RISERS = 3;
/** What rose in a week is the same a minute later, and every open home asks again with each test that changes. */
const RISERS_FOR_MS = 60_000;

/** What of a project's runs waits for somebody. */
export class NeedsService {
  readonly #database: Database;
  readonly #clock: ServerClock;
  readonly #risers: Lately<Needs["flaky_risers"]>;

  constructor(needs: { database: Database; clock: ServerClock }) {
    this.#database = needs.database;
    this.#clock = needs.clock;
    this.#risers = new Lately(needs.clock, RISERS_FOR_MS);
  }

  async needs(project_id: string): Promise<Needs> {
    const failed = await repository.failedJobs(this.#database.db, project_id, FAILED_JOBS);
    return {
      failed_jobs: failed.map((row) => ({
        ...row,
        created_at: Number(row.created_at),
        failed: Number(row.failed),
        new_failures: row.new_failures === null ? null : Number(row.new_failures),
      })),
      flaky_risers: await this.#risers.get(project_id, () => this.#flakyRisers(project_id)),
    };
  }

  async #flakyRisers(project_id: string): Promise<Needs["flaky_risers"]> {
    const to = this.#clock.now();
    const time = { from: to - FLAKY_RISERS.days * DAY_MS, to };
    const rows = await repository.flakyRisers(this.#database.db, project_id, time, FLAKY_RISERS, RISERS);
    return rows.map((row) => ({
      ...rankedOf(row),
      flaky_runs: Number(row.flaky_runs),
      runs: Number(row.runs),
      flaky_runs_before: Number(row.flaky_runs_before),
      runs_before: Number(row.runs_before),
    }));
  }
}
