import { type Server, type Socket, createServer } from "node:net";
import { AdbDeviceConnection, type AdbTransport, socketTransport } from "@udt/adb";
import { type DaemonPhone, FEATURES, resolveService } from "./services.ts";

/** The phone's adbd: accepts TCP connections and serves each as one ADB connection. Closed by whoever made it. */
export class AdbDaemon {
  readonly #phone: DaemonPhone;
  readonly #server: Server;
  readonly #connections = new Set<AdbDeviceConnection>();
  readonly #sockets = new Set<Socket>();
  /** Of connections that have ended. */
  #received = 0;
  #sent = 0;
  #refusesUntilMs = 0;

  /** Resolves when it listens. @param port 0 takes a free one. */
  static async listen(phone: DaemonPhone, host: string, port: number): Promise<AdbDaemon> {
    const daemon = new AdbDaemon(phone);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    daemon.#server.once("error", reject);
    daemon.#server.listen({ host, port }, resolve);
    await promise;
    return daemon;
  }

  private constructor(phone: DaemonPhone) {
    this.#phone = phone;
    this.#server = createServer((socket) => this.#accept(socket));
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === "object" && address ? address.port : 0;
  }

  get connectionCount(): number {
    return this.#connections.size;
  }

  /** Streams of all connections that are open now. */
  get streamCount(): number {
    return [...this.#connections].reduce((sum, connection) => sum + connection.streamCount, 0);
  }

  /** Bytes over all connections since it listens. */
  get traffic(): { received: number; sent: number } {
    const sockets = [...this.#sockets];
    return {
      received: sockets.reduce((sum, { bytesRead }) => sum + bytesRead, this.#received),
      sent: sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, this.#sent),
    };
  }

  /** Whether a new connection would be served now. */
  get isReachable(): boolean {
    return this.#server.listening && this.#phone.system.clock.now() >= this.#refusesUntilMs;
  }

  /** Cuts every connection now, and each new one at once for `refuseMs`. */
  drop(refuseMs: number): void {
    this.#refusesUntilMs = this.#phone.system.clock.now() + refuseMs;
    for (const connection of this.#connections) connection.close();
  }

  /** Resolves when the port is free and every connection has ended. */
  async close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(() => resolve());
    this.drop(Infinity);
    await Promise.all([promise, ...[...this.#connections].map((connection) => connection.closed)]);
  }

  #accept(socket: Socket): void {
    if (!this.isReachable) {
      socket.resetAndDestroy();
      return;
    }
    const { system } = this.#phone;
    this.#sockets.add(socket);
    socket.once("close", () => {
      this.#sockets.delete(socket);
      this.#received += socket.bytesRead;
      this.#sent += socket.bytesWritten;
    });
    const connection = new AdbDeviceConnection(
      delayed(socketTransport(socket), () => system.faults.delay_ms),
      {
        banner: bannerOf(this.#phone),
        resolve: (service, from) => resolveService(this.#phone, service, from),
        onServiceError: (service, error) => {
          const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
          system.log.write("W", "adbd", `service ${service.slice(0, 200)} ended: ${message}`);
        },
      },
    );
    this.#connections.add(connection);
    void connection.closed.finally(() => {
      system.sockets.removeReversesOf(connection);
      this.#connections.delete(connection);
    });
  }
}

function bannerOf(phone: DaemonPhone): string {
  const { device, model } = phone.system.profile;
  return `device::ro.product.name=${device};ro.product.model=${model};ro.product.device=${device};features=${FEATURES.join(",")}`;
}

/** Holds back what leaves the phone, in order, each piece for as long as `delayMs` says at that moment. */
function delayed(transport: AdbTransport, delayMs: () => number): AdbTransport {
  const waiting: { bytes: Uint8Array; due_ms: number }[] = [];
  let timer: NodeJS.Timeout | undefined;
  // One timer for all: of several the later one may be over first, by a fraction of a millisecond.
  const arm = () => {
    const [next] = waiting;
    if (next && !timer) timer = setTimeout(send, next.due_ms - performance.now());
  };
  const send = () => {
    timer = undefined;
    for (let next = waiting[0]; next && next.due_ms <= performance.now(); next = waiting[0]) {
      waiting.shift();
      transport.write(next.bytes);
    }
    arm();
  };
  return {
    readable: transport.readable,
    write: (bytes) => {
      const delay_ms = delayMs();
      if (delay_ms === 0 && waiting.length === 0) return transport.write(bytes);
      waiting.push({ bytes, due_ms: performance.now() + delay_ms });
      arm();
    },
    close: () => {
      clearTimeout(timer);
      waiting.length = 0;
      transport.close();
    },
  };
}
