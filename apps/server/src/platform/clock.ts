import { systemClock, type Clock } from "@udt/base";

/** The server's time: what tests turn, they turn here. */
export interface ServerClock extends Clock {
  /** Milliseconds since some moment, by a clock that nobody sets: how long ago something was. */
  elapsed(): number;
  /** Runs `work` once `now()` has reached `time` (epoch milliseconds), soon if it has already. Returns how to call it off. */
  at(time: number, work: () => void): () => void;
}

/** `setTimeout` fires at once for anything longer. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

export const systemServerClock: ServerClock = {
  now: systemClock.now,
  elapsed: () => performance.now(),
  at(time, work) {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const left = time - Date.now();
      timer = left > LONGEST_TIMEOUT_MS ? setTimeout(wait, LONGEST_TIMEOUT_MS) : setTimeout(work, Math.max(0, left));
    };
    wait();
    return () => clearTimeout(timer);
  },
};

/** Runs `work` every `ms` on `clock`, the next one only after the last has finished. */
export function every(clock: ServerClock, ms: number, work: () => Promise<void> | void): () => void {
  let stopped = false;
  let cancel = () => {};
  const arm = () => {
    cancel = clock.at(clock.now() + ms, () => {
      void (async () => work())().finally(() => {
        if (!stopped) arm();
      });
    });
  };
  arm();
  return () => {
    stopped = true;
    cancel();
  };
}
