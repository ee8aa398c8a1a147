type Listener = (privilege: string) => void;

const listeners = new Set<Listener>();

/** Someone was refused for lack of a privilege (document 1 §6: the no-privilege event). What the page thinks the caller may do is out of date. */
export function announceNoPrivilege(privilege: string): void {
  for (const listener of listeners) listener(privilege);
}

export function onNoPrivilege(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
