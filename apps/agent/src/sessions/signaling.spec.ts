/** The direct path's signaling, with the library that the agent has as the browser's end. */
import { randomUUID } from "node:crypto";
import { startPhones } from "@udt/phone";
import { readMarked } from "@udt/video/picture-mark";
import { PeerConnection, Video } from "node-datachannel";
import { describe, expect, it } from "vitest";
import type { StreamTap } from "../../test/contract-server.ts";
import { connect, NO_HELP, PROFILE, signalingOf } from "../../test/direct-browser.ts";
import { eventually, makeReady, onEnd, openStream, startSession } from "../../test/harness.ts";

const PATH = "a-name-of-a-path";
const sdpOf = (...lines: string[]) => ["v=0", "o=- 1 0 IN IP4 127.0.0.1", "s=-", "t=0 0", ...lines, ""].join("\r\n");
const VIDEO = ["m=video 9 UDP/TLS/RTP/SAVPF 102", "a=mid:0", "a=rtpmap:102 H264/90000", `a=fmtp:102 ${PROFILE}`];

const ready = async () => {
  const { server, device } = await makeReady(startPhones({ count: 1, basePort: 0 }));
  return { server, lease: await startSession(server, device) };
};

const kindsOf = ({ binaries }: StreamTap, from = 0) => binaries.slice(from).map(([kind]) => kind);

describe("a direct path", () => {
  it("brings a viewer's pictures, and hands them back when it ends", async () => {
    const { server, lease } = await ready();
    const screen = await openStream(server, lease, "screen");
    await screen.until(({ binaries }) => binaries.length > 0);
    const path = randomUUID();
    const { tap, track } = await connect(server, lease, path);
    const packets: Buffer[] = [];
    track.onMessage((packet) => packets.push(packet));
    screen.json({ type: "path", path });
    await screen.until(({ texts }) => texts.some(({ type }) => type === "sent"));
    // RTP's own twelve bytes come before the first unit, which is the mark.
    await eventually(() => {
      const marks = packets.map((packet) => readMarked(Buffer.concat([Buffer.of(0, 0, 1), packet.subarray(12)])));
      expect(marks.find((one) => one)?.mark).toMatchObject({ turn: 1, number: 1 });
    });
    const before = screen.binaries.length;
    tap.socket.terminate();
    await eventually(() => expect(kindsOf(screen, before)).toEqual(expect.arrayContaining([0, 1])));
    expect(screen.texts.filter(({ type }) => type === "turn_over")).toHaveLength(1);
    expect(server.takeFaults()).toEqual([]);
  });

  it("ends with the session, and brings nothing to who names another's path", async () => {
    const { server, lease } = await ready();
    const screen = await openStream(server, lease, "screen");
    const { tap } = await connect(server, lease, randomUUID());
    screen.json({ type: "path", path: randomUUID() });
    screen.json({ type: "ping", seq: 1 });
    await screen.until(({ texts }) => texts.some(({ type }) => type === "pong"));
    await server.request({ type: "session_stop", ...lease });
    expect(await tap.closed).toEqual({ code: 4409, reason: "test_ended" });
    expect(screen.texts.some(({ type }) => type === "sent")).toBe(false);
  });

  it("is not offered where the server has none", async () => {
    const { server, lease } = await ready();
    const signaling = await signalingOf(server, lease);
    expect(await signaling.closed).toMatchObject({ code: 1000 });
    expect(signaling.texts).toEqual([{ type: "off" }]);
  });

  const offer = { type: "offer", path: PATH, sdp: sdpOf(...VIDEO) };
  it.each([
    ["what is no SDP", [{ ...offer, sdp: "v=0" }]],
    ["an SDP of nothing", [{ ...offer, sdp: sdpOf() }]],
    ["an SDP that cannot be answered", [offer]],
    ["an SDP without end", [{ ...offer, sdp: "a".repeat(30_000) }]],
    ["a name that can be guessed", [{ ...offer, path: "1" }]],
    ["a message that it does not know", [{ type: "answer", sdp: sdpOf() }]],
    ["a candidate before the offer", [{ type: "candidate", candidate: "", mid: "0" }]],
  ])("is refused for %s, and the session goes on", async (_, messages) => {
    const { server, lease } = await ready();
    const signaling = await signalingOf(server, lease, NO_HELP);
    for (const message of messages) signaling.json(message);
    expect(await signaling.closed).toEqual({ code: 4400, reason: "invalid_param" });
    const screen = await openStream(server, lease, "screen");
    await screen.until(({ binaries }) => binaries.length > 0);
  });

  it("is refused for a second offer, a name that is taken, and candidates without end", async () => {
    const { server, lease } = await ready();
    const refusal = { code: 4400, reason: "invalid_param" };
    const path = randomUUID();
    const { tap } = await connect(server, lease, path);
    const taken = await signalingOf(server, lease, NO_HELP);
    const peer = new PeerConnection("browser", { iceServers: [] });
    onEnd(() => peer.close());
    const media = new Video("0", "RecvOnly");
    media.addH264Codec(102, PROFILE);
    peer.addTrack(media);
    peer.setLocalDescription();
    const sdp = await eventually(() => {
      const description = peer.localDescription();
      if (!description) throw new Error("no offer yet");
      return description.sdp;
    });
    taken.json({ type: "offer", path, sdp });
    expect(await taken.closed).toEqual(refusal);
    // The path whose name it is stands.
    const screen = await openStream(server, lease, "screen");
    screen.json({ type: "path", path });
    await screen.until(({ texts }) => texts.some(({ type }) => type === "sent"));
    tap.json({ type: "offer", path: randomUUID(), sdp });
    expect(await tap.closed).toEqual(refusal);
    const other = await connect(server, lease, randomUUID());
    for (let i = 0; i < 101; i++) other.tap.json({ type: "candidate", candidate: "nonsense", mid: "0" });
    expect(await other.tap.closed).toEqual(refusal);
  });
});
