import type { Device, InputSink, ScreenEvent, ScreenOptions, ScreenSource } from "@udt/driver";
import { expect, onTestFinished, test, vi } from "vitest";
import { ScreenKeeper } from "./screen-keeper.ts";

test("takes no input any more once its session ends", async () => {
  const sink = {} as InputSink;
  const device = {
    identity: { serial: "one" },
    capabilities: {
      screen: {
        open: () => Promise.reject(new Error("no video")),
        capture: () => Promise.resolve(new Uint8Array(8)),
      },
      input: { open: () => Promise.resolve(sink) },
    },
  } as unknown as Device;
  const keeper = new ScreenKeeper(device, () => undefined);
  await keeper.start();
  expect(keeper.input).toMatchObject({ sink, source: "commands" });
  const disposed = keeper.dispose();
  expect(keeper.input).toBeUndefined();
  await disposed;
  expect(keeper.input).toBeUndefined();
});

/** A device whose screen sources give a picture when they are told to, and note what becomes of them. */
function encoders() {
  const opened: {
    level: string | undefined;
    emit: (event: ScreenEvent) => void;
    picture(): void;
    disposed: boolean;
    dark: boolean[];
  }[] = [];
  const device = {
    identity: { serial: "one" },
    capabilities: {
      screen: {
        open(options: ScreenOptions, emit: (event: ScreenEvent) => void): Promise<ScreenSource> {
          const at = opened.length;
          const [width, height] = options.level === "low" ? [360, 800] : [864, 1920];
          const packet = (kind: "config" | "key") =>
            emit({ type: "packet", kind, pts_us: BigInt(at), data: new Uint8Array(4) });
          const dark: boolean[] = [];
          const mine = {
            level: options.level,
            emit,
            disposed: false,
            dark,
            picture() {
              emit({ type: "size", width, height });
              packet("config");
              packet("key");
            },
          };
          opened.push(mine);
          emit({ type: "meta", source: "live", codec: "h264" });
          return Promise.resolve({
            requestKeyFrame: () => undefined,
            input: { darken: (isDark: boolean) => (dark.push(isDark), Promise.resolve()) } as unknown as InputSink,
            ended: new Promise<string>(() => undefined),
            dispose: () => ((mine.disposed = true), Promise.resolve()),
          });
        },
      },
    },
  } as unknown as Device;
  return { opened, device };
}

/** What a viewer is given, as words. */
function viewer(keeper: ScreenKeeper): string[] {
  const got: string[] = [];
  keeper.video.attach({
    bufferedAmount: 0,
    send: (data) =>
      got.push(
        typeof data === "string"
          ? (JSON.parse(data) as { type: string }).type
          : `${["config", "key", "delta"][data[0]!]} of ${data[8]}`,
      ),
  });
  return got;
}

async function watched() {
  const { opened, device } = encoders();
  const keeper = new ScreenKeeper(device, () => undefined);
  await keeper.start();
  opened[0]!.picture();
  const got = viewer(keeper);
  got.length = 0;
  return { opened, keeper, got };
}

test("another quality takes the place of the present one with its first picture, and leaves no gap", async () => {
  const { opened, keeper, got } = await watched();
  keeper.quality.wish("low");
  await vi.waitFor(() => expect(opened).toHaveLength(2));
  expect(opened[1]!.level).toBe("low");
  opened[0]!.emit({ type: "packet", kind: "delta", pts_us: 0n, data: new Uint8Array(4) });
  expect(got).toEqual(["delta of 0"]);
  expect(keeper.input).toBeDefined();
  opened[1]!.picture();
  await vi.waitFor(() => expect(opened[0]!.disposed).toBe(true));
  expect(got).toEqual(["delta of 0", "meta", "size", "config of 1", "key of 1"]);
  expect(keeper.video.size).toEqual({ width: 360, height: 800 });
  // What the one before still says is nobody's.
  opened[0]!.emit({ type: "packet", kind: "delta", pts_us: 0n, data: new Uint8Array(4) });
  expect(got).toHaveLength(5);
  await keeper.dispose();
});

test("a finger that is down is waited for, and the picture stays until then", async () => {
  const { opened, keeper } = await watched();
  const who = {};
  keeper.hands.giving(who, true);
  keeper.quality.wish("low");
  await vi.waitFor(() => expect(opened).toHaveLength(2));
  opened[1]!.picture();
  await new Promise(setImmediate);
  expect(opened[0]!.disposed).toBe(false);
  keeper.hands.giving(who, false);
  await vi.waitFor(() => expect(opened[0]!.disposed).toBe(true));
  await keeper.dispose();
});

