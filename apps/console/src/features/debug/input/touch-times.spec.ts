import type { InputMessage, Marked } from "@udt/contract";
import { beforeEach, expect, test } from "vitest";
import type { PictureTrace } from "../../../lib/screen/picture-traces.ts";
import { isDirect, likeLatest, medianOf, medianTotalOf, totalOf, TouchTimes } from "./touch-times.ts";

let now: number;
let sent: InputMessage[];
let times: TouchTimes;
beforeEach(() => {
  now = 0;
  sent = [];
  times = new TouchTimes(() => now);
});
const send = (message: InputMessage) => sent.push(message) > 0;
const answer = (change: Partial<Marked> = {}): Marked => ({
  type: "marked",
  mark: 1,
  agent_ms: 2,
  device_ms: 20,
  encode_ms: 3,
  pts_us: 77,
  direct: false,
  server_ms: 31,
  ...change,
});
const shown = (picture: Omit<PictureTrace, "pts_us">) => (pts_us: number, told: (trace: PictureTrace) => void) =>
  told({ pts_us, ...picture });

test("shares the time from the event to the paint among the places, and none is lost", () => {
  now = 1_004;
  times.sent(send, 1_000);
  expect(sent).toEqual([{ type: "mark", mark: 1 }]);
  now = 1_045;
  times.answered(answer(), shown({ receivedAt: 1_042, decodedAt: 1_047, paintedAt: 1_048 }));
  // 41 ms away, of them 31 beyond the server, of them 25 beyond the way to the agent.
  const [time] = times.times.get();
  expect(time).toEqual({
    page: 4,
    socket: 5,
    server: 3,
    agent: 2,
    device: 20,
    encode: 3,
    back: 5,
    decode: 5,
    paint: 1,
  });
  expect(totalOf(time!)).toBe(48);
  expect(sent.slice(1)).toEqual([{ type: "touch_time", ...time }]);
});

test("without a server between, all of the way is the socket's", () => {
  times.sent(send, 0);
  now = 35;
  const { server_ms: _, ...direct } = answer();
  times.answered({ ...direct, direct: true }, shown({ receivedAt: 30, decodedAt: 31, paintedAt: 32 }));
  const [time] = times.times.get();
  expect(time).toMatchObject({ socket: 5, back: 0 });
  expect([time && "server" in time, time && isDirect(time)]).toEqual([false, true]);
  // One that the server did not measure is not said to have gone past it.
  times.sent(send, 50);
  times.answered({ ...direct, mark: 2 }, shown({ receivedAt: 80, decodedAt: 81, paintedAt: 82 }));
  expect(times.times.get()).toHaveLength(1);
  // What went through the server before is no measure for it.
  times.sent(send, 100);
  now = 135;
  times.answered(answer({ mark: 3 }), shown({ receivedAt: 130, decodedAt: 131, paintedAt: 132 }));
  const measured = times.times.get();
  expect(likeLatest(measured)).toEqual(measured.slice(1));
  expect([medianOf(measured.slice(0, 1), "server"), medianOf(measured, "server")]).toEqual([undefined, 3]);
});

test("a touch that showed nothing is not measured, and an answer counts once", () => {
  times.sent(send, 0);
  times.sent(send, 10);
  now = 50;
  const trace = shown({ receivedAt: 45, decodedAt: 46, paintedAt: 47 });
  times.answered(answer({ mark: 2 }), trace);
  times.answered(answer({ mark: 1 }), trace);
  times.answered(answer({ mark: 2 }), trace);
  expect(times.times.get()).toHaveLength(1);
});

test("nothing is measured while nothing can be sent", () => {
  times.sent(() => false, 0);
  times.answered(answer(), shown({ receivedAt: 1, decodedAt: 1, paintedAt: 1 }));
  expect(times.times.get()).toEqual([]);
});

test("the latest are kept, and the middle one of each leg is told", () => {
  for (let mark = 1; mark <= 40; mark++) {
    now = mark * 100;
    times.sent(send, now - mark);
    times.answered(
      answer({ mark, server_ms: 25 }),
      shown({ receivedAt: now + 25, decodedAt: now + 26, paintedAt: now + 27 }),
    );
  }
  const measured = times.times.get();
  expect(measured.map(({ page }) => page)).toEqual(Array.from({ length: 30 }, (_, index) => index + 11));
  expect(medianOf(measured, "page")).toBe(26);
  expect(medianTotalOf(measured)).toBe(totalOf(measured[15] ?? expect.fail("none")));
  expect(likeLatest([])).toEqual([]);
});
