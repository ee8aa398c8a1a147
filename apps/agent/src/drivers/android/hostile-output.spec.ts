import { expectLinear } from "@udt/testkit/work";
import { expect, it } from "vitest";
import { parseAppNames } from "./app-names.ts";
import { parseFailure, parseRunning, parseVersions } from "./apps.ts";
import { parseBattery as parseBatteryFacts, parseCpu, parseProps } from "./facts.ts";
import { parseLine } from "./logcat.ts";
import {
  layerOf,
  parseBattery,
  parseFrames,
  parseMemory,
  parseSystem,
  parseTemperature,
  pidsOf,
} from "./performance.ts";
import { parseUid, parseUidMap } from "./traffic.ts";

const SYSTEM = "1.0 2.0\ncpu 1 2 3 4 5 6 7 8\n";
const repeated = (unit: string, size: number) => unit.repeat(Math.ceil(size / unit.length));

it.each<[string, string, (text: string) => unknown]>([
  ["versions of empty lines", "\n", parseVersions],
  ["a version of blanks", "\n\t", (text) => parseVersions(`Package [a]\nversionName=${text}`)],
  ["names of blanks", " ", (text) => parseAppNames(` - ${text}\n`)],
  ["entries without a package", " - \n", parseAppNames],
  ["long names without a package", ` - ${"x".repeat(30)}\n${" ".repeat(34)}\n`, parseAppNames],
  ["packages that are told again and again", ` - ${"x".padEnd(30)} a.b\n`, parseAppNames],
  ["processes of colons", ":", (text) => parseRunning(`a ${text}\u2028`)],
  ["failures that do not end", "Failure [", parseFailure],
  ["empty lines of interfaces", "\n", (text) => parseSystem(SYSTEM + text)],
  ["processor times of blanks", " ", (text) => parseSystem(`${SYSTEM}a:${text}\n`)],
  ["empty lines of processes", "\n", (text) => pidsOf(text, "a")],
  ["empty lines of frames", "\n", parseFrames],
  ["a layer with many parents", " parentId=", (text) => layerOf(`${text}\u2028`, "a")],
  ["empty lines of memory", "\n", parseMemory],
  ["empty lines of the battery", "\n", parseBattery],
  ["empty lines of the temperature", "\n", parseTemperature],
  ["a package of one long name", "package:0", (text) => parseUid(text, "a")],
  ["empty lines of users", "\n", (text) => parseUid(text, "a")],
  ["empty lines of counters", "\n", parseUidMap],
  ["properties that do not end", "[a]: [b\r", parseProps],
  ["properties in lines that do not end", "[a]: [b\n", parseProps],
  ["empty lines of the battery's facts", "\n", parseBatteryFacts],
  ["a level of blanks", " ", (text) => parseBatteryFacts(`level: ${text}\0`)],
  ["a processor of blanks", " ", (text) => parseCpu(`Hardware:${text}:\n`, new Map())],
  ["a line of blanks", " ", (text) => parseLine(`0.000 0 0 I ${text}:`)],
])("reads %s in time", (_, unit, read) => {
  expectLinear((size) => read(repeated(unit, size)));
});

it("still reads values of several lines and what is around them", () => {
  const props = parseProps("noise\n[a]: [one\r\ntwo]\r\n[b]: []\n[c]: [x]y]\n[d]: [never\nended");
  expect([...props]).toEqual([
    ["a", "one\ntwo"],
    ["b", ""],
    ["c", "x]y"],
  ]);
});

it("finds a tag before the first colon, and blanks are none of it", () => {
  expect(parseLine("1.234 1 2 I Tag   : a: b")).toMatchObject({ tag: "Tag", message: "a: b" });
  expect(parseLine("1.234 1 2 I no end")).toBeUndefined();
});
