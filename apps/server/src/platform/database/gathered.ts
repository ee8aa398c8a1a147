import { setTimeout as after } from "node:timers/promises";
import DataLoader from "dataloader";

/** A reading that takes longer, as one does whose connection hangs, does not hold the next ones back. */
const WAIT_MAX_MS = 200;

/**
 * Has what many ask for at once read by one statement. Who asks while none runs is read for at once; who asks while one runs
 * waits for the next, which begins when it ends and reads each key once. It begins after everybody asked whom it answers, so
 * nobody gets what was so before.
 * @param read Answers in the order of its keys, which are alike when all of their fields are. What it answers for one key goes
 * to all who asked for it: nobody may change it.
 */
export function gathered<K, V>(read: (keys: readonly K[]) => Promise<V[]>): (key: K) => Promise<V> {
  let running: Promise<unknown> = Promise.resolve();
  const loader: DataLoader<K, V, string> = new DataLoader(
    (keys) => {
      // Nothing is kept: who asks from now on asks anew.
      loader.clearAll();
      const reading = read(keys);
      running = reading.catch(() => undefined);
      return reading;
    },
    {
      cacheKeyFn: (key) => JSON.stringify(key),
      batchScheduleFn: (begin) =>
        void Promise.race([running, after(WAIT_MAX_MS, undefined, { ref: false })]).then(begin),
    },
  );
  return (key) => loader.load(key);
}

/** The same for what cannot be read by one statement for several keys: those of one key wait, and fail, together, and no others. */
export function shared<K, V>(read: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const readings = new Map<string, { get: (key: K) => Promise<V>; askers: number }>();
  return async (key) => {
    const name = JSON.stringify(key);
    const reading = readings.get(name) ?? {
      get: gathered((keys) => Promise.all(keys.map((key) => read(key)))),
      askers: 0,
    };
    readings.set(name, reading);
    reading.askers++;
    try {
      return await reading.get(key);
    } finally {
      reading.askers--;
      if (reading.askers === 0) readings.delete(name);
    }
  };
}
