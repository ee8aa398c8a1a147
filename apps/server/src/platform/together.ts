/** What is told in a burst is looked at together: one look for all ids of one moment. */
export function together(look: (ids: string[]) => void): (id: string) => void {
  const waiting = new Set<string>();
  return (id) => {
    const isAwaited = waiting.size > 0;
    waiting.add(id);
    if (isAwaited) return;
    queueMicrotask(() => {
      const ids = [...waiting];
      waiting.clear();
      look(ids);
    });
  };
}
