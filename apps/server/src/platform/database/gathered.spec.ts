import { describe, expect, it } from "vitest";
import { gathered, shared } from "./gathered.ts";

/** A reading whose each turn the test ends itself. */
function readings() {
  const turns: { keys: readonly string[]; answer(): void; fail(reason: Error): void }[] = [];
  const waiting: (() => void)[] = [];
  const read = (keys: readonly string[]) =>
    new Promise<string[]>((resolve, reject) => {
      const turn = turns.length;
      turns.push({ keys, answer: () => resolve(keys.map((key) => `${key} in ${turn}`)), fail: reject });
      for (const heard of waiting.splice(0)) heard();
    });
  const turn = async (index: number) => {
    while (turns.length <= index) await new Promise<void>((heard) => waiting.push(heard));
    return turns[index]!;
  };
  return { read, turn, count: () => turns.length };
}

describe("what is asked for at once", () => {
  it("is read together, each key once, by a reading that begins after it was asked for", async () => {
    const { read, turn, count } = readings();
    const get = gathered(read);
    const first = get("a");
    const before = await turn(0);
    const rest = [get("a"), get("b"), get("a")];
    expect(count()).toBe(1);
    before.answer();
    expect(await first).toBe("a in 0");
    const next = await turn(1);
    expect(next.keys).toEqual(["a", "b"]);
    next.answer();
    expect(await Promise.all(rest)).toEqual(["a in 1", "b in 1", "a in 1"]);
  });

  it("is not kept", async () => {
    const { read, turn } = readings();
    const get = gathered(read);
    for (const index of [0, 1]) {
      const asked = get("a");
      (await turn(index)).answer();
      expect(await asked).toBe(`a in ${index}`);
    }
  });

  it("takes keys whose fields are all alike for one", async () => {
    const { read, turn } = readings();
    const get = gathered((keys: readonly { id: string; of?: string }[]) =>
      read(keys.map(({ id, of = "" }) => id + of)),
    );
    const asked = [get({ id: "a" }), get({ id: "a" }), get({ id: "a", of: "b" })];
    const only = await turn(0);
    expect(only.keys).toEqual(["a", "ab"]);
    only.answer();
    expect(await Promise.all(asked)).toEqual(["a in 0", "a in 0", "ab in 0"]);
  });

  it("fails together, and the next is read all the same", async () => {
    const { read, turn } = readings();
    const get = gathered(read);
    const failed = get("a");
    (await turn(0)).fail(new Error("no connection"));
    await expect(failed).rejects.toThrow("no connection");
    const asked = get("a");
    (await turn(1)).answer();
    expect(await asked).toBe("a in 1");
  });

  it("does not wait for a reading that hangs", async () => {
    const { read, turn } = readings();
    const get = gathered(read);
    void get("a");
    await turn(0);
    const asked = get("b");
    (await turn(1)).answer();
    expect(await asked).toBe("b in 1");
  });
});

describe("what is shared", () => {
  it("is read once for those of one key who ask meanwhile, and they wait for no other key", async () => {
    const { read, turn, count } = readings();
    const get = shared(async (key: string) => (await read([key]))[0]!);
    const slow = get("a");
    await turn(0);
    const next = [get("a"), get("a")];
    const other = get("b");
    const b = await turn(1);
    expect(b.keys).toEqual(["b"]);
    b.fail(new Error("no room"));
    await expect(other).rejects.toThrow("no room");
    (await turn(0)).answer();
    expect(await slow).toBe("a in 0");
    (await turn(2)).answer();
    expect(await Promise.all(next)).toEqual(["a in 2", "a in 2"]);
    expect(count()).toBe(3);
  });
});
