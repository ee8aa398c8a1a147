import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { lowCodeJsonSchema } from "./index.ts";

test("the schema that editors are given is what is read", () => {
  const kept = readFileSync(new URL("../../../docs/low-code.schema.json", import.meta.url), "utf8");
  expect(JSON.parse(kept)).toEqual(JSON.parse(JSON.stringify(lowCodeJsonSchema())));
});
