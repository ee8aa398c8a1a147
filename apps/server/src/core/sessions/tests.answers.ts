import type { Test } from "@udt/contract";
import type { TestName } from "./kinds.ts";
import type { TestRecord } from "./tests.repository.ts";

/** A test as the contract shows it. */
export function testOf(
  { test, project_id, user_id, user_name, devices }: TestRecord,
  names: ReadonlyMap<string, TestName>,
): Test {
  return {
    test_id: test.test_id,
    kind: test.kind,
    project_id,
    user_id,
    user_name,
    key_name: test.key_name,
    state: test.state,
    end_reason: test.end_reason,
    ended_by: test.ended_by,
    duration_minutes: test.duration_minutes,
    created_at: test.created_at,
    started_at: test.started_at,
    ended_at: test.ended_at,
    deadline: test.deadline,
    inactive_deadline: test.inactive_deadline,
    app_id: test.app_id,
    run: names.get(test.test_id) ?? null,
    devices: devices.map(({ device, phases }) => ({
      device_id: device.device_id,
      serial: device.serial,
      brand: device.brand,
      model: device.model,
      os: device.os,
      os_version: device.os_version,
      state: device.state,
      error: device.error,
      checking: device.state === "preparing" ? (device.checking?.step ?? null) : null,
      failed_check: device.checking?.failed ?? null,
      phases: phases.map((phase) => ({
        name: phase.name,
        started_at: phase.started_at,
        ended_at: phase.ended_at,
        cost: phase.ended_at === null ? null : phase.ended_at - phase.started_at,
        error: phase.error,
      })),
    })),
  };
}
