// @vitest-environment happy-dom
import { act } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import QualityPage from "./quality-page.tsx";

const FIGURES = { runs: 3, success: 8, skipped: 0, failed: 1, device_faults: 0, total: 9, new_failures: 1, flaky: 0 };
const BOARD = {
  by_day: [{ ...FIGURES, day: "2026-11-20" }],
  totals: FIGURES,
  before: FIGURES,
  queue: { now: null, before: null },
  choices: { oses: [], brands: [], frameworks: [], app_versions: [] },
  pending: 0,
};
const OF = "/v1/api/bi/quality";

const alerts = () => [...document.querySelectorAll('[role="alert"] h2')].map(({ textContent }) => textContent);
const waiting = () => document.querySelectorAll(".udt-skeleton, .udt-skeleton-bar").length;
const key = (name: string) =>
  act(async () => {
    const wall = document.querySelector(".quality-wall");
    wall?.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
  });
const turnTo = async (title: string) => {
  for (let turns = 0; turns < 4 && document.querySelector(".quality-wall h1")?.textContent !== title; turns++)
    await key("ArrowRight");
  expect(document.querySelector(".quality-wall h1")?.textContent).toBe(title);
};

beforeAll(() => loadTexts("quality", "common"));

it("tells on the wall, too, what could not be read, and waits for nothing then", async () => {
  const refused = Object.fromEntries(
    ["devices", "health", "cases", "clusters"].map((name) => [`${OF}/${name}`, "internal"]),
  );
  answerFetch({ [`${OF}/board`]: BOARD, ...refused });
  await show(<QualityPage />, "/quality-signage?wall=1");
  await vi.waitFor(() => expect(shownText()).toContain("could not be read"));
  expect([...document.querySelectorAll(".quality-tile small")].map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(["could not be read"]),
  );
  expect(waiting()).toBe(0);
  await turnTo("Cases to look at");
  await vi.waitFor(() =>
    expect([alerts(), waiting()]).toEqual([
      ["The health of the cases could not be read", "The cases could not be read"],
      0,
    ]),
  );
  await turnTo("Same failures");
  await vi.waitFor(() => expect([alerts(), waiting()]).toEqual([["The failures could not be read"], 0]));
});

it("says so of each list at a desk", async () => {
  answerFetch({ [`${OF}/board`]: BOARD, [`${OF}/clusters`]: { list: [] }, [`${OF}/cases`]: "internal" });
  await show(<QualityPage />, "/quality-signage");
  await vi.waitFor(() => expect(alerts()).toEqual(["The cases could not be read"]));
  expect(shownText()).toContain("Nothing failed in these days.");
});
