import {
  TEST_DEVICE_TRANSITIONS,
  TEST_TRANSITIONS,
  type EndReason,
  type TestDeviceState,
  type TestState,
} from "@udt/contract";
import type { Announce } from "../../platform/bus.ts";
import type { Queries } from "../../platform/database/database.ts";
import * as repository from "./tests.repository.ts";

/** The transaction in which states change, with its time and its events. */
export interface Change {
  tx: Queries;
  announce: Announce;
  now: number;
  /** Announces devices that are held, or held no longer. */
  devicesChanged(device_ids: readonly string[]): Promise<void>;
}

const PHASE_OF: Partial<Record<TestDeviceState, repository.PhaseRow["name"]>> = {
  preparing: "prepare",
  running: "run",
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
  change.announce(test.project_id, { type: "test.changed", test_id: test.test_id });
}

/** Moves devices' parts in a test: closes the phases that they were in, opens the next, and gives them back at the end. */
async function moveDevices(
  change: Change,
  test: repository.TestRow,
  devices: readonly repository.TestDeviceRow[],
  state: TestDeviceState,
  error: string,
): Promise<void> {
  if (devices.length === 0) return;
  const { test_id } = test;
  for (const device of devices) {
    if (!TEST_DEVICE_TRANSITIONS[device.state].includes(state))
      throw new Error(`device of test ${test_id} cannot go from ${device.state} to ${state}`);
  }
  // A run begins with its environment; its agent says when the cases begin.
  const phase = test.kind === "job" && state === "running" ? "environment" : PHASE_OF[state];
  const device_ids = devices.map(({ device_id }) => device_id);
  const to = { state, error, phase, release: state === "done", now: change.now };
  await repository.moveTestDevices(change.tx, { test_id, device_ids }, to);
  for (const device of devices) device.state = state;
  change.announce(test.project_id, { type: "test.changed", test_id });
  await change.devicesChanged(device_ids);
}

/** A new test takes its device. @throws on the unique index when the device is held. */
export async function begin(
  change: Change,
  test: repository.TestRow,
  device: repository.TestDeviceRow,
): Promise<number> {
  await repository.insertTest(change.tx, test);
  const tokens = await join(change, test, [device]);
  return tokens.get(device.device_id)!;
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
  const { test_id } = test;
  await repository.insertTestDevices(change.tx, devices);
  const device_ids = devices.map(({ device_id }) => device_id);
  const tokens = await repository.insertLeases(change.tx, { test_id, device_ids, created_at: change.now });
  await moveDevices(change, test, devices, "preparing", "");
  return tokens;
}

/** The device is ready: the test runs, by these deadlines. False when it was not waiting for that. */
export async function run(
  change: Change,
  test: repository.TestRow,
  device: repository.TestDeviceRow,
  deadlines: Partial<Pick<repository.TestRow, "deadline" | "inactive_deadline">>,
): Promise<boolean> {
  if (device.state !== "preparing" || test.state === "ended") return false;
  await moveDevices(change, test, [device], "running", "");
  if (test.state === "queued") await moveTest(change, test, "running", { started_at: change.now, ...deadlines });
  return true;
}

/**
 * Ends devices' parts while the test goes on: they go on to be cleaned, or are given back at once when they are `gone`.
 * Answers those that had not ended before.
 */
export async function endDevices(
  change: Change,
  test: repository.TestRow,
  devices: readonly repository.TestDeviceRow[],
  options: { error: string; gone: boolean },
): Promise<readonly repository.TestDeviceRow[]> {
  const isNew = devices.filter(({ state }) => state !== "cleaning" && state !== "done");
  const ending = devices.filter(({ state }) => state !== "done" && (state !== "cleaning" || options.gone));
  const { queued = [], held = [] } = Object.groupBy(ending, ({ state }) => (state === "queued" ? "queued" : "held"));
  await moveDevices(change, test, queued, "done", options.error);
  await moveDevices(change, test, held, options.gone ? "done" : "cleaning", options.error);
  return isNew;
}

/**
 * Ends a test. Its devices go on to be cleaned, or are given back at once when they are `gone`. False when it had ended
 * before; devices that are gone are given back all the same.
 */
export async function end(
  change: Change,
  test: repository.TestRow,
  options: { reason: EndReason; error: string; gone: boolean },
): Promise<boolean> {
  const isNew = test.state !== "ended";
  if (isNew) {
    await moveTest(change, test, "ended", {
      ended_at: change.now,
      end_reason: options.reason,
      inactive_deadline: null,
    });
  }
  await endDevices(change, test, await repository.testDevices(change.tx, test.test_id), options);
  return isNew;
}

/** The device is clean, or nobody will ever say so: it may be handed on. */
export async function release(
  change: Change,
  test: repository.TestRow,
  device: repository.TestDeviceRow,
  error: string,
): Promise<void> {
  if (device.state !== "done") await moveDevices(change, test, [device], "done", error);
}
