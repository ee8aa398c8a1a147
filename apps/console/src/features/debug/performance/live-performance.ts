import type { Said } from "@udt/contract";
import {
  addGap,
  addSample,
  newest,
  noPerformance,
  type PerformanceData,
} from "../../../lib/performance/performance-data.ts";
import type { StreamIn } from "@udt/client";
import { createStore } from "../../../lib/streams/store.ts";

type Message = StreamIn<"performance">;
export type Recording = Extract<Message, { type: "recording" }>["recording"];

/** How much is shown, and with the gaps in it how many rows are kept: no more, however long the page is open. */
export const WINDOW_MS = 120_000;
export const ROWS = 180;

export interface LiveState {
  /** Null: the device alone. Undefined until somebody chose. */
  package_name: string | null | undefined;
  data: PerformanceData;
  /** Why nothing can be measured now. */
  said: Said | undefined;
  recording: Recording;
  /** How far the server's clock, by which samples are dated, is ahead of this page's. */
  ahead_ms: number;
}

/** What a device spends now, outside React: the newest rows of one app. */
export class LivePerformance {
  readonly state = createStore<LiveState>({
    package_name: undefined,
    data: noPerformance(),
    said: undefined,
    recording: null,
    ahead_ms: 0,
  });

  /** Another app's figures have nothing to do with these. */
  choose(package_name: string | null): void {
    if (this.state.get().package_name === package_name) return;
    this.state.update((state) => ({ ...state, package_name, data: noPerformance(), said: undefined }));
  }

  take(message: Message, now = Date.now()): void {
    if (message.type === "recording") {
      this.state.update((state) => ({ ...state, recording: message.recording }));
      return;
    }
    // What was asked for before another app was chosen may still come.
    if (message.package_name !== this.state.get().package_name) return;
    if (message.type === "unmeasured") {
      this.broken();
      this.state.update((state) => ({ ...state, said: message.said }));
      return;
    }
    const { type: _, package_name: _of, ...sample } = message;
    this.#change((data) => addSample(data, sample));
    this.state.update((state) => ({ ...state, said: undefined, ahead_ms: sample.timestamp - now }));
  }

  /** Nothing is known from here until the next sample. */
  broken(): void {
    this.#change(addGap);
  }

  #change(change: (data: PerformanceData) => void): void {
    // A copy: who shows it compares it with what was before.
    const data = newest(this.state.get().data, ROWS);
    change(data);
    this.state.update((state) => ({ ...state, data: newest(data, ROWS) }));
  }
}
