import { type Said, backoffMs, delay } from "@udt/base";
import { ApiError, type Client } from "@udt/client";
import {
  ENDPOINTS,
  type PhaseName,
  type ResourceKind,
  type RunCaseResult,
  type RunCaseTask,
  type RunOutcome,
  type RunSpec,
} from "@udt/contract";

const RETRY_CAP_MS = 5_000;
const UPLOAD_TIMEOUT_MS = 10 * 60_000;
const CLAIM_WAIT_MS = 20_000;

/** The server has ended this part, or gave the device to another: nothing that is said about it counts any more. */
export class PartOver extends Error {}

/** One device's part in a run, as the server knows it. Calls wait for a server that is away, for as long as the signal lets them. */
export class RunApi {
  readonly params: { test_id: string; device_id: string };
  readonly lease_token: number;
  readonly client: Client;

  constructor(client: Client, part: { test_id: string; device_id: string; lease_token: number }) {
    this.client = client;
    this.params = { test_id: part.test_id, device_id: part.device_id };
    this.lease_token = part.lease_token;
  }

  /**
   * What is to be done. The server hears over the link that the device is ready, and may hear it after this question: until
   * then it refuses. A lease that really is over ends the session, and with it the signal.
   */
  async spec(signal: AbortSignal): Promise<RunSpec> {
    const { params, lease_token } = this;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#ask(signal, () =>
          this.client.call(ENDPOINTS.agentRunSpec, { params, query: { lease_token }, signal }),
        );
      } catch (error) {
        if (!(error instanceof PartOver)) throw error;
        await delay(backoffMs(attempt, 50, RETRY_CAP_MS), signal);
      }
    }
  }

  async phase(name: PhaseName, error: Said | null, signal: AbortSignal): Promise<void> {
    const body = { lease_token: this.lease_token, name, error };
    await this.#ask(signal, () => this.client.call(ENDPOINTS.agentRunPhase, { params: this.params, body, signal }));
  }

  claim(max: number, signal: AbortSignal): Promise<{ cases: RunCaseTask[]; done: boolean }> {
    const body = { lease_token: this.lease_token, max, wait_ms: CLAIM_WAIT_MS };
    return this.#ask(signal, () => this.client.call(ENDPOINTS.agentRunClaim, { params: this.params, body, signal }));
  }

  async discover(
    cases: { case_key: string; name: string; file: string; function: string }[],
    { while_running }: { while_running: boolean },
    signal: AbortSignal,
  ): Promise<void> {
    const body = { lease_token: this.lease_token, cases, while_running };
    await this.#ask(signal, () => this.client.call(ENDPOINTS.agentRunDiscover, { params: this.params, body, signal }));
  }

  /** Answers the cases that must not go on. */
  async results(results: RunCaseResult[], signal: AbortSignal): Promise<number[]> {
    const body = { lease_token: this.lease_token, results };
    const answer = await this.#ask(signal, () =>
      this.client.call(ENDPOINTS.agentRunResults, { params: this.params, body, signal }),
    );
    return answer.cancelled;
  }

  async finish(outcome: RunOutcome, error: Said | null, signal: AbortSignal): Promise<void> {
    const body = { lease_token: this.lease_token, outcome, error };
    await this.#ask(signal, () => this.client.call(ENDPOINTS.agentRunFinish, { params: this.params, body, signal }));
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
    await this.#ask(signal, () => this.client.call(ENDPOINTS.agentResourcePut, call));
  }

  /** The library's files at the run's commit, as a gzipped tar. */
  async snapshot(signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const call = {
      params: this.params,
      query: { lease_token: this.lease_token },
      signal,
      timeoutMs: UPLOAD_TIMEOUT_MS,
    };
    const response = await this.#ask(signal, () => this.client.raw(ENDPOINTS.agentRunSnapshot, call));
    if (!response.body) throw new Error("answer without a body");
    return response.body as ReadableStream<Uint8Array>;
  }

  async #ask<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
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
