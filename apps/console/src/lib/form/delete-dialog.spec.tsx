// @vitest-environment happy-dom
import { beforeAll, expect, it, vi } from "vitest";
import { button, field, fill, press, show, shownText } from "../components/rendered.fixture.tsx";
import { loadTexts } from "../i18n/index.ts";
import { DeleteDialog } from "./delete-dialog.tsx";

beforeAll(() => loadTexts("common"));

const dialog = async (mutateAsync: (id: string) => Promise<unknown>, isNamed?: boolean) => {
  const onClose = vi.fn<() => void>();
  const { address } = await show(
    <DeleteDialog
      t={(key, { name }) => `${key} ${name}`}
      name="Cart"
      {...(isNamed !== undefined && { isNamed })}
      id="s-1"
      remove={{ isPending: false, mutateAsync }}
      list="/demo/scripts"
      onClose={onClose}
    >
      <p>Its history goes.</p>
    </DeleteDialog>,
    "/demo/script/s-1",
  );
  return { address, onClose };
};
const go = () => press(button("delete.action Cart"));

it("deletes what is named, says so, and goes on to the list", async () => {
  const remove = vi.fn<(id: string) => Promise<unknown>>(async () => null);
  const { address } = await dialog(remove);
  expect(shownText()).toContain("Its history goes.");
  await go();
  expect(remove).not.toHaveBeenCalled();
  await fill(field("delete.type Cart"), "Cart");
  await go();
  expect(remove.mock.calls).toEqual([["s-1"]]);
  expect(address()).toBe("/demo/scripts");
  expect(shownText()).toContain("delete.done Cart");
});

it("stays where it is, and closes, where that is refused", async () => {
  const { address, onClose } = await dialog(() => Promise.reject(new Error("refused")), false);
  await go();
  expect(onClose).toHaveBeenCalledOnce();
  expect(address()).toBe("/demo/script/s-1");
});
