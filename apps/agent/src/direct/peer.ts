import { Emitter } from "@udt/base";
import { DIRECT_PATH, STREAM_WAYS, type DirectPathOffer, type IceServer } from "@udt/contract";
import type { DataChannel, PeerConnection, RtpPacketizationConfig, Track } from "node-datachannel";
import { randomInt } from "node:crypto";
import { messageOf, type Logger } from "../logger.ts";
import type { OfferedVideo } from "./offered-video.ts";
import { PeerChannel } from "./peer-channel.ts";
import { safely } from "./safely.ts";

export type PeerLibrary = typeof import("node-datachannel");

let loading: Promise<PeerLibrary | undefined> | undefined;

/** It is machine code, which not every computer has: undefined where it cannot be loaded. */
export function peerLibrary(log: Logger): Promise<PeerLibrary | undefined> {
  return (loading ??= import("node-datachannel").catch((error: unknown) => {
    log("warn", "no direct paths on this computer", { error: messageOf(error) });
    return undefined;
  }));
}

const NAME = "screen";
const CLOCK_RATE = 90_000;
/** Below what every way carries in one piece, with what the lower layers and a relay put around it. */
const PIECE_BYTES = 1_100;
/** Packets that are kept to be sent again: some megabytes, seconds of a picture. */
const KEPT_PACKETS = 2_048;

/**
 * The agent's end of one direct path: a connection with one track, on which pictures go as RTP without being coded anew, and
 * with the channels that streams have given a name for.
 */
export class Peer {
  /** The track opened, or the path is over. */
  readonly changed = new Emitter<void>();
  readonly #connection: PeerConnection;
  readonly #track: Track;
  readonly #rtp: RtpPacketizationConfig;
  readonly #broken: (error: unknown) => void;
  /** Who takes a channel, by its name. */
  readonly #expected = new Map<string, (channel: PeerChannel) => void>();
  #strangers = 0;
  #closed = false;
  #turns = 0;

  /** @throws what is no offer */
  constructor(
    library: PeerLibrary,
    offered: DirectPathOffer,
    { sdp, video }: { sdp: string; video: OfferedVideo },
    events: {
      onAnswer(sdp: string): void;
      onCandidate(candidate: string, mid: string): void;
      /** The path is over for a fault of ours, or for what the library makes of an offer. */
      onBroken(error: unknown): void;
    },
  ) {
    this.#broken = (error) => {
      this.close();
      events.onBroken(error);
    };
    this.#connection = new library.PeerConnection("agent", {
      iceServers: offered.ice_servers.flatMap(addressesOf),
      iceTransportPolicy: offered.relay_only ? "relay" : "all",
      maxMessageSize: STREAM_WAYS.message_max_bytes,
    });
    this.#connection.onDataChannel(safely((channel) => this.#take(channel), this.#broken));
    // A browser takes no candidate before the answer, and the library tells of both in any order.
    const answered = Promise.withResolvers<void>();
    this.#connection.onLocalDescription(
      safely((answer) => {
        if (!this.#closed) events.onAnswer(answer);
        answered.resolve();
      }, this.#broken),
    );
    this.#connection.onLocalCandidate((candidate, mid) => {
      // As browsers have it; the library writes a line of SDP.
      const tell = () => this.#closed || events.onCandidate(candidate.replace(/^a=/, ""), mid);
      answered.promise.then(tell).catch(this.#broken);
    });
    this.#connection.onStateChange(
      safely((state) => {
        if (state === "failed" || state === "disconnected" || state === "closed") this.close();
      }, this.#broken),
    );
    const ssrc = randomInt(1, 2 ** 32 - 1);
    const media = new library.Video(video.mid, "SendOnly");
    media.addH264Codec(video.payload_type, video.profile);
    media.addSSRC(ssrc, NAME, NAME, NAME);
    this.#track = this.#connection.addTrack(media);
    this.#rtp = new library.RtpPacketizationConfig(ssrc, NAME, video.payload_type, CLOCK_RATE);
    const packets = new library.H264RtpPacketizer("StartSequence", this.#rtp, PIECE_BYTES);
    packets.addToChain(new library.RtcpSrReporter(this.#rtp));
    packets.addToChain(new library.RtcpNackResponder(KEPT_PACKETS));
    this.#track.setMediaHandler(packets);
    this.#track.onOpen(safely(() => this.changed.emit(), this.#broken));
    try {
      this.#connection.setRemoteDescription(sdp, "offer");
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** @throws what is no candidate of this connection */
  hint(candidate: string, mid: string): void {
    if (!this.#closed) this.#connection.addRemoteCandidate(candidate, mid);
  }

  /** Takes one channel of this name, once; what others open is closed. */
  expect(key: string, take: (channel: PeerChannel) => void): () => void {
    this.#expected.set(key, take);
    return () => void this.#expected.delete(key);
  }

  get isOpen(): boolean {
    return !this.#closed && this.#track.isOpen();
  }

  /** Numbers begin anew with each path alone, so that what comes late of one turn is not taken for another's. */
  nextTurn(): number {
    return ++this.#turns;
  }

  /** Sends a picture in Annex B; false: it cannot be sent. */
  send(picture: Uint8Array<ArrayBuffer>, pts_us: number): boolean {
    if (!this.isOpen) return false;
    this.#rtp.timestamp = Math.floor((pts_us * CLOCK_RATE) / 1_000_000) % 2 ** 32;
    try {
      return this.#track.sendMessageBinary(Buffer.from(picture.buffer, picture.byteOffset, picture.length));
    } catch {
      // It closed, of which we have not been told yet.
      return false;
    }
  }

  #take(channel: DataChannel): void {
    const key = channel.getLabel();
    const take = this.#expected.get(key);
    if (take) {
      this.#expected.delete(key);
      return take(new PeerChannel(channel, this.#broken));
    }
    channel.close();
    if (++this.#strangers > DIRECT_PATH.strangers_max) this.close();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#expected.clear();
    this.#connection.close();
    this.changed.emit();
  }
}

/** As the library takes them: with the credentials apart, which may hold what an address must not. */
function addressesOf({ urls, username, credential }: IceServer) {
  return urls.map((url) => {
    if (username === undefined || credential === undefined) return url;
    const [, scheme, rest = ""] = /^(turns?):(.*)$/.exec(url) ?? [];
    const { hostname, port, searchParams } = new URL(`http://${rest}`);
    const isTcp = searchParams.get("transport") === "tcp";
    const relayType = scheme === "turns" ? ("TurnTls" as const) : isTcp ? ("TurnTcp" as const) : ("TurnUdp" as const);
    const usual = scheme === "turns" ? 5349 : 3478;
    return {
      hostname: hostname.replace(/^\[|\]$/g, ""),
      port: Number(port || usual),
      username,
      password: credential,
      relayType,
    };
  });
}
