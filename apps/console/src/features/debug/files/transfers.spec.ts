// @vitest-environment happy-dom
import { expect, it, vi } from "vitest";
import { OVER_SHOWN } from "../../../lib/streams/newest-over.ts";
import type { Session } from "../session.tsx";
import { retryTransfer, startContent, transfers } from "./transfers.ts";

const begun = {
  session: { project: "demo", test_id: "t", device_id: "d" } as Session,
  folder: "/sdcard/Download",
  onDone: () => {},
};

it("lists the newest that are over, however many there were, and can try those once more", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no server")));
  const send = (name: string) => startContent(begun, name, { items: [{ path: name, file: undefined }], refused: [] });
  for (let sent = 0; sent < OVER_SHOWN + 5; sent++) {
    send(`folder-${sent}`);
    await vi.waitFor(() => expect(transfers.get()[0]!.state.name).toBe("done"));
  }
  const names = transfers.get().map(({ name }) => name);
  expect(names).toHaveLength(OVER_SHOWN);
  expect(names[0]).toBe(`folder-${OVER_SHOWN + 4}`);
  expect(names.at(-1)).toBe("folder-5");
  // The oldest that shows still has what it would send.
  const refused = () => transfers.get().at(-1)!.refused.length;
  expect(refused()).toBe(1);
  retryTransfer(transfers.get().at(-1)!.key, false);
  await vi.waitFor(() => expect(transfers.get().at(-1)!.state.name).toBe("done"));
  expect(refused()).toBe(1);
});
