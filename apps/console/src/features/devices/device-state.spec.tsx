// @vitest-environment happy-dom
import { DEVICE_STATES, type Device } from "@udt/contract";
import { beforeAll, expect, it } from "vitest";
import { show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { DeviceStateSince } from "./device-state.tsx";

beforeAll(() => loadTexts("common", "devices"));

it.each(DEVICE_STATES)("tells since when a device is in its state: %s", async (state) => {
  const at = new Date();
  at.setHours(0, 0, 0, 0);
  const device = { state, lease: null, state_since: at.getTime() } as Device;
  await show(<DeviceStateSince device={device} />);
  expect(shownText()).toMatch(/.+since 00:00$/);
  expect(document.querySelector("small")?.title).toContain(String(at.getFullYear()));
});
