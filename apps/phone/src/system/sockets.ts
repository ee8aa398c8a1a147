import { deferred } from "@udt/base";
import type { PhoneSockets, PhoneStream } from "../types.ts";

type Listener = (stream: PhoneStream) => void;

/** Opens a service of the host behind an `adb reverse`. */
export type ReverseTarget = () => Promise<PhoneStream>;

interface Reverse {
  owner: object;
  /** What the host serves, such as `tcp:27183`. */
  remote: string;
  open: ReverseTarget;
}

/**
 * Names that programs in the phone listen on and dial: `localabstract:NAME` and `tcp:PORT`. `adb forward` opens them from
 * outside; `adb reverse` binds a name to a service of the host.
 */
export class SocketTable implements PhoneSockets {
  readonly #listeners = new Map<string, Listener>();
  readonly #reverses = new Map<string, Reverse>();

  listen(name: string, onStream: Listener): () => void {
    return this.listenOn(`localabstract:${name}`, onStream);
  }

  connect(name: string): Promise<PhoneStream> {
    return this.connectTo(`localabstract:${name}`);
  }

  /** @param address `localabstract:NAME` or `tcp:PORT`. Throws when it is taken. */
  listenOn(address: string, onStream: Listener): () => void {
    if (this.isTaken(address)) throw new Error("Address already in use");
    this.#listeners.set(address, onStream);
    return () => {
      if (this.#listeners.get(address) === onStream) this.#listeners.delete(address);
    };
  }

  isTaken(address: string): boolean {
    return this.#listeners.has(address) || this.#reverses.has(address);
  }

  /** The listener of an address, for a stream that comes from outside. */
  listener(address: string): Listener | undefined {
    return this.#listeners.get(address);
  }

  async connectTo(address: string): Promise<PhoneStream> {
    const reverse = this.#reverses.get(address);
    if (reverse) return reverse.open();
    const listener = this.#listeners.get(address);
    if (!listener) throw new Error("Connection refused");
    const [near, far] = streamPair();
    listener(far);
    return near;
  }

  /** Binds `address` to the host. Owners are connections: what they bound goes with them. */
  addReverse(owner: object, address: string, remote: string, open: ReverseTarget): void {
    this.#reverses.set(address, { owner, remote, open });
  }

  /** Whether this owner had bound it. */
  removeReverse(owner: object, address: string): boolean {
    return this.#reverses.get(address)?.owner === owner && this.#reverses.delete(address);
  }

  removeReversesOf(owner: object): void {
    for (const [address, reverse] of this.#reverses) if (reverse.owner === owner) this.#reverses.delete(address);
  }

  reversesOf(owner: object): { address: string; remote: string }[] {
    return [...this.#reverses]
      .filter(([, reverse]) => reverse.owner === owner)
      .map(([address, { remote }]) => ({ address, remote }));
  }
}

/** Two ends of one stream inside the phone: what one writes the other reads. */
export function streamPair(): [PhoneStream, PhoneStream] {
  const there = new TransformStream<Uint8Array, Uint8Array>();
  const back = new TransformStream<Uint8Array, Uint8Array>();
  const closed = deferred<void>();
  const end = (incoming: ReadableStream<Uint8Array>, outgoing: WritableStream<Uint8Array>): PhoneStream => {
    const writer = outgoing.getWriter();
    // Either side's close ends both directions, so a failed write says that the pair is over.
    writer.closed.catch(() => undefined).finally(() => closed.resolve());
    void closed.promise.then(() => writer.close().catch(() => undefined));
    return {
      readable: incoming,
      write: (bytes) => writer.write(bytes),
      close: () => void writer.close().catch(() => undefined),
      closed: closed.promise,
    };
  };
  return [end(back.readable, there.writable), end(there.readable, back.writable)];
}
