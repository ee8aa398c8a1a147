import { LEVELLED, SELF_CHECK_STEPS } from "@udt/contract";
import { expect, it } from "vitest";
import en from "./texts/en.ts";
import ja from "./texts/ja.ts";
import zh from "./texts/zh.ts";

it.each([en, zh, ja])("names a step of a check as the tag that grades it does", ({ of, step }) => {
  const shared = SELF_CHECK_STEPS.filter((one) => one !== "ready" && one !== "profile");
  expect(shared.map((one) => step[one])).toEqual(shared.map((one) => of[one]));
  expect(LEVELLED).toEqual(expect.arrayContaining(shared));
});
