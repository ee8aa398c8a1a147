import { useEffect, useRef, useSyncExternalStore } from "react";

export interface Shortcut {
  /** As `KeyboardEvent.key` has it. */
  readonly key: string;
  /** What it does, in the user's language, for the list that `?` opens. */
  readonly label: string;
}

interface Registered extends Shortcut {
  readonly run: () => void;
}

let registered: readonly Registered[] = [];
let listed: readonly Shortcut[] = [];
const listeners = new Set<() => void>();
const publish = (next: readonly Registered[]) => {
  registered = next;
  listed = inForce(next);
  for (const listener of listeners) listener();
};

/** Of several for one key the newest is what the key does. */
export const inForce = <S extends Shortcut>(all: readonly S[]): S[] =>
  all.filter(({ key }, index) => all.findLastIndex((other) => other.key === key) === index);

/** Typing is never a shortcut, nor is a key with a modifier, nor one that a phone's screen or a terminal wants. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest("input, textarea, select, [contenteditable], [data-keys]") !== null
  );
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const found = registered.findLast((shortcut) => shortcut.key === event.key);
  if (!found) return;
  event.preventDefault();
  found.run();
}

/**
 * A one-key shortcut for as long as the component shows; the newest wins a key. An element that takes keys for itself
 * carries `data-keys`.
 */
export function useShortcut(key: string, label: string, run: () => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const mine: Registered = { key, label, run: () => latest.current() };
    if (registered.length === 0) document.addEventListener("keydown", onKeyDown);
    publish([...registered, mine]);
    return () => {
      publish(registered.filter((shortcut) => shortcut !== mine));
      if (registered.length === 0) document.removeEventListener("keydown", onKeyDown);
    };
  }, [key, label]);
}

/** The shortcuts of this moment, for the list. */
export function useShortcutList(): readonly Shortcut[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => listed,
  );
}
