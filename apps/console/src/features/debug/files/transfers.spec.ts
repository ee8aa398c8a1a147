// @vitest-environment happy-dom
import { expect, it, vi } from "vitest";
import { OVER_SHOWN } from "../../../lib/streams/newest-over.ts";
import type { Session } from "../session.tsx";
import type { Item } from "./folder-content.ts";
import { cancelTransfer, dismissTransfer, settledOf, startContent, startTransfers, transfers } from "./transfers.ts";

const begun = {
  session: { project: "demo", test_id: "t", device_id: "d" } as Session,
  folder: "/sdcard/Download",
  onDone: () => {},
  onEnd: () => {},
};

async function send(name: string, items: Item[]): Promise<void> {
  startContent(begun, name, { items, refused: [] });
  await vi.waitFor(() => expect(transfers.get().find((one) => one.name === name)?.state.name).toBe("done"));
}

it("lists what failed, and the newest that went well, however many there were", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no server")));
  await send("failed", [{ path: "failed", file: undefined }]);
  for (let sent = 0; sent < OVER_SHOWN + 5; sent++) await send(`folder-${sent}`, []);
  const names = transfers.get().map(({ name }) => name);
  expect(names).toHaveLength(OVER_SHOWN + 1);
  expect(names[0]).toBe(`folder-${OVER_SHOWN + 4}`);
  expect(names.slice(-2)).toEqual(["folder-5", "failed"]);
});

it("tells those that nobody has to see to, and keeps a page from closing while one is under way", async () => {
  const asked = () => {
    const event = new Event("beforeunload", { cancelable: true });
    globalThis.dispatchEvent(event);
    return event.defaultPrevented;
  };
  for (const { key } of transfers.get()) dismissTransfer(key);
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no server")));
  await send("failed", [{ path: "failed", file: undefined }]);
  await send("empty", []);
  expect(settledOf(transfers.get()).map(({ name }) => name)).toEqual(["empty"]);
  expect(asked()).toBe(false);
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  startTransfers(begun, [new File(["1"], "sent")]);
  expect(asked()).toBe(true);
  for (const { key, name } of transfers.get()) if (name === "sent") cancelTransfer(key);
  await vi.waitFor(() => expect(asked()).toBe(false));
});

it("tells the end of one that was cancelled while it waited", async () => {
  // The first never ends by itself.
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  const ended: string[] = [];
  const onEnd = ({ name, state }: { name: string; state: { name: string } }) => ended.push(`${name} ${state.name}`);
  const names = ["sent", "waits"];
  startTransfers(
    { ...begun, onEnd },
    names.map((name) => new File(["1"], name)),
  );
  await vi.waitFor(() => expect(transfers.get().find(({ name }) => name === "sent")?.state.name).toBe("running"));
  const key = transfers.get().find(({ name }) => name === "waits")?.key;
  cancelTransfer(key ?? -1);
  expect(ended).toEqual(["waits cancelled"]);
});
