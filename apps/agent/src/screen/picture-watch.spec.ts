import { startPhones } from "@udt/phone";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { eventually, makeReady, openStream, startSession } from "../../test/harness.ts";
import { LIBRARY, makeCase, makeSnapshot, RunServer } from "../../test/run-server.ts";
import { PictureWatch } from "./picture-watch.ts";

const onePhone = () => startPhones({ count: 1, basePort: 0 });
const isPicture = (frame: Buffer) => frame[0] === 1 || frame[0] === 2;

test("a tap that changes nothing is answered by the encoder and raises no alarm; a picture that stands still does", async () => {
  const { server, device, first } = await makeReady(onePhone());
  const lease = await startSession(server, device);
  const screen = await openStream(server, lease, "screen");
  await screen.until((tap) => tap.binaries.some(isPicture));
  const input = await openStream(server, lease, "input");
  await input.until((tap) => tap.texts.length > 0);
  const size = await screen.until((tap) => tap.texts.find(({ type }) => type === "size"));
  const tap = () => {
    const { width, height } = size as { width: number; height: number };
    // The clock in the status bar: nothing happens there.
    for (const action of ["down", "up"])
      input.json({ type: "touch", action, pointer_id: 0, x: 2, y: 2, width, height, pressure: 1 });
  };
  const frozen = () => screen.texts.filter(({ type }) => type === "frozen");

  const before = screen.binaries.length;
  tap();
  // Of its own, or the key frame that was asked for: either proves that the encoder lives.
  await screen.until(({ binaries }) => binaries.slice(before).some(isPicture));
  expect(frozen()).toEqual([]);

  first.phone.system.faults.freeze_video = true;
  // Pictures of the tap before may still be on their way, and prove for one tap more that the encoder lived.
  await eventually(() => {
    tap();
    expect(frozen()[0]?.["for_ms"]).toBeGreaterThan(0);
  });
  const late = await openStream(server, lease, "screen");
  await late.until(({ texts }) => texts.some(({ type, for_ms }) => type === "frozen" && Number(for_ms) > 0));

  const still = screen.binaries.length;
  first.phone.system.faults.freeze_video = false;
  await screen.until(() => frozen().at(-1)!["for_ms"] === null);
  expect(screen.binaries.slice(still).some(isPicture)).toBe(true);
});

test("a picture that stands still in a run, which nobody drives but its script, is told too", async () => {
  const { server, device, first } = await makeReady(onePhone());
  const cases = [makeCase("taps.test.mjs::taps")];
  const run = new RunServer(server, { library: LIBRARY, config: { framework: "node_test" } }, cases);
  run.snapshot = await makeSnapshot({
    "taps.test.mjs": `import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
test("taps", async () => { for (;;) await promisify(execFile)("adb", ["shell", "input", "tap", "2", "2"]); });`,
  });
  const lease = await startSession(server, device, 1, "job");
  const screen = await openStream(server, lease, "screen");
  await run.until((last) => last.size > 0);
  await screen.until((tap) => tap.binaries.some(isPicture));
  const frozen = () => screen.texts.filter(({ type }) => type === "frozen");
  first.phone.system.faults.freeze_video = true;
  await screen.until(() => Number(frozen()[0]?.["for_ms"]) > 0);
  first.phone.system.faults.freeze_video = false;
  await screen.until(() => frozen().at(-1)!["for_ms"] === null);
});

