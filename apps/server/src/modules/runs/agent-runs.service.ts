import type { Readable } from "node:stream";
import {
  UdtError,
  whiteListPackages,
  type BodyOf,
  type CaseDetail,
  type ENDPOINTS,
  type PhaseName,
  type RunCaseResult,
  type RunCaseTask,
  type RunSpec,
} from "@udt/contract";
import { storable } from "../../platform/database/storable.ts";
import type { AppListing } from "../apps/apps.service.ts";
import * as caseRuns from "./case-runs.repository.ts";
import { recount } from "./run-lifecycle.ts";
import * as repository from "./runs.repository.ts";
import type { RunsDependencies, RunsService } from "./runs.service.ts";

/** What names an agent's part in a run. */
export interface RunPart {
  test_id: string;
  device_id: string;
  lease_token: number;
}

type Bodies = typeof ENDPOINTS;

/** The agents' side of runs. Every call is judged by its lease. */
export class AgentRunsService {
  readonly #needs: RunsDependencies;
  readonly #runs: RunsService;
  constructor(needs: RunsDependencies, runs: RunsService) {
    this.#needs = needs;
    this.#runs = runs;
  }

  /** What to run. @throws UdtError test_not_found, agent_stale_lease, app_not_found, library_not_found */
  async spec(agent_id: string, part: RunPart): Promise<RunSpec> {
    const { run, slot } = await this.#held(agent_id, part);
    const { gates, accounts } = this.#needs;
    const { config, project_id, test_id } = run;
    const appOf = async (app_id: string | null | undefined) =>
      app_id ? runApp(await gates.app(project_id, app_id)) : null;
    const snapshot =
      run.library_id === null || run.commit_id === ""
        ? null
        : await gates.library.snapshotFacts(run.library_id, run.commit_id);
    const { environment } = config;
    return {
      job_name: run.job_name,
      device_seq: slot.device_seq,
      framework: run.framework,
      config,
      library: snapshot && { library_id: run.library_id!, commit_id: run.commit_id, ...snapshot },
      image_credential:
        environment.kind === "image" && environment.credential_id !== null
          ? await gates.library.imageCredential(project_id, environment.credential_id)
          : null,
      app: await appOf(config.app_id),
      test_app: await appOf(config.instrumentation?.test_app_id),
      preinstall_apps: await Promise.all(
        config.preinstall_app_ids.map(async (app_id) => runApp(await gates.app(project_id, app_id))),
      ),
      account: await accounts.of(test_id, slot.device_seq),
      white_list: whiteListPackages(config.white_list),
      allow_unisolated: gates.allowsUnisolated(),
      device_deadline: (slot.dispatched_at ?? this.#needs.clock.now()) + config.timeouts.device_minutes * 60_000,
    };
  }

  async snapshot(agent_id: string, part: RunPart): Promise<{ stream: Readable; size_bytes: number }> {
    const { run } = await this.#held(agent_id, part);
    if (run.library_id === null) throw new UdtError("library_not_found", { library_id: "" });
    return this.#needs.gates.library.openSnapshot(run.library_id, run.commit_id);
  }

  /** @throws UdtError app_not_found: also for an app that the run does not install */
  async appFile(agent_id: string, part: RunPart, app_id: string): Promise<{ stream: Readable; size_bytes: number }> {
    const { run } = await this.#held(agent_id, part);
    const { config } = run;
    const own = [config.app_id, config.instrumentation?.test_app_id, ...config.preinstall_app_ids];
    if (!own.includes(app_id)) throw new UdtError("app_not_found", { app_id });
    return this.#needs.gates.appFile(run.project_id, app_id);
  }

  async phase(agent_id: string, part: RunPart, name: PhaseName, error: string): Promise<void> {
    const { session } = await this.#held(agent_id, part);
    await this.#needs.sessions.change((change) => this.#needs.sessions.enterPhase(change, session, name, error));
  }

  /** Takes in cases that only the device could list. What is run again was listed before and stays as it is. */
  async discover(agent_id: string, part: RunPart, cases: BodyOf<Bodies["agentRunDiscover"]>["cases"]): Promise<void> {
    const { run, slot } = await this.#held(agent_id, part);
    if (run.origin === "rerun" && run.case_count > 0) return;
    await this.#needs.bus.transaction(async (tx) => {
      await repository.lockRun(tx, run.test_id);
      const known = await caseRuns.knownKeys(tx, run.test_id, slot.device_seq);
      const start = (await caseRuns.lastPosition(tx, run.test_id)) + 1;
      const fresh = cases.filter(({ case_key }) => !known.has(case_key));
      await caseRuns.insertCaseRuns(
        tx,
        fresh.map((one, index) => ({
          ...one,
          test_id: run.test_id,
          position: start + index,
          attempt: 1,
          device_seq: slot.device_seq,
          state: "undistributed" as const,
          cause: "none" as const,
        })),
      );
      await recount(tx, run.test_id);
    });
    this.#runs.events.changed(run.project_id, run.test_id);
  }

  /** The next cases. In distributed runs in shrinking batches, so that no device is left with much while others are idle. */
  async claim(
    agent_id: string,
    part: RunPart,
    wish: { max: number; wait_ms: number },
  ): Promise<{ cases: RunCaseTask[]; done: boolean }> {
    const until = this.#needs.clock.now() + wish.wait_ms;
    for (;;) {
      const changed = this.#nextChange(part.test_id, until);
      try {
        const answer = await this.#claimNow(agent_id, part, wish.max);
        if (answer.cases.length > 0 || answer.done || this.#needs.clock.now() >= until) return answer;
        await changed.promise;
      } finally {
        changed.stop();
      }
    }
  }

  async #claimNow(agent_id: string, part: RunPart, max: number): Promise<{ cases: RunCaseTask[]; done: boolean }> {
    const { run, slot } = await this.#held(agent_id, part);
    const { test_id, device_seq } = slot;
    const isShared = run.config.mode === "distributed";
    const rows = await this.#needs.bus.transaction(async (tx) => {
      // An agent asks once it has told of all that it has: what it was given and did not begin never reached it.
      const unheard = await caseRuns.givenButNotBegun(tx, test_id, device_seq);
      if (unheard.length > 0) return unheard;
      const batch = isShared ? await this.#batch(tx, test_id, max) : max;
      const longestFirst = isShared;
      const of = { test_id, device_seq, device_id: part.device_id, max: batch, longestFirst };
      const rows = await caseRuns.claimCases(tx, of);
      await repository.addToTotals(tx, test_id, { executing: rows.length });
      return rows;
    });
    if (rows.length > 0) {
      this.#runs.events.changed(run.project_id, test_id);
      return { cases: rows.map(taskOf), done: false };
    }
    const { db } = this.#needs.database;
    const mayComeBack = isShared || run.config.retry.mode === "other_device";
    const done = !mayComeBack || (await caseRuns.countElsewhere(db, test_id, device_seq)) === 0;
    return { cases: [], done };
  }

  async #batch(tx: Parameters<typeof repository.slotsOf>[0], test_id: string, max: number): Promise<number> {
    const waiting = await caseRuns.countWaiting(tx, test_id);
    const open = (await repository.slotsOf(tx, test_id)).filter((slot) => slot.state !== "done").length;
    return Math.max(1, Math.min(max, Math.ceil(waiting / (2 * Math.max(1, open)))));
  }

  /** Resolves when something of a run changed, or at `until`. */
  #nextChange(test_id: string, until: number): { promise: Promise<void>; stop: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    const off = this.#needs.bus.subscribe(({ payload }) => {
      if ((payload.type === "run.changed" || payload.type === "test.changed") && payload.test_id === test_id) resolve();
    });
    const cancel = this.#needs.clock.at(until, resolve);
    return {
      promise,
      stop() {
        off();
        cancel();
      },
    };
  }

  /** Takes in how cases go and went; what is known already changes nothing. */
  async results(agent_id: string, part: RunPart, results: RunCaseResult[]): Promise<{ cancelled: number[] }> {
    const { run, slot } = await this.#held(agent_id, part);
    const { test_id, device_seq } = slot;
    const byId = new Map(results.map((result) => [result.case_run_id, result]));
    const cancelled = await this.#needs.bus.transaction(async (tx) => {
      const rows = await caseRuns.lockExecuting(tx, { test_id, device_seq, case_run_ids: [...byId.keys()] });
      const outcomes: caseRuns.CaseOutcome[] = [];
      const again: Parameters<typeof caseRuns.insertCaseRuns>[1] = [];
      const counts = { executing: 0, success: 0, skipped: 0, failed: 0, cancelled: 0 };
      for (const row of rows) {
        const result = byId.get(row.case_run_id)!;
        const { state, cause, started_at, ended_at, error } = result;
        const isFinal = state !== "executing";
        const retries = state === "failed" && row.attempt <= run.config.retry.times;
        outcomes.push({
          case_run_id: row.case_run_id,
          state,
          cause,
          started_at,
          error: storable(error),
          ended_at: isFinal ? (ended_at ?? this.#needs.clock.now()) : null,
          superseded: retries,
        });
        if (!isFinal) continue;
        counts.executing--;
        if (retries) again.push(await this.#retryOf(tx, row, run));
        else counts[state]++;
        if (state === "success" && cause === "skipped") counts.skipped++;
      }
      await caseRuns.writeOutcomes(tx, outcomes);
      await caseRuns.insertCaseRuns(tx, again);
      await caseRuns.writeDetails(tx, detailsOf(rows, byId));
      await repository.addToTotals(tx, test_id, counts);
      return caseRuns.cancelledOf(tx, test_id, device_seq);
    });
    this.#runs.events.changed(run.project_id, test_id);
    return { cancelled };
  }

  /** The next attempt of a case: on the same device, or on another wanted device of the run that has not ended. */
  async #retryOf(
    tx: Parameters<typeof repository.slotsOf>[0],
    row: caseRuns.CaseRunRow,
    run: repository.RunRow,
  ): Promise<Parameters<typeof caseRuns.insertCaseRuns>[1][number]> {
    const { test_id, case_key, name, file, position } = row;
    const others =
      run.config.retry.mode === "other_device"
        ? (await repository.slotsOf(tx, test_id)).filter(
            (slot) => slot.device_seq !== row.device_seq && slot.state !== "done",
          )
        : [];
    const other = others.length > 0;
    const isShared = run.config.mode === "distributed";
    const place = !other
      ? { device_seq: row.device_seq, avoid_seq: null }
      : isShared
        ? { device_seq: null, avoid_seq: row.device_seq }
        : { device_seq: others[row.case_run_id % others.length]!.device_seq, avoid_seq: row.device_seq };
    return {
      test_id,
      case_key,
      name,
      file,
      function: row.function,
      position,
      ...place,
      attempt: row.attempt + 1,
      origin_id: row.origin_id ?? row.case_run_id,
      state: "undistributed",
      cause: "none",
      expected_ms: row.expected_ms,
    };
  }

  /** The agent's part is over; its device is cleaned next. Saying it again changes nothing: the lease no longer holds. */
  async finish(agent_id: string, part: RunPart, end: BodyOf<Bodies["agentRunFinish"]>): Promise<void> {
    await this.#held(agent_id, part);
    const { sessions } = this.#needs;
    const toStop = await sessions.change(async (change) => {
      const test = await sessions.lock(change, part.test_id);
      const slots = await repository.slotsOf(change.tx, part.test_id);
      const slot = slots.find((one) => one.state === "dispatched" && one.device_id === part.device_id);
      if (!test || !slot) return [];
      if (test.state !== "ended") await this.#runs.settle(change, slot, end);
      return sessions.endPart(change, part, { reason: "finished", error: end.error });
    });
    sessions.stopAll(toStop);
  }

  async #held(agent_id: string, part: RunPart) {
    const { sessions, database } = this.#needs;
    const session = await sessions.heldBy(agent_id, part);
    const run = await repository.findRun(database.db, part.test_id);
    const slots = run ? await repository.slotsOf(database.db, part.test_id) : [];
    const slot = slots.find((one) => one.state === "dispatched" && one.device_id === part.device_id);
    if (!run || !slot) throw new UdtError("agent_stale_lease");
    return { session, run, slot };
  }
}

