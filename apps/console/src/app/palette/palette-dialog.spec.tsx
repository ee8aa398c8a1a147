// @vitest-environment happy-dom
import { beforeAll, describe, expect, it, vi } from "vitest";
import { answerFetch, field, fill, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { answers, openPalette } from "./palette.fixture.tsx";

beforeAll(() => loadTexts("app", "common", "errors"));

describe("what the search says where nothing is listed", () => {
  it("looks while it has not asked the server yet, and finds nothing only then", async () => {
    answerFetch(answers());
    await openPalette();
    await fill(field("Search everything"), "zz");
    expect(shownText()).toContain("Looking…");
    await vi.waitFor(() => expect(shownText()).toContain("Nothing fits “zz”."));
  });

  it("is that the server could not be asked, where one read of it failed", async () => {
    answerFetch({ ...answers(), "/v1/api/devices": "unavailable" });
    await openPalette();
    await fill(field("Search everything"), "zz");
    await vi.waitFor(() => expect(shownText()).toContain("The server could not be asked about everything."));
    expect(shownText()).not.toContain("Nothing fits");
  });
});
