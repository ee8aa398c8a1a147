// @vitest-environment happy-dom
import type { ElementTree } from "@udt/contract";
import { act } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { button, press, show, shownText } from "../../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../../lib/i18n/index.ts";
import { box, element } from "../inspect/elements.fixture.ts";
import { hint, HintLine } from "../hints.tsx";
import { AddCheck } from "./add-check.tsx";
import type { Area } from "./pictures.ts";
import { screen } from "./script.fixture.ts";
import { ScriptKeeper } from "./script-keeper.ts";
import { ScriptProvider, type ScriptTools } from "./use-script.ts";

beforeAll(() => loadTexts("common", "debug"));

/** What is on the screen by now; how the part of it that is cut out comes. */
interface Now {
  read?: ElementTree;
  cut?: (area: Area) => string | undefined;
  typed?: string;
}
/** Beside an element, with the script that it is added to. */
async function beside(about: Parameters<typeof element>[1], now: Now = {}): Promise<ScriptKeeper> {
  const keeper = new ScriptKeeper({ getItem: () => null, setItem: () => undefined }, "script");
  if (now.typed) keeper.add({ kind: "text", text: now.typed, field: "account" });
  const tree = screen(total(about));
  // What the test before was told is not what this one is.
  hint("good", "");
  const { cut } = now;
  const still = cut && { size: { width: 50, height: 100 }, cut: async (area: Area) => cut(area) };
  const recorder = { still: () => still } as unknown as ScriptTools["recorder"];
  const read = async () => now.read ?? tree;
  await show(
    <ScriptProvider value={{ keeper, recorder, read } as ScriptTools}>
      <AddCheck tree={tree} at={0} />
      <HintLine />
    </ScriptProvider>,
  );
  return keeper;
}
const total = (about: Parameters<typeof element>[1]) =>
  element(null, { resource_id: "shop:id/total", ...box(0, 0, 50, 20), ...about });
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

const LOOK = "Add to the script: it looks like this";

it("cuts out what an element looks like now", async () => {
  const cut = vi.fn(() => "cGljdHVyZQ==");
  const keeper = await beside({ text: "€129.00" }, { cut });
  await press(button(LOOK));
  await vi.waitFor(async () => {
    await act(async () => {});
    expect(checks(keeper)).toMatchObject([
      {
        kind: "look",
        target: { value: "shop:id/total" },
        picture: { png: "cGljdHVyZQ==", screen: { width: 50, height: 100 }, texts: ["€129.00"] },
      },
    ]);
  });
  expect(cut).toHaveBeenCalledWith({ left: 0, top: 0, right: 0.5, bottom: 0.1 });
});

it.each<[string, Parameters<typeof element>[1], Now, RegExp]>([
  ["of a password", { states: ["password"] }, {}, /a password or what is the account’s shows there/],
  ["of the account's", { text: "Hello Ada!" }, { typed: "Ada!" }, /a password or what is the account’s shows there/],
  ["of most of the screen", box(0, 0, 100, 90), {}, /most of the screen/],
  ["of one colour", {}, { cut: () => undefined }, /of one colour/],
  ["of what has moved", {}, { read: screen(total(box(0, 20, 50, 40))) }, /has changed since it was read/],
  ["of what hides a password by now", {}, { read: screen(total({ states: ["password"] })) }, /a password or/],
])("makes no picture %s, and says why", async (_, about, now, why) => {
  const keeper = await beside(about, { cut: () => "cGljdHVyZQ==", ...now });
  await press(button(LOOK));
  await vi.waitFor(async () => {
    await act(async () => {});
    expect(shownText()).toMatch(why);
  });
  expect(checks(keeper).filter(({ kind }) => kind !== "text")).toEqual([]);
});

it("says that the page shows no picture of the screen yet", async () => {
  const keeper = await beside({});
  await press(button(LOOK));
  await vi.waitFor(async () => {
    await act(async () => {});
    expect(shownText()).toContain("There is no picture of the screen yet.");
  });
  expect(checks(keeper)).toEqual([]);
});
