import { expect, it } from "vitest";
import { branded } from "./models.ts";

it.each([
  ["Xiaomi", "Xiaomi 15", "Xiaomi 15"],
  ["samsung", "Samsung Galaxy S24", "Samsung Galaxy S24"],
  ["Google", "Pixel 9", "Google Pixel 9"],
  // A word that begins alike is another one.
  ["One", "OnePlus 12", "One OnePlus 12"],
  ["Fairphone", "Fairphone", "Fairphone"],
  ["", "Virtual One", "Virtual One"],
])("a model of %j that calls itself %j is called %j", (brand, model, called) =>
  expect(branded(brand, model)).toBe(called),
);
