// @vitest-environment happy-dom
import { END_REASONS, type EndReason, type TestDeviceState } from "@udt/contract";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { button, press, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import common from "../../lib/common/texts/en.ts";
import { loadTexts } from "../../lib/i18n/index.ts";
import { EndPanel } from "./panels.tsx";
import { answering, withoutApp } from "./server.fixture.ts";
import { sessionOf } from "./session.fixture.ts";
import { SessionProvider, type Session } from "./session.tsx";
import en from "./texts/en.ts";
import ja from "./texts/ja.ts";
import zh from "./texts/zh.ts";

beforeAll(() => loadTexts("debug", "common", "words", "tests", "inspection"));

/** What the panel reads of a session that is over. */
const over = (end_reason: EndReason, app_id: string | null = null, state: TestDeviceState = "done"): Session =>
  sessionOf({
    test: { state: "ended", end_reason, started_at: 1_000, ended_at: 61_000, app_id },
    test_device: { error: null, state },
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

  const by = { user_id: "bea", user_name: "Bea", key_name: null, by_token: false };
  const { own, by_key, by_token, admin, user } = en.ended;
  it.each([
    ["its holder, who ended it", "bea", "user", by, [own.title, own.text]],
    ["somebody else, whom its holder left", "cem", "user", by, ["Bea ended the session", user.text]],
    ["the administrator who ended it", "bea", "admin", by, [own.title, "You ended the session of me before"]],
    ["its holder, whom an administrator ended", "u", "admin", by, [admin.title, "Bea took the device back."]],
    [
      "its holder, whose key ended it",
      "bea",
      "user",
      { ...by, key_name: "nightly" },
      ["API key nightly", "A program with your API key nightly ended it before its time was up."],
    ],
    [
      "somebody else, of another's key",
      "cem",
      "user",
      { ...by, key_name: "nightly" },
      ["API key nightly", by_key.text.replace("{name}", "Bea")],
    ],
    [
      "who made the project's token by which it was ended",
      "bea",
      "user",
      { ...by, by_token: true },
      [by_token.title, by_token.text.replace("{name}", "Bea")],
    ],
  ] as const)("says who ended it to %s", async (_, user_id, end_reason, ended_by, words) => {
    const session = sessionOf({ test: { state: "ended", end_reason, ended_by }, test_device: { state: "done" } });
    await show(
      <SessionProvider value={session}>
        <EndPanel />
      </SessionProvider>,
      "/",
      { user_id },
    );
    const panel = document.querySelector("[data-end-reason]")!.textContent;
    for (const word of words) expect(panel).toContain(word);
    if (ended_by.key_name !== null || ended_by.by_token) expect(panel).not.toContain(own.title);
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

  it("is begun anew without an app that was deleted meanwhile, and says so", async () => {
    const asked = answering({ "/tests": withoutApp });
    await show(
      <SessionProvider value={over("user", "a1")}>
        <EndPanel />
      </SessionProvider>,
    );
    await press(button(en.ended.retest));
    await vi.waitFor(() => expect(shownText()).toContain(common.debug.app_gone));
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
