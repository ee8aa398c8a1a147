import { LIMITS, UdtError, type Driver, type Test } from "@udt/contract";
import type { Queries } from "../../platform/database/database.ts";
import type { CallerTest, CallerUser } from "../../platform/http/caller.ts";
import type { ProjectTests } from "../../people/projects/admin-projects.service.ts";
import type { ProjectContent } from "../../people/projects/project-deletion.service.ts";
import { assertUse } from "./device-use.ts";
import { Deadlines } from "./deadlines.ts";
import { assertDuration, DeviceSessionsService, type DeviceSessionsNeeds } from "./sessions.service.ts";
import { driversOf } from "./drivers.repository.ts";
import { deleteTests, lockOldOfPlatform, type GoneTests } from "./gone-tests.repository.ts";
import { countsOf, filesOf, namesOf } from "./kinds.ts";
import { countOfProjects, lastOfProject } from "./test-counts.repository.ts";
import { testOf } from "./tests.answers.ts";
import { tellOf } from "./test-news.ts";
import * as repository from "./tests.repository.ts";

export { summariseTests } from "./ended.repository.ts";
export { deleteDrivers, drivenIn, driversOf, putDriver } from "./drivers.repository.ts";

const MINUTE_MS = 60_000;
const LATE_RECORDING_MS = LIMITS.late_recording_hours * 60 * MINUTE_MS;
const PLATFORM_TESTS_MS = LIMITS.platform_test_days * 24 * 60 * MINUTE_MS;

export class TestsService {
  readonly #needs: DeviceSessionsNeeds;
  readonly sessions: DeviceSessionsService;
  readonly #deadlines: Deadlines;

  constructor(dependencies: DeviceSessionsNeeds) {
    this.#needs = dependencies;
    this.sessions = new DeviceSessionsService(dependencies);
    this.#deadlines = new Deadlines({ ...dependencies, sessions: this.sessions });
  }

