// @vitest-environment happy-dom
import { beforeAll, expect, it } from "vitest";
import { button, press, show, shownText } from "../../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../../lib/i18n/index.ts";
import { box, element } from "../inspect/elements.fixture.ts";
import { AddCheck } from "./add-check.tsx";
import { screen } from "./script.fixture.ts";
import { ScriptKeeper } from "./script-keeper.ts";
import { ScriptProvider, type ScriptTools } from "./use-script.ts";

beforeAll(() => loadTexts("common", "debug"));

/** Beside an element, with the script that it is added to. */
async function beside(about: Parameters<typeof element>[1]): Promise<ScriptKeeper> {
  const keeper = new ScriptKeeper({ getItem: () => null, setItem: () => undefined }, "script");
  const tree = screen(element(null, { resource_id: "shop:id/total", ...box(0, 0, 9, 9), ...about }));
  await show(
    <ScriptProvider value={{ keeper } as ScriptTools}>
      <AddCheck tree={tree} at={0} />
    </ScriptProvider>,
  );
  return keeper;
}
const checks = (keeper: ScriptKeeper) => keeper.script.get().steps.map(({ action }) => action);

it("looks whether an element shows, or says what it says now, as is chosen", async () => {
  const keeper = await beside({ text: "€129.00" });
  await press(button("Add to the script: it shows"));
  await press(button("Add to the script: it says “€129.00”"));
  expect(checks(keeper)).toMatchObject([
    { kind: "check", target: { value: "shop:id/total" }, text: "" },
    { kind: "check", target: { value: "shop:id/total" }, text: "€129.00" },
  ]);
});

it.each([{ text: "" }, { text: "•••", states: ["password" as const] }])(
  "has nothing to compare in %o",
  async (about) => {
    await beside(about);
    button("Add to the script: it shows");
    expect(shownText()).not.toContain("it says");
  },
);
