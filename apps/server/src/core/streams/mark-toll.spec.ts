import { beforeEach, expect, test } from "vitest";
import { markToll } from "./mark-toll.ts";

let now: number;
let toll: (from: "browser" | "agent", text: string) => string;
beforeEach(() => {
  now = 1_000;
  const pass = markToll(() => now);
  toll = (from, text) => pass(from, Buffer.from(text), false).toString();
});

test("adds to a mark's answer how long it was away", () => {
  expect(toll("browser", '{"type":"mark","mark":7}')).toBe('{"type":"mark","mark":7}');
  now += 42;
  expect(JSON.parse(toll("agent", '{"type":"marked","mark":7,"agent_ms":1}'))).toEqual({
    type: "marked",
    mark: 7,
    agent_ms: 1,
    server_ms: 42,
  });
});

test.each([
  ["an answer to no mark of this stream", "agent", '{"type":"marked","mark":8}'],
  ["what only speaks of marks", "agent", '{"type":"clipboard","text":"\\"marked"}'],
  ["what is no JSON", "browser", '{"mark'],
  ["a word alone", "browser", '"\\"mark"'],
  ["nothing", "agent", 'null "mark'],
  ["a browser's own answer", "browser", '{"type":"marked","mark":7}'],
] as const)("passes %s as it is", (_, from, text) => {
  toll("browser", '{"type":"mark","mark":7}');
  expect(toll(from, text)).toBe(text);
});

test("does not look into bytes, nor into what is long", () => {
  const pass = markToll(() => now);
  pass("browser", Buffer.from('{"type":"mark","mark":7}'), false);
  const answer = Buffer.from('{"type":"marked","mark":7}');
  expect(pass("agent", answer, true)).toBe(answer);
  const long = Buffer.from(`{"type":"marked","mark":7,"text":"${"x".repeat(600)}"}`);
  expect(pass("agent", long, false)).toBe(long);
});
