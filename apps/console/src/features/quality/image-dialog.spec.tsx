// @vitest-environment happy-dom
import { act } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, show } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { ImageDialog } from "./image-dialog.tsx";

beforeAll(() => loadTexts("common", "errors", "refusals", "quality"));

const IMAGE = { image_id: "i1", name: "Shop", days: "14", time_zone: "UTC", project_ids: [], created_at: 1 };
const button = (name: string) =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent?.includes(name));

it("makes a picture of the board as it is narrowed, tells its address once, and revokes it", async () => {
  const OF = "/v1/api/bi/quality/images";
  const list = [{ ...IMAGE, expires_at: 2 }];
  const asked = answerFetch({
    [`GET ${OF}`]: { list },
    [`POST ${OF}`]: { ...list[0], path: "/v1/quality-signage/secret.svg" },
    [`DELETE ${OF}/i1`]: null,
  });
  const query = { days: "14", time_zone: "UTC", project_ids: "one,two", brand: "Google" } as const;
  await show(<ImageDialog query={query} open onClose={() => undefined} />);
  await vi.waitFor(() => expect(document.body.textContent).toContain("Shop"));
  expect(button("Make")?.disabled).toBe(true);
  const name = document.querySelector<HTMLInputElement>("input:not([readonly])");
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  await act(async () => {
    set?.call(name, " Nightly ");
    name?.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await act(async () => button("Make")?.click());
  await vi.waitFor(() => expect(document.querySelector("img")).not.toBeNull());
  expect(asked.find(({ method }) => method === "POST")?.body).toEqual({
    days: "14",
    time_zone: "UTC",
    brand: "Google",
    project_ids: ["one", "two"],
    name: "Nightly",
    valid_days: 90,
  });
  expect(document.querySelector("img")?.getAttribute("src")).toContain("secret.svg?language=en&theme=light");
  await act(async () =>
    document
      .querySelector<HTMLElement>(".ant-segmented-item input[value=dark], .ant-segmented-item:last-child input")
      ?.click(),
  );
  await act(async () => button("Revoke")?.click());
  await vi.waitFor(() => expect(asked.some(({ method }) => method === "DELETE")).toBe(true));
});
