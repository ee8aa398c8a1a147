import type { Readable } from "node:stream";
import { batched } from "@udt/base";
import {
  isRepeat,
  UdtError,
  whiteListPackages,
  type BodyOf,
  type CaseDetail,
  type ENDPOINTS,
  type JunitCase,
  type PhaseName,
  type RunCaseResult,
  type RunCaseTask,
  type RunSpec,
  type Said,
} from "@udt/contract";
import type { Queries } from "../../../platform/database/database.ts";
import { storable } from "@udt/base";
import type { AppListing } from "../../../assets/apps/apps.service.ts";
import { dispatchedSlots, openSeqs } from "../../../core/scheduling/scheduling.service.ts";
import * as caseRuns from "./case-runs.repository.ts";
import * as repository from "./runs.repository.ts";
import type { RunsDependencies, RunsService } from "./runs.service.ts";

/** What names an agent's part in a run. */
export interface RunPart {
  test_id: string;
  device_id: string;
  lease_token: number;
}

type Bodies = typeof ENDPOINTS;
type Finished = { agent_id: string } & Omit<RunPart, "lease_token"> & BodyOf<Bodies["agentRunFinish"]>;

/** So many devices' parts are ended in one transaction. */
const FINISHES_MAX = 200;

/** The agents' side of runs. Every call is judged by its lease. */
export class AgentRunsService {
  readonly #needs: RunsDependencies;
  readonly #runs: RunsService;
  /** Many devices of a run often end at once. */
  readonly #finish = batched(FINISHES_MAX, (finished: Finished[]) => this.#finishAll(finished));

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
    const { environment } = config;
    return {
      job_name: run.job_name,
      device_seq: slot.device_seq,
      framework: run.framework,
      config,
      library: await this.#libraryOf(run),
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

  /** Null where there is none, or none of its commits is known. */
  async #libraryOf({ library_id, commit_id, devices_list }: repository.RunRow): Promise<RunSpec["library"]> {
    if (library_id === null || commit_id === "") return null;
    const snapshot = await this.#needs.gates.library.snapshotFacts(library_id, commit_id);
    return { library_id, commit_id, ...snapshot, is_listed: !devices_list };
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

  async phase(agent_id: string, part: RunPart, name: PhaseName, error: Said | null): Promise<void> {
    const { sessions } = this.#needs;
    await this.#held(agent_id, part);
    await sessions.change((change) => sessions.enterPhase(change, { ...part, agent_id }, name, error));
  }

  /**
   * Takes in cases that only the device could list: what is run again was listed before and stays as it is. What failed
   * beside the cases while they ran is a case in every run.
   */
  async discover(
    agent_id: string,
    part: RunPart,
    { cases, while_running }: Pick<BodyOf<Bodies["agentRunDiscover"]>, "cases" | "while_running">,
  ): Promise<void> {
    const { run, slot } = await this.#held(agent_id, part);
    if (!while_running && isRepeat(run.origin) && run.case_count > 0) return;
    const case_keys = cases.map(({ case_key }) => case_key);
    // It reads the runs before this one, for which nobody is to wait.
    const costs = while_running
      ? undefined
      : await caseRuns.expectedCosts(this.#needs.database.db, run.job_id, case_keys);
    await this.#needs.bus.transaction(async (tx) => {
      await repository.lockRun(tx, run.test_id);
      const known = await caseRuns.knownKeys(tx, { test_id: run.test_id, device_seq: slot.device_seq, case_keys });
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
          usual_ms: costs?.get(one.case_key) ?? null,
          beside: while_running,
        })),
      );
      await repository.addToTotals(tx, run.test_id, { case: fresh.length });
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
      const open = isShared ? await openSeqs(tx, test_id) : [device_seq];
      const is_last = open.every((seq) => seq === device_seq);
      const batch = isShared ? await this.#batch(tx, test_id, open.length, max) : max;
      return caseRuns.claimCases(tx, { test_id, device_seq, device_id: part.device_id, max: batch, is_last });
    });
    if (rows.length > 0) {
      this.#runs.events.changed(run.project_id, test_id);
      return { cases: rows.map(taskOf), done: false };
    }
    const { db } = this.#needs.database;
    const mayComeBack = isShared || run.config.retry.mode === "other_device";
    const done = !mayComeBack || !(await caseRuns.isMoreElsewhere(db, test_id, device_seq));
    return { cases: [], done };
  }

  async #batch(tx: Queries, test_id: string, open: number, max: number): Promise<number> {
    const waiting = await caseRuns.countWaiting(tx, test_id);
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
    // What a framework's file says of a case may come with its end, and has nothing to say of it beside.
    const ends = results.filter(({ reported }) => reported === undefined);
    const byId = new Map([...results, ...ends].map((result) => [result.case_run_id, result]));
    const cancelled = await this.#needs.bus.transaction(async (tx) => {
      const rows = await caseRuns.lockExecuting(tx, { test_id, device_seq, case_run_ids: [...byId.keys()] });
      const mayMove = run.config.retry.mode === "other_device" && results.some(({ state }) => state === "failed");
      const open = mayMove ? await openSeqs(tx, test_id) : [];
      const outcomes: caseRuns.WrittenOutcome[] = [];
      const again: Parameters<typeof caseRuns.insertCaseRuns>[1] = [];
      const counts = { executing: 0, success: 0, skipped: 0, failed: 0, cancelled: 0 };
      for (const row of rows) {
        const result = byId.get(row.case_run_id);
        if (!result) continue;
        const { state, cause, started_at, ended_at, error, reason } = result;
        const isFinal = state !== "executing";
        const retries = state === "failed" && row.attempt <= run.config.retry.times;
        outcomes.push({
          case_run_id: row.case_run_id,
          state,
          cause,
          started_at,
          error: storable(error),
          reason,
          ended_at: isFinal ? (ended_at ?? this.#needs.clock.now()) : null,
          superseded: retries,
        });
        // What it was given it does not run yet: a case counts as executing from its beginning.
        const hadBegun = row.started_at !== null;
        if (!isFinal) {
          if (!hadBegun) counts.executing++;
          continue;
        }
        if (hadBegun) counts.executing--;
        if (retries) again.push(retryOf(row, run, open));
        else counts[state]++;
        if (state === "success" && cause === "skipped") counts.skipped++;
      }
      await caseRuns.writeOutcomes(tx, outcomes);
      await caseRuns.insertCaseRuns(tx, again);
      await caseRuns.writeDetails(tx, detailsOf(rows, byId));
      await caseRuns.writeReported(tx, { test_id, device_seq, device_id: part.device_id }, reportedOf(results));
      await repository.addToTotals(tx, test_id, counts);
      return caseRuns.cancelledOf(tx, test_id, device_seq);
    });
    this.#runs.events.changed(run.project_id, test_id);
    return { cancelled };
  }

  /**
   * The agent's part is over; its device is cleaned next. Saying it again changes nothing: the lease no longer holds.
   * @throws UdtError test_not_found, agent_stale_lease
   */
  async finish(agent_id: string, part: RunPart, end: BodyOf<Bodies["agentRunFinish"]>): Promise<void> {
    const { test_id, device_id } = part;
    const finished = { agent_id, test_id, device_id, ...end };
    if (await this.#finish(finished)) return;
    // Refuses what is not held, and waits for what the agent has said on its link and is not taken in yet.
    await this.#needs.sessions.heldBy(agent_id, part);
    if (!(await this.#finish(finished))) throw new UdtError("agent_stale_lease");
  }

  /** Answers which of the parts were held, and have ended now. */
  async #finishAll(finished: Finished[]): Promise<boolean[]> {
    const { sessions } = this.#needs;
    const { held, toStop } = await sessions.change(async (change) => {
      const held = await sessions.lockHeld(change, finished);
      const slots = await dispatchedSlots(change.tx, [...held.keys()]);
      const settled = [...held].flatMap(([part, { test }]) => {
        const slot = slots.find((one) => one.test_id === part.test_id && one.device_id === part.device_id);
        return slot && test.state !== "ended" ? [{ slot, outcome: part.outcome, error: part.error }] : [];
      });
      await this.#needs.ends.settle(change, settled);
      const parts = [...held].map(([{ error }, session]) => ({ ...session, reason: "finished" as const, error }));
      return { held, toStop: await sessions.endParts(change, parts, { gone: false }) };
    });
    sessions.stopAll(toStop);
    return finished.map((part) => held.has(part));
  }

  async #held(agent_id: string, part: RunPart) {
    const { sessions, database } = this.#needs;
    const session = await sessions.heldBy(agent_id, part);
    const found = await repository.dispatchedRun(database.db, part);
    if (!found) throw new UdtError("agent_stale_lease");
    return { session, ...found };
  }
}

