import { END_REASONS } from "@udt/contract";
import { expect, it } from "vitest";
import en from "./texts/en.ts";
import ja from "./texts/ja.ts";
import zh from "./texts/zh.ts";

it.each([
  ["English", en],
  ["Japanese", ja],
  ["Chinese", zh],
])("no two ends of a test are called the same in %s", (_language, { end_reason }) => {
  expect(new Set(END_REASONS.map((reason) => end_reason[reason])).size).toBe(END_REASONS.length);
});
