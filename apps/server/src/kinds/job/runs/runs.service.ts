import type { FastifyBaseLogger } from "fastify";
import { LIMITS, UdtError, type DataOf, type ENDPOINTS, type JobConfig, type RunOrigin } from "@udt/contract";
import { audienceOf, type Bus } from "../../../platform/bus.ts";
import type { ServerClock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { CallerUser } from "../../../platform/http/caller.ts";
import type { AccountFilesService } from "../../../assets/account-files/account-files.service.ts";
import type { LinksService } from "../../../core/links/links.service.ts";
import type { DevicesService } from "../../../core/devices/devices.service.ts";
import {
  dispatchedSlots,
  slotsOf,
  stillOpen,
  waitForDevices,
  type SchedulingService,
} from "../../../core/scheduling/scheduling.service.ts";
import type { Change, DeviceSessionsService, TestRow } from "../../../core/sessions/sessions.service.ts";
import { holdTagsOf } from "../../../core/tags/tags.service.ts";
import * as caseRuns from "./case-runs.repository.ts";
import { chosenDevices, type Choice } from "./chosen-devices.ts";
import type { RunGates } from "./gates.ts";
import type { RunEnds } from "./run-ends.ts";
import { RunEvents } from "./run-events.ts";
import { endTakenOver, recount } from "./run-lifecycle.ts";
import { prepareRun, type PreparedRun } from "./run-preparation.ts";
import * as repository from "./runs.repository.ts";

export { RunEnds } from "./run-ends.ts";
export type { RunGates } from "./gates.ts";
export { RunProgresses } from "./run-progress.ts";
export { summaryOf, totalsOf } from "./run-answers.ts";
export type { PreparedRun } from "./run-preparation.ts";

const QUEUE_MAX_MS = LIMITS.queue_hours * 3_600_000;

export interface RunsDependencies {
  database: Database;
  bus: Bus;
  clock: ServerClock;
  log: FastifyBaseLogger;
  sessions: DeviceSessionsService;
  devices: DevicesService;
  scheduling: SchedulingService;
  links: LinksService;
  accounts: AccountFilesService;
  ends: RunEnds;
  /** Gives a person's debug session a device once a run, whose part there ends now, gives it back. Answers the session's id. */
  reserve: DebugReservation;
  gates: RunGates;
}

type DebugReservation = (
  change: Change,
  user: CallerUser,
  of: { test_id: string; device_id: string; project_id: string },
  duration_minutes: number,
) => Promise<string>;

export interface RunWish {
  project_id: string;
  job_id: string | null;
  job_name: string;
  origin: RunOrigin;
  config: JobConfig;
  /** Run again what another test ran, or only these of its cases. */
  rerun?: { test_id: string; case_keys: readonly string[] | undefined } | undefined;
}

/** Automated tests: how they begin, and what becomes of them when their devices come to an end. */
export class RunsService {
  readonly #needs: RunsDependencies;
  readonly events: RunEvents;
  /** Running cases whose agents were asked to tell of them, and when they may be asked again. */
  readonly #watched = new Map<number, number>();

  constructor(needs: RunsDependencies) {
    this.#needs = needs;
    this.events = new RunEvents(needs.bus, needs.clock, needs.log);
  }

  /** Finds out what a run will be. @throws UdtError library_*, job_app_deleted, no_valid_devices, device_list, run_too_large */
  prepare(wish: RunWish): Promise<PreparedRun> {
    const { database, gates } = this.#needs;
    return prepareRun(database.db, gates, wish.project_id, wish.config, wish.rerun);
  }

  /**
   * Puts a run into the queue, in the caller's transaction.
   * @throws UdtError account_shortage, user_not_in_project, tag_not_found
   */
  async begin(change: Change, user: CallerUser, wish: RunWish, prepared: PreparedRun): Promise<string> {
    const { accounts, sessions } = this.#needs;
    const { project_id } = wish;
    const { config, cases, wanted, needs_engine } = prepared;
    const isSequential = config.mode === "sequential";
    const owner = { user, project_id };
    await holdTagsOf(change.tx, project_id, config.devices);
    const test = await sessions.enter(change, owner, {
      kind: "job",
      duration_minutes: config.timeouts.test_minutes,
      deadline: change.now + QUEUE_MAX_MS,
      app_id: null,
    });
    const { test_id } = test;
    if (config.accounts.kind === "file") {
      const { account_file_id } = config.accounts;
      await accounts.take(change.tx, { project_id, account_file_id, test_id, needed: wanted.length });
    }
    await repository.insertRun(change.tx, {
      test_id,
      project_id,
      job_id: wish.job_id,
      job_name: wish.job_name,
      origin: wish.origin,
      config,
      framework: config.framework,
      library_id: config.library_id,
      library_name: prepared.library_name,
      commit_id: prepared.commit_id,
      devices_list: prepared.devices_list,
      app_name: prepared.app_name,
      app_version: prepared.app_version,
      priority: config.priority,
      created_at: change.now,
      case_count: isSequential ? cases.length * wanted.length : cases.length,
    });
    const wishes = wanted.map((choice) => ({
      os: config.os,
      wanted: choice,
      needs_engine,
      only_healthy: config.only_healthy,
    }));
    await waitForDevices(change, test, wishes, config.priority);
    const costs = await caseRuns.expectedCosts(
      change.tx,
      wish.job_id,
      cases.map(({ case_key }) => case_key),
    );
    const seqs = isSequential ? wanted.map((_, device_seq) => device_seq) : [null];
    await caseRuns.insertCaseRuns(
      change.tx,
      seqs.flatMap((device_seq) =>
        cases.map((one, position) => ({
          test_id,
          case_key: one.case_key,
          name: one.name,
          file: one.file,
          function: one.function,
          position,
          attempt: 1,
          device_seq,
          expected_ms: isSequential ? 0 : (costs.get(one.case_key) ?? 0),
          usual_ms: costs.get(one.case_key) ?? null,
        })),
      ),
    );
    return test_id;
  }

  find(test_id: string): Promise<repository.RunRow | undefined> {
    return repository.findRun(this.#needs.database.db, test_id);
  }

  /** Which devices a choice finds now, and which of them a run takes. */
  devices(project_id: string, wish: Choice): Promise<DataOf<(typeof ENDPOINTS)["jobDevices"]>> {
    return chosenDevices(this.#needs, project_id, wish);
  }

  /** Ends one device's part; the others go on. @throws UdtError run_not_found, test_ended */
  async cancelDevice(test_id: string, device_seq: number): Promise<void> {
    const { sessions } = this.#needs;
    const toStop = await sessions.change(async (change) => {
      const test = await sessions.lock(change, test_id);
      const slot = (await slotsOf(change.tx, test_id)).find((one) => one.device_seq === device_seq);
      if (!test || !slot) throw new UdtError("run_not_found");
      if (test.state === "ended" || slot.state === "done") throw new UdtError("test_ended", { test_id });
      if (slot.state === "dispatched" && slot.device_id !== null)
        return sessions.endPart(change, test, slot.device_id, { reason: "user" });
      await this.#needs.ends.endSlot(change, slot, "cancelled", { state: "cancelled", cause: "user" });
      if (!(await stillOpen(change.tx, [test_id])).has(test_id)) await this.#finish(change, test);
      change.announce(audienceOf(test), { type: "test.changed", test_id });
      return [];
    });
    sessions.stopAll(toStop);
  }

  /**
   * A person takes a device from a run: its part ends as their doing, and a debug session of theirs has the device next.
   * Answers that session's id. @throws UdtError run_not_found, test_ended, duration_out_of_range, parallel_limit_user
   */
  async takeOver(
    user: CallerUser,
    of: { test_id: string; device_id: string },
    duration_minutes: number,
  ): Promise<{ test_id: string }> {
    const { sessions, gates } = this.#needs;
    const { answer, toStop } = await sessions.change(async (change) => {
      const test = await sessions.lock(change, of.test_id);
      const run = await repository.findRun(change.tx, of.test_id);
      if (!test || !run) throw new UdtError("run_not_found");
      const [slot] = await dispatchedSlots(change.tx, [of]);
      if (test.state === "ended" || !slot) throw new UdtError("test_ended", { test_id: test.test_id });
      const { project_id } = run;
      const debug_id = await this.#needs.reserve(change, user, { ...of, project_id }, duration_minutes);
      await endTakenOver(change, slot, { taken_over_by: user.user_id, taken_over_test_id: debug_id });
      change.announce(project_id, { type: "run.changed", test_id: test.test_id });
      const toStop = await sessions.endPart(change, test, of.device_id, { reason: "user" });
      // Who takes a device from their own run uses no more devices than before.
      const { per_user } = gates.parallelLimits();
      if (user.user_id !== test.user_id && per_user > 0) {
        const held = await gates.countHeld(change.tx, { user_id: user.user_id });
        if (held > per_user) throw new UdtError("parallel_limit_user", { limit: per_user });
      }
      return { answer: { test_id: debug_id }, toStop };
    });
    sessions.stopAll(toStop);
    return answer;
  }

  /** Takes one case out. @throws UdtError case_run_not_found, test_ended */
  async cancelCase(test_id: string, case_run_id: number): Promise<void> {
    const { sessions, links } = this.#needs;
    const held = await sessions.change(async (change) => {
      const { tx } = change;
      const test = await sessions.lock(change, test_id);
      const row = await caseRuns.findCaseRun(tx, test_id, case_run_id);
      if (!test || !row) throw new UdtError("case_run_not_found", { case_run_id });
      if (row.state !== "undistributed" && row.state !== "executing") throw new UdtError("test_ended", { test_id });
      await caseRuns.endCases(tx, row, { state: "cancelled", cause: "user" }, this.#needs.clock.now());
      const run = await recount(tx, test_id);
      if (run) change.announce(run.project_id, { type: "run.changed", test_id });
      if ((await repository.sharedOut(tx, [test_id])).has(test_id)) await this.#finish(change, test);
      return row.state === "executing" ? row.device_id : null;
    });
    if (held === null) return;
    const session = await sessions.ofDevice(test_id, held);
    if (!session) return;
    links.tell(session.agent_id, {
      type: "run_cases_cancelled",
      test_id,
      serial: session.device.serial,
      lease_token: session.lease_token,
      case_run_ids: [case_run_id],
    });
  }

  /** A run has nothing left to do; its end may wait for samples of its memory. */
  async #finish(change: Change, test: TestRow): Promise<void> {
    for (const one of await this.#needs.ends.endable(change, [test])) await this.#needs.sessions.finish(change, one);
  }

  /** Somebody reads of a case that a device runs now: its agent tells what it does while that goes on. */
  async caseWatched(of: { test_id: string; device_id: string; case_run_id: number }): Promise<void> {
    const { clock, sessions, links } = this.#needs;
    const now = clock.elapsed();
    for (const [id, again] of this.#watched) if (again <= now) this.#watched.delete(id);
    if (this.#watched.has(of.case_run_id)) return;
    // Many may read of one case: its agent is asked once for all of them.
    this.#watched.set(of.case_run_id, now + LIMITS.case_watched_ms / 4);
    const session = await sessions.ofDevice(of.test_id, of.device_id);
    if (!session) return;
    const { lease_token, device, agent_id } = session;
    const lease = { test_id: of.test_id, serial: device.serial, lease_token };
    links.tell(agent_id, { type: "run_case_watched", ...lease, case_run_id: of.case_run_id });
  }

  close(): void {
    this.events.close();
  }
}
