import { ApiError } from "@udt/client";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { loadTexts } from "../i18n/index.ts";
import type { ListRead, Nothing } from "./list-body.tsx";
import { ListFilter, ListToggle } from "./list-filter.tsx";
import { ListPage } from "./list-page.tsx";
import type { Selection } from "./selection.ts";
import { useListView } from "./use-list-view.ts";

// Modules look at the page as they are loaded.
vi.hoisted(() => {
  vi.stubGlobal("document", { cookie: "udt_lang=en", baseURI: "http://udt.test/", documentElement: { lang: "" } });
  vi.stubGlobal("navigator", { languages: [] });
  vi.stubGlobal("window", { location: { pathname: "/", search: "", hash: "" } });
});

interface Phone {
  id: string;
  state: string;
}
type Read = ListRead<Phone> & { data: { list: readonly Phone[]; total: number } | undefined };

const PHONES: Phone[] = [
  { id: "p1", state: "idle" },
  { id: "p2", state: "busy" },
];
const read = (list: readonly Phone[] | undefined, rest: Partial<Read> = {}): Read => ({
  data: list && { list, total: list.length },
  isPending: list === undefined && rest.isError !== true,
  isError: false,
  error: null,
  isPlaceholderData: false,
  refetch: vi.fn(),
  ...rest,
});
const NONE: Nothing = { title: "No phones", text: "Connect one." };

function Phones(props: { read: Read; none?: Nothing; add?: string; selection?: Selection<Phone> }) {
  const view = useListView({ state: ["idle", "busy"], mine: ["1"] });
  const sorting = view.sorting(["id"], "id");
  return (
    <ListPage
      {...props}
      view={view}
      search="Name"
      filters={
        <>
          <ListFilter view={view} name="state" label="State" text={(state) => `is ${state}`} />
          <ListToggle view={view} name="mine" label="Mine" />
        </>
      }
      count={(total) => `${total} phones`}
      add={props.add && <button type="button">{props.add}</button>}
      columns={[
        { key: "id", label: "Phone", sort: "id" },
        { key: "action", label: "Action", isHidden: true },
      ]}
      sorting={sorting}
      renderRow={(phone, tick) => (
        <tr key={phone.id}>
          {tick}
          <td>{phone.id}</td>
          <td />
        </tr>
      )}
      error="The phones could not be read"
    />
  );
}

const show = (props: Parameters<typeof Phones>[0], address = "/") =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={[address]}>
      <Phones {...props} />
    </MemoryRouter>,
  );

beforeAll(() => loadTexts("common", "errors", "refusals"));

describe("a list", () => {
  it("stands in grey rows while it is read, and says no number", () => {
    const shown = show({ read: read(undefined), none: NONE });
    expect(shown).toContain('aria-label="Loading"');
    expect(shown).not.toContain("phones</span>");
    expect(shown).not.toContain("<table");
  });

  it("says what could not be read, its request and how to try again", () => {
    const error = new ApiError("x", {
      kind: "refused",
      code: "internal",
      status: 500,
      request_id: "req-7",
      method: "GET",
      path: "/v1/api/devices",
    });
    const shown = show({ read: read(undefined, { isError: true, error }), none: NONE });
    expect(shown).toContain('role="alert"');
    expect(shown).toContain("The phones could not be read");
    expect(shown).toContain("req-7");
    expect(shown).toContain("Try again");
  });

  it("keeps its rows when reading them again fails", () => {
    const shown = show({ read: read(PHONES, { isError: true, error: new Error("away") }) });
    expect(shown).toContain("<td>p1</td>");
    expect(shown).not.toContain('role="alert"');
  });

  it("shows its rows, how many there are, by what they are sorted, and that newer ones are under way", () => {
    const shown = show({ read: read(PHONES, { isPlaceholderData: true }) }, "/?sort=id&order=asc");
    expect(shown).toContain("2 phones</span>");
    expect(shown).toContain('aria-busy="true"');
    expect(shown).toContain('aria-sort="ascending"');
    expect(shown).toContain('<span class="udt-hidden">Action</span>');
    expect(shown).not.toContain("udt-pager");
  });

  it("steps through pages where one does not hold them", () => {
    const many = Array.from({ length: 25 }, (_, index) => ({ id: `p${index}`, state: "idle" }));
    const shown = show({ read: read(many, { data: { list: many, total: 60 } }) }, "/?page_num=2");
    expect(shown).toContain("26–50 of 60");
  });

  it("has of its address what it is narrowed to", () => {
    const shown = show({ read: read(PHONES) }, "/?keyword=pix&state=busy&mine=1");
    expect(shown).toContain('value="pix"');
    expect(shown).toContain("<span>is busy</span>");
    expect(shown).toMatch(/aria-pressed="true"[^>]*>Mine/);
    expect(show({ read: read(PHONES) })).toMatch(/aria-pressed="false"[^>]*>Mine/);
  });

  it("says what it is for where there is nothing, and there alone how one is made", () => {
    const shown = show({ read: read([]), none: NONE, add: "Connect" });
    expect(shown).toContain("No phones");
    expect(shown).not.toContain("Clear the filters");
    expect(shown.split("Connect</button>")).toHaveLength(2);
    expect(show({ read: read(PHONES), none: NONE, add: "Connect" }).split("Connect</button>")).toHaveLength(2);
  });

  it.each(["/?keyword=pix", "/?state=busy", "/?page_num=4"])(
    "says that nothing fits at %s, and how to see all",
    (at) => {
      const shown = show({ read: read([]), none: NONE });
      expect(shown).toContain("No phones");
      const narrowed = show({ read: read([]), none: NONE, add: "Connect" }, at);
      expect(narrowed).not.toContain("No phones");
      expect(narrowed).toContain("Nothing matches");
      expect(narrowed).toContain("Clear the filters");
      expect(narrowed).toContain("Connect</button>");
    },
  );

  it("offers a tick for each row that may have one, and no bar while there is none", () => {
    const shown = show({
      read: read(PHONES),
      selection: {
        idOf: ({ id }) => id,
        nameOf: ({ id }) => id,
        isTickable: ({ state }) => state === "idle",
        words: { one: (name) => `Tick ${name}`, all: "Tick all", bar: "Ticked", chosen: String, clear: "Untick" },
        actions: () => "Reboot",
      },
    });
    const boxes = shown.match(/<input type="checkbox"[^>]*>|<input[^>]*type="checkbox"[^>]*>/g) ?? [];
    expect(boxes.map((box) => [/aria-label="([^"]*)"/.exec(box)?.[1], box.includes("disabled")])).toEqual([
      ["Tick all", false],
      ["Tick p1", false],
      ["Tick p2", true],
    ]);
    expect(shown).not.toContain("Reboot");
  });
});
