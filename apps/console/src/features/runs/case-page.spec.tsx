// @vitest-environment happy-dom
import { beforeAll, describe, expect, it, vi } from "vitest";
import { answerFetch, button, press, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import CasePage from "./case-page.tsx";
import { RUN_CASE } from "../../lib/runs.fixture.ts";
import { ANSWERS, CASE_PATH, RUN_PATH, showInReport } from "./report.fixture.tsx";

beforeAll(() => loadTexts("common", "errors", "refusals", "words", "runs", "timeline", "player"));

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

  it("of which nothing was recorded says so, and draws neither a player nor an empty log", async () => {
    const begun = { ...RUN_CASE, state: "success", cause: "none", started_at: 1, ended_at: 2, cost: 1 };
    answerFetch({ ...ANSWERS, [CASE_PATH]: begun });
    await showInReport(<CasePage />, "/case/7");
    await vi.waitFor(() => expect(shownText()).toContain("No video, log or performance data was recorded"));
    expect(document.querySelector(".tl-controls, .tl-log, .tl-main, .runs-recorded .ant-segmented")).toBeNull();
  });

  it("that cannot be read is read whole when one tries again", async () => {
    answerFetch({ ...ANSWERS, [RUN_PATH]: "run_not_found", [CASE_PATH]: "case_run_not_found" });
    await showInReport(<CasePage />, "/case/7");
    await vi.waitFor(() => expect(document.querySelector("[role=alert]")).not.toBeNull());
    answerFetch(ANSWERS);
    await press(button("Try again"));
    await vi.waitFor(() => expect(document.querySelector("h1")?.textContent).toContain("pays"));
  });
});
