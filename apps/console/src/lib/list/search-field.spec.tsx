// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { field, fill, show } from "../components/rendered.fixture.tsx";
import { loadTexts } from "../i18n/index.ts";
import { SearchField } from "./search-field.tsx";

beforeAll(() => loadTexts("common"));
afterEach(() => void vi.useRealTimers());

it("asks at once for what is typed after a rest, and for what is typed on once that settles", async () => {
  const onSearch = vi.fn();
  await show(<SearchField value="" placeholder="Name" onSearch={onSearch} />);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const after = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

  await fill(field("Name"), " comet");
  await after(1);
  expect(onSearch.mock.calls).toEqual([["comet"]]);

  await fill(field("Name"), "comet f");
  await after(50);
  await fill(field("Name"), "comet fold");
  await after(150);
  expect(onSearch).toHaveBeenCalledTimes(1);
  await after(50);
  expect(onSearch.mock.calls).toEqual([["comet"], ["comet fold"]]);

  await after(1_000);
  await fill(field("Name"), "pixel");
  await after(1);
  expect(onSearch).toHaveBeenLastCalledWith("pixel");
});
