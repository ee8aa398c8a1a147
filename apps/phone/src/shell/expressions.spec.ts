import { expectLinear } from "@udt/testkit/work";
import { expect, it } from "vitest";
import { startShell } from "../../test/shell-harness.ts";
import { expressionOf } from "./expressions.ts";

const { run } = startShell();

it.each(["(a+)+$", "^(?:a|a)*$", "a*a*a*b"])("takes time by the text's length for %s", (source) => {
  const expression = expressionOf(source);
  expectLinear((size) => expression.test(`${"a".repeat(size)}!`));
});

const LONG = `${"a".repeat(60)}!`;

it.each([
  [`[[ ${LONG} =~ ^(a+)+$ ]] || echo no`, "no\n"],
  ["[[ abc =~ ^a.c$ ]] && echo yes", "yes\n"],
  [`echo ${LONG} | grep -E '^(a+)+$' || echo no`, "no\n"],
  ["echo Abc | grep -i '[[:alpha:]]bc'", "Abc\n"],
  [`log -t Long ${LONG}; logcat -d -e '^(a+)+$' -s Long | grep -c Long`, "0\n"],
  ["pgrep '^(a+)+$' || echo no", "no\n"],
])("answers %s", async (line, wanted) => {
  expect((await run(line)).stdout).toBe(wanted);
});
