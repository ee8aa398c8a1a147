import { describe, expect, it } from "vitest";
import { Playhead } from "./playhead.ts";

const playhead = () => new Playhead({ from: 1_000, to: 5_000 });

describe("the playhead", () => {
  it("moves everything that listens, and stays within its range", () => {
    const head = playhead();
    const heard: number[] = [];
    const stop = head.onSeek((position) => heard.push(position));
    for (const position of [2_000, 0, 9_000]) head.seek(position);
    stop();
    head.seek(3_000);
    expect(heard).toEqual([2_000, 1_000, 5_000]);
    expect(head.state.get().position).toBe(3_000);
  });

  it("stops at the end and begins anew from there", () => {
    const head = playhead();
    head.play(true);
    head.advance(4_999);
    expect(head.state.get()).toMatchObject({ position: 4_999, playing: true });
    head.advance(5_016);
    expect(head.state.get()).toMatchObject({ position: 5_000, playing: false });
    head.play(true);
    expect(head.state.get()).toMatchObject({ position: 1_000, playing: true });
  });

  it("does not take the clock's word for a choice", () => {
    const head = playhead();
    const heard: number[] = [];
    head.onSeek((position) => heard.push(position));
    head.advance(2_000);
    expect(heard).toEqual([]);
  });
});
