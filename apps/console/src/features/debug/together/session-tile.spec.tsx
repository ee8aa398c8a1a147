// @vitest-environment happy-dom
import { beforeAll, expect, it, vi } from "vitest";
import { button, press, shownText } from "../../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../../lib/i18n/index.ts";
import { showIn } from "../page.fixture.tsx";
import { answering } from "../server.fixture.ts";
import { sessionOf } from "../session.fixture.ts";
import en from "../texts/en.ts";
import { Group } from "./group.ts";
import { SessionTile } from "./session-tile.tsx";

beforeAll(() => loadTexts("debug", "common", "words", "errors", "refusals"));

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
  const begin = vi.spyOn(group, "begin").mockResolvedValue();
  const session = sessionOf({ test: { state: "ended", end_reason: "user", app_id: "a1" } });
  await showIn(session, <SessionTile {...props} group={group} />);
  await press(button(en.ended.retest));
  expect(begin).toHaveBeenCalledWith("d", "a1");
});
