import { isWayText, wayMessage, wayText, type WayMessage } from "@udt/contract";
import type { StreamFrame, Way, WayChannel } from "./frames.ts";
import { IncomingTurns } from "./incoming-turns.ts";
import { OutgoingTurns } from "./outgoing-turns.ts";

export type { StreamFrame, Way, WayChannel } from "./frames.ts";

export interface TwoWaysNeeds {
  sendBySocket(frame: StreamFrame): void;
  /** A message of the stream. @param way by which it came */
  take(frame: StreamFrame, way: Way): void;
  /** What the two ends say to each other about channels. */
  hear(message: Extract<WayMessage, { way: "ask" | "key" }>): void;
  /** Nothing came through by the channel for a while. */
  stalled(): void;
  /** The other end says what none says that keeps to the contract. */
  refuse(): void;
}

/** One end of a stream whose messages go by its socket or by a channel, as the contract's `stream-ways` says; both ends are alike. */
export class TwoWays {
  readonly #needs: TwoWaysNeeds;
  readonly #out: OutgoingTurns;
  readonly #in: IncomingTurns;
  #channel: WayChannel | undefined;

  constructor(needs: TwoWaysNeeds) {
    this.#needs = needs;
    this.#out = new OutgoingTurns(
      (frame) => needs.sendBySocket(frame),
      () => needs.stalled(),
    );
    this.#in = new IncomingTurns({
      take: (frame, way) => needs.take(frame, way),
      tellTaken: (turn, count) => this.#channel?.send(wayText({ way: "taken", turn, count })),
    });
  }

  /** By which way this end's messages go now. */
  get way(): Way {
    return this.#out.way;
  }

  /** Bytes of them that are on their way by the channel. */
  get untaken(): number {
    return this.#out.untaken;
  }

  /** The channel that is there from now on; undefined: none is. */
  use(channel: WayChannel | undefined): void {
    if (channel === this.#channel) return;
    this.#channel = channel;
    this.#in.changed();
    this.#out.use(channel);
  }

  send(frame: StreamFrame): void {
    this.#out.send(frame);
  }

  heardBySocket(frame: StreamFrame): void {
    if (typeof frame !== "string" || !isWayText(frame)) return this.#judge(this.#in.bySocket(frame));
    const message = parsed(frame);
    if (message?.way === "ask" || message?.way === "key") this.#needs.hear(message);
    else if (message?.way === "turn") this.#judge(this.#in.begins(message.turn));
    else this.#judge(message?.way === "turn_over" && this.#in.ends(message.turn, message.taken));
  }

  heardByChannel(frame: StreamFrame): void {
    if (typeof frame !== "string" || !isWayText(frame)) return this.#judge(this.#in.byChannel(frame));
    const message = parsed(frame);
    if (message?.way === "turn") this.#judge(this.#in.announced(message.turn));
    else this.#judge(message?.way === "taken" && this.#out.taken(message.turn, message.count));
  }

  /** Whatever is on its way by the channel goes by the socket, before what closes it. */
  over(): void {
    this.use(undefined);
  }

  /** Nothing that comes by the channel is taken meanwhile, as nothing does that comes by a paused socket. */
  hold(isHeld: boolean): void {
    this.#in.hold(isHeld);
  }

  /** Says so once the other end has taken something, or nothing is on its way by the channel any more. */
  moved(done: () => void): void {
    this.#out.moved(done);
  }

  dispose(): void {
    this.#channel = undefined;
    this.#out.dispose();
    this.#in.dispose();
  }

  #judge(isHonest: boolean): void {
    if (!isHonest) this.#needs.refuse();
  }
}

function parsed(text: string): WayMessage | undefined {
  try {
    return wayMessage.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
