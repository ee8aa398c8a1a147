import { describe, expect, it } from "vitest";
import { splitConfig } from "@udt/video/h264";
import { videoSizeOf } from "../video-size.ts";
import { dumpScene } from "./dump.ts";
import { pathAt } from "./hit.ts";
import { layoutScene, type LayoutEnvironment } from "./layout.ts";
import type { SceneNode, ViewSpec } from "./node.ts";
import { TextField } from "./text-field.ts";
import { measureText, wrapText } from "./text.ts";

const environment = (): LayoutEnvironment => ({ dp: 2, fontScale: 1, language: "en", scrolls: new Map() });
const layout = (spec: ViewSpec, env = environment()): SceneNode =>
  layoutScene(spec, { x: 0, y: 0, width: 400, height: 800 }, "", env);
const boxOf = ({ bounds }: SceneNode): number[] => [bounds.x, bounds.y, bounds.width, bounds.height];

describe("layout", () => {
  it("shares the rest of a row, pads in dp and aligns", () => {
    const root = layout({
      dir: "row",
      pad: [10, 20],
      gap: 5,
      children: [{ width: 30, height: 10 }, { grow: 1, height: 20 }, { grow: 3 }],
    });
    expect(root.children.map(boxOf)).toEqual([
      [40, 390, 60, 20],
      [110, 380, 60, 40],
      [180, 400, 180, 0],
    ]);
  });

  it("clips a list, keeps its offset in range, and hits only what can be seen", () => {
    const env = environment();
    env.scrolls.set("", { offset: 9999, max: 0 });
    const rows = Array.from({ length: 10 }, (_, row): ViewSpec => ({
      id: `row${row}`,
      height: 100,
      onTap: () => undefined,
    }));
    const root = layout({ scroll: "y", children: rows }, env);
    expect(env.scrolls.get("")).toEqual({ offset: 1200, max: 1200 });
    expect(pathAt(root, 10, 10).at(-1)?.spec.id).toBe("row6");
    expect(root.children[0]?.clip.height).toBe(0);
    const xml = dumpScene(root, 0, {
      packageName: "p",
      focusedField: undefined,
      focusedKey: undefined,
      isScrollable: () => true,
    });
    expect(xml.match(/row\d/g)).toEqual(["row6", "row7", "row8", "row9"]);
  });

  it("breaks lines between words, and between characters where a script has no spaces", () => {
    const style = { size: 20, weight: 400 as const, language: "en" };
    const words = wrapText("one two three", style, measureText("one two", style) + 1);
    expect(words).toEqual(["one two ", "three"]);
    const han = wrapText("你好世界你好世界", style, measureText("你好世", style) + 1);
    expect(han.join("")).toBe("你好世界你好世界");
    expect(han.length).toBeGreaterThanOrEqual(3);
  });
});

describe("the dump", () => {
  it("has uiautomator's attributes in its order, escaped", () => {
    const root = layout({
      id: "a",
      text: 'x<&>"\n\u0001\ud800y',
      desc: "d",
      onTap: () => undefined,
      onLongPress: () => undefined,
    });
    const xml = dumpScene(root, 1, {
      packageName: "dev.udt.x",
      focusedField: undefined,
      focusedKey: "",
      isScrollable: () => false,
    });
    expect(xml).toBe(
      `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="1"><node index="0" text="x&lt;&amp;&gt;&quot;&#10;..y" resource-id="dev.udt.x:id/a" class="android.widget.TextView" package="dev.udt.x" content-desc="d" checkable="false" checked="false" clickable="true" enabled="true" focusable="true" focused="true" scrollable="false" long-clickable="true" password="false" selected="false" bounds="[0,0][400,800]" /></hierarchy>`,
    );
  });
});

describe("a text field", () => {
  it("moves and deletes whole characters and lines", () => {
    const field = new TextField({ text: "ab\ncdef\ng👨‍👩‍👧", multiline: true });
    field.erase(-1);
    expect(field.text).toBe("ab\ncdef\ng");
    field.moveLine(-1, false);
    expect(field.cursor).toBe(4);
    field.moveLine(1, true);
    expect(field.selectedText).toBe("def\ng");
    field.insert("X");
    expect(field.text).toBe("ab\ncX");
  });

  it("takes no line feeds on a single line", () => {
    const field = new TextField();
    field.insert("a\r\nb");
    expect(field.text).toBe("a b");
  });
});

describe("video", () => {
  /** @see https://github.com/Genymobile/scrcpy/blob/v3.3.4/server/src/main/java/com/genymobile/scrcpy/device/Size.java */
  it.each([
    [1080, 2340, 0, 1080, 2336],
    [720, 1600, 1280, 576, 1280],
    [1080, 2400, 1024, 464, 1024],
    [2208, 1768, 1600, 1600, 1280],
    [720, 1604, 0, 720, 1600],
    [100, 100, 0, 96, 96],
  ])("rounds %i × %i at most %i to %i × %i", (width, height, maxSize, videoWidth, videoHeight) => {
    expect(videoSizeOf({ width, height }, maxSize)).toEqual({ width: videoWidth, height: videoHeight });
  });

  it("parts parameter sets from the picture", () => {
    const unit = (type: number): number[] => [0, 0, 0, 1, 0x60 | type, 9, 8];
    const { config, picture, keyFrame } = splitConfig(Uint8Array.from([7, 8, 6, 5].flatMap(unit)));
    expect([...config]).toEqual([7, 8].flatMap(unit));
    expect([...picture]).toEqual([6, 5].flatMap(unit));
    expect(keyFrame).toBe(true);
    const delta = splitConfig(Uint8Array.from(unit(1)));
    expect([delta.config.length, delta.keyFrame, [...delta.picture]]).toEqual([0, false, unit(1)]);
  });
});
