// @vitest-environment happy-dom
import { beforeAll, expect, it, vi } from "vitest";
import { button, press } from "../../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../../lib/i18n/index.ts";
import type { ScreenController } from "../../../lib/screen/screen-controller.ts";
import { createStore } from "../../../lib/streams/index.ts";
import { showIn } from "../page.fixture.tsx";
import { sessionOf } from "../session.fixture.ts";
import { QualityMenu } from "./quality-menu.tsx";

beforeAll(() => loadTexts("debug", "common"));

/** What the menu says beside each choice, to who decodes the picture so. */
async function about(decoder: "webcodecs" | "tinyh264"): Promise<(string | null)[]> {
  const view = createStore({ quality: { quality: "auto", level: "high" }, decoder });
  await showIn(sessionOf(), <QualityMenu controller={{ view } as unknown as ScreenController} />);
  await press(button(/^Picture quality/));
  return vi.waitFor(() => {
    const found = [...document.querySelectorAll(".dbg-quality-item small")].map(({ textContent }) => textContent);
    expect(found).toHaveLength(4);
    return found;
  });
}

it.each([
  ["webcodecs", [1920, 1280, 800]],
  ["tinyh264", [800, 800, 800]],
] as const)("tells how large each quality's picture is at most, decoded by %s", async (decoder, px) => {
  const [, ...levels] = await about(decoder);
  const rates = ["6", "2", "0.5"];
  expect(levels).toEqual(px.map((each, at) => `The longer side up to ${each} pixels, up to ${rates[at]} Mbit/s`));
});