  async list(project_id: string, query: Omit<repository.TestFilter, "project_id">) {
    const { records, total } = await repository.listTests(this.#needs.database.db, { ...query, project_id });
    return { list: await this.#shown(records), total, page_num: query.page_num, page_size: query.page_size };
  }

  /** @throws UdtError test_not_found */
  async get(test_id: string): Promise<Test> {
    const record = await repository.findRecord(this.#needs.database.db, test_id);
    const [test] = record ? await this.#shown([record]) : [];
    if (!test) throw new UdtError("test_not_found", { test_id });
    return test;
  }

  /**
   * Locks a test whose device people drive, to the end of the transaction.
   * @throws UdtError test_ended, test_watched
   */
  async lockDriven(tx: Queries, test_id: string): Promise<repository.TestRow> {
    const test = await repository.lockTest(tx, test_id);
    if (!test || test.state === "ended") throw new UdtError("test_ended", { test_id });
    assertUse(test, { stream: "input" });
    return test;
  }

  /**
   * The device of a debug session.
   * @throws UdtError test_ended
   */
  async deviceOf(tx: Queries, test_id: string): Promise<string> {
    const device_id = await repository.deviceOf(tx, test_id);
    if (device_id === undefined) throw new UdtError("test_ended", { test_id });
    return device_id;
  }

  /** Locks a test, whatever it is by now. */
  async lock(tx: Queries, test_id: string): Promise<void> {
    await repository.lockTest(tx, test_id);
  }

  /** Who drives a test's device besides its holder. */
  drivers(test_id: string): Promise<Driver[]> {
    return driversOf(this.#needs.database.db, test_id);
  }

  /** @throws UdtError test_not_found, test_not_in_project, device_not_found */
  async locate(project_id: string, test_id: string, device_id: string | undefined): Promise<CallerTest> {
    const test = await repository.findTest(this.#needs.database.db, test_id);
    if (!test) throw new UdtError("test_not_found", { test_id });
    if (test.project_id !== project_id || test.user_id === null) throw new UdtError("test_not_in_project", { test_id });
    if (device_id !== undefined && !(await repository.hasDevice(this.#needs.database.db, test_id, device_id))) {
      throw new UdtError("device_not_found", { device_id });
    }
    const drivers = await driversOf(this.#needs.database.db, test_id);
    return { test_id, project_id, user_id: test.user_id, by_token: test.by_token, drivers };
  }

  /** Makes sure that a test's device is this agent's. @throws UdtError test_not_found, device_not_found */
  async assertAgents(agent_id: string, test_id: string, device_id: string): Promise<void> {
    const { db } = this.#needs.database;
    if (!(await repository.findTest(db, test_id))) throw new UdtError("test_not_found", { test_id });
    const found = await repository.agentOf(db, test_id, device_id);
    if (found !== agent_id) throw new UdtError("device_not_found", { device_id });
  }

  /** Those that there are, in the order asked for. */
  async getMany(test_ids: string[]): Promise<Test[]> {
    return this.#shown(await repository.findRecords(this.#needs.database.db, test_ids));
  }

  async #shown(records: readonly repository.TestRecord[]): Promise<Test[]> {
    const { kinds, database } = this.#needs;
    const tests = records.map(({ test }) => test);
    const names = await namesOf(kinds, database.db, tests);
    return records.map((record) => testOf(record, names));
  }

  /** Tests that wait, and since when the first of them does. */
  countQueued(): Promise<{ queued: number; since: number | null }> {
    return repository.countQueued(this.#needs.database.db);
  }

  /**
   * Makes sure that this agent still holds a test's device under this very lease.
   * @throws UdtError test_not_found, device_not_found, agent_stale_lease
   */
  async assertHeld(agent_id: string, of: { test_id: string; device_id: string; lease_token: number }): Promise<void> {
    if (await repository.isHeld(this.#needs.database.db, agent_id, of)) return;
    await this.assertAgents(agent_id, of.test_id, of.device_id);
    throw new UdtError("agent_stale_lease");
  }

  /**
   * Makes sure that what was recorded under this lease may still come from this agent: while it is held, and a while after.
   * Answers the time of a lease that is over.
   * @throws UdtError test_not_found, device_not_found, agent_stale_lease
   */
  async assertRecorded(
    agent_id: string,
    of: { test_id: string; device_id: string; lease_token: number },
  ): Promise<{ created_at: number; released_at: number } | null> {
    const { database, clock } = this.#needs;
    if (await repository.isHeld(database.db, agent_id, of)) return null;
    const span = await repository.findSpan(database.db, agent_id, of);
    if (span && span.released_at !== null && span.released_at > clock.now() - LATE_RECORDING_MS)
      return { created_at: span.created_at, released_at: span.released_at };
    await this.assertAgents(agent_id, of.test_id, of.device_id);
    throw new UdtError("agent_stale_lease");
  }

  /** How many devices a person or a project uses now. Whoever asks next waits for the end of this transaction. */
  countHeld(tx: Queries, of: { user_id: string } | { project_id: string }): Promise<number> {
    return repository.countHeld(tx, of);
  }

  countRunning(): Promise<number> {
    return repository.countRunning(this.#needs.database.db);
  }

  /** Whether it has not ended. */
  async isOpen(test_id: string): Promise<boolean> {
    const test = await repository.findTest(this.#needs.database.db, test_id);
    return test !== undefined && test.state !== "ended";
  }

  /** @throws UdtError test_ended, test_watched, duration_out_of_range */
  async extend(test_id: string, minutes: number): Promise<{ deadline: number; duration_minutes: number }> {
    const { answer, sessions } = await this.sessions.change(async (change) => {
      const test = await repository.lockTest(change.tx, test_id);
      if (!test || test.state === "ended") throw new UdtError("test_ended", { test_id });
      assertUse(test, "extend");
      const duration_minutes = test.duration_minutes + minutes;
      assertDuration(duration_minutes);
      const deadline = test.deadline + minutes * MINUTE_MS;
      await repository.updateTest(change.tx, test_id, { deadline, duration_minutes });
      tellOf(change.announce, test);
      const devices = await repository.testDevices(change.tx, test_id);
      await change.devicesChanged(devices.map(({ device_id }) => device_id));
      return {
        answer: { deadline, duration_minutes },
        sessions: await repository.findDeviceSessions(change.tx, { test_id }),
      };
    });
    for (const session of sessions) {
      this.#needs.links.tell(session.agent_id, {
        type: "session_deadline",
        test_id,
        serial: session.device.serial,
        lease_token: session.lease_token,
        deadline: answer.deadline,
      });
    }
    return answer;
  }

  /** Ends a test for its holder, or for an administrator. One that has ended is answered as it is. */
  async cancel(user: CallerUser, test: CallerTest): Promise<Test> {
    const { user_id, user_name, by_key = null, by_token = false } = user;
    const by = { user_id, user_name, key_name: by_key, by_token };
    await this.sessions.conclude(test.test_id, { reason: test.user_id === user_id ? "user" : "admin", by });
    return this.get(test.test_id);
  }

  /** Ends the tests of a project that have not ended: those of these users, who belong to it no more, or all with the project. */
  async endOf(project_id: string, user_ids?: readonly string[]): Promise<void> {
    for (const test_id of await repository.openTests(this.#needs.database.db, project_id, user_ids)) {
      await this.sessions.conclude(test_id, { reason: "access_lost" });
    }
  }

  /** Who has tests in a project that have not ended, administrators not counted: they need not belong to it. */
  holders(project_id: string): Promise<string[]> {
    return repository.openHolders(this.#needs.database.db, project_id);
  }

  /** Ends all that a user has running, wherever, who may not sign in any more. */
  async endOfUser(user_id: string): Promise<void> {
    for (const test_id of await repository.openTestsOfUser(this.#needs.database.db, user_id)) {
      await this.sessions.conclude(test_id, { reason: "access_lost" });
    }
  }

  /** Resolves once no test of a project holds a device, or after `limitMs`. */
  async #whenReleased(project_id: string, limitMs: number): Promise<void> {
    const { database, bus, clock } = this.#needs;
    const released = Promise.withResolvers<void>();
    const check = async () => {
      const held = await repository.findDeviceSessions(database.db, { project_id });
      if (held.length === 0) released.resolve();
    };
    const stopListening = bus.subscribe(({ payload }) => {
      if (payload.type === "test.changed") void check().catch(released.reject);
    });
    const cancelTimer = clock.at(clock.now() + limitMs, released.resolve);
    try {
      await check();
      await released.promise;
    } finally {
      stopListening();
      cancelTimer();
    }
  }

  countWithApp(project_id: string, app_id: string): Promise<{ tests: number; running_tests: number }> {
    return repository.countTestsWithApp(this.#needs.database.db, project_id, app_id);
  }

  readonly ofProjects: ProjectTests = { last_at: lastOfProject, count: countOfProjects };

  readonly ofProject: ProjectContent = {
    count: (db, project_id) => countsOf(this.#needs.kinds, db, project_id),
    end: async (project_id, limitMs) => {
      await this.endOf(project_id);
      await this.#whenReleased(project_id, limitMs);
    },
    isOpen: async (tx, project_id) => (await repository.openTests(tx, project_id)).length > 0,
    delete: async (tx, project_id, announce) => {
      // Devices that were still being cleaned are given back.
      const held = await repository.findDeviceSessions(tx, { project_id });
      const blob_keys = await this.delete(tx, { project_id });
      const device_ids = held.map(({ device }) => device.device_id);
      await this.#needs.devices.changed(tx, announce, device_ids);
      return { blob_keys };
    },
  };

  /** Locks old tests of the platform's own, so many at most, to be deleted. */
  lockOldOfPlatform(tx: Queries, limit: number): Promise<string[]> {
    return lockOldOfPlatform(tx, this.#needs.clock.now() - PLATFORM_TESTS_MS, limit);
  }

  /** Deletes tests; answers the files that nobody owns then. */
  async delete(tx: Queries, tests: GoneTests): Promise<string[]> {
    const blob_keys = await filesOf(this.#needs.kinds, tx, tests);
    await deleteTests(tx, tests);
    return blob_keys;
  }

  /** The user did something: the test does not end by inactivity for another while. */
  touch(test_id: string): void {
    this.#deadlines.touch(test_id);
  }

  /** The same, said in so many words and written down at once. @throws UdtError test_ended, test_watched */
  async keep(test_id: string): Promise<{ inactive_deadline: number | null }> {
    return { inactive_deadline: await this.#deadlines.keep((tx) => this.lockDriven(tx, test_id)) };
  }

  /** After how long without anything done tests end has changed; asked by the server that the change was made on. */
  inactivityChanged(): Promise<void> {
    return this.#deadlines.restart();
  }

  async close(): Promise<void> {
    await this.#deadlines.close();
    await this.sessions.settled();
  }
}
