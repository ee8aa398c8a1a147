import { type InputMessage, type Marked, TOUCH_LEGS, type TouchLeg, type TouchTime } from "@udt/contract";
import type { PictureTrace } from "../../../lib/screen/picture-traces.ts";
import { createStore, type Store } from "../../../lib/streams/store.ts";

/** A mark of which nothing was heard for longer stands for a touch that showed nothing. */
const MARKS_KEPT = 8;
const TIMES_KEPT = 30;

interface Given {
  send: (message: InputMessage) => boolean;
  mark: number;
  eventAt: number;
  sentAt: number;
}

/**
 * Measures touches, each by a mark that goes to the device behind it. Every place tells how long it took by its own clock,
 * and what is left of the mark's way there and back is halved: no two clocks are compared. Times are milliseconds of
 * `performance.timeOrigin + performance.now()`.
 */
export class TouchTimes {
  /** The latest, newest last. */
  readonly times: Store<readonly TouchTime[]> = createStore<readonly TouchTime[]>([]);
  readonly #now: () => number;
  #last = 0;
  #given: Given[] = [];

  constructor(now = () => performance.timeOrigin + performance.now()) {
    this.#now = now;
  }

  /** A touch was sent. @param eventAt when the browser had it. */
  sent(send: (message: InputMessage) => boolean, eventAt: number): void {
    const sentAt = this.#now();
    const mark = ++this.#last;
    if (!send({ type: "mark", mark })) return;
    this.#given.push({ send, mark, eventAt, sentAt });
    if (this.#given.length > MARKS_KEPT) this.#given.shift();
  }

  /** The far end's answer. @param trace asks for the picture that it names. */
  answered(marked: Marked, trace: (pts_us: number, told: (trace: PictureTrace) => void) => void): void {
    const backAt = this.#now();
    const given = this.#given.find(({ mark }) => mark === marked.mark);
    // Marks are answered in their order, or not at all.
    this.#given = this.#given.filter(({ mark }) => mark > marked.mark);
    // Of a way through the server that it did not measure no part is known.
    if (!given || (!marked.direct && marked.server_ms === undefined)) return;
    trace(marked.pts_us, (picture) => {
      const time = touchTime(given, marked, backAt, picture);
      given.send({ type: "touch_time", ...time });
      this.times.update((times) => [...times.slice(1 - TIMES_KEPT), time]);
    });
  }
}

function touchTime(given: Given, marked: Marked, backAt: number, picture: PictureTrace): TouchTime {
  const { agent_ms: agent, device_ms: device, encode_ms: encode } = marked;
  const beyond = agent + device + encode;
  // Without a server between, all of the way is the one from the browser to the agent.
  const served = marked.server_ms ?? beyond;
  const socket = half(backAt - given.sentAt - served);
  const server = half(served - beyond);
  const between = marked.direct ? undefined : { server };
  return {
    page: Math.max(0, given.sentAt - given.eventAt),
    socket,
    ...between,
    agent,
    device,
    encode,
    back: Math.max(0, picture.receivedAt - given.sentAt - socket - server - beyond),
    decode: Math.max(0, picture.decodedAt - picture.receivedAt),
    paint: picture.paintedAt - picture.decodedAt,
  };
}

const half = (ms: number): number => Math.max(0, ms / 2);

export const totalOf = (time: TouchTime): number => TOUCH_LEGS.reduce((sum, leg) => sum + (time[leg] ?? 0), 0);

export const isDirect = (time: TouchTime): boolean => time.server === undefined;

/** Those that went by the same way as the latest: legs of two ways are not to be compared. */
export function likeLatest(times: readonly TouchTime[]): readonly TouchTime[] {
  const latest = times.at(-1);
  return latest ? times.filter((time) => isDirect(time) === isDirect(latest)) : [];
}

/** The middle one of a leg; undefined for one that there was not. */
export const medianOf = (times: readonly TouchTime[], leg: TouchLeg): number | undefined =>
  middleOf(times.flatMap((time) => time[leg] ?? []));

/** The middle one of whole touches, which is not what the middle ones of their legs add up to. */
export const medianTotalOf = (times: readonly TouchTime[]): number | undefined => middleOf(times.map(totalOf));

const middleOf = (spent: readonly number[]): number | undefined =>
  spent.toSorted((a, b) => a - b)[Math.floor(spent.length / 2)];