test("what is in hand is given whole before the screen is opened anew, and what comes meanwhile waits for it", async () => {
  const { opened, device } = encoders();
  const gate = Promise.withResolvers<void>();
  const screen = device.capabilities.screen!;
  const keeper = new ScreenKeeper(device, () => undefined);
  await keeper.start();
  const before = keeper.input!;
  const who = {};
  keeper.hands.giving(who, true);
  const { open } = screen;
  screen.open = (...args) => gate.promise.then(() => open(...args));
  keeper.needBaseline();
  await new Promise(setImmediate);
  expect(keeper.input).toEqual(before);
  expect(before.ended.aborted).toBe(false);
  keeper.hands.giving(who, false);
  await vi.waitFor(() => expect(before.ended.aborted).toBe(true));
  expect(keeper.input).toBeUndefined();
  const soon = keeper.inputSoon();
  gate.resolve();
  expect((await soon)?.ended.aborted).toBe(false);
  expect(opened).toHaveLength(2);
  await keeper.dispose();
});

test("who waits in vain for a source is the only one who does, until there is another", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { device } = encoders();
  const gate = Promise.withResolvers<void>();
  const screen = device.capabilities.screen!;
  const keeper = new ScreenKeeper(device, () => undefined);
  await keeper.start();
  const { open } = screen;
  screen.open = (...args) => gate.promise.then(() => open(...args));
  keeper.needBaseline();
  await vi.advanceTimersByTimeAsync(0);
  const settled = vi.fn();
  void keeper.inputSoon().then(settled);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(settled).toHaveBeenCalledWith(undefined);
  void keeper.inputSoon().then(settled);
  await vi.advanceTimersByTimeAsync(0);
  expect(settled).toHaveBeenCalledTimes(2);
  gate.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(await keeper.inputSoon()).toBeDefined();
  await keeper.dispose();
});

test("the encoder is not started anew as often as somebody chooses", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { opened, keeper } = await watched();
  for (let choice = 0; choice < 20; choice++) {
    keeper.quality.wish(choice % 2 ? "balanced" : "low");
    await vi.advanceTimersByTimeAsync(200);
    for (const { picture } of opened.slice(1)) picture();
    await vi.advanceTimersByTimeAsync(0);
  }
  // Four seconds of choosing.
  expect(opened.length - 1).toBeLessThanOrEqual(3);
  await vi.advanceTimersByTimeAsync(3_000);
  opened.at(-1)!.picture();
  await vi.advanceTimersByTimeAsync(0);
  expect(keeper.quality).toMatchObject({ quality: "balanced", level: "balanced" });
  await keeper.dispose();
});

test("a panel that is dark stays so whatever becomes of the source", async () => {
  const { opened, keeper } = await watched();
  await keeper.darken(true);
  expect(opened[0]!.dark).toEqual([true]);
  keeper.quality.wish("low");
  await vi.waitFor(() => expect(opened).toHaveLength(2));
  opened[1]!.picture();
  await vi.waitFor(() => expect(opened[1]!.dark).toEqual([true]));
  keeper.needBaseline();
  await vi.waitFor(() => expect(opened[2]?.dark).toEqual([true]));
  expect(keeper.isDark).toBe(true);
  await keeper.dispose();
});

test("a device with one encoder alone gets another quality after a moment without", async () => {
  const { opened, device } = encoders();
  const { screen } = device.capabilities;
  const open = screen!.open.bind(screen);
  screen!.open = (...args) =>
    opened.some(({ disposed }) => !disposed) ? Promise.reject(new Error("no encoder is free")) : open(...args);
  const keeper = new ScreenKeeper(device, () => undefined);
  await keeper.start();
  opened[0]!.picture();
  keeper.quality.wish("low");
  await vi.waitFor(() => expect(opened[1]?.level).toBe("low"));
  expect(opened[0]!.disposed).toBe(true);
  await vi.waitFor(() => expect(keeper.quality.level).toBe("low"));
  await keeper.dispose();
});

test("a quality that could not be given at first is given when the page tells next how it fares", async () => {
  const { opened, device } = encoders();
  const { screen } = device.capabilities;
  const open = screen!.open.bind(screen);
  let isFree = true;
  screen!.open = (...args) => (isFree ? open(...args) : Promise.reject(new Error("no encoder is free")));
  const keeper = new ScreenKeeper(device, () => undefined);
  await keeper.start();
  opened[0]!.picture();
  isFree = false;
  keeper.quality.wish("low");
  await vi.waitFor(() => expect(opened[0]!.disposed).toBe(true));
  isFree = true;
  await vi.waitFor(() => expect(opened[1]?.level).toBe("high"));
  opened[1]!.picture();
  keeper.quality.report({ excessMs: 0, undecoded: 0, rate: 1_000_000 });
  await vi.waitFor(() => expect(opened[2]?.level).toBe("low"), 5_000);
  opened[2]!.picture();
  await vi.waitFor(() => expect(keeper.quality.level).toBe("low"));
  await keeper.dispose();
});
