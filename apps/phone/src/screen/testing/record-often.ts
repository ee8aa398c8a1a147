/** Records the screen five times at once, again and again, and prints the process's resident bytes after each round. */
import { startPhones } from "../../start-phones.ts";

const ROUNDS = 7;
const AT_ONCE = 5;

const host = await startPhones({ count: 1, basePort: 0 });
const { screen } = host.phones[0]!.phone;

/** Resolves once a recording has begun, gone on for a few pictures, and ended. */
async function recordOnce(): Promise<void> {
  const end = new AbortController();
  const enough = Promise.withResolvers<void>();
  let packets = 0;
  screen.record(
    { max_size: 0, bit_rate: 4_000_000, max_fps: 30, baseline: false },
    () => {
      if (++packets === 4) enough.resolve();
    },
    end.signal,
  );
  await enough.promise;
  end.abort();
}

const resident: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  await Promise.all(Array.from({ length: AT_ONCE }, recordOnce));
  resident.push(process.memoryUsage().rss);
}
console.log(JSON.stringify(resident));
await host.stop();
