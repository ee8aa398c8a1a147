// @vitest-environment happy-dom
import type { ConsoleEvent } from "@udt/contract";
import { act, useState } from "react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { ControlRequests } from "../../../app/shell/control-requests.tsx";
import { NoticeBars } from "../../../app/shell/notice-bars.tsx";
import { button, press, shownText } from "../../../lib/components/rendered.fixture.tsx";
import { controlAsked, forgetAsked } from "../../../lib/control-asked/index.ts";
import { loadTexts } from "../../../lib/i18n/index.ts";
import { closeNotice, currentNotices } from "../../../lib/notices/notices.ts";
import { showIn } from "../page.fixture.tsx";
import { answering } from "../server.fixture.ts";
import { sessionOf } from "../session.fixture.ts";
import en from "./texts/en.ts";
import { AskControl } from "./ask-control.tsx";
import { AskedBanner } from "./asked-banner.tsx";

const told = vi.hoisted((): { event?: (event: unknown) => void } => ({}));
vi.mock("@udt/client", async (original) => ({
  ...(await original<object>()),
  connectEvents: ({ onEvent }: { onEvent: (event: unknown) => void }) => {
    told.event = onEvent;
    return { close: () => {} };
  },
}));
const tell = (event: object) =>
  act(async () =>
    told.event?.({ event_id: 1, project_id: "demo", test_id: "t", device_id: "d", ...event } as ConsoleEvent),
  );
const watching = { isHolder: false, drives: false, test: { user_name: "Ada" } };
const by = { user_id: "bea", user_name: "Bea" };
const named = (text: string, name: string) => text.replace("{name}", name);

/** The holder's console, whose page of the session can be opened later. */
function Holder({ isOpen: isOpenFirst = true }) {
  const [isOpen, setOpen] = useState(isOpenFirst);
  return (
    <>
      <ControlRequests />
      <NoticeBars />
      <button type="button" onClick={() => setOpen(true)}>
        Go there
      </button>
      {isOpen && <AskedBanner />}
    </>
  );
}

beforeAll(() => loadTexts("app", "debug", "control", "common", "errors", "refusals"));
beforeEach(() => {
  vi.useRealTimers();
  // A page keeps both for as long as it is open.
  for (const { test_id, by: who } of controlAsked.get()) forgetAsked(test_id, who.user_id);
  for (const { key } of currentNotices()) closeNotice(key);
});

it("asks once, and says that it was asked, declined, or not answered", async () => {
  const asked = answering({ "/control": { data: null } });
  await showIn(sessionOf(watching), <AskControl />, "demo");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await press(button(en.ask.button));
  expect(asked.map(({ call }) => call)).toEqual(["POST /v1/api/tests/t/control"]);
  await vi.waitFor(() => expect(shownText()).toContain(named(en.ask.waiting, "Ada")));
  expect((button(en.ask.button) as HTMLButtonElement).disabled).toBe(true);
  await tell({ type: "control.declined", by: { user_id: "ada", user_name: "Ada" } });
  expect(shownText()).toContain(named(en.ask.declined, "Ada"));
  await press(button(en.ask.again));
  await vi.waitFor(() => expect(shownText()).toContain(named(en.ask.waiting, "Ada")));
  await act(async () => vi.advanceTimersByTime(60_000));
  expect(shownText()).toContain(named(en.ask.unanswered, "Ada"));
});

it("is taken back without asking by who handed it over", async () => {
  const asked = answering({ "/drivers": { data: { drivers: [] } } });
  await showIn(sessionOf({ ...watching, isHolder: true }), <AskControl />, "demo");
  await press(button(en.take_back));
  expect(asked.map(({ call }) => call)).toContain("DELETE /v1/api/tests/t/drivers");
});

it("is put before the holder, who gives or declines it with one press", async () => {
  const asked = answering({ "/drivers": { data: { drivers: [] } }, "/decline": { data: null } });
  await showIn(sessionOf(), <Holder />, "demo");
  await tell({ type: "control.asked", by, test_id: "another" });
  expect(document.querySelector("[data-asked]")).toBeNull();
  for (const _ of [1, 2]) await tell({ type: "control.asked", by });
  expect(document.querySelectorAll("[data-asked]")).toHaveLength(1);
  await press(button(en.share));
  expect(asked.at(-1)).toEqual({ call: "POST /v1/api/tests/t/drivers", body: { user_id: "bea", instead: false } });
  await tell({ type: "drivers.changed", drivers: [{ ...by, instead: false, given_at: 1 }], action: "give", by });
  expect(document.querySelector("[data-asked]")).toBeNull();
  await tell({ type: "control.asked", by });
  await press(button(en.asked.decline));
  await vi.waitFor(() => expect(document.querySelector("[data-asked]")).toBeNull());
  expect(asked.at(-1)?.call).toBe("POST /v1/api/tests/t/control/bea/decline");
});

it("is told wherever the holder is, with the way to the session, whose page has it when it opens later", async () => {
  answering({ "/decline": { data: null } });
  await showIn(sessionOf(), <Holder isOpen={false} />, "demo");
  await tell({ type: "control.asked", by });
  const link = document.querySelector(".udt-bar a");
  expect(link?.getAttribute("href")).toBe("/demo/remote/debug?test_id=t&device_id=d");
  await press(button("Go there"));
  expect(document.querySelectorAll("[data-asked]")).toHaveLength(1);
  await press(button(en.asked.decline));
  await vi.waitFor(() => expect(document.querySelector("[data-asked], .udt-bar")).toBeNull());
});

it("goes after a minute, when who asked is told that nobody answered", async () => {
  await showIn(sessionOf(), <Holder />, "demo");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await tell({ type: "control.asked", by });
  expect(document.querySelectorAll("[data-asked], .udt-bar")).toHaveLength(2);
  await act(async () => vi.advanceTimersByTime(60_000));
  expect(document.querySelector("[data-asked], .udt-bar")).toBeNull();
});
