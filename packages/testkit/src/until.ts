import { delay } from "@udt/base";

/** Asks again and again until the answer is there; the fact, not the time, decides. Fails with `what` when it never comes. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  timeoutMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`never came: ${what}`);
    await delay(25);
  }
}
