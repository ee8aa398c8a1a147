import { expect, it } from "vitest";
import { askedOnce, NoAnswer } from "./asked-once.ts";

it("is asked once by all who wait, and anew once it has answered", async () => {
  const asked: PromiseWithResolvers<number>[] = [];
  const ask = askedOnce(() => {
    asked.push(Promise.withResolvers());
    return asked.at(-1)!.promise;
  }, 60_000);
  const [first, second] = [ask(), ask()];
  asked[0]!.resolve(1);
  expect(await Promise.all([first, second])).toEqual([1, 1]);
  const third = ask();
  asked[1]!.reject(new Error("no"));
  await expect(third).rejects.toThrow("no");
  expect(asked).toHaveLength(2);
});

it("is told late at once to whoever asks while it is, and heard again when it answers", async () => {
  const answers: PromiseWithResolvers<number>[] = [];
  const ask = askedOnce(() => {
    answers.push(Promise.withResolvers());
    return answers.at(-1)!.promise;
  }, 20);
  for (let again = 0; again < 3; again++) await expect(ask()).rejects.toBeInstanceOf(NoAnswer);
  expect(answers).toHaveLength(1);
  answers[0]!.resolve(1);
  await answers[0]!.promise;
  const next = ask();
  answers[1]!.resolve(2);
  expect(await next).toBe(2);
});

it("is not waited for by who goes", async () => {
  const going = new AbortController();
  const waiting = askedOnce(() => new Promise<void>(() => {}), 60_000)(going.signal);
  going.abort(new Error("it stops"));
  await expect(waiting).rejects.toThrow("it stops");
});
