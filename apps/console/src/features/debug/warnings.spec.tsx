// @vitest-environment happy-dom
import { beforeAll, expect, it, vi } from "vitest";
import { button, press, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { HintLine } from "./hints.tsx";
import { InputController } from "./input/input-controller.ts";
import { showIn } from "./page.fixture.tsx";
import { answering } from "./server.fixture.ts";
import { sessionOf } from "./session.fixture.ts";
import type { TestWithViewers } from "./session.tsx";
import en from "./texts/en.ts";
import { Warnings } from "./warnings.tsx";

beforeAll(() => loadTexts("debug", "common", "words", "errors", "refusals"));

const MINUTE = 60_000;
const warned = (test: Partial<TestWithViewers>, parts: { isHolder: boolean; drives: boolean }) =>
  showIn(
    sessionOf({ test: { deadline: Date.now() + 60 * MINUTE, inactive_deadline: null, ...test }, ...parts }),
    <>
      <Warnings input={new InputController()} />
      <HintLine />
    </>,
  );
const KEEP = "POST /v1/api/tests/t/keep";

it("keeps a session that nobody seems to use by a call of its own, whether or not any input is open", async () => {
  const asked = answering({});
  await warned({ inactive_deadline: Date.now() + MINUTE / 2 }, { isHolder: true, drives: true });
  await press(button(en.inactive.stay));
  expect(asked.filter(({ call }) => call === KEEP)).toHaveLength(1);
});

it("says why a session is not kept", async () => {
  answering({ [KEEP]: { code: "test_ended", status: 409 } });
  await warned({ inactive_deadline: Date.now() + MINUTE / 2 }, { isHolder: true, drives: true });
  await press(button(en.inactive.stay));
  await vi.waitFor(() => expect(document.querySelector(".dbg-hint[data-tone=bad]")).not.toBeNull());
});

it.each([
  ["the holder, who drives", { isHolder: true, drives: true }, true],
  ["the holder, who handed control over", { isHolder: true, drives: false }, true],
  ["who drives in the holder's place", { isHolder: false, drives: true }, false],
])("warns %s that the time ends", async (_, parts, mayExtend) => {
  await warned({ deadline: Date.now() + 4 * MINUTE }, parts);
  expect(shownText()).toContain("The session ends in");
  const buttons = [...document.querySelectorAll("button")].map(({ textContent }) => textContent);
  expect(buttons).toEqual([...(mayExtend ? ["+15 min"] : []), en.time.dismiss]);
});

it("does not warn who only watches", async () => {
  await warned({ deadline: Date.now() + 4 * MINUTE }, { isHolder: false, drives: false });
  expect(shownText()).not.toContain("The session ends in");
});

it("warns the holder who handed control over that nobody uses the device, though only who drives can keep it", async () => {
  await warned({ inactive_deadline: Date.now() + MINUTE / 2 }, { isHolder: true, drives: false });
  expect(shownText()).toContain(en.inactive.text.split("{time}")[0]);
  expect(document.querySelectorAll("button")).toHaveLength(0);
});
