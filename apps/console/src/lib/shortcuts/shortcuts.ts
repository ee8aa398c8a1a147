import { useEffect, useRef, useSyncExternalStore } from "react";

export interface Shortcut {
  /**
   * As `KeyboardEvent.key` has it; two that are pressed one after the other have a space between them. `Mod+k` is k with Ctrl, on
   * a Mac with ⌘, and works in a field, too.
   */
  readonly key: string;
  /** What it does, in the user's language, for the list that `?` opens. */
  readonly label: string;
}

interface Registered extends Shortcut {
  readonly run: () => void;
}

let registered: readonly Registered[] = [];
/** Those that give way to a screen's; they are the first of all. */
const ofShell = new WeakSet<Registered>();
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

export const IS_MAC = /^Mac|^iP/.test(navigator.platform);
const capital = (key: string): string => key.slice(0, 1).toUpperCase() + key.slice(1);
/** What is written on each key of a shortcut. */
export const keysOf = (key: string): string[] =>
  key
    .split(" ")
    .flatMap((one) => (one.startsWith("Mod+") ? [IS_MAC ? "⌘" : "Ctrl", capital(one.slice("Mod+".length))] : [one]));

/** Typing is never a shortcut, nor is a key with a modifier, nor one that a phone's screen or a terminal wants. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest("input, textarea, select, [contenteditable], [data-keys]") !== null
  );
}

/** The first key of two, and when it was pressed. */
let first: { key: string; at: number } | undefined;
/** The second key comes within this time, or it is a key by itself. */
const SECOND_MS = 1_500;

function onKeyDown(event: KeyboardEvent): void {
  if (IS_MAC ? event.metaKey : event.ctrlKey) onModified(event);
  else onPlain(event);
}

function onModified(event: KeyboardEvent): void {
  const found = registered.findLast(({ key }) => key === `Mod+${event.key.toLowerCase()}`);
  if (!found || event.defaultPrevented || event.altKey) return;
  // A phone or a terminal that has the keys has this one, too.
  if (event.target instanceof Element && event.target.closest("[data-keys]")) return;
  event.preventDefault();
  found.run();
}

function onPlain(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const before = first && event.timeStamp - first.at < SECOND_MS ? `${first.key} ` : "";
  first = undefined;
  const found = registered.findLast((shortcut) => shortcut.key === before + event.key);
  const begins = !found && registered.some((shortcut) => shortcut.key.startsWith(`${event.key} `));
  if (!found && !begins) return;
  event.preventDefault();
  if (found) found.run();
  else first = { key: event.key, at: event.timeStamp };
}

/**
 * A shortcut for as long as the component shows; the newest wins a key. An element that takes keys for itself carries
 * `data-keys`.
 *
 * @param of `shell` for what gives way to whatever a screen has the key for
 */
export function useShortcut(key: string, label: string, run: () => void, of: "screen" | "shell" = "screen"): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const mine: Registered = { key, label, run: () => latest.current() };
    if (registered.length === 0) document.addEventListener("keydown", onKeyDown);
    if (of === "shell") ofShell.add(mine);
    // Of the shell in the order in which its parts show, and below whatever a screen adds.
    const shell = registered.filter((shortcut) => ofShell.has(shortcut));
    publish(of === "shell" ? [...shell, mine, ...registered.slice(shell.length)] : [...registered, mine]);
    return () => {
      publish(registered.filter((shortcut) => shortcut !== mine));
      if (registered.length === 0) document.removeEventListener("keydown", onKeyDown);
    };
  }, [key, label, of]);
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
