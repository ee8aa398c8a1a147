// @vitest-environment happy-dom
import { act } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { button, press, shownText } from "../../lib/components/rendered.fixture.tsx";
import common from "../../lib/common/texts/en.ts";
import { getT, loadTexts } from "../../lib/i18n/index.ts";
import { copyOrOffer } from "./copying.ts";
import { HintLine } from "./hints.tsx";
import { showIn } from "./page.fixture.tsx";
import { sessionOf } from "./session.fixture.ts";
import en from "./texts/en.ts";

beforeAll(() => loadTexts("debug", "common"));

it("offers for copying by hand what the browser did not let it copy", async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>().mockRejectedValueOnce(new Error("no")).mockResolvedValue();
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText } });
  await showIn(sessionOf(), <HintLine />);
  const onCopied = vi.fn<() => void>();
  await act(async () => copyOrOffer(getT("debug"), "two lines", onCopied));
  await vi.waitFor(() => expect(shownText()).toContain(en.clipboard.not_allowed));
  await press(button(common.copy));
  expect(writeText.mock.calls).toEqual([["two lines"], ["two lines"]]);
  expect(onCopied).not.toHaveBeenCalled();
});
