import { pathIn } from "@udt/contract";
import { createStore, type Store } from "../../../lib/streams/index.ts";
import { putFile } from "./put-file.ts";
import type { Session } from "../session.tsx";

export type TransferState = { name: "waiting" | "running" | "done" | "cancelled" } | { name: "failed"; error: unknown };

/** One file on its way to the device. */
export interface Transfer {
  key: number;
  test_id: string;
  file: File;
  folder: string;
  sent_bytes: number;
  state: TransferState;
}

/** The newest first. They go on while another tab or page is open. */
export const transfers: Store<readonly Transfer[]> = createStore<readonly Transfer[]>([]);

interface Work {
  session: Session;
  replace: boolean;
  onDone: () => void;
}
const works = new Map<number, Work>();
const stops = new Map<number, AbortController>();
let lastKey = 0;
let isBusy = false;

const change = (key: number, to: Partial<Transfer>) =>
  transfers.update((list) => list.map((one) => (one.key === key ? { ...one, ...to } : one)));

/** One after the other: they share one line to the device. */
export function startTransfers(session: Session, folder: string, files: readonly File[], onDone: () => void): void {
  for (const file of files) {
    const key = ++lastKey;
    works.set(key, { session, replace: false, onDone });
    transfers.update((list) => [
      { key, test_id: session.test_id, file, folder, sent_bytes: 0, state: { name: "waiting" } },
      ...list,
    ]);
  }
  void goOn();
}

/** Once more; what is there under the name may be replaced. */
export function retryTransfer(key: number, replace: boolean): void {
  const work = works.get(key);
  if (!work) return;
  works.set(key, { ...work, replace });
  change(key, { state: { name: "waiting" }, sent_bytes: 0 });
  void goOn();
}

export function cancelTransfer(key: number): void {
  change(key, { state: { name: "cancelled" } });
  stops.get(key)?.abort();
}

export function dismissTransfer(key: number): void {
  works.delete(key);
  transfers.update((list) => list.filter((one) => one.key !== key));
}

async function goOn(): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  for (let next = nextWaiting(); next; next = nextWaiting()) await send(next);
  isBusy = false;
}

const nextWaiting = () => transfers.get().findLast(({ state }) => state.name === "waiting");

async function send({ key, file, folder }: Transfer): Promise<void> {
  const work = works.get(key);
  if (!work) return;
  const stop = new AbortController();
  stops.set(key, stop);
  change(key, { state: { name: "running" } });
  try {
    await putFile({
      session: work.session,
      path: pathIn(folder, file.name),
      replace: work.replace,
      file,
      onSent: (sent_bytes) => change(key, { sent_bytes }),
      signal: stop.signal,
    });
    change(key, { state: { name: "done" }, sent_bytes: file.size });
    work.onDone();
  } catch (error) {
    change(key, { state: stop.signal.aborted ? { name: "cancelled" } : { name: "failed", error } });
  } finally {
    stops.delete(key);
  }
}
