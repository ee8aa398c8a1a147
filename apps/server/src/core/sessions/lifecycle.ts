import {
  TEST_DEVICE_TRANSITIONS,
  TEST_TRANSITIONS,
  UdtError,
  say,
  type EndReason,
  type TestDeviceState,
  type TestEnder,
  type TestState,
  type Said,
} from "@udt/contract";
import type { Change, Part } from "./change.ts";
import type { HeldDevice, TestOwner, TestWish } from "./entrance.ts";
import { newId } from "../../platform/ids.ts";
import { noteOccasion } from "../tags/tags.service.ts";
import * as leases from "./leases.repository.ts";
import { tellOf } from "./test-news.ts";
import * as repository from "./tests.repository.ts";
import { noteUncleaned } from "./uncleaned.repository.ts";

const PHASE_OF: Partial<Record<TestDeviceState, repository.PhaseRow["name"]>> = {
  preparing: "prepare",
  cleaning: "clean",
};

async function moveTest(
  change: Change,
  test: repository.TestRow,
  state: TestState,
  fields: Partial<repository.TestRow>,
): Promise<void> {
  if (!TEST_TRANSITIONS[test.state].includes(state))
    throw new Error(`test ${test.test_id} cannot go from ${test.state} to ${state}`);
  await repository.updateTest(change.tx, test.test_id, { ...fields, state });
  Object.assign(test, fields, { state });
  tellOf(change.announce, test);
}

/**
 * Moves devices' parts in tests: closes the phases that they were in, with an error where there is one, opens the next,
 * and gives them back at the end: `lost` for a reason, or to whoever comes next.
 */
async function moveDevices(
  change: Change,
  parts: readonly (Part & { error?: Said | null })[],
  state: TestDeviceState,
  lost?: EndReason,
): Promise<void> {
  if (parts.length === 0) return;
  const next = state === "done" ? await leases.nextOf(change.tx, parts) : [];
  const rows = parts.map(({ test, device, error = null }) => {
    const { test_id, device_id } = device;
    if (!TEST_DEVICE_TRANSITIONS[device.state].includes(state))
      throw new Error(`device of test ${test_id} cannot go from ${device.state} to ${state}`);
    const phase = state === "running" ? change.kinds[test.kind].running_phase : PHASE_OF[state];
    // It ends without the cleaning's having come to its end.
    const isUnclean = lost !== undefined && device.state === "cleaning";
    return {
      test_id,
      device_id,
      phase: phase ?? null,
      error: error ?? (isUnclean ? say("device_lost_not_cleaned") : null),
    };
  });
  await repository.moveTestDevices(change.tx, rows, { state, release: state === "done", now: change.now });
  if (state === "done") await noteOccasion(change.tx, "cleaned", usedIn(parts), change.now);
  for (const { test, device } of parts) {
    device.state = state;
    tellOf(change.announce, test);
  }
  for (const test_id of next) await handOn(change, test_id, lost);
  await change.devicesChanged(rows.map(({ device_id }) => device_id));
}

/** The devices that these tests had. What the platform does with one, a check too, is no use of it. */
const usedIn = (parts: readonly Part[]): string[] =>
  parts.flatMap(({ test, device }) =>
    test.project_id !== null && device.state !== "queued" ? [device.device_id] : [],
  );

/** A device that a test waits for has been given back: it is that test's, or lost to it as well. */
async function handOn(change: Change, test_id: string, lost: EndReason | undefined): Promise<void> {
  const test = await repository.lockTest(change.tx, test_id);
  if (test?.state !== "queued") return;
  if (lost !== undefined) {
    await end(change, test, { reason: lost, error: null, gone: true });
    change.alsoEnded.push({ test, reason: lost });
    return;
  }
  const deadline = change.now + test.duration_minutes * 60_000;
  await repository.updateTest(change.tx, test_id, { deadline });
  const devices = await repository.testDevices(change.tx, test_id);
  await hold(change, Object.assign(test, { deadline }), devices);
  const begun = await repository.findDeviceSessions(change.tx, { test_id });
  // Its agent may clean it by itself, when it began anew: then the session is started once the device is ready.
  const ready = await leases.readyAmong(change.tx, begun);
  change.begun.push(...ready);
}

/** Devices' parts in tests that wait for them begin: each gets its lease. @throws on the unique index when one is held */
async function hold(
  change: Change,
  test: repository.TestRow,
  devices: readonly repository.TestDeviceRow[],
): Promise<Map<string, number>> {
  const device_ids = devices.map(({ device_id }) => device_id);
  const of = { test_id: test.test_id, device_ids, created_at: change.now };
  const tokens = await leases.insertLeases(change.tx, of);
  await moveDevices(
    change,
    devices.map((device) => ({ test, device })),
    "preparing",
  );
  return tokens;
}

