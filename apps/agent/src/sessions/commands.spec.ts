import { elementTree, LIMITS, type Element } from "@udt/contract";
import type { Device, FilesCapability } from "@udt/driver";
import { expect, test, vi } from "vitest";
import { fitting, runCommand, type CommandContext } from "./commands.ts";
import { withSignal } from "../with-signal.ts";
import { MadeFiles } from "./made-files.ts";

const element = (text = ""): Element => ({
  parent: null,
  class_name: "",
  resource_id: "",
  text,
  description: "",
  package_name: "",
  states: [],
  bounds: { left: 0, top: 0, right: 1, bottom: 1 },
});
const treeOf = (count: number, text?: string) => ({
  width: 100,
  height: 100,
  list: Array.from({ length: count }, () => element(text)),
  is_cut: false,
});

test("a tree that an answer takes is whole", () => {
  const whole = treeOf(100, "注".repeat(LIMITS.element_text_max));
  expect(fitting(whole)).toEqual(whole);
});

test.each([
  ["elements", treeOf(LIMITS.elements_max * 2)],
  ["words", treeOf(LIMITS.elements_max, "注".repeat(LIMITS.element_text_max))],
])("a tree with too many %s is cut so that the server takes it, and says so", (_, tree) => {
  const cut = fitting(tree);
  expect(elementTree.parse(cut)).toEqual({ ...tree, list: tree.list.slice(0, cut.list.length), is_cut: true });
  expect(Buffer.byteLength(JSON.stringify(cut.list))).toBeLessThanOrEqual(LIMITS.element_tree_max_bytes + 2);
  expect(cut.list.length).toBeGreaterThan(100);
});

/** Never gets done with anything, until it is called off. */
const hangs = (signal: AbortSignal): Promise<never> => withSignal(new Promise<never>(() => undefined), signal);
const files: Partial<FilesCapability> = {
  stat: (path) => Promise.resolve({ ...folder, name: path }),
  remove: (_, signal) => hangs(signal),
};
const folder = { kind: "folder", size_bytes: 0, modified_at: 0, mode: 0o770, leads_to: null } as const;
const elements = { read: hangs };
const device = { identity: { serial: "s-1" }, capabilities: { files, elements } } as unknown as Device;
const contextOf = (signal: AbortSignal) => ({ device, signal, made: new MadeFiles(async () => {}) }) as CommandContext;

/** The clock of whoever gives a time, which goes on when the test says so. */
function clock() {
  const given: { ms: number; over: AbortController }[] = [];
  const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    const over = new AbortController();
    given.push({ ms, over });
    return over.signal;
  });
  return {
    given,
    runOut: () => given.forEach(({ over }) => over.abort()),
    [Symbol.dispose]: () => timeout.mockRestore(),
  };
}

test("a folder that takes long is deleted for minutes, and then told to have taken too long", async () => {
  using time = clock();
  const deleted = runCommand({ name: "file_delete", path: "/sdcard/a" }, contextOf(new AbortController().signal));
  expect(time.given.map(({ ms }) => ms)).toEqual([5 * 60_000]);
  time.runOut();
  await expect(deleted).rejects.toMatchObject({ code: "device_took_too_long", args: {} });
});

test("what has its own row to fail by says there that it took too long", async () => {
  using time = clock();
  const read = runCommand({ name: "element_tree" }, contextOf(new AbortController().signal));
  expect(time.given.map(({ ms }) => ms)).toEqual([30_000]);
  time.runOut();
  await expect(read).rejects.toMatchObject({ code: "elements_failed", args: { reason: { code: "too_long" } } });
});

test("a command that ends with its session did not take too long", async () => {
  const session = new AbortController();
  const deleted = runCommand({ name: "file_delete", path: "/sdcard/a" }, contextOf(session.signal));
  session.abort(new Error("session over"));
  await expect(deleted).rejects.toMatchObject({ code: "device_command_failed" });
});
