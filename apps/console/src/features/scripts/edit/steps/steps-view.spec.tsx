// @vitest-environment happy-dom
import { editFollowing, outlineOf } from "@udt/low-code";
import { act, useEffect } from "react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { button, fill, press, show, shownText } from "../../../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../../../lib/i18n/index.ts";
import type { TakesLocator } from "../../../../lib/open-file.ts";
import { usePointing } from "../use-pointing.ts";
import { StepsView } from "./steps-view.tsx";
import { textDoc } from "./text-doc.fixture.ts";
import type { StepsWork } from "./use-steps.ts";

beforeAll(() => loadTexts("common", "scripts", "steps", "words"));
// What a browser would report is a failure here.
const reported: unknown[] = [];
vi.stubGlobal("reportError", (error: unknown) => reported.push(error));
afterEach(() => expect(reported).toEqual([]));

const FILE = `low_code: 1
cases:
  - name: one
    steps:
      # the first
      - { id: a, action: tap, locator: { by: ui, id: buy } }
      - id: b
        action: loop
        times: 2
        steps:
          - { id: c, action: rotate } # turns
      - { id: d, action: wait, seconds: 1 }
`;
const WORK: StepsWork = {
  outline: async (text) => outlineOf(text),
  change: async (...what) => editFollowing(...what),
};
const settled = (check: () => void) => vi.waitFor(async () => (await act(async () => {}), check()));

/** Nothing runs. */
const STILL = {
  name: "a.yaml",
  canChange: true,
  marks: () => ({ at: undefined, states: new Map(), breakpoints: [] }),
  onBreakpoint: () => undefined,
  onText: () => undefined,
  onChosen: () => undefined,
};

