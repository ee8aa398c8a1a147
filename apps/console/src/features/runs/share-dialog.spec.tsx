// @vitest-environment happy-dom
import { beforeAll, expect, it } from "vitest";
import { press, show, shownText, ticks } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { ShareDialog } from "./share-dialog.tsx";

beforeAll(() => loadTexts("common", "errors", "refusals", "runs"));

it("sharing without videos says what a reader is not shown then", async () => {
  await show(<ShareDialog project="demo" test_id="t-1" open onClose={() => undefined} />);
  expect(shownText()).toContain("shows the last picture that its script kept, or none");
  await press(ticks()[0]!);
  expect(shownText()).not.toContain("shows the last picture");
});