/** A new test, which waits for its devices. */
export async function enter(change: Change, owner: TestOwner, wish: TestWish): Promise<repository.TestRow> {
  const { user, project_id } = owner === "platform" ? { user: undefined, project_id: null } : owner;
  const test: repository.TestRow = {
    ...wish,
    test_id: newId(),
    project_id,
    user_id: user?.user_id ?? null,
    by_token: user?.by_token ?? false,
    key_name: user?.by_key ?? null,
    state: "queued",
    end_reason: null,
    ended_by: null,
    created_at: change.now,
    started_at: null,
    ended_at: null,
    inactive_deadline: null,
  };
  await repository.insertTest(change.tx, test);
  tellOf(change.announce, test);
  return test;
}

/**
 * A test gets a device as soon as the lease that another test, which the transaction has locked, has on it is released;
 * nobody can take the device between.
 * @throws UdtError test_ended: the other test's part on the device is over
 */
export async function reserve(change: Change, test_id: string, held: HeldDevice): Promise<void> {
  const [session] = await repository.findDeviceSessions(change.tx, {
    test_id: held.test_id,
    device_id: held.device_id,
  });
  if (!session || session.device.state === "cleaning") throw new UdtError("test_ended", { test_id: held.test_id });
  await repository.insertTestDevices(change.tx, [
    { ...session.device, test_id, state: "queued", error: null, checking: null },
  ]);
  await leases.setNext(change.tx, held, test_id);
}

/**
 * Devices join a test that waits for its devices, or runs on others. Answers the lease token of each.
 * @throws on the unique index when one is held.
 */
export async function join(
  change: Change,
  test: repository.TestRow,
  devices: repository.TestDeviceRow[],
): Promise<Map<string, number>> {
  await repository.insertTestDevices(change.tx, devices);
  return hold(change, test, devices);
}

/**
 * Devices are ready: their tests run, those that begin with them by these deadlines. Answers the parts that had waited for
 * that.
 */
export async function run<P extends Part>(
  change: Change,
  parts: readonly P[],
  deadlinesOf: (test: repository.TestRow) => Partial<Pick<repository.TestRow, "deadline" | "inactive_deadline">>,
): Promise<P[]> {
  const ready = parts.filter(({ test, device }) => device.state === "preparing" && test.state !== "ended");
  await moveDevices(change, ready, "running");
  for (const { test } of ready) {
    if (test.state === "queued")
      await moveTest(change, test, "running", { started_at: change.now, ...deadlinesOf(test) });
  }
  return ready;
}

/**
 * Ends devices' parts while their tests go on: they go on to be cleaned, or are given back at once when they are `gone`.
 * Those that ended before stay as they are.
 */
export async function endDevices(
  change: Change,
  parts: readonly (Part & { error: Said | null; reason: EndReason })[],
  options: { gone: boolean },
): Promise<void> {
  const ending = parts.filter(({ device: { state } }) => state !== "done" && (state !== "cleaning" || options.gone));
  const { queued = [], held = [] } = Object.groupBy(ending, ({ device }) =>
    device.state === "queued" ? "queued" : "held",
  );
  await moveDevices(change, queued, "done");
  if (!options.gone) return moveDevices(change, held, "cleaning");
  await noteUncleaned(
    change.tx,
    held.map(({ device }) => device),
  );
  for (const [reason, lost] of Map.groupBy(held, (part) => part.reason))
    await moveDevices(change, lost, "done", reason);
}

/**
 * Ends a test. Its devices go on to be cleaned, or are given back at once when they are `gone`. False when it had ended
 * before; devices that are gone are given back all the same.
 */
export async function end(
  change: Change,
  test: repository.TestRow,
  options: { reason: EndReason; by?: TestEnder | undefined; error: Said | null; gone: boolean },
): Promise<boolean> {
  const isNew = test.state !== "ended";
  if (isNew) {
    await moveTest(change, test, "ended", {
      ended_at: change.now,
      end_reason: options.reason,
      ended_by: options.by ?? null,
      inactive_deadline: null,
    });
  }
  const devices = await repository.testDevices(change.tx, test.test_id);
  await endDevices(
    change,
    devices.map((device) => ({ test, device, error: options.error, reason: options.reason })),
    options,
  );
  return isNew;
}

/** The devices are clean, or nobody will ever say so: they may be handed on. */
export async function release(change: Change, parts: readonly (Part & { error: Said | null })[]): Promise<void> {
  await moveDevices(
    change,
    parts.filter(({ device }) => device.state !== "done"),
    "done",
  );
}
