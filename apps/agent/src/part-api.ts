import { backoffMs, delay } from "@udt/base";
import { ApiError, type Client } from "@udt/client";
import { ENDPOINTS, type ResourceKind } from "@udt/contract";

export const RETRY_CAP_MS = 5_000;
export const UPLOAD_TIMEOUT_MS = 10 * 60_000;

/** The server has ended this part, or gave the device to another: nothing that is said about it counts any more. */
export class PartOver extends Error {}

/** One device's part in a test, as the server knows it. Calls wait for a server that is away, for as long as the signal lets them. */
export class PartApi {
  readonly params: { test_id: string; device_id: string };
  readonly lease_token: number;
  readonly client: Client;

  constructor(client: Client, part: { test_id: string; device_id: string; lease_token: number }) {
    this.client = client;
    this.params = { test_id: part.test_id, device_id: part.device_id };
    this.lease_token = part.lease_token;
  }

  async putFile(
    about: {
      name: string;
      kind: ResourceKind;
      content_type: string;
      case_run_id: number | undefined;
      /** The moment that it shows, where that is not when it is sent. */
      started_at?: number;
    },
    bytes: Uint8Array<ArrayBuffer>,
    signal: AbortSignal,
  ): Promise<void> {
    const query = { ...about, lease_token: this.lease_token };
    const call = { params: this.params, query, body: bytes, signal, timeoutMs: UPLOAD_TIMEOUT_MS };
    await this.ask(signal, () => this.client.call(ENDPOINTS.agentResourcePut, call));
  }

  /** The bytes that a call answers. */
  async bytesOf(signal: AbortSignal, call: () => Promise<Response>): Promise<ReadableStream<Uint8Array>> {
    const response = await this.ask(signal, call);
    if (!response.body) throw new Error("answer without a body");
    return response.body as ReadableStream<Uint8Array>;
  }

  async ask<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await call();
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ApiError)) throw error;
        if (error.code === "agent_stale_lease" || error.code === "test_not_found")
          throw new PartOver(error.message, { cause: error });
        const isAway = error.kind === "network" || error.kind === "timeout" || error.status >= 500;
        if (!isAway) throw error;
        await delay(backoffMs(attempt, 250, RETRY_CAP_MS), signal);
      }
    }
  }
}
