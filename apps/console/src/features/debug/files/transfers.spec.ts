// @vitest-environment happy-dom
import { expect, it, vi } from "vitest";
import { OVER_SHOWN } from "../../../lib/streams/newest-over.ts";
import type { Session } from "../session.tsx";
import type { Item } from "./folder-content.ts";
import { startContent, transfers } from "./transfers.ts";

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
