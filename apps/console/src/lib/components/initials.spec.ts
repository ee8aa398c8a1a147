import { expect, it } from "vitest";
import { initials } from "./initials.ts";

it.each([
  ["Tester Anna", "TA"],
  ["tester-b", "TB"],
  ["admin@example.com", "AE"],
  ["相机项目", "相"],
  ["👩‍🔬 lab", "👩L"],
  ["", "?"],
])("%j is %s", (name, letters) => expect(initials(name)).toBe(letters));
