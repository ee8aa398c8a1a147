import { expect, it } from "vitest";
import { casesAgain } from "./rerun.ts";

const one = (file: string, path: string, key = path === "" ? file : `${file}::${path}`) => ({
  case_key: key,
  name: path,
  file,
  function: path,
});
const LIBRARY = [
  one("a.test.mjs", "cart > adds"),
  one("a.test.mjs", "cart > removes"),
  one("a.test.mjs", "cartons"),
  one("ui/b.test.mjs", "opens"),
  one("ui/c.test.mjs", "closes"),
];
/** What is run again when this failed beside what was run. */
const again = (failed: ReturnType<typeof one>, run = LIBRARY, there = LIBRARY) => {
  const beside = { ...failed, beside: true };
  const before = [...run.map((ran) => ({ ...ran, beside: false })), beside];
  return casesAgain([beside], before, there).map(({ case_key }) => case_key);
};
const keys = (...places: number[]) => places.map((place) => LIBRARY[place]!.case_key);

it("runs again the cases of the suite, the file or the folder that failed, and all for what belongs to none", () => {
  expect(again(one("a.test.mjs", "cart"))).toEqual(keys(0, 1));
  expect(again(one("a.test.mjs", ""))).toEqual(keys(0, 1, 2));
  expect(again(one("ui", ""))).toEqual(keys(3, 4));
  expect(again({ case_key: "pytest", name: "pytest", file: "", function: "" })).toEqual(keys(0, 1, 2, 3, 4));
  // A suite that has another name now.
  expect(again(one("a.test.mjs", "basket"))).toEqual(keys(0, 1, 2));
  // A class that pytest cannot read is told with its node id as file.
  const inClass = [{ case_key: "t.py::TestA::x", name: "x", file: "t.py", function: "TestA.x" }, ...LIBRARY];
  expect(again(one("t.py::TestA", ""), inClass, inClass)).toEqual(["t.py::TestA::x"]);
});

it("runs again no more than was run, unless nothing of it was, and nothing of what is gone", () => {
  expect(again(one("a.test.mjs", ""), LIBRARY.slice(1))).toEqual(keys(1, 2));
  expect(again(one("a.test.mjs", ""), LIBRARY.slice(3))).toEqual(keys(0, 1, 2));
  expect(again(one("gone.test.mjs", ""))).toEqual([]);
  const gone = { ...one("a.test.mjs", "gone"), beside: false };
  expect(casesAgain([gone], [gone], LIBRARY)).toEqual([]);
});
