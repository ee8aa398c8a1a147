// @vitest-environment happy-dom
import { act } from "react";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { button, press, shownText } from "../../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../../lib/i18n/index.ts";
import type { OpenFile, TextEdit } from "../../../lib/open-file.ts";
import { box, element } from "../inspect/elements.fixture.ts";
import { Inspector } from "../inspect/inspector.ts";
import { InspectorProvider } from "../inspect/use-inspector.ts";
import { showIn } from "../page.fixture.tsx";
import { screen } from "../script/script.fixture.ts";
import { sessionOf } from "../session.fixture.ts";
import { BesideInspect } from "./beside-inspect.tsx";
import { useLocators } from "./use-locators.ts";

beforeAll(() => loadTexts("beside", "debug", "common", "words", "errors", "refusals"));

const shop = screen(
  element(null),
  element(0, { resource_id: "shop:id/pay", text: "Pay", states: ["clickable"], ...box(0, 0, 50, 20) }),
  element(1, { class_name: "android.widget.ImageView", ...box(0, 0, 10, 10) }),
  element(0, { text: "Add", ...box(0, 30, 50, 50) }),
  element(0, { text: "Add", ...box(0, 60, 50, 80) }),
);

/** A file of one line end, whose edits are kept. */
class Text implements OpenFile {
  readonly path: string;
  edits: TextEdit[] = [];
  canTakeBack = true;
  constructor(path: string) {
    this.path = path;
  }
  read = () => ({ text: "", start: { line: 1, column: 1 }, end: { line: 1, column: 1 } });
  put(edit: TextEdit) {
    this.edits.push(edit);
    return () => {
      if (this.canTakeBack) this.edits.pop();
      return this.canTakeBack;
    };
  }
  get text(): string {
    return this.edits.map(({ text }) => text).join("\n---\n");
  }
}

let inspector: Inspector;

function Beside({ file, refusal }: { file: OpenFile | undefined; refusal?: string }) {
  const locators = useLocators({ file, refusal });
  return (
    <>
      {/* What a press on the picture does. */}
      {shop.list.map((_, at) => (
        <button key={at} type="button" data-point={at} onClick={() => locators.point(at)} />
      ))}
      <BesideInspect locators={locators} />
    </>
  );
}

async function inspect(file: OpenFile | undefined, refusal?: string): Promise<void> {
  await showIn(
    sessionOf(),
    <InspectorProvider value={inspector}>
      <Beside file={file} {...(refusal !== undefined && { refusal })} />
    </InspectorProvider>,
  );
}
const pointAt = (at: number) => press(document.querySelector<HTMLElement>(`[data-point="${at}"]`)!);
const rows = () =>
  [...document.querySelectorAll<HTMLElement>(".dbg-beside-namings li")].map((row) => [
    row.dataset["by"],
    row.querySelector(".dbg-beside-mark")?.textContent,
  ]);

beforeEach(async () => {
  inspector = new Inspector(async () => shop);
  await inspector.read();
});

describe("beside a file that takes locators", () => {
  it("says what is pointed at: its bounds, id, text and class", async () => {
    await inspect(new Text("cart.yaml"));
    await act(async () => inspector.hover(1));
    for (const fact of ["shop:id/pay", "Pay", "android.view.View", "0, 0 · 50 × 20"])
      expect(shownText()).toContain(fact);
  });

  it("a press puts the most robust locator into it, of what takes the touch", async () => {
    const file = new Text("cases/cart.yaml");
    await inspect(file);
    await pointAt(2);
    expect(file.text).toContain('locator: { by: ui, id: "shop:id/pay" }');
    expect(file.text).toContain('fallback: [{ by: ui, text: "Pay" }]');
    expect(rows()).toEqual([
      ["resource_id", "1 match"],
      ["text", "1 match"],
      ["xpath", "this layout only"],
    ]);
  });

  it("says on how many elements a locator fits, and which of them it means", async () => {
    const file = new Text("cart.yaml");
    await inspect(file);
    await pointAt(4);
    expect(rows()[0]).toEqual(["text", "2 matches, no. 2"]);
    expect(file.text).toContain('text: "Add", which: 2');
  });

  it("puts another one in its place, and beside it where the file has been changed since", async () => {
    const file = new Text("tests/test_cart.py");
    await inspect(file);
    await pointAt(1);
    await press(button("Insert by Text"));
    expect(file.text).toBe('tap("text", "Pay", 0, (0.5, 0.5))\n');
    file.canTakeBack = false;
    await press(button("Insert by Path"));
    expect(file.edits).toHaveLength(2);
    expect(shownText()).toContain("a function that exported recordings have");
  });

  it("writes what is wished for", async () => {
    const file = new Text("cart.test.ts");
    await inspect(file);
    await press(document.querySelectorAll<HTMLElement>(".dbg-beside-wish input")[1]!);
    await pointAt(1);
    expect(file.text).toBe('await phone.check("resource_id", "shop:id/pay", 0);\n');
  });
});

describe("what writes into no file", () => {
  it.each([
    ["no file is open", undefined, undefined, "Open a file to insert locators into it."],
    ["the file is of no language that has any", "README.md", undefined, "Locators go into low-code (YAML)"],
    ["the reader may not", "cart.yaml", "Guests read here.", "Guests read here."],
  ])("because %s says so, and lets the locator be copied", async (_, path, refusal, words) => {
    const file = path === undefined ? undefined : new Text(path);
    await inspect(file, refusal);
    await pointAt(1);
    expect(shownText()).toContain(words);
    expect(file?.edits ?? []).toEqual([]);
    expect(document.querySelectorAll(".dbg-beside-namings .dbg-link")).toHaveLength(0);
    expect(rows()).toHaveLength(3);
  });
});
