// @vitest-environment happy-dom
import { act } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { Resigns } from "./resigns.tsx";

const settled = (check: () => void) => act(() => vi.waitFor(check));
const RESIGNS = "/v1/api/ios_certificates/c-1/resigns";
const resign = (task_id: string, facts: object) => ({
  task_id,
  app_id: "a-1",
  app_name: "Shop",
  version_name: "1.0",
  state: "done",
  stage: "waiting",
  percent: null,
  agent_name: "mac",
  failure: null,
  message: null,
  signed_app_id: "a-2",
  user_name: "ada",
  created_at: 1,
  ended_at: 2,
  ...facts,
});

beforeAll(() => loadTexts("common", "errors", "refusals", "words", "ios-certificates"));

async function showAll(...list: object[]) {
  const asked = answerFetch({
    [RESIGNS]: { list, total: list.length, page_num: 1, page_size: 20 },
    [`${RESIGNS}/t-1/cancelation`]: resign("t-1", { state: "cancelled" }),
  });
  await show(<Resigns project="demo" cert_id="c-1" />);
  await settled(() => expect(shownText()).toContain(list.length > 0 ? "Shop 1.0" : "Nothing has been signed"));
  return asked;
}

it("tells how far one is, and calls it off", async () => {
  const asked = await showAll(resign("t-1", { state: "running", stage: "download", percent: 42 }));
  expect(shownText()).toContain("Downloads the app 42%");
  const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Call off");
  act(() => button?.click());
  await settled(() => expect(JSON.stringify(asked)).toContain("t-1/cancelation"));
});

it("tells what one waits for, why one failed with the tool’s words, and where the signed app is", async () => {
  await showAll(
    resign("t-1", { state: "queued", agent_name: "" }),
    resign("t-2", {
      state: "failed",
      failure: "sign_failed",
      signed_app_id: null,
      message: {
        code: "resign_tool_failed",
        args: { tool: "zsign", exit_code: 255 },
        evidence: ">>> Unzip failed!",
      },
    }),
    resign("t-3", {}),
    resign("t-4", { signed_app_id: null }),
  );
  for (const text of [
    "Waiting for an agent that can sign.",
    "Signing failed",
    "zsign could not sign",
    ">>> Unzip failed!",
  ])
    expect(shownText()).toContain(text);
  expect(document.querySelector("a")?.getAttribute("href")).toBe("/demo/management/application?app_id=a-2");
  expect(shownText()).toContain("The signed app was deleted.");
});

it("says that there was none", async () => {
  await showAll();
});