async function view(text = FILE, over: Partial<Parameters<typeof StepsView>[0]> = {}) {
  const doc = textDoc(text);
  const went: (number | undefined)[] = [];
  const toggled: number[] = [];
  await show(
    <StepsView
      doc={doc}
      {...STILL}
      onBreakpoint={(line) => toggled.push(line)}
      onText={(line) => went.push(line)}
      pointing={{ at: undefined, isPossible: false, begin: () => undefined, end: () => undefined }}
      work={WORK}
      {...over}
    />,
  );
  await settled(() => expect(shownText()).not.toBe(""));
  return { doc, went, toggled };
}
const rowOf = (id: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-step="${id}"] > .steps-row`);
  if (!found) throw new Error(`no row ${id}`);
  return found;
};
const order = () => [...document.querySelectorAll("[data-step]")].map((each) => each.getAttribute("data-step"));
const keys = (names: readonly string[], more: KeyboardEventInit = {}) =>
  act(async () => {
    const tree = document.querySelector("[role=tree]");
    for (const key of names)
      tree?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
  });
const key = (name: string, more: KeyboardEventInit = {}) => keys([name], more);

it("moves what is selected and keeps it selected, however quick the keys come", async () => {
  const { doc } = await view();
  await settled(() => expect(order()).toEqual(["a", "b", "c", "d"]));
  await press(rowOf("d"));
  await keys(["ArrowUp", "ArrowUp", "ArrowUp"], { altKey: true });
  await settled(() => expect(order()).toEqual(["a", "d", "b", "c"]));
  expect(rowOf("d").parentElement?.getAttribute("aria-selected")).toBe("true");
  await act(async () => [doc.undo(), doc.undo(), doc.undo()]);
  expect(doc.text()).toBe(FILE);
  await settled(() => expect(order()).toEqual(["a", "b", "c", "d"]));
});

/** A worker that answers nothing until it is let go. */
function busyWork() {
  const { promise, resolve } = Promise.withResolvers<void>();
  let gate: Promise<void> | undefined;
  const work: StepsWork = {
    outline: async (text) => (await gate, outlineOf(text)),
    change: async (...what) => (await gate, editFollowing(...what)),
  };
  return { work, hold: () => void (gate = promise), go: () => act(async () => resolve()) };
}

it("tells how many steps are chosen, none of which a case's head is", async () => {
  const told: (number | undefined)[] = [];
  const onChosen = (count: number | undefined) => told.push(count);
  await view(FILE, { onChosen });
  await settled(() => expect(order()).toEqual(["a", "b", "c", "d"]));
  expect(told.at(-1)).toBe(0);
  await press(rowOf("a"));
  await settled(() => expect(told.at(-1)).toBe(1));
  await key("ArrowDown", { shiftKey: true });
  await settled(() => expect(told.at(-1)).toBeGreaterThan(1));
  const head = document.querySelector<HTMLElement>("[data-kind=section] > .steps-row");
  if (!head) throw new Error("no case");
  await press(head);
  await settled(() => expect(told.at(-1)).toBe(0));
});

it("offers to undo and to redo where there is something to", async () => {
  await view();
  const off = () => ["Undo", "Redo"].map((name) => button(name).disabled);
  await settled(() => expect(order()).toEqual(["a", "b", "c", "d"]));
  expect(off()).toEqual([true, true]);
  await press(rowOf("a"));
  await press(button("Duplicate"));
  await settled(() => expect(order()).toHaveLength(5));
  expect(off()).toEqual([false, true]);
  await press(button("Undo"));
  await settled(() => expect(order()).toHaveLength(4));
  expect(off()).toEqual([true, false]);
});

it("what is chosen, deleted and undone while others wait means what it was said of", async () => {
  const { work, hold, go } = busyWork();
  const { doc } = await view(FILE, { work });
  await settled(() => expect(order()).toEqual(["a", "b", "c", "d"]));
  hold();
  await press(rowOf("a"));
  await key("d", { ctrlKey: true });
  await press(rowOf("c"));
  await key("Delete");
  await key("z", { ctrlKey: true });
  await go();
  await settled(() => expect(order()).toEqual(["a", "a-2", "b", "c", "d"]));
  await key("y", { ctrlKey: true });
  await settled(() => expect(order()).toEqual(["a", "a-2", "b", "d"]));
  expect(doc.text()).toContain("steps: []");
});

it("a field that is left while others wait is written where its step is by then", async () => {
  const { work, hold, go } = busyWork();
  const { doc } = await view(FILE, { work });
  await settled(() => expect(order()).toHaveLength(4));
  hold();
  await press(rowOf("a"));
  await key("Enter");
  const id = () => document.querySelector<HTMLInputElement>("fieldset [aria-label=Id]")!;
  await fill(id(), "cart");
  await key("ArrowDown", { altKey: true });
  await act(async () => id().dispatchEvent(new FocusEvent("focusout", { bubbles: true })));
  await go();
  await settled(() => expect(doc.text()).toContain("id: cart"));
  expect(order()).toEqual(["b", "a", "c", "d"]);
  expect(doc.text()).toContain("- { id: a, action: tap, locator: { by: ui, id: cart } }");
});

/** The view with a phone beside it. */
async function pointingView(text = FILE) {
  const doc = textDoc(text);
  let take_now: TakesLocator | undefined;
  function Beside() {
    const { pointing, take } = usePointing({ isOffered: true, isOpen: true, turn: () => undefined });
    useEffect(() => {
      take_now = take;
    });
    return <StepsView {...{ doc, pointing }} {...STILL} work={WORK} />;
  }
  await show(<Beside />);
  await settled(() => expect(order()).toHaveLength(4));
  return { doc, pressPhone: () => take_now };
}

it("the phone is pointed at for the step whose form asked, and no longer once that is moved", async () => {
  const { doc, pressPhone } = await pointingView();
  await press(rowOf("a"));
  await key("Enter");
  await press(button("Point at the phone"));
  const early = pressPhone();
  await key("ArrowDown", { altKey: true });
  await settled(() => expect(order()).toEqual(["b", "a", "c", "d"]));
  await settled(() => expect(pressPhone()).toBeUndefined());
  // One that was on its way means that step all the same.
  await act(async () => early?.("{ by: ui, id: cart }", []));
  await settled(() => expect(doc.text()).toContain("- { id: a, action: tap, locator: { by: ui, id: cart } }"));
});

it("what is pointed at is fallen back on by its other words, and those of another element go", async () => {
  const { doc, pressPhone } = await pointingView();
  await press(rowOf("a"));
  await key("Enter");
  // What is fallen back on can be pointed at by itself, below.
  const points = () =>
    [...document.querySelectorAll("button")].filter((each) => each.textContent === "Point at the phone");
  const point = async (...said: Parameters<TakesLocator>) => {
    await press(points()[0] ?? expect.fail("no way to point"));
    await settled(() => expect(pressPhone()).toBeDefined());
    await act(async () => pressPhone()?.(...said));
  };
  await point("{ by: ui, id: cart }", ['{ by: ui, text: "Cart" }']);
  const line = "- { id: a, action: tap, locator: { by: ui, id: cart }";
  await settled(() => expect(doc.text()).toContain(`${line}, fallback: [ { by: ui, text: Cart } ] }`));
  await point("{ by: ui, id: buy }", []);
  await settled(() => expect(doc.text()).toContain("- { id: a, action: tap, locator: { by: ui, id: buy } }"));
});

it.each([
  ['"Tap “buy”"', "Tap buyid: buy"],
  ["pays", "Tap buypaysid: buy"],
])("a step that is called %s is told as %s", async (name, told) => {
  await view(FILE.replace("action: tap", `name: ${name}, action: tap`));
  await settled(() => expect(order()).toEqual(["a", "b", "c", "d"]));
  expect(rowOf("a").textContent).toBe(told);
});

it("a locator of which nothing is said asks for the element, not for the format's words", async () => {
  await view(FILE.replace("{ by: ui, id: buy }", "{ by: ui }"));
  await settled(() => expect(order()).toEqual(["a", "b", "c", "d"]));
  await press(rowOf("a"));
  await key("Enter");
  await settled(() => expect(shownText()).toContain("Say which element"));
  expect(shownText()).not.toContain("needs exactly one of");
});

it("the phone is pointed at for no form that is closed", async () => {
  const { pressPhone } = await pointingView();
  await press(rowOf("a"));
  await key("Enter");
  await press(button("Point at the phone"));
  expect(pressPhone()).toBeDefined();
  await press(rowOf("d"));
  await settled(() => expect(pressPhone()).toBeUndefined());
});

it("of steps that stand in one line, the one that is pressed is meant", async () => {
  const { doc } = await view(
    "low_code: 1\ncases:\n  - name: one\n    steps: [ { id: a, action: rotate }, { id: b, action: rotate } ]\n",
  );
  await settled(() => expect(order()).toEqual(["a", "b"]));
  const selected = () =>
    [...document.querySelectorAll("[data-step][aria-selected=true]")].map((each) => each.getAttribute("data-step"));
  await press(rowOf("a"));
  expect(selected()).toEqual(["a"]);
  await press(rowOf("b"));
  expect(selected()).toEqual(["b"]);
  await key("Delete");
  await settled(() => expect(order()).toEqual(["a"]));
  expect(doc.text()).toContain("id: a, action: rotate");
});

it("the keyboard reaches cases, their forms, menus and folding, and sets breakpoints", async () => {
  const { toggled } = await view();
  await settled(() => expect(order()).toHaveLength(4));
  await press(rowOf("a"));
  await key("F9");
  expect(toggled).toEqual([6]);
  await key("ArrowUp");
  const head = document.querySelector("[data-kind=section]");
  expect(head?.getAttribute("aria-selected")).toBe("true");
  expect(document.querySelector("[role=tree]")?.getAttribute("aria-activedescendant")).toBe(head?.id);
  await key("Enter");
  expect(document.querySelector("[role=group][aria-label='Fields of one']")).not.toBeNull();
  await key("ArrowLeft");
  expect(order()).toEqual([]);
  await key("ArrowRight");
  expect(order()).toHaveLength(4);
  await key("F10", { shiftKey: true });
  await settled(() =>
    expect([...document.querySelectorAll("[role=menuitem]")].map((each) => each.textContent)).toEqual([
      "Edit",
      "Duplicate",
    ]),
  );
  for (const [name, keys] of [
    ["Stop before this step", "F9"],
    ["Hide what is in it", "←"],
    ["Duplicate", "Ctrl+D"],
    ["More for one", "Shift+F10"],
  ] as const)
    expect(document.querySelector(`[aria-label="${name}"]`)?.getAttribute("title")).toBe(`${name} (${keys})`);
});

it("shows less of what is closed, and moves past that in one go", async () => {
  await view();
  await settled(() => expect(order()).toHaveLength(4));
  await press(rowOf("b"));
  await key("ArrowLeft");
  expect(order()).toEqual(["a", "b", "d"]);
  await press(rowOf("d"));
  await key("ArrowUp", { altKey: true });
  await settled(() => expect(order()).toEqual(["a", "d", "b"]));
});

it("a deleted step is offered back until something else is done", async () => {
  const { doc } = await view();
  await settled(() => expect(order()).toHaveLength(4));
  await press(rowOf("a"));
  await key("Delete");
  await settled(() => expect(shownText()).toContain("1 step deleted"));
  expect(doc.text()).not.toContain("the first");
  await press(document.querySelector<HTMLButtonElement>(".steps-note .ant-btn")!);
  await settled(() => expect(shownText()).not.toContain("1 step deleted"));
  expect(doc.text()).toBe(FILE);
});

it("has several disabled by one change, and says where a file is wrong", async () => {
  const { doc } = await view(FILE.replace("seconds: 1", "secs: 1"));
  await settled(() => expect(order()).toHaveLength(4));
  expect(rowOf("d").querySelector("[aria-label='1 problem'], [aria-label='2 problems']")).not.toBeNull();
  await press(rowOf("a"));
  await act(async () => rowOf("b").dispatchEvent(new MouseEvent("click", { bubbles: true, shiftKey: true })));
  await press(button("Disable"));
  await settled(() => expect(doc.text().match(/disabled: true/g)).toHaveLength(2));
  doc.undo();
  expect(doc.text()).not.toContain("disabled");
});

it("a form writes a field when its author goes on, and shows the fault beside it", async () => {
  const { doc } = await view();
  await settled(() => expect(order()).toHaveLength(4));
  await press(rowOf("a"));
  await key("Enter");
  await fill(document.querySelector<HTMLInputElement>("fieldset [aria-label=Id]")!, "cart");
  expect(doc.text()).toBe(FILE);
  await act(async () =>
    document.querySelector("fieldset [aria-label=Id]")?.dispatchEvent(new FocusEvent("focusout", { bubbles: true })),
  );
  await settled(() => expect(doc.text()).toBe(FILE.replace("id: buy", "id: cart")));
  await settled(() => expect(shownText()).toContain("Tap cart"));
});

it("one who may only read changes nothing", async () => {
  const { doc } = await view(FILE, { canChange: false });
  await settled(() => expect(order()).toHaveLength(4));
  await press(rowOf("a"));
  for (const name of ["Delete", "Enter"]) await key(name);
  await key("ArrowDown", { altKey: true });
  expect(document.querySelectorAll(".steps-bar, .steps-drag, form, [aria-label='Edit one']")).toHaveLength(0);
  expect(doc.text()).toBe(FILE);
});

it("a text that is no YAML says why and leads to its line", async () => {
  const { went } = await view("low_code: 1\ncases: [\n");
  await settled(() => expect(shownText()).toContain("This file cannot be shown as steps"));
  await press(button(/^Go to line/));
  expect(went).toEqual([expect.any(Number)]);
});

it("draws a few rows of a file of thousands of steps", async () => {
  const many = Array.from({ length: 1_900 }, (_, at) => `      - { id: s${at}, action: rotate }\n`).join("");
  await view(`low_code: 1\ncases:\n  - name: many\n    steps:\n${many}`);
  await settled(() => expect(shownText()).toContain("1,900 steps"));
  expect(order().length).toBeLessThan(200);
});