/** The next attempt of a case: on the same device, or on another wanted device of the run that is `open`. */
function retryOf(
  row: caseRuns.CaseRunRow,
  run: repository.RunRow,
  open: readonly number[],
): Parameters<typeof caseRuns.insertCaseRuns>[1][number] {
  const { test_id, case_key, name, file, position } = row;
  const others = open.filter((device_seq) => device_seq !== row.device_seq);
  const other = others[row.case_run_id % others.length];
  const place =
    other === undefined
      ? { device_seq: row.device_seq, avoid_seq: null }
      : run.config.mode === "distributed"
        ? { device_seq: null, avoid_seq: row.device_seq }
        : { device_seq: other, avoid_seq: row.device_seq };
  return {
    test_id,
    case_key,
    name,
    file,
    function: row.function,
    position,
    ...place,
    beside: row.beside,
    attempt: row.attempt + 1,
    origin_id: row.origin_id ?? row.case_run_id,
    expected_ms: row.expected_ms,
    usual_ms: row.usual_ms,
  };
}

/** What a case is told apart by. */
export const taskOf = (row: RunCaseTask): RunCaseTask => ({
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
    return detail ? [{ case_run_id, detail: allStorable(detail) }] : [];
  });

const reportedOf = (results: readonly RunCaseResult[]): Map<number, JunitCase[]> =>
  new Map(results.flatMap(({ case_run_id, reported }) => (reported ? [[case_run_id, allStorable(reported)]] : [])));

/** What an agent tells, each text in it as the database keeps it. */
const allStorable = <Told extends object>(told: Told): Told =>
  JSON.parse(JSON.stringify(told), (_name, value) => (typeof value === "string" ? storable(value) : value));

function runApp({ app }: AppListing): NonNullable<RunSpec["app"]> {
  const { app_id, package_name, version_code, version_name, file_name, md5, size_bytes } = app;
  return { app_id, package_name, version_code, version_name, file_name, md5, size_bytes };
}
