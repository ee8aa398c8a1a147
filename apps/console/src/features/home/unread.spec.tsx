// @vitest-environment happy-dom
import { DEVICE_STATES } from "@udt/contract";
import { act, type ReactNode } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, button, press, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { MyRunning } from "./my-sessions.tsx";
import { NeedsYou } from "./needs-you.tsx";
import { NextTriggers } from "./next-triggers.tsx";
import { RunningNow } from "./running-now.tsx";

beforeAll(() => loadTexts("home", "common", "errors", "refusals"));

const state_counts = Object.fromEntries(DEVICE_STATES.map((state) => [state, 0]));
const empty = { list: [], total: 0, page_num: 1, page_size: 25 };

it.each<[string, (props: { project: string }) => ReactNode, string, object]>([
  ["what needs somebody", NeedsYou, "/v1/api/home/needs", { failed_jobs: [], flaky_risers: [] }],
  ["who wants to join", NeedsYou, "/v1/plat/project/demo/join/list", { list: [] }],
  ["the devices", NeedsYou, "/v1/api/devices", { ...empty, state_counts, care_count: 0, draining_count: 0, sites: [] }],
  ["what runs", RunningNow, "/v1/api/runs", empty],
  ["what starts next", NextTriggers, "/v1/api/schedules", empty],
  ["what is the reader's own", MyRunning, "/v1/api/bi/recent/test/list", empty],
])("says that %s could not be asked, instead of nothing, and asks again", async (_, Panel, path, nothing) => {
  let isBroken = true;
  const asked = answerFetch({
    "/v1/plat/project/demo/privilege/enforce": { privilege_list: ["case.view", "member.invite"] },
    get [path]() {
      return isBroken ? "internal" : nothing;
    },
  });
  await show(<Panel project="demo" />);
  const settled = (check: () => void) => act(() => vi.waitFor(check));
  await settled(() => expect(shownText()).toContain("could not be read"));
  // Of devices several things are asked, each by itself.
  const calls = () => asked.filter((call) => call.path === path && call.query["condition"] === undefined);
  const before = calls().length;
  isBroken = false;
  await press(button("Try again"));
  await settled(() => expect(shownText()).toBe(""));
  expect(calls()).toHaveLength(before + 1);
});
