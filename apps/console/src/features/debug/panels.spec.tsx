// @vitest-environment happy-dom
import { END_REASONS, type EndReason, type TestDeviceState } from "@udt/contract";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { button, press, show } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { EndPanel } from "./panels.tsx";
import { answering } from "./server.fixture.ts";
import { sessionOf } from "./session.fixture.ts";
import { SessionProvider, type Session } from "./session.tsx";
import en from "./texts/en.ts";
import ja from "./texts/ja.ts";
import zh from "./texts/zh.ts";

beforeAll(() => loadTexts("debug", "common", "words", "tests"));

/** What the panel reads of a session that is over. */
const over = (end_reason: EndReason, app_id: string | null = null, state: TestDeviceState = "done"): Session =>
  sessionOf({
    test: { state: "ended", end_reason, started_at: 1_000, ended_at: 61_000, app_id },
    test_device: { error: null, state },
  });

describe("a session that is over", () => {
  it.each(END_REASONS)("says why when it ended by %s, and offers another", async (reason) => {
    await show(
      <SessionProvider value={{ ...over(reason), isOwn: false }}>
        <EndPanel />
      </SessionProvider>,
    );
    const panel = document.querySelector(`[data-end-reason="${reason}"]`)!;
    expect(panel.textContent).toContain(en.ended[reason].title);
    expect(panel.textContent).toContain(en.ended[reason].text);
    expect(button("Debug this device again").disabled).toBe(false);
  });

  it("says so to who ended it", async () => {
    await show(
      <SessionProvider value={over("user")}>
        <EndPanel />
      </SessionProvider>,
    );
    expect(document.querySelector("[data-end-reason]")!.textContent).toContain(en.ended.own.title);
  });

  it.each([
    ["cleaning", true],
    ["done", false],
  ] as const)("says that the device is being cleaned only while it is: %s", async (state, isSaid) => {
    await show(
      <SessionProvider value={over("user", null, state)}>
        <EndPanel />
      </SessionProvider>,
    );
    expect(document.querySelector("[data-end-reason]")!.textContent.includes(en.ended.cleaning)).toBe(isSaid);
  });

  it.each([
    ["with its app", "a1", { app_id: "a1" }],
    ["without an app where it had none", null, {}],
  ])("is begun anew %s", async (_, app_id, more) => {
    const asked = answering({});
    await show(
      <SessionProvider value={over("user", app_id)}>
        <EndPanel />
      </SessionProvider>,
    );
    await press(button(en.ended.retest));
    expect(asked).toEqual([
      {
        call: "POST /v1/api/tests",
        body: { kind: "debug", device_id: "d", duration_minutes: expect.any(Number), ...more },
      },
    ]);
  });

  it("is begun anew without an app that was deleted meanwhile", async () => {
    const asked = answering({ "/tests": { code: "app_not_found", status: 404 } });
    await show(
      <SessionProvider value={over("user", "a1")}>
        <EndPanel />
      </SessionProvider>,
    );
    await press(button(en.ended.retest));
    await vi.waitFor(() => expect(button(en.ended.retest).disabled).toBe(false));
    await press(button(en.ended.retest));
    expect(asked.map(({ body }) => (body as { app_id?: string }).app_id)).toEqual(["a1", undefined]);
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
