import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export interface SilentGateway {
  readonly url: string;
  /** From now on nothing comes through, either way; connections stay open. */
  fallSilent(): void;
  /** Breaks every connection there is; new ones come through. */
  cut(): void;
  close(): Promise<void>;
}

/** Stands before a server and hands on every byte, until it falls silent as a machine does that hangs. */
export async function startSilentGateway(port: number): Promise<SilentGateway> {
  let isSilent = false;
  const sockets = new Set<Socket>();
  const join = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on("data", (bytes) => {
      if (!isSilent) to.write(bytes);
    });
    from.on("error", () => to.destroy());
    from.on("close", () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    join(near, far);
    join(far, near);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fallSilent: () => void (isSilent = true),
    cut,
    async close() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
