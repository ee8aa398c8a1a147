import { Consumable } from "@yume-chan/stream-extra";
import { expect, test } from "vitest";
import "./consumed-writes.ts";

test("a write that breaks off with its socket is refused once, and leaves nothing unheard", async () => {
  const stray: unknown[] = [];
  const onStray = (error: unknown) => stray.push(error);
  process.on("unhandledRejection", onStray);
  const written: string[] = [];
  const stream = new Consumable.WritableStream<string>({
    write: (chunk) => (chunk === "last" ? Promise.reject(new Error("Socket closed")) : void written.push(chunk)),
  });
  const writer = stream.getWriter();
  await Consumable.WritableStream.write(writer, "first");
  await expect(Consumable.WritableStream.write(writer, "last")).rejects.toThrow("Socket closed");
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", onStray);
  expect(written).toEqual(["first"]);
  expect(stray).toEqual([]);
});
