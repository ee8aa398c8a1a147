import { expect, it } from "vitest";
import { onlyRow } from "./only-row.ts";

it("answers the row, and refuses an answer that has none", () => {
  expect(onlyRow([{ count: 0 }])).toEqual({ count: 0 });
  expect(() => onlyRow([])).toThrow("no row");
});
