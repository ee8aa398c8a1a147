// @vitest-environment happy-dom
import { beforeAll, expect, it } from "vitest";
import { show, shownText } from "../components/rendered.fixture.tsx";
import { loadTexts } from "../i18n/index.ts";
import { LogPane } from "./log-pane.tsx";
import { Playhead } from "./playhead.ts";

beforeAll(() => loadTexts("player"));

const place = { project: "demo", test_id: "t", device_id: "d" };
const range = { from: 0, to: 1_000 };
const lines = Array.from({ length: 200 }, (_, time) => ({ time, level: "I", tag: "Shop", message: `line ${time}.` }));

it("begins with the lines of its moment, and never shows those of the beginning first", async () => {
  const seen: string[] = [];
  const observer = new MutationObserver(() => seen.push(shownText()));
  observer.observe(document.body, { childList: true, subtree: true });
  await show(<LogPane playhead={new Playhead(range, 150)} place={place} log={undefined} range={range} given={lines} />);
  observer.disconnect();
  expect(document.querySelector('[aria-current="true"]')?.textContent).toContain("line 150.");
  expect(seen.join()).not.toContain("line 0.");
  expect(seen.join()).toContain("line 145.");
});
