// @vitest-environment happy-dom
import { act } from "react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { button, press, show, shownText } from "../components/rendered.fixture.tsx";
import { loadTexts } from "../i18n/index.ts";
import type { FailedLoad } from "./failed-load.ts";
import { lateComponent } from "./late-component.tsx";

const verdict = vi.hoisted((): { of: FailedLoad } => ({ of: "unreachable" }));
vi.mock("./failed-load.ts", () => ({ afterFailedLoad: async () => verdict.of }));

const Name = ({ name }: { name: string }) => <b>{`Here is ${name}`}</b>;
const offline = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
const load = vi.fn<() => Promise<typeof Name>>();
/** A page that has something open beside what comes late. */
const page = () => {
  const Late = lateComponent(load, (_, waiting = "Loading") => waiting);
  return show(
    <>
      Open <Late name="Ada" />
    </>,
  );
};

beforeAll(() => loadTexts("common"));
beforeEach(() => {
  load.mockReset();
  verdict.of = "unreachable";
});

it("says in its place that it cannot come, and comes with the network", async () => {
  load.mockImplementationOnce(offline).mockResolvedValue(Name);
  await page();
  expect(shownText()).toMatch(/^Open This is not here yet.*cannot be reached now/);
  await act(async () => window.dispatchEvent(new Event("online")));
  expect(shownText()).toBe("Open Here is Ada");
});

it("is asked for again by hand, and by itself", async () => {
  vi.useFakeTimers();
  try {
    load.mockImplementationOnce(offline).mockImplementationOnce(offline).mockResolvedValue(Name);
    await page();
    await press(button("Try now"));
    expect(load).toHaveBeenCalledTimes(2);
    expect(shownText()).toContain("This is not here yet");
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(shownText()).toBe("Open Here is Ada");
  } finally {
    vi.useRealTimers();
  }
});

it("blames no network for what a server that answers does not have", async () => {
  verdict.of = "failed";
  load.mockImplementation(offline);
  await page();
  expect(shownText()).toContain("The server answers, but");
});

it("asks again for a stylesheet that failed, before the code that needs it", async () => {
  load.mockResolvedValue(Name);
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.dispatchEvent(new Event("error", { bubbles: true }));
  document.body.append(link);
  link.dispatchEvent(new Event("error", { bubbles: true }));
  await page();
  expect(load).not.toHaveBeenCalled();
  const again = document.querySelector("link")!;
  expect(again).not.toBe(link);
  await act(async () => again.dispatchEvent(new Event("load")));
  expect(shownText()).toBe("Open Here is Ada");
});
