// @vitest-environment happy-dom
import { beforeAll, describe, expect, it, vi } from "vitest";
import { fill, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { answerAs } from "./palette-server.fixture.ts";
import { openPalette, search } from "./palette.fixture.tsx";

vi.mock("../../lib/api/api.ts", async (original) => ({
  ...(await original<object>()),
  api: (await import("./palette-server.fixture.ts")).api,
}));

beforeAll(() => loadTexts("app", "common", "errors"));

describe("what the search says where nothing is listed", () => {
  it("looks while it has not asked the server yet, and finds nothing only then", async () => {
    const answered = Promise.withResolvers<object>();
    answerAs(2, [], { deviceList: answered.promise });
    await openPalette();
    await fill(search(), "zz");
    expect(shownText()).toContain("Looking…");
    answered.resolve({ list: [], total: 0 });
    await vi.waitFor(() => expect(shownText()).toContain("Nothing fits “zz”."));
  });

  it("is that the server could not be asked, where one read of it failed", async () => {
    answerAs(2, [], { deviceList: new Error("nobody answers") });
    await openPalette();
    await fill(search(), "zz");
    await vi.waitFor(() => expect(shownText()).toContain("The server could not be asked about everything."));
    expect(shownText()).not.toContain("Nothing fits");
  });
});