const taskOf = (row: caseRuns.CaseRunRow): RunCaseTask => ({
  case_run_id: row.case_run_id,
  case_key: row.case_key,
  name: row.name,
  file: row.file,
  function: row.function,
  attempt: row.attempt,
});

const detailsOf = (
  rows: caseRuns.CaseRunRow[],
  results: ReadonlyMap<number, RunCaseResult>,
): { case_run_id: number; detail: CaseDetail }[] =>
  rows.flatMap(({ case_run_id }) => {
    const detail = results.get(case_run_id)?.detail;
    return detail ? [{ case_run_id, detail: storableDetail(detail) }] : [];
  });

function storableDetail({ message, location, output, steps }: CaseDetail): CaseDetail {
  return {
    message: storable(message),
    location: location && {
      file: storable(location.file),
      line: location.line,
      source: location.source.map(({ line, text }) => ({ line, text: storable(text) })),
    },
    output: storable(output),
    steps: steps.map((step) => ({ ...step, name: storable(step.name), screenshot: storable(step.screenshot) })),
  };
}

function runApp({ app }: AppListing): NonNullable<RunSpec["app"]> {
  const { app_id, package_name, version_code, version_name, file_name, md5, size_bytes } = app;
  return { app_id, package_name, version_code, version_name, file_name, md5, size_bytes };
}
