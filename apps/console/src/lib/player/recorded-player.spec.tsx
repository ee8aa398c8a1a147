// @vitest-environment happy-dom
import type { Resource } from "@udt/contract";
import { beforeAll, expect, it, vi } from "vitest";
import { show, shownText } from "../components/rendered.fixture.tsx";
import { loadTexts } from "../i18n/index.ts";
import type { Recording } from "./recorded-parts.ts";
import { RecordedPlayer } from "./recorded-player.tsx";

beforeAll(() => loadTexts("player", "common"));

const file = (resource_id: string): Recording =>
  ({ resource_id, started_at: 0, duration_ms: 1_000, size_bytes: 1 }) as Resource & { started_at: number };

it("names a key that was pressed as the keys of the device are called", async () => {
  const pressed = { timestamp: 10, type: "key", action: "press", key: "AudioVolumeUp" };
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(pressed)));
  const parts = { video: file("v"), input: file("i"), log: undefined };
  await show(<RecordedPlayer place={{ project: "demo", test_id: "t", device_id: "d" }} parts={parts} />);
  await vi.waitFor(() => expect(shownText()).toContain("Volume up"));
  expect(shownText()).not.toContain("AudioVolumeUp");
});
