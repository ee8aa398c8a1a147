import { expectLinear } from "@udt/testkit/work";
import { expect, it } from "vitest";
import { readSettings } from "./settings.ts";

it("takes slashes off an address's end, however many stand within it", () => {
  const read = readSettings({ UDT_PUBLIC_URL: "https://example.com///" });
  expect(read).toMatchObject({ ok: true, value: { public_url: "https://example.com" } });
  expectLinear((size) => readSettings({ UDT_PUBLIC_URL: `https://example.com${"/".repeat(size)}a` }));
});
