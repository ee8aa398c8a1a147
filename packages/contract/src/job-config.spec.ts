import { expect, it } from "vitest";
import { whiteListFault, whiteListPackages } from "./job-config.ts";

it.each([
  ["com.a; com.b;", ["com.a", "com.b"]],
  // What a Chinese or Japanese keyboard types.
  ["com.a；com.b", ["com.a", "com.b"]],
  ['{"clear_white_pkgs": ["com.a"]}', ["com.a"]],
  ["", []],
])("reads the packages of %j", (text, packages) => {
  expect(whiteListFault(text)).toBeNull();
  expect(whiteListPackages(text)).toEqual(packages);
});

it.each([
  ["com.a, com.b", "package_list"],
  ["com.a;not a package", "package_list"],
  ['{"packages": ["com.a"]}', "white_list_key"],
  ['{"clear_white_pkgs"', "json"],
])("refuses %j", (text, rule) => {
  expect(whiteListFault(text)).toBe(rule);
});
