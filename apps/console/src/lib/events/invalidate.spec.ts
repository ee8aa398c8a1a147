import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { composedKey } from "../api/keys.ts";
import { createInvalidator } from "./invalidate.ts";

let queryClient: QueryClient;

const stale = () =>
  queryClient
    .getQueryCache()
    .getAll()
    .filter((query) => query.state.isInvalidated)
    .map((query) => query.queryKey.join(" "));

beforeEach(() => {
  vi.useFakeTimers();
  queryClient = new QueryClient();
  for (const key of [
    ["deviceList", "demo"],
    ["deviceList", "other"],
    ["testList", "demo"],
    ["appList", "demo"],
    ["userInfo"],
  ]) {
    queryClient.setQueryData(key, {});
  }
});
afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
});

describe("an event", () => {
  it("makes what it names stale, in its own project only", () => {
    createInvalidator(queryClient, "demo").add({ event_id: 1, type: "device.changed", device_id: "d1" });
    vi.runAllTimers();
    expect(stale()).toEqual(["deviceList demo"]);
  });

  it("makes what is of no project stale where none is followed", () => {
    queryClient.setQueryData(["projectList", null], {});
    createInvalidator(queryClient, null).add({
      event_id: 1,
      type: "join.decided",
      project_id: "demo",
      name: "Demo",
      accepted: true,
    });
    vi.runAllTimers();
    expect(stale()).toEqual(["projectList "]);
  });

  it("has what tags are called read anew when tags change, and not whenever a device does", () => {
    queryClient.setQueryData(["tagNames", "demo"], {});
    queryClient.setQueryData(composedKey("configNames", "demo"), {});
    const invalidator = createInvalidator(queryClient, "demo");
    invalidator.add({ event_id: 1, type: "device.changed", device_id: "d1" });
    vi.runAllTimers();
    expect(stale()).toEqual(["deviceList demo"]);
    invalidator.add({ event_id: 2, type: "tag.changed", tag_id: "t1" });
    vi.runAllTimers();
    expect(stale()).toEqual(expect.arrayContaining(["tagNames demo", "configNames demo"]));
  });

  it("makes the whole project stale after a gap", () => {
    createInvalidator(queryClient, "demo").add({ event_id: 1, type: "resync" });
    vi.runAllTimers();
    expect(stale()).toEqual(["deviceList demo", "testList demo", "appList demo"]);
  });

  it("costs one pass however many come at once", () => {
    const pass = vi.spyOn(queryClient, "invalidateQueries");
    const invalidator = createInvalidator(queryClient, "demo");
    for (let event_id = 1; event_id <= 1000; event_id++) {
      invalidator.add({ event_id, type: "device.changed", device_id: `d${event_id}` });
    }
    vi.runAllTimers();
    expect(pass).toHaveBeenCalledOnce();
  });

  it("asks again for what failed while the server was away, and for nothing else", async () => {
    const failing = {
      queryKey: ["testGet", "demo", "t1"],
      queryFn: () => Promise.reject(new Error("away")),
      retry: false,
    };
    await expect(queryClient.fetchQuery(failing)).rejects.toThrow("away");
    createInvalidator(queryClient, "demo").retryFailed();
    expect(stale()).toEqual(["testGet demo t1"]);
  });

  it("does nothing after the project was left", () => {
    const invalidator = createInvalidator(queryClient, "demo");
    invalidator.add({ event_id: 1, type: "resync" });
    invalidator.close();
    vi.runAllTimers();
    expect(stale()).toEqual([]);
  });
});
