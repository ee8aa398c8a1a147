import { type Deferred, deferred } from "@udt/base";
import {
  ADB_MAX_PAYLOAD,
  ADB_MIN_PAYLOAD,
  ADB_VERSION_SKIP_CHECKSUM,
  ADB_VERSION_WITH_CHECKSUM,
  AdbCommand,
  type AdbPacket,
  AdbProtocolError,
  PacketDecoder,
  encodePacket,
} from "./packet.ts";
import { AdbStream } from "./stream.ts";

/** A two-way byte pipe to the peer. `write` must keep the order of its calls and never throw. */
export interface AdbTransport {
  readonly readable: AsyncIterable<Uint8Array>;
  write(bytes: Uint8Array): void;
  close(): void;
}

/** Serves one stream; the stream is closed when the promise settles. */
export type AdbServiceHandler = (stream: AdbStream) => Promise<void>;

export interface AdbDeviceOptions {
  /** What the device says of itself, such as `device::ro.product.name=x;features=shell_v2,cmd`. */
  banner: string;
  /** The handler for a service name, or undefined to refuse it; the peer waits for one that has to be looked for. */
  resolve(
    service: string,
    connection: AdbDeviceConnection,
  ): AdbServiceHandler | undefined | Promise<AdbServiceHandler | undefined>;
  /** Hears of a service that threw: a defect, or a peer that went away while it was being served. */
  onServiceError?(service: string, error: unknown): void;
}

const EMPTY = new Uint8Array(0);

/**
 * The device's end of one ADB connection without authentication: answers CNXN, opens streams by service name, and can
 * open streams to the host's services itself (which is how `adb reverse` works).
 */
export class AdbDeviceConnection {
  /** Resolves when the transport has ended and every stream with it. */
  readonly closed: Promise<void>;
  readonly #transport: AdbTransport;
  readonly #options: AdbDeviceOptions;
  readonly #decoder = new PacketDecoder();
  readonly #streams = new Map<number, AdbStream>();
  readonly #opening = new Map<number, Deferred<AdbStream>>();
  #nextLocalId = 1;
  #version = ADB_VERSION_WITH_CHECKSUM;
  #maxPayload = ADB_MIN_PAYLOAD;
  #online = false;
  #over = false;
  /** How often the peer has greeted: each time what was before is over. */
  #epoch = 0;
  #looking = 0;

  constructor(transport: AdbTransport, options: AdbDeviceOptions) {
    this.#transport = transport;
    this.#options = options;
    this.closed = this.#run();
  }

  /** Bytes that one packet to this peer may carry. */
  get maxPayload(): number {
    return this.#maxPayload;
  }

  /** How many streams are open, for leak checks. */
  get streamCount(): number {
    return this.#streams.size + this.#opening.size + this.#looking;
  }

