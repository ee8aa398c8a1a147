import { ApiError } from "@udt/client";
import { describe, expect, it } from "vitest";
import { shouldRetry } from "./query-client.ts";

const where = { method: "GET", path: "/v1/api/devices" };

describe("shouldRetry", () => {
  it("asks again when no decision was reached, twice at most", () => {
    const error = new ApiError("x", { kind: "network", ...where });
    expect([0, 1, 2].map((failures) => shouldRetry(failures, error))).toEqual([true, true, false]);
  });

  it("takes a refusal for an answer", () => {
    expect(shouldRetry(0, new ApiError("x", { kind: "refused", code: "internal", status: 500, ...where }))).toBe(false);
  });

  it("asks a restarting server again", () => {
    const error = new ApiError("x", { kind: "refused", code: "unavailable", status: 503, ...where });
    expect(shouldRetry(0, error)).toBe(true);
  });

  it("does not hide a defect of our own behind retries", () => {
    expect(shouldRetry(0, new TypeError("x"))).toBe(false);
  });
});
