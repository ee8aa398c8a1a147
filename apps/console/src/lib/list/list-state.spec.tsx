// @vitest-environment happy-dom
import { act } from "react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { button, field, fill, press, rows, show, shownText, ticks } from "../components/rendered.fixture.tsx";
import { loadTexts } from "../i18n/index.ts";
import { ListFilter } from "./list-filter.tsx";
import { ListPage } from "./list-page.tsx";
import { useListView } from "./use-list-view.ts";
import { useLocalView } from "./use-local-view.ts";

const PHONES = Array.from({ length: 60 }, (_, index) => ({ id: `p${index}`, state: index % 2 ? "busy" : "idle" }));
const READ = { isPending: false, isError: false, error: null, isPlaceholderData: false, refetch: vi.fn() };
const WORDS = {
  one: (name: string) => `Tick ${name}`,
  all: "Tick all",
  bar: "Ticked",
  chosen: (count: number) => `${count} ticked`,
  clear: "Untick",
};
const COLUMNS = [{ key: "id", label: "Phone", sort: "id" as const }];

const actions = (chosen: readonly { id: string }[]) => <output>{chosen.map(({ id }) => id).join(" ")}</output>;

/** A list that is read as a server would page and filter it. */
function Phones({ at, isPart = false }: { at: "address" | "screen"; isPart?: boolean }) {
  const inUrl = useListView({ state: ["idle", "busy"] });
  const local = useLocalView();
  const sorting = inUrl.sorting(["id"], "id");
  const view = at === "address" ? inUrl : local;
  const { keyword, page } = view;
  const found = PHONES.filter(({ id, state }) => id.includes(keyword) && state === (inUrl.chosen.state ?? state));
  const start = (page.page_num - 1) * page.page_size;
  const list = found.slice(start, start + page.page_size);
  return (
    <ListPage
      isPart={isPart}
      view={view}
      read={{ ...READ, data: { list, total: found.length } }}
      search="Name"
      filters={<ListFilter view={inUrl} name="state" label="State" text={(state) => `is ${state}`} />}
      count={(total) => `${total} phones`}
      columns={COLUMNS}
      sorting={sorting}
      renderRow={({ id }, tick) => (
        <tr key={id}>
          {tick}
          <td>{id}</td>
        </tr>
      )}
      selection={{
        idOf: ({ id }) => id,
        nameOf: ({ id }) => id,
        isTickable: ({ id }) => id !== "p0",
        words: WORDS,
        actions,
      }}
      error="The phones could not be read"
    />
  );
}

const shownRows = () => rows().map((row) => row.textContent);
const chosen = () => document.querySelector("output")?.textContent;

beforeAll(() => loadTexts("common"));

describe("a list's state and its address", () => {
  it("are the same: what is pressed is in the address", async () => {
    const page = await show(<Phones at="address" />, "/list?other=kept");
    await press(button("Next page"));
    expect(page.address()).toBe("/list?other=kept&page_num=2");
    expect(shownRows()[0]).toBe("p25");
    await press(button(/^Phone/));
    expect(page.address()).toBe("/list?other=kept&sort=id&order=asc");
  });

  it("are the same: an address shows the list that it says", async () => {
    await show(<Phones at="address" />, "/list?state=busy&page_num=2&page_size=20");
    expect(shownRows()).toEqual(["p41", "p43", "p45", "p47", "p49", "p51", "p53", "p55", "p57", "p59"]);
    expect(shownText()).toContain("21–30 of 30");
  });

  it("follow what is searched for once typing settles, back on the first page", async () => {
    vi.useFakeTimers();
    try {
      const page = await show(<Phones at="address" />, "/list?page_num=2");
      await fill(field("Name"), "p5");
      expect(page.address()).toBe("/list?page_num=2");
      await act(() => vi.advanceTimersByTimeAsync(300));
      expect(page.address()).toBe("/list?keyword=p5");
      expect(shownRows()).toHaveLength(11);
    } finally {
      vi.useRealTimers();
    }
  });

  it("are cleared of what narrows the list where nothing fits", async () => {
    const page = await show(<Phones at="address" />, "/list?keyword=none&state=busy&other=kept");
    expect(rows()).toHaveLength(0);
    await press(button("Clear the filters"));
    expect(page.address()).toBe("/list?other=kept");
    expect(rows()).toHaveLength(25);
  });

  it("have nothing to do with each other where a list is one of several on a screen", async () => {
    const page = await show(<Phones at="screen" isPart />, "/list?page_num=2");
    expect(shownRows()[0]).toBe("p0");
    await press(button("Next page"));
    expect(shownRows()[0]).toBe("p25");
    expect(page.address()).toBe("/list?page_num=2");
    // As a part of a card it has none of its own, and its number at its foot.
    expect(document.querySelector(".udt-card")).toBeNull();
    expect(document.querySelector(".udt-list-foot")?.textContent).toContain("60 phones");
  });
});

describe("ticked rows", () => {
  it("are all of the page that may be, or those that were ticked", async () => {
    await show(<Phones at="address" />, "/list");
    await press(ticks()[2]!);
    await press(ticks()[4]!);
    expect(shownText()).toContain("2 ticked");
    expect(chosen()).toBe("p1 p3");
    await press(field("Tick all"));
    expect(shownText()).toContain("24 ticked");
    await press(button("Untick"));
    expect(chosen()).toBeUndefined();
  });

  it("are of the page that they were ticked on: on another none is, and none comes back", async () => {
    await show(<Phones at="address" />, "/list");
    await press(field("Tick p1"));
    await press(button("Next page"));
    expect(chosen()).toBeUndefined();
    expect(ticks().some((tick) => tick.checked)).toBe(false);
    await press(button("Previous page"));
    expect(chosen()).toBeUndefined();
  });
});
