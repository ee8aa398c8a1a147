import { describe, expect, it } from "vitest";
import { mend, type Path } from "./index.ts";

const FILE = `# Of the shop.
low_code: 1
blocks:
  pay:
    steps:
      - { id: pay, action: tap, locator: {by: ui, id: pay}, timeout: 3 } # at last
cases:
  - name: buys
    steps:
      - id: add
        action: tap
        locator:
          # Below the picture.
          by: ui # an element
          id: "add_to_cart" # by its id

        # It may take long.
        timeout: 30
      - id: rounds
        action: loop
        times: 2
        steps:
          - { id: more,  action: tap, locator: { by: ui, text: More, which: 2 }, fallback: [{ by: ui, id: more }] }
  - name: buys
    steps:
      - { id: add, action: tap, locator: { by: ui, text: "\${app}" } }
      - id: leave
        action: tap
        locator: { by: ui, id: leave } # at last
      - id: long
        action: tap
        locator: {
          by: ui, # an element
          id: long,
          # and no more
        } # at all
`;
const ADD: Path = ["cases", 0, "steps", 0, "locator"];
const MORE = ["cases", 0, "steps", 1, "steps", 0];

/** The lines that a mend takes away and those that it puts in their place. */
function change(at: Path, locator: Record<string, unknown>, now = FILE, ran = FILE) {
  const mended = mend(ran, at, now, { by: "ui", ...locator });
  if ("refused" in mended) return mended.refused;
  const [before, after] = [now.split("\n"), mended.text.split("\n")];
  const from = before.findIndex((line, index) => line !== after[index]);
  const same = before.toReversed().findIndex((line, index) => line !== after.at(-1 - index));
  return { was: before.slice(from, before.length - same), is: after.slice(from, after.length - same) };
}

describe("another locator", () => {
  it("stands in the place of a picture, as an element", () => {
    const file = `low_code: 1
cases:
  - name: buys
    steps:
      - { id: cart, action: tap, locator: { by: image, image: pictures/cart.png, score: 0.9 }, timeout: 3 } # top
`;
    expect(change(["cases", 0, "steps", 0, "locator"], { id: "cart" }, file, file)).toEqual({
      was: [file.split("\n")[4]],
      is: ["      - { id: cart, action: tap, locator: { by: ui, id: cart }, timeout: 3 } # top"],
    });
  });

  it("stands where the old one stood, and all else stays as it is written", () => {
    expect(change(ADD, { id: "buy" })).toEqual({
      was: ['          id: "add_to_cart" # by its id'],
      is: ['          id: "buy" # by its id'],
    });
    expect(change(["blocks", "pay", "steps", 0, "locator"], { text: "Pay: now", which: 2 })).toEqual({
      was: ["      - { id: pay, action: tap, locator: {by: ui, id: pay}, timeout: 3 } # at last"],
      is: ['      - { id: pay, action: tap, locator: {by: ui, text: "Pay: now", which: 2}, timeout: 3 } # at last'],
    });
    expect(change([...MORE, "fallback", 0], { id: "row", inside: { id: "list", has: { text: "12" } } })).toMatchObject({
      is: [
        '          - { id: more,  action: tap, locator: { by: ui, text: More, which: 2 }, fallback: [{ by: ui, id: row, inside: { id: list, has: { text: "12" } } }] }',
      ],
    });
  });

  it("has the old one's remarks, and none of its words", () => {
    expect(change(ADD, { description: "Buy" })).toEqual({
      was: ['          id: "add_to_cart" # by its id'],
      is: ["          description: Buy # by its id"],
    });
    expect(change([...MORE, "locator"], { text: "Even more" })).toMatchObject({
      is: [expect.stringContaining("locator: { by: ui, text: Even more }, fallback")],
    });
    expect(change(["cases", 1, "steps", 1, "locator"], { text: "Leave" })).toEqual({
      was: ["        locator: { by: ui, id: leave } # at last"],
      is: ["        locator: { by: ui, text: Leave } # at last"],
    });
    expect(change(["cases", 1, "steps", 2, "locator"], { id: "longer" })).toEqual({
      was: ["          id: long,", "          # and no more", "        } # at all"],
      is: ["          id: longer", "        } # and no more # at all"],
    });
    const crlf = FILE.replaceAll("\n", "\r\n");
    const mended = mend(crlf, ADD, crlf, { by: "ui", id: "buy", text: "Buy" });
    expect(mended).toMatchObject({ step: "add", has_variables: false });
    expect("text" in mended && mended.text.replaceAll("\r\n", "")).not.toContain("\n");
    expect("text" in mended && mended.text).toContain('id: "buy"\r\n          text: Buy # by its id\r\n');
  });

  it("is written into the step of that id, wherever it stands by now", () => {
    const now = FILE.replace(
      "cases:\n",
      "cases:\n  - name: looks\n    steps: [{ id: add, action: key, key: Enter }]\n",
    ).replace("      - id: add\n", "      - { id: first, action: key, key: Enter }\n      - id: add\n");
    expect(change(ADD, { id: "buy" }, now)).toMatchObject({ is: ['          id: "buy" # by its id'] });
    // Of cases of one name the second stays the second.
    expect(change(["cases", 1, "steps", 0, "locator"], { text: "Buy" }, now)).toMatchObject({
      was: [expect.stringContaining("${app}")],
      is: [expect.stringContaining('text: "Buy"')],
    });
    expect(mend(FILE, ["cases", 1, "steps", 0, "locator"], FILE, { by: "ui", text: "Buy" })).toMatchObject({
      has_variables: true,
    });
  });

  it("is refused where the step is gone, or is no more what it was", () => {
    expect(change(ADD, { id: "buy" }, FILE.replace("id: add\n", "id: put\n"))).toBe("gone");
    expect(change(ADD, { id: "buy" }, FILE.replace("name: buys", "name: shops"))).toBe("changed");
    expect(change(["cases", 1, "steps", 0, "locator"], { id: "a" }, FILE.replace("name: buys", "name: shops"))).toBe(
      "gone",
    );
    expect(change(ADD, { id: "buy" }, FILE.replace("add_to_cart", "buy"))).toBe("changed");
    expect(change(ADD, { id: "buy" }, FILE.replace("action: tap\n", "action: fly\n"))).toBe("unread");
    expect(change(ADD, { id: "buy" }, FILE, "low_code: 2")).toBe("unread");
    expect(change(["cases", 7, "steps", 0, "locator"], { id: "buy" })).toBe("gone");
    expect(change([], { id: "buy" })).toBe("gone");
  });

  it("is refused where the file would say something else, or could not be run", () => {
    expect(change(ADD, { text: "${unknown}" })).toBe("unwritten");
    expect(change(ADD, {})).toBe("unwritten");
  });
});
