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
  /** Announces a device that is held, or held no longer. */
  deviceChanged(device_id: string): Promise<void>;
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

/** Moves a device's part in a test: closes the phase that it was in, opens the next, and gives the device back at the end. */
async function moveDevice(
  change: Change,
  test: repository.TestRow,
  device: repository.TestDeviceRow,
  state: TestDeviceState,
  error: string,
): Promise<void> {
  if (!TEST_DEVICE_TRANSITIONS[device.state].includes(state)) {
    throw new Error(`device of test ${test.test_id} cannot go from ${device.state} to ${state}`);
  }
  await repository.closePhase(change.tx, device, change.now, error);
  // A run begins with its environment; its agent says when the cases begin.
  const phase = test.kind === "job" && state === "running" ? "environment" : PHASE_OF[state];
  if (phase) await repository.openPhase(change.tx, device, phase, change.now);
  if (state === "done") await repository.releaseLease(change.tx, device, change.now);
  await repository.updateTestDevice(change.tx, device, { state, ...(error !== "" && { error }) });
  device.state = state;
  change.announce(test.project_id, { type: "test.changed", test_id: test.test_id });
  await change.deviceChanged(device.device_id);
}

/** A new test takes its device. @throws on the unique index when the device is held. */
export async function begin(
  change: Change,
  test: repository.TestRow,
  device: repository.TestDeviceRow,
): Promise<number> {
  await repository.insertTest(change.tx, test);
  return join(change, test, device);
}

/** A device joins a test that waits for its devices, or runs on others. @throws on the unique index when it is held. */
export async function join(
  change: Change,
  test: repository.TestRow,
  device: repository.TestDeviceRow,
): Promise<number> {
  await repository.insertTestDevice(change.tx, device);
  return take(change, test, device);
}

async function take(change: Change, test: repository.TestRow, device: repository.TestDeviceRow): Promise<number> {
  const lease_token = await repository.insertLease(change.tx, {
    test_id: test.test_id,
    device_id: device.device_id,
    created_at: change.now,
  });
  await moveDevice(change, test, device, "preparing", "");
  return lease_token;
}

/** The device is ready: the test runs, by these deadlines. False when it was not waiting for that. */
export async function run(
  change: Change,
  test: repository.TestRow,
  device: repository.TestDeviceRow,
  deadlines: Partial<Pick<repository.TestRow, "deadline" | "inactive_deadline">>,
): Promise<boolean> {
  if (device.state !== "preparing" || test.state === "ended") return false;
  await moveDevice(change, test, device, "running", "");
  if (test.state === "queued") await moveTest(change, test, "running", { started_at: change.now, ...deadlines });
  return true;
}

/**
 * Ends one device's part while the test goes on: it goes on to be cleaned, or is given back at once when it is `gone`.
 * False when it had ended before.
 */
export async function endDevice(
  change: Change,
  test: repository.TestRow,
  device: repository.TestDeviceRow,
  options: { error: string; gone: boolean },
): Promise<boolean> {
  const isNew = device.state !== "cleaning" && device.state !== "done";
  if (device.state === "done" || (device.state === "cleaning" && !options.gone)) return false;
  const next = options.gone || device.state === "queued" ? "done" : "cleaning";
  await moveDevice(change, test, device, next, options.error);
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
  for (const device of await repository.testDevices(change.tx, test.test_id))
    await endDevice(change, test, device, options);
  return isNew;
}

/** The device is clean, or nobody will ever say so: it may be handed on. */
export async function release(
  change: Change,
  test: repository.TestRow,
  device: repository.TestDeviceRow,
  error: string,
): Promise<void> {
  if (device.state !== "done") await moveDevice(change, test, device, "done", error);
}