  /** Opens a service of the host, such as `tcp:27183`. Rejects when the host refuses or the connection ends. */
  open(service: string): Promise<AdbStream> {
    if (!this.#online || this.#over) return Promise.reject(new Error("No host is connected."));
    const localId = this.#takeId();
    const opened = deferred<AdbStream>();
    this.#opening.set(localId, opened);
    this.send(AdbCommand.Open, localId, 0, new TextEncoder().encode(`${service}\0`));
    return opened.promise;
  }

  send(command: number, arg0: number, arg1: number, payload: Uint8Array = EMPTY): void {
    if (this.#over) return;
    const withChecksum = command === AdbCommand.Connect || this.#version < ADB_VERSION_SKIP_CHECKSUM;
    this.#transport.write(encodePacket({ command, arg0, arg1, payload }, withChecksum));
  }

  forget(stream: AdbStream): void {
    this.#streams.delete(stream.localId);
  }

  close(): void {
    this.#transport.close();
  }

  async #run(): Promise<void> {
    try {
      for await (const chunk of this.#transport.readable) {
        for (const packet of this.#decoder.push(chunk)) this.#receive(packet);
      }
    } catch {
      // A reset socket and a malformed packet end the connection alike; there is nobody left to tell.
    } finally {
      this.#over = true;
      this.#dropStreams();
      this.#transport.close();
    }
  }

  #dropStreams(): void {
    for (const stream of this.#streams.values()) stream.end(false);
    for (const opening of this.#opening.values()) opening.reject(new Error("The connection ended."));
    this.#opening.clear();
  }

  #receive(packet: AdbPacket): void {
    if (packet.command === AdbCommand.Connect) this.#connect(packet);
    else if (!this.#online) return;
    else if (packet.command === AdbCommand.Open) this.#accept(packet);
    else if (packet.command === AdbCommand.Okay) this.#okay(packet);
    else if (packet.command === AdbCommand.Write) this.#stream(packet)?.receive(packet.payload);
    else if (packet.command === AdbCommand.Close) this.#closeByPeer(packet);
  }

  #connect(packet: AdbPacket): void {
    if (packet.arg1 < 1) throw new AdbProtocolError("The peer takes no payload.");
    this.#dropStreams();
    this.#epoch++;
    this.#version = Math.min(packet.arg0, ADB_VERSION_SKIP_CHECKSUM);
    this.#decoder.verifyChecksum = this.#version < ADB_VERSION_SKIP_CHECKSUM;
    this.#maxPayload = Math.min(packet.arg1, ADB_MAX_PAYLOAD);
    this.#online = true;
    this.send(
      AdbCommand.Connect,
      ADB_VERSION_SKIP_CHECKSUM,
      ADB_MAX_PAYLOAD,
      new TextEncoder().encode(this.#options.banner),
    );
  }

  #accept(packet: AdbPacket): void {
    const remoteId = packet.arg0;
    if (remoteId === 0) return;
    const service = new TextDecoder().decode(packet.payload).replace(/(?<!\0)\0+$/, "");
    const found = this.#options.resolve(service, this);
    if (!(found instanceof Promise)) return this.#begin(service, found, remoteId);
    const epoch = this.#epoch;
    this.#looking++;
    const begin = (handler: AdbServiceHandler | undefined) => {
      this.#looking--;
      this.#begin(service, handler, remoteId, this.#over || epoch !== this.#epoch);
    };
    found.then(begin, (error: unknown) => {
      this.#options.onServiceError?.(service, error);
      begin(undefined);
    });
  }

  /** @param isLate the peer that asked is gone: what was found for it is served a stream that has ended, and so let go */
  #begin(service: string, handler: AdbServiceHandler | undefined, remoteId: number, isLate = false): void {
    if (!handler) {
      if (!isLate) this.send(AdbCommand.Close, 0, remoteId);
      return;
    }
    const stream = new AdbStream(this, this.#takeId(), remoteId);
    if (isLate) stream.end(false);
    else {
      this.#streams.set(stream.localId, stream);
      this.send(AdbCommand.Okay, stream.localId, remoteId);
    }
    void this.#serve(service, handler, stream);
  }

  async #serve(service: string, handler: AdbServiceHandler, stream: AdbStream): Promise<void> {
    try {
      await handler(stream);
    } catch (error) {
      this.#options.onServiceError?.(service, error);
    } finally {
      stream.close();
    }
  }

  #okay(packet: AdbPacket): void {
    const opening = this.#opening.get(packet.arg1);
    if (!opening) {
      this.#stream(packet)?.acknowledge();
      return;
    }
    this.#opening.delete(packet.arg1);
    const stream = new AdbStream(this, packet.arg1, packet.arg0);
    this.#streams.set(stream.localId, stream);
    opening.resolve(stream);
  }

  #closeByPeer(packet: AdbPacket): void {
    const opening = this.#opening.get(packet.arg1);
    if (opening) {
      this.#opening.delete(packet.arg1);
      opening.reject(new Error("The host refused the service."));
      return;
    }
    // A refusal may carry 0 as the peer's id, so only the local one is looked at.
    this.#streams.get(packet.arg1)?.end(true);
  }

  /** The stream a packet is for; both ids must fit, so that a late packet cannot reach a stream with a recycled id. */
  #stream(packet: AdbPacket): AdbStream | undefined {
    const stream = this.#streams.get(packet.arg1);
    return stream?.remoteId === packet.arg0 ? stream : undefined;
  }

  #takeId(): number {
    const id = this.#nextLocalId;
    this.#nextLocalId = id === 0xffffffff ? 1 : id + 1;
    return id;
  }
}
