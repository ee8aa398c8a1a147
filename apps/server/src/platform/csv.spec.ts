import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { csvHeader, csvLine } from "./csv.ts";

describe("a cell of a CSV", () => {
  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1"])("never is a formula: %j", (text) => {
    const [[read] = []] = Papa.parse<string[]>(`${csvLine([text])},x`, { delimiter: "," }).data;
    expect(read).toBe(`'${text}`);
  });

  it("keeps numbers, which are no text of anybody", () => {
    const cell = (value: string | number | boolean | null) => csvLine([value]);
    expect([cell(-5), cell(true), cell(null), cell("a,b"), cell('"')]).toEqual(["-5", "true", "", '"a,b"', '""""']);
  });
});

it("the header begins with the mark that makes Excel read UTF-8", () => {
  expect(csvHeader(["a", "temperature (°C)"])).toBe("\uFEFFa,temperature (°C)\r\n");
});
