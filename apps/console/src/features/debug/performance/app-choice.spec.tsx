// @vitest-environment happy-dom
import { beforeAll, expect, it, vi } from "vitest";
import { shownText } from "../../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../../lib/i18n/index.ts";
import { showIn } from "../page.fixture.tsx";
import { answering } from "../server.fixture.ts";
import { sessionOf } from "../session.fixture.ts";
import { AppChoice } from "./app-choice.tsx";

beforeAll(() => loadTexts("debug", "common", "words", "errors", "refusals"));

it("calls what is measured as the device does", async () => {
  const app = { version_name: "1", version_code: 1, system: false, running: true, foreground: true };
  const list = [{ ...app, package_name: "a.shop", name: "Shop" }];
  answering({
    "/v1/api/apps": { data: { list: [], total: 0, page_num: 1, page_size: 100 } },
    "/app/list": { data: { list } },
  });
  await showIn(sessionOf(), <AppChoice chosen="a.shop" recording={null} onChoose={() => {}} />);
  await vi.waitFor(() => expect(shownText()).toContain("Shop"));
  expect(shownText()).not.toContain("a.shop");
});
