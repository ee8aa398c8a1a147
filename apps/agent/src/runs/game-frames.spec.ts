import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { GameFrames } from "./game-frames.ts";

/** How far the server's clock is ahead of this machine's. */
const AHEAD_MS = 90_000;

/** What the screen shows: a number that a picture of it holds. */
let shown: number;
/** How long the device takes for a picture, whose moment is its beginning. */
let takes_ms: number;
let sent: string[];
/** The moments that the pictures are said to be of. */
let moments: (number | undefined)[];
let frames: GameFrames;

beforeEach(() => {
  vi.useFakeTimers();
  [shown, takes_ms, sent, moments] = [0, 0, [], []];
  const screen = {
    capture: async () => {
      const picture = Uint8Array.of(shown);
      await new Promise((resolve) => setTimeout(resolve, takes_ms));
      return picture;
    },
  };
  const putFile = async ({ name, started_at }: { name: string; started_at?: number }, bytes: Uint8Array) => {
    sent.push(`${name} ${bytes[0]}`);
    moments.push(started_at);
  };
  frames = new GameFrames(
    screen,
    { putFile },
    { now: () => Date.now() + AHEAD_MS },
    () => undefined,
    new AbortController().signal,
  );
});
afterEach(() => {
  frames.close();
  vi.useRealTimers();
});

const begins = (case_run_id: number) => frames.heard({ case_run_id, state: "executing" });
const ends = (case_run_id: number) => frames.heard({ case_run_id, state: "success" });

test("pictures are of the moment that they are named for, however slow the device is", async () => {
  takes_ms = 3_000;
  begins(1);
  shown = 1;
  ends(1);
  shown = 2;
  begins(2);
  shown = 3;
  ends(2);
  shown = 4;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sent).toEqual(["frame-1-001.png 0", "frame-1-002.png 1", "frame-2-001.png 2", "frame-2-002.png 3"]);
});

test("a slow device has fewer pictures, and none of them late", async () => {
  takes_ms = 12_000;
  const begun_at = Date.now() + AHEAD_MS;
  begins(1);
  while (shown < 58) {
    await vi.advanceTimersByTimeAsync(999);
    shown++;
    await vi.advanceTimersByTimeAsync(1);
  }
  ends(1);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sent).toEqual([0, 15, 30, 45, 58].map((at, index) => `frame-1-00${index + 1}.png ${at}`));
  expect(moments).toEqual([0, 15, 30, 45, 58].map((at) => begun_at + at * 1_000));
});

test("a long case has a picture of its end, too", async () => {
  begins(1);
  await vi.advanceTimersByTimeAsync(15 * 60_000);
  shown = 7;
  ends(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toHaveLength(120);
  expect(sent.at(-1)).toBe("frame-1-120.png 7");
});

test("a case that was taken out has no more of them, even when it begins after that", async () => {
  begins(1);
  begins(2);
  frames.cancel([1, 3]);
  begins(3);
  await vi.advanceTimersByTimeAsync(5_000);
  ends(2);
  ends(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent.map((one) => one.split(".")[0])).toEqual(["frame-1-001", "frame-2-001", "frame-2-002", "frame-2-003"]);
});

test("nothing is taken any more once no case runs, whether it told its end or not", async () => {
  begins(1);
  const drained = frames.drained();
  await vi.advanceTimersByTimeAsync(60_000);
  await drained;
  expect(sent).toEqual(["frame-1-001.png 0"]);
});
