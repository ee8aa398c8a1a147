// @vitest-environment happy-dom
import type { Resource } from "@udt/contract";
import { act } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { show, shownText } from "../components/rendered.fixture.tsx";
import { loadTexts } from "../i18n/index.ts";
import { RecordedVideos } from "./recorded-videos.tsx";

beforeAll(() => loadTexts("player", "common"));

const BEGUN = Date.parse("2026-11-30T08:00:00Z");
const place = { project: "demo", test_id: "t", device_id: "d" };
const LIST = [1, 2].map((number): Resource => {
  const [name, started_at] = [`recorded-${number}.mp4`, BEGUN + number * 60_000];
  const video = {
    resource_id: name,
    name,
    kind: "video",
    started_at,
    created_at: started_at,
    duration_ms: 10_000,
  } as const;
  return { ...video, size_bytes: 1, content_type: "video/mp4" } satisfies Partial<Resource> as Resource;
});
const position = () => document.querySelector<HTMLInputElement>("input[type=range]")?.valueAsNumber;

it("plays the recording that has the moment which is looked for, from there on", async () => {
  await show(<RecordedVideos place={place} list={LIST} at={BEGUN + 64_000} />);
  await vi.waitFor(async () => {
    await act(async () => {});
    expect(position()).toBe(BEGUN + 64_000);
  });
});

it("says that none has it, and plays nothing", async () => {
  await show(<RecordedVideos place={place} list={LIST} at={BEGUN + 90_000} />);
  expect(shownText()).toContain("No recording of the screen has");
  expect(document.querySelector(".tl")).toBeNull();
});
