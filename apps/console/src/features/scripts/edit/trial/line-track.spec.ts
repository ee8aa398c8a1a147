import { expect, it } from "vitest";
import { LineTrack } from "./line-track.ts";

type Change = [from: [line: number, column: number], to: [line: number, column: number], text: string];

/** Twenty lines that are changed. */
function track(...changes: Change[]): LineTrack {
  let change: ((event: { changes: unknown[] }) => void) | undefined;
  const model = {
    getLineCount: () => 20,
    onDidChangeContent: (listener: never) => {
      change = listener;
      return { dispose: () => undefined };
    },
  };
  const made = new LineTrack(model);
  for (const [[startLineNumber, startColumn], [endLineNumber, endColumn], text] of changes)
    change?.({ changes: [{ range: { startLineNumber, startColumn, endLineNumber, endColumn }, text }] });
  return made;
}

it.each<[string, Change[], then: number, now: number | undefined]>([
  ["a word in the line", [[[5, 3], [5, 3], "tea"]], 5, 5],
  ["a line end before all of the line", [[[5, 1], [5, 1], "\n"]], 5, 6],
  ["a line end at its end", [[[5, 9], [5, 9], "\r\n"]], 5, 5],
  ["lines above", [[[2, 4], [2, 4], "a\nb\nc"]], 5, 7],
  ["lines below", [[[6, 1], [6, 1], "a\n"]], 5, 5],
  ["lines that go above", [[[1, 1], [3, 1], ""]], 5, 3],
  ["the line that goes", [[[4, 2], [6, 2], ""]], 5, undefined],
  [
    "one thing after the other",
    [
      [[1, 1], [1, 1], "a\n"],
      [[2, 1], [3, 1], ""],
    ],
    5,
    5,
  ],
])("follows a line by %s", (_, changes, then, now) => {
  const lines = track(...changes);
  expect(lines.now(then)).toBe(now);
  if (now !== undefined) expect(lines.was(now)).toBe(then);
});

it("knows of a new line that it was none", () => {
  expect(track([[5, 1], [5, 1], "a\n"]).was(5)).toBeUndefined();
});
