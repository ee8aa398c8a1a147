/** A debug page with a direct path, and what its browser tells of it. */
import { openBrowser, startUdt, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import { DebugPage, enter } from "./console-pages.ts";

/** What the page's own connections are known by. */
interface Made {
  made: RTCPeerConnection[];
  channels: RTCDataChannel[];
}

/** The page's browser keeps what it makes: its own figures are the proof that something came or went by it. */
export const keepPaths = (page: Page): Promise<void> =>
  page
    .addInitScript(() => {
      const kept: Made = { made: [], channels: [] };
      const Usual = RTCPeerConnection;
      Object.assign(window, kept, {
        RTCPeerConnection: class extends Usual {
          constructor(configuration: RTCConfiguration) {
            super(configuration);
            kept.made.push(this);
          }
          override createDataChannel(label: string, options?: RTCDataChannelInit): RTCDataChannel {
            const channel = super.createDataChannel(label, options);
            kept.channels.push(channel);
            return channel;
          }
        },
      });
    })
    .then(() => undefined);

export interface Opened {
  udt: Udt;
  browser: BrowserContext & AsyncDisposable;
  page: Page;
  debug: DebugPage;
  /** The newest name that the agent gave for a channel of `input`. */
  inputKey(): string | undefined;
}

export async function openPage(env: Record<string, string>): Promise<Opened> {
  const [udt, browser] = await Promise.all([startUdt({ phones: 1, env }), openBrowser()]);
  const page = browser.pages()[0] ?? (await browser.newPage());
  await keepPaths(page);
  let key: string | undefined;
  page.on("websocket", (socket) => {
    if (!socket.url().includes("/streams/input")) return;
    socket.on("framereceived", ({ payload }) => {
      key = /"way":"key".*"key":"([^"]+)"/.exec(String(payload))?.[1] ?? key;
    });
  });
  await enter(page, udt);
  return { udt, browser, page, debug: await DebugPage.start(page, udt, ""), inputKey: () => key };
}

export async function close(opened: Opened | undefined): Promise<void> {
  await opened?.browser.close();
  await opened?.udt.stop();
}

/** By which way the picture comes, as the page says. */
export const wayIn = (page: Page) => page.locator(".dbg-way").getAttribute("data-way");
/** The state of the path, as document 2 names them. */
export const stateIn = (page: Page) => page.locator(".dbg-way").getAttribute("data-path");

/** RTP packets that have come by the newest path. */
export const packetsIn = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { made } = window as unknown as Made;
    let packets = 0;
    (await made.at(-1)?.getStats())?.forEach((entry: { type: string; packetsReceived?: number }) => {
      if (entry.type === "inbound-rtp") packets += entry.packetsReceived ?? 0;
    });
    return packets;
  });

/** The state of the channel of this name. */
export const channelState = (page: Page, key: string | undefined): Promise<string | undefined> =>
  page.evaluate(
    (wanted) => (window as unknown as Made).channels.findLast(({ label }) => label === wanted)?.readyState,
    key,
  );

/** Opens a channel of this name by hand, says this on it as soon as it is open, and resolves once it is closed. */
export const speakAsStranger = (page: Page, label: string, texts: string[]): Promise<void> =>
  page.evaluate(
    async ([name, said]) => {
      const stands = (window as unknown as Made).made.findLast(
        ({ connectionState }) => connectionState === "connected",
      );
      const channel = stands!.createDataChannel(name);
      channel.addEventListener("open", () => {
        for (const text of said) channel.send(text);
      });
      await new Promise((resolve) => channel.addEventListener("close", resolve));
    },
    [label, texts] as const,
  );

/** How much of the input streams has gone through the server, as it counts itself. */
export async function inputBytes({ udt }: Opened): Promise<number> {
  const metrics = await (await fetch(`${udt.url}/metrics`)).text();
  return Number(/^udt_stream_bytes_total\{stream="input"\} (\S+)$/m.exec(metrics)?.[1] ?? 0);
}

/** Touches the pattern, which shows how many touches it has had: none is lost, and none comes twice. */
export async function touch(debug: DebugPage): Promise<void> {
  const before = (await debug.sequence()) ?? 0;
  const { width, height } = await debug.size();
  await debug.tap(width / 2, height * 0.6);
  await expect.poll(() => debug.sequence()).toBe(before + 2);
}

export async function openPattern(debug: DebugPage): Promise<void> {
  await debug.startApp("dev.udt.testpattern");
  await expect.poll(() => debug.sequence()).toBe(0);
}

/** Waits until touches go straight to the agent: the server has nothing of one. */
export const untilDirect = (opened: Opened): Promise<void> =>
  expect
    .poll(async () => {
      const before = await inputBytes(opened);
      await touch(opened.debug);
      return (await inputBytes(opened)) - before;
    })
    .toBe(0);

export interface Touched {
  action: string;
  x: number;
  y: number;
}

/** What the pattern was touched by, as the phone's log on the page tells. */
export async function touchesIn(debug: DebugPage): Promise<Touched[]> {
  const lines = await debug.logLines();
  return lines.flatMap((line) => {
    const [, action, x, y] = /action=(\w+) x=(-?\d+) y=(-?\d+)/.exec(line) ?? [];
    return action === undefined ? [] : [{ action, x: Number(x), y: Number(y) }];
  });
}
