import { UdtError } from "@udt/contract";
import type { WebSocket } from "ws";
import { refusalOf } from "../../platform/http/answers.ts";
import { endFor } from "../../platform/http/closing.ts";

/** For whom a stream of the server's own is: a device of a test, and whether who asked still may. */
export interface OwnOf {
  test_id: string;
  device_id: string;
  /** @throws UdtError when they may no longer */
  recheck: () => Promise<unknown>;
}

/** Streams whose near end is this server's own: each ends when who asked for it may no longer use the device. */
export class OwnStreams {
  readonly #open = new Map<WebSocket, OwnOf>();
  readonly #closeIfEnded: (test_id: string) => Promise<void>;

  /** @param closeIfEnded closes what is open of a test that has ended */
  constructor(closeIfEnded: (test_id: string) => Promise<void>) {
    this.#closeIfEnded = closeIfEnded;
  }

  /**
   * From now on. What was lost while the agent was asked, or is lost while this is found out, was never had: a socket that is
   * closed before its reader is there would leave that reader waiting.
   * @throws UdtError why they may not, or test_ended
   */
  async keep(socket: WebSocket, of: OwnOf): Promise<void> {
    let ended: { error: unknown } | undefined;
    const known = {
      ...of,
      recheck: () => of.recheck().catch((error: unknown) => ((ended ??= { error }), Promise.reject(error))),
    };
    this.#open.set(socket, known);
    socket.once("close", () => this.#open.delete(socket));
    await known.recheck().catch((error: unknown) => endFor(socket, refusalOf(error)));
    await this.#closeIfEnded(of.test_id);
    if (ended) throw ended.error;
    if (socket.readyState !== socket.OPEN) throw new UdtError("test_ended", { test_id: of.test_id });
  }

  ofTest(test_id: string): WebSocket[] {
    return [...this.#open].flatMap(([socket, of]) => (of.test_id === test_id ? [socket] : []));
  }

  /** Those of a test, or all. */
  async recheck(test_id?: string): Promise<void> {
    for (const [socket, of] of this.#open) {
      if (test_id !== undefined && of.test_id !== test_id) continue;
      await of.recheck().catch((error: unknown) => endFor(socket, refusalOf(error)));
    }
  }

  close(): void {
    for (const socket of this.#open.keys()) socket.close(1001, "server stops");
  }
}
