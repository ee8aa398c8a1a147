import { createStore, withNewestOver, type Store } from "../../../lib/streams/index.ts";
import type { Session } from "../session.tsx";
import { contentOf, type FolderContent, type Item, type Refused } from "./folder-content.ts";
import { sendItem } from "./send-item.ts";

export type TransferState =
  | { name: "reading" | "waiting" | "running" | "done" | "cancelled" }
  | { name: "failed"; error: unknown };

/** One file on its way to the device, or a folder with all in it. */
export interface Transfer {
  key: number;
  test_id: string;
  name: string;
  /** Where it goes. */
  folder: string;
  isFolder: boolean;
  size_bytes: number;
  sent_bytes: number;
  /** How many files it is, and how many of them are on the device. */
  count: number;
  done: number;
  /** What of a folder did not get there. */
  refused: readonly Refused[];
  state: TransferState;
}

/** The newest first. They go on while another tab or page is open. */
export const transfers: Store<readonly Transfer[]> = createStore<readonly Transfer[]>([]);

interface Work {
  session: Session;
  items: readonly Item[];
  /** What may be sent once more, of those that were refused. */
  again: Item[];
  replace: boolean;
  onEnd: (ended: Transfer) => void;
}
const works = new Map<number, Work>();
const stops = new Map<number, AbortController>();
let lastKey = 0;
let isBusy = false;

/** Nothing more becomes of it unless somebody wants it once more. */
export const isTransferOver = ({ state: { name } }: Transfer): boolean =>
  name === "done" || name === "cancelled" || name === "failed";

function keep(list: readonly Transfer[]): void {
  // What failed, as a whole or in part, stays until somebody has seen to it.
  const kept = withNewestOver(list, isSettled);
  transfers.set(kept);
  if (kept === list) return;
  const keys = new Set(kept.map(({ key }) => key));
  // With it goes what it holds: the files.
  for (const key of works.keys()) if (!keys.has(key)) works.delete(key);
}

const change = (key: number, to: Partial<Transfer>) =>
  keep(transfers.get().map((one) => (one.key === key ? { ...one, ...to } : one)));
const found = (key: number) => transfers.get().find((one) => one.key === key);
const bytesOf = (items: readonly Item[]) => items.reduce((sum, { file }) => sum + (file?.size ?? 0), 0);

interface Begun {
  session: Session;
  folder: string;
  /** Told how it ended, each time that it was tried. */
  onEnd: (ended: Transfer) => void;
}

function begin({ session, folder, onEnd }: Begun, name: string, isFolder: boolean): number {
  const key = ++lastKey;
  works.set(key, { session, items: [], again: [], replace: false, onEnd });
  const nothing = { size_bytes: 0, sent_bytes: 0, count: 0, done: 0, refused: [] };
  const { test_id } = session;
  transfers.update((list) => [
    { key, test_id, name, folder, isFolder, ...nothing, state: { name: "reading" } },
    ...list,
  ]);
  return key;
}

function ready(key: number, { items, refused }: FolderContent): void {
  const work = works.get(key);
  if (!work || found(key)?.state.name !== "reading") return;
  works.set(key, { ...work, items });
  change(key, { size_bytes: bytesOf(items), count: items.length, refused, state: { name: "waiting" } });
  void goOn();
}

/** One after the other: they share one line to the device. */
export function startTransfers(begun: Begun, files: readonly File[]): void {
  for (const file of files) ready(begin(begun, file.name, false), { items: [{ path: file.name, file }], refused: [] });
}

/** A folder that was dropped: what is in it is looked for first. */
export async function startFolder(begun: Begun, entry: FileSystemDirectoryEntry): Promise<void> {
  const key = begin(begun, entry.name, true);
  const stop = new AbortController();
  stops.set(key, stop);
  try {
    ready(key, await contentOf(entry, stop.signal));
  } catch {
    // Whoever cancelled it has been told.
  }
}

/** A folder whose files are known. */
export function startContent(begun: Begun, name: string, content: FolderContent): void {
  ready(begin(begun, name, true), content);
}

/** Once more what was refused; what is there under its name may be replaced. */
export function retryTransfer(key: number, replace: boolean): void {
  const work = works.get(key);
  const transfer = found(key);
  if (!work || !transfer) return;
  const { again: items } = work;
  works.set(key, { ...work, items, again: [], replace });
  // What cannot be sent at all stays named.
  const refused = transfer.refused.filter(({ why }) => typeof why === "string");
  const left_bytes = bytesOf(items);
  change(key, { refused, state: { name: "waiting" }, sent_bytes: transfer.size_bytes - left_bytes });
  void goOn();
}

export function cancelTransfer(key: number): void {
  const before = found(key)?.state.name;
  change(key, { state: { name: "cancelled" } });
  stops.get(key)?.abort();
  const ended = found(key);
  // One that is being sent tells its end itself.
  if (ended && (before === "waiting" || before === "reading")) works.get(key)?.onEnd(ended);
}

export function dismissTransfer(key: number): void {
  works.delete(key);
  transfers.update((list) => list.filter((one) => one.key !== key));
}

/** Whether it went well as a whole, or was called off: nobody has to see to it. */
const isSettled = ({ state: { name }, refused }: Transfer): boolean =>
  name === "cancelled" || (name === "done" && refused.length === 0);

/** Those of a session of which nothing is to be seen to. */
export const settledOf = (list: readonly Transfer[]): readonly Transfer[] => list.filter(isSettled);

// A page that closes takes its uploads along, and what of a file got there is no file.
globalThis.addEventListener("beforeunload", (event) => {
  if (transfers.get().some((transfer) => !isTransferOver(transfer))) event.preventDefault();
});

async function goOn(): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  for (let next = nextWaiting(); next; next = nextWaiting()) await send(next);
  isBusy = false;
}

const nextWaiting = () => transfers.get().findLast(({ state }) => state.name === "waiting");

async function send({ key, folder, isFolder, sent_bytes: before }: Transfer): Promise<void> {
  const work = works.get(key);
  if (!work) return change(key, { state: { name: "cancelled" } });
  const { signal } = renewed(key);
  change(key, { state: { name: "running" } });
  let sent_bytes = before;
  const made = new Set<string>();
  for (const item of work.items) {
    const onSent = (bytes: number) => change(key, { sent_bytes: sent_bytes + bytes });
    try {
      await sendItem({ session: work.session, folder, item, replace: work.replace, made, onSent, signal });
      change(key, { done: (found(key)?.done ?? 0) + 1 });
    } catch (error) {
      if (signal.aborted) break;
      work.again.push(item);
      if (!isFolder) change(key, { state: { name: "failed", error } });
      else change(key, { refused: [...(found(key)?.refused ?? []), { path: item.path, why: { error } }] });
    }
    sent_bytes += item.file?.size ?? 0;
  }
  stops.delete(key);
  if (signal.aborted) change(key, { state: { name: "cancelled" } });
  else if (found(key)?.state.name === "running") change(key, { state: { name: "done" }, sent_bytes });
  const ended = found(key);
  if (ended) work.onEnd(ended);
}

function renewed(key: number): AbortController {
  const stop = new AbortController();
  stops.set(key, stop);
  return stop;
}
