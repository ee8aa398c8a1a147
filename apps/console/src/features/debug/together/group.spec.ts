// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { DEVICE as device } from "../../../lib/device.fixture.ts";
import { answering, withoutApp } from "../server.fixture.ts";
import { Group } from "./group.ts";

it.each([
  ["with the app that the session before had", "a1", { app_id: "a1" }],
  ["without an app where it had none", null, {}],
])("begins a session anew %s", async (_, app_id, more) => {
  const asked = answering({ "/devices/d": { data: device }, "/tests": { data: { test_id: "t2" } } });
  const group = new Group("demo", "u");
  expect(await group.begin("d", app_id)).toEqual({ lacksApp: false });
  expect(group.of("d")).toEqual({ test_id: "t2", isBeginning: false, refusal: undefined });
  expect(asked.at(-1)?.body).toEqual({ kind: "debug", device_id: "d", duration_minutes: expect.any(Number), ...more });
});

it("begins one without an app that was deleted meanwhile, and answers so", async () => {
  answering({ "/devices/d": { data: device }, "/tests": withoutApp });
  const group = new Group("demo", "u");
  expect(await group.begin("d", "a1")).toEqual({ lacksApp: true });
  expect(group.of("d")).toEqual({ test_id: "t2", isBeginning: false, refusal: undefined });
});
