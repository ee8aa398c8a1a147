// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { rows, show } from "../components/rendered.fixture.tsx";
import { ListTable } from "./list-table.tsx";

/** As high as the style makes a row of one or two lines. */
const ROW_PX = 52;
const SEEN_PX = 400;
/** What stands for the rows that are not drawn. */
const ROOM = ".udt-table-room td";

const scroller = () => document.querySelector<HTMLElement>(".scroller")!;

// A page without a browser has no sizes: rows are of one height, in a box that shows some of them.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockImplementation(function (this: HTMLElement) {
    return this.tagName === "TR" ? ROW_PX : 0;
  });
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(SEEN_PX);
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    return new DOMRect(0, this.tagName === "TABLE" ? -scroller().scrollTop : 0, 0, 0);
  });
});
afterEach(() => vi.restoreAllMocks());

function Cases({ count, isLong }: { count: number; isLong: boolean }) {
  return (
    <div className="scroller" style={{ overflowY: "auto" }}>
      <ListTable
        columns={[{ key: "name", label: "Case" }]}
        isLong={isLong}
        rows={Array.from({ length: count }, (_, index) => `case ${index}`)}
        renderRow={(name) => (
          <tr key={name}>
            <td>{name}</td>
          </tr>
        )}
      />
    </div>
  );
}

const drawn = () => rows().filter((row) => row.closest("[aria-hidden]") === null);
const names = () => drawn().map((row) => row.textContent);
const scrollTo = (top: number) =>
  act(async () => {
    scroller().scrollTop = top;
    scroller().dispatchEvent(new Event("scroll"));
  });
const roomPx = () =>
  [...document.querySelectorAll<HTMLElement>(ROOM)].map(({ style }) => Number.parseInt(style.height, 10));

describe("a long list", () => {
  it("draws the rows in sight and some around, and says how many there are and which these are", async () => {
    await show(<Cases count={1_000} isLong />);
    expect(names()[0]).toBe("case 0");
    expect(drawn().length).toBeGreaterThanOrEqual(SEEN_PX / ROW_PX);
    expect(drawn().length).toBeLessThan(40);
    expect(document.querySelector("table")?.getAttribute("aria-rowcount")).toBe("1001");
    expect(drawn()[3]?.getAttribute("aria-rowindex")).toBe("5");
  });

  it("draws those that are scrolled to", async () => {
    await show(<Cases count={1_000} isLong />);
    await scrollTo(20_000);
    expect(names()).toContain("case 385");
    expect(names()).not.toContain("case 0");
    expect(drawn().length).toBeLessThan(80);
    const first = Number(names()[0]?.split(" ")[1]);
    expect(drawn()[0]?.getAttribute("aria-rowindex")).toBe(String(first + 2));
  });

  it("comes to its last row, below which there is no room", async () => {
    await show(<Cases count={100} isLong />);
    await scrollTo(100_000);
    expect(names().at(-1)).toBe("case 99");
    expect(roomPx()).toHaveLength(1);
  });

  it("keeps the room of the rows that it does not draw", async () => {
    await show(<Cases count={1_000} isLong />);
    const height = () => roomPx().reduce((sum, px) => sum + px, drawn().length * ROW_PX);
    expect(roomPx()).toHaveLength(1);
    expect(height()).toBe(1_000 * ROW_PX);
    await scrollTo(20_000);
    expect(roomPx()).toHaveLength(2);
    expect(height()).toBe(1_000 * ROW_PX);
  });

  it.each([
    [30, true],
    [300, false],
  ])("draws all where there are few (%i), or where it is not said to be long", async (count, isLong) => {
    await show(<Cases count={count} isLong={isLong} />);
    expect(drawn()).toHaveLength(count);
    expect(document.querySelector("table")?.hasAttribute("aria-rowcount")).toBe(false);
  });
});
