import { queryObjects } from "node:v8";
import { messages, PGlite, protocol } from "@electric-sql/pglite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerOf } from "./pglite-answer.ts";

describe("an answer of the embedded database", () => {
  let database: PGlite;
  beforeAll(async () => void (database = await PGlite.create()));
  afterAll(() => database.close());
  const asked = (text: string) => answerOf(database, protocol.serialize.query(text));

  it("is whole, however long, and alone in its memory", async () => {
    const read: string[] = [];
    const answer = await asked("select repeat('x', 1000) || n from generate_series(1, 5000) as n");
    new protocol.Parser().parse(answer, (message) => {
      if (message instanceof messages.DataRowMessage) read.push(message.fields[0]!);
    });
    expect(read).toEqual(Array.from({ length: 5000 }, (_, at) => `${"x".repeat(1000)}${at + 1}`));
    const short = await asked("select 1");
    expect(short.buffer.byteLength).toBe(short.byteLength);
  });

  it("is not kept, be it an error", async () => {
    const kept = () => Number(queryObjects(messages.ReadyForQueryMessage, { format: "count" }));
    const before = kept();
    for (let time = 0; time < 100; time++) {
      await asked("select 1");
      const refusal = await asked("select none of that");
      expect(String.fromCharCode(refusal[0]!)).toBe("E");
    }
    expect(kept() - before).toBe(0);
  });
});
