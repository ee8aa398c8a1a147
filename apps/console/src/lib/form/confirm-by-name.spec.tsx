// @vitest-environment happy-dom
import { beforeAll, describe, expect, it, vi } from "vitest";
import { button, enter, field, fill, noteOf, press, show, shownText, ticks } from "../components/rendered.fixture.tsx";
import { loadTexts } from "../i18n/index.ts";
import { ConfirmByName } from "./confirm-by-name.tsx";

const onConfirm = vi.fn<(typed: string) => void>();
const onClose = vi.fn<() => void>();

const dialog = (change: Partial<Parameters<typeof ConfirmByName>[0]> = {}) => {
  onConfirm.mockReset();
  onClose.mockReset();
  return show(
    <ConfirmByName
      title="Delete Camera?"
      action="Delete"
      asked={{ name: "camera", label: "Type camera" }}
      pending={false}
      onConfirm={onConfirm}
      onClose={onClose}
      {...change}
    >
      <p>Its 12 cases go.</p>
    </ConfirmByName>,
  );
};

beforeAll(() => loadTexts("common"));

describe("a dialog that asks for a name", () => {
  it("says what goes, and is confirmed by the name alone, blanks aside", async () => {
    await dialog();
    expect(shownText()).toContain("Its 12 cases go.");
    expect(button("Delete").disabled).toBe(true);
    await fill(field("Type camera"), " camera ");
    expect(button("Delete").disabled).toBe(false);
    await press(button("Delete"));
    expect(onConfirm.mock.calls).toEqual([["camera"]]);
  });

  it.each(["Camera", "camera2", "cam"])("is not confirmed by %s, by its button or by Enter", async (typed) => {
    await dialog();
    await fill(field("Type camera"), typed);
    expect(button("Delete").disabled).toBe(true);
    await enter(field("Type camera"));
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it("says that a name is wrong as soon as it cannot become right", async () => {
    await dialog();
    await fill(field("Type camera"), "cam");
    expect(noteOf("Type camera")).toBe("");
    await fill(field("Type camera"), "cab");
    expect(noteOf("Type camera")).toBe("That is not what is asked for.");
  });

  it("is confirmed by Enter, and shows why the server refused", async () => {
    await dialog({ error: "The project has members." });
    await fill(field("Type camera"), "camera");
    expect(noteOf("Type camera")).toBe("The project has members.");
    await enter(field("Type camera"));
    expect(onConfirm).toHaveBeenCalledTimes(1);
  });

  it("is not confirmed a second time while it is under way", async () => {
    await dialog({ pending: true });
    await fill(field("Type camera"), "camera");
    await enter(field("Type camera"));
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it.each([
    [false, true],
    [true, false],
  ])(
    "asks for a tick and for whatever else there is besides the name (the latter given: %s)",
    async (given, isShut) => {
      await dialog({ tick: "I know", given });
      await fill(field("Type camera"), "camera");
      expect(button("Delete").disabled).toBe(true);
      await press(ticks()[0]!);
      expect(button("Delete").disabled).toBe(isShut);
    },
  );

  it("asks for no name where nothing is lost by it, and is left by Cancel", async () => {
    await dialog({ asked: undefined });
    expect(document.querySelector("input")).toBeNull();
    expect(button("Delete").disabled).toBe(false);
    await press(button("Cancel"));
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
