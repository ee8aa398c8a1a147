// @vitest-environment happy-dom
import { END_REASONS, type EndReason } from "@udt/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { button, show } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { EndPanel } from "./panels.tsx";
import { SessionProvider, type Session } from "./session.tsx";
import en from "./texts/en.ts";
import ja from "./texts/ja.ts";
import zh from "./texts/zh.ts";

beforeAll(() => loadTexts("debug", "common", "words", "tests"));

/** What the panel reads of a session that is over. */
const over = (end_reason: EndReason): Session => ({
  project: "demo",
  test_id: "t",
  device_id: "d",
  test: { state: "ended", end_reason, started_at: 1_000, ended_at: 61_000 } as Session["test"],
  test_device: { error: null } as Session["test_device"],
  device: undefined,
  isHolder: true,
  drives: true,
  isWatched: false,
  stage: "over",
  running: false,
  target: { project: "demo", test_id: "t", device_id: "d" },
});

describe("a session that is over", () => {
  it.each(END_REASONS)("says why when it ended by %s, and offers another", async (reason) => {
    await show(
      <SessionProvider value={over(reason)}>
        <EndPanel />
      </SessionProvider>,
    );
    const panel = document.querySelector(`[data-end-reason="${reason}"]`)!;
    expect(panel.textContent).toContain(en.ended[reason].title);
    expect(panel.textContent).toContain(en.ended[reason].text);
    expect(button("Debug this device again").disabled).toBe(false);
  });

  it.each([
    ["en", en],
    ["zh", zh],
    ["ja", ja],
  ] as const)("has a text of its own in %s for each way of ending", (_, { ended }) => {
    const texts = END_REASONS.map((reason) => ended[reason].text);
    expect(new Set(texts).size).toBe(END_REASONS.length);
    for (const text of texts) expect(text).not.toBe("");
  });
});
