import { ENDPOINTS } from "@udt/contract";
import { describe, expect, it } from "vitest";
import { isReadOf, keyOf } from "./keys.ts";

describe("the key of a read", () => {
  it("is the endpoint's name, the project and what is asked", () => {
    const query = { project: "demo", keyword: "pixel" };
    expect(keyOf(ENDPOINTS.deviceList, { query })).toEqual(["deviceList", "demo", { query }]);
  });

  it.each([
    ["a query", keyOf(ENDPOINTS.testGet, { params: { test_id: "t1" }, query: { project: "demo" } })],
    ["a path", keyOf(ENDPOINTS.projectContents, { params: { project_id: "demo" } })],
    ["a body", keyOf(ENDPOINTS.biRecentTests, { body: { state: "open", limit: 5, project_id: "demo" } })],
  ])("finds the project in %s", (_, [, project]) => expect(project).toBe("demo"));

  it("has no project where none is asked for", () => {
    expect(keyOf(ENDPOINTS.userInfo, {})).toEqual(["userInfo", null, {}]);
  });

  it("leaves out how it is sent: the same is asked", () => {
    const signal = new AbortController().signal;
    expect(keyOf(ENDPOINTS.userInfo, { signal, timeoutMs: 1 })).toEqual(keyOf(ENDPOINTS.userInfo, {}));
  });
});

describe("what a change makes stale", () => {
  const devices = keyOf(ENDPOINTS.deviceList, { query: { project: "demo" } });

  it("is of the names and the project that are said", () => {
    expect(isReadOf(devices, ["deviceGet", "deviceList"], "demo")).toBe(true);
    expect(isReadOf(devices, ["deviceGet"], "demo")).toBe(false);
    expect(isReadOf(devices, ["deviceList"], "other")).toBe(false);
    expect(isReadOf(devices, ["deviceList"], undefined)).toBe(true);
  });

  it("includes what is of no project", () => {
    expect(isReadOf(keyOf(ENDPOINTS.projectList, { query: {} }), ["projectList"], "demo")).toBe(true);
  });
});

it("is made by hand nowhere: it would miss what events say is stale", () => {
  const sources = import.meta.glob<string>("../../**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true });
  const made = Object.entries(sources).filter(
    ([path, text]) => !path.endsWith(".spec.ts") && /queryKey: \[\s*"|\?\? \["/.test(text),
  );
  expect(Object.keys(sources).length).toBeGreaterThan(300);
  expect(made.map(([path]) => path)).toEqual([]);
});
