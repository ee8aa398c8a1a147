import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

export interface LossyRelay extends Disposable {
  port: number;
  /** Share of the packets that is lost, each way; 1: nothing comes through. */
  loss: number;
  /** How long each takes. */
  delayMs: number;
  /** Packets that came, and those of them that were lost. */
  readonly counts: { come: number; lost: number };
}

/**
 * A bad link in user space: what comes by UDP to its port goes on to `target` and back, late, and some of it not at all. Kernels
 * have netem for this, but not every one.
 */
export async function lossyRelay(target: number): Promise<LossyRelay> {
  const front = createSocket("udp4").bind(0, "127.0.0.1");
  await once(front, "listening");
  const backs = new Map<number, Socket>();
  let isOver = false;
  // The same ones are lost in each run (Park and Miller's generator).
  let seed = 1;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const relay: LossyRelay = {
    port: (front.address() as AddressInfo).port,
    loss: 0,
    delayMs: 0,
    counts: { come: 0, lost: 0 },
    [Symbol.dispose]() {
      isOver = true;
      for (const socket of [front, ...backs.values()]) socket.close();
    },
  };
  const pass = (send: () => void) => {
    relay.counts.come++;
    if (random() < relay.loss) relay.counts.lost++;
    else setTimeout(() => isOver || send(), relay.delayMs);
  };
  const backOf = (port: number): Socket => {
    const made = createSocket("udp4");
    made.on("message", (answer) => pass(() => front.send(answer, port, "127.0.0.1")));
    backs.set(port, made);
    return made;
  };
  front.on("message", (packet, { port }) => {
    const back = backs.get(port) ?? backOf(port);
    pass(() => back.send(packet, target, "127.0.0.1"));
  });
  return relay;
}
