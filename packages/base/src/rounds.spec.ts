import { expect, test } from "vitest";
import { deferred } from "./deferred.ts";
import { Rounds } from "./rounds.ts";

const neverFails = (error: unknown) => expect.unreachable(String(error));
/** Rounds that end when they are told to. */
function makeRounds() {
  const begun: ReturnType<typeof deferred<void>>[] = [];
  const rounds = new Rounds(() => {
    begun.push(deferred<void>());
    return begun.at(-1)!.promise;
  }, neverFails);
  return { rounds, begun };
}

test("who calls during a round gets one after it, and all who do get the same", async () => {
  const { rounds, begun } = makeRounds();
  rounds.wake();
  for (let times = 0; times < 3; times++) rounds.wake();
  expect(begun).toHaveLength(1);
  begun[0]!.resolve();
  await expect.poll(() => begun.length).toBe(2);
  begun[1]!.resolve();
  await rounds.close();
  expect(begun).toHaveLength(2);
});

test("a call is heard in whatever moment a round ends", async () => {
  for (let moment = 0; moment < 20; moment++) {
    const { rounds, begun } = makeRounds();
    rounds.wake();
    begun[0]!.resolve();
    for (let step = 0; step < moment; step++) await Promise.resolve();
    rounds.wake();
    await expect.poll(() => begun.length, { interval: 1 }).toBe(2);
    begun[1]!.resolve();
    await rounds.close();
  }
});

test("a round that fails is told of, and the next one begins when somebody calls", async () => {
  const failed: unknown[] = [];
  let count = 0;
  const rounds = new Rounds(
    () => (++count === 1 ? Promise.reject(new Error("the first")) : Promise.resolve()),
    (error) => failed.push(error),
  );
  rounds.wake();
  await expect.poll(() => failed).toEqual([new Error("the first")]);
  expect(count).toBe(1);
  rounds.wake();
  await rounds.close();
  expect(count).toBe(2);
});

test("what is closed waits for its round and begins no other", async () => {
  const { rounds, begun } = makeRounds();
  rounds.wake();
  rounds.wake();
  let isClosed = false;
  const closed = rounds.close().then(() => (isClosed = true));
  await Promise.resolve();
  expect(isClosed).toBe(false);
  begun[0]!.resolve();
  await closed;
  rounds.wake();
  expect(begun).toHaveLength(1);
});
