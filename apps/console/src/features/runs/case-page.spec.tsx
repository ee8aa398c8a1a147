// @vitest-environment happy-dom
import { beforeAll, describe, expect, it, vi } from "vitest";
import { answerFetch, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import CasePage from "./case-page.tsx";
import { ANSWERS, showInReport } from "./report.fixture.tsx";

beforeAll(() => loadTexts("common", "errors", "words", "runs", "timeline"));

describe("a case", () => {
  it("is compared with the run that was chosen, and so is all that it leads to", async () => {
    const asked = answerFetch(ANSWERS);
    await showInReport(<CasePage />, "/case/7?state=failed&against=11");
    await vi.waitFor(() => expect(document.querySelector(".runs-neighbours a")).not.toBeNull());
    const compared = asked.filter(({ path }) => /\/(run|cases\/7|around)$/.test(path));
    expect(compared.map(({ query }) => query["against"])).toEqual(["11", "11", "11"]);
    const links = [...document.querySelectorAll("a")].map((link) => link.getAttribute("href"));
    expect(links).toEqual([
      "/demo/auto/records/list",
      "/demo/auto/records/t-1?against=11",
      "/demo/auto/records/t-1/case/6?state=failed&against=11",
      "/demo/auto/records/t-1/device/d-1?against=11",
    ]);
    expect(shownText()).toContain("pays");
  });
});
