import { expect, it } from "vitest";
import { matching } from "./entries.ts";

const entry = (label: string, note: string) => ({ key: label, to: `/${label}`, label, note, icon: null });
const phones = [entry("Debug a free phone", "Virtual Fold"), entry("Upload an application", "")];
const found = (text: string, byNote: boolean) => matching(phones, text, byNote).map(({ label }) => label);

it("finds by name and note, whatever the case of the letters", () => {
  expect(found("virtual FREE", true)).toEqual(["Debug a free phone"]);
});

it("finds what is done at once by its name alone", () => {
  expect(found("virtual", false)).toEqual([]);
  expect(found("free phone", false)).toEqual(["Debug a free phone"]);
});
