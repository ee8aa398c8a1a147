// @vitest-environment happy-dom
import { beforeAll, expect, it, vi } from "vitest";
import { button, press, shownText } from "../../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../../lib/i18n/index.ts";
import type { BesideEditor } from "../../../lib/open-file.ts";
import { showIn } from "../page.fixture.tsx";
import { answering } from "../server.fixture.ts";
import { sessionOf } from "../session.fixture.ts";
import type { Session } from "../session.tsx";
import en from "../texts/en.ts";
import { BesideSession } from "./beside-session.tsx";

beforeAll(() => loadTexts("beside", "debug", "control", "common", "words", "errors", "refusals", "uploads", "tests"));

const times = { deadline: Date.now() + 3_600_000, inactive_deadline: null, duration_minutes: 60 };
const onStarted = vi.fn<(test_id: string) => void>();
const onOther = vi.fn<() => void>();
const onPhone = vi.fn<BesideEditor["onPhone"]>();

const beside = (session: Session) =>
  showIn(
    session,
    <BesideSession
      file={undefined}
      refusal={undefined}
      head={(name, more) => (
        <>
          {name}
          {more}
        </>
      )}
      onStarted={onStarted}
      onOther={onOther}
      onPhone={onPhone}
    />,
  );

it("tells that the phone was lost, and takes it again without leaving the editor", async () => {
  const asked = answering({ "POST /v1/api/tests": { data: { test_id: "next" } } });
  await beside(
    sessionOf({ test: { state: "ended", end_reason: "device_lost", ...times }, test_device: { state: "done" } }),
  );
  expect(shownText()).toContain(en.ended.device_lost.title);
  expect(document.querySelector(".dbg-beside-acts")).toBeNull();
  await press(button("Choose another phone"));
  expect(onOther).toHaveBeenCalledOnce();
  await press(button(en.ended.retest));
  await vi.waitFor(() => expect(onStarted).toHaveBeenCalledWith("next", "d"));
  expect(asked.map(({ call }) => call)).toContain("POST /v1/api/tests");
});

it("says who has control, and lets nobody else pick", async () => {
  await beside(
    sessionOf({
      test: { user_name: "Ada", ...times },
      test_device: { state: "preparing" },
      drives: false,
      isHolder: false,
    }),
  );
  expect(shownText()).toContain("Ada has control of this device");
  expect(button(en.tabs.inspect)).toMatchObject({ disabled: true, title: en.tabs.drivers_only });
  expect(shownText()).not.toContain(en.end.button);
  // Nor run a script.
  expect(onPhone).not.toHaveBeenCalled();
});

it("has its own page and its end at hand while the phone is made ready", async () => {
  await beside(sessionOf({ test: times, test_device: { state: "preparing" } }));
  expect(shownText()).toContain(en.preparing.title);
  expect(button(en.end.button)).toBeDefined();
  const page = document.querySelector<HTMLAnchorElement>("a[target=_blank]");
  expect(page?.getAttribute("href")).toContain("/demo/remote/debug?");
});
