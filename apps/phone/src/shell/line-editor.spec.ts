import { describe, expect, it } from "vitest";
import { LineEditor } from "./line-editor.ts";

/** What typing shows on the terminal, and what it leads to. */
function type(editor: LineEditor, text: string): { shown: string; done: string[] } {
  let shown = "";
  const done: string[] = [];
  for (const event of editor.type(new TextEncoder().encode(text))) {
    if (event.kind === "echo") shown += event.text;
    else done.push(event.kind === "line" ? `line ${event.text}` : event.kind);
  }
  return { shown, done };
}

describe("LineEditor", () => {
  it("echoes and ends lines", () => {
    expect(type(new LineEditor(), "ls\r")).toEqual({ shown: "ls\r\n", done: ["line ls"] });
  });

  it("rubs out one character, as wide as it is", () => {
    expect(type(new LineEditor(), "ab\x7f中\x7fc\r")).toEqual({ shown: "ab\b \b中\b \b\b \bc\r\n", done: ["line ac"] });
    expect(type(new LineEditor(), "\x7f")).toEqual({ shown: "", done: [] });
  });

  it("interrupts and drops the line, and ends only an empty one", () => {
    const editor = new LineEditor();
    expect(type(editor, "ab\x04").done).toEqual([]);
    expect(type(editor, "\x03")).toEqual({ shown: "^C\r\n", done: ["interrupt"] });
    expect(type(editor, "\x04").done).toEqual(["end"]);
  });

  it("recalls earlier lines with the arrow keys", () => {
    const editor = new LineEditor();
    type(editor, "one\rtwo\r");
    expect(type(editor, "\x1b[A")).toEqual({ shown: "two", done: [] });
    expect(type(editor, "\x1b[A")).toEqual({ shown: "\b \b\b \b\b \bone", done: [] });
    expect(type(editor, "\x1b[B\r").done).toEqual(["line two"]);
  });

  it("puts characters together that arrive in two pieces", () => {
    const editor = new LineEditor();
    const bytes = new TextEncoder().encode("中\r");
    expect([...editor.type(bytes.subarray(0, 2))]).toEqual([]);
    expect([...editor.type(bytes.subarray(2))].at(-1)).toEqual({ kind: "line", text: "中" });
  });
});
