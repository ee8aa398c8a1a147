import { backoffMs, Redialling } from "@udt/base";
import type { DirectPathOffer } from "@udt/contract";
import type { StreamIn } from "@udt/client";
import { randomHex } from "../random-hex.ts";
import type { StandingPath } from "../streams/paths-in-use.ts";
import { openStream, type Stream, type StreamTarget } from "../streams/stream.ts";

/**
 * - `off`: there is none to be had · `connecting` · `connected`
 * - `down`: it broke, or could not be made, and is tried again · `failed`: given up until the network changes
 */
export type PathState = "off" | "connecting" | "connected" | "down" | "failed";

export interface PathView {
  state: PathState;
  /** It goes by a relay. */
  isRelayed: boolean;
}

export interface DirectPathNeeds {
  baseUrl: string;
  target: StreamTarget;
  onView(view: PathView): void;
  /** Takes what comes on a path's track. */
  transform(path: string): RTCRtpScriptTransform;
  /** This path stands; undefined: none does. */
  use(path: StandingPath | undefined): void;
}

const CONNECT_TIMEOUT_MS = 10_000;
const RETRY_BASE_MS = 1_000;
const RETRY_CAP_MS = 30_000;
/** Attempts in a row, each after a longer pause. */
const ATTEMPTS = 6;

/** Above those that streams get: browsers number them from 0 on. */
const NOBODYS_CHANNEL = 1_000;

/** Whether this browser can make a path and hand its pictures on undecoded. */
const CAN_BE = typeof RTCPeerConnection === "function" && typeof RTCRtpScriptTransform === "function";

/**
 * The browser's end of the direct path to a session's device: offered by the `signaling` stream, made again when it breaks, and
 * given up when it cannot be made. Whatever becomes of it, pictures and streams have the server.
 */
export class DirectPath {
  readonly #needs: DirectPathNeeds;
  #redialling = new Redialling();
  #state: PathState = "off";
  #stream: Stream<"signaling"> | undefined;
  #peer: RTCPeerConnection | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(needs: DirectPathNeeds) {
    this.#needs = needs;
    if (!CAN_BE) return;
    window.addEventListener("online", this.#onOnline);
    this.#begin();
  }

  stop(): void {
    window.removeEventListener("online", this.#onOnline);
    this.#drop("off");
    this.#stream?.close();
    this.#stream = undefined;
  }

  /** Nothing comes by it. */
  broken(): void {
    if (this.#state === "connected") this.#lost();
  }

  readonly #onOnline = () => {
    if (this.#state === "failed") this.#begin();
  };

  #begin(): void {
    this.#stream?.close();
    this.#redialling = new Redialling();
    this.#stream = openStream(
      "signaling",
      this.#needs.target,
      {
        onMessage: (message) => this.#hear(message),
        onState: ({ name }) => {
          if (name === "reconnecting" && this.#state !== "off") this.#drop("down");
          else if (name === "closed" && this.#state !== "off") this.#drop("failed");
        },
      },
      { baseUrl: this.#needs.baseUrl },
    );
  }

  #become(state: PathState, isRelayed = false): void {
    this.#state = state;
    this.#needs.onView({ state, isRelayed });
  }

  #drop(state: PathState): void {
    clearTimeout(this.#timer);
    const peer = this.#peer;
    this.#peer = undefined;
    // Before the connection closes: what comes by it no longer comes by the socket again.
    if (peer) this.#needs.use(undefined);
    this.#become(state);
    peer?.close();
  }

  /** Tries again later, by a new stream: what a relay takes is good for a while alone. */
  #lost(): void {
    const attempt = this.#redialling.broken();
    if (attempt >= ATTEMPTS) {
      this.#drop("failed");
      this.#stream?.close();
      return;
    }
    this.#drop("down");
    this.#timer = setTimeout(() => this.#stream?.reconnect(), backoffMs(attempt, RETRY_BASE_MS, RETRY_CAP_MS));
  }

  #hear(message: StreamIn<"signaling">): void {
    const peer = this.#peer;
    switch (message.type) {
      case "ready":
        this.#offer(message).catch(() => this.#lost());
        break;
      case "off":
        this.stop();
        break;
      case "answer":
        peer?.setRemoteDescription({ type: "answer", sdp: message.sdp }).catch(() => this.#lost());
        break;
      case "candidate":
        // One that this browser cannot use is one way less.
        peer?.addIceCandidate({ candidate: message.candidate, sdpMid: message.mid }).catch(() => undefined);
        break;
    }
  }

  async #offer({ ice_servers, relay_only }: DirectPathOffer): Promise<void> {
    this.#drop("connecting");
    const path = randomHex(16);
    const peer = new RTCPeerConnection({
      iceServers: ice_servers.map(({ urls, username, credential }) => ({
        urls,
        ...(username !== undefined && { username }),
        ...(credential !== undefined && { credential }),
      })),
      iceTransportPolicy: relay_only ? "relay" : "all",
    });
    this.#peer = peer;
    this.#timer = setTimeout(() => this.#lost(), CONNECT_TIMEOUT_MS);
    peer.addEventListener("icecandidate", ({ candidate }) => {
      if (candidate?.candidate && this.#peer === peer)
        this.#stream?.send({ type: "candidate", candidate: candidate.candidate, mid: candidate.sdpMid ?? "0" });
    });
    peer.addEventListener("connectionstatechange", () => {
      if (this.#peer !== peer) return;
      if (peer.connectionState === "connected") this.#connected(peer, path).catch(() => this.#lost());
      else if (/disconnected|failed|closed/.test(peer.connectionState)) this.#lost();
    });
    const { receiver } = peer.addTransceiver("video", { direction: "recvonly" });
    receiver.transform = this.#needs.transform(path);
    // Streams open theirs later, of which nothing is negotiated anew where the offer has one. This one nobody hears of.
    peer.createDataChannel("", { negotiated: true, id: NOBODYS_CHANNEL });
    const offer = await peer.createOffer();
    if (this.#peer !== peer) return;
    this.#stream?.send({ type: "offer", path, sdp: offer.sdp ?? "" });
    // Afterwards, so that no candidate comes before the offer.
    await peer.setLocalDescription(offer);
  }

  async #connected(peer: RTCPeerConnection, path: string): Promise<void> {
    clearTimeout(this.#timer);
    this.#redialling.opened();
    this.#needs.use({ name: path, openChannel: (key) => peer.createDataChannel(key) });
    const isRelayed = relayedIn(await peer.getStats());
    if (this.#peer === peer) this.#become("connected", isRelayed);
  }
}

/** Whether one of both ends is a relay's. */
function relayedIn(stats: RTCStatsReport): boolean {
  const entries = new Map<string, Record<string, unknown>>();
  stats.forEach((entry: Record<string, unknown>, id: string) => entries.set(id, entry));
  const transport = [...entries.values()].find(({ type }) => type === "transport");
  const pair = entries.get(String(transport?.["selectedCandidatePairId"]));
  return ["localCandidateId", "remoteCandidateId"].some(
    (end) => entries.get(String(pair?.[end]))?.["candidateType"] === "relay",
  );
}
