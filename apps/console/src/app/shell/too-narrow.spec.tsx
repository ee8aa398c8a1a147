// @vitest-environment happy-dom
import { beforeAll, expect, it, vi } from "vitest";
import { show } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { TooNarrow } from "./too-narrow.tsx";

beforeAll(() => loadTexts("app"));

it("stays in sight where a finger moves what is seen", async () => {
  const seen = Object.assign(new EventTarget(), { offsetLeft: 0 });
  vi.stubGlobal("visualViewport", seen);
  await show(<TooNarrow />, "/");
  seen.offsetLeft = 275;
  seen.dispatchEvent(new Event("scroll"));
  expect(document.querySelector("aside")?.style.left).toBe("275px");
});
