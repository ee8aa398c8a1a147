import { createStore, type Store } from "../streams/store.ts";
import type { Range } from "./recorded.ts";

export interface PlayheadState extends Range {
  /** What is shown now, epoch milliseconds. */
  position: number;
  playing: boolean;
}

/**
 * One time for everything that was recorded. Whoever moves it moves all: the video listens to `onSeek`, the others follow
 * the state. While it plays the video is the clock; without one the playhead ticks by itself.
 */
export class Playhead {
  readonly state: Store<PlayheadState>;
  #seekers = new Set<(position: number) => void>();
  /** @param position What is shown first, instead of the beginning. */
  constructor(range: Range, position = range.from) {
    this.state = createStore<PlayheadState>({ ...range, position, playing: false });
  }

  /** Somebody chose a time. */
  seek(position: number): void {
    const { from, to } = this.state.get();
    const within = Math.min(to, Math.max(from, position));
    this.state.update((state) => ({ ...state, position: within }));
    for (const seeker of this.#seekers) seeker(within);
  }

  /** The clock went on; at the end of the range it stops. */
  advance(position: number): void {
    this.state.update((state) => ({
      ...state,
      position: Math.min(state.to, Math.max(state.from, position)),
      playing: state.playing && position < state.to,
    }));
  }

  play(playing: boolean): void {
    const { position, from, to } = this.state.get();
    // Playing from the end begins anew.
    if (playing && position >= to) this.seek(from);
    this.state.update((state) => ({ ...state, playing }));
  }

  onSeek(seeker: (position: number) => void): () => void {
    this.#seekers.add(seeker);
    return () => this.#seekers.delete(seeker);
  }
}
