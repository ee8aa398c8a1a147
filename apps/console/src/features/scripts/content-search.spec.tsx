// @vitest-environment happy-dom
import { act } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, show } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { ContentSearch } from "./content-search.tsx";

const PATH = "/v1/editor/repos/r1/search";
const place = { project: "demo", repo_id: "r1", branch: "side" };
beforeAll(() => loadTexts("scripts", "common"));

/** As React hears of it. */
async function type(text: string): Promise<void> {
  const input = document.querySelector<HTMLInputElement>("input[type=search]");
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
    input?.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

it("shows what is found by file and line, each a link to it", async () => {
  const lines = [{ line: 7, column: 5, text: "    Cart.add(1)", hit_at: 4 }];
  const asked = answerFetch({
    [PATH]: { commit_id: "c1", files: [{ path: "cart.py", lines }], lines: 1, cut_by: "time" },
  });
  await show(<ContentSearch place={place} commit_id="c1" />, "/");
  await type("cart.add");
  await vi.waitFor(() => expect(document.body.textContent).toContain("1 line in 1 file"));
  expect(document.body.textContent).toContain("The time was over");
  expect(document.querySelector("mark")?.textContent).toBe("Cart.add");
  expect(document.querySelector("a")?.getAttribute("href")).toBe(
    "/demo/script-edit/r1?branch=side&path=cart.py&line=7",
  );
  expect(asked.map(({ query }) => query)).toEqual([
    { project: "demo", branch: "side", commit_id: "c1", text: "cart.add", is_regexp: "0", is_case: "0" },
  ]);
});

it("breaks off what is looked for once somebody types on", async () => {
  const signals: { text: string | null; signal: AbortSignal }[] = [];
  vi.stubGlobal("fetch", (url: string, { signal }: { signal: AbortSignal }) => {
    const { pathname, searchParams } = new URL(url);
    if (pathname === PATH) signals.push({ text: searchParams.get("text"), signal });
    return new Promise<never>(() => {});
  });
  await show(<ContentSearch place={place} commit_id="" />, "/");
  await type("first");
  await vi.waitFor(() => expect(signals.map(({ text }) => text)).toEqual(["first"]));
  expect(signals[0]?.signal.aborted).toBe(false);
  await type("second");
  await vi.waitFor(() => expect(signals.map(({ text }) => text)).toEqual(["first", "second"]));
  await vi.waitFor(() => expect(signals.map(({ signal }) => signal.aborted)).toEqual([true, false]));
});

it("says why git cannot look for something", async () => {
  answerFetch({ [PATH]: "script_search_busy" });
  await show(<ContentSearch place={place} commit_id="" />, "/");
  await type("(");
  await vi.waitFor(() => expect(document.querySelector(".ant-alert-error")).not.toBeNull());
});
