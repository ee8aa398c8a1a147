import { UdtError, type ServerToAgent } from "@udt/contract";
import type { WebSocket } from "ws";
import type { ServerClock } from "../../platform/clock.ts";
import { Haste } from "../../platform/haste.ts";
import { newSecret } from "../../platform/ids.ts";
import type { LinksService } from "../links/links.service.ts";

const OPEN_TIMEOUT_MS = 15_000;

type StreamOpen = Omit<Extract<ServerToAgent, { type: "stream_open" }>, "id">;
/** What an agent is asked to open. */
export type StreamAsked = Omit<StreamOpen, "type" | "stream_id" | "url">;

/** Agents' ends of streams: asked for over their links, and waited for until they dial in. */
export class AgentSockets {
  readonly #needs: { clock: ServerClock; links: LinksService };
  /** By stream id: the agent's socket comes to the one who waits here. Its 256 random bits are the secret, used once. */
  readonly #expected = new Map<string, { agent_id: string; take: (socket: WebSocket) => void }>();

  readonly #haste = new Haste();

  constructor(needs: { clock: ServerClock; links: LinksService }) {
    this.#needs = needs;
  }

  /** The agent dials in for a stream that it was asked to open. @throws UdtError stream_unknown */
  accept(stream_id: string, agent_id: string, socket: WebSocket): void {
    const expected = this.#expected.get(stream_id);
    if (expected?.agent_id !== agent_id) throw new UdtError("stream_unknown");
    this.#expected.delete(stream_id);
    expected.take(socket);
  }

  /**
   * Asks the agent to dial, and waits for its socket; its refusal, or silence, ends the wait.
   * @throws UdtError agent_lost, agent_timeout, or what the agent refuses with
   */
  async dialled(agent_id: string, asked: StreamAsked): Promise<WebSocket> {
    const { links, clock } = this.#needs;
    const stream_id = newSecret().replace(/^[-_]+/, "");
    const ask = async () => {
      const url = `${links.serverUrl(agent_id)}/v1/agent/streams/${stream_id}`;
      await links.request(agent_id, { type: "stream_open", ...asked, stream_id, url }, { timeoutMs: OPEN_TIMEOUT_MS });
    };
    const dialled = Promise.withResolvers<WebSocket>();
    this.#expected.set(stream_id, { agent_id, take: dialled.resolve });
    const cancelTimer = clock.at(clock.now() + OPEN_TIMEOUT_MS, () => dialled.reject(new UdtError("agent_timeout")));
    ask().catch(dialled.reject);
    try {
      const socket = await dialled.promise;
      socket.once("close", this.#haste.begin());
      return socket;
    } finally {
      cancelTimer();
      this.#expected.delete(stream_id);
    }
  }
}
