import { LIMITS } from "@udt/contract";
import { expect, it } from "vitest";
import { fillAll } from "./variables.ts";

const asNamed = (name: string): string => `<${name}>`;

it("fills all texts of something with what is known, and what is not by its name", () => {
  const scope = new Map([["who", "Ada"]]);
  expect(
    fillAll({ texts: ["${who}${who} $ {who}"], of: { other: "${account.kind}" }, times: 2 }, scope, asNamed),
  ).toEqual({
    texts: ["AdaAda $ {who}"],
    of: { other: "<account.kind>" },
    times: 2,
  });
});

it("makes no text longer than one may be, however often a value is in it", () => {
  const most = LIMITS.text_max_chars;
  const filled = (times: number) => fillAll("${it}".repeat(times), new Map([["it", "x".repeat(most / 100)]]), asNamed);
  expect(filled(100)).toHaveLength(most);
  const said = expect.objectContaining({ code: "low_code_filled_long", args: { most } });
  expect(() => filled(101)).toThrow(expect.objectContaining({ said }));
  // Nothing of it is made before that is known.
  expect(() => fillAll("${it}".repeat(2_000), new Map([["it", "x".repeat(2 ** 28)]]), asNamed)).toThrow(
    expect.objectContaining({ said }),
  );
});
