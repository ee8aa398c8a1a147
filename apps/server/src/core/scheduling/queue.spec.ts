import { describe, expect, it } from "vitest";
import type { Candidate } from "./queue.repository.ts";
import { waitingOf, type Queued } from "./queue.ts";

const SLOT = { needs_engine: false, even_out_of_use: false, only_healthy: true };

describe("why a device is waited for", () => {
  const device = (about: Partial<Candidate>) =>
    ({
      device_id: "d",
      offline: false,
      ready: true,
      held: false,
      has_engine: true,
      is_broken: false,
      is_unwell: false,
      is_draining: false,
      is_out: false,
      no_task: false,
      no_remote: false,
      until: null,
      ...about,
    }) as Candidate;
  const reasonOf = (about: Partial<Queued>) =>
    waitingOf({
      slot: SLOT,
      position: 1,
      suitable: [device({})],
      used: new Set(),
      wants_sound: true,
      access: "task",
      limit: undefined,
      ...about,
    }).reason;

  it.each<[string, Partial<Queued>]>([
    ["next", {}],
    ["no_device", { suitable: [] }],
    ["devices_used", { used: new Set(["d"]) }],
    ["devices_broken", { suitable: [device({ is_broken: true })] }],
    ["next", { suitable: [device({ is_broken: true })], wants_sound: false }],
    ["devices_used", { suitable: [device({ is_broken: true })], used: new Set(["d"]) }],
    ["next", { suitable: [device({ is_broken: true }), device({ device_id: "e" })] }],
    ["devices_out_of_use", { suitable: [device({ is_out: true, is_broken: true })] }],
    ["next", { suitable: [device({ is_out: true })], slot: { ...SLOT, even_out_of_use: true } }],
    ["devices_broken", { suitable: [device({ is_out: true }), device({ device_id: "e", is_broken: true })] }],
    ["devices_unwell", { suitable: [device({ is_unwell: true }), device({ device_id: "e", is_broken: true })] }],
    ["next", { suitable: [device({ is_unwell: true })], slot: { ...SLOT, only_healthy: false } }],
    ["next", { suitable: [device({ is_unwell: true })], wants_sound: false }],
    ["devices_no_tasks", { suitable: [device({ no_task: true, is_broken: true })] }],
    ["devices_out_of_use", { suitable: [device({ no_task: true, is_out: true })] }],
    ["next", { suitable: [device({ no_task: true })], access: null }],
    ["next", { suitable: [device({ no_remote: true })] }],
    ["devices_used", { used: new Set(["d"]), limit: "parallel_limit" }],
    ["devices_offline", { suitable: [device({}), device({ device_id: "e", offline: true })], used: new Set(["d"]) }],
    ["devices_draining", { suitable: [device({ is_draining: true }), device({ device_id: "e", offline: true })] }],
    ["devices_busy", { suitable: [device({ is_draining: true }), device({ device_id: "e", held: true })] }],
    ["devices_busy", { suitable: [device({ held: true })], limit: "user_limit" }],
    ["devices_busy", { suitable: [device({ ready: false })] }],
    ["behind_others", { position: 2 }],
    ["parallel_limit", { position: 2, limit: "parallel_limit" }],
    ["user_limit", { limit: "user_limit" }],
    ["no_engine", { slot: { ...SLOT, needs_engine: true }, suitable: [device({ has_engine: false })] }],
  ])("is %s: %o", (reason, about) => {
    expect(reasonOf(about)).toBe(reason);
  });
});
