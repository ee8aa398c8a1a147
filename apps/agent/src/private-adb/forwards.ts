import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import type { ListenOn, ServiceStream } from "@udt/driver";
import { messageOf } from "../logger.ts";
import { carrySocket } from "../carry-service.ts";
import { okay, refusal } from "./smart-socket.ts";

/** `adb forward`: ports of the scripts' own network whose connections go to a service of the device. */
export class Forwards {
  readonly #open: (remote: string) => Promise<ServiceStream>;
  readonly #listenOn: ListenOn;
  readonly #list = new Map<string, { remote: string; close(): void }>();

  constructor(open: (remote: string) => Promise<ServiceStream>, listenOn: ListenOn = listenOnLoopback) {
    this.#open = open;
    this.#listenOn = listenOn;
  }

  /** What a client that asked for `service` gets; undefined when it is about something else. */
  async answer(serial: string, service: string): Promise<Buffer | undefined> {
    if (service === "list-forward")
      return okay([...this.#list].map(([local, { remote }]) => `${serial} ${local} ${remote}\n`).join(""));
    if (service === "killforward-all") {
      this.close();
      return twice();
    }
    const killed = /^killforward:(.*)$/s.exec(service)?.[1];
    if (killed !== undefined) {
      const known = this.#list.get(killed);
      if (!known) return refusal(`listener '${killed}' not found`);
      known.close();
      this.#list.delete(killed);
      return twice();
    }
    const match = /^forward:(norebind:)?tcp:(\d{1,5});(.+)$/s.exec(service);
    if (!match) return service.startsWith("forward:") ? refusal("only tcp ports can be forwarded") : undefined;
    const [, norebind, wanted, remote = ""] = match;
    return this.#add(Number(wanted), remote, norebind !== undefined);
  }

  close(): void {
    for (const { close } of this.#list.values()) close();
    this.#list.clear();
  }

  async #add(wanted: number, remote: string, norebind: boolean): Promise<Buffer> {
    const known = this.#list.get(`tcp:${wanted}`);
    if (known && norebind) return refusal("cannot rebind existing socket");
    if (known) {
      known.remote = remote;
      return twice();
    }
    const entry = { remote, close: () => undefined as void };
    try {
      const listener = await this.#listenOn(wanted, (socket) => void this.#carry(socket, entry));
      entry.close = () => listener.close();
      this.#list.set(`tcp:${listener.port}`, entry);
      return wanted === 0 ? Buffer.concat([okay(), okay(String(listener.port))]) : twice();
    } catch (error) {
      return refusal(`cannot bind listener: ${messageOf(error)}`);
    }
  }

  async #carry(socket: Socket, entry: { remote: string }): Promise<void> {
    socket.on("error", () => socket.destroy());
    try {
      await carrySocket(socket, Buffer.alloc(0), await this.#open(entry.remote));
    } catch {
      socket.destroy();
    }
  }
}

/** Once that the request was understood, once that it was carried out. */
const twice = (): Buffer => Buffer.concat([okay(), okay()]);

/** For scripts that share the agent's network. */
const listenOnLoopback: ListenOn = async (port, onConnection) => {
  const server: Server = createServer(onConnection);
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};
