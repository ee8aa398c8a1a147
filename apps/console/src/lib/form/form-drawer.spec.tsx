// @vitest-environment happy-dom
import { ApiError } from "@udt/client";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { button, enter, field, fill, press, show, shownText } from "../components/rendered.fixture.tsx";
import { loadTexts } from "../i18n/index.ts";
import { focusField, FormDrawer } from "./form-drawer.tsx";

const onSubmit = vi.fn<(form: HTMLFormElement) => void>();
const onClose = vi.fn<() => void>();
const READY = { isPending: false, isSuccess: false, error: null };
const refused = (code: "channel_in_use" | "internal") =>
  new ApiError("x", { kind: "refused", code, status: 409, method: "PUT", path: "/v1/api/channels" });

const drawer = (change: Partial<Parameters<typeof FormDrawer>[0]> = {}) => {
  onSubmit.mockReset();
  onClose.mockReset();
  return show(
    <FormDrawer
      title="Edit channel"
      size={480}
      dirty={false}
      save={READY}
      onSubmit={onSubmit}
      onClose={onClose}
      {...change}
    >
      <input name="name" aria-label="Name" />
    </FormDrawer>,
  );
};

beforeAll(() => loadTexts("common", "errors", "refusals"));

describe("a form in a drawer", () => {
  it("is saved by its button at the foot, outside the form, and by Enter", async () => {
    await drawer();
    expect(button("Save").form).toBe(field("Name").form);
    await press(button("Save"));
    await enter(field("Name"));
    expect(onSubmit).toHaveBeenCalledTimes(2);
    expect(onSubmit.mock.calls[0]![0].elements.namedItem("name")).toBe(field("Name"));
  });

  it("cannot be saved where there is nothing to save", async () => {
    await drawer({ disabled: true });
    expect(button("Save").disabled).toBe(true);
  });

  it("is left at once while nothing was entered", async () => {
    await drawer();
    await press(button("Cancel"));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it("asks before what was entered is lost, and keeps it for who stays", async () => {
    await drawer({ dirty: true });
    await fill(field("Name"), "Operators");
    await press(button("Cancel"));
    expect(onClose).not.toHaveBeenCalled();
    expect(shownText()).toContain("Unsaved changes");
    await press(button("Stay"));
    expect(onClose).not.toHaveBeenCalled();
    expect(field("Name").value).toBe("Operators");
  });

  it("is left with what was entered by who says so, by the cross as well", async () => {
    await drawer({ dirty: true });
    await press(button("Close"));
    expect(onClose).not.toHaveBeenCalled();
    await press(button("Leave"));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it("says at its foot why it was refused, unless that is told elsewhere", async () => {
    await drawer({ save: { ...READY, error: refused("channel_in_use") } });
    expect(document.querySelector(".udt-drawer-footer [role=alert]")?.textContent).toMatch(/\w+/);
  });

  it("leaves to the failure bar what is the bar's", async () => {
    await drawer({ save: { ...READY, error: refused("internal") } });
    expect(document.querySelector(".udt-drawer-footer [role=alert]")).toBeNull();
  });

  it("gives the focus to the field that is wrong", async () => {
    await drawer();
    focusField(field("Name").form!, "name");
    expect(document.activeElement).toBe(field("Name"));
  });
});
