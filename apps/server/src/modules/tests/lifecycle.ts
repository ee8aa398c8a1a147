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

/** A device's part in a test, as the transaction knows it. */
export interface Part {
  test: repository.TestRow;
  device: repository.TestDeviceRow;
}

/**
 * Moves devices' parts in tests: closes the phases that they were in, with an error where there is one, opens the next,
 * and gives them back at the end.
 */
async function moveDevices(
  change: Change,
  parts: readonly (Part & { error?: string })[],
  state: TestDeviceState,
): Promise<void> {
  if (parts.length === 0) return;
  const rows = parts.map(({ test, device, error = "" }) => {
    const { test_id, device_id } = device;
    if (!TEST_DEVICE_TRANSITIONS[device.state].includes(state))
      throw new Error(`device of test ${test_id} cannot go from ${device.state} to ${state}`);
    // A run begins with its environment; its agent says when the cases begin.
    const phase = test.kind === "job" && state === "running" ? "environment" : PHASE_OF[state];
    return { test_id, device_id, phase: phase ?? null, error };
  });
  await repository.moveTestDevices(change.tx, rows, { state, release: state === "done", now: change.now });
  for (const { test, device } of parts) {
    device.state = state;
    change.announce(test.project_id, { type: "test.changed", test_id: test.test_id });
  }
  await change.devicesChanged(rows.map(({ device_id }) => device_id));
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
  const parts = devices.map((device) => ({ test, device }));
  await moveDevices(change, parts, "preparing");
  return tokens;
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
  parts: readonly (Part & { error: string })[],
  options: { gone: boolean },
): Promise<void> {
  const ending = parts.filter(({ device: { state } }) => state !== "done" && (state !== "cleaning" || options.gone));
  const { queued = [], held = [] } = Object.groupBy(ending, ({ device }) =>
    device.state === "queued" ? "queued" : "held",
  );
  await moveDevices(change, queued, "done");
  await moveDevices(change, held, options.gone ? "done" : "cleaning");
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
  const devices = await repository.testDevices(change.tx, test.test_id);
  await endDevices(
    change,
    devices.map((device) => ({ test, device, error: options.error })),
    options,
  );
  return isNew;
}

/** The devices are clean, or nobody will ever say so: they may be handed on. */
export async function release(change: Change, parts: readonly (Part & { error: string })[]): Promise<void> {
  await moveDevices(
    change,
    parts.filter(({ device }) => device.state !== "done"),
    "done",
  );
}
