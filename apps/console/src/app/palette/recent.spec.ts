// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { recentPlaces, rememberPlace } from "./recent.ts";

const place = (to: string) => ({ to, label: to, note: "" });

it("keeps the last places of each user, each once, the newest first", () => {
  for (let one = 0; one < 10; one++) rememberPlace("ada", place(`/demo/${one}`));
  rememberPlace("ada", place("/demo/5"));
  expect(recentPlaces("ada").map(({ to }) => to)).toEqual(
    ["5", "9", "8", "7", "6", "4", "3", "2"].map((n) => `/demo/${n}`),
  );
  expect(recentPlaces("bea")).toEqual([]);
});

it("keeps one of the parts of a thing, the last, and two things of one name", () => {
  const job = { label: "Nightly", note: "Task · Demo" };
  for (const part of ["demo/auto/job/7/runs", "demo/auto/job/8/runs", "demo/auto/job/7/settings"])
    rememberPlace("cem", { to: `/${part}`, ...job });
  expect(recentPlaces("cem").map(({ to }) => to)).toEqual(["/demo/auto/job/7/settings", "/demo/auto/job/8/runs"]);
});

it("takes nothing that leads elsewhere, and nothing that it did not write", () => {
  const key = "udt_searched_eve";
  for (const text of ["no json", "{}", '[1,null,{"to":"/a"}]']) {
    localStorage.setItem(key, text);
    expect(recentPlaces("eve")).toEqual([]);
  }
  localStorage.setItem(
    key,
    JSON.stringify([
      { ...place("/foreign"), title: "title.evil" },
      place("//evil.example"),
      place("/\\evil"),
      place("javascript:1"),
      place("/fine"),
    ]),
  );
  expect(recentPlaces("eve").map(({ to }) => to)).toEqual(["/fine"]);
});
