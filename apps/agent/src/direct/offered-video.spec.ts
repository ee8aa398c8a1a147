import { expect, it } from "vitest";
import { offeredVideo } from "./offered-video.ts";

const offer = (...lines: string[]) => ["v=0", "s=-", "t=0 0", ...lines, ""].join("\r\n");
const VIDEO = ["m=video 9 UDP/TLS/RTP/SAVPF 96 102", "a=mid:0", "a=rtpmap:96 VP8/90000", "a=rtpmap:102 H264/90000"];

it("finds H.264 that comes in pieces, by the number that the browser gave it", () => {
  const data = ["m=application 9 UDP/DTLS/SCTP webrtc-datachannel", "a=mid:1"];
  const profile = "level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f";
  const whole = ["a=rtpmap:103 H264/90000", "a=fmtp:103 packetization-mode=0", `a=fmtp:102 ${profile}`];
  expect(offeredVideo(offer(...data, ...VIDEO, ...whole))).toEqual({ mid: "0", payload_type: 102, profile });
});

it.each([
  ["nothing", offer()],
  ["no H.264", offer("m=video 9 UDP/TLS/RTP/SAVPF 96", "a=mid:0", "a=rtpmap:96 VP8/90000")],
  ["whole pictures alone", offer(...VIDEO, "a=fmtp:102 packetization-mode=0")],
  ["no parameters", offer(...VIDEO)],
  ["no name", offer(VIDEO[0] ?? "", ...VIDEO.slice(2), "a=fmtp:102 packetization-mode=1")],
  [
    "a number that is none",
    offer("m=video 9 X 999", "a=mid:0", "a=rtpmap:999 H264/90000", "a=fmtp:999 packetization-mode=1"),
  ],
  ["very many tracks", offer(...VIDEO, "a=fmtp:102 packetization-mode=1", ...Array<string>(8).fill("m=video 9 X 102"))],
  ["parameters that are none", offer(...VIDEO, "a=fmtp:102 packetization-mode=1 a=ice-lite")],
])("finds nothing in an offer of %s", (_, sdp) => {
  expect(offeredVideo(sdp)).toBeUndefined();
});