describe("the watch", () => {
  const done: string[] = [];
  let watch: PictureWatch;
  beforeEach(() => {
    vi.useFakeTimers();
    done.length = 0;
    watch = new PictureWatch({ ask: () => done.push("ask"), restart: () => done.push("restart") });
    watch.changed.on(() => done.push(watch.frozenMs === undefined ? "flows" : "frozen"));
  });
  afterEach(() => {
    watch.dispose();
    vi.useRealTimers();
  });

  test("asks when a picture that came by itself is the last, once more about the answer, and no more", () => {
    watch.given();
    vi.advanceTimersByTime(500);
    watch.shown();
    vi.advanceTimersByTime(1_900);
    expect(done).toEqual([]);
    vi.advanceTimersByTime(200);
    expect(done).toEqual(["ask"]);
    for (const asked of [
      ["ask", "ask"],
      ["ask", "ask"],
    ]) {
      // An encoder repeats what it shows for a second.
      for (let at = 0; at < 1_000; at += 100) {
        watch.shown();
        vi.advanceTimersByTime(100);
      }
      vi.advanceTimersByTime(2_000);
      expect(done).toEqual(asked);
    }
    vi.advanceTimersByTime(60_000);
    expect(done).toEqual(["ask", "ask"]);
  });

  test("tells that a video froze which came within what may be the answer", () => {
    watch.given();
    vi.advanceTimersByTime(700);
    expect(done).toEqual(["ask"]);
    for (let at = 0; at < 2_000; at += 100) {
      watch.shown();
      vi.advanceTimersByTime(100);
    }
    vi.advanceTimersByTime(3_500);
    expect(done.at(-1)).toBe("frozen");
    // What answers the search for it moves on, and freezes again just after.
    for (let at = 0; at < 2_000; at += 100) {
      watch.shown();
      vi.advanceTimersByTime(100);
    }
    expect(done.at(-1)).toBe("flows");
    vi.advanceTimersByTime(3_500);
    expect(done.at(-1)).toBe("frozen");
  });

  test("tells that a video froze in which something moved by itself, though nothing was given", () => {
    for (let at = 0; at < 5_000; at += 100) {
      watch.shown();
      vi.advanceTimersByTime(100);
    }
    expect(done).toEqual([]);
    vi.advanceTimersByTime(3_500);
    expect(done.at(-1)).toBe("frozen");
    watch.shown();
    expect(done.at(-1)).toBe("flows");
  });

  test("asks a screen that moves and rests in turn no more than every ten seconds", () => {
    for (let at = 0, answered = 0; at < 60_000; at += 100) {
      const asked = done.filter((one) => one === "ask").length;
      if (asked > answered || at % 3_000 === 0) watch.shown();
      answered = asked;
      vi.advanceTimersByTime(100);
    }
    expect(done.length).toBeGreaterThan(2);
    expect(done.length).toBeLessThan(8);
    expect(new Set(done)).toEqual(new Set(["ask"]));
  });

  test("tells within two seconds of what was given, however much is given after it", () => {
    for (let at = 0; at < 2_000; at += 100) {
      watch.given();
      vi.advanceTimersByTime(100);
    }
    expect(done).toContain("frozen");
    expect(watch.frozenMs).toBe(2_000);
  });

  test("looks at what a script does every five seconds, and at the last of it", () => {
    const asked = () => done.filter((one) => one === "ask").length;
    for (let at = 0, answered = 0; at < 20_000; at += 100) {
      watch.worked();
      vi.advanceTimersByTime(100);
      if (asked() > answered) watch.shown();
      answered = asked();
    }
    // Every five seconds, and once whether what came with the first answer comes still.
    expect(asked()).toBe(5);
    done.length = 0;
    watch.worked();
    vi.advanceTimersByTime(10_000);
    expect(done).toContain("frozen");
  });

  test("begins nothing any more once it is disposed of, even in the midst of a restart", () => {
    const over = new PictureWatch({ ask: () => undefined, restart: () => over.dispose() });
    over.given();
    vi.advanceTimersByTime(20_000);
    over.given();
    over.worked();
    over.broken();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("opens the video anew, less and less often, until a picture comes", () => {
    watch.given();
    vi.advanceTimersByTime(120_000);
    const restarts = done.filter((one) => one === "restart").length;
    expect(restarts).toBeGreaterThan(3);
    expect(restarts).toBeLessThan(12);
    watch.shown();
    done.length = 0;
    vi.advanceTimersByTime(2_100);
    watch.shown();
    vi.advanceTimersByTime(120_000);
    expect(done).toEqual(["ask"]);
  });

  test("tells of a way to the encoder that does not come back, and not of one that does", () => {
    watch.broken();
    vi.advanceTimersByTime(1_000);
    watch.shown();
    vi.advanceTimersByTime(1_500);
    expect(done).toEqual([]);
    watch.broken();
    vi.advanceTimersByTime(1_900);
    expect(done).toEqual(["frozen"]);
    watch.shown();
    expect(done).toEqual(["frozen", "flows"]);
  });

  test("gives a source that begins anew for each answer its time", () => {
    watch.isSlow = true;
    watch.given();
    vi.advanceTimersByTime(4_500);
    expect(done).toEqual(["ask", "ask", "ask", "ask"]);
    vi.advanceTimersByTime(200);
    expect(done.at(-1)).toBe("frozen");
  });
});
