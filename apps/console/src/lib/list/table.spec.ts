import { describe, expect, it } from "vitest";
import { nextOrder } from "./table.tsx";

describe("the order after a press on a column's name", () => {
  it("is turned round on the column that the list is sorted by", () => {
    expect(nextOrder("size_bytes", { sort: "size_bytes", order: "desc" })).toBe("asc");
    expect(nextOrder("size_bytes", { sort: "size_bytes", order: "asc" })).toBe("desc");
    expect(nextOrder("name", { sort: "name", order: "asc" })).toBe("desc");
  });

  it("begins with A for names and with the largest for the others", () => {
    expect(nextOrder("name", { sort: "created_at", order: "desc" })).toBe("asc");
    expect(nextOrder("created_at", { sort: "name", order: "asc" })).toBe("desc");
  });
});
