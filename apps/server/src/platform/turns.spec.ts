import { expect, it } from "vitest";
import { Turns } from "./turns.ts";

function working(bounds: ConstructorParameters<typeof Turns>[0]) {
  const turns = new Turns(bounds, () => new Error("full"));
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (asker: string, name: string) =>
    turns.during(asker, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
  return { begun, ask, end: () => ends.shift()?.() };
}

it("lets so many go on at once, one of each asker after the other", async () => {
  const { begun, ask, end } = working({ at_once: 1 });
  const all = ["a1", "a2", "a3", "b1", "c1", "b2"].map((name) => ask(name.charAt(0), name));
  for (let turn = 1; turn <= all.length; turn++) {
    await expect.poll(() => begun).toHaveLength(turn);
    end();
  }
  await Promise.all(all);
  expect(begun).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
});

it("has so many wait of one asker and of all, and refuses the others", async () => {
  const { begun, ask, end } = working({ at_once: 1, waiting_each: 2, waiting_max: 3 });
  const taken = ["a1", "a2", "a3"].map((name) => ask("a", name));
  await expect(ask("a", "a4")).rejects.toThrow("full");
  taken.push(ask("b", "b1"));
  await expect(ask("c", "c1")).rejects.toThrow("full");
  for (let turn = 1; turn <= taken.length; turn++) {
    await expect.poll(() => begun).toHaveLength(turn);
    end();
  }
  await Promise.all(taken);
  // Whoever comes once all are done goes on at once.
  const last = ask("a", "a5");
  await expect.poll(() => begun.at(-1)).toBe("a5");
  end();
  await last;
});

it("has so many of one asker go on at once, and lets others pass those that wait", async () => {
  const { begun, ask, end } = working({ at_once: 2, at_once_each: 1 });
  const all = ["a1", "a2", "b1", "c1"].map((name) => ask(name.charAt(0), name));
  await expect.poll(() => begun).toEqual(["a1", "b1"]);
  end();
  await expect.poll(() => begun).toEqual(["a1", "b1", "a2"]);
  end();
  await expect.poll(() => begun).toEqual(["a1", "b1", "a2", "c1"]);
  end();
  end();
  await Promise.all(all);
});

it("lets who waits go away, whose place is another's then", async () => {
  const turns = new Turns({ at_once: 1, waiting_each: 1 }, () => new Error("full"));
  const end = Promise.withResolvers<void>();
  const first = turns.during("a", () => end.promise);
  const abort = new AbortController();
  const left = turns.during("a", () => Promise.resolve("left"), abort.signal);
  await expect(turns.during("a", () => Promise.resolve("none"))).rejects.toThrow("full");
  abort.abort(new Error("called off"));
  await expect(left).rejects.toThrow("called off");
  const next = turns.during("a", () => Promise.resolve("next"));
  end.resolve();
  await first;
  expect(await next).toBe("next");
});

it("gives the place of one that failed to the next", async () => {
  const turns = new Turns({ at_once: 1 }, () => new Error("full"));
  const failed = turns.during("a", () => Promise.reject(new Error("broken")));
  const next = turns.during("b", () => Promise.resolve("read"));
  await expect(failed).rejects.toThrow("broken");
  expect(await next).toBe("read");
});
