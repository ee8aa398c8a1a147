import { expect, it } from "vitest";
import { keyLife } from "./key-life.ts";

const DAY_MS = 86_400_000;
const NOW = 1_700_000_000_000;

it.each([
  [null, { state: "good" }],
  [NOW + 7 * DAY_MS + 1, { state: "good" }],
  [NOW + 7 * DAY_MS, { state: "soon", days: 7 }],
  [NOW + DAY_MS + 1, { state: "soon", days: 2 }],
  [NOW + 1, { state: "soon", days: 1 }],
  [NOW, { state: "expired" }],
  [NOW - DAY_MS, { state: "expired" }],
])("says of a key that ends at %s how it stands", (expires_at, want) => {
  expect(keyLife(expires_at, NOW)).toEqual(want);
});
