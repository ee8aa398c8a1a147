/** The browser's end of a direct path, with the library that the agent has. */
import { randomUUID } from "node:crypto";
import { TwoWays, type StreamFrame, type Way } from "@udt/client";
import { wayText, type DirectPathOffer } from "@udt/contract";
import { PeerConnection, Video, type DataChannel, type Track } from "node-datachannel";
import { expect } from "vitest";
import type { ContractServer, StreamTap } from "./contract-server.ts";
import { eventually, onEnd, openStream, type Lease } from "./harness.ts";

export const NO_HELP: DirectPathOffer = { ice_servers: [], relay_only: false };
export const PROFILE = "level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f";

export const signalingOf = (server: ContractServer, lease: Lease, direct?: DirectPathOffer) =>
  openStream(server, lease, "signaling", "any", true, null, direct);

export interface BrowserPath {
  path: string;
  tap: StreamTap;
  track: Track;
  peer: PeerConnection;
}

/** Makes a path as a page does. */
export async function connect(server: ContractServer, lease: Lease, path: string = randomUUID()): Promise<BrowserPath> {
  const tap = await signalingOf(server, lease, NO_HELP);
  await tap.until(({ texts }) => texts[0]?.["type"] === "ready");
  const peer = new PeerConnection("browser", { iceServers: [], disableAutoNegotiation: true });
  let isOver = false;
  onEnd(() => {
    isOver = true;
    peer.close();
  });
  peer.onLocalDescription((sdp) => tap.json({ type: "offer", path, sdp }));
  // The library, where it is the one that offers, takes a handshake before it has read the answer's fingerprint, and refuses
  // it; browsers wait. So the agent is not told where to knock before that.
  const answered = Promise.withResolvers<void>();
  peer.onLocalCandidate((line, mid) => {
    void answered.promise.then(() => tap.json({ type: "candidate", candidate: line.replace(/^a=/, ""), mid }));
  });
  let heard = 0;
  const hear = () => {
    // A candidate may come yet, and a connection that is closed takes none.
    if (isOver) return;
    for (const { type, sdp, candidate, mid } of tap.texts.slice(heard)) {
      heard++;
      if (type === "answer") {
        peer.setRemoteDescription(String(sdp), "answer");
        answered.resolve();
      }
      if (type === "candidate") peer.addRemoteCandidate(String(candidate), String(mid));
    }
  };
  tap.socket.on("message", hear);
  const media = new Video("0", "RecvOnly");
  media.addH264Codec(102, PROFILE);
  const track = peer.addTrack(media);
  // Channels can be opened later where the offer speaks of one.
  peer.createDataChannel("", { negotiated: true, id: 1_000 });
  peer.setLocalDescription();
  await eventually(() => expect(track.isOpen()).toBe(true));
  return { path, tap, track, peer };
}

/** A channel of this name, once it is open; its end is told of. */
export async function openChannel(
  { peer }: BrowserPath,
  key: string,
): Promise<{ channel: DataChannel; closed: Promise<void> }> {
  const channel = peer.createDataChannel(key);
  const closed = new Promise<void>((resolve) => channel.onClosed(resolve));
  await new Promise<void>((resolve) => channel.onOpen(resolve));
  return { channel, closed };
}

/** Asks for a name for a channel, by the stream's socket. */
export async function askForKey(stream: StreamTap, { path }: BrowserPath): Promise<string> {
  const before = stream.texts.length;
  stream.socket.send(wayText({ way: "ask", path }));
  const found = await stream.until(({ texts }) => texts.slice(before).find(({ way }) => way === "key"));
  expect(found).toEqual({ way: "key", path, key: expect.stringMatching(/^[\w-]{43}$/) });
  return String(found["key"]);
}

/** A page's end of a stream with both its ways, and what it has taken. */
export async function twoWays(stream: StreamTap, at: BrowserPath) {
  const taken: { frame: StreamFrame; way: Way }[] = [];
  const key = await askForKey(stream, at);
  const { channel, closed } = await openChannel(at, key);
  const ways = new TwoWays({
    sendBySocket: (frame) => stream.socket.send(frame),
    take: (frame, way) => taken.push({ frame, way }),
    hear: () => undefined,
    stalled: () => undefined,
    refuse: () => expect.fail("the agent breaks the rules"),
  });
  stream.socket.on("message", (data: Buffer, isBinary) =>
    ways.heardBySocket(isBinary ? new Uint8Array(data) : data.toString()),
  );
  channel.onMessage((data) => ways.heardByChannel(typeof data === "string" ? data : new Uint8Array(data)));
  /** Nothing comes through any more, and nobody is told. */
  let isDead = false;
  const send = (frame: StreamFrame) => {
    if (isDead) return true;
    if (typeof frame === "string") channel.sendMessage(frame);
    else channel.sendMessageBinary(frame);
    return true;
  };
  ways.use({ send });
  void closed.then(() => ways.use(undefined));
  onEnd(() => ways.dispose());
  await eventually(() => expect(ways.way).toBe("direct"));
  return { ways, taken, key, channel, closed, kill: () => (isDead = true) };
}
