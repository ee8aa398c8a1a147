// @vitest-environment happy-dom
import { say } from "@udt/contract";
import { beforeAll, expect, it, vi } from "vitest";
import { button, press, shownText } from "../../../lib/components/rendered.fixture.tsx";
import common from "../../../lib/common/texts/en.ts";
import { loadTexts } from "../../../lib/i18n/index.ts";
import { HintLine } from "../hints.tsx";
import { showIn } from "../page.fixture.tsx";
import { answering } from "../server.fixture.ts";
import { sessionOf } from "../session.fixture.ts";
import en from "../texts/en.ts";
import { Group } from "./group.ts";
import { SessionTile } from "./session-tile.tsx";

beforeAll(() => loadTexts("debug", "common", "words", "errors", "refusals", "inspection"));

const props = { device_id: "d", isLeader: false, onLead: () => undefined, onTakeOut: () => undefined };

it("is ended from its tile after the question that its own page asks", async () => {
  const asked = answering({});
  const session = sessionOf({ test: { state: "queued", inactive_deadline: null } });
  await showIn(session, <SessionTile {...props} group={new Group("demo", "u")} />);
  await press(button(en.together.more.replace("{name}", "Model")));
  const entry = await vi.waitFor(() => {
    const all = [...document.querySelectorAll<HTMLElement>("[role=menuitem]")];
    return all.find((each) => each.textContent === en.end.button) ?? expect.fail("no such entry");
  });
  await press(entry);
  await vi.waitFor(() => expect(shownText()).toContain(en.end.confirm_text));
  expect(asked).toEqual([]);
  await press(button(en.end.confirm));
  expect(asked).toEqual([{ call: "POST /v1/api/tests/t/cancelation", body: undefined }]);
});

it("begins anew with the app that it had", async () => {
  const group = new Group("demo", "u");
  const begin = vi.spyOn(group, "begin").mockResolvedValue({ lacksApp: false });
  const session = sessionOf({ test: { state: "ended", end_reason: "user", app_id: "a1" } });
  await showIn(session, <SessionTile {...props} group={group} />);
  await press(button(en.ended.retest));
  expect(begin).toHaveBeenCalledWith("d", "a1");
});

it("tells which step of its check a device is at", async () => {
  const group = new Group("demo", "u");
  await showIn(
    sessionOf({ test_device: { state: "preparing", checking: "capture_check" } }),
    <SessionTile {...props} group={group} />,
  );
  expect(shownText()).toContain(en.checking.title);
  expect(shownText()).not.toContain(en.preparing.title);
});

it("tells of a device that failed its check that it did", async () => {
  const error = say("check_disk_low", { free: "0.2 GB", total: "64 GB", least: "0.5 GB" });
  const session = sessionOf({
    test: { state: "ended", end_reason: "start_failed" },
    test_device: { state: "done", failed_check: "storage", error },
  });
  await showIn(session, <SessionTile {...props} group={new Group("demo", "u")} />);
  expect(shownText()).toContain(en.checking.failed);
  expect(shownText()).not.toContain(en.ended.start_failed.title);
});

it("says that it begins without an app that was deleted", async () => {
  const group = new Group("demo", "u");
  vi.spyOn(group, "begin").mockResolvedValue({ lacksApp: true });
  const session = sessionOf({ test: { state: "ended", end_reason: "user", app_id: "a1" } });
  await showIn(
    session,
    <>
      <SessionTile {...props} group={group} />
      <HintLine />
    </>,
  );
  await press(button(en.ended.retest));
  expect(shownText()).toContain(common.debug.app_gone);
});
