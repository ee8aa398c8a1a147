/**
 * Does many things at once that are asked for one by one: what is asked while `work` is busy waits and is then done
 * together, at most `max` at a time; what is asked while nothing is under way is done at once, alone.
 * @param work Answers one result for each item, in order. When it throws for several, each of them is tried alone, so
 * that only the one at fault fails.
 */
export function batched<T, R>(max: number, work: (items: T[]) => Promise<R[]>): (item: T) => Promise<R> {
  interface Asked extends PromiseWithResolvers<R> {
    item: T;
  }
  const waiting: Asked[] = [];
  let busy = false;

  const settle = async (some: Asked[]): Promise<void> => {
    try {
      const results = await work(some.map(({ item }) => item));
      some.forEach(({ resolve }, index) => resolve(results[index]!));
    } catch (error) {
      if (some.length === 1) return some[0]!.reject(error);
      for (const one of some) await settle([one]);
    }
  };
  const drain = async (): Promise<void> => {
    busy = true;
    while (waiting.length > 0) await settle(waiting.splice(0, max));
    busy = false;
  };
  return (item) => {
    const asked = { item, ...Promise.withResolvers<R>() };
    waiting.push(asked);
    if (!busy) void drain();
    return asked.promise;
  };
}
