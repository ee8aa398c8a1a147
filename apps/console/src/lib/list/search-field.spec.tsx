// @vitest-environment happy-dom
import { act, useState } from "react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { button, field, fill, press, show } from "../components/rendered.fixture.tsx";
import { loadTexts } from "../i18n/index.ts";
import { SearchField } from "./search-field.tsx";

beforeAll(() => loadTexts("common"));
afterEach(() => void vi.useRealTimers());

const after = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

it("asks at once for what is typed after a rest, and for what is typed on once that settles", async () => {
  const onSearch = vi.fn();
  await show(<SearchField value="" placeholder="Name" onSearch={onSearch} />);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });

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

it("keeps what is typed until the address has what was searched for, and follows an address that others change", async () => {
  const arriving: (() => void)[] = [];
  function Late() {
    const [value, setValue] = useState("");
    return (
      <>
        <SearchField value={value} placeholder="Name" onSearch={(next) => arriving.push(() => setValue(next))} />
        <button onClick={() => setValue("theirs")}>Back</button>
      </>
    );
  }
  await show(<Late />);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const arrive = () => act(() => arriving.shift()?.());
  const shown = () => field("Name").value;

  await fill(field("Name"), "v");
  await after(1);
  expect([shown(), arriving.length]).toEqual(["v", 1]);
  await fill(field("Name"), "vi");
  await after(200);
  await fill(field("Name"), "vir");
  await arrive();
  expect(shown()).toBe("vir");
  await arrive();
  await after(200);
  await arrive();
  expect([shown(), arriving.length]).toEqual(["vir", 0]);

  await press(button("Back"));
  expect(shown()).toBe("theirs");
  await after(1_000);
  expect(arriving).toEqual([]);
});

it("asks anew for what did not get into the address, which another change overtook", async () => {
  const onSearch = vi.fn();
  await show(<SearchField value="" placeholder="Name" onSearch={onSearch} />);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  await fill(field("Name"), "pixel");
  await after(1);
  await after(4_900);
  expect(onSearch.mock.calls).toEqual([["pixel"]]);
  await after(200);
  await after(1);
  expect(onSearch.mock.calls).toEqual([["pixel"], ["pixel"]]);
  expect(field("Name").value).toBe("pixel");
});
