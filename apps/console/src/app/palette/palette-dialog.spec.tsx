// @vitest-environment happy-dom
import { act } from "react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { fill, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { answerAs, server } from "./palette-server.fixture.ts";
import { labels, openPalette, search } from "./palette.fixture.tsx";

vi.mock("../../lib/api/api.ts", async (original) => ({
  ...(await original<object>()),
  api: (await import("./palette-server.fixture.ts")).api,
}));

beforeAll(() => loadTexts("app", "common", "errors", "refusals"));

const askedFor = (keyword: string): unknown =>
  expect.objectContaining({ name: "deviceList", query: expect.objectContaining({ keyword }) as unknown });

const pixel = (n: number) => ({ device_id: `d${n}`, model: `Pixel ${n}`, brand: "", serial: `S${n}` });
const enter = () =>
  act(() => search().dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true })));

it("enters nothing that was found for the word before and does not fit the present one", async () => {
  answerAs(2, [], { deviceList: { list: [pixel(7), pixel(8)], total: 2 } });
  const { address } = await openPalette("/demo");
  await fill(search(), "pixel");
  await vi.waitFor(() => expect(labels("Devices")).toEqual(["Pixel 7", "Pixel 8"]));
  server.answers["deviceList"] = new Promise(() => {});
  await fill(search(), "pixel 9");
  await enter();
  expect([address(), labels("Devices")]).toEqual(["/demo", []]);
  // Nor once the server is asked, which has not answered yet.
  await vi.waitFor(() => expect(server.asked).toContainEqual(askedFor("pixel 9")));
  await enter();
  expect([address(), labels("Devices")]).toEqual(["/demo", []]);
  await fill(search(), "pixel 8");
  expect(labels("Devices")).toEqual(["Pixel 8"]);
  await enter();
  expect(address()).toContain("d8");
});

it("enters the one that is found after Enter, and nothing once something else is typed", async () => {
  const answered = Promise.withResolvers<object>();
  answerAs(2, [], { deviceList: answered.promise });
  const { address } = await openPalette("/demo");
  await fill(search(), "pixel 6");
  await enter();
  await fill(search(), "pixel 7");
  await vi.waitFor(() => expect(server.asked).toContainEqual(askedFor("pixel 7")));
  await act(async () => answered.resolve({ list: [pixel(7)], total: 1 }));
  await vi.waitFor(() => expect(labels("Devices")).toEqual(["Pixel 7"]));
  expect(address()).toBe("/demo");
  const late = Promise.withResolvers<object>();
  server.answers["deviceList"] = late.promise;
  await fill(search(), "pixel 8");
  await enter();
  await vi.waitFor(() => expect(server.asked).toContainEqual(askedFor("pixel 8")));
  expect(address()).toBe("/demo");
  await act(async () => late.resolve({ list: [pixel(8)], total: 1 }));
  await vi.waitFor(() => expect(address()).toContain("d8"));
});

describe("what the search says where nothing is listed", () => {
  it("looks while it has not asked the server yet, and finds nothing only then", async () => {
    const answered = Promise.withResolvers<object>();
    answerAs(2, [], { deviceList: answered.promise });
    await openPalette();
    await fill(search(), "zz");
    expect(shownText()).toContain("Looking…");
    answered.resolve({ list: [], total: 0 });
    await vi.waitFor(() => expect(shownText()).toContain("Nothing fits “zz”."));
  });

  it("is that the server could not be asked, where one read of it failed", async () => {
    answerAs(2, [], { deviceList: new Error("nobody answers") });
    await openPalette();
    await fill(search(), "zz");
    await vi.waitFor(() => expect(shownText()).toContain("The server could not be asked about everything."));
    expect(shownText()).not.toContain("Nothing fits");
  });
});
