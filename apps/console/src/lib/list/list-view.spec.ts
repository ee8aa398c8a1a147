import { LIMITS } from "@udt/contract";
import { describe, expect, it } from "vitest";
import { listStateIn, nothingChosen, sortIn } from "./list-view.ts";

const FILTERS = {
  state: ["idle", "busy"],
  mine: ["1"],
  number: (text: string) => (/^\d+$/.test(text) ? text : undefined),
} as const;
const stateOf = (address: string) => listStateIn(new URLSearchParams(address), FILTERS);

describe("a list's state in an address", () => {
  it("is the first page of everything where the address says nothing", () => {
    expect(stateOf("")).toEqual({
      keyword: "",
      chosen: { state: undefined, mine: undefined, number: undefined },
      page: { page_num: 1, page_size: LIMITS.page_size_default },
      isNarrowed: false,
    });
  });

  it("is what the address says", () => {
    expect(stateOf("keyword=pixel&state=busy&mine=1&number=7&page_num=3&page_size=50")).toEqual({
      keyword: "pixel",
      chosen: { state: "busy", mine: "1", number: "7" },
      page: { page_num: 3, page_size: 50 },
      isNarrowed: true,
    });
  });

  it("leaves out what a hand-made address may not say", () => {
    const { chosen, page, isNarrowed } = stateOf("state=BUSY&mine=yes&number=1x&page_num=-1&page_size=100000");
    expect(chosen).toEqual({ state: undefined, mine: undefined, number: undefined });
    expect(page).toEqual({ page_num: 1, page_size: LIMITS.page_size_default });
    expect(isNarrowed).toBe(false);
    expect(stateOf(`keyword=${"x".repeat(5_000)}`).keyword).toHaveLength(LIMITS.keyword_max);
  });

  it("is narrowed by the search alone and by a filter alone, not by the page or by what is no filter", () => {
    expect(stateOf("keyword=a").isNarrowed).toBe(true);
    expect(stateOf("state=idle").isNarrowed).toBe(true);
    expect(stateOf("page_num=2&sort=name&device_id=d1").isNarrowed).toBe(false);
    expect(stateOf("state=").isNarrowed).toBe(false);
  });

  it("is taken back by naming the search and every filter", () => {
    expect(nothingChosen(FILTERS)).toStrictEqual({
      keyword: undefined,
      state: undefined,
      mine: undefined,
      number: undefined,
    });
  });

  it("sorts by what is allowed, else by what the list begins with", () => {
    const sorts = ["name", "size"] as const;
    expect(sortIn(new URLSearchParams("sort=size&order=asc"), sorts, "name")).toEqual({ sort: "size", order: "asc" });
    expect(sortIn(new URLSearchParams("sort=age&order=up"), sorts, "name")).toEqual({ sort: "name", order: "desc" });
  });
});
