import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { DirectPath, PathView } from "./direct-path.ts";

const target = { test_id: "t1", device_id: "d1", project: "demo" };
const READY = { type: "ready", ice_servers: [], relay_only: false };

class Socket extends EventTarget {
  static all: Socket[] = [];
  sent: { type: string }[] = [];
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    Socket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string });
  }
  close(): void {}
  open(): void {
    this.dispatchEvent(new Event("open"));
  }
  say(message: unknown): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }
}

class Peer extends EventTarget {
  static all: Peer[] = [];
  connectionState = "new";
  readonly config: RTCConfiguration;
  constructor(config: RTCConfiguration) {
    super();
    this.config = config;
    Peer.all.push(this);
  }
  readonly receiver: { transform?: unknown } = {};
  createDataChannel = vi.fn();
  addTransceiver = () => ({ receiver: this.receiver });
  setRemoteDescription = vi.fn(() => Promise.resolve());
  setLocalDescription = () => Promise.resolve();
  addIceCandidate = vi.fn(() => Promise.resolve());
  createOffer = () => Promise.resolve({ type: "offer", sdp: "v=0" });
  getStats = () =>
    Promise.resolve(
      new Map<string, object>([
        ["T", { type: "transport", selectedCandidatePairId: "P" }],
        ["P", { localCandidateId: "L", remoteCandidateId: "R" }],
        ["L", { candidateType: "host" }],
        ["R", { candidateType: "relay" }],
      ]),
    );
  close(): void {
    this.connectionState = "closed";
  }
  become(state: string): void {
    this.connectionState = state;
    this.dispatchEvent(new Event("connectionstatechange"));
  }
}

const newest = <T>(all: T[]): T => all.at(-1)!;
let path: DirectPath;
let view: PathView;
let used: (string | undefined)[];
const state = () => view.state;
const settle = () => vi.advanceTimersByTimeAsync(0);
const offer = async () => {
  newest(Socket.all).open();
  newest(Socket.all).say(READY);
  await settle();
};

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("RTCPeerConnection", Peer);
  vi.stubGlobal("RTCRtpScriptTransform", vi.fn());
  Socket.all = [];
  Peer.all = [];
  used = [];
  view = { state: "off", isRelayed: false };
  // It looks once what the browser can.
  vi.resetModules();
  const { DirectPath: Path } = await import("./direct-path.ts");
  path = new Path({
    baseUrl: "http://udt.test",
    target,
    onView: (next) => (view = next),
    transform: (name) => ({ name }),
    use: (inUse) => used.push(inUse?.name),
  });
});
afterEach(() => {
  path.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("offers what the server lets it, once, and is up when both ends are connected", async () => {
  newest(Socket.all).open();
  const relay = { urls: ["turn:relay.test"], username: "u", credential: "c" };
  newest(Socket.all).say({ type: "ready", ice_servers: [relay], relay_only: true });
  await settle();
  expect(newest(Peer.all).config).toEqual({ iceServers: [relay], iceTransportPolicy: "relay" });
  const [offered] = newest(Socket.all).sent as { type: string; path: string; sdp: string }[];
  expect(offered).toEqual({ type: "offer", path: expect.stringMatching(/^[0-9a-f]{32}$/), sdp: "v=0" });
  expect(newest(Peer.all).receiver.transform).toEqual({ name: offered?.path });
  newest(Socket.all).say({ type: "answer", sdp: "v=1" });
  newest(Socket.all).say({ type: "candidate", candidate: "candidate:1", mid: "0" });
  expect(newest(Peer.all).setRemoteDescription).toHaveBeenCalledWith({ type: "answer", sdp: "v=1" });
  expect(newest(Peer.all).addIceCandidate).toHaveBeenCalledWith({ candidate: "candidate:1", sdpMid: "0" });
  expect([state(), used]).toEqual(["connecting", []]);
  newest(Peer.all).become("connected");
  await settle();
  expect([view, used]).toEqual([{ state: "connected", isRelayed: true }, [offered?.path]]);
});

it.each(["disconnected", "failed"])("is made anew by another stream once it is %s", async (broken) => {
  await offer();
  newest(Peer.all).become("connected");
  await settle();
  newest(Peer.all).become(broken);
  expect([state(), newest(Peer.all).connectionState, used.at(-1)]).toEqual(["down", "closed", undefined]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(Socket.all).toHaveLength(2);
  await offer();
  expect([state(), Peer.all.length]).toEqual(["connecting", 2]);
});

it("is made anew when the page finds that nothing comes by it", async () => {
  path.broken();
  expect(Peer.all).toHaveLength(0);
  await offer();
  newest(Peer.all).become("connected");
  await settle();
  path.broken();
  expect([state(), newest(Peer.all).connectionState]).toEqual(["down", "closed"]);
});

it("comes to rest when it cannot be made, and tries again when the network changes", async () => {
  for (let attempt = 0; attempt < 6; attempt++) {
    await offer();
    await vi.advanceTimersByTimeAsync(10_000);
    await vi.advanceTimersByTimeAsync(30_000);
  }
  await offer();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(state()).toBe("failed");
  const before = Socket.all.length;
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect([Socket.all.length, vi.getTimerCount()]).toEqual([before, 0]);
  window.dispatchEvent(new Event("online"));
  expect(Socket.all).toHaveLength(before + 1);
  await offer();
  expect(state()).toBe("connecting");
});

it("is off where the server has none, and asks no more", async () => {
  newest(Socket.all).open();
  newest(Socket.all).say({ type: "off" });
  expect(state()).toBe("off");
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect([Socket.all.length, Peer.all.length, vi.getTimerCount()]).toEqual([1, 0, 0]);
});

it("is down while its stream is, for the server says whether it may be", async () => {
  await offer();
  newest(Peer.all).become("connected");
  await settle();
  newest(Socket.all).dispatchEvent(new CloseEvent("close", { code: 1006 }));
  expect([state(), newest(Peer.all).connectionState]).toEqual(["down", "closed"]);
  expect(used.at(-1)).toBeUndefined();
});
