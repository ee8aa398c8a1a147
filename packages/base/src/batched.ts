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
    let results: R[];
    try {
      results = await work(some.map(({ item }) => item));
    } catch (error) {
      if (some.length > 1) for (const one of some) await settle([one]);
      else for (const { reject } of some) reject(error);
      return;
    }
    for (const [index, result] of results.entries()) some[index]?.resolve(result);
    // Whom too short an answer leaves out would wait for ever.
    for (const { reject } of some.slice(results.length)) reject(new Error("There is no result for what was asked."));
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
